"""How many independent observations stand behind quotations, as bounds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.model.answer import Citation, Interval
from cedarprov.model.frozen import replace
from cedarprov.model.origin import Kind, Link
from cedarprov.model.scope import Match
from cedarprov.model.time import Certainty
from cedarprov.retrieve.origin import grounds_of


def citation(source="manual", version="v1", exact="30 s", label="1"):
    return Citation(
        number=1,
        passage=f"{version}/0-{len(exact)}",
        version=version,
        source=source,
        label=label,
        start=0,
        end=len(exact),
        exact=exact,
        applies=Match.APPLIES,
        certainty=Certainty.IN,
    )


def origins_of(found, links=()):
    return grounds_of(found, links=links).origins.count


names = st.sampled_from("abc")
citations = st.lists(st.builds(citation, source=names, version=names, exact=names), max_size=6)


def test_nothing_quoted_has_no_origin():
    assert origins_of([]) == Interval(low=0, high=0)


def test_editions_of_one_source_are_one_origin():
    found = [citation(version="v1"), citation(version="v2", exact="10 s", label="2")]

    assert origins_of(found) == Interval(low=1, high=1)


def test_a_mirror_with_the_same_bytes_is_no_second_origin():
    found = [citation(), citation(source="mirror", exact="its default")]

    assert origins_of(found) == Interval(low=1, high=1)


def test_a_quotation_of_the_same_words_is_no_second_origin():
    found = [citation(), citation(source="blog", version="v9")]

    assert origins_of(found) == Interval(low=1, high=1)


def test_other_words_of_another_source_are_another_origin_where_nothing_links_them():
    found = [citation(), citation(source="test report", version="v9", exact="29.8 s")]

    assert origins_of(found) == Interval(low=2, high=2)


def test_an_inferred_link_moves_the_lower_end_and_an_accepted_one_both():
    one, other = citation(), citation(source="test report", version="v9", exact="29.8 s")
    pending = Link(one=other.passage, other=one.passage, kind=Kind.NEAR_DUPLICATE, score=0.8)
    accepted = replace(pending, kind=Kind.ACCEPTED)

    assert origins_of([one, other], [pending]) == Interval(low=1, high=2)
    assert origins_of([one, other], [accepted]) == Interval(low=1, high=1)


def test_a_link_between_versions_reaches_what_is_quoted_from_them():
    one, other = citation(), citation(source="test report", version="v9", exact="29.8 s")

    declared = Link(one="v9", other="v1", kind=Kind.DECLARED, derived=True)

    assert origins_of([one, other], [declared]) == Interval(low=1, high=1)


def test_a_copy_joins_the_origins_that_it_stands_between():
    apart = [citation(), citation(source="b", version="v2", exact="half a minute")]
    copy = citation(source="b", version="v1", exact="a third")

    assert origins_of(apart).high == 2
    assert origins_of([*apart, copy]).high == 1


@given(citations, st.data())
def test_a_mirror_or_a_repetition_never_raises_the_count(found, data):
    if not found:
        return
    copied = data.draw(st.sampled_from(found))
    mirror = data.draw(
        st.sampled_from(
            [
                copied,
                replace(copied, source="mirror"),
                replace(copied, label="9"),
                replace(copied, version="recall", source="memory"),
            ]
        )
    )

    assert origins_of([*found, mirror]) == origins_of(found)


@given(citations)
def test_the_bounds_hold_between_one_and_the_number_of_sources(found):
    bounds = origins_of(found)

    assert (bounds.low > 0) == bool(found)
    assert bounds.low <= bounds.high <= len({item.source for item in found})


@given(citations, st.randoms(use_true_random=False))
def test_the_order_of_quotations_does_not_matter(found, random):
    shuffled = random.sample(found, len(found))

    assert origins_of(shuffled) == origins_of(found)
