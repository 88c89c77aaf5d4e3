"""Trials: who is drawn for what, what minutes buy, and which arm follows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate import Options, RunRecord
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.trial import decide, read_plan, trial
from cedarprov.evaluate.trial.corpus import Allotment
from cedarprov.evaluate.trial.plan import CorpusKind, Plan
from cedarprov.evaluate.trial.run import drawn_halves
from cedarprov.model.question import Arm
from tests.evaluate.toy import write_toy

ROOT = Path(__file__).resolve().parent.parent.parent
PLAN = Plan(corpus=CorpusKind.ANNOTATED, minutes=5, margin=0.1, seed=1, budget=100)


def outcomes(**right):
    return [
        Outcome(
            item=f"q{number}",
            kind="lookup",
            group=f"q{number}",
            arm=arm,
            tallies={"answer_correct": Tally(float(verdict))},
        )
        for arm, verdicts in right.items()
        for number, verdict in enumerate(verdicts)
    ]


@given(st.sets(st.text(max_size=3)), st.integers(0, 99))
def test_halves_part_all_blocks_and_differ_by_one_at_most(blocks, seed):
    one, other = drawn_halves(sorted(blocks), seed)

    assert one | other == blocks
    assert not one & other
    assert 0 <= len(other) - len(one) <= 1


@given(st.lists(st.integers(), max_size=20), st.floats(0.1, 9))
def test_no_more_is_bought_than_the_minutes_allow(items, cost):
    allotment = Allotment(metadata=frozenset(), edges=frozenset(), plan=PLAN)

    bought = allotment.afforded(items, cost)

    assert len(bought) == min(len(items), int(PLAN.minutes / cost))
    assert not [item for item in bought if item not in items]


def test_a_tie_goes_to_the_simpler_arm():
    same = [1, 0] * 20

    decision = decide(outcomes(flat=same, metadata=same, graph=same), 0.05, seed=1)

    assert decision.arm is Arm.FLAT
    assert [(step.simpler, step.other) for step in decision.steps] == [
        (Arm.FLAT, Arm.METADATA),
        (Arm.FLAT, Arm.GRAPH),
        (Arm.METADATA, Arm.GRAPH),
    ]


def test_an_arm_that_is_better_by_less_than_the_margin_is_not_chosen():
    flat, metadata = [0] * 30, [1] * 20 + [0] * 10

    won = outcomes(flat=flat, metadata=metadata, graph=[1] * 22 + [0] * 8)

    assert decide(won, 0.1, seed=1).arm is Arm.METADATA
    assert decide(won, 0.8, seed=1).arm is Arm.FLAT


def test_an_arm_that_is_better_by_the_margin_but_not_surely_is_not_chosen():
    decision = decide(outcomes(flat=[0, 0, 1], metadata=[0, 1, 1], graph=[0, 0, 1]), 0.05, seed=1)

    assert decision.arm is Arm.FLAT
    assert decision.steps[0].difference > 0.05


def test_what_ties_with_a_simpler_arm_that_is_not_beaten_is_not_chosen():
    # The graph alone beats flat, but not metadata, which is nearly as good.
    flat, metadata, graph = [0] * 20, [1] * 5 + [0] * 15, [1] * 6 + [0] * 14

    decision = decide(outcomes(flat=flat, metadata=metadata, graph=graph), 0.05, seed=1)

    assert [step.is_better for step in decision.steps] == [False, True, False]
    assert decision.arm is Arm.METADATA


def test_a_few_blocks_that_all_gain_are_not_enough():
    flat, metadata = [0, 0, 0, 1], [1, 1, 1, 1]

    decision = decide(outcomes(flat=flat, metadata=metadata, graph=flat), 0.05, seed=1)

    assert decision.arm is Arm.FLAT
    assert decision.steps[0].p == 0.25


@pytest.mark.parametrize("name", ["trial-sixty", "trial-versioned-docs"])
def test_a_recorded_trial_chose_what_its_outcomes_say(name):
    path = ROOT / "data" / "records" / f"{name}.json"
    record = RunRecord.from_json(json.loads(path.read_text()))

    decision = decide(record.outcomes, record.settings["margin"], seed=record.seeds["trial"])

    assert decision.arm.value == record.settings["default_arm"]


@pytest.mark.parametrize(
    "written",
    [
        "",
        'corpus = "pile"\nminutes = 5\nmargin = 0.1\nseed = 1\nbudget = 100\n',
        'corpus = "annotated"\nminutes = 5\nmargin = 2\nseed = 1\nbudget = 100\n',
        'corpus = "annotated"\nminutes = 0\nmargin = 0.1\nseed = 1\nbudget = 100\n',
        'corpus = "annotated"\nminutes = 5\nmargin = 0.1\nseed = 1\nbudget = 100\nhours = 1\n',
        "minutes = [",
    ],
)
def test_a_plan_that_cannot_be_right_is_refused(tmp_path, written):
    path = tmp_path / "trial.toml"
    path.write_text(written)

    with pytest.raises(BadEvaluationData, match=r"trial\.toml"):
        read_plan(path)


def test_every_question_is_asked_once_in_each_arm_and_the_same_trial_gives_the_same_record(
    tmp_path,
):
    folder = write_toy(tmp_path / "toy")

    record, decision = trial(folder, Options(dense=False))
    again, _ = trial(folder, Options(dense=False))

    asked = sorted((outcome.arm, outcome.item) for outcome in record.outcomes)
    assert asked == sorted((arm.value, item) for arm in Arm for item in ("q1", "q2"))
    assert [outcome.tallies for outcome in record.outcomes] == [
        outcome.tallies for outcome in again.outcomes
    ]
    assert record.settings["default_arm"] == decision.arm.value


def test_edges_are_put_on_the_blocks_drawn_for_them_only(tmp_path):
    folder = write_toy(tmp_path / "toy")

    record, _ = trial(folder, Options(dense=False))

    right = {
        (each.arm, each.item): each.tallies["answer_correct"].found for each in record.outcomes
    }
    assert right["graph", "q1"] == right["graph", "q2"] == 1
    assert right["metadata", "q1"] == right["metadata", "q2"] == 0
