"""What holds for every retrieval: ceilings, one reason for each candidate, bounded work."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library import ANNA, BEN, MACHINE, Document, Library, candidate, shown
from shelf import UNSHRUNK

from cedarprov.model.answer import Status
from cedarprov.model.question import MOST_HOPS, MOST_RECORDS, Arm, Budget, Question
from cedarprov.model.receipt import ReasonCode, Step
from cedarprov.model.reply import Answer
from cedarprov.model.scope import Match, Scope
from cedarprov.model.time import Certainty
from cedarprov.rdf import vocabulary as v
from cedarprov.store.edge_record import edge_records

STEPS = {
    ReasonCode.SHOWN: {Step.SHOWN},
    ReasonCode.NOT_CURRENT: {Step.PLACES, Step.EXPANSION},
    ReasonCode.SCOPE_DOES_NOT_APPLY: {Step.PLACES, Step.EXPANSION},
    ReasonCode.CERTAINLY_OUT_OF_TIME: {Step.PLACES, Step.EXPANSION},
    ReasonCode.BELOW_RECORD_CEILING: {Step.FUSION},
    ReasonCode.OVER_BUDGET: {Step.BUDGET},
    ReasonCode.REPEATS_SHOWN_TEXT: {Step.ORIGINS},
}
CONSIDERED = {ReasonCode.SHOWN, ReasonCode.OVER_BUDGET, ReasonCode.REPEATS_SHOWN_TEXT}

vocabulary = st.sampled_from(
    ["pump", "valve", "crane", "dock", "tide", "30", "45", "rpm", "default", "not", "is", "the"]
)
sentences = st.lists(vocabulary, min_size=2, max_size=14).map(" ".join)
editions = st.sampled_from(
    ["", "release=1", "release=2", "release=2.2", "release=any deployment=new"]
)
dates = st.sampled_from(["", "2023", "2024-05", "unknown"])


@st.composite
def documents(draw):
    texts = draw(st.lists(sentences, min_size=1, max_size=60, unique=True))
    return [
        Document(
            name=f"d{number % 30}",
            edition=str(number // 30),
            text=text,
            scope=draw(editions),
            published=draw(dates),
        )
        for number, text in enumerate(texts)
    ]


links = st.lists(
    st.tuples(
        st.integers(0, 59),
        st.integers(0, 59),
        st.sampled_from(["supports", "qualifies", "contradicts"]),
        st.sampled_from(["asserted", "pending", "accepted", "rejected", "disputed"]),
        st.sampled_from([{}, {"release": "1"}, {"release": "2"}]),
    ),
    max_size=6,
)
budgets = st.builds(
    Budget, words=st.integers(1, 120), hops=st.integers(0, MOST_HOPS),
    records=st.integers(1, MOST_RECORDS),
)  # fmt: skip
questions = st.builds(
    Question,
    words=sentences,
    scope=st.sampled_from([{}, {"release": "1"}, {"release": "2.2", "deployment": "new"}]).map(
        Scope.of
    ),
    budget=budgets,
    arm=st.sampled_from(Arm),
)


def connect(library, drawn):
    held = library.passages("")
    for subject, target, relation, state, scope in drawn:
        inferred = state in {"pending", "accepted"}
        edge = library.kb.edge(
            held[subject % len(held)],
            relation,
            held[target % len(held)],
            evidence="I know it",
            agent=MACHINE if inferred else ANNA,
            plan="same words" if inferred else "",
            scope=scope,
        )
        if state in {"accepted", "disputed"}:
            library.accept(edge, ANNA)
        if state in {"rejected", "disputed"}:
            library.reject(edge, BEN)


@dataclass
class Check:
    """One answer held against what every answer keeps to."""

    library: Library
    question: Question
    answer: Answer

    def all(self):
        self.ceilings_hold()
        self.every_candidate_has_one_reason()
        self.every_text_that_was_found_is_a_candidate()
        self.only_open_edges_were_followed()
        self.what_is_shown_applies()

    def ceilings_hold(self):
        budget, candidates = self.question.budget, self.answer.receipt.candidates
        assert sum(len(item.text.split()) for item in self.answer.evidence) <= budget.words
        assert sum(item.code in CONSIDERED for item in candidates) <= budget.records
        assert all(item.hops == len(item.via) <= budget.hops for item in candidates)

    def every_candidate_has_one_reason(self):
        candidates = self.answer.receipt.candidates
        texts = Counter(item.text for item in candidates)
        assert set(texts.values()) <= {1}
        for item in candidates:
            assert item.step in STEPS[item.code]
            assert item.score == round(sum(reason.share for reason in item.reasons), 6)
        assert sum(item.is_shown for item in candidates) == len(self.answer.evidence)
        order = [(-item.score, item.text) for item in candidates]
        assert order == sorted(order)

    def every_text_that_was_found_is_a_candidate(self):
        names = self.library.kb._connection.folder.names
        hits = self.library.kb._connection.settled()[1].lexical(self.question.words, limit=200)
        found = {names.text(hit.digest).value for hit in hits}
        assert found <= {item.text for item in self.answer.receipt.candidates}

    def only_open_edges_were_followed(self):
        edges = self.answer.receipt.edges
        assert not edges or self.question.arm is Arm.GRAPH
        session = self.library.kb._reading()
        records = list(edge_records(edges, session.store, session.names)) if edges else []
        assert [record.iri for record in records] == list(edges)
        assert all(record.state.is_followed for record in records)
        assert all(record.scope.overlaps(self.question.scope) for record in records)
        via = {edge for item in self.answer.receipt.candidates for edge in item.via}
        assert via <= set(edges)

    def what_is_shown_applies(self):
        for place in (place for item in self.answer.evidence for place in item.places):
            assert place.current
            assert place.certainty is not Certainty.OUT
            assert place.fallback == (place.match is Match.DOES_NOT_APPLY)
        texts = [item.text for item in self.answer.evidence]
        for cited in self.answer.citations:
            assert any(cited.exact in text for text in texts)


@settings(max_examples=6, deadline=None, phases=UNSHRUNK)
@given(held=documents(), drawn=links, asked=st.lists(questions, min_size=4, max_size=6))
def test_whatever_is_stored_and_asked_ceilings_hold_and_every_candidate_is_accounted_for(
    held, drawn, asked, tmp_path_factory
):
    with Library(tmp_path_factory.mktemp("any"), *held) as library:
        connect(library, drawn)

        for question in asked:
            Check(library, question, library.kb.answer(question)).all()


# -- records and words ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    texts = [f"Pump number{number} runs quietly in hall{number}." for number in range(60)]
    documents = [Document(name=f"p{at}", text=text) for at, text in enumerate(texts)]
    with Library(tmp_path_factory.mktemp("crowded"), *documents) as filled:
        yield filled


def test_forty_records_are_considered_and_the_others_are_below_the_ceiling(crowded):
    answer = crowded.kb.ask("pump runs", budget=10_000)

    codes = Counter(item.code for item in answer.receipt.candidates)
    assert codes[ReasonCode.BELOW_RECORD_CEILING] == 20
    assert sum(codes[code] for code in CONSIDERED) == MOST_RECORDS


def test_a_caller_may_lower_the_number_of_records(crowded):
    answer = crowded.kb.ask("pump runs", records=3)

    assert len(answer.evidence) == 3


def test_a_record_that_does_not_fit_is_passed_over_for_one_that_does(tmp_path):
    documents = (
        Document(name="long", text="Pump pump pump pump pump runs all day and all night long."),
        Document(name="short", text="The pump rests."),
    )
    with Library(tmp_path, *documents) as library:
        answer = library.kb.ask("pump", budget=5)
        left_out = candidate(answer, library.passage("all day"))

    assert shown(answer) == ["The pump rests."]
    assert left_out.code is ReasonCode.OVER_BUDGET
    assert left_out.detail.startswith("12 words, ")


def test_a_text_in_many_editions_is_one_candidate_with_many_places(tmp_path):
    documents = [
        Document(name="manual", text="The pump runs.", edition=str(at), scope=f"release={at}")
        for at in range(1, 5)
    ]
    with Library(tmp_path, *documents) as library:
        everywhere = library.kb.ask("pump")
        only = library.kb.ask("pump", scope={"release": "3"})

    assert [len(answer.receipt.candidates) for answer in (everywhere, only)] == [1, 1]
    assert [place.label for place in everywhere.evidence[0].places] == ["4", "3", "2", "1"]
    assert [place.label for place in only.evidence[0].places] == ["3"]


def test_most_of_a_text_that_was_shown_already_is_not_shown_again(tmp_path):
    text = "Zebras graze near water by day and rest by night in the tall grass."
    documents = (Document(name="a", text=text), Document(name="b", text=f"{text} Always."))
    with Library(tmp_path, *documents) as library:
        answer = library.kb.ask("What is the price of zebras?")

    assert [item.code for item in answer.receipt.candidates] == [
        ReasonCode.SHOWN,
        ReasonCode.REPEATS_SHOWN_TEXT,
    ]


def test_both_sides_of_a_conflict_are_shown_however_alike_they_are(tmp_path):
    start = "On every pier and in every hall of the harbour the default request timeout is"
    documents = [Document(name=value, text=f"{start} {value} seconds.") for value in ("30", "10")]
    with Library(tmp_path, *documents) as library:
        answer = library.kb.ask("What is the default request timeout?")

    assert answer.status is Status.CONFLICT
    assert sorted(answer.assessment.values) == ["10 s", "30 s"]
    assert sorted(shown(answer)) == sorted(document.text for document in documents)


# -- arms -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scoped(tmp_path_factory):
    documents = (
        Document(name="manual", text="The pump runs at 30 rpm.", edition="1", scope="release=1"),
        Document(name="manual", text="The pump runs at 45 rpm.", edition="2", scope="release=2"),
    )
    with Library(tmp_path_factory.mktemp("scoped"), *documents) as filled:
        yield filled


def test_the_flat_arm_shows_the_same_whatever_the_scope(scoped):
    answers = [
        scoped.kb.ask("How fast does the pump run?", arm="flat", scope=scope)
        for scope in ({}, {"release": "1"}, {"release": "9"})
    ]

    assert {tuple(shown(answer)) for answer in answers} == {tuple(shown(answers[0]))}
    assert len(shown(answers[0])) == 2
    assert len({answer.receipt.candidates for answer in answers}) == 1


def test_without_edges_the_graph_arm_shows_what_the_metadata_arm_shows(scoped):
    for scope in ({}, {"release": "1"}, {"release": "9"}):
        metadata, graph = (
            scoped.kb.ask("How fast does the pump run?", arm=arm, scope=scope)
            for arm in ("metadata", "graph")
        )

        assert metadata.receipt.candidates == graph.receipt.candidates
        assert metadata.text == graph.text


# -- work -----------------------------------------------------------------------------------------


def work_of(library, **options):
    library.kb.ask("pump", **options)
    store = library.kb._reading().store
    queries, rows = store.work.queries, store.work.rows
    library.kb.ask("pump", **options)
    return store.work.queries - queries, store.work.rows - rows


@pytest.mark.parametrize("arm", Arm)
def test_the_work_of_a_question_does_not_grow_with_what_is_not_asked_about(tmp_path, arm):
    core = [Document(name=f"p{at}", text=f"Pump number{at} runs.") for at in range(12)]
    others = [Document(name=f"z{at}", text=f"Zebra number{at}z grazes.") for at in range(150)]
    with Library(tmp_path, *core) as library:
        library.link("number1 ", "supports", "number2 ")
        before = work_of(library, arm=arm)
        library.put(*others)
        zebras = library.passages("Zebra")
        library.kb.edge(zebras[1:], "supports", zebras[0], evidence="I know it", agent=ANNA)

        after = work_of(library, arm=arm)

    assert after == before


def test_the_work_of_a_question_is_bounded_where_everything_matches(crowded):
    queries, rows = work_of(crowded, arm="graph")

    texts = sum(1 for _ in crowded.kb._reading().store.quads(None, v.TEXT))
    assert queries <= 30
    assert rows <= 6 * texts
