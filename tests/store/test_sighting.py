"""Sightings: when an edition was last seen, and since when it is gone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shelf import START

from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.sighting import Sightings

EDITION, OTHER = "urn:test:edition/a", "urn:test:edition/b"


@pytest.fixture
def sightings():
    return Sightings(EmbeddedStore.in_memory(), Names("urn:test:"))


def after(days: int):
    return START + timedelta(days=days)


def test_an_edition_that_was_never_looked_for_is_neither_seen_nor_gone(sightings):
    assert sightings.last_seen(EDITION) is None
    assert sightings.not_seen_since(EDITION) is None


def test_the_last_sighting_stands_and_others_are_left_alone(sightings):
    sightings.seen([EDITION, OTHER], after(0))
    sightings.seen([EDITION], after(1))

    assert sightings.last_seen(EDITION) == after(1)
    assert sightings.last_seen(OTHER) == after(0)


def test_an_edition_is_gone_since_it_was_first_missed_until_it_is_seen_again(sightings):
    sightings.seen([EDITION], after(0))
    sightings.gone([EDITION], after(1))
    sightings.gone([EDITION], after(2))
    gone = sightings.not_seen_since(EDITION)
    last = sightings.last_seen(EDITION)
    sightings.seen([EDITION], after(3))

    assert (gone, last) == (after(1), after(0))
    assert sightings.not_seen_since(EDITION) is None


@given(days=st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=8))
def test_there_is_never_more_than_one_time_of_each_kind(days):
    store = EmbeddedStore.in_memory()
    sightings = Sightings(store, Names("urn:test:"))
    for is_seen, day in days:
        (sightings.seen if is_seen else sightings.gone)([EDITION], after(day))

    found = [quad.predicate for quad in store.quads()]

    assert len(found) == len(set(found))
    assert (sightings.not_seen_since(EDITION) is None) == (not days or days[-1][0])
