"""How many origins links leave: bounds that only links move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.model.answer import Interval
from cedarprov.model.origin import Kind, Link, counted, is_telling

keys = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True)
links = st.lists(
    st.builds(
        Link,
        one=st.sampled_from("abcdefgh"),
        other=st.sampled_from("abcdefgh"),
        kind=st.sampled_from(Kind),
        score=st.floats(0, 1),
        derived=st.booleans(),
    ),
    max_size=8,
)


def count(keys, *links):
    return counted(keys, links).count


def test_what_nothing_links_is_as_many_origins():
    assert count("abc") == Interval(low=3, high=3)


def test_a_certain_link_moves_both_ends_and_another_the_lower_alone():
    certain = Link(one="a", other="b", kind=Kind.SAME_TEXT)
    uncertain = Link(one="b", other="c", kind=Kind.IDENTIFIER, score=0.9)

    assert count("abc", certain) == Interval(low=2, high=2)
    assert count("abc", certain, uncertain) == Interval(low=1, high=2)


def test_a_review_by_rule_takes_what_scores_high():
    found = [
        Link(one="a", other="b", kind=Kind.IDENTIFIER, score=0.9),
        Link(one="b", other="c", kind=Kind.IDENTIFIER, score=0.7),
    ]

    assert counted("abc", found, accepts=is_telling).count == Interval(low=1, high=2)


def test_links_lead_by_way_of_what_is_not_counted():
    found = [Link(one=key, other="version", kind=Kind.SAME_BYTES) for key in "ab"]

    assert count("ab", *found) == Interval(low=1, high=1)


def test_what_was_made_from_one_other_is_of_its_origin():
    assert count("ab", Link(one="b", other="a", kind=Kind.DECLARED, derived=True)).high == 1


def test_what_was_made_from_several_joins_none_of_them():
    survey = [Link(one="s", other=end, kind=Kind.DECLARED, derived=True) for end in "ab"]

    found = counted("abs", survey)

    assert found.count == Interval(low=2, high=2)
    assert found.echoes == ("s",)


def test_output_of_this_store_is_no_origin_and_what_it_repeats_stands_in_where_it_is_alone():
    echo = Link(one="e", other="a", kind=Kind.OWN_OUTPUT, derived=True)

    assert count("ae", echo) == Interval(low=1, high=1)
    assert counted("e", [echo]).surely == (("a",),)


@given(keys, links)
def test_the_bounds_are_in_order_and_within_what_there_is(keys, links):
    found = counted(keys, links)

    assert found.count.low <= found.count.high
    named = sorted([*(key for group in found.surely for key in group), *found.echoes])
    if set(found.echoes) < set(keys):
        assert named == sorted(keys)
        assert found.count.high <= len(keys)


@given(keys, links, st.sampled_from("abcdef"))
def test_another_copy_of_what_is_counted_changes_nothing(keys, links, copied):
    if copied not in keys or copied in counted(keys, links).echoes:
        return
    copy = Link(one="copy", other=copied, kind=Kind.SAME_TEXT)

    assert counted([*keys, "copy"], [*links, copy]).count == counted(keys, links).count


@given(keys, links)
def test_links_that_are_not_certain_leave_the_upper_end(keys, links):
    certain = [link for link in links if link.is_certain]

    assert counted(keys, links).count.high == counted(keys, certain).count.high
