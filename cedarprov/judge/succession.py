"""Succession: what became of each claim from one edition of a source to the next.

A claim is carried (its words stand in the same place), moved (they stand elsewhere, once), changed
(another sentence stands in their place) or gone. What changed is a candidate supersession, with
both quotations; it ends nothing until it is accepted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cedarprov.judge.agent import software
from cedarprov.judge.alignment import Alignment, Anchor, Fate
from cedarprov.judge.attribute import subject_of
from cedarprov.judge.inferred import Inferred
from cedarprov.judge.qualification import is_announced, is_upgrade_note
from cedarprov.judge.sentence import span_of
from cedarprov.model.edge import Claim, Edge, Relation, Standing
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.time import KnownTime
from cedarprov.model.version_order import is_version, key
from cedarprov.rdf.edge import claim_node
from cedarprov.store.catalogue import CaptureRecord, Catalogue
from cedarprov.store.claim_record import ClaimRecord, claim_records
from cedarprov.store.edge_record import ReviewState

if TYPE_CHECKING:
    from cedarprov.store.door import TextOf
    from cedarprov.store.session import Session

PLAN: Final = "a sentence that stands, changed, in the place of another in the edition before"
_CONFIDENCE: Final = 0.6
# Quotation marks, the roles and marks of markup, and what surrounds a sentence.
_MARKS: Final = re.compile(r"""["'`*\u2018-\u201d]|:[\w:]+:(?=`)|^\W+|\W+$""")
_DATED: Final = re.compile(r"\W*(?:versionadded|versionchanged|deprecated)::")
_SEVERITY: Final = (Fate.GONE, Fate.CHANGED, Fate.MOVED, Fate.CARRIED)


class Row(Frozen):
    """What became of one claim: its words before and after (None: they stand nowhere)."""

    claim: str
    fate: Fate
    before: Span
    after: Span | None
    note: str = ""


class State(Frozen):
    """One content of an edition, when it was captured (UTC)."""

    edition: str
    label: str
    version: str
    captured: datetime


class Step(Frozen):
    """One step from an edition, or an earlier content of it, to what follows it.

    `counts` says how many of the claims met each fate.
    """

    source: str
    older: State
    newer: State
    counts: Mapping[str, int]
    rows: tuple[Row, ...]


def steps(
    catalogue: Catalogue, source: str | None = None
) -> tuple[tuple[CaptureRecord, CaptureRecord], ...]:
    """Return the steps of a source (its IRI; None: of all): each capture and what follows it.

    The content of an edition is followed by its current content, and that by the current content
    of the next edition. Editions follow each other by version number where every label is one,
    else by a publication time that is known of all; otherwise their order is not known.
    """
    current: dict[str, list[CaptureRecord]] = defaultdict(list)
    for record in catalogue.current().values():
        current[record.source_iri].append(record)
    chosen = current if source is None else {source: current[source]}
    return tuple(
        step
        for _, records in sorted(chosen.items())
        for step in (*_within(records, catalogue), *pairwise(in_order(records)))
    )


def _within(
    records: Sequence[CaptureRecord], catalogue: Catalogue
) -> Iterator[tuple[CaptureRecord, CaptureRecord]]:
    last = {record.edition_iri: record for record in records}
    earlier = {
        (record.edition_iri, record.version): record
        for record in catalogue.records
        if record.edition_iri in last
    }
    for (edition, version), record in earlier.items():
        if version != last[edition].version:
            yield record, last[edition]


def in_order(records: Iterable[CaptureRecord]) -> list[CaptureRecord]:
    """Return the captures of a source's editions in their order, or none where it is not known."""
    listed = list(records)
    labels = [record.edition.label for record in listed]
    if all(map(is_version, labels)):
        return sorted(listed, key=lambda record: key(record.edition.label))
    dated = [
        (record.edition.published.earliest, record.edition.label, record)
        for record in listed
        if isinstance(record.edition.published, KnownTime)
    ]
    if len(dated) < len(listed):
        return []
    return [record for _, _, record in sorted(dated, key=lambda item: item[:2])]


def compare(
    older: CaptureRecord, newer: CaptureRecord, claims: Sequence[ClaimRecord], texts: TextOf
) -> Step:
    """Return what became of the claims that rest on `older`, in `newer`."""
    resting = [
        claim for claim in claims if any(span.version == older.version for span in claim.spans)
    ]
    rows: tuple[Row, ...] = ()
    if resting:
        alignment = Alignment(texts(older.version), texts(newer.version))
        rows = tuple(_row(claim, alignment, older.version, newer.version) for claim in resting)
    found = Counter(row.fate for row in rows)
    return Step(
        source=older.edition.source.name,
        older=_state(older),
        newer=_state(newer),
        counts={fate.value: found[fate] for fate in Fate},
        rows=rows,
    )


