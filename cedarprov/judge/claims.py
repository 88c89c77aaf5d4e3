"""Claims inferred for a store: what each current version states, read once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cedarprov.judge.extraction import Reading, extract
from cedarprov.judge.inferred import Inferred
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.passage import PATH_SEPARATOR
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.door import TextOf
from cedarprov.store.query import table
from cedarprov.store.session import Session

PLAN: Final = (
    "sentences that state a default, limit, change, removal, requirement or measurement, 2"
)
"""The rules and their revision: other rules are another plan, and read everything again."""

_RELEASES: Final = ("release", "version", "firmware", "edition")
_AT_ONCE: Final = 100


class _PassageRow(Frozen):
    passage: str
    version: str
    start: int
    end: int
    headings: str | None


class _VersionRow(Frozen):
    version: str


_PASSAGES: Final = table("judge/passages", _PassageRow)
_READ: Final = table("judge/versions-read", _VersionRow)


def infer_claims(session: Session, texts: TextOf) -> Inferred:
    """Return the claims of the current versions that have none by this plan yet.

    A version is read as the edition that it was first captured for. One that states nothing is
    read again by the next inference.
    """
    claims = dict.fromkeys(
        claim for passage in unread(session, texts, PLAN) for claim in extract(passage)
    )
    return Inferred(plan=PLAN, claims=tuple(claims))


def unread(session: Session, texts: TextOf, plan: str) -> Iterator[Reading]:
    """Yield the passages of the current versions that have no claims by a plan."""
    current = sorted({record.version for record in session.catalogue.current().values()})
    read = _read(session, current, plan)
    wanted = [version for version in current if version not in read]
    for start in range(0, len(wanted), _AT_ONCE):
        rows = _PASSAGES.rows(session.store, versions=wanted[start : start + _AT_ONCE])
        for row in sorted(rows, key=lambda row: (row.version, row.start)):
            yield _reading(row, session.catalogue.of_version(row.version)[0], texts)


def _read(session: Session, versions: Iterable[str], plan: str) -> frozenset[str]:
    node = session.names.record("plan", plan).value
    rows = _READ.rows(session.store, plan=node, versions=list(versions))
    return frozenset(row.version for row in rows)


def _reading(row: _PassageRow, capture: CaptureRecord, texts: TextOf) -> Reading:
    edition = capture.edition
    present = edition.scope.dimensions
    return Reading(
        version=row.version,
        text=texts(row.version)[row.start : row.end],
        start=row.start,
        headings=tuple(row.headings.split(PATH_SEPARATOR)) if row.headings else (),
        source=f"{edition.source.name} {edition.source.title}",
        label=edition.label,
        dimension=next((name for name in _RELEASES if name in present), "release"),
    )
