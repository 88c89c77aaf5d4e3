"""Which status was given where which was expected, and the scores that follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from cedarprov.evaluate.outcome import Outcome
from cedarprov.model.answer import Status

STATUSES: Final = tuple(Status)

Confusion = Mapping[tuple[Status, Status], float]
"""How often (expected, given) occurred."""


def confusion(outcomes: Iterable[Outcome]) -> Confusion:
    """Return how often each status was given where each was expected."""
    return Counter(
        (outcome.expected, outcome.counted)
        for outcome in outcomes
        if outcome.expected is not None and outcome.counted is not None
    )


def macro_f1(counted: Confusion) -> float | None:
    """Return the mean F1 over the statuses that were expected or given, None where none was.

    F1 of one status is twice what was rightly given over all expected plus all given, that is
    the harmonic mean of precision and recall (van Rijsbergen, Information Retrieval, 1979).
    """
    scores = []
    for status in STATUSES:
        expected = sum(n for (wanted, _), n in counted.items() if wanted is status)
        given = sum(n for (_, answered), n in counted.items() if answered is status)
        if expected + given:
            scores.append(2 * counted.get((status, status), 0) / (expected + given))
    return sum(scores) / len(scores) if scores else None
