"""Contrasts: paired differences of two arms, item by item."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.contrast import contrast
from cedarprov.evaluate.measure import GroupMean, measured
from cedarprov.evaluate.outcome import Outcome, Tally

PAIRS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=6)


def outcomes(arm, values, *, of=1):
    return [
        Outcome(item=item, kind="k", group=item, arm=arm, tallies={"usr": Tally(value * of, of)})
        for item, value in values.items()
    ]


def mean(found):
    return measured(GroupMean("usr"), [[each] for each in found])


@given(PAIRS)
def test_the_mean_of_a_contrast_is_the_difference_of_the_means(pairs):
    one = outcomes("one", {str(n): value for n, (value, _) in enumerate(pairs)}, of=4)
    other = outcomes("other", {str(n): value for n, (_, value) in enumerate(pairs)}, of=2)

    found = [*contrast(one, other)]

    assert {each.arm for each in found} == {"one minus other"}
    assert mean(found) == pytest.approx(mean(one) - mean(other), abs=1e-9)
    assert [each.tallies["usr"].of for each in found] == [1] * len(pairs)


@given(PAIRS)
def test_nothing_differs_from_itself(pairs):
    one = outcomes("one", {str(n): value for n, (value, _) in enumerate(pairs)})

    assert {each.tallies["usr"].found for each in contrast(one, one)} == {0.0}


def test_verdicts_are_left_out_of_a_contrast():
    one, other = outcomes("one", {"a": 1.0}), outcomes("other", {"a": 0.0})

    [found] = contrast(one, other, but=("usr",))

    assert found.tallies == {}


def test_items_and_tallies_that_one_arm_alone_has_are_left_out():
    one = outcomes("one", {"a": 1.0, "b": 1.0})
    other = [
        *outcomes("other", {"a": 0.25}),
        Outcome(item="c", kind="k", group="c", arm="other", tallies={"usr": Tally(1)}),
    ]

    [found] = contrast(one, other)

    assert (found.item, found.tallies) == ("a", {"usr": Tally(0.75)})
    assert [
        each.tallies
        for each in contrast(
            one[:1],
            [Outcome(item="a", kind="k", group="a", arm="other", tallies={"usr": Tally(0, 0)})],
        )
    ] == [{}]
