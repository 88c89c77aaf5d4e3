"""The evaluation of trained networks on test claims: accuracy, echoes and source recall.

A folder holds one file a network, written by `scripts/train-papt`; its name is the arm. Walks are
taken by the likeliest choice, in C1, C2, C3 and C2R on five orders of paths, with true labels
where the mitigation shows any.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.environment import digest
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho.claim import FictionalClaim, Split, claims
from cedarprov.evaluate.graphecho.condition import WALKED, instance
from cedarprov.evaluate.graphecho.environment import BUDGET, Policy, Trace, walked
from cedarprov.evaluate.graphecho.graph import graph
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.measure import acquisition, count_error, reward
from cedarprov.evaluate.graphecho.mitigation import Mitigation, true_labelling
from cedarprov.evaluate.graphecho.synthetic import SEEDS
from cedarprov.evaluate.graphecho.tallying import Sums
from cedarprov.evaluate.graphecho.training.learning import Progress, Trained
from cedarprov.evaluate.graphecho.training.network import Network, NetworkPolicy
from cedarprov.evaluate.measure import GroupMean
from cedarprov.evaluate.outcome import Outcome
from cedarprov.model import progress
from cedarprov.model.frozen import Frozen, as_data, from_data

REDUNDANT: Final = "C2"
MANY_ORIGINS: Final = "C3"


class Kept(Frozen):
    """A network as it is kept: what it was trained on, what it was shown, and what came of it."""

    reward: str
    mitigation: Mitigation
    trained: Trained

    @property
    def name(self) -> str:
        """The name of its file and of its arm."""
        return f"{self.reward}-{self.mitigation}"

    def write(self, folder: Path) -> Path:
        """Write it into a folder, and return its file."""
        path = folder / f"{self.name}.json"
        path.write_text(json.dumps(as_data(self)) + "\n", encoding="utf-8")
        return path


def untrained(mitigation: Mitigation, seed: int) -> Kept:
    """Return a network before any step."""
    none: tuple[Progress, ...] = ()
    trained = Trained(parameters=Network(seed).parameters, step=0, scores=(), history=none)
    return Kept(reward="untrained", mitigation=mitigation, trained=trained)


def kept(folder: Path) -> Iterator[tuple[Kept, Network]]:
    """Yield the networks of a folder in the order of their names, each as it is kept and at work.

    Raises:
        BadEvaluationData: A file holds no network, or there is none.
    """
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise BadEvaluationData(folder, None, "there is no file of a network in it")
    for path in paths:
        try:
            found = from_data(Kept, json.loads(path.read_text(encoding="utf-8")))
            network = Network.of(found.trained.parameters)
        except ValueError as error:
            raise BadEvaluationData(path, None, f"this is no network: {error}") from error
        yield found, network


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    found = list(kept(folder))
    chosen = claims(Split.TEST, most=options.claims)
    for done, (each, network) in enumerate(found, 1):
        yield from claim_outcomes(chosen, each, NetworkPolicy(network))
        if options.on_progress:
            said = progress.Progress(done=done, total=len(found), place=each.name)
            options.on_progress(said)


def claim_outcomes(
    chosen: Iterable[FictionalClaim], network: Kept, policy: Policy
) -> Iterator[Outcome]:
    """Yield what a policy makes of each claim under the mitigation of a network."""
    for claim in chosen:
        sums = Sums()
        for condition in WALKED:
            for seed in range(SEEDS):
                shown = instance(claim, condition)
                labels = true_labelling(shown)
                made = graph(shown, labels, mitigation=network.mitigation, seed=seed)
                _add(sums, walked(made, policy), shown)
        yield Outcome(
            item=claim.identifier,
            kind="agent",
            group=claim.identifier,
            arm=network.name,
            tallies=sums.tallies(),
        )


def _add(sums: Sums, trace: Trace, shown: Instance) -> None:
    met, said = acquisition(trace, shown), trace.judgement
    sums.add(
        accuracy=said is not None and said.verdict is shown.verdict,
        ewr=met.echo_walk_rate,
        usr=met.unique_source_recall,
        walks=met.attempts,
        count_error=None if said is None else count_error(said, shown, trace.acquired),
        reward=round(reward(trace, shown), 6),
        **({f"ewr@{REDUNDANT}": met.echo_walk_rate} if shown.condition == REDUNDANT else {}),
        **(
            {f"usr@{MANY_ORIGINS}": met.unique_source_recall}
            if shown.condition == MANY_ORIGINS
            else {}
        ),
    )


_NAMES: Final = (
    "accuracy",
    "ewr",
    "usr",
    f"ewr@{REDUNDANT}",
    f"usr@{MANY_ORIGINS}",
    "walks",
    "count_error",
    "reward",
)

EVALUATION: Final = Evaluation(
    name="papt",
    settings={"split": Split.TEST.value, "orders": SEEDS, "budget": BUDGET, "labels": "true"},
    measures=tuple(map(GroupMean, _NAMES)),
    inputs=lambda folder: {path.name: digest(path) for path in sorted(folder.glob("*.json"))},
    outcomes=_outcomes,
)
"""Trained networks on the claims of the test split."""
