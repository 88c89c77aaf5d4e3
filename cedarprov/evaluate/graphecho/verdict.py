"""What a piece of evidence says of a claim, and what the balance of origins makes of it."""

from __future__ import annotations

from enum import StrEnum


class Stance(StrEnum):
    """What one origin says of a claim."""

    SUPPORT = "SUPPORT"
    REFUTE = "REFUTE"

    @property
    def sign(self) -> int:
        """One for support, minus one for the opposite."""
        return 1 if self is Stance.SUPPORT else -1


class Verdict(StrEnum):
    """What is to be said of a claim."""

    SUPPORT = "SUPPORT"
    REFUTE = "REFUTE"
    MIXED = "MIXED"


def balance(supporting: float, refuting: float) -> Verdict:
    """Return the verdict of the greater number, MIXED where they are the same."""
    if supporting == refuting:
        return Verdict.MIXED
    return Verdict.SUPPORT if supporting > refuting else Verdict.REFUTE
