"""Paired verdicts: the exact McNemar test, however many items, and Holm's adjustment."""

from __future__ import annotations

from itertools import product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import Paired, holm, paired, paired_by_each
from cedarprov.model.answer import Status


def outcome(item, arm, *, right):
    return Outcome(
        item=item,
        kind="lookup",
        group=item,
        arm=arm,
        expected=Status.ANSWERED,
        given=Status.ANSWERED if right else Status.UNSUPPORTED,
        tallies={"first": Tally(float(not right))},
    )


@given(st.integers(0, 12), st.integers(0, 12))
def test_the_p_value_is_the_share_of_equally_likely_splits_as_uneven(one, other):
    pair = Paired(one="a", other="b", only_one=one, only_other=other, items=30)

    splits = (
        [sum(split) for split in product((0, 1), repeat=one + other)] if one + other < 13 else None
    )

    assert 0 < pair.p <= 1
    assert isclose(pair.p, Paired(one="b", other="a", only_one=other, only_other=one, items=30).p)
    if splits is not None:
        low = min(one, other)
        uneven = sum(min(each, one + other - each) <= low for each in splits)
        assert isclose(pair.p, uneven / len(splits))


def test_arms_are_compared_on_the_items_that_both_have():
    outcomes = [
        outcome("q1", "flat", right=True),
        outcome("q2", "flat", right=False),
        outcome("q2", "graph", right=True),
    ]

    [pair] = paired(outcomes)

    assert (pair.items, pair.only_one, pair.only_other) == (1, 0, 1)


def test_each_named_verdict_is_compared_and_no_other():
    outcomes = [outcome("q", "flat", right=True), outcome("q", "graph", right=False)]

    by_status, by_tally = paired_by_each(outcomes, ("status", "first"))

    assert (by_status.verdict, by_status.only_one, by_status.only_other) == ("status", 1, 0)
    assert (by_tally.verdict, by_tally.only_one, by_tally.only_other) == ("first", 0, 1)
    assert paired_by_each(outcomes, ()) == ()


@pytest.mark.parametrize(
    ("one", "other", "p"),
    # by scipy.stats.binomtest(one, one + other)
    [(600, 610, 0.7958550207795227), (400, 610, 4.1213957539810334e-11), (0, 3000, 0.0)],
)
def test_the_p_value_is_exact_for_many_discordant_items(one, other, p):
    found = Paired(one="a", other="b", only_one=one, only_other=other, items=5000)

    assert found.p == pytest.approx(p, rel=1e-9)


PS = st.lists(st.floats(0, 1), max_size=8)


@given(PS)
def test_an_adjusted_p_value_is_never_smaller_keeps_the_order_and_stays_below_bonferroni(ps):
    adjusted = holm(ps)

    for p, q in zip(ps, adjusted, strict=True):
        assert p <= q <= min(1.0, len(ps) * p) or isclose(q, p)
    assert [adjusted[at] for at in sorted(range(len(ps)), key=ps.__getitem__)] == sorted(adjusted)


def test_holm_multiplies_the_smallest_by_all_and_the_next_by_one_less():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []
