"""No value can be made that its concept, or the shape that guards it, does not allow."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import agents, captures, claims, edges, passages, reviews, spans, versions

from cedarprov.errors import BadQuestion, BadSpan, BadValue, ModelError
from cedarprov.model.answer import Interval, Quotation
from cedarprov.model.edge import (
    Agent,
    AgentKind,
    Claim,
    Declaration,
    Edge,
    Relation,
    Review,
    Standing,
    StructuredReading,
    Verdict,
)
from cedarprov.model.frozen import field_names, replace
from cedarprov.model.passage import Passage, Span
from cedarprov.model.question import MOST_HOPS, MOST_RECORDS, Budget, Question
from cedarprov.model.source import Capture, Edition, Source, Version

NOW = datetime(2024, 3, 1, tzinfo=UTC)
ANNA = Agent(name="Anna")
MACHINE = Agent(name="reader", kind=AgentKind.SOFTWARE, version="1")
DIGEST = "sha256:" + "0" * 64
SPAN = Span(version="urn:v", start=0, end=4, exact="30 s")
READING = StructuredReading(about="Cedar", attribute="timeout", value="30", unit="s")
CLAIM = Claim(statement="The timeout is 30 s", spans=(SPAN,))
VERSION = Version(digest=DIGEST, profile="utf-8/1", text_digest=DIGEST, length=4, size=4)
CAPTURE = Capture(
    edition=Edition(source=Source(name="manual")), version=VERSION, place="manual.md", at=NOW
)
PASSAGE = Passage(version="urn:v", start=0, end=4, text_digest=DIGEST)
EDGE = Edge(
    subjects=("urn:a",),
    relation=Relation.SUPPORTS,
    object="urn:b",
    evidence=(SPAN,),
    standing=Standing.ASSERTED,
    agent=ANNA,
    at=NOW,
)
INFERRED = replace(EDGE, standing=Standing.INFERRED, agent=MACHINE, plan="same words")
REVIEW = Review(on="urn:e", verdict=Verdict.ACCEPTED, reviewer=ANNA, started=NOW, ended=NOW)
QUESTION = Question(words="What is the timeout?")


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (ANNA, {"name": " "}),
        (MACHINE, {"version": ""}),
        (MACHINE, {"version": " "}),
        (ANNA, {"kind": AgentKind.SOFTWARE}),
        (Source(name="manual"), {"name": "\n"}),
        (READING, {"about": ""}),
        (READING, {"attribute": " "}),
        (READING, {"value": "\t"}),
        (CLAIM, {"statement": " "}),
        (CLAIM, {"spans": ()}),
        (Declaration(statement="I know it", agent=ANNA), {"statement": ""}),
        (VERSION, {"profile": ""}),
        (VERSION, {"digest": "md5:0"}),
        (VERSION, {"text_digest": DIGEST.upper()}),
        (VERSION, {"length": -1}),
        (VERSION, {"size": -1}),
        (CAPTURE, {"place": " "}),
        (CAPTURE, {"at": NOW.replace(tzinfo=None)}),
        (CAPTURE, {"at": NOW.replace(tzinfo=timezone(timedelta(hours=1)))}),
        (PASSAGE, {"start": -1}),
        (PASSAGE, {"end": 0}),
        (PASSAGE, {"overlap": -1}),
        (PASSAGE, {"headings": ("one\ntwo",)}),
        (SPAN, {"end": 5}),
        (SPAN, {"exact": "30 se"}),
        (SPAN, {"start": 4, "exact": ""}),
        (Quotation(passage="urn:p", start=0, end=4, exact="30 s"), {"exact": "30"}),
        (EDGE, {"subjects": ()}),
        (EDGE, {"subjects": ("urn:a", "")}),
        (EDGE, {"object": ""}),
        (EDGE, {"evidence": ()}),
        (EDGE, {"confidence": 1.5}),
        (EDGE, {"confidence": -0.1}),
        (EDGE, {"confidence": float("nan")}),
        (EDGE, {"standing": Standing.INFERRED}),
        (INFERRED, {"agent": ANNA}),
        (INFERRED, {"plan": " "}),
        (REVIEW, {"on": ""}),
        (REVIEW, {"reviewer": MACHINE}),
        (REVIEW, {"reviewer": replace(ANNA, kind=AgentKind.ORGANIZATION)}),
        (REVIEW, {"ended": NOW - timedelta(seconds=1)}),
        (Budget(), {"hops": MOST_HOPS + 1}),
        (Budget(), {"hops": -1}),
        (Budget(), {"records": MOST_RECORDS + 1}),
        (Budget(), {"records": 0}),
        (QUESTION, {"sequence": -1}),
        (Interval(low=1, high=2), {"low": 3}),
        (Interval(low=1, high=2), {"low": -1}),
    ],
    ids=lambda item: type(item).__name__ if not isinstance(item, dict) else str(item)[:30],
)
def test_a_value_that_cannot_be_right_is_refused_and_named(value, change):
    with pytest.raises(ModelError) as refused:
        replace(value, **change)

    assert isinstance(refused.value, BadValue | BadSpan)


@pytest.mark.parametrize("words", ["", "  \n", "half \ud800 a pair"])
def test_a_question_has_words_that_a_text_may_hold(words):
    with pytest.raises(BadQuestion):
        Question(words=words)


@pytest.mark.parametrize("words", [0, -1])
def test_a_budget_of_nothing_is_refused_with_advice(words):
    with pytest.raises(BadQuestion, match="1 or more"):
        Budget(words=words)


@given(st.one_of(agents, captures, claims(), edges(), passages(), reviews(), spans(), versions))
def test_a_value_never_changes_and_can_be_made_again_from_its_parts(value):
    assert replace(value) == value
    with pytest.raises(AttributeError):
        setattr(value, field_names(value)[0], None)


def test_whole_numbers_and_bounds_that_are_one_are_told_shortly():
    assert [str(Interval(low=1, high=1)), str(Interval(low=1, high=3))] == ["1", "1 to 3"]
