"""Contradiction: two claims that give one thing's single-valued attribute values that differ.

Only where both can hold at once: in overlapping scopes, at overlapping times. Release 1 says 30 s
and release 2 says 10 s: they agree. A statement that itself says what it replaces makes no
contradiction but a candidate supersession. What comes out is inferred and hides nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from cedarprov.judge.agent import software
from cedarprov.judge.attribute import (
    SINGLE_VALUED,
    AttributePolicy,
    Ground,
    difference,
    subject_of,
)
from cedarprov.judge.ending import Ending, superseded
from cedarprov.judge.extent import Apart, Extent, Joint, extents, joint
from cedarprov.judge.inferred import Inferred
from cedarprov.judge.qualification import is_announced, is_upgrade_note
from cedarprov.judge.sentence import said_by
from cedarprov.model.edge import Edge, Relation, Standing, StructuredReading
from cedarprov.model.frozen import Frozen
from cedarprov.model.time import Certainty
from cedarprov.prose.language import folded
from cedarprov.prose.qualification import replacement
from cedarprov.store.claim_record import ClaimRecord, claim_records
from cedarprov.store.edge_record import ReviewState

if TYPE_CHECKING:
    from cedarprov.store.door import TextOf
    from cedarprov.store.session import Session

PLAN: Final = "values of one single-valued attribute that exclude each other, held to each other"
REPLACEMENT: Final = "a statement that says that it replaces the value of another"

# Not measured: an order, by how often writing the same value otherwise looks like another value.
_CONFIDENCE: Final = {
    Ground.AMOUNT: 0.9,
    Ground.VERSION: 0.9,
    Ground.DATE: 0.9,
    Ground.POLARITY: 0.8,
    Ground.NAME: 0.6,
}
_DOUBT: Final = 0.8
"""What is left of a confidence where scope or time is not stated on both sides."""

Said = Callable[[ClaimRecord], str]


class Assertion(Frozen):
    """A claim that gives a value, and where it holds."""

    claim: ClaimRecord
    reading: StructuredReading
    extents: tuple[Extent, ...]


def infer_contradictions(
    session: Session, texts: TextOf, *, policy: AttributePolicy = SINGLE_VALUED
) -> Inferred:
    """Return contradictions, and stated replacements, among the claims of a store as it is now."""
    claims = list(claim_records(session.store, session.names))
    endings = superseded(session, [claim.iri for claim in claims])
    refused: Counter[str] = Counter()
    asserted: list[Assertion] = []
    for claim in claims:
        reason = _unfit(claim, policy) or ""
        found = () if reason else extents(claim, session.catalogue)
        if reason or not found or claim.reading is None:
            refused[reason or "its text is not current"] += 1
        else:
            asserted.append(Assertion(claim=claim, reading=claim.reading, extents=found))
    return contradictions(
        asserted, said=lambda claim: said_by(claim, texts), endings=endings, refused=refused
    )


def _unfit(claim: ClaimRecord, policy: AttributePolicy) -> str | None:
    """Return why a claim cannot contradict another, or None where it can."""
    if claim.state in (ReviewState.REJECTED, ReviewState.DISPUTED):
        return "rejected in review"
    if claim.reading is None:
        return "it is not taken apart into attribute and value"
    if not policy.is_single(claim.reading.attribute):
        return "its attribute may have several values"
    return None


def contradictions(
    asserted: Iterable[Assertion],
    *,
    said: Said,
    endings: Sequence[Ending] = (),
    refused: Counter[str] | None = None,
) -> Inferred:
    """Return an edge for each pair of assertions that cannot both hold.

    `said` gives the words that a claim stands in; `endings` are supersessions that were accepted.
    `refused` counts, by reason, pairs that differ and yet do not contradict each other.
    """
    groups: dict[tuple[str, frozenset[str]], list[Assertion]] = defaultdict(list)
    for item in asserted:
        groups[subject_of(item.reading)].append(item)
    counts = Counter(refused or {})
    edges = [
        edge
        for _, group in sorted(groups.items(), key=lambda item: (item[0][0], sorted(item[0][1])))
        for one, other in combinations(sorted(group, key=lambda item: item.claim.iri), 2)
        for edge in _between(one, other, said, endings, counts)
    ]
    return Inferred(plan=PLAN, edges=tuple(edges), refused=dict(counts))


def _between(
    one: Assertion, other: Assertion, said: Said, endings: Sequence[Ending], counts: Counter[str]
) -> Iterator[Edge]:
    ground = difference(one.reading, other.reading)
    if ground is None:
        return
    shared = _joint(one, other)
    if isinstance(shared, Apart):
        counts[shared] += 1
    elif _is_settled(one, other, shared, endings):
        counts["one of them was superseded"] += 1
    elif _stand_together(one, other, said):
        counts["they stand in one sentence, which tells them apart"] += 1
    elif reason := _no_assertion(one, said) or _no_assertion(other, said):
        counts[reason] += 1
    elif (pair := _replacing(one, other, said)) is not None:
        yield _edge(pair, shared, Relation.SUPERSEDES, REPLACEMENT, _CONFIDENCE[ground])
    else:
        yield _edge((one, other), shared, Relation.CONTRADICTS, PLAN, _confidence(ground, shared))


def _joint(one: Assertion, other: Assertion) -> Joint | Apart:
    """Return the surest of what the extents of two assertions share, or why they share nothing."""
    found = [joint(mine, theirs) for mine, theirs in product(one.extents, other.extents)]
    shared = [item for item in found if isinstance(item, Joint)]
    if not shared:
        return next(item for item in found if isinstance(item, Apart))
    return max(shared, key=lambda item: (item.in_time is Certainty.IN, item.stated))


def _is_settled(one: Assertion, other: Assertion, shared: Joint, endings: Sequence[Ending]) -> bool:
    ends = {one.claim.iri, other.claim.iri}
    return any(item.claim in ends and item.scope.overlaps(shared.scope) for item in endings)


def _stand_together(one: Assertion, other: Assertion, said: Said) -> bool:
    versions = [{span.version for span in item.claim.spans} for item in (one, other)]
    return bool(versions[0] & versions[1]) and said(one.claim) == said(other.claim)


def _no_assertion(item: Assertion, said: Said) -> str:
    """Return why the words of a claim assert no value of their own time, or ""."""
    words = f"{said(item.claim)} {item.claim.statement}"
    if any(is_announced(words, extent.title) for extent in item.extents):
        return "it announces a plan"
    return "it is an upgrade note" if is_upgrade_note(words) else ""


def _replacing(one: Assertion, other: Assertion, said: Said) -> tuple[Assertion, Assertion] | None:
    """Return the assertion that says that it replaces the value of the other, and the other."""
    for new, old in ((one, other), (other, one)):
        phrase = replacement(said(new.claim))
        if phrase is not None and folded(f"{old.reading.value}{old.reading.unit}") in folded(
            phrase
        ):
            return new, old
    return None


def _confidence(ground: Ground, shared: Joint) -> float:
    doubts = (shared.in_time is not Certainty.IN) + (not shared.stated)
    return round(_CONFIDENCE[ground] * _DOUBT**doubts, 3)


def _edge(
    pair: tuple[Assertion, Assertion],
    shared: Joint,
    relation: Relation,
    plan: str,
    confidence: float,
) -> Edge:
    one, other = (item.claim for item in pair)
    return Edge(
        subjects=(one.iri,),
        relation=relation,
        object=other.iri,
        evidence=(one.spans[0], other.spans[0]),
        standing=Standing.INFERRED,
        agent=software(),
        at=datetime.now(UTC),
        scope=shared.scope,
        confidence=confidence,
        plan=plan,
    )
