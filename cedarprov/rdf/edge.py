"""Claims, edges, their evidence, reviews and withdrawals as triples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode, Triple

from cedarprov.model.edge import (
    Claim,
    Declaration,
    Edge,
    Relation,
    Review,
    Standing,
    StructuredReading,
    Verdict,
    Withdrawal,
)
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import read_agent, write_agent
from cedarprov.rdf.graph import Description, typed
from cedarprov.rdf.naming import Names
from cedarprov.rdf.passage import read_span, span_node, write_span
from cedarprov.rdf.scope import read_scope, scope_link

_STANDINGS: Final = {
    Standing.ASSERTED: v.ASSERTED_EDGE,
    Standing.INFERRED: v.INFERRED_EDGE,
}
_VERDICTS: Final = {Verdict.ACCEPTED: v.ACCEPTED, Verdict.REJECTED: v.REJECTED}


def relation_node(relation: Relation) -> NamedNode:
    """Return the property that stands for a relation."""
    return NamedNode(v.NAMESPACE + relation.value)


def read_relation(node: str) -> Relation:
    """Return the relation that a property stands for."""
    return Relation(node.removeprefix(v.NAMESPACE))


# -- evidence -------------------------------------------------------------------------------------


def evidence_node(evidence: Span | Declaration, names: Names) -> NamedNode:
    """Return the IRI of a span or declaration."""
    if isinstance(evidence, Span):
        return span_node(evidence, names)
    agent = names.agent(evidence.agent).value
    return names.record("declaration", agent, evidence.statement)


def _write_evidence(evidence: Span | Declaration, names: Names) -> Iterator[Triple]:
    if isinstance(evidence, Span):
        yield from write_span(evidence, names)
        return
    node = evidence_node(evidence, names)
    yield from typed(node, v.DECLARATION, v.ENTITY)
    yield Triple(node, v.STATEMENT, literal.text(evidence.statement))
    yield Triple(node, v.WAS_ATTRIBUTED_TO, names.agent(evidence.agent))
    yield from write_agent(evidence.agent, names)


def _read_evidence(node: str, description: Description) -> Span | Declaration:
    if description.is_a(node, v.SPAN):
        return read_span(node, description)
    agent = description.iri(node, v.WAS_ATTRIBUTED_TO) or ""
    return Declaration(
        statement=description.text(node, v.STATEMENT), agent=read_agent(agent, description)
    )


# -- claims ---------------------------------------------------------------------------------------


def claim_node(claim: Claim, names: Names) -> NamedNode:
    """Return the IRI of a claim: statement, spans, reading and scope."""
    spans = sorted(span_node(span, names).value for span in claim.spans)
    scope = names.scope(claim.scope).value
    return names.record("claim", claim.statement, *_reading_parts(claim), scope, *spans)


def _reading_parts(claim: Claim) -> tuple[str, ...]:
    reading = claim.reading
    return (reading.about, reading.attribute, reading.value, reading.unit) if reading else ("",)


def write_claim(claim: Claim, names: Names) -> Iterator[Triple]:
    """Yield a claim, its spans and its structured reading."""
    node = claim_node(claim, names)
    yield from typed(node, v.CLAIM, v.ENTITY)
    yield Triple(node, v.STATEMENT, literal.text(claim.statement))
    for span in claim.spans:
        yield Triple(node, v.RESOLVES_TO, span_node(span, names))
        yield Triple(node, v.WAS_DERIVED_FROM, span_node(span, names))
        yield from write_span(span, names)
    yield from scope_link(node, v.APPLIES_UNDER, claim.scope, names)
    if claim.reading:
        yield from _write_reading(node, claim.reading, names)


def _write_reading(claim: NamedNode, reading: StructuredReading, names: Names) -> Iterator[Triple]:
    parts = (reading.about, reading.attribute, reading.value, reading.unit)
    node = names.record("reading", *parts)
    yield Triple(claim, v.READING, node)
    yield Triple(node, v.TYPE, v.STRUCTURED_READING)
    for predicate, value in zip((v.ABOUT, v.ATTRIBUTE, v.VALUE, v.UNIT), parts, strict=True):
        if value:
            yield Triple(node, predicate, literal.text(value))


def read_claim(node: str, description: Description) -> Claim:
    """Return the claim that a node stands for; quotations must be in the description."""
    reading = description.iri(node, v.READING)
    scope = description.iri(node, v.APPLIES_UNDER)
    return Claim(
        statement=description.text(node, v.STATEMENT),
        spans=tuple(read_span(span, description) for span in description.iris(node, v.RESOLVES_TO)),
        reading=_read_reading(reading, description) if reading else None,
        scope=read_scope(scope, description) if scope else Scope(),
    )


def _read_reading(node: str, description: Description) -> StructuredReading:
    return StructuredReading(
        about=description.text(node, v.ABOUT),
        attribute=description.text(node, v.ATTRIBUTE),
        value=description.text(node, v.VALUE),
        unit=description.text(node, v.UNIT),
    )


# -- edges ----------------------------------------------------------------------------------------


def edge_node(edge: Edge, names: Names) -> NamedNode:
    """Return the IRI of an edge: what it relates, on what evidence, by whom; not when."""
    evidence = sorted(evidence_node(item, names).value for item in edge.evidence)
    scope, agent = names.scope(edge.scope).value, names.agent(edge.agent).value
    parts = (edge.relation.value, edge.object, edge.standing.value, edge.plan, scope)
    ends = (*sorted(edge.subjects), edge.activity)
    return names.record("edge", *parts, agent, *ends, "|", *evidence)


def write_edge(edge: Edge, names: Names) -> Iterator[Triple]:
    """Yield a reified edge with its evidence, scope and agent."""
    node = edge_node(edge, names)
    yield from typed(node, v.EDGE, v.ENTITY, _STANDINGS[edge.standing])
    for subject in edge.subjects:
        yield Triple(node, v.SUBJECT, NamedNode(subject))
    yield Triple(node, v.RELATION, relation_node(edge.relation))
    yield Triple(node, v.OBJECT, NamedNode(edge.object))
    yield Triple(node, v.GENERATED_AT_TIME, literal.instant(edge.at))
    yield Triple(node, v.WAS_ATTRIBUTED_TO, names.agent(edge.agent))
    yield from write_agent(edge.agent, names)
    yield from scope_link(node, v.APPLIES_UNDER, edge.scope, names)
    for item in edge.evidence:
        yield Triple(node, v.EVIDENCE, evidence_node(item, names))
        yield from _write_evidence(item, names)
    if edge.activity:
        yield Triple(node, v.WAS_GENERATED_BY, NamedNode(edge.activity))
    if edge.confidence is not None:
        yield Triple(node, v.CONFIDENCE, literal.double(edge.confidence))
    if edge.plan:
        # Not prov:hadPlan, whose domain is prov:Association: an edge is an entity.
        yield Triple(node, v.FOLLOWED_PLAN, names.record("plan", edge.plan))
        yield from typed(names.record("plan", edge.plan), v.PLAN, v.ENTITY)
        yield Triple(names.record("plan", edge.plan), v.LABEL, literal.text(edge.plan))


def read_edge(node: str, description: Description) -> Edge:
    """Return the edge that a node stands for; quotations must be in the description."""
    scope = description.iri(node, v.APPLIES_UNDER)
    plan = description.iri(node, v.FOLLOWED_PLAN)
    confidence = description.text(node, v.CONFIDENCE)
    inferred = description.is_a(node, v.INFERRED_EDGE)
    return Edge(
        subjects=tuple(description.iris(node, v.SUBJECT)),
        relation=read_relation(description.iri(node, v.RELATION) or ""),
        object=description.iri(node, v.OBJECT) or "",
        evidence=tuple(
            _read_evidence(item, description) for item in description.iris(node, v.EVIDENCE)
        ),
        standing=Standing.INFERRED if inferred else Standing.ASSERTED,
        agent=read_agent(description.iri(node, v.WAS_ATTRIBUTED_TO) or "", description),
        at=literal.read_instant(description.text(node, v.GENERATED_AT_TIME)),
        scope=read_scope(scope, description) if scope else Scope(),
        confidence=float(confidence) if confidence else None,
        plan=description.text(plan, v.LABEL) if plan else "",
        activity=description.iri(node, v.WAS_GENERATED_BY) or "",
    )


# -- reviews --------------------------------------------------------------------------------------


def review_node(review: Review, names: Names) -> NamedNode:
    """Return the IRI of a review."""
    ended = literal.instant(review.ended).value
    reviewer = names.agent(review.reviewer).value
    return names.record("review", review.on, review.verdict.value, reviewer, ended)


def write_review(review: Review, names: Names) -> Iterator[Triple]:
    """Yield a review; the time it took lies between its beginning and its generation."""
    node = review_node(review, names)
    yield from typed(node, v.REVIEW, v.ENTITY)
    yield Triple(node, v.REVIEWS, NamedNode(review.on))
    yield Triple(node, v.VERDICT, _VERDICTS[review.verdict])
    # Not prov:startedAtTime, whose domain is prov:Activity: a review is an entity.
    yield Triple(node, v.BEGAN_AT, literal.instant(review.started))
    yield Triple(node, v.GENERATED_AT_TIME, literal.instant(review.ended))
    yield Triple(node, v.WAS_ATTRIBUTED_TO, names.agent(review.reviewer))
    yield from write_agent(review.reviewer, names)
    if review.reason:
        yield Triple(node, v.REASON, literal.text(review.reason))


def read_review(node: str, description: Description) -> Review:
    """Return the review that a node stands for."""
    accepted = description.iri(node, v.VERDICT) == v.ACCEPTED.value
    return Review(
        on=description.iri(node, v.REVIEWS) or "",
        verdict=Verdict.ACCEPTED if accepted else Verdict.REJECTED,
        reviewer=read_agent(description.iri(node, v.WAS_ATTRIBUTED_TO) or "", description),
        started=literal.read_instant(description.text(node, v.BEGAN_AT)),
        ended=literal.read_instant(description.text(node, v.GENERATED_AT_TIME)),
        reason=description.text(node, v.REASON),
    )


# -- withdrawals ----------------------------------------------------------------------------------


def withdrawal_node(withdrawal: Withdrawal, names: Names) -> NamedNode:
    """Return the IRI of a withdrawal."""
    ended = literal.instant(withdrawal.ended).value
    return names.record("withdrawal", withdrawal.on, names.agent(withdrawal.agent).value, ended)


def write_withdrawal(withdrawal: Withdrawal, names: Names) -> Iterator[Triple]:
    """Yield a withdrawal; what it is on is not said to be invalid (PROV-DM, 5.1.8).

    An invalidated entity can no longer be used, which questions about an earlier state still do.
    """
    node = withdrawal_node(withdrawal, names)
    yield from typed(node, v.WITHDRAWAL, v.ENTITY)
    yield Triple(node, v.WITHDRAWS, NamedNode(withdrawal.on))
    yield Triple(node, v.BEGAN_AT, literal.instant(withdrawal.started))
    yield Triple(node, v.GENERATED_AT_TIME, literal.instant(withdrawal.ended))
    yield Triple(node, v.WAS_ATTRIBUTED_TO, names.agent(withdrawal.agent))
    yield from write_agent(withdrawal.agent, names)
    if withdrawal.reason:
        yield Triple(node, v.REASON, literal.text(withdrawal.reason))


def read_withdrawal(node: str, description: Description) -> Withdrawal:
    """Return the withdrawal that a node stands for."""
    return Withdrawal(
        on=description.iri(node, v.WITHDRAWS) or "",
        agent=read_agent(description.iri(node, v.WAS_ATTRIBUTED_TO) or "", description),
        started=literal.read_instant(description.text(node, v.BEGAN_AT)),
        ended=literal.read_instant(description.text(node, v.GENERATED_AT_TIME)),
        reason=description.text(node, v.REASON),
    )
