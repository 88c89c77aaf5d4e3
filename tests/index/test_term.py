"""Which terms a text has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.index.question import question_terms
from cedarprov.index.term import blank, terms


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("X_FRAME_OPTIONS", ["frame", "options"]),
        ("timezone.utc", ["timezone", "utc"]),
        ("HttpResponse", ["http", "response"]),
        ("--dry-run", ["dry", "run"]),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(identifier, parts):
    found = terms(f"see {identifier}.")

    assert set(parts) < set(found)
    assert terms(identifier)[0] in found


@pytest.mark.parametrize("number", ["0o644", "1.26", "30"])
def test_a_number_is_one_term(number):
    assert terms(f"It was {number}, then.")[2] == number
    assert len(terms(number)) == 1


def test_a_version_is_found_by_its_line_and_not_by_single_numbers():
    assert terms("v2.2.28") == terms("2.2.28") == ["2.2.28", "2.2"]


@pytest.mark.parametrize("word", ["don't", "Django's", "they\u2019re"])
def test_a_contraction_leaves_no_crumbs(word):
    assert len(terms(word)) == 1


def test_a_number_is_the_same_with_and_without_thousands_separators():
    assert terms("390,000 iterations") == terms("390000 iterations")


def test_an_identifier_is_the_same_however_it_is_joined():
    assert terms("X-Frame-Options")[0] == terms("X_FRAME_OPTIONS")[0]


def test_a_question_leaves_out_function_words_and_tries_neighbours_as_one():
    found = question_terms("What is the default of the block size in 2.2?")

    assert found == ["default", "block", "size", "2.2", "blocksize"]


def test_a_question_of_function_words_alone_keeps_them():
    assert question_terms("what is it") == ["what", "is", "it"]


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("タイムゾーン", "このタイムゾーンを使う。"),
        ("时区", "设置时区的方法"),
        ("เวลา", "การตั้งค่าเวลาเริ่มต้น"),
        ("설정", "설정은 어디에 있나요?"),
    ],
)
def test_words_of_scripts_without_spaces_are_found_inside_a_sentence(asked, written):
    assert set(terms(asked)) <= set(terms(written))


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("الإعداد", "الإعْدَادُ"),
        ("grosse", "Größe"),
        ("Uberlange", "Überlänge"),
        ("\uff21\uff22\uff23", "abc"),
        ("cafe\u0301", "café"),
    ],
)
def test_case_width_accents_and_vowel_points_do_not_matter(asked, written):
    assert set(terms(asked)) <= set(terms(written))


def test_an_indic_word_is_not_broken_at_its_vowels():
    assert terms("हिन्दी शब्द।") == ["हिन्दी", "शब्द"]


def test_a_marker_inside_an_endless_run_of_letters_is_found():
    assert "marker" in terms("x" * 299_000 + "MARKER-OMEGA" + "y" * 988)


@given(st.text())
def test_no_term_is_blank_has_spaces_or_is_too_long(text):
    for term in terms(text):
        assert term.strip() == term != ""
        assert len(term.split()) == 1
        # Casefolding may lengthen a character threefold.
        assert len(term) <= 3 * 64


@given(st.text(), st.text())
def test_a_line_break_always_parts_two_terms(before, after):
    assert terms(f"{before}\n{after}") == terms(before) + terms(after)


@pytest.mark.parametrize("text", ["", "  ", "\r\r", "\ufeff", "\u200b\n"])
def test_a_text_that_shows_nothing_is_blank(text):
    assert blank(text)
    assert not blank(text + "a")
