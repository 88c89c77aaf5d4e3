"""Several rankings made one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue
from cedarprov.retrieve.fusion import DEFAULT, Weights, fuse, weighted

EQUAL = Weights(lexical=1.0, dense=1.0)

rankings = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from("abcdefgh"), unique=True) for name in ("lexical", "dense")}
)


def test_a_passage_in_two_rankings_beats_one_that_leads_a_single_ranking():
    hits = fuse({"lexical": ["urn:a", "urn:b"], "dense": ["urn:c", "urn:b"]}, weights=EQUAL)

    assert hits[0].iri == "urn:b"


def test_words_lead_where_the_rankings_disagree():
    hits = fuse({"lexical": ["urn:b"], "dense": ["urn:a"]})

    assert [hit.iri for hit in hits] == ["urn:b", "urn:a"]


def test_the_first_place_is_worth_the_weight_of_its_ranking():
    [hit] = fuse({"lexical": ["urn:a"], "dense": ["urn:a"]})

    assert [(reason.ranking, reason.rank, reason.share) for reason in hit.reasons] == [
        ("dense", 1, DEFAULT.dense),
        ("lexical", 1, DEFAULT.lexical),
    ]


def test_equals_stand_in_the_order_of_their_iris():
    one = fuse({"lexical": ["urn:b"], "dense": ["urn:a"]}, weights=EQUAL)
    other = fuse({"lexical": ["urn:a"], "dense": ["urn:b"]}, weights=EQUAL)

    assert [hit.iri for hit in one] == [hit.iri for hit in other] == ["urn:a", "urn:b"]


def test_a_candidate_named_twice_in_one_ranking_counts_once():
    [hit] = fuse({"lexical": ["urn:a", "urn:a"]})

    assert hit.score == 1.0


def test_one_ranking_alone_keeps_its_order():
    assert [hit.iri for hit in fuse({"lexical": ["c", "a", "b"]})] == ["c", "a", "b"]


def test_no_ranking_gives_no_candidate():
    assert fuse({}) == fuse({"lexical": []}) == ()


def test_an_unknown_ranking_is_refused():
    with pytest.raises(BadValue, match="lexical, dense"):
        fuse({"colour": ["urn:a"]})


@pytest.mark.parametrize("field", ["lexical", "dense", "steepness"])
def test_a_negative_weight_is_refused(field):
    with pytest.raises(BadValue):
        Weights(**{field: -1})


def test_a_weight_is_one_more_reason_and_the_score_stays_their_sum():
    [hit] = fuse({"lexical": ["urn:a"]})

    less = weighted(hit, name="scope", weight=0.7)

    assert (less.score, less.reasons[-1].share) == (0.7, -0.3)
    assert weighted(hit, name="scope", weight=1) == hit


def test_a_negative_factor_is_refused():
    [hit] = fuse({"lexical": ["urn:a"]})

    with pytest.raises(BadValue):
        weighted(hit, name="scope", weight=-0.1)


@given(rankings)
def test_every_score_is_the_sum_of_its_reasons_and_the_order_follows_it(given_rankings):
    hits = fuse(given_rankings)

    assert {hit.iri for hit in hits} == {iri for found in given_rankings.values() for iri in found}
    for hit in hits:
        assert hit.score == round(sum(reason.share for reason in hit.reasons), 6)
    assert list(hits) == sorted(hits, key=lambda hit: (-hit.score, hit.iri))


@given(rankings)
def test_the_order_in_which_rankings_are_given_does_not_matter(given_rankings):
    turned = dict(reversed(given_rankings.items()))

    assert fuse(given_rankings) == fuse(turned)


@given(rankings, st.data())
def test_a_better_rank_never_lowers_a_passage(given_rankings, data):
    name = data.draw(st.sampled_from(sorted(given_rankings)))
    found = given_rankings[name]
    if not found:
        return
    raised = data.draw(st.sampled_from(found))
    better = {**given_rankings, name: [raised, *(iri for iri in found if iri != raised)]}

    assert _place(fuse(better), raised) <= _place(fuse(given_rankings), raised)


def _place(hits, iri):
    return [hit.iri for hit in hits].index(iri)
