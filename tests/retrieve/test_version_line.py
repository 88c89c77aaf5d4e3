"""The line of versions: slabs that follow one another, each with a version in it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cedarprov.model.axis import Axis, AxisKind, range_of
from cedarprov.model.scope import Condition
from cedarprov.model.version_order import Interval
from cedarprov.retrieve.answer_map.version_line import slabs

numbers = st.lists(st.integers(0, 12), min_size=1, max_size=3).map(lambda n: ".".join(map(str, n)))
expressions = st.one_of(
    numbers,
    numbers.map("<{}".format),
    numbers.map(">={}".format),
    numbers.map(">{}".format),
    numbers.map("<={}".format),
    numbers.map("{}.x".format),
    st.sampled_from(["2.0-rc1", "v3", "2024-05"]),
)
stated = st.lists(expressions, min_size=1, max_size=5).map(
    lambda found: [Condition("release", text) for text in found]
)


def interval(expression: str) -> Interval:
    [term] = Condition("release", expression).terms
    return term


def cut(expressions, asked=None):
    conditions = [Condition("release", text) for text in expressions]
    found = slabs(conditions, Condition("release", asked) if asked else None)
    return [range_of(slab.low, slab.high) for slab in found]


@pytest.mark.parametrize(
    ("given", "asked", "found"),
    [
        (["1", "2"], None, ["<1", "1", "2", ">2"]),
        (["1.8", "2.2"], None, ["<1.8", "1.8", ">1.8..<2.2", "2.2", ">2.2"]),
        (["2.2.28"], "2.2", ["2.2..<2.2.28", "2.2.28", ">2.2.28..2.2"]),
        (["<3.0"], None, ["<3.0", ">=3.0"]),
        (["2.x", "2.2"], "2.x", ["2..<2.2", "2.2", ">2.2..2"]),
        (["2", "5"], "1..3", ["1..<2", "2", ">2..3"]),
        (["2", "3"], "2,3", ["2", "3"]),
        (["2024-05"], None, ["<2024-05", "2024-05", ">2024-05"]),
        (["3", "3.0"], "3", ["3..3.0", ">3.0..3"]),
    ],
)
def test_the_line_is_cut_at_every_bound(given, asked, found):
    assert cut(given, asked) == found


@given(stated)
def test_every_point_lies_in_its_slab_and_in_no_other(conditions):
    found = slabs(conditions, None)
    axis = Axis(kind=AxisKind.SCOPE, name="release", slabs=found)

    for number, slab in enumerate(found):
        assert axis.find(slab.point) == number


@given(stated)
def test_slabs_follow_one_another(conditions):
    found = [interval(range_of(slab.low, slab.high)) for slab in slabs(conditions, None) if slab]

    for one, other in pairwise(found):
        assert one.low < one.high <= other.low < other.high


@given(stated)
def test_no_bound_of_what_is_stated_lies_within_a_slab(conditions):
    for slab in slabs(conditions, None):
        point = Condition("release", slab.point)
        whole = Condition("release", range_of(slab.low, slab.high))
        for condition in conditions:
            assert condition.overlaps(point) == condition.overlaps(whole)
            assert condition.covers(point) == condition.covers(whole) or condition.overlaps(whole)


@given(stated, numbers)
def test_a_version_that_lies_between_all_bounds_lies_in_one_slab(conditions, version):
    point = Condition("release", version)
    assume(all(c.covers(point) or not c.overlaps(point) for c in conditions))
    found = slabs(conditions, None)

    inside = [
        slab
        for slab in found
        if Condition("release", range_of(slab.low, slab.high)).overlaps(point)
    ]

    assert len(inside) == 1


@given(stated, st.data())
def test_a_run_of_slabs_reads_back_as_what_they_hold_together(conditions, data):
    found = slabs(conditions, None)
    assume(len(found) > 1)
    axis = Axis(kind=AxisKind.SCOPE, name="release", slabs=found)
    chosen = data.draw(st.sets(st.integers(0, len(found) - 1), min_size=1).map(sorted))
    assume(len(chosen) < len(found))

    read = Condition("release", axis.written(chosen))

    held = [at for at, s in enumerate(found) if read.covers(Condition("release", s.point))]
    assert held == chosen
