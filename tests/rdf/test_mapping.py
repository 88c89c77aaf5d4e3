"""Model values as triples and back."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from pyoxigraph import Quad, Store, Triple
from strategies import (
    NAMES,
    Draft,
    agents,
    claims,
    drafts,
    edges,
    editions,
    instants,
    known_times,
    passages,
    reviews,
    scopes,
    sources,
    spans,
    times,
    versions,
    withdrawals,
)

from cedarprov.model.edge import Agent, Claim, Edge, Review, Withdrawal
from cedarprov.model.frozen import replace
from cedarprov.model.passage import Passage, Span
from cedarprov.model.scope import Condition, Scope
from cedarprov.model.source import Edition, Source, Version
from cedarprov.model.time import KnownTime, Time, UnknownTime
from cedarprov.rdf import literal
from cedarprov.rdf.agent import read_agent, write_agent
from cedarprov.rdf.edge import (
    claim_node,
    edge_node,
    evidence_node,
    read_claim,
    read_edge,
    read_review,
    read_withdrawal,
    review_node,
    withdrawal_node,
    write_claim,
    write_edge,
    write_review,
    write_withdrawal,
)
from cedarprov.rdf.graph import Description
from cedarprov.rdf.passage import (
    read_passage,
    read_span,
    span_node,
    write_passage,
    write_span,
    write_text,
)
from cedarprov.rdf.scope import read_scope, write_scope
from cedarprov.rdf.source import (
    read_edition,
    read_source,
    read_version,
    write_edition,
    write_source,
    write_version,
)
from cedarprov.rdf.time import read_time, time_node, write_time


def stored(triples: Iterable[Triple]) -> Description:
    """What a store gives back of triples."""
    store = Store()
    store.extend(Quad(*triple) for triple in triples)
    return Description(quad.triple for quad in store)


@given(times)
def test_a_time_comes_back_as_it_was_written(time: Time):
    description = stored(write_time(time, NAMES))

    assert read_time(time_node(time, NAMES).value, description) == time


@given(scopes.filter(bool))
def test_a_scope_comes_back_as_it_was_written(scope: Scope):
    description = stored(write_scope(scope, NAMES))

    assert read_scope(NAMES.scope(scope).value, description) == scope


@given(agents)
def test_an_agent_comes_back_as_it_was_written(agent: Agent):
    description = stored(write_agent(agent, NAMES))

    assert read_agent(NAMES.agent(agent).value, description) == agent


@given(sources)
def test_a_source_comes_back_with_its_declared_name(source: Source):
    description = stored(write_source(source, NAMES))

    assert read_source(NAMES.source(source).value, description, NAMES) == source


@given(editions)
def test_an_edition_comes_back_as_it_was_written(edition: Edition):
    triples = [*write_edition(edition, NAMES), *write_source(edition.source, NAMES)]

    read = read_edition(NAMES.edition(edition).value, stored(triples), NAMES, edition.scope)

    assert read == edition


@given(versions)
def test_a_version_comes_back_as_it_was_written(version: Version):
    description = stored(write_version(version, NAMES))

    assert read_version(NAMES.version(version).value, description) == version


@given(passages())
def test_a_passage_comes_back_as_it_was_written(passage: Passage):
    triples = list(write_passage(passage, NAMES))
    node = NAMES.passage(passage.version, passage.start, passage.end)

    assert read_passage(node.value, stored(triples), NAMES) == passage
    assert len(triples) <= 9


@given(spans())
def test_a_span_comes_back_with_its_exact_quotation(span: Span):
    triples = [*write_span(span, NAMES), write_text(span.exact, NAMES)]

    assert read_span(span_node(span, NAMES).value, stored(triples)) == span


@given(claims())
def test_a_claim_comes_back_as_it_was_written(claim: Claim):
    quotations = [write_text(span.exact, NAMES) for span in claim.spans]

    description = stored([*write_claim(claim, NAMES), *quotations])
    read = read_claim(claim_node(claim, NAMES).value, description)

    assert replace(read, spans=claim.spans) == claim
    assert set(read.spans) == set(claim.spans)


@given(edges())
def test_an_edge_comes_back_as_it_was_written(edge: Edge):
    quotations = [write_text(item.exact, NAMES) for item in edge.evidence if isinstance(item, Span)]

    description = stored([*write_edge(edge, NAMES), *quotations])
    read = read_edge(edge_node(edge, NAMES).value, description)

    assert replace(read, subjects=edge.subjects, evidence=edge.evidence) == edge
    assert set(read.subjects) == set(edge.subjects)
    assert set(read.evidence) == set(edge.evidence)


@given(reviews())
def test_a_review_comes_back_as_it_was_written(review: Review):
    description = stored(write_review(review, NAMES))

    assert read_review(review_node(review, NAMES).value, description) == review


@given(withdrawals())
def test_a_withdrawal_comes_back_as_it_was_written(withdrawal: Withdrawal):
    description = stored(write_withdrawal(withdrawal, NAMES))

    assert read_withdrawal(withdrawal_node(withdrawal, NAMES).value, description) == withdrawal


@given(instants)
def test_an_instant_comes_back_to_the_microsecond(instant):
    assert literal.read_instant(literal.instant(instant).value) == instant


@given(drafts())
def test_the_store_keeps_every_triple_just_as_it_was_written(draft: Draft):
    """Otherwise the digest of a bundle would not be that of what the store gives back."""
    store = Store()

    store.extend(Quad(*triple) for triple in draft.triples)

    assert {quad.triple for quad in store} == set(draft.triples)


@given(known_times(), known_times())
def test_times_that_differ_in_any_respect_are_different_nodes(one: KnownTime, two: KnownTime):
    mixed = [
        replace(one, lexical=one.lexical + "?"),
        replace(one, zone_known=not one.zone_known),
        *([replace(one, basis=two.basis)] if two.basis is not one.basis else []),
        *([replace(one, precision=two.precision)] if two.precision is not one.precision else []),
        *([replace(one, latest=two.latest)] if two.latest > one.latest else []),
        UnknownTime(lexical=one.lexical),
    ]

    assert time_node(one, NAMES) not in {time_node(other, NAMES) for other in mixed}


@given(claims())
def test_claims_under_different_scopes_are_different_claims(claim: Claim):
    one = Scope((Condition("a", "1 b=2"),))
    two = Scope((Condition("a", "1"), Condition("b", "2")))

    assert str(one) == str(two)
    assert claim_node(replace(claim, scope=one), NAMES) != claim_node(
        replace(claim, scope=two), NAMES
    )


@given(edges())
def test_the_order_of_premises_and_evidence_makes_no_other_edge(edge: Edge):
    turned = replace(edge, subjects=edge.subjects[::-1], evidence=edge.evidence[::-1])

    assert edge_node(turned, NAMES) == edge_node(edge, NAMES)
    assert {evidence_node(item, NAMES) for item in edge.evidence}
