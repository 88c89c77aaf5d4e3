"""The paragraphs of a passage that hold prose."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.prose.paragraph import directives, paragraphs


def texts(text):
    return [text[item.start : item.end] for item in paragraphs(text)]


def test_headings_code_tables_and_comments_are_left_out():
    text = (
        "Title\n=====\n\nFirst\nline.\n\n```\ncode\n```\n\n.. code-block:: text\n\n    code\n\n"
        "| a | b |\n\n.. a comment\n\n# Title\n\n>>> code\n\nLast.\n"
    )

    assert texts(text) == ["First\nline.", "Last."]


def test_list_items_are_paragraphs_without_their_marks():
    assert texts("* one\n  more\n* two\n\n1. three\n") == ["one\n  more", "two", "three"]


def test_indented_text_stands_under_its_directives():
    changed = "    .. versionchanged:: 2.1\n\n        Now 5.\n\n"
    text = f".. class:: Pool\n\n{changed}    It waits.\n\nEnd.\n"

    found = [[item.argument for item in part.directives] for part in paragraphs(text)]

    assert found == [["Pool", "2.1"], ["Pool"], []]


def test_an_object_with_nothing_indented_under_it_holds_what_follows():
    text = ".. class:: Pool\n\nIt waits.\n\n.. class:: Hose\n\nIt is red.\n\nTitle\n-----\n\nEnd.\n"

    found = [[item.argument for item in part.directives] for part in paragraphs(text)]

    assert found == [["Pool"], ["Hose"], []]


def test_a_literal_block_belongs_to_what_introduces_it():
    text = "Default::\n\n    {\n      1\n    }\n\nNext."

    first, second = paragraphs(text)

    assert first.code is not None
    assert text[slice(*first.code)] == "{\n      1\n    }"
    assert second.code is None


def test_a_directive_knows_what_it_stands_under():
    found = list(directives(".. class:: Pool\n\n    .. versionadded:: 2.1\n"))

    assert [(item.name, [each.name for each in above]) for item, above in found] == [
        ("class", []),
        ("versionadded", ["class"]),
    ]


lines = st.sampled_from(
    [
        "a b.",
        "  c",
        "* d",
        ".. class:: E",
        "",
        "====",
        "```",
        "f::",
        "    g",
        "| h",
        ">>> i",
        "\u2028",
    ]
)


@given(st.lists(lines, max_size=15).map("\n".join))
def test_paragraphs_lie_in_order_within_the_text_and_hold_something(text):
    found = list(paragraphs(text))

    assert all(0 <= item.start < item.end <= len(text) for item in found)
    assert all(one.end <= two.start for one, two in pairwise(found))
    assert all(text[item.start : item.end].strip() for item in found)
