"""The evaluation on fictional claims: judged at once, and walked.

Static measures compare the ten conditions of a claim, all evidence shown at once. Walks are taken
in C1, C2, C3 and C2R on five orders of paths; other budgets and topologies at the first order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho.claim import SEED, FictionalClaim, Split, claims
from cedarprov.evaluate.graphecho.condition import CONDITIONS, WALKED, instance, instances
from cedarprov.evaluate.graphecho.damage import NONE
from cedarprov.evaluate.graphecho.entrant import ENTRANTS, OPTIMUM, Entrant, Setting, best_walk
from cedarprov.evaluate.graphecho.environment import BUDGET, BUDGETS, is_right
from cedarprov.evaluate.graphecho.graph import Topology
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.measure import acquisition, count_error
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.store import InstanceStore, instance_store
from cedarprov.evaluate.graphecho.tallying import (
    EffectRatio,
    Said,
    Sums,
    add_verdicts,
    add_walk,
    difference,
    flip,
    inflation,
    shift,
)
from cedarprov.evaluate.graphecho.verdict import Verdict
from cedarprov.evaluate.measure import GroupMean, Measure
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.progress import Progress

SEEDS: Final = 5
VERDICT: Final = "c2_verdict"
"""The tally by which arms are compared: a verdict a claim."""
STOPPING: Final = tuple(range(1, 9))
SENSITIVE: Final = tuple(
    entrant
    for entrant in ENTRANTS
    if entrant.name
    in {
        "path-counter/M0",
        "origin-counter/M0",
        "origin-counter/M1",
        "stop-on-balance/M1",
        "greedy/M3",
    }
)
"""Those that also walk other topologies and budgets, and are compared claim by claim."""
BALANCED: Final = Entrant(policy="stop-on-balance", mitigation=Mitigation.M1)
ELSEWHERE: Final[Mapping[str, Setting]] = {
    **{f"budget-{budget}": Setting(budget=budget) for budget in BUDGETS if budget != BUDGET},
    **{each.value: Setting(topology=each) for each in Topology if each is not Topology.PRIMARY},
}


def _outcomes(_: Path | None, options: Options) -> Iterator[Outcome]:
    chosen = claims(Split.TEST, most=options.claims)
    with instance_store(instances(chosen), NONE) as store:
        for done, claim in enumerate(chosen, 1):
            for entrant in ENTRANTS:
                yield from claim_outcomes(claim, entrant, store)
            if options.on_progress:
                place = claim.identifier
                options.on_progress(Progress(done=done, total=len(chosen), place=place))


def claim_outcomes(
    claim: FictionalClaim, entrant: Entrant, store: InstanceStore
) -> Iterator[Outcome]:
    """Yield what one entrant makes of one claim."""
    tallies = {condition: walks(instance(claim, condition), entrant, store) for condition in WALKED}
    for condition, found in tallies.items():
        yield _outcome(claim, condition, entrant, found)
    rise = _rise(tallies["C1"], tallies["C2"])
    if entrant in SENSITIVE:
        rise[VERDICT] = Tally(_is_right(instance(claim, "C2"), entrant, store))
    yield _outcome(claim, "C2 over C1", entrant, rise)
    if entrant.policy != OPTIMUM:
        yield _outcome(claim, "static", entrant, judgements(claim, entrant, store))
        yield _outcome(claim, "same evidence", entrant, _same_evidence(claim, entrant, store))
    if entrant in SENSITIVE:
        yield _outcome(claim, "elsewhere", entrant, _elsewhere(claim, entrant, store))
        yield _outcome(claim, "stopping", entrant, _stopping(claim, entrant, store))


def _outcome(
    claim: FictionalClaim, kind: str, entrant: Entrant, tallies: Mapping[str, Tally]
) -> Outcome:
    return Outcome(
        item=f"{claim.identifier}/{kind}",
        kind=kind,
        group=claim.identifier,
        arm=entrant.name,
        tallies=tallies,
    )


def walks(shown: Instance, entrant: Entrant, store: InstanceStore) -> dict[str, Tally]:
    """Return what an entrant does with an instance on every order of its paths."""
    sums = Sums()
    for seed in range(SEEDS):
        add_walked(sums, shown, entrant, store, seed=seed)
    return sums.tallies()


def add_walked(
    sums: Sums, shown: Instance, entrant: Entrant, store: InstanceStore, *, seed: int = 0
) -> None:
    """Add one walk of an entrant on one order of the paths."""
    setting = Setting(seed=seed)
    _, best = best_walk(shown, setting)
    add_walk(sums, entrant.trace(shown, store, setting), shown, best)


# -- judged at once -------------------------------------------------------------------------------


def judgements(claim: FictionalClaim, entrant: Entrant, store: InstanceStore) -> dict[str, Tally]:
    """Return what an entrant says of a claim in every condition, all evidence shown at once."""
    shown = {condition: instance(claim, condition) for condition in CONDITIONS}
    sums = Sums()
    for seed in range(SEEDS):
        said = {
            condition: entrant.judgement(each, store, seed) for condition, each in shown.items()
        }
        add_static(sums, said, shown)
    return sums.tallies()


def add_static(sums: Sums, said: Said, shown: Mapping[str, Instance]) -> None:
    """Add the judgements of one claim at one order of paths."""
    sums.add(
        pme_3=difference(said, "1S3P", "1S1P"),
        pme_5=difference(said, "1S5P", "1S1P"),
        ise_3=difference(said, "3S3P", "1S3P"),
        ise_5=difference(said, "5S5P", "1S5P"),
        topology_flip=flip(said, "1S1P", "1S5P"),
        count_inflation=inflation(said["1S5P"], shown["1S5P"]),
        support_shift=shift(said, Verdict.SUPPORT, "C2", "C1"),
        support_confidence_shift=difference(said, "C2", "C1"),
        refute_shift=shift(said, Verdict.REFUTE, "C2R", "C1"),
        refute_confidence_shift=difference(said, "C2R", "C1"),
    )
    add_verdicts(sums, said, shown)


# -- walked ---------------------------------------------------------------------------------------


def _rise(since: Mapping[str, Tally], to: Mapping[str, Tally]) -> dict[str, Tally]:
    """Return how much greater each order's mean is where supporting paths are redundant."""
    return {
        f"{name}_rise": Tally(_mean(to[name]) - _mean(since[name])) for name in ("ewr", "accuracy")
    }


