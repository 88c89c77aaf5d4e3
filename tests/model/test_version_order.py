"""The order of version numbers, held against that of Python packages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from cedarprov.model.version_order import (
    EVERYTHING,
    above,
    at_least,
    at_most,
    below,
    between,
    is_version,
    key,
    series,
)

releases = st.lists(st.integers(0, 40), min_size=1, max_size=4).map(
    lambda parts: ".".join(map(str, parts))
)
endings = st.one_of(
    st.just(""),
    st.tuples(st.sampled_from(["a", "b", "rc"]), st.integers(0, 12)).map(
        lambda it: f"{it[0]}{it[1]}"
    ),
    st.integers(0, 12).map(".dev{}".format),
    st.integers(0, 12).map(".post{}".format),
)
versions = st.tuples(releases, endings).map("".join)


@given(versions, versions)
def test_versions_stand_in_the_order_that_packages_have(first, second):
    mine = (key(first) < key(second), key(first) == key(second))

    assert mine == (Version(first) < Version(second), Version(first) == Version(second))


@pytest.mark.parametrize(
    "ordered",
    [
        ["1.9", "1.10", "2"],
        ["2.0.dev3", "2.0a1", "2.0b1", "2.0rc1", "2.0", "2.0.post1", "2.0.1"],
        ["2023-11", "2024-01-15", "2024-02"],
        ["v1", "V2"],
    ],
)
def test_ordinary_versions_stand_in_order(ordered):
    shuffled = ordered[::-1]

    assert sorted(shuffled, key=key) == ordered


@given(releases)
def test_a_series_lies_between_what_comes_before_and_what_comes_after(version):
    assert not below(version).overlaps(series(version))
    assert not above(version).overlaps(series(version))
    assert at_least(version).covers(series(version))
    assert at_most(version).covers(series(version))


@given(releases, st.integers(0, 40))
def test_a_series_holds_every_version_that_begins_with_it(version, further):
    assert series(version).covers(series(f"{version}.{further}"))


@given(releases, releases)
def test_a_range_reaches_from_its_first_series_to_its_last(first, last):
    low, high = sorted((first, last), key=key)

    assert between(low, high).overlaps(series(low))
    assert between(low, high).covers(series(high)) or key(low) == key(high)


@given(versions)
def test_every_version_lies_in_everything(version):
    assert EVERYTHING.covers(series(version))


@pytest.mark.parametrize("text", ["2", "2.2.28", "v3", "2024-05", "2.0rc1", "1_2", "10.15.7b"])
def test_a_version_is_told_by_its_form(text):
    assert is_version(text)


@pytest.mark.parametrize(
    "text", ["", "new", "rc1", "2..3", "2.", ".2", "2 3", "٣", "²", "1" * 5000]
)
def test_other_texts_are_no_versions(text):
    assert not is_version(text)


def test_a_label_longer_than_any_version_has_a_place_in_the_order_too():
    assert key("9" * 5000) > key("2.2")
