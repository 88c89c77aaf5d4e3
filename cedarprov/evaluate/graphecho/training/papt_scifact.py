"""The evaluation of trained networks on scientific claims: what they learned, elsewhere.

The networks, trained on fictional claims alone, walk every instance of SciFact's claims. The
conditions with one document are measured apart too, since those are what the paper lets agents
walk; so are the ten claims with several documents, where alone there is more than one origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cedarprov.errors import MissingNetworks, MissingPath
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho.environment import BUDGET
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.scifact import scientific_claims
from cedarprov.evaluate.graphecho.synthetic import SEEDS
from cedarprov.evaluate.graphecho.training.walking import (
    MEASURES,
    VERDICT,
    WalkedClaim,
    network_outcomes,
)
from cedarprov.evaluate.measure import GroupMean
from cedarprov.evaluate.outcome import Outcome
from cedarprov.evaluate.study import inputs

NAME: Final = "papt-scifact"
_MOST_REDUNDANT: Final = "1S5P"
_PARTS: Final = ("one-document", _MOST_REDUNDANT, "several-documents")
_APART: Final = tuple(f"{name}@{part}" for part in _PARTS for name in ("accuracy", "ewr", "usr"))


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    networks = _networks(options)
    chosen = [
        WalkedClaim(
            identifier=claim.identifier,
            kind=claim.stance.value,
            instances=tuple(claim.instances()),
            compared=_MOST_REDUNDANT,
        )
        for claim in scientific_claims(folder, most=options.claims)
    ]
    return network_outcomes(networks, chosen, _apart, options.on_progress)


def _networks(options: Options) -> Path:
    if options.networks is None:
        raise MissingNetworks(NAME)
    if not options.networks.is_dir():
        raise MissingPath(options.networks)
    return options.networks


def _apart(shown: Instance) -> tuple[str, ...]:
    one, most_redundant, several = _PARTS
    parts = {several if len(shown.origins) > 1 else one}
    if shown.condition == _MOST_REDUNDANT:
        parts.add(most_redundant)
    return tuple(name for name in _APART if name.partition("@")[2] in parts)


EVALUATION: Final = Evaluation(
    name=NAME,
    settings={"orders": SEEDS, "budget": BUDGET},
    measures=tuple(map(GroupMean, (*MEASURES, *_APART))),
    inputs=inputs,
    outcomes=_outcomes,
    takes=("networks", "claims"),
    verdicts=(VERDICT,),
    plotted=MEASURES,
)
"""Trained networks on the 584 instances of GraphEcho-SciFact."""
