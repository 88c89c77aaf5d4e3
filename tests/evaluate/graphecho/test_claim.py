"""Fictional claims and their conditions: the construction checks of the benchmark."""

from __future__ import annotations

from collections import Counter

import pytest

from cedarprov.evaluate.graphecho.claim import ATOMS, CLAIMS, PATHS, SIZES, Split, claims
from cedarprov.evaluate.graphecho.condition import CONDITIONS, instance
from cedarprov.evaluate.graphecho.verdict import Stance, Verdict, balance


@pytest.fixture(scope="module")
def made():
    return claims()


def test_there_are_800_claims_in_four_domains_and_three_splits(made):
    assert len(made) == CLAIMS
    assert Counter(claim.split for claim in made) == SIZES
    assert Counter(claim.domain for claim in made) == dict.fromkeys(
        ("biomedicine", "materials", "agriculture", "economics"), 200
    )


def test_the_same_claims_are_made_each_time(made):
    assert claims() == made
    assert claims(Split.TEST, most=2) == made[600:602]


def test_no_name_serves_two_claims_so_that_splits_share_none(made):
    def names(claim):
        atoms = [atom for each in claim.atoms.values() for atom in each]
        words = [
            claim.factor,
            claim.quantity,
            *(a.source for a in atoms),
            *(a.record for a in atoms),
        ]
        text = " ".join(words).replace(".", "").replace(",", "")
        return {word for word in text.split() if word[0].isupper()} - {"The", "It", "Each"}

    owners = Counter(name for claim in made for name in names(claim))

    assert {name for name, times in owners.items() if times > 1} == set()


def test_each_claim_has_five_atoms_a_side_and_each_atom_five_paths(made):
    for claim in made:
        pool = list(claim.pool())
        by_origin = Counter(path.origin for path in pool)
        assert len(pool) == len(Stance) * ATOMS * PATHS
        assert set(by_origin.values()) == {PATHS}
        assert Counter(path.stance for path in pool) == dict.fromkeys(Stance, ATOMS * PATHS)
        assert len({path.identifier for path in pool}) == len(pool)
        assert len({path.source for path in pool}) == 2 * ATOMS


def test_evidence_is_worded_alike_whatever_the_origin(made):
    for claim in made[:50]:
        one, five = instance(claim, "1S5P"), instance(claim, "5S5P")
        assert [path.evidence for path in one.paths] == [path.evidence for path in five.paths]
        assert [path.representation for path in one.paths] == [
            path.representation for path in five.paths
        ]
        assert len(one.origins) == 1
        assert len(five.origins) == ATOMS


def test_claim_and_the_evidence_of_a_path_are_the_same_in_all_conditions(made):
    for claim in made[:50]:
        shown = [instance(claim, condition) for condition in CONDITIONS]
        told = {(p.stance, p.representation, p.evidence) for each in shown for p in each.paths}
        assert {each.claim for each in shown} == {claim.text}
        assert len(told) == 2 * PATHS


def test_opposite_stances_never_say_the_same(made):
    for claim in made[:50]:
        for representation in range(PATHS):
            said = [claim.path(stance, 0, representation).evidence for stance in Stance]
            assert len(set(said)) == len(Stance)


@pytest.mark.parametrize(
    ("condition", "sizes", "verdict"),
    [
        ("1S1P", (1, 1, 0), Verdict.SUPPORT),
        ("1S3P", (3, 1, 0), Verdict.SUPPORT),
        ("3S3P", (3, 3, 0), Verdict.SUPPORT),
        ("1S5P", (5, 1, 0), Verdict.SUPPORT),
        ("5S5P", (5, 5, 0), Verdict.SUPPORT),
        ("C1", (2, 1, 1), Verdict.MIXED),
        ("C2", (6, 1, 1), Verdict.MIXED),
        ("C3", (6, 5, 1), Verdict.SUPPORT),
        ("C4", (6, 1, 5), Verdict.REFUTE),
        ("C2R", (6, 1, 1), Verdict.MIXED),
    ],
)
def test_a_condition_has_its_paths_origins_and_verdict(made, condition, sizes, verdict):
    for claim in made[:50]:
        shown = instance(claim, condition)
        assert sizes == (
            len(shown.paths),
            shown.count(Stance.SUPPORT),
            shown.count(Stance.REFUTE),
        )
        assert shown.verdict is verdict


def test_ten_conditions_are_made():
    assert len(CONDITIONS) == 10


def test_c2_holds_the_atoms_of_c1_and_only_more_supporting_paths(made):
    first, second = instance(made[0], "C1"), instance(made[0], "C2")

    assert first.origins == second.origins
    assert set(first.paths) < set(second.paths)
    assert {path.stance for path in set(second.paths) - set(first.paths)} == {Stance.SUPPORT}


def test_the_balance_is_mixed_only_where_both_sides_are_equal():
    assert balance(1, 1) is Verdict.MIXED
    assert balance(2, 1) is Verdict.SUPPORT
    assert balance(0, 1) is Verdict.REFUTE
