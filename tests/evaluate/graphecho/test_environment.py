"""Graphs, walks and the policies that walk them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue
from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import CONDITIONS, instance
from cedarprov.evaluate.graphecho.environment import (
    BUDGETS,
    Judgement,
    Malformed,
    StepKind,
    Stop,
    Walk,
    judged,
    walked,
)
from cedarprov.evaluate.graphecho.graph import NodeKind, Topology, graph
from cedarprov.evaluate.graphecho.mitigation import Mitigation, true_labelling
from cedarprov.evaluate.graphecho.policy import POLICIES
from cedarprov.evaluate.graphecho.verdict import Verdict

CLAIM = claims(Split.DEVELOPMENT, most=1)[0]
SAID = Judgement(verdict=Verdict.MIXED, confidence=0.5, supporting=1, refuting=1)


def laid(condition, **settings):
    shown = instance(CLAIM, condition)
    return graph(shown, true_labelling(shown), **settings)


def distance(graph, one, other):
    known, steps = {one}, 0
    while other not in known:
        known |= {near for node in known for near in graph.neighbours[node]}
        steps += 1
    return steps


def replies(*actions):
    waiting = iter(actions)
    return lambda _: next(waiting)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_path_of_the_primary_graph_takes_three_hops(condition):
    made = laid(condition)
    sources = [node for node in made.nodes.values() if node.kind is NodeKind.SOURCE]

    assert {distance(made, made.start, source.identifier) for source in sources} == {3}
    assert len(sources) == len(made.reachable)


def test_variable_hops_cycle_through_two_to_six():
    shown = instance(CLAIM, "5S5P")
    made = graph(shown, true_labelling(shown), topology=Topology.VARIABLE_HOP)
    kinds = [node.kind for node in made.nodes.values()]

    assert kinds.count(NodeKind.RELAY) == 1 + 2 + 3
    assert kinds.count(NodeKind.REPRESENTATION) == 4
    assert kinds.count(NodeKind.OBSERVATION) == 5


def test_observations_are_all_neighbours_or_a_ring():
    primary, ring = laid("C3"), laid("C3", topology=Topology.RING)

    def near(made):
        found = [key for key, node in made.nodes.items() if node.kind is NodeKind.OBSERVATION]
        return [len(set(made.neighbours[key]) & set(found)) for key in found]

    assert near(primary) == [5] * 6
    assert near(ring) == [2] * 6


@pytest.mark.parametrize("topology", Topology)
def test_edges_go_both_ways_and_evidence_is_the_same_in_every_topology(topology):
    made = laid("C2", topology=topology)

    assert all(
        node in made.neighbours[other] for node, near in made.neighbours.items() for other in near
    )
    assert made.reachable == laid("C2").reachable
    assert {node.content for node in made.nodes.values() if node.kind is NodeKind.OBSERVATION} == {
        path.evidence for path in instance(CLAIM, "C2").paths
    }


@given(st.sampled_from(list(CONDITIONS)), st.sampled_from(Topology), st.integers(0, 99))
def test_what_is_not_visited_shows_neither_stance_nor_evidence(condition, topology, seed):
    shown = instance(CLAIM, condition)
    made = graph(shown, true_labelling(shown), topology=topology, seed=seed)
    views = []

    def looking(view):
        views.append(view)
        return Walk(view.neighbours[0].node)

    walked(made, looking)
    for view in views:
        told = " ".join(f"{each.node} {each.preview} {each.label}" for each in view.known)
        assert "SUPPORT" not in told
        assert "REFUTE" not in told
        assert not any(path.evidence in told for path in shown.paths)


def test_a_walk_counts_fresh_evidence_echoes_connectors_and_invalid_actions():
    made = laid("1S3P")
    one, two, *_ = [key for key, node in made.nodes.items() if node.kind is NodeKind.OBSERVATION]
    nowhere = Walk("no such node")

    trace = walked(
        made, replies(Walk(one), Walk(two), Walk(made.start), nowhere, Walk(one), Stop(SAID))
    )

    assert [step.kind for step in trace.steps] == [
        StepKind.FRESH, StepKind.ECHO, StepKind.CONNECTOR, StepKind.INVALID, StepKind.ECHO,
    ]  # fmt: skip
    assert len(trace.acquired) == 1
    assert trace.judgement == SAID


def test_a_malformed_reply_ends_the_walk_without_a_judgement():
    trace = walked(laid("C1"), replies(Malformed("I would rather not")))

    assert trace.judgement is None
    assert trace.steps == ()


def test_a_walk_beyond_the_budget_is_not_made_and_leaves_no_judgement():
    made = laid("C1")
    trace = walked(made, lambda view: Walk(view.neighbours[0].node), budget=3)

    assert len(trace.steps) == 3
    assert trace.judgement is None


def test_stopping_at_once_is_a_walk_of_none():
    assert walked(laid("C1"), replies(Stop(SAID))).steps == ()


@given(
    st.sampled_from(list(POLICIES)),
    st.sampled_from(list(CONDITIONS)),
    st.sampled_from(BUDGETS),
    st.fixed_dictionaries(
        {
            "mitigation": st.sampled_from(Mitigation),
            "topology": st.sampled_from(Topology),
            "seed": st.integers(0, 4),
        }
    ),
)
def test_every_scripted_policy_keeps_to_edges_and_budget(name, condition, budget, settings):
    shown = instance(CLAIM, condition)
    made = graph(shown, true_labelling(shown), **settings)
    trace = walked(made, POLICIES[name], budget=budget)

    assert trace.judgement is not None
    assert trace.count(StepKind.INVALID) == 0
    assert len(trace.steps) <= budget
    assert trace == walked(made, POLICIES[name], budget=budget)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_whoever_reads_true_labels_is_right_by_construction(condition):
    shown = instance(CLAIM, condition)
    made = graph(shown, true_labelling(shown), mitigation=Mitigation.M1)
    trace = walked(made, POLICIES["origin-counter"])

    assert trace.judgement is not None
    assert trace.judgement.verdict is shown.verdict
    assert set(trace.acquired) == set(shown.origins)
    assert trace.count(StepKind.ECHO) == 0


def test_a_path_counter_takes_repetition_for_corroboration():
    for condition, verdict in (("C1", Verdict.MIXED), ("C2", Verdict.SUPPORT)):
        judgement = judged(laid(condition), POLICIES["path-counter"])
        assert judgement is not None
        assert judgement.verdict is verdict


def test_who_stops_on_balance_cannot_tell_c2_from_c3():
    traces = [
        walked(laid(condition, mitigation=Mitigation.M1, seed=seed), POLICIES["stop-on-balance"])
        for condition in ("C2", "C3")
        for seed in range(5)
    ]
    assert any(len(trace.acquired) == 2 for trace in traces[5:])
    assert all(trace.judgement.verdict is Verdict.MIXED for trace in traces[:5])


def test_grouped_paths_keep_their_multiplicity():
    made = laid("C2", mitigation=Mitigation.M3)
    shown = [node for node in made.nodes.values() if node.kind is NodeKind.OBSERVATION]

    assert sorted(node.multiplicity for node in shown) == [1, 5]


def test_labels_are_shown_from_m1_on_and_the_instruction_by_m2_alone():
    def labels(mitigation):
        nodes = laid("C2", mitigation=mitigation).nodes.values()
        return {node.label for node in nodes if node.bears_evidence}

    assert labels(Mitigation.M0) == {""}
    assert all(len(labels(each)) == 2 for each in (Mitigation.M1, Mitigation.M2, Mitigation.M3))
    assert [bool(each.instruction) for each in Mitigation] == [False, False, True, False]


def test_a_judgement_keeps_to_its_ranges():
    with pytest.raises(BadValue):
        Judgement(verdict=Verdict.MIXED, confidence=1.2, supporting=0, refuting=0)
    with pytest.raises(BadValue):
        Judgement(verdict=Verdict.MIXED, confidence=0.2, supporting=-1, refuting=0)
