"""The passage index of a store: opened, followed and, for an earlier state, made anew."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from cedarprov.errors import IndexDamaged, MissingExtra, ModelNotFound
from cedarprov.index.port import IndexText, PassageIndex
from cedarprov.model.frozen import Frozen
from cedarprov.model.progress import OnProgress, Progress
from cedarprov.rdf.graph import TEXTS
from cedarprov.rdf.passage import PATH_SEPARATOR
from cedarprov.store.folder import StoreFolder
from cedarprov.store.ledger import Bundle
from cedarprov.store.query import table
from cedarprov.store.session import Session

if TYPE_CHECKING:
    from cedarprov.index.embedded import EmbeddedIndex
    from cedarprov.index.onnx_encoder import OnnxEncoder

_log: Final = logging.getLogger(__name__)
_AT_ONCE: Final = 200
# Bundles that are indexed between two commits; encoding takes a hundred times longer.
_PORTION: Final = 1000
_PORTION_ENCODED: Final = 25


class _TextRow(Frozen):
    text: str
    words: str
    headings: str | None


_TEXTS: Final = table("index/passages", _TextRow)


def index_texts(bundles: Iterable[Bundle], session: Session) -> Iterator[IndexText]:
    """Yield the texts of the passages that some bundles hold."""
    names, graph = session.names, session.names.graph(TEXTS)
    waiting = [bundle.iri for bundle in bundles]
    for start in range(0, len(waiting), _AT_ONCE):
        some = waiting[start : start + _AT_ONCE]
        for row in _TEXTS.rows(session.store, bundles=some, graph=graph):
            yield IndexText(
                digest=names.text_digest(row.text),
                text=row.words,
                headings=tuple(row.headings.split(PATH_SEPARATOR)) if row.headings else (),
            )


class IndexFollower:
    """Lets the index of a store follow its ledger.

    What was indexed is committed in portions, so that little is lost when it is interrupted.
    """

    def __init__(
        self, index: EmbeddedIndex, session: Session, notify: OnProgress | None = None
    ) -> None:
        self._index = index
        self._session = session
        self._notify = notify
        self._portion = _PORTION if index.encoder is None else _PORTION_ENCODED

    @property
    def reflects(self) -> int:
        """The sequence number that the index has followed the ledger to."""
        return self._index.sequence

    def renew(self) -> None:
        """Make the index anew where it has not all vectors of its encoder."""
        if self._index.encoder is not None and self._index.notices:
            ledger = self._session.ledger
            texts = index_texts(ledger.bundles(), self._session)
            self._index.rebuild(texts, sequence=ledger.head.sequence)

    def follow(self, bundles: Iterable[Bundle]) -> None:
        """Take in the texts of bundles, given in order from `reflects` on."""
        waiting = list(bundles)
        for start in range(0, len(waiting), self._portion):
            some = waiting[start : start + self._portion]
            self._index.add(index_texts(some, self._session))
            self._index.commit(some[-1].sequence)
            if self._notify:
                done = start + len(some)
                self._notify(Progress(done=done, total=len(waiting), stage="indexing"))


def open_for_writing(folder: StoreFolder, *, dense: bool | str | None) -> EmbeddedIndex:
    """Open the index of a store to be followed; one that is damaged is made anew.

    `dense` asks for vectors, or for those of the model it names; None makes them where the extra
    is installed, and an index that was begun without them goes on without.
    """
    from cedarprov.index.embedded import EmbeddedIndex  # noqa: PLC0415 - loads tantivy and numpy
    from cedarprov.index.encoder_cache import keep_encoder  # noqa: PLC0415 - loads numpy

    try:
        begun = EmbeddedIndex(folder.index)
        begun.require_unchanged()
    except IndexDamaged as damage:
        _log.warning(
            "the passage index in %s cannot be read (%s): it is made anew", damage.path, damage.why
        )
        begun = EmbeddedIndex.create(folder.index)
    if begun.sequence and begun.info().encoder is None and not dense:
        return EmbeddedIndex(folder.index, writable=True)
    encoder = _encoder(folder, dense=dense)
    if encoder is not None:
        keep_encoder(folder.index, encoder)
    return EmbeddedIndex(folder.index, encoder=encoder, writable=True)


def open_for_reading(folder: StoreFolder, *, dense: bool | str | None) -> EmbeddedIndex:
    """Open the index of a store as it was last committed; a damaged one counts as empty."""
    from cedarprov.index.embedded import EmbeddedIndex  # noqa: PLC0415 - loads tantivy and numpy
    from cedarprov.index.encoder_cache import encoder_kept  # noqa: PLC0415 - loads numpy

    try:
        encoder = None if dense is False else encoder_kept(folder.index)
        return EmbeddedIndex(folder.index, encoder=encoder)
    except IndexDamaged as damage:
        _log.warning("%s", damage)
        return EmbeddedIndex.empty(folder.index)


def refresh(index: EmbeddedIndex) -> EmbeddedIndex:
    """Return an index at the last commit of its writer; one that was damaged counts as empty."""
    try:
        index.refresh()
    except IndexDamaged as damage:
        if not index.sequence:
            return index  # it was told before
        _log.warning("%s", damage)
        return type(index).empty(index.folder)
    return index


def say_behind(index: EmbeddedIndex, sequence: int) -> None:
    """Say that an index does not reflect a state, and what is done instead."""
    _log.warning(
        "the passage index reflects bundle %d of %d: it is made in memory for now, "
        "and catches up when the store is next opened for writing",
        index.sequence,
        sequence,
    )


def index_at(session: Session, sequence: int, present: EmbeddedIndex) -> PassageIndex:
    """Return an index of the texts that the store held at a sequence number.

    The statistics of a lexical ranking depend on all texts that it knows, so that a question
    about an earlier state is ranked by an index of that state. Vectors are taken from `present`.
    """
    from cedarprov.index.memory import MemoryIndex  # noqa: PLC0415 - loads tantivy and numpy

    bundles = [item for item in session.ledger.bundles() if item.sequence <= sequence]
    return MemoryIndex(
        index_texts(bundles, session),
        sequence=sequence,
        encoder=present.encoder,
        vectors=present.vectors(),
    )


def _encoder(folder: StoreFolder, *, dense: bool | str | None) -> OnnxEncoder | None:
    from cedarprov.index.encoder_cache import encoder_kept, encoder_named  # noqa: PLC0415

    if dense is False:
        return None
    if isinstance(dense, str):
        return encoder_named(dense)
    try:
        return encoder_kept(folder.index) or encoder_named()
    except (MissingExtra, ModelNotFound):
        if dense:
            raise
        return None
