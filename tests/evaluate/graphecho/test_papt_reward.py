"""The reward of equation 3, by hand and by what has to hold of it whatever a walk was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.graphecho.claim import claims
from cedarprov.evaluate.graphecho.condition import CONFLICTS, instance
from cedarprov.evaluate.graphecho.environment import Judgement, Step, StepKind, Trace
from cedarprov.evaluate.graphecho.measure import (
    FULL,
    NO_COVERAGE,
    NO_ECHO,
    VERDICT_ONLY,
    reward,
)
from cedarprov.evaluate.graphecho.verdict import Stance, Verdict
from cedarprov.model.frozen import replace

CLAIM = claims(most=1)[0]
CONNECTOR = Step(node="n0", kind=StepKind.CONNECTOR)


def said(verdict, supporting, refuting):
    return Judgement(verdict=verdict, confidence=0.5, supporting=supporting, refuting=refuting)


def traced(condition, letters, judgement, budget=6):
    """Return an instance and a trace: s and r meet a supporting and a refuting origin.

    A capital meets the first of these again, a point is a connector, an exclamation mark invalid.
    """
    shown = instance(CLAIM, condition)
    waiting = {
        letter: iter([origin for origin, stance in shown.origins.items() if stance is each])
        for letter, each in (("s", Stance.SUPPORT), ("r", Stance.REFUTE))
    }
    met = {}
    steps = []
    for letter in letters:
        if letter in waiting:
            origin = next(waiting[letter])
            met.setdefault(letter, origin)
            steps.append(Step(node="n", kind=StepKind.FRESH, origin=origin))
        elif letter.lower() in waiting:
            steps.append(Step(node="n", kind=StepKind.ECHO, origin=met[letter.lower()]))
        else:
            kind = StepKind.CONNECTOR if letter == "." else StepKind.INVALID
            steps.append(Step(node="n", kind=kind))
    return shown, Trace(steps=tuple(steps), judgement=judgement, budget=budget)


@pytest.mark.parametrize(
    ("condition", "letters", "judgement", "budget", "expected"),
    [
        # 1 + 0.4 * 1 + 0.4 * 2/2 - 0 - 0.05 * 2/6
        ("C2", "sr", said(Verdict.MIXED, 1, 1), 6, 1.8 - 0.05 / 3),
        # An echo and a connector: 1 + 0.4 + 0.4 - 0.4 * 1/4 - 0.05 * 4/6
        ("C2", "sS.r", said(Verdict.MIXED, 1, 1), 6, 1.7 - 0.2 / 6),
        # Five paths counted as five origins, one met: -1 + 0 + 0.4 * 1/2 - 0.4 * 4/5 - 0.05 * 5/6
        ("C2", "sSSSS", said(Verdict.SUPPORT, 5, 0), 6, -1 + 0.2 - 0.32 - 0.25 / 6),
        # Two of six origins within a budget of three, one too many counted: 0.4 * (1 - 1/2)
        ("C3", "ss!", said(Verdict.SUPPORT, 3, 0), 3, 1 + 0.2 + 0.4 * 2 / 3 - 0.05),
        # Nothing valid said: no verdict, no count, but coverage.
        ("C1", "sr", None, 6, -1 + 0.4 - 0.1 / 6),
        # No walk at all: every share is 0, and a count of none misses none.
        ("C1", "", said(Verdict.MIXED, 0, 0), 6, 1.4),
        # The same with a count of two: 1 - 2/1 is below 0.
        ("C1", "", said(Verdict.MIXED, 1, 1), 6, 1.0),
    ],
)
def test_the_reward_is_what_the_equation_says(condition, letters, judgement, budget, expected):
    shown, trace = traced(condition, letters, judgement, budget)
    assert reward(trace, shown) == pytest.approx(expected)


def test_each_ablation_leaves_out_its_part_alone():
    shown, trace = traced("C2", "sS.r", said(Verdict.MIXED, 1, 1))

    assert reward(trace, shown, NO_ECHO) - reward(trace, shown) == pytest.approx(0.4 / 4)
    assert reward(trace, shown) - reward(trace, shown, NO_COVERAGE) == pytest.approx(0.4)
    assert reward(trace, shown, VERDICT_ONLY) == 1.0


@st.composite
def walks(draw):
    """Draw an instance and a walk that visits some of its origins in any order."""
    shown = instance(CLAIM, draw(st.sampled_from(list(CONFLICTS))))
    budget = draw(st.integers(1, 8))
    visits = draw(st.lists(st.sampled_from([None, *shown.origins]), max_size=budget))
    steps, seen = [], set()
    for origin in visits:
        kind = StepKind.ECHO if origin in seen else StepKind.FRESH
        step = Step(node="n", kind=kind, origin=origin) if origin else CONNECTOR
        steps.append(step)
        seen.add(origin)
    counts = st.integers(0, 9)
    judgement = draw(st.none() | st.builds(said, st.sampled_from(list(Verdict)), counts, counts))
    return shown, Trace(steps=tuple(steps), judgement=judgement, budget=budget)


@given(walks())
def test_the_reward_is_bounded(walk):
    shown, trace = walk
    assert -1 - 0.4 - 0.05 <= reward(trace, shown) <= 1 + 0.4 + 0.4
    assert reward(trace, shown, VERDICT_ONLY) in (-1.0, 1.0)


@given(walks(), st.randoms())
def test_a_fresh_origin_in_place_of_a_connector_is_rewarded_but_for_the_count(walk, random):
    shown, trace = walk
    missing = [origin for origin in shown.origins if origin not in trace.acquired]
    places = [at for at, step in enumerate(trace.steps) if step == CONNECTOR]
    if not missing or not places:
        return
    steps = [*trace.steps]
    fresh = Step(node="n", kind=StepKind.FRESH, origin=random.choice(missing))
    steps[random.choice(places)] = fresh
    weights = replace(FULL, count=0.0)

    more = reward(replace(trace, steps=(*steps,)), shown, weights)
    assert more > reward(trace, shown, weights)


@given(walks())
def test_an_echo_in_place_of_a_connector_costs_its_share_of_the_walk(walk):
    shown, trace = walk
    if not trace.acquired:
        return
    idle = replace(trace, steps=(*trace.steps, CONNECTOR))
    again = Step(node="n", kind=StepKind.ECHO, origin=trace.acquired[0])
    echo = replace(trace, steps=(*trace.steps, again))

    lost = reward(idle, shown) - reward(echo, shown)
    assert lost == pytest.approx(0.4 / len(echo.steps))


@given(walks())
def test_another_step_that_meets_nothing_never_pays_unless_it_thins_echoes_out(walk):
    shown, trace = walk
    longer = replace(trace, steps=(*trace.steps, CONNECTOR))

    lost = reward(trace, shown, NO_ECHO) - reward(longer, shown, NO_ECHO)
    assert lost == pytest.approx(0.05 / trace.budget)


@given(walks())
def test_the_right_verdict_is_worth_two_whatever_else_was_done(walk):
    shown, trace = walk
    if trace.judgement is None:
        return
    right = replace(trace, judgement=replace(trace.judgement, verdict=shown.verdict))
    wrong = next(verdict for verdict in Verdict if verdict is not shown.verdict)
    missed = replace(trace, judgement=replace(trace.judgement, verdict=wrong))

    assert reward(right, shown) - reward(missed, shown) == pytest.approx(2.0)


@given(walks())
def test_a_count_nearer_to_what_was_acquired_is_never_worth_less(walk):
    shown, trace = walk
    if trace.judgement is None:
        return
    exact = replace(
        trace.judgement,
        supporting=shown.count(Stance.SUPPORT, trace.acquired),
        refuting=shown.count(Stance.REFUTE, trace.acquired),
    )
    assert reward(replace(trace, judgement=exact), shown) >= reward(trace, shown)
