"""Asking: what is refused, the clocks, what became of a passage, and what a receipt keeps."""

from __future__ import annotations

import json

import pytest
from library import ANNA, Document, Library, candidate, shown

from cedarprov.errors import (
    BadDate,
    BadQuestion,
    BadReceipt,
    BadScope,
    BadValue,
    CedarprovError,
    StoreClosed,
    UnknownDimension,
)
from cedarprov.model.answer import Interval, Status
from cedarprov.model.receipt import ReasonCode, Step
from cedarprov.model.time import Certainty
from cedarprov.rdf import vocabulary as v
from cedarprov.retrieve.receipt import to_json

PUMP = "The pump runs at 30 rpm."
FASTER = "The pump runs at 45 rpm."


@pytest.fixture(scope="module")
def pump(tmp_path_factory):
    document = Document(name="manual", text=PUMP, edition="1", scope="release=1 site=harbour")
    with Library(tmp_path_factory.mktemp("pump"), document) as filled:
        yield filled


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "options", "error"),
    [
        ("", {}, BadQuestion),
        ("  \n", {}, BadQuestion),
        ("half \ud800", {}, BadQuestion),
        ("pump", {"budget": 0}, BadQuestion),
        ("pump", {"hops": 3}, BadValue),
        ("pump", {"records": 41}, BadValue),
        ("pump", {"arm": "leg"}, BadValue),
        ("pump", {"scope": {"colour": "red"}}, UnknownDimension),
        ("pump", {"scope": ["release"]}, BadScope),
        ("pump", {"scope": "release=2..1"}, BadScope),
        ("pump", {"as_of": {"sundial": "2024"}}, BadQuestion),
        ("pump", {"as_of": {"published": "soon"}}, BadDate),
        ("pump", {"as_of": {"published": "03/04/2024"}}, BadDate),
        ("pump", {"as_of": {"record": "now"}}, BadQuestion),
        ("pump", {"as_of": {"record": "²"}}, BadQuestion),
        ("pump", {"as_of": {"record": "-1"}}, BadQuestion),
        ("pump", {"as_of": {"record": "999"}}, BadQuestion),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(pump, words, options, error):
    with pytest.raises(error) as refused:
        pump.kb.ask(words, **options)

    assert isinstance(refused.value, CedarprovError)
    assert refused.value.exit_code == 2


def test_an_unknown_dimension_is_told_with_those_that_are_known(pump):
    with pytest.raises(UnknownDimension) as refused:
        pump.kb.ask("pump", scope={"colour": "red"})

    assert refused.value.dimension == "colour"
    assert {"release", "site"} <= set(refused.value.known)


def test_an_unknown_relation_or_verdict_is_refused_by_name(pump):
    passage = pump.passage("pump")

    with pytest.raises(BadValue, match="supports"):
        pump.kb.edge(passage, "likes", passage, evidence="I know it", agent=ANNA)
    with pytest.raises(BadValue, match="accepted"):
        pump.kb.review(passage, "maybe", reviewer=ANNA)


def test_a_closed_store_answers_nothing(tmp_path):
    library = Library(tmp_path, Document(name="manual", text=PUMP))
    library.kb.close()

    with pytest.raises(StoreClosed):
        library.kb.ask("pump")


@pytest.mark.parametrize("words", ["?!", "zebra", "\0", "pump OR (", 'field:"x', "😀", "的"])
def test_odd_words_are_asked_like_any_other(pump, words):
    assert pump.kb.ask(words).status in Status


def test_an_empty_store_does_not_say(tmp_path):
    with Library(tmp_path) as library:
        answer = library.kb.ask("pump", arm="graph")

    assert answer.status is Status.UNSUPPORTED
    assert answer.text == "The sources do not say."
    assert answer.origins == Interval(low=0, high=0)
    assert answer.receipt.candidates == ()


def test_a_scope_may_be_given_in_three_ways(pump):
    ways = ({"release": "1"}, ["release=1"], "release=1")

    answers = [pump.kb.ask("pump", scope=way) for way in ways]

    assert len({answer.receipt.answer_digest for answer in answers}) == 1


# -- clocks ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    documents = (
        Document(name="a", text="Pump a runs.", published="2022", effective="2022-06/2023-05"),
        Document(name="b", text="Pump b runs.", published="2024-03-10", effective="2024-04-01"),
        Document(name="c", text="Pump c runs.", published="unknown", effective="unknown"),
        Document(name="d", text="Pump d runs."),
    )
    with Library(tmp_path_factory.mktemp("dated"), *documents) as filled:
        yield filled


