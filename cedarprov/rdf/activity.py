"""The drafts of activities: what each makes, when, and by whom; one draft becomes one bundle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from pyoxigraph import NamedNode, Triple

from cedarprov.model.edge import Agent, Claim, Edge, Review, Standing, Withdrawal
from cedarprov.model.passage import Passage
from cedarprov.model.question import ArmChoice
from cedarprov.model.source import Capture
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import write_activity, write_plan
from cedarprov.rdf.edge import (
    claim_node,
    edge_node,
    review_node,
    withdrawal_node,
    write_claim,
    write_edge,
    write_review,
    write_withdrawal,
)
from cedarprov.rdf.graph import Draft, typed
from cedarprov.rdf.naming import Names
from cedarprov.rdf.passage import write_passage
from cedarprov.rdf.scope import write_scope
from cedarprov.rdf.source import write_capture


def capture_draft(
    capture: Capture,
    agent: Agent,
    names: Names,
    *,
    first: bool,
    passages: Iterable[Passage] = (),
    edge: Edge | None = None,
    dimensions: Iterable[str] = (),
) -> Draft:
    """Return a capture, the passages of new content, and the edge that gives its scope.

    `first` says that the content was never captured before; `dimensions` are those that a
    manifest declares.
    """
    version = names.version(capture.version)
    draft = list(write_capture(capture, agent, names, first=first))
    for passage in passages:
        draft += write_passage(passage, names)
    if edge is not None:
        draft += write_scope(capture.edition.scope, names)
        draft += write_edge(edge, names)
    draft += (
        Triple(version, v.DECLARES_DIMENSION, literal.text(dimension)) for dimension in dimensions
    )
    return draft


def claim_draft(claim: Claim, agent: Agent, at: datetime, names: Names, *, plan: str = "") -> Draft:
    """Return a claim and what made it: an inference where a plan is named, else a curation."""
    node = claim_node(claim, names)
    kind, name = (v.INFERENCE, "inference") if plan else (v.CURATION, "curation")
    activity = names.activity(name, node.value, names.agent(agent).value)
    return [
        *write_activity(activity, kind, agent, (at, at), names),
        *(write_plan(activity, agent, plan, names) if plan else ()),
        *write_claim(claim, names),
        *_made(node, activity, agent, at, names),
    ]


def edge_draft(edge: Edge, names: Names) -> Draft:
    """Return an edge and the curation or inference that made it."""
    node = edge_node(edge, names)
    inferred = edge.standing is Standing.INFERRED
    kind, name = (v.INFERENCE, "inference") if inferred else (v.CURATION, "curation")
    activity = names.activity(name, node.value)
    span = (edge.at, edge.at)
    plan = write_plan(activity, edge.agent, edge.plan, names) if edge.plan else ()
    return [
        *write_activity(activity, kind, edge.agent, span, names),
        *plan,
        *write_edge(edge, names),
        Triple(node, v.WAS_GENERATED_BY, activity),
    ]


def review_draft(review: Review, names: Names) -> Draft:
    """Return a review and the activity in which it was made."""
    node = review_node(review, names)
    activity = names.activity("reviewing", node.value)
    span = (review.started, review.ended)
    return [
        *write_activity(activity, v.REVIEWING, review.reviewer, span, names),
        *write_review(review, names),
        Triple(node, v.WAS_GENERATED_BY, activity),
    ]


def withdrawal_draft(withdrawal: Withdrawal, names: Names) -> Draft:
    """Return a withdrawal and the activity in which it was decided."""
    node = withdrawal_node(withdrawal, names)
    activity = names.activity("reviewing", node.value)
    span = (withdrawal.started, withdrawal.ended)
    return [
        *write_activity(activity, v.REVIEWING, withdrawal.agent, span, names),
        *write_withdrawal(withdrawal, names),
        Triple(node, v.WAS_GENERATED_BY, activity),
    ]


def receipt_draft(receipt: str, agent: Agent, at: datetime, names: Names) -> Draft:
    """Return a receipt (JSON) and the retrieval that it is the record of."""
    node = names.record("receipt", receipt)
    activity = names.activity("retrieval", node.value)
    return [
        *write_activity(activity, v.RETRIEVAL, agent, (at, at), names),
        *typed(node, v.RECEIPT, v.ENTITY),
        Triple(node, v.RECEIPT_JSON, literal.text(receipt)),
        Triple(node, v.WAS_GENERATED_BY, activity),
        Triple(node, v.GENERATED_AT_TIME, literal.instant(at)),
    ]


def map_draft(
    words: str, map_json: str, *, quoted: Iterable[str], agent: Agent, at: datetime, names: Names
) -> Draft:
    """Return an answer map (JSON), the passages that it quotes, and the retrieval that drew it."""
    node = names.record("answer-map", words, map_json)
    activity = names.activity("retrieval", node.value)
    return [
        *write_activity(activity, v.RETRIEVAL, agent, (at, at), names),
        *typed(node, v.ANSWER_MAP, v.ENTITY),
        Triple(node, v.ASKS, literal.text(words)),
        Triple(node, v.MAP_JSON, literal.text(map_json)),
        *(Triple(node, v.WAS_DERIVED_FROM, NamedNode(passage)) for passage in quoted),
        Triple(node, v.WAS_GENERATED_BY, activity),
        Triple(node, v.GENERATED_AT_TIME, literal.instant(at)),
    ]


def arm_choice_draft(choice: ArmChoice, names: Names) -> Draft:
    """Return the choice of an arm and the curation in which it was made."""
    node = names.record("arm-choice", choice.arm, choice.agent.name, choice.at.isoformat())
    activity = names.activity("curation", node.value)
    return [
        *write_activity(activity, v.CURATION, choice.agent, (choice.at, choice.at), names),
        *typed(node, v.ARM_CHOICE, v.ENTITY),
        Triple(node, v.CHOSEN_ARM, literal.text(choice.arm)),
        *([Triple(node, v.REASON, literal.text(choice.reason))] if choice.reason else ()),
        *_made(node, activity, choice.agent, choice.at, names),
    ]


def _made(
    node: NamedNode, activity: NamedNode, agent: Agent, at: datetime, names: Names
) -> Iterator[Triple]:
    yield Triple(node, v.WAS_GENERATED_BY, activity)
    yield Triple(node, v.WAS_ATTRIBUTED_TO, names.agent(agent))
    yield Triple(node, v.GENERATED_AT_TIME, literal.instant(at))
