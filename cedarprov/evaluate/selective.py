"""Selective answering: what is wrong among the surest answers, over everything that was asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cedarprov.evaluate.outcome import Outcome
from cedarprov.model.frozen import Frozen

CONFIDENCE: Final = "confidence"
"""The detail of an outcome that says how sure its answer is; one without it has abstained."""


class RiskCoverage(Frozen):
    """What an arm gets wrong as its less sure answers are left out.

    `points` are (coverage, risk) from the surest answers on: coverage is the share of all that was
    asked which is answered and kept, risk the share of what is kept that is wrong (El-Yaniv and
    Wiener, On the foundations of noise-free selective classification, 2010). What an arm abstains
    from is never covered.
    """

    asked: int
    answered: int
    wrong: int
    points: tuple[tuple[float, float], ...]

    @property
    def coverage(self) -> float:
        """The share of all that was asked which is answered."""
        return self.answered / self.asked

    @property
    def risk(self) -> float:
        """The share of the answers that is wrong."""
        return self.wrong / self.answered

    @property
    def area(self) -> float:
        """The area under the curve (AURC), up to the coverage of the arm.

        The risk at a point stands for the coverage since the point before. An arm that answers
        less has less of an area: it is read beside the coverage.
        """
        before, area = 0.0, 0.0
        for coverage, risk in self.points:
            area += (coverage - before) * risk
            before = coverage
        return area

    def risk_at(self, coverage: float) -> float | None:
        """Return the risk where so much or more is first covered, None where it never is."""
        return next((risk for at, risk in self.points if at >= coverage), None)


def risk_coverage(outcomes: Iterable[Outcome]) -> dict[str, RiskCoverage]:
    """Return the curve of each arm that says how sure some answer is, over all that has a status.

    An arm that never says so has none.
    """
    asked: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.expected is not None:
            asked.setdefault(outcome.arm, []).append(outcome)
    curves = {arm: _curve(found) for arm, found in asked.items()}
    return {arm: curve for arm, curve in curves.items() if curve.answered}


def _curve(asked: Sequence[Outcome]) -> RiskCoverage:
    """Return the curve of one arm; answers of one confidence are kept together."""
    answers = sorted(
        (
            (confidence, outcome.is_status_right)
            for outcome in asked
            if isinstance(confidence := outcome.detail.get(CONFIDENCE), int | float)
        ),
        reverse=True,
    )
    points: list[tuple[float, float]] = []
    wrong = 0
    for kept, (confidence, right) in enumerate(answers, 1):
        wrong += not right
        if kept == len(answers) or answers[kept][0] != confidence:
            points.append((kept / len(asked), wrong / kept))
    return RiskCoverage(asked=len(asked), answered=len(answers), wrong=wrong, points=tuple(points))