def certainties(answer):
    return {item.text.split()[1]: item.places[0].certainty.value for item in answer.evidence}


@pytest.mark.parametrize(
    ("clock", "date", "certainty"),
    [
        ("published", "2023", {"a": "in", "c": "possibly", "d": "possibly"}),
        ("published", "2022", {"a": "possibly", "c": "possibly", "d": "possibly"}),
        ("published", "2021", {"c": "possibly", "d": "possibly"}),
        ("published", "2024-03", dict.fromkeys("bcd", "possibly") | {"a": "in"}),
        ("published", "2025", {"a": "in", "b": "in", "c": "possibly", "d": "possibly"}),
        ("effective", "2023-01", {"a": "in", "c": "possibly", "d": "possibly"}),
        ("effective", "2023", {"a": "possibly", "c": "possibly", "d": "possibly"}),
        ("effective", "2025", {"b": "in", "c": "possibly", "d": "possibly"}),
    ],
)
def test_a_dated_question_keeps_what_is_possible_and_leaves_out_what_is_certainly_out(
    dated, clock, date, certainty
):
    answer = dated.kb.ask("pump runs", as_of={clock: date})

    assert certainties(answer) == certainty
    for item in answer.receipt.candidates:
        is_doubtful = "is possibly out of time" in item.flags
        if item.is_shown:
            name = next(e.text for e in answer.evidence if e.places[0].passage in item.passages)
            assert is_doubtful == (certainty[name.split()[1]] == Certainty.POSSIBLY)
        else:
            assert item.code is ReasonCode.CERTAINLY_OUT_OF_TIME
            assert item.step is Step.PLACES


def test_two_clocks_must_both_allow_a_record(dated):
    answer = dated.kb.ask("pump", as_of={"published": "2025", "effective": "2021"})

    assert sorted(certainties(answer)) == ["c", "d"]


def test_doubt_about_time_is_told_to_the_reader(dated):
    answer = dated.kb.ask("pump", as_of={"published": "2023"})

    assert any("possibly out of time" in notice for notice in answer.notices)


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """One edition whose content was replaced: 30 rpm from June, 45 rpm from 1 August on."""
    with Library(tmp_path_factory.mktemp("changed")) as library:
        library.put(Document(name="manual", text=PUMP), day="2024-06-01")
        library.before = library.kb.sequence
        library.put(Document(name="manual", text=FASTER), day="2024-08-01")
        yield library


@pytest.mark.parametrize(
    ("captured", "texts"),
    [
        ("2024-01", []),
        ("2024-06", [PUMP]),
        ("2024-07", [PUMP]),
        ("2024-08", [PUMP, FASTER]),
        ("2024-08-01", [PUMP, FASTER]),
        ("2024-08-02", [FASTER]),
    ],
)
def test_what_was_replaced_still_answers_questions_about_its_time(changed, captured, texts):
    answer = changed.kb.ask("pump", as_of={"captured": captured})

    assert sorted(shown(answer)) == sorted(texts)


@pytest.mark.parametrize("captured", ["2024-06", "2024-08"])
def test_within_the_date_of_a_change_either_content_is_possible(changed, captured):
    answer = changed.kb.ask("pump", as_of={"captured": captured})

    assert {item.places[0].certainty for item in answer.evidence} == {Certainty.POSSIBLY}


def test_the_record_is_a_clock_of_its_own(changed):
    states = {"0": [], str(changed.before): [PUMP], str(changed.kb.sequence): [FASTER]}

    for sequence, texts in states.items():
        answer = changed.kb.ask("pump", as_of={"record": sequence})

        assert shown(answer) == texts
        assert answer.receipt.sequence == int(sequence)


