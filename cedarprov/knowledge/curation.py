"""What is recorded by hand, from claims to receipts: one activity and one bundle for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from cedarprov.errors import BadBinding, BadValue, UnknownIri, UnresolvedReference
from cedarprov.ingest.anchor import anchor
from cedarprov.judge.agent import software
from cedarprov.model.edge import (
    Agent,
    Claim,
    Declaration,
    Edge,
    Relation,
    Review,
    Standing,
    Verdict,
    Withdrawal,
)
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.question import ArmChoice
from cedarprov.model.receipt import Receipt
from cedarprov.model.scope import Scope
from cedarprov.rdf.activity import (
    arm_choice_draft,
    claim_draft,
    edge_draft,
    receipt_draft,
    review_draft,
    withdrawal_draft,
)
from cedarprov.rdf.edge import claim_node, edge_node, review_node, withdrawal_node
from cedarprov.rdf.graph import INDEX
from cedarprov.retrieve.extract import passage_start
from cedarprov.retrieve.receipt import to_json
from cedarprov.store.door import TextOf
from cedarprov.store.query import table
from cedarprov.store.session import Session, WritingSession


class PassageFound(Frozen):
    """A passage's text, version and place in the record."""

    text: str
    version: str
    sequence: int


class Selector(Frozen):
    """A quotation and what tells its places apart (Web Annotation, 4.2.4 and 4.2.5)."""

    exact: str
    prefix: str = ""
    suffix: str = ""
    start: int | None = None


class Stretch(Frozen):
    """The code points of a version from `start` on, up to `end` (None: its end)."""

    version: str
    start: int = 0
    end: int | None = None


_PASSAGE: Final = table("retrieve/passage", PassageFound)


def find_passage(session: Session, passage: str) -> PassageFound | None:
    """Return what the store knows of a passage, or None."""
    try:
        rows = _PASSAGE.rows(session.store, passage=passage, index=session.names.graph(INDEX))
        return min(rows, key=lambda row: row.sequence, default=None)
    except BadBinding:  # it is no IRI at all
        return None


def place_of(session: Session, *, passage: str | None, version: str | None) -> Stretch:
    """Return the stretch of text that is named by a passage or a version.

    Raises:
        BadValue: Neither is named, or both are.
        UnknownIri: The store does not hold it.
    """
    if (passage is None) == (version is None):
        raise BadValue("passage or version", (passage, version), "one of the two")
    if passage is not None:
        found = find_passage(session, passage)
        if found is None:
            raise UnknownIri(passage, "passage")
        end = int(passage.rpartition("-")[2])
        return Stretch(version=found.version, start=passage_start(passage), end=end)
    if version is None or not session.catalogue.knows_version(version):
        raise UnknownIri(str(version), "version")
    return Stretch(version=version)


def anchored(stretch: Stretch, selector: Selector, texts: TextOf) -> Span:
    """Return the span of a quotation within a stretch of text.

    Raises:
        QuoteNotFound: The text does not contain the quotation, there or at all.
        AmbiguousQuote: It occurs more than once; the places are named.
    """
    text = texts(stretch.version)[stretch.start : stretch.end]
    start, end = anchor(
        text,
        selector.exact,
        prefix=selector.prefix,
        suffix=selector.suffix,
        start=selector.start,
        place=stretch.version,
    )
    return Span(
        version=stretch.version,
        start=stretch.start + start,
        end=stretch.start + end,
        exact=selector.exact,
    )


def add_claim(session: WritingSession, claim: Claim, agent: Agent) -> str:
    """Commit a claim unless it is known, and return its IRI.

    Raises:
        UnresolvedReference: The store describes no such version.
    """
    [iri] = add_claims(session, [claim], agent)
    return iri


def add_claims(
    session: WritingSession, claims: Sequence[Claim], agent: Agent, *, plan: str = ""
) -> list[str]:
    """Commit the claims that are not known as one batch, and return the IRIs of all.

    They are inferred where a plan is named.

    Raises:
        UnresolvedReference: The store describes no such version.
    """
    _require(session, *{span.version for claim in claims for span in claim.spans})
    nodes = [claim_node(claim, session.names).value for claim in claims]
    new = {
        node: claim for node, claim in zip(nodes, claims, strict=True) if not session.holds(node)
    }
    now = datetime.now(UTC)
    session.commit(
        [claim_draft(claim, agent, now, session.names, plan=plan) for claim in new.values()],
        {span.exact: None for claim in new.values() for span in claim.spans},
    )
    return nodes


