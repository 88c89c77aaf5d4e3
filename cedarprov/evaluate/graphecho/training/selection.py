"""Which checkpoint is kept: the best by the full reward, whatever it was trained on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import Final, TypeVar

from cedarprov.evaluate.graphecho.environment import BUDGET, Policy, walked
from cedarprov.evaluate.graphecho.measure import reward
from cedarprov.evaluate.graphecho.training.examples import Example

RETAINED: Final = 3
"""The last so many checkpoints are compared."""
EVERY: Final = 25
"""Steps from one checkpoint to the next."""

Key = TypeVar("Key")


def mean_reward(policy: Policy, examples: Iterable[Example], *, budget: int = BUDGET) -> float:
    """Return the mean of the full reward over walks on some examples."""
    return fmean(
        reward(walked(each.graph, policy, budget=budget), each.instance) for each in examples
    )


def best(scores: Mapping[Key, float]) -> Key:
    """Return the checkpoint of the highest score, the earliest of those with the same.

    `scores` are in the order of training, one or more.
    """
    return max(scores, key=lambda key: scores[key])
