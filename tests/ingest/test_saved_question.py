"""Saved questions are read from TOML, and all faults are told at once with their lines."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadQuestions
from cedarprov.ingest.saved_question import read_questions
from cedarprov.model.answer import Status
from cedarprov.model.question import Budget, Clock
from cedarprov.model.saved_question import Expectation
from cedarprov.model.scope import Scope

WHOLE = """
[[question]]
id = "timeout"
words = "What is the timeout?"
scope = { release = 2.0, deployment = "new" }
as_of = { published = 2024-03-01 }
budget = 200
expect = { status = "answered", values = ["10 s"] }

[[question]]
id = "speed"
words = "How fast?"

[question.scope]
release = "<3"
"""


def faults(text: str) -> tuple[tuple[int, str], ...]:
    with pytest.raises(BadQuestions) as caught:
        read_questions(text, "questions.toml")
    return caught.value.faults


def entry(lines: str) -> str:
    return f'[[question]]\nid = "a"\nwords = "b"\n{lines}\n'


def test_every_key_is_read():
    first, second = read_questions(WHOLE, "questions.toml")

    assert (first.id, first.line, second.id, second.line) == ("timeout", 2, "speed", 10)
    assert first.question.scope == Scope.of({"release": "2.0", "deployment": "new"})
    assert first.question.as_of[Clock.PUBLISHED].lexical == "2024-03-01"
    assert first.question.budget == Budget(words=200)
    assert first.expect == Expectation(status=Status.ANSWERED, values=("10 s",))
    assert second.question.scope == Scope.of({"release": "<3"})
    assert not second.expect.asks


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "there are no [[question]] entries"),
        ("question = 1", 1, "there are no [[question]] entries"),
        ("[[question]\n", 1, "this is not TOML"),
        (entry("") + "[other]\n", 5, "there is no key 'other'"),
        ('[[question]]\nwords = "b"\n', 1, "there is no id"),
        ('[[question]]\nid = "a"\n', 1, "there is no words"),
        ('[[question]]\nid = "a"\nwords = ["b"]\n', 3, "words is a list; give a text"),
        ('[[question]]\nid = "a"\nwords = " "\n', 3, "words is a text; give a text"),
        (entry('scope = "release=1"'), 4, "scope is a text; give a table"),
        (entry('scope = { release = "3..2" }'), 4, "the range runs backwards"),
        (entry("scope = { release = [1] }"), 4, "scope holds a list; give texts"),
        (entry('as_of = { published = "soon" }'), 4, "the date 'soon' is unknown"),
        (entry('as_of = { record = "3" }'), 4, "there is no clock 'record'"),
        (entry('budget = "many"'), 4, "budget must be a number"),
        (entry("expect = true"), 4, "expect is true or false; give a table"),
        (entry('expect = { status = "fine" }'), 4, "there is no status 'fine'"),
        (entry("expect = { values = [[1]] }"), 4, "values must be a list of texts"),
        (entry("expect = { value = 1 }"), 4, "there is no key 'value'; did you mean values"),
        (entry("") + entry(""), 5, "the id 'a' was given on line 1 already"),
    ],
)
def test_a_fault_is_told_with_its_line(text, line, said):
    assert [at for at, sentence in faults(text) if said in sentence] == [line]


def test_all_faults_are_told_at_once():
    text = entry("budget = 0\nscop = 1\nexpect = { status = 1 }") + '[[question]]\nid = "c"\n'

    assert [line for line, _ in faults(text)] == [4, 5, 6, 7]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_by_our_own_error(text):
    with contextlib.suppress(BadQuestions):
        assert read_questions(text, "questions.toml")
