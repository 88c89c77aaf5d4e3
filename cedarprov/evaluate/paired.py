"""Paired verdicts: whether two arms are right on different items by more than chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Final

from cedarprov.evaluate.outcome import Outcome
from cedarprov.model.frozen import Frozen

STATUS: Final = "status"
"""The verdict that an item's status is the right one; every other is a tally."""


class Paired(Frozen):
    """How often one of two arms alone was right by a verdict, among the items that both have."""

    verdict: str = STATUS
    one: str
    other: str
    only_one: int
    only_other: int
    items: int

    @property
    def is_discordant(self) -> bool:
        """Whether some item tells the two arms apart."""
        return bool(self.only_one or self.only_other)

    @property
    def p(self) -> float:
        """The two-sided p value of the exact McNemar test.

        Under no difference either arm alone is right half the time. McNemar, Note on the sampling
        error of the difference between correlated proportions, 1947; exact and conditional as in
        Fagerland, Lydersen and Laake, 2013.
        """
        discordant = self.only_one + self.only_other
        tail: int = sum(comb(discordant, k) for k in range(min(self.only_one, self.only_other) + 1))
        # Integers are exact however many items there are; a power of a half is not.
        splits: int = 2**discordant
        return min(1.0, 2 * tail / splits)


def paired(outcomes: Iterable[Outcome], verdict: str = STATUS) -> tuple[Paired, ...]:
    """Compare the arms two by two on the items that both have.

    An item is right where its tally of that name is full, or its status is the right one.
    """
    right: dict[str, dict[str, bool]] = {}
    for outcome in outcomes:
        is_right = _is_right(outcome, verdict)
        if is_right is not None:
            right.setdefault(outcome.arm, {})[outcome.item] = is_right
    return tuple(
        _compared(verdict, (one, right[one]), (other, right[other]))
        for one, other in combinations(right, 2)
    )


def paired_by_each(outcomes: Sequence[Outcome], verdicts: Iterable[str]) -> tuple[Paired, ...]:
    """Compare the arms two by two by each of some verdicts, one after the other."""
    return tuple(pair for verdict in verdicts for pair in paired(outcomes, verdict))


def holm(ps: Sequence[float]) -> list[float]:
    """Return p values adjusted for how many there are, in their order.

    Rejecting what is below a level keeps the chance of any false rejection below that level (Holm,
    A simple sequentially rejective multiple test procedure, 1979).
    """
    adjusted = [0.0] * len(ps)
    greatest = 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        greatest = max(greatest, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = greatest
    return adjusted


def _is_right(outcome: Outcome, verdict: str) -> bool | None:
    if verdict == STATUS:
        return outcome.is_status_right if outcome.expected is not None else None
    found = outcome.tallies.get(verdict)
    return found.found == found.of if found is not None and found.of else None


_Verdicts = tuple[str, dict[str, bool]]


def _compared(verdict: str, one: _Verdicts, other: _Verdicts) -> Paired:
    (name, mine), (other_name, theirs) = one, other
    shared = [item for item in mine if item in theirs]
    return Paired(
        verdict=verdict,
        one=name,
        other=other_name,
        only_one=sum(mine[item] and not theirs[item] for item in shared),
        only_other=sum(theirs[item] and not mine[item] for item in shared),
        items=len(shared),
    )
