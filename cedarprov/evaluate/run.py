"""Run an evaluation by name, and keep all of it in a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cedarprov.errors import (
    BadRunRecord,
    MissingFolder,
    MissingPath,
    UnknownEvaluation,
    UntakenOption,
)
from cedarprov.evaluate import answer_maps, claims, origins, pairs, scifact, sixty, versioned_docs
from cedarprov.evaluate.bootstrap import RESAMPLES
from cedarprov.evaluate.environment import digest, search_settings, versions
from cedarprov.evaluate.evaluation import Evaluation, Options, as_written
from cedarprov.evaluate.graphecho import damaged, synthetic, transfer
from cedarprov.evaluate.graphecho.training import papt, papt_scifact
from cedarprov.evaluate.graphecho.training.kept_network import digests
from cedarprov.evaluate.outcome import Json
from cedarprov.evaluate.paired import paired_by_each
from cedarprov.evaluate.peers import PeerName, missing_peers
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.summary import by_kind, summarise
from cedarprov.model.frozen import Frozen, from_data, replace
from cedarprov.model.question import Arm

EVALUATIONS: Final = {
    evaluation.name: evaluation
    for evaluation in (
        versioned_docs.EVALUATION,
        answer_maps.EVALUATION,
        pairs.EVALUATION,
        claims.EVALUATION,
        origins.EVALUATION,
        origins.MIXED,
        synthetic.EVALUATION,
        transfer.EVALUATION,
        damaged.EVALUATION,
        sixty.EVALUATION,
        sixty.CONTROLS,
        sixty.LABELS,
        papt.EVALUATION,
        papt_scifact.EVALUATION,
        scifact.EVALUATION,
    )
}
SEED: Final = 20_240_229
EVERYTHING: Final = Options()


def evaluate(name: str, folder: Path | None = None, options: Options = EVERYTHING) -> RunRecord:
    """Run the evaluation `name` on the data in `folder`; one that makes its data needs none.

    Raises:
        UnknownEvaluation: There is none of that name.
        MissingFolder: It reads a folder, and none is named.
        UntakenOption: An option is given that it does not take.
        MissingNetworks: It lets trained networks walk, and no folder of them is named.
        MissingPath: There is no such folder, of data or of networks.
        BadEvaluationData: The folder does not hold the data of that evaluation.
    """
    evaluation = _named(name)
    _refuse_untaken(evaluation.name, evaluation.takes, options)
    folder = _folder(evaluation, folder)
    outcomes = tuple(evaluation.outcomes(folder, options))
    return RunRecord(
        name=name,
        settings={
            **evaluation.settings,
            **_chosen(evaluation, options),
            "resamples": RESAMPLES,
        },
        seeds={"bootstrap": SEED},
        inputs={**evaluation.inputs(folder), **_networks(options)},
        versions=versions(),
        outcomes=outcomes,
        summary=summarise(outcomes, evaluation.measures, seed=SEED),
        kinds=by_kind(outcomes, evaluation.measures, seed=SEED),
        paired=paired_by_each(outcomes, evaluation.verdicts),
    )


def _named(name: str) -> Evaluation:
    if name not in EVALUATIONS:
        raise UnknownEvaluation(name, sorted(EVALUATIONS))
    return EVALUATIONS[name]


def _refuse_untaken(evaluation: str, takes: Sequence[str], options: Options) -> None:
    for name in options.given:
        if name not in takes:
            raise UntakenOption(as_written(name), evaluation, [*map(as_written, takes)])


def _folder(evaluation: Evaluation, folder: Path | None) -> Path:
    if not evaluation.reads_folder:
        return Path()
    if folder is None:
        raise MissingFolder(evaluation.name)
    if not folder.is_dir():
        raise MissingPath(folder)
    return folder


def _networks(options: Options) -> dict[str, str]:
    """Return the digests of the networks that are named to walk."""
    return {} if options.networks is None else digests(options.networks)


def _chosen(evaluation: Evaluation, options: Options) -> dict[str, Json]:
    """Return the options that an evaluation takes as they took effect; folders are no settings."""
    takes = evaluation.takes
    found: dict[str, Json] = {}
    if "arms" in takes:
        found["arms"] = [arm.value for arm in options.arms]
    if "dense" in takes:
        found |= search_settings(options.store, dense=options.dense)
    if "infer" in takes:
        found["infer"] = options.infer
    if options.labels is not None:
        found["labels"] = digest(options.labels)
    if options.claims is not None:
        found["claims"] = options.claims
    if options.peers:
        found |= _peers(with_vectors=found["dense"] is True)
    return found


def _peers(*, with_vectors: bool) -> dict[str, Json]:
    """Return which peers took part and which were left out; without vectors there are none."""
    missing = set(missing_peers() if with_vectors else PeerName)
    return {
        "peers": [peer.value for peer in PeerName if peer not in missing],
        "peers left out": [peer.value for peer in PeerName if peer in missing],
    }


def evaluate_again(
    recorded: RunRecord, folder: Path | None = None, options: Options = EVERYTHING
) -> RunRecord:
    """Run the evaluation of a record once more, with the options that it records.

    What a record does not hold, `options` say: which store, labels and networks.

    Raises:
        BadRunRecord: It records an option that cannot be.
        UntakenOption: An option is given that is not taken, or that the record holds.
        UnknownEvaluation, MissingFolder, MissingNetworks, MissingPath, BadEvaluationData: As
            `evaluate`.
    """
    evaluation = _named(recorded.name)
    again = [name for name in evaluation.takes if name in _NOT_HELD]
    _refuse_untaken(f"{recorded.name} of a record", again, options)
    held = {name: value for name, value in recorded.settings.items() if name in evaluation.takes}
    try:
        chosen = from_data(_Held, held)
    except ValueError as error:
        raise BadRunRecord(str(error)) from error
    return evaluate(
        recorded.name,
        folder,
        replace(
            options,
            arms=chosen.arms,
            dense=chosen.dense,
            infer=chosen.infer,
            claims=chosen.claims,
            peers=chosen.peers is not None,
        ),
    )


_NOT_HELD: Final = frozenset({"store", "labels", "networks"})


class _Held(Frozen):
    """The options that a record holds."""

    arms: tuple[Arm, ...] = tuple(Arm)
    dense: bool | None = None
    infer: bool = False
    claims: int | None = None
    peers: tuple[str, ...] | None = None
