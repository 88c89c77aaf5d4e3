"""The evaluation of trained networks on test claims: accuracy, echoes and source recall.

Claims are walked in C1, C2, C3 and C2R; echoes in C2, where paths are redundant, and recall in C3,
where there are many origins, are measured apart too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import WALKED, instance
from cedarprov.evaluate.graphecho.environment import BUDGET
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.synthetic import SEEDS
from cedarprov.evaluate.graphecho.training.kept_network import digests
from cedarprov.evaluate.graphecho.training.walking import (
    MEASURES,
    VERDICT,
    WalkedClaim,
    network_outcomes,
)
from cedarprov.evaluate.measure import GroupMean
from cedarprov.evaluate.outcome import Outcome

_COMPARED: Final = "C2"
_APART: Final[Mapping[str, tuple[str, ...]]] = {"C2": ("ewr@C2",), "C3": ("usr@C3",)}


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    chosen = [
        WalkedClaim(
            identifier=claim.identifier,
            kind="agent",
            instances=tuple(instance(claim, condition) for condition in WALKED),
            compared=_COMPARED,
        )
        for claim in claims(Split.TEST, most=options.claims)
    ]
    return network_outcomes(folder, chosen, _apart, options.on_progress)


def _apart(shown: Instance) -> tuple[str, ...]:
    return _APART.get(shown.condition, ())


EVALUATION: Final = Evaluation(
    name="papt",
    settings={"split": Split.TEST.value, "orders": SEEDS, "budget": BUDGET},
    measures=tuple(
        map(GroupMean, (*MEASURES, *(name for each in _APART.values() for name in each)))
    ),
    inputs=digests,
    outcomes=_outcomes,
    takes=("claims",),
    verdicts=(VERDICT,),
)
"""Trained networks on the claims of the test split."""
