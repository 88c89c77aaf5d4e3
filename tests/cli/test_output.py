"""What is printed: text for people, JSON for programs."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.cli.form import form
from cedarprov.cli.output import legible
from cedarprov.cli.table import table
from cedarprov.model.answer import Interval, Status
from cedarprov.model.scope import Scope


@given(st.text())
def test_nothing_legible_can_command_a_terminal(text):
    shown = legible(text)

    assert len(shown) == len(text)
    assert all(letter in "\t\n" or letter.isprintable() or ord(letter) > 0x9F for letter in shown)


def test_text_without_control_characters_stays_as_it_is():
    assert legible("Größe: 40 bar\n\t合計") == "Größe: 40 bar\n\t合計"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Status.NEEDS_SCOPE, "needs-scope"),
        (Scope.of({"release": "2.2"}), {"release": "2.2"}),
        (Scope(), {}),
        (Interval(low=1, high=2), {"low": 1, "high": 2}),
        (datetime(2024, 3, 9, 10, tzinfo=UTC), "2024-03-09T10:00:00Z"),
        (datetime(2024, 3, 9, 10, tzinfo=timezone(timedelta(hours=1))), "2024-03-09T09:00:00Z"),
        (Path("a/b"), "a/b"),
        ({Status.CONFLICT: (1, None)}, {"conflict": [1, None]}),
        (frozenset({"b", "a"}), ["a", "b"]),
    ],
)
def test_a_value_has_one_json_form(value, expected):
    assert form(value) == expected


def test_what_has_no_json_form_is_refused_by_name():
    with pytest.raises(TypeError, match="object has no JSON form"):
        form(object())


def test_a_table_has_one_line_a_row_where_there_is_no_terminal():
    drawn = table(("name", "text"), [("a", "word " * 100), ("[bold]b[/]", "x")])

    assert drawn.splitlines() == [
        "name        text",
        f"a           {'word ' * 100}".rstrip(),
        "[bold]b[/]  x",
    ]


def test_json_is_printed_letter_for_letter(run, filled):
    done = run("sources", filled, "--json")

    [manual] = [item for item in json.loads(done.stdout) if item["name"] == "cedar-manual"]
    assert manual["title"] == "Cedar operator's manual"
    assert [edition["scope"] for edition in manual["editions"]] == [
        {"release": "1"},
        {"release": "2"},
    ]
    assert manual["editions"][0]["published"]["lexical"] == "2022-05"


def test_letters_that_a_terminal_lacks_are_shown_by_their_numbers(start, filled):
    question = ("ask", filled, "What is the request timeout?", "--scope", "release=1")
    poor = {**os.environ, "PYTHONIOENCODING": "ascii"}

    people = start(*question, env=poor).communicate()[0]
    programs = start(*question, "--json", env=poor).communicate()[0]

    assert "\\u201cThe default request timeout is 30 seconds.\\u201d [1]" in people
    assert json.loads(programs)["text"].startswith("\u201cThe default")


@pytest.mark.parametrize(
    "command",
    [("info",), ("sources",), ("verify",), ("ask", "What is the timeout?", "--words-only")],
    ids=lambda command: command[0],
)
def test_every_key_that_a_command_prints_is_documented(run, filled, root, command):
    page = (root / "docs" / "reference" / "json.md").read_text()
    name, *arguments = command

    printed = json.loads(run(name, filled, *arguments, "--json").stdout)

    first = printed[0] if isinstance(printed, list) else printed
    assert [key for key in first if f"`{key}`" not in page] == []
