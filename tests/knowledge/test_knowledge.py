"""The verbs of an open store, and what each says of wrong use."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

import cedarprov
from cedarprov.errors import (
    BadDate,
    BadQuestion,
    BadReceipt,
    BadScope,
    CedarprovError,
    NotAStore,
    StoreClosed,
    StoreExists,
    UnknownDimension,
)
from cedarprov.model.receipt import ReasonCode
from cedarprov.model.scope import Scope
from cedarprov.model.time import Certainty
from cedarprov.retrieve.citation import CitedClaim
from cedarprov.retrieve.receipt import to_json

QUESTION = "What is the pressure limit?"
MANIFEST = """
dimensions = ["deployment"]
[[source]]
match = "one.md"
name = "manual"
edition = "1"
published = "2023"
scope = { release = "1" }
[[source]]
match = "two.md"
name = "manual"
edition = "2"
published = "2024-06-01"
scope = { release = "2" }
"""


@pytest.fixture
def filled(kb, write):
    folder = write(
        {
            "in/one.md": "# Pump\n\nThe pressure limit is 30 bar.\n",
            "in/two.md": "# Pump\n\nThe pressure limit is 40 bar.\n",
            "m.toml": MANIFEST,
        }
    )
    kb.ingest(folder / "in", manifest=folder / "m.toml")
    return kb


# -- life -----------------------------------------------------------------------------------------


def test_a_store_is_closed_at_the_end_of_its_context_and_says_so(kb):
    kb.close()
    kb.close()

    for verb in (kb.sources, kb.info, kb.verify, lambda: kb.ask(QUESTION), lambda: kb.sequence):
        with pytest.raises(StoreClosed):
            verb()
    with pytest.raises(StoreClosed):
        kb.ingest(kb.path)


def test_a_store_is_not_made_over_something_and_not_opened_where_there_is_none(kb, tmp_path):
    with pytest.raises(StoreExists):
        cedarprov.create(kb.path)
    with pytest.raises(NotAStore):
        cedarprov.open(tmp_path / "nowhere")


def test_closing_lets_the_next_writer_in(kb, write):
    kb.ingest(write({"a.md": "Text.\n"}))
    kb.close()

    with cedarprov.open(kb.path, wait=0, dense=False) as other:
        assert other.ingest(write({"a.md": "Other text.\n"})).new_versions == 1


def test_a_writer_sees_its_own_writes(kb, write):
    version = kb.ingest(write({"a.md": "Text.\n"})).files[0].version
    claim = kb.claim("It is text", quote="Text", version=version)

    assert kb.sequence == 2
    assert kb.info().counts["Claim"] == 1
    assert kb.trail(claim)


# -- asking ---------------------------------------------------------------------------------------


def test_an_answer_is_that_of_the_scope_and_quotes_it_exactly(filled):
    answer = filled.ask(QUESTION, scope={"release": "2"})

    assert "40 bar" in answer.text
    assert "30 bar" not in answer.text


def test_a_scope_may_be_given_in_any_of_three_ways(filled):
    ways = [{"release": "2"}, ["release=2"], Scope.of({"release": "2"})]

    assert len({filled.ask(QUESTION, scope=way).text for way in ways}) == 1


def test_a_dimension_that_only_a_manifest_declares_may_be_asked_about(filled):
    assert filled.ask(QUESTION, scope={"release": "2", "deployment": "new"})


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"words": " "}, BadQuestion),
        ({"budget": 0}, CedarprovError),
        ({"hops": 3}, CedarprovError),
        ({"records": 41}, CedarprovError),
        ({"arm": "magic"}, CedarprovError),
        ({"scope": {"colour": "blue"}}, UnknownDimension),
        ({"scope": {"release": "2.6..2.0"}}, BadScope),
        ({"as_of": {"published": "30 February"}}, BadDate),
        ({"as_of": {"sidereal": "2024"}}, BadQuestion),
        ({"as_of": {"record": "-1"}}, BadQuestion),
        ({"as_of": {"record": "999"}}, BadQuestion),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_by_our_own_errors(filled, wrong, error):
    given = {"words": QUESTION, **wrong}

    with pytest.raises(error):
        filled.ask(given.pop("words"), **given)


def test_an_unknown_dimension_is_told_with_the_known_ones(filled):
    with pytest.raises(UnknownDimension, match=r"deployment.*release"):
        filled.ask(QUESTION, scope={"colour": "blue"})


def test_the_record_clock_shows_the_store_as_it_was(kb, write):
    before = kb.ingest(write({"a.md": "# Pump\n\nThe pressure limit is 30 bar.\n"})).sequence
    kb.ingest(write({"a.md": "# Pump\n\nThe pressure limit is 40 bar.\n"}))

    then = kb.ask(QUESTION, as_of={"record": before})

    assert "30 bar" in then.text
    assert "40 bar" in kb.ask(QUESTION).text


def test_the_clocks_of_capture_and_publication_are_apart(kb, write):
    for year, bars in ((2020, 30), (2022, 40)):
        text = f"---\nname: pump\nedition: '{year}'\npublished: {year - 10}\n---\n"
        folder = write({"a.md": f"{text}The pressure limit is {bars} bar.\n"})
        kb.ingest(folder, at=datetime(year, 1, 1, tzinfo=UTC))

    captured = kb.ask(QUESTION, as_of={"captured": "2021"})
    published = kb.ask(QUESTION, as_of={"published": "2011"})

    for answer in (captured, published):
        assert "30 bar" in answer.text
        assert "40 bar" not in answer.text
    assert not kb.ask(QUESTION, as_of={"captured": "2011"}).evidence


def test_what_has_no_date_may_have_been_published_and_is_flagged(kb, write):
    kb.ingest(write({"a.md": "The pressure limit is 30 bar.\n"}))

    [shown] = kb.ask(QUESTION, as_of={"published": "2011"}).evidence

    assert shown.places[0].certainty is Certainty.POSSIBLY


# -- receipts -------------------------------------------------------------------------------------


def test_a_receipt_replays_to_the_same_answer_through_json_and_after_more_was_written(
    filled, write
):
    receipt = filled.ask(QUESTION, scope={"release": "1"}).receipt
    folder = write({"in/three.md": "# Pump\n\nThe pressure limit of the new pump is 90 bar.\n"})
    filled.ingest(folder / "in")

    replay = filled.replay(json.loads(json.dumps(to_json(receipt))))

    assert (replay.same, replay.differences) == (True, ())


def test_every_candidate_has_a_reason_and_a_score_that_is_the_sum_of_its_reasons(filled):
    receipt = filled.ask(QUESTION, scope={"release": "1"}).receipt

    assert receipt.candidates
    for candidate in receipt.candidates:
        assert candidate.code in ReasonCode
        shares = sum(reason.share for reason in candidate.reasons)
        assert not candidate.reasons or candidate.score == pytest.approx(shares, abs=1e-5)


def test_why_not_explains_what_was_left_out_what_was_shown_and_what_is_unknown(filled):
    answer = filled.ask(QUESTION, scope={"release": "1"})
    [shown] = answer.evidence
    left_out = next(
        passage
        for candidate in answer.receipt.candidates
        for passage in candidate.passages
        if passage != shown.places[0].passage
    )

    explained = [
        filled.why_not(answer.receipt, passage)
        for passage in (shown.places[0].passage, left_out, f"{filled.base}passage/none")
    ]

    assert len({item.step for item in explained}) == 3


def test_a_receipt_that_is_none_is_refused(filled):
    for wrong in ({}, {"format": 1}, {"candidates": "none"}):
        with pytest.raises(BadReceipt):
            filled.replay(wrong)


def test_a_receipt_is_recorded_only_where_it_is_asked_for(filled):
    before = filled.sequence
    filled.ask(QUESTION)
    unrecorded = filled.sequence

    filled.ask(QUESTION, record=True)

    assert (unrecorded, filled.sequence) == (before, before + 1)
    assert filled.verify().ok


# -- citations ------------------------------------------------------------------------------------


def test_a_citation_resolves_only_if_it_quotes_exactly_what_was_supplied(filled):
    answer = filled.ask(QUESTION, scope={"release": "2"})
    passage = answer.evidence[0].places[0].passage
    claims = [
        CitedClaim(quote="40 bar", passage=passage),
        CitedClaim(quote="41 bar", passage=passage),
        CitedClaim(quote="40 bar", passage=f"{passage}x"),
    ]

    report = filled.cite(answer, claims=claims)

    assert [item.resolves for item in report.claims] == [True, False, False]


# -- looking --------------------------------------------------------------------------------------


def test_sources_and_editions_are_listed_in_the_order_of_their_captures(filled):
    manual = next(source for source in filled.sources() if source.name == "manual")

    assert [edition.label for edition in manual.editions] == ["1", "2"]
    assert [str(edition.scope) for edition in manual.editions] == ["release=1", "release=2"]
    assert all(edition.last_seen and not edition.not_seen for edition in manual.editions)


def test_info_counts_what_the_store_holds(filled):
    info = filled.info()

    assert info.sequence == 3
    assert info.base == filled.base
    assert (info.counts["Source"], info.counts["Edition"], info.counts["Passage"]) == (2, 3, 2)
    assert info.edges["asserted"] == 2
    assert info.dimensions == ("deployment", "release")
    assert (info.texts_indexed, info.texts_embedded, info.encoder) == (2, 0, "")


def test_a_query_of_the_user_sees_the_published_state(filled):
    query = "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } }"

    result = filled.sparql(query)

    assert len(result.rows) == 1
