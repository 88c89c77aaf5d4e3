from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cedarprov.evaluate.bootstrap import interval
from cedarprov.evaluate.measure import Share, measured
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.summary import summarise
from cedarprov.model.answer import Status
from cedarprov.model.frozen import replace

RIGHT = Share("right")


def groups_of(hits):
    return [
        [
            Outcome(
                item=str(number),
                kind="k",
                group=str(number),
                arm="flat",
                expected=Status.ANSWERED,
                given=Status.ANSWERED,
                tallies={"right": Tally(float(hit))},
            )
        ]
        for number, hit in enumerate(hits)
    ]


@given(st.lists(st.booleans(), min_size=2, max_size=40))
@settings(max_examples=30)
def test_the_interval_holds_the_measure_and_stays_in_its_range(hits):
    groups = groups_of(hits)

    low, high = interval(RIGHT, groups, seed=1, resamples=300)

    assert 0 <= low <= measured(RIGHT, groups) <= high <= 1


def test_the_same_seed_gives_the_same_interval_and_another_one_moves_it():
    groups = groups_of([True, False] * 20)

    intervals = {seed: interval(RIGHT, groups, seed=seed, resamples=99) for seed in (1, 2)}

    assert interval(RIGHT, groups, seed=1, resamples=99) == intervals[1]
    assert intervals[1] != intervals[2]


def test_the_interval_of_a_share_of_half_is_near_the_normal_one():
    low, high = interval(RIGHT, groups_of([True, False] * 50), seed=3, resamples=4000)

    # 1.96 standard errors of 0.05 each
    assert abs(low - 0.402) < 0.02
    assert abs(high - 0.598) < 0.02


def test_items_of_a_group_are_drawn_together():
    apart = groups_of([True] * 20 + [False] * 20)
    together = [[group[0] for group in apart[:20]], [group[0] for group in apart[20:]]]

    low, high = interval(RIGHT, together, seed=1, resamples=200)

    assert (low, high) == (0.0, 1.0)
    assert interval(RIGHT, apart, seed=1, resamples=200) != (0.0, 1.0)


def test_nothing_to_draw_from_has_no_interval():
    assert interval(RIGHT, [], seed=1) is None


def test_a_single_group_has_no_interval_however_many_items_it_has():
    [*items] = groups_of([True, False, True])

    assert interval(RIGHT, [[item for group in items for item in group]], seed=1) is None


def test_groups_that_count_nothing_make_no_interval_of_a_single_one():
    [counted, *others] = groups_of([True, True, True])
    nothing = [[replace(each, tallies={}) for each in group] for group in others]

    assert interval(RIGHT, [counted, *nothing], seed=1, resamples=50) is None
    assert interval(RIGHT, [counted, *others], seed=1, resamples=50) == (1.0, 1.0)


def test_a_measure_of_a_single_group_is_kept_without_an_interval():
    [group] = groups_of([True])

    found = summarise(group, [RIGHT], seed=1, resamples=9)

    assert (found.measures, found.intervals) == ({"flat.right": 1.0}, {})
