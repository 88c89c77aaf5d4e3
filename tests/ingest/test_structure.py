"""Headings and blocks of Markdown, reStructuredText and plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.ingest.structure import Block, Kind, blocks, is_blank
from cedarprov.model.source import Markup


def headings(text: str, markup: Markup) -> list[tuple[int, str]]:
    found = blocks(text, markup)
    return [(block.level, block.title) for block in found if block.kind is Kind.HEADING]


def exact(text: str, block: Block) -> str:
    return text[block.start : block.end]


def test_markdown_headings_are_atx_and_setext():
    text = "# One #\n\nTwo\n---\n\ntext\n\n### `Three` **four**\n"

    assert headings(text, Markup.MARKDOWN) == [(1, "One"), (2, "Two"), (3, "Three four")]


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_hash_in_fenced_code_is_no_heading(fence):
    text = f"# Real\n\n{fence}sh\n# a comment\n{fence}\n\n    # indented code\n\n> # quoted\n"

    assert headings(text, Markup.MARKDOWN) == [(1, "Real")]


def test_rst_levels_follow_the_order_in_which_styles_appear():
    text = "====\nBook\n====\n\nPart\n====\n\nChapter\n~~~~~~~\n\nPart two\n========\n"

    found = headings(text, Markup.RST)

    assert found == [(1, "Book"), (2, "Part"), (3, "Chapter"), (2, "Part two")]


def test_rst_titles_lose_roles_and_quotes_but_not_their_words():
    text = ":setting:`USE_TZ` and ``DENY``\n==============================\n"

    assert headings(text, Markup.RST) == [(1, "USE_TZ and DENY")]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Like this::\n\n    Title\n    =====\n", id="literal block"),
        pytest.param(" Quoted\n=======\n", id="indented title"),
        pytest.param("One\n\n-----\n\nTwo\n", id="transition"),
        pytest.param("a paragraph\nof two lines\n------------\n", id="second line"),
        pytest.param("===== =====\nName  Value\n===== =====\n", id="table"),
        pytest.param("- item\n------\n", id="list item"),
        pytest.param("Long title\n==\n", id="short underline"),
    ],
)
def test_what_only_looks_like_an_rst_title_is_none(text):
    assert headings(text, Markup.RST) == []


def test_an_underline_of_four_makes_a_title_even_if_it_is_shorter_than_the_title():
    assert headings("A rather long title\n====\n", Markup.RST) == [(1, "A rather long title")]


def test_plain_text_has_no_headings():
    assert headings("Title\n=====\n\n# Not one\n", Markup.PLAIN) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("markup", [Markup.MARKDOWN, Markup.RST])
def test_positions_count_line_ends_as_they_stand(markup, end):
    text = end.join(["One", "====", "", "- a", "- b", ""])

    found = [exact(text, block) for block in blocks(text, markup)]

    assert found == [f"One{end}====", "- a", "- b"]


def test_items_of_a_list_without_blank_lines_are_blocks():
    text = "- one\n  goes on\n- two\n\n1. three\n2. four\n"

    found = [exact(text, block) for block in blocks(text, Markup.RST)]

    assert found == ["- one\n  goes on", "- two", "1. three", "2. four"]


def test_the_items_of_an_inner_list_stay_in_their_item():
    text = "- one\n  - inner\n- two\n"

    found = [exact(text, block) for block in blocks(text, Markup.RST)]

    assert found == ["- one\n  - inner", "- two"]


def test_indented_text_hangs_on_what_precedes_it():
    kinds = [block.kind for block in blocks("Run::\n\n    make\n\nThen\n", Markup.RST)]

    assert kinds == [Kind.BODY, Kind.HANGING, Kind.BODY]


def test_a_one_line_target_or_directive_is_an_anchor():
    kinds = [block.kind for block in blocks(".. _here:\n\n.. setting:: X\n\nText\n", Markup.RST)]

    assert kinds == [Kind.ANCHOR, Kind.ANCHOR, Kind.BODY]


def test_front_matter_before_the_start_is_no_block():
    text = "---\ntitle: x\n---\n# One\n"

    [heading] = blocks(text, Markup.MARKDOWN, start=text.index("#"))

    assert (exact(text, heading), heading.title) == ("# One", "One")


def test_link_definitions_are_kept_although_they_render_as_nothing():
    text = "[a]: http://a.example/\n\nOne [a], two [b].\n\n[b]: http://b.example/\n"

    found = [exact(text, block) for block in blocks(text, Markup.MARKDOWN)]

    assert found == ["[a]: http://a.example/", "One [a], two [b].", "[b]: http://b.example/"]


@pytest.mark.parametrize("text", ["", "  \t ", "\r\r\r", "\ufeff", "\u200b\n\u3000"])
def test_what_shows_nothing_is_blank(text):
    assert is_blank(text)
    assert blocks(text, Markup.MARKDOWN) == blocks(text, Markup.RST) == ()


_LINES = st.sampled_from(
    ["", "Title", "=====", "-----", "# A", "## B", "- item", "1. item", "    code", "```", "::",
     ".. note:: x", "plain words here", "> quoted", "[a]: b", "\ufeff", "a\u2028b", "日本語", "\t"]
)  # fmt: skip
documents = st.lists(st.tuples(_LINES, st.sampled_from(["\n", "\r\n", "\r"]))).map(
    lambda rows: "".join(line + end for line, end in rows)
)


@given(text=documents | st.text(max_size=60), markup=st.sampled_from(list(Markup)))
def test_blocks_rise_and_leave_out_only_what_cannot_be_seen(text, markup):
    position = 0

    for block in blocks(text, markup):
        assert position <= block.start < block.end
        assert is_blank(text[position : block.start])
        assert not is_blank(exact(text, block))
        position = block.end

    assert is_blank(text[position:])
