"""Receipts as JSON and back, what they hold, and what they refuse to be."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import scopes

from cedarprov.errors import BadReceipt
from cedarprov.ingest.dates import read_as_of
from cedarprov.model.answer import Status
from cedarprov.model.frozen import replace
from cedarprov.model.question import Arm, Budget, Clock, Question
from cedarprov.model.receipt import Candidate, HubNotice, Reason, ReasonCode, Receipt, Step
from cedarprov.retrieve.receipt import (
    differences,
    explain,
    from_json,
    question_json,
    read_question,
    to_json,
)

counts = st.integers(0, 10**9)
iris = st.integers(0, 999).map("urn:record:{}".format)
several = st.lists(iris, max_size=3).map(tuple)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scores = st.floats(-10, 10).map(lambda score: round(score, 6))
candidates = st.builds(
    Candidate,
    text=iris,
    passages=several,
    code=st.sampled_from(ReasonCode),
    step=st.sampled_from(Step),
    score=scores,
    reasons=st.lists(st.builds(Reason, ranking=words, rank=counts, share=scores), max_size=2).map(
        tuple
    ),
    words=counts,
    hops=st.integers(0, 2),
    via=several,
    flags=st.lists(words, max_size=2).map(tuple),
    detail=words,
)
questions = st.builds(
    Question,
    words=words.filter(str.strip),
    scope=scopes,
    as_of=st.dictionaries(
        st.sampled_from(Clock),
        st.sampled_from(["2024", "2024-03", "2024-03-01", "2024-03-01T10:00"]).map(read_as_of),
    ),
    sequence=st.one_of(st.none(), counts),
    budget=st.builds(
        Budget, words=st.integers(1, 900), hops=st.integers(0, 2), records=st.integers(1, 40)
    ),
    arm=st.sampled_from(Arm),
)
receipts = st.builds(
    Receipt,
    question=questions.map(question_json),
    settings=st.dictionaries(words, st.one_of(counts, words), max_size=2),
    sequence=counts,
    chain=words,
    encoder=words,
    candidates=st.lists(candidates, max_size=3).map(tuple),
    status=st.sampled_from(Status),
    answer_digest=words,
    hubs=st.lists(st.builds(HubNotice, node=iris, links=counts, followed=counts), max_size=2).map(
        tuple
    ),
    edges=several,
)
RECEIPT = Receipt(
    question=question_json(Question(words="pump")),
    settings={},
    sequence=7,
    chain="c",
    encoder="",
    candidates=(
        Candidate(text="urn:t", passages=("urn:p",), code=ReasonCode.SHOWN, step=Step.SHOWN),
        Candidate(
            text="urn:u",
            passages=("urn:q",),
            code=ReasonCode.OVER_BUDGET,
            step=Step.BUDGET,
            detail="9 words, 3 left",
        ),
    ),
    status=Status.ANSWERED,
    answer_digest="d",
)
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    words,
    st.lists(
        st.one_of(st.integers(), words, st.dictionaries(words, words, max_size=1)), max_size=2
    ),
    st.dictionaries(words, words, max_size=2),
)


@given(receipts)
def test_a_receipt_is_read_back_from_its_json(receipt):
    written = json.dumps(to_json(receipt))

    assert from_json(json.loads(written)) == receipt


@given(questions)
def test_a_question_is_read_back_from_its_json(question):
    assert read_question(json.loads(json.dumps(question_json(question)))) == question


@given(st.sampled_from(sorted(to_json(RECEIPT))), junk)
def test_json_that_is_no_receipt_is_refused_by_our_own_error(key, value):
    written = json.loads(json.dumps(to_json(RECEIPT))) | {key: value}

    try:
        read_question(from_json(written).question)
    except BadReceipt:
        return
    assert set(written) == set(to_json(RECEIPT))


# Receipts that were written before maps were recorded do not name one.
@pytest.mark.parametrize("key", sorted({*to_json(RECEIPT)} - {"map"}))
def test_a_receipt_that_lacks_a_part_is_refused(key):
    written = to_json(RECEIPT)
    del written[key]

    with pytest.raises(BadReceipt):
        from_json(written)


@pytest.mark.parametrize("written", [[], "x", 5, None, {}])
def test_what_is_no_object_is_no_receipt(written):
    with pytest.raises(BadReceipt):
        from_json(written)


@pytest.mark.parametrize(
    "change",
    [
        {"words": ""},
        {"words": None},
        {"scope": {"release": "2..1"}},
        {"scope": ["release=1"]},
        {"as_of": {"published": "soon"}},
        {"as_of": {"sundial": "2024"}},
        {"budget": {"words": 0, "hops": 1, "records": 1}},
        {"budget": {"pages": 3}},
        {"arm": "leg"},
        {"sequence": -1},
        {"sequence": "seven"},
    ],
)
def test_a_question_that_could_not_be_asked_makes_no_receipt(change):
    with pytest.raises(BadReceipt):
        read_question({**RECEIPT.question, **change})


# -- differences ----------------------------------------------------------------------------------


@given(receipts)
def test_a_receipt_does_not_differ_from_itself(receipt):
    assert differences(receipt, receipt) == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"chain": "other"}, "another one"),
        ({"encoder": "other"}, "another encoder"),
        ({"settings": {"hub": 3}}, "settings"),
        ({"candidates": RECEIPT.candidates[:1]}, "no candidate now"),
        ({"answer_digest": "other"}, "the answer differs"),
        ({"hubs": (HubNotice(node="urn:n", links=30, followed=25),)}, "hubs"),
        ({"edges": ("urn:e",)}, "edges"),
        ({"status": Status.CONFLICT}, "status"),
    ],
)
def test_every_difference_is_told(change, told):
    [sentence] = differences(RECEIPT, replace(RECEIPT, **change))

    assert told in sentence


# -- explanations ---------------------------------------------------------------------------------


class Found:
    """What a store knows of a passage."""

    def __init__(self, text, sequence):
        self.text = text
        self.sequence = sequence


@pytest.mark.parametrize(
    ("passage", "found", "code", "step"),
    [
        ("urn:p", None, ReasonCode.NOT_STORED, Step.STORE),
        ("urn:p", Found("urn:t", 8), ReasonCode.NOT_YET_STORED, Step.STORE),
        ("urn:r", Found("urn:z", 7), ReasonCode.NOT_RANKED, Step.CANDIDATES),
        ("urn:p", Found("urn:t", 7), ReasonCode.SHOWN, Step.SHOWN),
        ("urn:q", Found("urn:u", 7), ReasonCode.OVER_BUDGET, Step.BUDGET),
        ("urn:r", Found("urn:t", 7), ReasonCode.NOT_CURRENT, Step.PLACES),
        ("urn:r", Found("urn:u", 7), ReasonCode.NOT_CURRENT, Step.PLACES),
    ],
)
def test_a_passage_fell_out_at_the_first_step_that_left_it_out(passage, found, code, step):
    explained = explain(RECEIPT, found, passage, lambda _: ReasonCode.NOT_CURRENT)

    assert (explained.code, explained.step) == (code, step)
    assert explained.sentence.startswith(f"{passage}: ")
    assert explained.sentence.endswith(".")


def test_an_explanation_repeats_the_detail():
    explained = explain(RECEIPT, Found("urn:u", 7), "urn:q", lambda _: ReasonCode.NOT_CURRENT)

    assert "9 words, 3 left" in explained.sentence
    assert explained.candidate == RECEIPT.candidates[1]


@pytest.mark.parametrize("code", ReasonCode)
def test_every_reason_has_a_sentence(code):
    receipt = replace(RECEIPT, candidates=(replace(RECEIPT.candidates[0], code=code),))

    explained = explain(receipt, Found("urn:t", 7), "urn:p", lambda _: code)

    assert len(explained.sentence) > len("urn:p: .")
