"""Measures of walks, the reward, and the optimum."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import CONDITIONS, WALKED, instance
from cedarprov.evaluate.graphecho.entrant import Setting, best_walk, true_graph
from cedarprov.evaluate.graphecho.environment import (
    BUDGETS,
    Judgement,
    Step,
    StepKind,
    Trace,
    Walk,
    walked,
)
from cedarprov.evaluate.graphecho.graph import Topology, graph
from cedarprov.evaluate.graphecho.measure import (
    NO_COVERAGE,
    NO_ECHO,
    VERDICT_ONLY,
    acquisition,
    count_error,
    reward,
)
from cedarprov.evaluate.graphecho.mitigation import Mitigation, true_labelling
from cedarprov.evaluate.graphecho.policy import POLICIES
from cedarprov.evaluate.graphecho.tallying import EffectRatio, Sums, add_walk, difference, shift
from cedarprov.evaluate.graphecho.verdict import Verdict
from cedarprov.evaluate.measure import measured
from cedarprov.evaluate.outcome import Outcome, Tally

CLAIM = claims(Split.DEVELOPMENT, most=1)[0]
C2 = instance(CLAIM, "C2")
ONE, OTHER = C2.origins


def said(verdict=Verdict.MIXED, supporting=1, refuting=1, confidence=0.5):
    return Judgement(
        verdict=verdict, confidence=confidence, supporting=supporting, refuting=refuting
    )


def trace(*kinds, judgement=None):
    origins = iter((ONE, OTHER))
    steps = tuple(
        Step(node="n", kind=kind, origin=next(origins) if kind is StepKind.FRESH else "")
        for kind in kinds
    )
    return Trace(steps=steps, judgement=judgement, budget=6)


WALK = trace(
    StepKind.FRESH, StepKind.ECHO, StepKind.CONNECTOR, StepKind.INVALID, StepKind.FRESH,
    judgement=said(),
)  # fmt: skip


def test_acquisition_follows_the_definitions():
    met = acquisition(WALK, C2)

    assert (met.attempts, met.visits, met.distinct, met.reachable, met.echoes) == (5, 3, 2, 2, 1)
    assert met.unique_provenance_coverage == pytest.approx(2 / 3)
    assert met.echo_walk_rate == pytest.approx(1 / 5)
    assert met.unique_source_recall == 1
    assert met.walk_efficiency == pytest.approx(2 / 5)


def test_rates_of_no_walk_are_zero():
    met = acquisition(trace(judgement=said()), C2)

    assert met.unique_provenance_coverage == met.echo_walk_rate == met.walk_efficiency == 0
    assert met.unique_source_recall == 0


def test_the_count_is_compared_with_what_was_acquired_and_not_with_the_graph():
    assert count_error(said(supporting=5, refuting=1), C2, (ONE,)) == 4 + 1
    assert count_error(said(), C2, (ONE, OTHER)) == 0


def test_the_reward_adds_its_parts_as_equation_three_does():
    assert reward(WALK, C2) == pytest.approx(1 + 0.4 + 0.4 - 0.4 / 5 - 0.05 * 5 / 6)
    assert reward(WALK, C2, NO_ECHO) == pytest.approx(1 + 0.4 + 0.4 - 0.05 * 5 / 6)
    assert reward(WALK, C2, NO_COVERAGE) == pytest.approx(1 + 0.4 - 0.4 / 5 - 0.05 * 5 / 6)
    assert reward(WALK, C2, VERDICT_ONLY) == 1


def test_an_invalid_final_output_is_a_wrong_verdict_and_earns_nothing_for_counts():
    silent = trace(StepKind.FRESH)

    assert reward(silent, C2) == pytest.approx(-1 + 0.4 / 2 - 0.05 / 6)


def test_a_walk_without_a_judgement_is_tallied_as_wrong_and_its_count_is_not_measured():
    sums = Sums()
    add_walk(sums, trace(), C2, 1.0)
    found = sums.tallies()

    assert found["accuracy"] == found["valid"] == Tally(0, 1)
    assert found["zero_walks"] == Tally(1, 1)
    assert "count_error" not in found


def test_effects_on_confidence_need_both_judgements_but_a_verdict_shift_does_not():
    pair = {"C1": said(confidence=0.5), "C2": None}

    assert difference(pair, "C2", "C1") is None
    assert shift(pair, Verdict.MIXED, "C2", "C1") == -1


@pytest.mark.parametrize(("origins", "ratio"), [(0.1, 2.0), (0.004, None), (-0.1, None)])
def test_the_ratio_is_given_only_where_the_response_to_origins_exceeds_half_a_point(origins, ratio):
    group = [
        Outcome(item="i", kind="k", group="g", arm="a",
                tallies={"pme_5": Tally(0.4, 2), "ise_5": Tally(2 * origins, 2)})
    ]  # fmt: skip
    measure = EffectRatio("pme_over_ise", "pme_5", "ise_5")

    assert measured(measure, [group]) == (None if ratio is None else pytest.approx(ratio))


@given(
    st.sampled_from(list(POLICIES)),
    st.sampled_from(WALKED),
    st.sampled_from(Topology),
    st.sampled_from(BUDGETS),
    st.sampled_from([Mitigation.M0, Mitigation.M1]),
)
def test_no_policy_is_rewarded_more_than_the_optimum(name, condition, topology, budget, mitigation):
    shown = instance(CLAIM, condition)
    setting = Setting(topology=topology, budget=budget)
    made = graph(shown, true_labelling(shown), mitigation=mitigation, topology=topology)

    _, best = best_walk(shown, setting)
    assert reward(walked(made, POLICIES[name], budget=budget), shown) <= best + 1e-12


@given(
    st.sampled_from(list(CONDITIONS)),
    st.lists(st.integers(0, 99), min_size=1, max_size=4),
    st.sampled_from(Topology),
)
def test_no_walk_at_random_is_rewarded_more_than_the_optimum(condition, picks, topology):
    shown, setting = instance(CLAIM, condition), Setting(topology=topology, budget=4)
    made = true_graph(shown, setting)
    path, place = [], made.start
    for pick in picks:
        near = made.neighbours[place]
        place = near[pick % len(near)]
        path.append(place)
    counted = POLICIES["origin-counter"]
    waiting = iter(path)

    def wandering(view):
        node = next(waiting, None)
        return Walk(node) if node else counted(view)

    done = walked(made, wandering, budget=len(path))
    done = Trace(steps=done.steps, judgement=done.judgement, budget=4)
    _, best = best_walk(shown, setting)
    assert reward(done, shown) <= best + 1e-12


def test_the_optimum_acquires_every_origin_once_where_the_budget_allows():
    shown = instance(CLAIM, "C3")
    found, value = best_walk(shown, Setting())

    assert set(found.acquired) == set(shown.origins)
    assert found.count(StepKind.ECHO) == 0
    assert value == pytest.approx(1 + 0.4 + 0.4 - 0.05)
