from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.coverage import is_covered, is_shown, overlap, places_of, repeated_words

stretches = st.tuples(st.integers(0, 50), st.integers(1, 20)).map(lambda s: (s[0], s[0] + s[1]))


@given(stretches, st.lists(stretches))
def test_overlap_counts_each_code_point_once(wanted, shown):
    covered = {at for start, end in shown for at in range(start, end)}

    assert overlap(wanted, shown) == len(covered & {*range(*wanted)})


def test_half_of_a_span_is_enough_and_less_is_not():
    assert is_covered((10, 20), [(0, 15)])
    assert not is_covered((10, 20), [(0, 14)])


def test_two_neighbours_that_each_show_a_part_show_the_span_together():
    assert is_covered((10, 20), [(0, 13), (17, 30)])


@given(st.text("ab", min_size=1, max_size=3), st.text("ab", max_size=12))
def test_a_text_is_found_wherever_it_stands_even_overlapping_itself(text, whole):
    places = list(places_of(text, whole))

    assert all(whole[start:end] == text for start, end in places)
    assert [start for start, _ in places] == [
        at for at in range(len(whole)) if whole.startswith(text, at)
    ]


def test_a_shown_text_counts_in_every_document_that_holds_it():
    old, new = "Intro. Default: 30 s. End.", "Other. Default: 30 s."

    assert is_shown((7, 21), old, ["Default: 30 s."])
    assert is_shown((7, 21), new, ["Default: 30 s."])
    assert not is_shown((7, 21), old, ["Default: 10 s."])


def test_a_near_copy_repeats_the_words_of_the_runs_that_it_shares():
    first = "one two three four five six seven eight nine ten"
    changed = "zero two three four five six seven eight nine end"

    assert repeated_words([first, changed]) == 8


def test_words_in_common_are_no_repetition():
    assert repeated_words(["the pool is small and the cache is not", "the pool is large"]) == 0


def test_a_short_text_is_repeated_as_a_whole():
    assert repeated_words(["Default: False", "Default: True", "Default: False"]) == 2


@given(st.lists(st.text("ab ", max_size=40), max_size=5))
def test_no_more_words_are_repeated_than_are_shown(texts):
    assert 0 <= repeated_words(texts) <= sum(len(text.split()) for text in texts)