def _state(record: CaptureRecord) -> State:
    return State(
        edition=record.edition_iri,
        label=record.edition.label,
        version=record.version,
        captured=record.at,
    )


def _row(claim: ClaimRecord, alignment: Alignment, older: str, newer: str) -> Row:
    """Return the fate of a claim: that of the span which fared worst."""
    followed = [
        (span, alignment.follow(span.start, span.end))
        for span in claim.spans
        if span.version == older
    ]
    span, anchor = min(followed, key=lambda item: _SEVERITY.index(item[1].fate))
    return Row(
        claim=claim.iri,
        fate=anchor.fate,
        before=span,
        after=_after(anchor, newer),
        note=anchor.note,
    )


def _after(anchor: Anchor, newer: str) -> Span | None:
    return None if anchor.place is None else span_of(newer, anchor.place)


# -- candidates -----------------------------------------------------------------------------------


def infer_successions(session: Session, texts: TextOf) -> Inferred:
    """Return a candidate supersession for each claim whose sentence changed in what follows it."""
    claims = [
        claim
        for claim in claim_records(session.store, session.names)
        if claim.state is not ReviewState.REJECTED
    ]
    made: dict[str, Claim] = {}
    edges: list[Edge] = []
    refused: Counter[str] = Counter()
    on_version = by_version(claims)
    for older, newer in steps(session.catalogue):
        if older.version == newer.version or older.version not in on_version:
            continue
        step = compare(older, newer, on_version[older.version], texts)
        for row in step.rows:
            reason = _no_candidate(row, newer)
            if reason or row.after is None:
                refused[reason] += 1
                continue
            old = next(item for item in on_version[older.version] if item.iri == row.claim)
            node = _successor(old, row.after, on_version.get(newer.version, ()))
            if node is None:
                new = Claim(statement=" ".join(row.after.exact.split()), spans=(row.after,))
                node = claim_node(new, session.names).value
                made[node] = new
            edges.append(_edge(node, row, row.after, newer))
    return Inferred(
        plan=PLAN, claims=tuple(made.values()), edges=tuple(edges), refused=dict(refused)
    )


def by_version(claims: Iterable[ClaimRecord]) -> Mapping[str, Sequence[ClaimRecord]]:
    """Return claims by the versions that they rest on."""
    found: dict[str, list[ClaimRecord]] = defaultdict(list)
    for claim in claims:
        for version in sorted({span.version for span in claim.spans}):
            found[version].append(claim)
    return found


def _no_candidate(row: Row, newer: CaptureRecord) -> str:
    """Return why a row is no candidate supersession, or ""."""
    if row.after is None or row.fate is not Fate.CHANGED:
        return row.fate.value
    # What introduces a block may be a sentence of its own in the newer text.
    if _plainly(row.before.exact).endswith(_plainly(row.after.exact)):
        return "what stands in its place says the same in other marks"
    if _DATED.match(row.before.exact):
        return "it is a note of a change in one release, which later notes do not replace"
    if is_announced(row.after.exact, newer.edition.source.title):
        return "what stands in its place announces a plan"
    return "what stands in its place is an upgrade note" if is_upgrade_note(row.after.exact) else ""


def _plainly(text: str) -> str:
    """Return a sentence without its marks of quotation and markup, and its line breaks."""
    return " ".join(_MARKS.sub("", text).split())


def _successor(old: ClaimRecord, after: Span, claims: Sequence[ClaimRecord]) -> str | None:
    """Return the one claim on the new sentence that speaks of the same thing, or None."""
    there = [
        claim
        for claim in claims
        if any(
            span.version == after.version and span.start < after.end and after.start < span.end
            for span in claim.spans
        )
    ]
    if old.reading is not None:
        subject = subject_of(old.reading)
        alike = [
            claim
            for claim in there
            if claim.reading is not None and subject_of(claim.reading) == subject
        ]
        there = alike or [claim for claim in there if claim.reading is None]
    return there[0].iri if len(there) == 1 else None


def _edge(node: str, row: Row, after: Span, newer: CaptureRecord) -> Edge:
    return Edge(
        subjects=(node,),
        relation=Relation.SUPERSEDES,
        object=row.claim,
        evidence=(after, row.before),
        standing=Standing.INFERRED,
        agent=software(),
        at=datetime.now(UTC),
        scope=newer.edition.scope,
        confidence=_CONFIDENCE,
        plan=PLAN,
    )
