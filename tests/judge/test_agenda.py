"""The order of an agenda: what would change an answer first."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue
from cedarprov.judge.agenda import CHANGING, FOUNDING, SELECTIONS, Pending, Wanted, urgency
from cedarprov.judge.edge_end import Place
from cedarprov.model.edge import Relation
from cedarprov.model.frozen import replace
from cedarprov.store.edge_record import ReviewState

ITEM = Pending(
    iri="urn:b",
    relation=Relation.QUALIFIES,
    subjects=("urn:c1",),
    object="urn:c2",
    confidence=0.5,
    state=ReviewState.PENDING,
    reviews=(),
    differs=False,
    answered=False,
    current=False,
)
items = st.builds(
    Pending,
    iri=st.text("abc", min_size=1, max_size=3),
    relation=st.sampled_from([None, *Relation]),
    subjects=st.just(("urn:c1",)),
    object=st.just("urn:c2"),
    confidence=st.one_of(st.none(), st.floats(0, 1)),
    state=st.just(ReviewState.PENDING),
    reviews=st.just(()),
    differs=st.booleans(),
    answered=st.booleans(),
    current=st.booleans(),
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"differs": True}, {"relation": Relation.CONTRADICTS}),
        ({"relation": Relation.CONTRADICTS}, {"relation": Relation.SUPERSEDES}),
        ({"relation": Relation.SUPERSEDES}, {"relation": Relation.QUALIFIES}),
        ({}, {"relation": Relation.APPLIES_TO}),
        ({}, {"relation": Relation.SUPPORTS, "differs": True, "answered": True}),
        ({"relation": Relation.SUPPORTS}, {"relation": Relation.DERIVED_FROM}),
        ({"relation": Relation.DERIVED_FROM}, {"relation": Relation.DUPLICATES}),
        ({"relation": Relation.DUPLICATES}, {"relation": None, "answered": True}),
        ({"answered": True}, {"current": True, "confidence": 1.0}),
        ({"current": True}, {"confidence": 1.0}),
        ({"confidence": 0.6}, {}),
        ({}, {"confidence": None}),
        ({"confidence": 0.0}, {"confidence": None}),
        ({"iri": "urn:a"}, {}),
    ],
    ids=str,
)
def test_what_would_change_an_answer_comes_first(first, second):
    assert urgency(replace(ITEM, **first)) < urgency(replace(ITEM, **second))


@given(st.lists(items, unique_by=lambda item: item.iri), st.randoms())
def test_the_order_is_total_and_no_claim_comes_before_an_edge(found, chance):
    shuffled = chance.sample(found, len(found))

    ordered = sorted(found, key=urgency)

    assert sorted(shuffled, key=urgency) == ordered
    assert not any(
        one.relation is None and other.relation is not None for one, other in pairwise(ordered)
    )


def test_every_type_of_edge_has_its_place():
    assert sorted((*CHANGING, *FOUNDING)) == sorted(Relation)
    assert set(SELECTIONS) == {"edges", "claims", *Relation}


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        ((), {None, *Relation}),
        (("edges",), set(Relation)),
        (("claims",), {None}),
        (("claims", "supports"), {None, Relation.SUPPORTS}),
    ],
)
def test_an_agenda_is_narrowed_by_what_is_named(only, wanted):
    selected = Wanted(only=only)

    assert {kind for kind in (None, *Relation) if selected.selects(kind)} == wanted


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (("urn:v", 9, 11), True),
        (("urn:v", 0, 5), False),
        (("urn:v", 0, 6), True),
        (("urn:v", 10, 12), False),
        (("urn:w", 5, 10), False),
    ],
    ids=str,
)
def test_a_place_is_shown_by_a_passage_that_shares_a_character_with_it(other, expected):
    version, start, end = other
    place = Place(version="urn:v", start=5, end=10)

    assert place.overlaps(Place(version=version, start=start, end=end)) is expected


def test_an_unknown_kind_is_refused():
    with pytest.raises(BadValue, match="contradicts"):
        Wanted(only=("quarrels",))
