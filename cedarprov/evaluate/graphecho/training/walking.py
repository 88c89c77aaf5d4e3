"""Trained networks walk claims: what each makes of them, and how the full reward differs.

Walks are taken by the likeliest choice on five orders of paths, with true labels where the
mitigation of a network shows any. What is repeated is averaged within a claim. Verdicts, by which
networks are compared two by two, are those on one instance a claim, at the first order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from cedarprov.evaluate.contrast import contrast
from cedarprov.evaluate.graphecho.environment import Policy, Trace, is_right, walked
from cedarprov.evaluate.graphecho.graph import graph
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.measure import acquisition, count_error, reward
from cedarprov.evaluate.graphecho.mitigation import true_labelling
from cedarprov.evaluate.graphecho.synthetic import SEEDS
from cedarprov.evaluate.graphecho.tallying import Sums
from cedarprov.evaluate.graphecho.training.kept_network import UNTRAINED, KeptNetwork, kept_networks
from cedarprov.evaluate.graphecho.training.network import NetworkPolicy
from cedarprov.evaluate.graphecho.training.objective import VARIANTS
from cedarprov.evaluate.outcome import Outcome
from cedarprov.model.frozen import Frozen
from cedarprov.model.progress import OnProgress, Progress

MEASURES: Final = ("accuracy", "ewr", "usr", "walks", "count_error", "reward")
FULL, *_ABLATIONS = VARIANTS
VERDICT: Final = "verdict"
COMPARED: Final = (UNTRAINED, *_ABLATIONS)
"""What a network of the full reward is compared with, under the same mitigation."""


class WalkedClaim(Frozen):
    """A claim, the instances in which it is walked, and the condition whose verdict is compared."""

    identifier: str
    kind: str
    instances: tuple[Instance, ...]
    compared: str


Apart = Callable[[Instance], Sequence[str]]
"""Says what is also measured apart on an instance: a measure and a part, such as `ewr@C2`."""


def network_outcomes(
    folder: Path, claims: Sequence[WalkedClaim], apart: Apart, on_progress: OnProgress | None
) -> Iterator[Outcome]:
    """Yield what each network of a folder makes of each claim, then the contrasts.

    Raises:
        BadEvaluationData: A file of the folder holds no network, or there is none.
    """
    networks = list(kept_networks(folder))
    found: dict[str, list[Outcome]] = {}
    for done, (each, network) in enumerate(networks, 1):
        found[each.name] = [*claim_outcomes(claims, each, NetworkPolicy(network), apart)]
        yield from found[each.name]
        if on_progress:
            on_progress(Progress(done=done, total=len(networks), place=each.name))
    for (one, _), (other, _) in product(networks, networks):
        if one.reward == FULL and other.reward in COMPARED and one.mitigation is other.mitigation:
            yield from contrast(found[one.name], found[other.name], but=(VERDICT,))


def claim_outcomes(
    claims: Sequence[WalkedClaim], network: KeptNetwork, policy: Policy, apart: Apart
) -> Iterator[Outcome]:
    """Yield what a policy makes of each claim under the mitigation of a network."""
    for claim in claims:
        sums = Sums()
        for shown, seed in product(claim.instances, range(SEEDS)):
            labels = true_labelling(shown)
            made = graph(shown, labels, mitigation=network.mitigation, seed=seed)
            trace = walked(made, policy)
            _add(sums, trace, shown, apart(shown))
            if seed == 0 and shown.condition == claim.compared:
                sums.add(**{VERDICT: is_right(trace.judgement, shown)})
        yield Outcome(
            item=claim.identifier,
            kind=claim.kind,
            group=claim.identifier,
            arm=network.name,
            tallies=sums.tallies(),
        )


def _add(sums: Sums, trace: Trace, shown: Instance, apart: Sequence[str]) -> None:
    met, said = acquisition(trace, shown), trace.judgement
    found: dict[str, float | None] = {
        "accuracy": is_right(said, shown),
        "ewr": met.echo_walk_rate,
        "usr": met.unique_source_recall,
        "walks": met.attempts,
        "count_error": None if said is None else count_error(said, shown, trace.acquired),
        "reward": round(reward(trace, shown), 6),
    }
    sums.add(**found, **{name: found[name.partition("@")[0]] for name in apart})
