"""Texts on their way into an index: seen by nobody before the draft is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cedarprov.index.lexical import document_key
from cedarprov.index.term import blank
from cedarprov.index.vector_batch import VectorBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cedarprov.index.encoder import Encoder, Vectors
    from cedarprov.index.lexical import Lexicon, LexiconWriter
    from cedarprov.index.port import IndexText
    from cedarprov.index.segment import Segment
    from cedarprov.index.state import State

SPILL_ROWS: Final = 16_384
"""How many vectors are held in memory before they become a segment."""


class Draft:
    """Additions to a state, of which texts that are known already cost nothing.

    Dropped before it is committed, it leaves the state as it was.

    ``known`` gives vectors that need not be made again; ``spill`` takes each full segment.
    """

    def __init__(
        self,
        base: State,
        writer: LexiconWriter,
        spill: Callable[[Segment], None],
        *,
        encoder: Encoder | None = None,
        known: Mapping[bytes, Vectors] | None = None,
    ) -> None:
        self.encoder = encoder if encoder is not None and base.takes(encoder) else None
        self.texts = 0
        self.embedded = 0
        self._base, self._writer, self._spill = base, writer, spill
        self._known = known or {}
        self._keys: set[bytes] = set()
        self._digests: set[str] = set()
        self._batch = VectorBatch(self.encoder) if self.encoder else None

    def add(self, text: IndexText) -> bool:
        """Take in one text; tell whether it was new and not blank."""
        key = document_key(text)
        if blank(text.text) or key in self._keys or self._base.lexicon.holds(text):
            return False
        self._keys.add(key)
        self._writer.add(text)
        if text.digest not in self._digests and not self._base.lexicon.holds_digest(text.digest):
            self._digests.add(text.digest)
            self.texts += 1
        self._embed(text, key)
        return True

    def commit(self) -> Lexicon:
        """Spill the last vectors, then commit the words."""
        self._flush()
        return self._writer.commit()

    def _embed(self, text: IndexText, key: bytes) -> None:
        if self._batch is None:
            return
        self.embedded += 1
        vectors = self._known.get(key)
        if vectors is None:
            self._batch.add(text)
        else:
            self._batch.keep(text, vectors)
        if len(self._batch) >= SPILL_ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._batch:
            self._spill(self._batch.segment())
            self._batch = VectorBatch(self._batch.encoder)
