"""What fits into an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue
from cedarprov.retrieve.budget import Allowance, Verdict, pack, shown

LONG = "one two three four five six seven eight"
texts = st.lists(st.lists(st.sampled_from("abcdef"), max_size=12).map(" ".join), max_size=12)


def test_a_text_that_does_not_fit_is_passed_over_and_a_later_one_may_fit():
    packed = pack(["a b c", LONG, "d e"], Allowance(words=5))

    assert [item.verdict for item in packed] == [
        Verdict.SHOWN,
        Verdict.DOES_NOT_FIT,
        Verdict.SHOWN,
    ]
    assert shown(packed) == (0, 2)


def test_the_same_text_is_shown_once():
    packed = pack([LONG, LONG], Allowance(words=100))

    assert (packed[1].verdict, packed[1].repeated) == (Verdict.REPEATS, 1.0)


def test_a_text_of_fewer_words_than_a_run_is_shown_once_too():
    assert shown(pack(["a b", "a b", "b a"], Allowance(words=100))) == (0, 2)


def test_a_near_copy_is_left_out_and_a_small_overlap_is_not():
    near, overlapping = f"{LONG} nine", "four five six seven eight and then more of other things"

    packed = pack([LONG, near, overlapping], Allowance(words=100))

    assert shown(packed) == (0, 2)


def test_what_was_left_out_does_not_count_as_shown():
    packed = pack([LONG, "a b", LONG], Allowance(words=2))

    assert packed[2].verdict is Verdict.DOES_NOT_FIT


@pytest.mark.parametrize(
    ("origins", "kept"),
    [
        (["a", "b"], (0, 1)),  # two studies that say the same
        (["a", "a"], (0,)),
        (["a", ""], (0,)),
        (["", "b"], (0,)),  # what is not known may be the same
        (["", ""], (0,)),
    ],
)
def test_what_another_known_origin_tells_is_no_repetition(origins, kept):
    assert shown(pack([LONG, LONG], Allowance(words=100), origins=origins)) == kept


@given(texts, st.data())
def test_known_origins_never_leave_out_a_text_that_no_known_origin_repeats(found, data):
    origins = data.draw(st.lists(st.sampled_from("xy"), min_size=len(found), max_size=len(found)))
    packed = pack(found, Allowance(words=1000), origins=origins)

    for origin in "xy":
        alone = [text for text, own in zip(found, origins, strict=True) if own == origin]
        together = [item for item in packed if origins[item.position] == origin]
        assert [item.verdict for item in together] == [
            item.verdict for item in pack(alone, Allowance(words=1000))
        ]


@pytest.mark.parametrize("fields", [{"words": 0}, {"words": 1, "repetition": 1.1}])
def test_an_allowance_that_allows_nothing_or_too_much_is_refused(fields):
    with pytest.raises(BadValue):
        Allowance(**fields)


@given(texts, st.integers(1, 40))
def test_the_words_shown_never_exceed_the_allowance(found, words):
    packed = pack(found, Allowance(words=words))

    assert len(packed) == len(found)
    assert sum(packed[at].words for at in shown(packed)) <= words


@given(texts)
def test_with_room_for_all_only_repetition_leaves_a_text_out(found):
    packed = pack(found, Allowance(words=1000))

    assert all(item.verdict is not Verdict.DOES_NOT_FIT for item in packed)
    assert {found[at] for at in shown(pack(found, Allowance(words=1000, repetition=1)))} == set(
        found
    )


@given(texts, st.integers(1, 40))
def test_a_text_that_would_still_fit_is_shown_unless_it_repeats(found, words):
    for item in pack(found, Allowance(words=words)):
        if item.verdict is Verdict.DOES_NOT_FIT:
            assert item.words > item.left