def _is_right(shown: Instance, entrant: Entrant, store: InstanceStore) -> bool:
    """Tell whether the verdict is right at the first order: a paired test has one pair a claim."""
    return is_right(entrant.trace(shown, store, Setting()).judgement, shown)


def _mean(tally: Tally) -> float:
    return tally.found / tally.of


def _same_evidence(
    claim: FictionalClaim, entrant: Entrant, store: InstanceStore
) -> dict[str, Tally]:
    """Return what an entrant makes of the origins that others acquired, one observation of each.

    The origins are those of a policy that stops on balance, and all of them.
    """
    sums = Sums()
    for condition in WALKED:
        shown = instance(claim, condition)
        balanced = BALANCED.trace(shown, store, Setting()).acquired
        for name, origins in (("balanced", balanced), ("all", tuple(shown.origins))):
            said = entrant.judgement_on(shown, store, frozenset(origins))
            error = None if said is None else count_error(said, shown, origins)
            sums.add(**{
                f"accuracy_{name}": is_right(said, shown),
                f"count_error_{name}": error,
            })  # fmt: skip
    return sums.tallies()


def _elsewhere(claim: FictionalClaim, entrant: Entrant, store: InstanceStore) -> dict[str, Tally]:
    """Return accuracy, echoes and recall under other budgets and in other topologies."""
    sums = Sums()
    for condition in WALKED:
        shown = instance(claim, condition)
        for name, setting in ELSEWHERE.items():
            trace = entrant.trace(shown, store, setting)
            met = acquisition(trace, shown)
            sums.add(**{
                f"accuracy@{name}": is_right(trace.judgement, shown),
                f"ewr@{name}": met.echo_walk_rate,
                f"usr@{name}": met.unique_source_recall,
            })  # fmt: skip
    return sums.tallies()


def _stopping(claim: FictionalClaim, entrant: Entrant, store: InstanceStore) -> dict[str, Tally]:
    """Return accuracy and recall in C3 as the budget grows on one graph."""
    sums, shown = Sums(), instance(claim, "C3")
    for budget in STOPPING:
        trace = entrant.trace(shown, store, Setting(budget=budget))
        sums.add(**{
            f"c3_accuracy@{budget}": is_right(trace.judgement, shown),
            f"c3_usr@{budget}": acquisition(trace, shown).unique_source_recall,
        })  # fmt: skip
    return sums.tallies()


# -- the evaluation -------------------------------------------------------------------------------

WALKING: Final = (
    "accuracy", "valid", "upc", "ewr", "usr", "we", "walks", "connectors", "invalid_actions",
    "zero_walks", "count_error", "reward", "regret",
)  # fmt: skip
STATIC: Final = (
    "pme_3", "ise_3", "pme_5", "ise_5", "topology_flip", "count_inflation", "support_shift",
    "support_confidence_shift", "refute_shift", "refute_confidence_shift", "static_accuracy",
    "static_valid", "static_count_error",
)  # fmt: skip
MEASURES: Final[tuple[Measure, ...]] = (
    *map(GroupMean, STATIC),
    EffectRatio("pme_over_ise", "pme_5", "ise_5"),
    *map(GroupMean, WALKING),
    *map(GroupMean, ("ewr_rise", "accuracy_rise")),
    *(
        GroupMean(f"{each}_{of}")
        for of in ("balanced", "all")
        for each in ("accuracy", "count_error")
    ),
    *(GroupMean(f"{each}@{name}") for name in ELSEWHERE for each in ("accuracy", "ewr", "usr")),
    *(GroupMean(f"c3_{each}@{budget}") for budget in STOPPING for each in ("accuracy", "usr")),
)

PLOTTED: Final = (
    "accuracy", "ewr", "usr", "pme_5", "ise_5", "regret", "accuracy_balanced", "accuracy_all",
    "count_error",
)  # fmt: skip

EVALUATION: Final = Evaluation(
    name="graphecho",
    settings={
        "split": Split.TEST.value,
        "generator": SEED,
        "orders": SEEDS,
        "budget": BUDGET,
        "dense": False,
    },
    measures=MEASURES,
    inputs=lambda _: {},
    outcomes=_outcomes,
    takes=("claims",),
    reads_folder=False,
    verdicts=(VERDICT,),
    plotted=PLOTTED,
)
"""GraphEcho-Syn on the claims of the test split."""
