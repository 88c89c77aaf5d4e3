"""What is compared of a store before, during and after a disturbance."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pyoxigraph import NamedNode

import cedarprov
from cedarprov.errors import StoreOutdated
from cedarprov.model.frozen import Frozen
from cedarprov.store.session import Session
from tests.survival.operation import opened

QUESTION = "What is the limit of pump 2/3?"
_UNFINISHED = (".unfinished-*", ".import-*", "bulk-*.sst", ".dead-*")


class State(Frozen):
    """The records of each bundle in order, and the files written beside the store.

    `unread` is the number of versions whose bytes are not there.
    """

    base: str
    bundles: tuple[frozenset[str], ...]
    unread: int
    files: frozenset[tuple[str, bytes]]


def state_of(folder: Path) -> State:
    """Verify the published store, and return what it and the files beside it hold.

    One of an earlier format, which is not read, holds nothing.
    """
    try:
        return _state(folder)
    except StoreOutdated:
        return State(base="of an earlier format", bundles=(), unread=0, files=frozenset())


def _state(folder: Path) -> State:
    with opened(folder) as kb:
        report = kb.verify()
        assert report.ok is not False, report.findings
        session = kb._reading()
        bundles = tuple(_records(session, bundle.iri) for bundle in session.ledger.bundles())
        base = kb.base if bundles else ""  # an empty store has nothing that its base is part of
    written = {
        (path.name, _content(path))
        for path in (folder / "out").glob("[!.]*")
        if path.suffix != ".part"
    }
    return State(base=base, bundles=bundles, unread=report.unread, files=frozenset(written))


def _records(session: Session, bundle: str) -> frozenset[str]:
    quads = session.store.quads(None, None, None, NamedNode(bundle))
    found = frozenset(getattr(quad.subject, "value", "") for quad in quads)
    # A purge is named by the moment that it was made at.
    purge = f"{session.names.base}purge/"
    return frozenset({purge}) if any(iri.startswith(purge) for iri in found) else found


def _content(path: Path) -> bytes:
    if path.is_file():
        return path.read_bytes()
    with cedarprov.open(path, dense=False) as kb:
        assert kb.verify().ok
        return kb.export("nquads")


def recovered_state(folder: Path) -> State:
    """Open the store for writing, so that it recovers, and return its state."""
    with suppress(StoreOutdated), opened(folder) as kb:
        kb._writing()
    return state_of(folder)


def evidence(folder: Path) -> Sequence[str]:
    """Return what a question finds."""
    with opened(folder) as kb:
        return [item.text for item in kb.ask(QUESTION).evidence]


def left_over(folder: Path) -> list[Path]:
    """Return what only an unfinished write leaves behind."""
    return [path for name in _UNFINISHED for path in (folder / "store").rglob(name)]
