"""What reviews cost, and how far reviewers agree."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.judge.agreement import kappa, review_report
from cedarprov.model.edge import Relation, Verdict
from cedarprov.store.review_record import ReviewRecord

START = datetime(2024, 3, 1, 9, tzinfo=UTC)
KINDS = {"e1": Relation.SUPPORTS, "e2": Relation.SUPPORTS, "e3": Relation.CONTRADICTS, "c1": None}
counts = st.integers(0, 50)


def reviewed(*decisions: tuple[str, str, bool, float]) -> list[ReviewRecord]:
    """Reviews in order: who, on what, whether accepted, and how many minutes it took."""
    return [
        ReviewRecord(
            iri=f"urn:r{number}",
            on=on,
            sequence=number,
            reviewer=f"urn:{name}",
            name=name,
            verdict=Verdict.ACCEPTED if accepted else Verdict.REJECTED,
            started=START,
            ended=START + timedelta(minutes=minutes),
            reason="",
        )
        for number, (name, on, accepted, minutes) in enumerate(decisions)
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ((20, 5, 10, 15), 0.4),
        ((45, 15, 25, 15), 0.1304),
        ((25, 35, 5, 35), 0.2593),
        ((10, 0, 0, 10), 1.0),
        ((0, 10, 10, 0), -1.0),
    ],
)
def test_kappa_is_what_the_textbooks_say(table, expected):
    assert kappa(*table) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("table", [(0, 0, 0, 0), (7, 0, 0, 0), (0, 0, 0, 3)])
def test_kappa_is_not_defined_where_chance_explains_everything(table):
    assert kappa(*table) is None


@given(counts, counts, counts, counts)
def test_kappa_does_not_depend_on_who_comes_first_nor_on_which_verdict_is_yes(a, b, c, d):
    found = kappa(a, b, c, d)

    assert found == kappa(a, c, b, d) == kappa(d, b, c, a)
    if found is not None:
        assert -1 <= found <= 1
        assert (found == 1) == (b == c == 0)


def test_minutes_per_accepted_edge_count_rejections_too_but_no_claims_and_nothing_untimed():
    reviews = reviewed(
        ("ann", "e1", True, 2),
        ("ann", "e2", False, 4),
        ("ann", "c1", True, 30),
        ("ann", "e3", True, 0),
    )

    total = review_report(reviews, KINDS).total

    assert (total.decisions, total.unmeasured, total.minutes) == (4, 1, 36)
    assert total.median_minutes == 4
    assert (total.accepted_edges, total.minutes_per_accepted_edge) == (1, 6)


def test_a_verdict_that_was_changed_costs_both_times_and_counts_once():
    reviews = reviewed(("ann", "e1", False, 1), ("ann", "e1", True, 2))

    report = review_report(reviews, KINDS)

    assert report.decisions == {"supports": {"accepted": 1, "rejected": 1}}
    assert report.total.minutes_per_accepted_edge == 3


def test_nothing_accepted_has_no_cost_for_each():
    total = review_report(reviewed(("ann", "e1", False, 1)), KINDS).total

    assert total.minutes_per_accepted_edge is None


def test_disagreement_is_kept_and_reported_by_pairs():
    reviews = reviewed(
        ("ann", "e1", True, 1), ("ben", "e1", False, 3),
        ("ann", "e2", True, 1), ("ben", "e2", True, 3),
        ("ann", "c1", False, 1), ("ben", "e3", True, 3), ("cy", "c1", False, 1),
    )  # fmt: skip

    report = review_report(reviews, KINDS)

    pairs = {(item.one, item.other): item for item in report.agreements}
    assert set(pairs) == {("ann", "ben"), ("ann", "cy"), ("ben", "cy")}
    both = pairs["ann", "ben"]
    assert (both.judged, both.both_accept, both.only_one_accepts, both.kappa) == (2, 1, 1, 0)
    assert pairs["ben", "cy"].judged == 0
    [disputed] = report.disputed
    assert (disputed.iri, disputed.kind) == ("e1", "supports")
    assert disputed.verdicts == {"ann": Verdict.ACCEPTED, "ben": Verdict.REJECTED}
    assert [(item.name, item.cost.minutes) for item in report.reviewers] == [
        ("ann", 3), ("ben", 9), ("cy", 1),
    ]  # fmt: skip


def test_who_comes_round_ends_the_dispute():
    reviews = reviewed(("ann", "e1", True, 1), ("ben", "e1", False, 1), ("ben", "e1", True, 1))

    assert review_report(reviews, KINDS).disputed == ()
