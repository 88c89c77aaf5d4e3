"""The evaluation under damage: who still knows the origins when links are lost, wrong, or edited.

Every arm names whose labels are shown, the policy, and the mitigation. A policy that reads true
labels is right by construction and stands here to show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho.claim import SEED, FictionalClaim, Split, claims
from cedarprov.evaluate.graphecho.condition import WALKED, instance, instances
from cedarprov.evaluate.graphecho.damage import DAMAGES
from cedarprov.evaluate.graphecho.damage import SEED as DAMAGE_SEED
from cedarprov.evaluate.graphecho.entrant import Entrant
from cedarprov.evaluate.graphecho.environment import BUDGET
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.retrieval import NAME as RETRIEVAL
from cedarprov.evaluate.graphecho.store import InstanceStore, Knower, instance_store
from cedarprov.evaluate.graphecho.synthetic import SEEDS, add_walked, judgements
from cedarprov.evaluate.graphecho.tallying import Sums
from cedarprov.evaluate.measure import GroupMean
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.progress import Progress


def _entrant(knower: Knower, policy: str, mitigation: Mitigation) -> Entrant:
    arm = f"{knower}/{policy}/{mitigation}"
    return Entrant(policy=policy, mitigation=mitigation, knower=knower, arm=arm)


_COMPARED: Final = (
    ("origin-counter", Mitigation.M1),
    ("greedy", Mitigation.M1),
    ("greedy", Mitigation.M2),
    ("greedy", Mitigation.M3),
    ("path-counter", Mitigation.M3),
)
ENTRANTS: Final = (
    *(
        Entrant(policy=policy, mitigation=Mitigation.M0)
        for policy in ("path-counter", "origin-counter", "greedy", "random")
    ),
    *(
        _entrant(knower, policy, mitigation)
        for knower, (policy, mitigation) in product((Knower.DECLARED, Knower.DETECTED), _COMPARED)
    ),
    _entrant(Knower.BY_RULE, "origin-counter", Mitigation.M1),
    _entrant(Knower.TRUE, "origin-counter", Mitigation.M1),
    Entrant(policy=RETRIEVAL, mitigation=Mitigation.M1, arm=RETRIEVAL),
)


def _outcomes(_: Path | None, options: Options) -> Iterator[Outcome]:
    chosen = claims(Split.TEST, most=options.claims)
    for done, damage in enumerate(DAMAGES):
        with instance_store(instances(chosen), damage) as store:
            for claim, entrant in product(chosen, ENTRANTS):
                yield Outcome(
                    item=f"{claim.identifier}/{damage.name}",
                    kind=damage.name,
                    group=claim.identifier,
                    arm=entrant.name,
                    tallies=_tallies(claim, entrant, store),
                )
        if options.on_progress:
            progress = Progress(done=done + 1, total=len(DAMAGES), place=damage.name)
            options.on_progress(progress)


def _tallies(claim: FictionalClaim, entrant: Entrant, store: InstanceStore) -> dict[str, Tally]:
    sums = Sums()
    for condition, seed in product(WALKED, range(SEEDS)):
        add_walked(sums, instance(claim, condition), entrant, store, seed=seed)
    found = {**judgements(claim, entrant, store), **sums.tallies()}
    return {name: found[name] for name in MEASURED if name in found}


MEASURED: Final = (
    "pme_5", "ise_5", "topology_flip", "support_shift", "static_accuracy", "static_count_error",
    "accuracy", "ewr", "usr", "walks", "count_error", "reward", "regret",
)  # fmt: skip

EVALUATION: Final = Evaluation(
    name="graphecho-damage",
    settings={
        "split": Split.TEST.value,
        "generator": SEED,
        "damage": DAMAGE_SEED,
        "orders": SEEDS,
        "budget": BUDGET,
        "dense": False,
    },
    measures=tuple(map(GroupMean, MEASURED)),
    inputs=lambda _: {},
    outcomes=_outcomes,
    takes=("claims",),
    reads_folder=False,
    plotted=("accuracy", "ewr", "usr", "pme_5", "ise_5", "regret"),
)
"""GraphEcho-Syn at seven degrees of damage, each of which is a kind of item."""