def edge_of(
    subjects: tuple[str, ...],
    relation: Relation,
    object: str,  # noqa: A002 - RDF's own word
    *,
    evidence: Sequence[Span] | str,
    scope: Scope,
    agent: Agent,
    confidence: float | None,
    plan: str,
) -> Edge:
    """Return an edge as a value; it is inferred where a plan is named.

    Raises:
        ModelError: A value cannot be right.
    """
    spoken: tuple[Span | Declaration, ...]
    if isinstance(evidence, str):
        spoken = (Declaration(statement=evidence, agent=agent),)
    else:
        spoken = tuple(evidence)
    return Edge(
        subjects=subjects,
        relation=relation,
        object=object,
        evidence=spoken,
        standing=Standing.INFERRED if plan else Standing.ASSERTED,
        agent=agent,
        at=datetime.now(UTC),
        scope=scope,
        confidence=confidence,
        plan=plan,
    )


def add_edge(session: WritingSession, edge: Edge) -> str:
    """Commit an edge unless it is known, and return its IRI.

    Raises:
        UnresolvedReference: The store describes no such record.
    """
    [iri] = add_edges(session, [edge])
    return iri


def add_edges(session: WritingSession, edges: Sequence[Edge]) -> list[str]:
    """Commit the edges that are not known as one batch, and return the IRIs of all.

    Raises:
        UnresolvedReference: The store describes no such record.
    """
    spans = [item for edge in edges for item in edge.evidence if isinstance(item, Span)]
    ends = {iri for edge in edges for iri in (*edge.subjects, edge.object)}
    _require(session, *ends, *{span.version for span in spans})
    nodes = [edge_node(edge, session.names).value for edge in edges]
    new = {node: edge for node, edge in zip(nodes, edges, strict=True) if not session.holds(node)}
    session.commit(
        [edge_draft(edge, session.names) for edge in new.values()],
        dict.fromkeys(span.exact for span in spans),
    )
    return nodes


def review_of(
    record: str,
    verdict: Verdict,
    *,
    reviewer: Agent,
    reason: str,
    started: datetime,
    ended: datetime,
) -> Review:
    """Return a review as a value; times are turned to UTC.

    Raises:
        ModelError: It ended before it started.
    """
    return Review(
        on=record,
        verdict=verdict,
        reviewer=reviewer,
        reason=reason,
        started=started.astimezone(UTC),
        ended=ended.astimezone(UTC),
    )


def add_review(session: WritingSession, review: Review) -> str:
    """Commit a review unless it is known, and return its IRI.

    Raises:
        UnresolvedReference: The store describes no such record.
    """
    [iri] = add_reviews(session, [review])
    return iri


def add_reviews(session: WritingSession, reviews: Sequence[Review]) -> list[str]:
    """Commit the reviews that are not known as one batch, and return the IRIs of all.

    Raises:
        UnresolvedReference: The store describes no such record.
    """
    _require(session, *{review.on for review in reviews})
    nodes = [review_node(review, session.names).value for review in reviews]
    new = {
        node: review for node, review in zip(nodes, reviews, strict=True) if not session.holds(node)
    }
    session.commit([review_draft(review, session.names) for review in new.values()], ())
    return nodes


def add_withdrawal(session: WritingSession, withdrawal: Withdrawal) -> str:
    """Commit a withdrawal unless it is known, and return its IRI.

    Raises:
        UnresolvedReference: The store describes no such record.
        ShapeViolation: The record is none that can be withdrawn.
    """
    _require(session, withdrawal.on)
    node = withdrawal_node(withdrawal, session.names)
    if not session.holds(node.value):
        session.commit([withdrawal_draft(withdrawal, session.names)], ())
    return node.value


def add_receipt(session: WritingSession, receipt: Receipt) -> None:
    """Commit a receipt as a bundle of its own."""
    written = json.dumps(to_json(receipt), sort_keys=True, ensure_ascii=False)
    draft = receipt_draft(written, software(), datetime.now(UTC), session.names)
    session.commit([draft], ())


def add_arm_choice(session: WritingSession, choice: ArmChoice) -> None:
    """Commit the choice of an arm as a bundle of its own."""
    session.commit([arm_choice_draft(choice, session.names)], ())


def _require(session: Session, *iris: str) -> None:
    for iri in iris:
        if not session.holds(iri):
            raise UnresolvedReference(iri)
