"""Instances in a store: their origins are found through it, whole and damaged."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue
from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import instance, instances
from cedarprov.evaluate.graphecho.damage import (
    DAMAGES,
    NONE,
    Damage,
    declared_sources,
    edited,
    told,
)
from cedarprov.evaluate.graphecho.store import Knower, instance_store

CLAIMS = claims(Split.DEVELOPMENT, most=2)
LOST = Damage(name="all lost", removed=1.0, edited=False)


def same(labels, shown):
    return {
        (one.identifier, other.identifier)
        for one, other in combinations(shown.paths, 2)
        if labels[one.identifier] == labels[other.identifier]
    }


def truly_same(shown):
    return same({path.identifier: path.origin for path in shown.paths}, shown)


@pytest.fixture(scope="module")
def whole():
    with instance_store(instances(CLAIMS), NONE) as store:
        yield store


@pytest.fixture(scope="module")
def lost():
    with instance_store(instances(CLAIMS[:1], ("C1", "C2", "C3")), LOST) as store:
        yield store


@pytest.mark.parametrize("knower", Knower)
def test_undamaged_the_store_knows_every_origin(whole, knower):
    for shown in instances(CLAIMS):
        labels = whole.labelling(shown, knower).labels
        assert same(labels, shown) == truly_same(shown)


def test_paths_declare_the_source_that_they_are_derived_from(whole):
    shown = instance(CLAIMS[0], "C2")
    sources = whole.labelling(shown, Knower.DECLARED).sources

    assert sources == {path.identifier: path.origin for path in shown.paths}


def test_without_links_the_record_alone_knows_nothing_and_the_texts_still_do(lost):
    shown = instance(CLAIMS[0], "C2")
    declared = lost.labelling(shown, Knower.DECLARED)

    assert declared.sources == {}
    assert same(declared.labels, shown) == set()
    assert same(lost.labelling(shown, Knower.DETECTED).labels, shown) == truly_same(shown)


def test_different_origins_that_are_worded_alike_stay_apart(lost):
    shown = instance(CLAIMS[0], "C3")

    assert same(lost.labelling(shown, Knower.DETECTED).labels, shown) == set()


def test_an_answer_shows_paths_of_the_condition_alone(whole):
    shown = instance(CLAIMS[0], "C1")

    assert set(whole.shown(shown)) == {path.identifier for path in shown.paths}


def test_more_damage_loses_what_less_damage_lost_and_more():
    paths = [path for claim in CLAIMS for path in claim.pool()]
    kept = [
        declared_sources(paths, Damage(name="d", removed=removed)).keys()
        for removed in (0, 0.2, 0.5, 0.8, 1)
    ]

    assert all(more <= less for less, more in pairwise(kept))
    assert [len(each) for each in (kept[0], kept[-1])] == [len(paths), 0]


def test_wrong_links_lead_to_another_source_of_those_shown():
    paths = list(CLAIMS[0].pool())
    declared = declared_sources(paths, Damage(name="d", wrong=0.5))
    wrong = [path for path in paths if declared[path.identifier] != path.origin]

    assert 0.2 * len(paths) < len(wrong) < 0.8 * len(paths)
    assert set(declared.values()) <= {path.origin for path in paths}


def test_a_single_origin_has_no_wrong_link_to_go_to():
    paths = instance(CLAIMS[0], "1S5P").paths

    assert set(declared_sources(paths, Damage(name="d", wrong=1.0)).values()) == {paths[0].origin}


@given(st.sampled_from([p for claim in CLAIMS for p in claim.pool()]), st.sampled_from(DAMAGES))
def test_editing_leaves_the_evidence_and_adds_no_number(path, damage):
    text = told(path, damage, is_copy=True)

    assert path.evidence in text
    numbers = {word for word in path.record.replace(",", "").split() if word.isdigit()}
    kept = {word.strip(".,") for word in text.split() if word.strip(".,").isdigit()}
    assert kept <= numbers


def test_an_edited_text_is_never_longer_by_sentences():
    text = CLAIMS[0].path(*_first()).record
    for seed in range(50):
        random = Random(seed)  # noqa: S311
        assert edited(text, random).count(".") <= text.count(".")


def _first():
    stance = next(iter(CLAIMS[0].atoms))
    return stance, 0, 0


def test_shares_of_damage_beyond_the_whole_are_refused():
    with pytest.raises(BadValue):
        Damage(name="d", removed=0.8, wrong=0.4)
