from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.measure import (
    Share,
    StatusAccuracy,
    StatusMacroF1,
    StatusPrecision,
    StatusRecall,
    Unanswered,
    WholeGroups,
    measured,
)
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.answer import Status

statuses = st.sampled_from(list(Status))


def outcome(expected, given_, *, accepted=(), tallies=None):
    return Outcome(
        item="i",
        kind="k",
        group="g",
        arm="flat",
        expected=expected,
        given=given_,
        accepted=frozenset(accepted),
        tallies=tallies or {},
    )


def grouped(*outcomes):
    return [[item] for item in outcomes]


@given(st.lists(statuses, min_size=1))
def test_a_perfect_run_scores_one(expected):
    groups = grouped(*(outcome(status, status) for status in expected))

    scores = [measured(StatusAccuracy(), groups), measured(StatusMacroF1(), groups)]

    assert scores == [1.0, 1.0]


@given(st.lists(st.tuples(statuses, statuses), min_size=1))
def test_status_measures_lie_between_zero_and_one(pairs):
    groups = grouped(*(outcome(*pair) for pair in pairs))

    accuracy, f1 = measured(StatusAccuracy(), groups), measured(StatusMacroF1(), groups)

    assert 0 <= accuracy <= 1
    assert 0 <= f1 <= 1
    assert (accuracy == 1) == (f1 == 1)


def test_macro_f1_weighs_a_rare_status_like_a_frequent_one():
    often = [outcome(Status.ANSWERED, Status.ANSWERED)] * 9
    rare = outcome(Status.CONFLICT, Status.ANSWERED)

    score = measured(StatusMacroF1(), grouped(*often, rare))

    assert score == pytest.approx((2 * 9 / (9 + 10) + 0) / 2)


def test_a_status_that_is_as_good_counts_as_the_expected_one():
    item = outcome(Status.UNSUPPORTED, Status.ANSWERED, accepted=[Status.ANSWERED])

    scores = [measured(measure, [[item]]) for measure in (StatusAccuracy(), StatusMacroF1())]

    assert scores == [1.0, 1.0]


def test_a_share_is_taken_over_all_items_together_and_not_over_their_shares():
    one = outcome(Status.ANSWERED, Status.ANSWERED, tallies={"recall": Tally(1, 1)})
    other = outcome(Status.ANSWERED, Status.ANSWERED, tallies={"recall": Tally(0, 3)})

    assert measured(Share("recall"), grouped(one, other)) == 0.25


def test_nothing_counted_is_no_measure():
    item = outcome(Status.UNSUPPORTED, Status.UNSUPPORTED)

    assert measured(Share("recall"), [[item]]) is None
    assert measured(Unanswered(), [[item]]) is None
    assert measured(StatusAccuracy(), []) is None


def test_a_family_is_right_only_when_every_item_in_it_is():
    right = outcome(Status.ANSWERED, Status.ANSWERED, tallies={"item": Tally(1)})
    wrong = outcome(Status.ANSWERED, Status.CONFLICT, tallies={"item": Tally(0)})

    score = measured(WholeGroups("families", tally="item"), [[right, right], [right, wrong]])

    assert score == 0.5


def test_only_answerable_items_can_go_unanswered():
    groups = grouped(
        outcome(Status.ANSWERED, Status.NEEDS_SCOPE),
        outcome(Status.ANSWERED, Status.CONFLICT),
        outcome(Status.CONFLICT, Status.CONFLICT),
        outcome(Status.CONFLICT, Status.ANSWERED),
        outcome(Status.CONFLICT, Status.UNSUPPORTED),
        outcome(Status.UNSUPPORTED, Status.UNSUPPORTED),
        outcome(Status.NEEDS_SCOPE, Status.NEEDS_SCOPE),
    )

    assert measured(Unanswered(), groups) == 0.4


def test_precision_counts_what_was_given_and_recall_what_was_to_be_given():
    wanted, answered = Status.NEEDS_SCOPE, Status.ANSWERED
    groups = grouped(
        outcome(wanted, wanted),
        outcome(wanted, answered),
        outcome(wanted, answered),
        outcome(answered, wanted),
    )

    assert measured(StatusPrecision(wanted), groups) == 1 / 2
    assert measured(StatusRecall(wanted), groups) == 1 / 3
    assert StatusPrecision(wanted).name == "needs_scope_precision"
    assert measured(StatusRecall(Status.CONFLICT), groups) is None
