"""Where passages begin and end."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from semantic_text_splitter import TextSplitter

from cedarprov.errors import BadValue
from cedarprov.ingest.split import DEFAULT, PassageSize, Piece, _chunks, split
from cedarprov.ingest.structure import is_blank
from cedarprov.model.source import Markup

SMALL = PassageSize(target=40, limit=60)


def exact(text: str, pieces: tuple[Piece, ...]) -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces]


def test_a_heading_and_what_follows_stand_in_one_piece_with_the_path_beside_it():
    text = "Book\n====\n\nIntro.\n\nColour\n------\n\nDefault: ``red``\n"

    pieces = split(text, Markup.RST)

    assert exact(text, pieces) == ["Book\n====\n\nIntro.", "Colour\n------\n\nDefault: ``red``"]
    assert [piece.headings for piece in pieces] == [("Book",), ("Book", "Colour")]


def test_a_heading_without_text_opens_the_section_of_a_deeper_heading():
    text = "# One\n\n## Two\n\ntext\n\n# Three\n"

    pieces = split(text, Markup.MARKDOWN)

    assert exact(text, pieces) == ["# One\n\n## Two\n\ntext", "# Three"]
    assert [piece.headings for piece in pieces] == [("One", "Two"), ("Three",)]


def test_a_heading_without_text_does_not_join_its_sibling():
    text = "# One\n\n# Two\n\ntext\n"

    assert exact(text, split(text, Markup.MARKDOWN)) == ["# One", "# Two\n\ntext"]


def test_a_target_line_belongs_to_the_heading_after_it():
    text = "A\n=\n\ntext\n\n.. _there:\n\nB\n=\n\nmore\n"

    assert exact(text, split(text, Markup.RST))[1] == ".. _there:\n\nB\n=\n\nmore"


def test_blocks_are_joined_up_to_the_target_and_no_further():
    text = "\n\n".join(f"paragraph number {number}" for number in range(4))

    assert exact(text, split(text, Markup.PLAIN, size=SMALL)) == [
        "paragraph number 0\n\nparagraph number 1",
        "paragraph number 2\n\nparagraph number 3",
    ]


def test_a_block_over_the_target_but_within_the_limit_stays_whole():
    text = "word " * 11 + "end\n\nnext"

    first, second = split(text, Markup.PLAIN, size=SMALL)

    assert (first.end - first.start, first.cut, second.cut) == (58, False, False)


def test_code_stays_with_the_words_that_introduce_it():
    text = "A paragraph before all that.\n\nRun this::\n\n    make all\n\n    make install\n"

    assert exact(text, split(text, Markup.RST, size=SMALL))[1] == (
        "Run this::\n\n    make all\n\n    make install"
    )


def test_a_block_over_the_limit_is_cut_and_says_so():
    text = "Title\n=====\n\n" + "One sentence stands here. " * 8

    pieces = split(text, Markup.RST, size=SMALL)

    assert exact(text, pieces)[0].startswith("Title\n=====\n\nOne sentence")
    assert [piece.cut for piece in pieces] == [True] * (len(pieces) - 1) + [False]
    assert all(piece.end - piece.start <= SMALL.limit for piece in pieces)


def test_a_text_without_spaces_is_cut_under_the_limit_and_nothing_is_lost():
    text = "x" * 299_000 + "MARKER-OMEGA" + "y" * 988

    pieces = split(text, Markup.PLAIN)

    assert "".join(exact(text, pieces)) == text
    assert max(piece.end - piece.start for piece in pieces) <= DEFAULT.limit
    assert sum(not piece.cut for piece in pieces) == 1


def test_each_repetition_of_a_text_is_found_in_its_own_place(shared):
    case = shared / "cases" / "S01"
    text = (case / "notes.txt").read_bytes().decode()
    quote, places = (json.loads((case / "expect.json").read_text())[k] for k in KEYS)

    pieces = split(text, Markup.PLAIN, size=PassageSize(target=40, limit=40, overlap=20))

    starts = [piece.start for piece in pieces]
    assert starts == sorted(set(starts))
    assert all(piece.end - piece.start <= 40 for piece in pieces)
    assert [text[start:end] for start, end in places] == [quote] * 3
    assert [sum(p.start <= s and e <= p.end for p in pieces) for s, e in places] == [1, 1, 1]


KEYS = ("quote", "occurrences")


def test_the_overlap_is_recorded_and_begins_at_a_word():
    text = "alpha beta gamma delta epsilon zeta eta theta"

    first, second, *_ = split(text, Markup.PLAIN, size=PassageSize(target=20, limit=30, overlap=8))

    assert second.overlap == first.end - second.start > 0
    assert text[second.start - 1] == " "


def test_without_overlap_no_word_stands_in_two_pieces():
    text = "some words. " * 300

    assert all(piece.overlap == 0 for piece in split(text, Markup.PLAIN))


@pytest.mark.parametrize("text", ["", "   ", "\r\r\r", "\ufeff", "\n\n\u3000\n"])
@pytest.mark.parametrize("markup", list(Markup))
def test_a_text_with_nothing_to_see_gives_no_piece(text, markup):
    assert split(text, markup) == ()


def test_a_text_of_headings_alone_gives_them():
    text = "# One\n\n## Two\n"

    [piece] = split(text, Markup.MARKDOWN)

    assert piece.headings == ("One", "Two")


def test_a_heading_without_words_is_no_step_of_the_path():
    pieces = split("# One\n\na\n\n##\n\nb\n\n### Two\n\nc\n", Markup.MARKDOWN)

    assert [piece.headings for piece in pieces] == [("One",), ("One",), ("One", "Two")]


def test_line_ends_are_not_translated(shared):
    text = (shared / "cases" / "S03" / "mixed.txt").read_bytes().decode()

    [piece] = split(text, Markup.PLAIN)

    assert {"\r\n", "\r", "\n"} <= set(re.findall(r"\r\n|\r|\n", text))
    assert (piece.start, text[piece.start : piece.end]) == (0, text.rstrip())


def test_a_later_release_shares_most_of_the_passages_that_whole_paragraphs_could_share(shared):
    releases = ("2.2.28", "3.2.25", "4.2.16", "5.2")
    known: set[str] = set()
    shares = []
    for release in releases:
        files = sorted((shared / "data" / "versioned_docs" / "django" / release).rglob("*.txt"))
        texts = [text for file in files for text in passages(file.read_bytes().decode())]
        old = sum(len(text.split()) for text in texts if text in known)
        shares.append(old / sum(len(text.split()) for text in texts))
        known.update(texts)

    # Three quarters of what paragraphs share: scripts/measure-passages prints both.
    assert all(
        share >= 0.75 * best for share, best in zip(shares[1:], (0.68, 0.67, 0.78), strict=True)
    )


def passages(text: str) -> list[str]:
    return exact(text, split(text, Markup.RST))


@pytest.mark.parametrize(
    "sizes",
    [{"limit": 0, "target": 0}, {"target": 0}, {"target": 10, "limit": 9}, {"overlap": 1200}],
)
def test_sizes_without_room_for_text_are_refused(sizes):
    with pytest.raises(BadValue):
        PassageSize(**sizes)


_LINES = st.sampled_from(
    ["", "Title", "=====", "# A", "## B", "- item of a list", "1. item", "    code here", "```",
     ".. note:: x", "plain words that go on for a while, and then some more", "日本語の文。" * 12]
)  # fmt: skip
documents = st.lists(st.tuples(_LINES, st.sampled_from(["\n", "\r\n", "\r"])), max_size=30).map(
    lambda rows: "".join(line + end for line, end in rows)
)
sizes = st.tuples(
    st.integers(1, 30), st.integers(30, 90), st.integers(0, 20)
).map(lambda size: PassageSize(target=size[0], limit=size[1], overlap=size[2]))  # fmt: skip


def test_a_heading_stays_with_indented_code_that_is_cut_and_stands_alone_where_none_fits():
    text = "# A\n    code here\n    code here\n"

    wide = split(text, Markup.MARKDOWN, size=PassageSize(target=1, limit=30))
    narrow = split(text, Markup.MARKDOWN, size=PassageSize(target=1, limit=6))

    assert exact(text, wide) == ["# A\n    code here", "code here"]
    assert exact(text, narrow) == ["# A", "code", "here", "code", "here"]
    assert [piece.cut for piece in narrow] == [False, True, True, True, False]


@given(text=documents | st.text(max_size=80), markup=st.sampled_from(list(Markup)), size=sizes)
def test_pieces_hold_every_visible_character_within_the_limit(text, markup, size):
    pieces = split(text, markup, size=size)

    position = 0
    for piece in pieces:
        assert not is_blank(text[piece.start : piece.end])
        assert piece.end - piece.start <= size.limit
        assert is_blank(text[position : piece.start])
        assert piece.overlap == max(0, position - piece.start)
        position = piece.end
    assert is_blank(text[position:])
    assert all(one.start < other.start for one, other in pairwise(pieces))


paragraphs = st.lists(
    st.text("abc ", min_size=1, max_size=50).filter(str.strip).map(str.strip),
    min_size=1,
    max_size=6,
)


@given(sections=st.lists(paragraphs, min_size=2, max_size=5), edit=paragraphs, data=st.data())
def test_an_edit_moves_boundaries_in_its_own_section_alone(sections, edit, data):
    edited = data.draw(st.integers(0, len(sections) - 1))
    changed = [edit if at == edited else section for at, section in enumerate(sections)]

    before, after = _by_section(sections), _by_section(changed)

    assert [texts for at, texts in enumerate(before) if at != edited] == [
        texts for at, texts in enumerate(after) if at != edited
    ]


def _by_section(sections: list[list[str]]) -> list[list[str]]:
    text = "\n\n".join(
        f"# Section {number}\n\n" + "\n\n".join(section) for number, section in enumerate(sections)
    )
    found: dict[str, list[str]] = {f"Section {number}": [] for number in range(len(sections))}
    for piece in split(text, Markup.MARKDOWN, size=SMALL):
        found[piece.headings[0]].append(text[piece.start : piece.end])
    return list(found.values())


@pytest.mark.parametrize(
    "unit",
    ["word ", "One. Two, three; ", "a", "漢字、仮名。", "🌲 x\n\ny ", "e\u0301"],
    ids=["words", "sentences", "no space", "no space but stops", "paragraphs", "marks"],
)
def test_a_long_block_is_cut_in_stretches_where_it_would_be_cut_as_a_whole(unit):
    splitter = TextSplitter(40, trim=False)
    text = unit * (1000 // len(unit))

    found = list(_chunks(splitter, text, 160))

    assert found == list(splitter.chunk_indices(text))


def test_a_letter_with_more_marks_than_fit_is_cut_all_the_same():
    text = "a" + "\u0301" * 50_000

    pieces = split(text, Markup.PLAIN)

    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
