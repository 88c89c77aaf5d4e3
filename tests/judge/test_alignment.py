"""Where the words of one text stand in another: carried, moved, changed or gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.judge.alignment import Alignment, Fate

OLD = """# Requests

The default timeout is 30 seconds.
A longer request is ended.

# Colours

The hose is red.
"""


def fate(older: str, newer: str, quote: str):
    start = older.index(quote)
    return Alignment(older, newer).follow(start, start + len(quote))


def test_words_in_the_same_place_are_carried_wherever_that_place_now_is():
    found = fate(OLD, "# News\n\nThere is a preface.\n\n" + OLD, "The hose is red.")

    assert (found.fate, found.place.text, found.note) == (Fate.CARRIED, "The hose is red.", "")


def test_a_part_of_a_sentence_is_carried_with_its_sentence():
    found = fate(OLD, f"One more. {OLD}", "30 seconds")

    assert (found.fate, found.place.text) == (Fate.CARRIED, "30 seconds")


def test_other_line_breaks_carry_the_words_and_are_told():
    newer = OLD.replace("default timeout", "default\ntimeout")

    found = fate(OLD, newer, "The default timeout is 30")

    assert (found.fate, found.place.text) == (Fate.CARRIED, "The default\ntimeout is 30")
    assert "line breaks" in found.note


def test_words_that_stand_elsewhere_once_are_moved():
    newer = OLD.replace("The default timeout is 30 seconds.\n", "")
    newer += "\nMore on requests follows here.\n\nThe default timeout is 30 seconds.\n"

    found = fate(OLD, newer, "The default timeout is 30 seconds.")

    assert found.fate is Fate.MOVED
    assert found.place.start == newer.index("The default timeout")


def test_words_that_stand_in_several_new_places_are_not_guessed_at():
    sentence = "The default timeout is 30 seconds."
    newer = f"{OLD.replace(sentence, '')}\n\nFirst. {sentence}\n\nSecond. {sentence}\n"

    found = fate(OLD, newer, sentence)

    assert (found.fate, found.place) == (Fate.GONE, None)
    assert "2 new places" in found.note


def test_a_copy_that_was_there_before_is_no_place_to_move_to():
    older = "# A\n\nDefault: none.\n\n# B\n\nDefault: none.\n"

    found = fate(older, "# B\n\nDefault: none.\n", "# A")

    assert found.fate is Fate.GONE
    assert fate(older, "# B\n\nDefault: none.\n", "Default: none.").fate is Fate.GONE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The default timeout is 30 seconds.", "The default timeout is 10 seconds."),
        ("The hose is red.", "The hose is not red."),
    ],
)
def test_another_sentence_in_its_place_is_a_change(before, after):
    found = fate(OLD, OLD.replace(before, after), before)

    assert (found.fate, found.place.text) == (Fate.CHANGED, after)


def test_a_part_that_changed_with_its_sentence_is_shown_with_all_of_the_new_one():
    newer = OLD.replace("30 seconds", "10 seconds")

    found = fate(OLD, newer, "30 seconds")

    assert (found.fate, found.place.text) == (Fate.CHANGED, "The default timeout is 10 seconds.")


def test_a_part_that_stays_in_a_sentence_that_changed_is_carried_and_it_is_told():
    newer = OLD.replace("The default timeout", "The default request timeout")

    found = fate(OLD, newer, "30 seconds")

    assert (found.fate, found.place.text) == (Fate.CARRIED, "30 seconds")
    assert "changed" in found.note


def test_something_else_in_its_place_is_no_change_of_it():
    newer = OLD.replace("The hose is red.", "Paint may be ordered by post from March on.")

    assert fate(OLD, newer, "The hose is red.").fate is Fate.GONE


def test_of_two_sentences_that_fit_alike_none_is_taken():
    older = "# A\n\nThe limit of the pump is 9 bar.\n\n# B\n"
    newer = "# A\n\nThe limit of the pump is 7 bar.\n\nThe limit of the pump is 8 bar.\n\n# B\n"

    found = fate(older, newer, "The limit of the pump is 9 bar.")

    assert (found.fate, found.place) == (Fate.GONE, None)
    assert "equally near" in found.note


def test_blanks_before_a_sentence_are_left_out_where_it_begins_the_newer_text():
    older, newer = "It is red.\n\nThe limit is 9 bar.", "The limit is 9 bar.\nIt is red."

    found = Alignment(older, newer).follow(older.index("\n"), len(older))

    assert found.place.text == "The limit is 9 bar."


lines = st.lists(
    st.sampled_from(["The limit is 9 bar.", "It is red.", "# A", "Default: 5.", "Café 😀 opens."]),
    min_size=1,
    max_size=12,
)


@given(lines)
def test_in_the_same_text_everything_is_carried_to_where_it_was(said):
    text = "\n\n".join(said)
    alignment = Alignment(text, text)

    for start in range(0, len(text), 3):
        if text[start : start + 4].strip():
            found = alignment.follow(start, min(start + 4, len(text)))
            assert found.fate is Fate.CARRIED
            assert (found.place.start, found.place.text) == (start, text[start : start + 4])


@given(lines, lines, st.data())
def test_every_stretch_has_a_fate_and_a_place_that_the_newer_text_bears_out(said, then, data):
    older, newer = "\n\n".join(said), "\n".join(then)
    start = data.draw(st.integers(0, len(older) - 1))
    end = data.draw(st.integers(start + 1, len(older)))

    found = Alignment(older, newer).follow(start, end)

    assert (found.place is None) == (found.fate is Fate.GONE)
    if found.place is not None:
        assert newer[found.place.start : found.place.end] == found.place.text
    if found.fate is Fate.MOVED:
        assert "".join(found.place.text.split()) == "".join(older[start:end].split())
