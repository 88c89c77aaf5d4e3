"""What PAPT trains on, how walks of a group are compared, and the small network that learns."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate import RunRecord, evaluate
from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import CONFLICTS
from cedarprov.evaluate.graphecho.environment import Stop, Walk, walked
from cedarprov.evaluate.graphecho.measure import FULL
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.training.examples import development, training
from cedarprov.evaluate.graphecho.training.features import WIDTH, choices
from cedarprov.evaluate.graphecho.training.objective import advantages
from cedarprov.evaluate.graphecho.training.selection import best

gains = st.lists(st.floats(-1.45, 1.8), min_size=2, max_size=8)


@given(gains)
def test_advantages_are_relative_to_the_group(rewards):
    found = advantages(rewards)

    assert fmean(found) == pytest.approx(0.0, abs=1e-6)
    for (one, gain), (other, more) in pairwise(sorted(zip(rewards, found, strict=True))):
        assert one == other or gain <= more


def test_walks_that_all_gained_the_same_teach_nothing():
    assert advantages([1.8, 1.8, 1.8, 1.8]) == (0.0, 0.0, 0.0, 0.0)


def test_training_has_a_hundred_instances_of_each_conflict_condition():
    examples = training(Mitigation.M1)

    assert Counter(each.instance.condition for each in examples) == dict.fromkeys(CONFLICTS, 100)
    assert len({each.instance.claim_id for each in examples}) == 500


def test_no_claim_is_used_for_two_purposes():
    used = [
        {each.instance.claim_id for each in training(Mitigation.M1)},
        {each.instance.claim_id for each in development(Mitigation.M1)},
        {each.identifier for each in claims(Split.TEST)},
    ]
    assert len(set.union(*used)) == sum(map(len, used)) == 800


def test_selection_reads_four_hundred_development_instances():
    examples = development(Mitigation.M1)

    assert Counter(each.instance.condition for each in examples) == {
        "C1": 100,
        "C2": 100,
        "C3": 100,
        "C2R": 100,
    }


def test_the_earliest_of_the_best_checkpoints_is_kept():
    assert best({450: 0.1, 475: 0.7, 500: 0.7}) == 475


def views(example, *replies):
    """Return the views of a walk that takes some choices, counted from zero."""
    seen, waiting = [], iter(replies)

    def policy(view):
        seen.append(view)
        return choices(view)[next(waiting)].action

    walked(example.graph, policy)
    return seen


@pytest.mark.parametrize("mitigation", Mitigation)
def test_each_neighbour_and_six_ways_to_stop_may_be_chosen(mitigation):
    (view,) = views(training(mitigation, 3)[2], -1)
    found = choices(view)

    assert sum(isinstance(each.action, Walk) for each in found) == len(view.neighbours)
    assert sum(isinstance(each.action, Stop) for each in found) == 6
    assert {len(each.features) for each in found} == {WIDTH}


def test_with_no_walk_left_only_stopping_may_be_chosen():
    *_, last = views(training(Mitigation.M0, 3)[2], 0, 0, 0, 0, 0, 0, -1)
    assert {type(each.action) for each in choices(last)} == {Stop}


def test_where_origins_are_hidden_nothing_tells_the_observations_apart():
    # Redundant support, redundant refutation, and the first of each: the same six paths in number.
    for example in training(Mitigation.M0, 5)[1:]:
        (view,) = views(example, -1)
        told = {each.features for each in choices(view) if isinstance(each.action, Walk)}
        assert len(told) == 1


def test_where_origins_are_shown_a_repeat_is_told_from_a_fresh_one():
    c2 = training(Mitigation.M1, 2)[1]
    _, view = views(c2, 0, -1)
    met = view.seen[-1].label
    told = {
        each.features: {n.label == met for n in view.neighbours if n.node == each.action.node}
        for each in choices(view)
        if isinstance(each.action, Walk)
    }
    assert {True} in told.values()
    assert {False} in told.values()


# -- the network ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def learning():
    torch = pytest.importorskip("torch")
    from cedarprov.evaluate.graphecho.training import learning  # noqa: PLC0415

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield learning
    torch.set_num_threads(before)


def test_a_network_learns_to_gain_more_and_the_same_each_time(learning):
    from cedarprov.evaluate.graphecho.training.network import (  # noqa: PLC0415
        Network,
        NetworkPolicy,
    )
    from cedarprov.evaluate.graphecho.training.selection import mean_reward  # noqa: PLC0415

    plan = learning.Plan(epochs=4, batch=5, claims=40)
    one, other = (learning.train(FULL, Mitigation.M1, plan) for _ in range(2))
    examples = development(Mitigation.M1, 5)
    before = mean_reward(NetworkPolicy(Network(plan.seed)), examples)
    after = mean_reward(NetworkPolicy(Network.of(one.parameters)), examples)

    assert one == other
    assert after > before + 0.5


def test_the_record_of_the_trained_networks_can_be_measured_again(learning, root, tmp_path):  # noqa: ARG001
    written = (root / "data" / "records" / "papt.json").read_text(encoding="utf-8")
    recorded = RunRecord.from_json(json.loads(written))
    for name in ("full-M1", "untrained-M1"):
        shutil.copy(root / "data" / "papt" / f"{name}.json", tmp_path)
    again = evaluate("papt", tmp_path)

    assert again.arms == ("full-M1", "untrained-M1", "full-M1 minus untrained-M1")
    assert again.summary.measures.items() <= recorded.summary.measures.items()
    assert again.summary.intervals.items() <= recorded.summary.intervals.items()
    assert again.inputs.items() <= recorded.inputs.items()
    assert [(pair.one, pair.other, pair.items) for pair in again.paired] == [
        ("full-M1", "untrained-M1", 200)
    ]
    assert {*again.paired} < {*recorded.paired}


@pytest.mark.parametrize("text", ["{", "{}", '{"reward": "full"}'])
def test_a_file_that_holds_no_network_is_named(learning, tmp_path, text):  # noqa: ARG001
    (tmp_path / "full-M1.json").write_text(text)
    with pytest.raises(BadEvaluationData, match=r"full-M1\.json"):
        evaluate("papt", tmp_path)


def test_a_folder_without_networks_is_named(tmp_path):
    with pytest.raises(BadEvaluationData, match="no file of a network"):
        evaluate("papt", tmp_path)
