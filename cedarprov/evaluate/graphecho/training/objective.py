"""What PAPT learns: the reward of equation 3, its ablations, and advantages within a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Final

from cedarprov.evaluate.graphecho.measure import (
    FULL,
    NO_COVERAGE,
    NO_ECHO,
    VERDICT_ONLY,
    Weights,
)

GROUP: Final = 4
"""Walks of one instance that are compared with one another."""
SEED: Final = 42
VARIANTS: Final[Mapping[str, Weights]] = {
    "full": FULL,
    "no-echo": NO_ECHO,
    "no-coverage": NO_COVERAGE,
    "verdict-only": VERDICT_ONLY,
}

ECHO_WEIGHTS: Final[Mapping[str, Weights]] = {
    f"echo-{times}x": Weights(echo=times * FULL.echo) for times in (2, 4, 8)
}
"""The full reward with a dearer echo, which shows what recall is paid for fewer echoes."""

_STEADY: Final = 1e-4
"""Keeps the division finite where all walks of a group gained the same, as trl does."""


def advantages(rewards: Sequence[float]) -> tuple[float, ...]:
    """Return how much better than its group each walk did, in standard deviations of the group.

    Group-relative policy optimisation (Shao et al., DeepSeekMath, arXiv 2402.03300, section 4.1).
    A group needs two walks or more.
    """
    mean, spread = fmean(rewards), stdev(rewards)
    return tuple((reward - mean) / (spread + _STEADY) for reward in rewards)