def test_content_that_came_back_is_current_again(tmp_path):
    texts = (PUMP, FASTER, PUMP)
    with Library(tmp_path) as library:
        for month, text in enumerate(texts, start=6):
            library.put(Document(name="manual", text=text), day=f"2024-0{month}-01")
        now = library.kb.ask("pump")
        between = library.kb.ask("pump", as_of={"captured": "2024-07-15"})

    assert shown(now) == [PUMP]
    assert shown(between) == [FASTER]


def test_a_superseded_edition_still_answers_questions_about_it(tmp_path):
    documents = (
        Document(name="manual", text=PUMP, edition="1", scope="release=1", published="2022"),
        Document(
            name="manual", text="It makes 45 rpm now, the pump.", edition="2", scope="release=2",
            published="2024",
        ),
    )  # fmt: skip
    with Library(tmp_path, *documents) as library:
        library.link("45 rpm", "supersedes", "30 rpm")

        by_scope = library.kb.ask("pump rpm", scope={"release": "1"}, arm="graph")
        by_date = library.kb.ask("pump rpm", as_of={"published": "2023"}, arm="graph")

    assert shown(by_scope)[0] == PUMP
    assert shown(by_date) == [PUMP]
    assert by_scope.citations[0].exact in PUMP


# -- why not --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    documents = (
        Document(name="manual", text=PUMP, edition="1", scope="release=1"),
        Document(name="manual", text="Pump, release 2: 45 rpm.", edition="2", scope="release=2"),
        Document(name="essay", text="Pump " + "and so on " * 60),
        Document(name="zebras", text="Zebras graze near water."),
        Document(name="draft", text="The draft pump makes 20 rpm.", scope="release=1"),
        Document(name="mirror", text=PUMP + "\n", edition="x", scope="release=2"),
    )
    with Library(tmp_path_factory.mktemp("shelf"), *documents) as library:
        library.put(Document(name="draft", text="The pump is final.", scope="release=1"))
        library.answer = library.kb.ask(
            "How fast does the pump run?", scope={"release": "1"}, budget=60
        )
        library.put(Document(name="late", text="A pump that came late."))
        yield library


@pytest.mark.parametrize(
    ("words", "code", "step"),
    [
        ("Pump, release 2", ReasonCode.SCOPE_DOES_NOT_APPLY, Step.PLACES),
        ("and so on", ReasonCode.OVER_BUDGET, Step.BUDGET),
        ("Zebras", ReasonCode.NOT_RANKED, Step.CANDIDATES),
        ("draft pump", ReasonCode.NOT_CURRENT, Step.PLACES),
        ("final", ReasonCode.SHOWN, Step.SHOWN),
        ("came late", ReasonCode.NOT_YET_STORED, Step.STORE),
    ],
)
def test_why_not_names_the_step_at_which_a_passage_fell_out(shelf, words, code, step):
    passage = shelf.passage(words)

    explained = shelf.kb.why_not(to_json(shelf.answer.receipt), passage)

    assert (explained.code, explained.step) == (code, step)
    assert explained.passage == passage


def test_why_not_tells_apart_the_places_of_one_text(shelf):
    codes = {
        passage: shelf.kb.why_not(shelf.answer.receipt, passage).code
        for passage in shelf.passages("30 rpm")
    }

    assert sorted(codes.values()) == [ReasonCode.SCOPE_DOES_NOT_APPLY, ReasonCode.SHOWN]


def test_why_not_knows_a_place_whose_version_is_no_longer_current(tmp_path):
    with Library(tmp_path) as library:
        library.put(Document(name="a", text="# One\n\nThe pump runs.\n\n# Two\n\nOld words.\n"))
        old = library.passage("The pump runs.")
        library.put(Document(name="a", text="# One\n\nThe pump runs.\n\n# Two\n\nNew words.\n"))
        receipt = library.kb.ask("pump").receipt
        [new] = set(library.passages("The pump runs.")) - {old}

        codes = [library.kb.why_not(receipt, passage).code for passage in (old, new)]

    assert codes == [ReasonCode.NOT_CURRENT, ReasonCode.SHOWN]


