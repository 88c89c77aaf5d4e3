"""Sentences and clauses as stretches of their text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.prose.sentence import clauses, sentences


def texts(text):
    return [sentence.text for sentence in sentences(text)]


@given(st.text(alphabet="ab .!?\n;,。؟-*1", max_size=80))
def test_sentences_are_exact_stretches_and_hold_all_that_is_not_space(text):
    found = sentences(text)

    assert all(text[item.start : item.end] == item.text for item in found)
    assert "".join("".join(item.text.split()) for item in found) == "".join(text.split())


@given(st.text(alphabet="ab .;,-", max_size=60))
def test_clauses_are_exact_stretches_of_the_same_text(text):
    for sentence in sentences(text):
        assert all(text[part.start : part.end] == part.text for part in clauses(sentence))


def test_an_abbreviation_and_a_number_do_not_end_a_sentence():
    assert texts("Use e.g. version 2.2.28 of it. Then stop.") == [
        "Use e.g. version 2.2.28 of it.",
        "Then stop.",
    ]


def test_a_line_break_ends_a_sentence_only_before_a_list_item_or_a_blank_line():
    assert texts("one\ntwo\n- three\n\nfour") == ["one\ntwo", "- three", "four"]


def test_full_stops_without_spaces_end_sentences_in_japanese_and_question_marks_in_arabic():
    assert texts("開館は9時。閉館は5時。") == ["開館は9時。", "閉館は5時。"]
    assert texts("هل يسمح؟ نعم.") == ["هل يسمح؟", "نعم."]
