"""The evaluation on scientific claims: the response to paths and documents, and walks.

Effects are aligned with the stance of the evidence: an effect that makes a refuted claim less
likely counts as one that makes a supported claim more likely. Walks are taken in the conditions
with one document alone, at the first order of paths, so that recall is complete for whoever walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Final

from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho.damage import NONE
from cedarprov.evaluate.graphecho.entrant import ENTRANTS, OPTIMUM, Entrant
from cedarprov.evaluate.graphecho.environment import BUDGET
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.scifact import (
    PATH_COUNTS,
    ScientificClaim,
    scientific_claims,
)
from cedarprov.evaluate.graphecho.store import InstanceStore, instance_store
from cedarprov.evaluate.graphecho.synthetic import SEEDS, WALKING, add_walked
from cedarprov.evaluate.graphecho.tallying import (
    Said,
    Sums,
    add_verdicts,
    difference,
    flip,
    inflation,
)
from cedarprov.evaluate.measure import GroupMean
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.study import inputs
from cedarprov.model.progress import Progress

_ONE_DOCUMENT: Final = tuple(f"1S{paths}P" for paths in PATH_COUNTS)


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    chosen = scientific_claims(folder, most=options.claims)
    shown = [each for claim in chosen for each in claim.instances()]
    with instance_store(shown, NONE) as store:
        for done, claim in enumerate(chosen, 1):
            for entrant in ENTRANTS:
                yield from claim_outcomes(claim, entrant, store)
            if options.on_progress:
                place = claim.identifier
                options.on_progress(Progress(done=done, total=len(chosen), place=place))


def claim_outcomes(
    claim: ScientificClaim, entrant: Entrant, store: InstanceStore
) -> Iterator[Outcome]:
    """Yield what one entrant makes of one claim."""
    shown = {each.condition: each for each in claim.instances()}
    walked = Sums()
    for condition in _ONE_DOCUMENT:
        add_walked(walked, shown[condition], entrant, store)
    found = [("agent", walked.tallies())]
    if entrant.policy != OPTIMUM:
        static, documents = _static(claim, shown, entrant, store)
        found += [
            (f"static {claim.stance}", static),
            (f"{len(claim.evidence)} documents", documents),
        ]
    for kind, tallies in found:
        if tallies:
            yield Outcome(
                item=f"{claim.identifier}/{kind}",
                kind=kind,
                group=claim.identifier,
                arm=entrant.name,
                tallies=tallies,
            )


def _static(
    claim: ScientificClaim, shown: Mapping[str, Instance], entrant: Entrant, store: InstanceStore
) -> tuple[dict[str, Tally], dict[str, Tally]]:
    """Return the tallies of all conditions, and those of the response to more documents."""
    sums, documents = Sums(), Sums()
    for seed in range(SEEDS):
        said = {name: entrant.judgement(each, store, seed) for name, each in shown.items()}
        _add_effects(sums, said, shown, claim.stance.sign)
        for paths in PATH_COUNTS[1:] if len(claim.evidence) > 1 else ():
            several = f"{min(len(claim.evidence), paths)}S{paths}P"
            effect = difference(said, several, f"1S{paths}P")
            documents.add(**{f"dpe_{paths}": _aligned(effect, claim.stance.sign)})
    return sums.tallies(), documents.tallies()


def _add_effects(sums: Sums, said: Said, shown: Mapping[str, Instance], sign: int) -> None:
    for paths in PATH_COUNTS[1:]:
        effect = difference(said, f"1S{paths}P", "1S1P")
        sums.add(**{f"pme_{paths}": effect, f"aligned_pme_{paths}": _aligned(effect, sign)})
    sums.add(
        topology_flip=flip(said, "1S1P", "1S5P"),
        count_inflation=inflation(said["1S5P"], shown["1S5P"]),
    )
    add_verdicts(sums, said, shown)


def _aligned(effect: float | None, sign: int) -> float | None:
    return None if effect is None else sign * effect


STATIC: Final = (
    *(f"{name}_{paths}" for paths, name in product(PATH_COUNTS[1:], ("pme", "aligned_pme", "dpe"))),
    "topology_flip", "count_inflation", "static_accuracy", "static_valid", "static_count_error",
)  # fmt: skip

EVALUATION: Final = Evaluation(
    name="graphecho-scifact",
    settings={"orders": SEEDS, "budget": BUDGET, "walked": list(_ONE_DOCUMENT), "dense": False},
    measures=tuple(map(GroupMean, (*STATIC, *WALKING))),
    inputs=inputs,
    outcomes=_outcomes,
    takes=("claims",),
    plotted=("accuracy", "ewr", "usr", "aligned_pme_5", "dpe_5", "regret"),
)
"""GraphEcho-SciFact: 188 claims in 584 instances."""
