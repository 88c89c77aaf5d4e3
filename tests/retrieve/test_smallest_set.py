"""The smallest set of origins whose removal changes something, compared with trying all sets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.retrieve.fragility import smallest

GROUPS = tuple("abcdef")
sets = st.frozensets(st.sampled_from(GROUPS), min_size=1)


class Family:
    """Which sets change it: any of these and no other, larger ones included only by name."""

    def __init__(self, changing: Collection[frozenset[str]], quoted: Sequence[str]) -> None:
        self.changing = frozenset(changing)
        self.quoted = quoted
        self.asked = 0

    def suspects(self, groups: Collection[str]) -> Sequence[str] | None:
        self.asked += 1
        return None if frozenset(groups) in self.changing else self.quoted


def least(changing: Collection[frozenset[str]]) -> int | None:
    sizes = range(1, len(GROUPS) + 1)
    return next(
        (
            size
            for size in sizes
            if any(frozenset(each) in changing for each in combinations(GROUPS, size))
        ),
        None,
    )


@given(st.frozensets(sets), st.lists(st.sampled_from(GROUPS), unique=True))
def test_the_set_found_is_one_of_the_smallest_that_change_it_or_there_is_none(changing, quoted):
    family = Family(changing, quoted)

    found = smallest(GROUPS, family.suspects, ceiling=2 ** len(GROUPS))

    assert found.is_exact
    assert (None if found.found is None else len(found.found)) == least(changing)
    if found.found is not None:
        assert frozenset(found.found) in changing
        assert found.low == len(found.found)


@given(st.frozensets(sets), st.lists(st.sampled_from(GROUPS), unique=True), st.integers(0, 40))
def test_a_search_that_is_cut_short_gives_bounds_that_hold(changing, quoted, ceiling):
    family = Family(changing, quoted)

    found = smallest(GROUPS, family.suspects, ceiling=ceiling)

    true = least(changing)
    assert true is None or found.low <= true
    if found.found is not None:
        assert frozenset(found.found) in changing
        assert true is not None
        assert true <= len(found.found)
    # Beside the search itself, some set is looked for once: in at most two looks at each group.
    assert family.asked <= ceiling + 2 * len(GROUPS) + 2


def test_where_larger_sets_change_it_too_a_smaller_one_is_not_missed():
    changing = {frozenset("abc"), frozenset("ab"), frozenset("f")}

    found = smallest(GROUPS, Family(changing, ["a", "b", "c"]).suspects, ceiling=100)

    assert found.found == ("f",)
