"""Claims, edges and reviews made by hand."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from cedarprov.errors import (
    AmbiguousQuote,
    BadValue,
    CedarprovError,
    QuoteNotFound,
    UnknownIri,
    UnresolvedReference,
)
from cedarprov.model.edge import Agent, AgentKind, Claim, Verdict
from cedarprov.model.passage import Span
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import ACCEPTED, ASSERTED, PENDING

ANNA, BEN = Agent(name="Anna"), Agent(name="Ben")
BOT = Agent(name="matcher", kind=AgentKind.SOFTWARE, version="1")


@pytest.fixture
def version(kb, write) -> str:
    text = "# Valves\n\nValve A closes before service.\n\nValve B opens.\n"
    return kb.ingest(write({"valves.md": text})).files[0].version


@pytest.fixture
def claims(kb, version) -> list[str]:
    return [
        kb.claim(said, quote=quote, version=version, agent=ANNA)
        for said, quote in (("A closes", "Valve A closes"), ("B opens", "Valve B opens"))
    ]


def followed(kb) -> dict[str, int]:
    session = kb._reading()
    return {
        name: len(list(session.store.quads(None, None, None, session.names.graph(name))))
        for name in (ASSERTED, ACCEPTED, PENDING)
    }


# -- exact text -----------------------------------------------------------------------------------


def test_claims_resolve_only_to_the_one_place_that_is_meant(kb, shared):
    folder = shared / "cases/S01"
    expected = json.loads((folder / "expect.json").read_text())
    version = kb.ingest(folder / "notes.txt").files[0].version

    for wanted in expected["claims"]:
        where = {key: wanted[key] for key in ("prefix", "suffix", "start") if key in wanted}
        before = kb.sequence
        if wanted["resolves_to"] is None:
            with pytest.raises((AmbiguousQuote, QuoteNotFound)):
                kb.claim("It is closed", quote=wanted["quote"], version=version, **where)
            assert kb.sequence == before
        else:
            span = kb.span(wanted["quote"], version=version, **where)
            claim = kb.claim("It is closed", quote=wanted["quote"], version=version, **where)
            assert [span.start, span.end] == wanted["resolves_to"]
            assert kb.trail(claim)


def test_an_ambiguous_quotation_is_refused_with_all_its_places(kb, shared):
    folder = shared / "cases/S01"
    expected = json.loads((folder / "expect.json").read_text())
    version = kb.ingest(folder / "notes.txt").files[0].version

    with pytest.raises(AmbiguousQuote) as caught:
        kb.claim("It is closed", quote=expected["quote"], version=version)

    assert [list(place) for place in caught.value.places] == expected["occurrences"]


def test_a_span_in_a_passage_counts_from_its_version_s_beginning(kb, version):
    text = kb._connection.texts(version)
    passage = kb.ask("Valve B").evidence[0].places[0].passage

    span = kb.span("Valve B", passage=passage)

    assert text[span.start : span.end] == "Valve B"
    assert span.version == version


@pytest.mark.parametrize("quote", ["valve a", "Valve  A", "Valve A closes  ", "Valve Ä"])
def test_nothing_is_matched_fuzzily(kb, version, quote):
    with pytest.raises(QuoteNotFound):
        kb.claim("It is so", quote=quote, version=version)


def test_a_place_must_be_named_by_a_passage_or_a_version(kb, version):
    with pytest.raises(BadValue):
        kb.claim("It is so", quote="Valve A")
    with pytest.raises(BadValue):
        kb.claim("It is so", quote="Valve A", version=version, passage="urn:x")
    with pytest.raises(UnknownIri):
        kb.claim("It is so", quote="Valve A", version=f"{version}x")
    with pytest.raises(UnknownIri):
        kb.claim("It is so", quote="Valve A", passage=f"{kb.base}passage/none/utf-8%2F1/0-4")


def test_a_claim_may_rest_on_several_spans(kb, version):
    spans = tuple(kb.span(quote, version=version) for quote in ("Valve A", "Valve B"))

    claim = kb.add_claim(Claim(statement="There are two valves", spans=spans), agent=ANNA)

    links = kb._reading().store.quads(None, v.RESOLVES_TO)
    assert len([quad for quad in links if quad.subject.value == claim]) == 2


# -- once -----------------------------------------------------------------------------------------


def test_what_is_said_twice_is_recorded_once(kb, version, claims):
    ended = datetime(2024, 3, 1, 12, tzinfo=UTC)

    def said() -> list[str]:
        claim = kb.claim("A closes", quote="Valve A closes", version=version, agent=ANNA)
        edge = kb.edge(claim, "contradicts", claims[1], evidence="I know it", agent=ANNA)
        return [claim, edge, kb.review(edge, "accepted", reviewer=BEN, ended=ended)]

    first, sequence = said(), kb.sequence

    assert said() == first
    assert kb.sequence == sequence


def test_the_same_edge_by_another_agent_is_another_edge(kb, claims):
    edges = {
        kb.edge(claims[0], "supports", claims[1], evidence="I know it", agent=agent)
        for agent in (ANNA, BEN)
    }

    assert len(edges) == 2


# -- standing and reviews -------------------------------------------------------------------------


def test_an_accepted_inference_is_followed_and_stays_inferred(kb, claims):
    edge = kb.edge(claims[0], "supports", claims[1], evidence="same", agent=BOT, plan="words")
    pending = followed(kb)
    kb.review(edge, Verdict.ACCEPTED, reviewer=ANNA)

    assert pending == {ASSERTED: 0, ACCEPTED: 0, PENDING: 1}
    assert followed(kb) == {ASSERTED: 0, ACCEPTED: 1, PENDING: 0}
    types = [quad.object for quad in kb._reading().store.quads(None, v.TYPE)
             if quad.subject.value == edge]  # fmt: skip
    assert v.INFERRED_EDGE in types
    assert v.ASSERTED_EDGE not in types
    assert kb.info().edges["accepted"] == 1


def test_an_edge_that_was_rejected_or_is_disputed_is_not_followed(kb, claims):
    edge = kb.edge(claims[0], "supports", claims[1], evidence="I know it", agent=ANNA)
    kb.review(edge, "rejected", reviewer=BEN, reason="it does not")
    rejected, states = followed(kb), [dict(kb.info().edges)]
    kb.review(edge, "accepted", reviewer=ANNA)
    states.append(dict(kb.info().edges))

    assert rejected == followed(kb) == {ASSERTED: 0, ACCEPTED: 0, PENDING: 0}
    assert (states[0]["rejected"], states[1]["disputed"]) == (1, 1)
    assert kb.verify().ok


def test_a_review_keeps_the_time_that_it_took(kb, claims):
    started = datetime(2024, 3, 1, 12, tzinfo=UTC)
    edge = kb.edge(claims[0], "supports", claims[1], evidence="I know it", agent=ANNA)

    kb.review(edge, "accepted", reviewer=BEN, started=started, ended=started + timedelta(minutes=3))

    written = {quad.object.value for quad in kb._reading().store.quads(None, v.STARTED_AT_TIME)}
    assert "2024-03-01T12:00:00Z" in written


def test_an_edge_or_a_review_of_what_is_not_there_is_refused_and_nothing_written(kb, claims):
    nowhere, before = f"{kb.base}claim/nowhere", kb.sequence

    with pytest.raises(UnresolvedReference):
        kb.edge(claims[0], "supports", nowhere, evidence="I know it")
    with pytest.raises(UnresolvedReference):
        kb.review(nowhere, "accepted", reviewer=ANNA)

    assert kb.sequence == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"relation": "resembles"},
        {"evidence": ""},
        {"evidence": ()},
        {"confidence": 1.5},
        {"plan": "words"},
    ],
)
def test_an_edge_that_cannot_be_right_is_refused_by_our_own_errors(kb, claims, wrong):
    given = {"relation": "supports", "evidence": "I know it", **wrong}
    relation = given.pop("relation")
    before = kb.sequence

    with pytest.raises(CedarprovError):
        kb.edge(claims[0], relation, claims[1], agent=ANNA, **given)

    assert kb.sequence == before


@pytest.mark.parametrize("other", ["no IRI", "urn:elsewhere"])
def test_a_span_of_a_version_that_is_not_there_is_refused_and_nothing_written(kb, claims, other):
    span = Span(version=other, start=0, end=3, exact="one")
    before = kb.sequence

    with pytest.raises(UnresolvedReference):
        kb.add_claim(Claim(statement="It is one", spans=(span,)))
    with pytest.raises(UnresolvedReference):
        kb.edge(claims[0], "supports", claims[1], evidence=[span])

    assert kb.sequence == before


def test_half_of_a_surrogate_pair_is_refused_by_our_own_errors(kb, version, claims):
    with pytest.raises(BadValue, match="surrogate"):
        kb.claim("\ud800", quote="opens", version=version)
    with pytest.raises(BadValue, match="surrogate"):
        kb.review(claims[0], "accepted", reviewer=ANNA, reason="\ud800")


def test_software_cannot_review_what_software_inferred(kb, claims):
    edge = kb.edge(claims[0], "supports", claims[1], evidence="same", agent=BOT, plan="words")
    before = kb.sequence

    with pytest.raises(BadValue, match="only people review"):
        kb.review(edge, "accepted", reviewer=BOT)

    assert kb.sequence == before


def test_an_unknown_verdict_is_refused_by_our_own_errors(kb, claims):
    with pytest.raises(CedarprovError):
        kb.review(claims[0], "perhaps", reviewer=ANNA)


def test_a_claim_can_be_reviewed_too(kb, claims):
    assert kb.review(claims[0], "rejected", reviewer=BEN)
    assert kb.verify().ok