@pytest.mark.parametrize("passage", ["urn:nothing", "no iri", "", "a b>", "x" * 3000])
def test_why_not_of_what_is_not_stored_says_so(shelf, passage):
    explained = shelf.kb.why_not(shelf.answer.receipt, passage)

    assert (explained.code, explained.step) == (ReasonCode.NOT_STORED, Step.STORE)


def test_why_not_below_the_record_ceiling(shelf):
    receipt = shelf.kb.ask("pump", records=1, scope={"release": "1"}).receipt
    below = [item for item in receipt.candidates if item.code is ReasonCode.BELOW_RECORD_CEILING]

    explained = shelf.kb.why_not(receipt, below[0].passages[0])

    assert (explained.code, explained.step) == (ReasonCode.BELOW_RECORD_CEILING, Step.FUSION)


@pytest.mark.parametrize("receipt", [{}, {"format": 1}, {"format": 99}])
def test_what_is_no_receipt_is_refused(shelf, receipt):
    with pytest.raises(BadReceipt):
        shelf.kb.why_not(receipt, "urn:p")
    with pytest.raises(BadReceipt):
        shelf.kb.replay(receipt)


# -- receipts and origins -------------------------------------------------------------------------


def test_a_receipt_holds_no_text_of_a_source(shelf):
    answer = shelf.kb.ask("speed", arm="graph")
    other = shelf.kb.ask("pump", arm="graph", budget=40)

    written = json.dumps([to_json(item.receipt) for item in (answer, other, shelf.answer)])

    for words in ("rpm", "so on", "Zebras", "final", "came late"):
        assert words not in written


def test_mirrors_editions_and_another_ingest_never_raise_the_number_of_origins(tmp_path):
    with Library(tmp_path, Document(name="manual", text=PUMP, edition="1")) as library:
        before = library.kb.ask("pump")
        library.put(Document(name="manual", text=PUMP, edition="1"), day="2024-07-01")
        library.put(Document(name="manual", text=PUMP + " Always.", edition="2"))
        library.put(Document(name="mirror", text=PUMP))
        library.put(Document(name="memory", text=PUMP + " I read that."))

        after = library.kb.ask("pump", budget=4000)

    assert before.origins == Interval(low=1, high=1)
    places = [place for item in after.evidence for place in item.places]
    assert {"manual", "mirror"} <= {place.source for place in places}
    assert after.origins == before.origins


def test_a_citation_leads_to_exactly_the_words_it_quotes(pump):
    answer = pump.kb.ask("pump")

    [cited] = answer.citations
    span = pump.kb.span(cited.exact, version=cited.version, start=cited.start)
    assert (span.start, span.end, span.exact) == (cited.start, cited.end, cited.exact)
    assert candidate(answer, cited.passage).is_shown


def test_an_answer_within_too_small_a_budget_asserts_no_value_that_it_does_not_show(pump):
    answer = pump.kb.ask("pump", budget=2)

    assert answer.evidence == ()
    assert answer.citations == ()
    assert "30" not in answer.text
    assert any("budget" in notice for notice in answer.notices)


def test_a_stored_receipt_leads_to_what_was_shown_and_to_its_bytes(kb, write):
    kb.ingest(write({"pump.md": "# Pump\n\nThe pressure limit is 40 bar.\n"}))
    answer = kb.ask("What is the pressure limit?", record=True)
    [receipt] = kb._reading().store.quads(None, v.TYPE, v.RECEIPT)

    trail = kb.trail(receipt.subject.value)

    assert (trail.root.label, trail.root.by) == (
        "answered: What is the pressure limit?",
        "cedarprov",
    )
    assert [step.kind for step in trail.steps[:3]] == ["receipt", "passage", "version"]
    assert trail.steps[1].iri == answer.citations[0].passage
    assert b"receiptJson" in kb.export("turtle", iri=receipt.subject.value)
