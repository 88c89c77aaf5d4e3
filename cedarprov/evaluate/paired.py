"""Paired verdicts: whether two arms are right on different items by more than chance."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb

from cedarprov.evaluate.outcome import Outcome
from cedarprov.model.frozen import Frozen


class Paired(Frozen):
    """How often one of two arms alone was right, and the two-sided p value of the exact test."""

    one: str
    other: str
    only_one: int
    only_other: int
    items: int

    @property
    def p(self) -> float:
        """The exact McNemar test: under no difference either arm alone is right half the time.

        McNemar, Note on the sampling error of the difference between correlated proportions, 1947;
        exact and conditional as in Fagerland, Lydersen and Laake, 2013.
        """
        discordant = self.only_one + self.only_other
        tail = sum(comb(discordant, k) for k in range(min(self.only_one, self.only_other) + 1))
        return min(1.0, 2.0 * tail * 0.5**discordant)


def paired(outcomes: Iterable[Outcome], tally: str = "") -> tuple[Paired, ...]:
    """Compare the arms two by two on the items that both have.

    An item is right where its tally of that name is full; without a name, where its status is.
    """
    right: dict[str, dict[str, bool]] = {}
    for outcome in outcomes:
        verdict = _verdict(outcome, tally)
        if verdict is not None:
            right.setdefault(outcome.arm, {})[outcome.item] = verdict
    return tuple(
        _compared(one, other, right[one], right[other]) for one, other in combinations(right, 2)
    )


def _verdict(outcome: Outcome, tally: str) -> bool | None:
    if not tally:
        return outcome.is_status_right if outcome.expected is not None else None
    found = outcome.tallies.get(tally)
    return found.found == found.of if found is not None and found.of else None


def _compared(one: str, other: str, mine: dict[str, bool], theirs: dict[str, bool]) -> Paired:
    shared = [item for item in mine if item in theirs]
    return Paired(
        one=one,
        other=other,
        only_one=sum(mine[item] and not theirs[item] for item in shared),
        only_other=sum(theirs[item] and not mine[item] for item in shared),
        items=len(shared),
    )
