"""The decision of a trial: the simplest arm that no more complex one beats by the margin.

The arms stand in the order of what they cost to keep: flat, metadata, graph. One beats a simpler
arm if it is right on a share of questions that is larger by the margin at least, the interval of
that difference over blocks lies above 0, and the exact test on the same questions tells the two
apart: few blocks make an interval that is too narrow, and many questions of one block make a test
that is too sure. All else is a tie, and ties go to the simpler arm.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cedarprov.evaluate.bootstrap import interval
from cedarprov.evaluate.measure import Share
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import paired
from cedarprov.model.frozen import Frozen
from cedarprov.model.question import Arm

RIGHT: Final = "answer_correct"
"""The tally by which arms are compared."""
SIGNIFICANT: Final = 0.05
"""A p value below it tells two arms apart."""


class Step(Frozen):
    """One comparison: by how much an arm is right more often than a simpler one.

    `low` and `high` hold the difference in 95 of 100 resamples of blocks; `p` is that of the exact
    McNemar test on the same questions.
    """

    simpler: Arm
    other: Arm
    difference: float
    low: float
    high: float
    p: float
    is_better: bool


class Decision(Frozen):
    """The arm that was chosen, the margin declared before, and the comparisons in their order."""

    arm: Arm
    margin: float
    steps: tuple[Step, ...]

    @property
    def reason(self) -> str:
        """Why the arm was chosen, in a sentence."""
        said = (
            f"{step.other} is right on {step.difference:+.3f} of the questions against "
            f"{step.simpler} [{step.low:+.3f}, {step.high:+.3f}]"
            for step in self.steps
        )
        return f"a trial with a margin of {self.margin:g}: {'; '.join(said)}"


def decide(outcomes: Sequence[Outcome], margin: float, *, seed: int) -> Decision:
    """Return which arm a store should use by default, by outcomes on the same questions."""
    steps = tuple(
        _compared(outcomes, simpler, other, margin, seed)
        for simpler, other in combinations((Arm.FLAT, Arm.METADATA, Arm.GRAPH), 2)
    )
    beaten = {step.simpler for step in steps if step.is_better}
    chosen = next(arm for arm in (Arm.FLAT, Arm.METADATA, Arm.GRAPH) if arm not in beaten)
    return Decision(arm=chosen, margin=margin, steps=steps)


def _compared(
    outcomes: Sequence[Outcome], simpler: Arm, other: Arm, margin: float, seed: int
) -> Step:
    gains = _gains(outcomes, simpler, other)
    of = [tally.found for group in gains for outcome in group for tally in outcome.tallies.values()]
    difference = sum(of) / len(of) if of else 0.0
    low, high = interval(Share(_GAIN), gains, seed=seed) or (0.0, 0.0)
    compared = [each for each in outcomes if each.arm in (simpler.value, other.value)]
    tested = next(iter(paired(compared, RIGHT)), None)
    p = 1.0 if tested is None else tested.p
    return Step(
        simpler=simpler,
        other=other,
        difference=round(difference, 6),
        low=round(low, 6),
        high=round(high, 6),
        p=round(p, 6),
        is_better=difference >= margin and low > 0 and p < SIGNIFICANT,
    )


_GAIN: Final = "gain"


def _gains(outcomes: Sequence[Outcome], simpler: Arm, other: Arm) -> list[list[Outcome]]:
    """Return by block what the other arm gains on each question that both were asked."""
    right = {(each.arm, each.item): each.tallies[RIGHT].found for each in outcomes}
    groups: dict[str, list[Outcome]] = {}
    for each in outcomes:
        if each.arm == other.value and (simpler.value, each.item) in right:
            gain = right[other.value, each.item] - right[simpler.value, each.item]
            groups.setdefault(each.group, []).append(
                Outcome(
                    item=each.item,
                    kind=each.kind,
                    group=each.group,
                    arm=each.arm,
                    tallies={_GAIN: Tally(gain)},
                )
            )
    return list(groups.values())
