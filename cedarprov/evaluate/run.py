"""Run an evaluation by name, and keep all of it in a record."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cedarprov.errors import MissingFolder, MissingPath, UnknownEvaluation
from cedarprov.evaluate import answer_maps, claims, origins, pairs, scifact, sixty, versioned_docs
from cedarprov.evaluate.bootstrap import RESAMPLES
from cedarprov.evaluate.environment import digest, versions
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.graphecho import damaged, synthetic, transfer
from cedarprov.evaluate.graphecho.training import papt, papt_scifact
from cedarprov.evaluate.graphecho.training.kept import digests
from cedarprov.evaluate.outcome import Json
from cedarprov.evaluate.paired import paired_by_each
from cedarprov.evaluate.peers import PeerName, missing_peers
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.summary import by_kind, summarise
from cedarprov.model.progress import OnProgress
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
        MissingPolicies: It lets trained policies walk, and no folder of them is named.
        MissingPath: There is no such folder, of data or of policies.
        BadEvaluationData: The folder does not hold the data of that evaluation.
    """
    if name not in EVALUATIONS:
        raise UnknownEvaluation(name, sorted(EVALUATIONS))
    evaluation = EVALUATIONS[name]
    folder = _folder(evaluation, folder)
    outcomes = tuple(evaluation.outcomes(folder, options))
    return RunRecord(
        name=name,
        settings={
            **evaluation.settings,
            "arms": [arm.value for arm in options.arms],
            "dense": options.dense,
            "infer": options.infer,
            **_peers(options),
            "labels": digest(options.labels) if options.labels else None,
            "resamples": RESAMPLES,
            **({} if options.claims is None else {"claims": options.claims}),
        },
        seeds={"bootstrap": SEED},
        inputs={**evaluation.inputs(folder), **_policies(evaluation, options)},
        versions=versions(),
        outcomes=outcomes,
        summary=summarise(outcomes, evaluation.measures, seed=SEED),
        kinds=by_kind(outcomes, evaluation.measures, seed=SEED),
        paired=paired_by_each(outcomes, evaluation.verdicts),
    )


def _folder(evaluation: Evaluation, folder: Path | None) -> Path:
    if not evaluation.reads_folder:
        return Path()
    if folder is None:
        raise MissingFolder(evaluation.name)
    if not folder.is_dir():
        raise MissingPath(folder)
    return folder


def _policies(evaluation: Evaluation, options: Options) -> dict[str, str]:
    """Return the digests of the policies that walk, for an evaluation that reads some."""
    if not evaluation.reads_policies or options.policies is None:
        return {}
    return digests(options.policies)


def _peers(options: Options) -> dict[str, Json]:
    """Return which peers take part and which are left out, for a run that asks for them."""
    if not options.peers:
        return {}
    missing = set(missing_peers())
    return {
        "peers": [peer.value for peer in PeerName if peer not in missing],
        "peers left out": [peer.value for peer in PeerName if peer in missing],
    }


def evaluate_again(
    recorded: RunRecord,
    folder: Path | None = None,
    *,
    store: Path | None = None,
    labels: Path | None = None,
    policies: Path | None = None,
    on_progress: OnProgress | None = None,
) -> RunRecord:
    """Run the evaluation of a record once more, in the same arms and with the same settings."""
    arms, dense = recorded.settings["arms"], recorded.settings["dense"]
    claims = recorded.settings.get("claims")
    options = Options(
        arms=tuple(Arm(str(arm)) for arm in arms) if isinstance(arms, list) else tuple(Arm),
        dense=dense if isinstance(dense, bool) else None,
        store=store,
        labels=labels,
        policies=policies,
        infer=recorded.settings.get("infer") is True,
        claims=claims if isinstance(claims, int) else None,
        peers="peers" in recorded.settings,
        on_progress=on_progress,
    )
    return evaluate(recorded.name, folder, options)
