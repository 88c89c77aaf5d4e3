"""A trial: half of the blocks get metadata and half get edges, drawn at random, and then crosswise.

In a first store the blocks of one half have metadata and those of the other have edges, each for
the minutes of the plan; in a second store it is the other way round. Every question is asked once
where its block has metadata, in the arm `metadata`, and once where it has edges, in the arm
`graph`; in the arm `flat` too, which costs nothing. What judges an answer is given the
answer alone, neither the arm nor the store.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import cedarprov
from cedarprov.errors import MissingPath, UntakenOption
from cedarprov.evaluate.asking import Reply, ask
from cedarprov.evaluate.bootstrap import RESAMPLES
from cedarprov.evaluate.environment import digest, search_settings, versions
from cedarprov.evaluate.evaluation import Options
from cedarprov.evaluate.measure import Measure, Share
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import paired
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.summary import by_kind, summarise
from cedarprov.evaluate.trial.corpus import Allotment, AnnotatedFolder, Corpus, TrialQuestion
from cedarprov.evaluate.trial.decision import RIGHT, Decision, decide
from cedarprov.evaluate.trial.plan import CorpusKind, Plan, read_plan
from cedarprov.evaluate.trial.releases import ReleaseDocs
from cedarprov.model.frozen import Frozen, as_data
from cedarprov.model.progress import Progress
from cedarprov.model.question import Arm

PLAN: Final = "trial.toml"
MEASURES: Final[tuple[Measure, ...]] = (
    Share(RIGHT),
    Share("words_shown"),
    Share("records_visited"),
)


class Given(Frozen):
    """An answer that is to be judged, and the arm that gave it."""

    question: TrialQuestion
    arm: Arm
    reply: Reply


def trial(
    folder: Path, options: Options, *, plan: Path | None = None
) -> tuple[RunRecord, Decision]:
    """Run the trial that a plan declares (None: trial.toml of the folder), and decide.

    Raises:
        MissingPath: There is no such folder.
        UntakenOption: Labels are given, and the corpus is not one of releases.
        BadEvaluationData: The plan or the corpus cannot be read.
    """
    if not folder.is_dir():
        raise MissingPath(folder)
    plan = plan or folder / PLAN
    declared = read_plan(plan)
    corpus = _corpus(declared, folder, options)
    halves = drawn_halves(corpus.blocks, declared.seed)
    outcomes = _ordered(map(_outcome, _given(corpus, declared, halves, options)))
    decision = decide(outcomes, declared.margin, seed=declared.seed)
    record = RunRecord(
        name="trial",
        settings={
            **as_data(declared),
            "corpus": declared.corpus.value,
            **search_settings(None, dense=options.dense),
            **({"labels": digest(options.labels)} if options.labels else {}),
            "first_half": sorted(halves[0]),
            "default_arm": decision.arm.value,
            "minutes_are": "declared budgets, not measured on people",
            "resamples": RESAMPLES,
        },
        seeds={"trial": declared.seed},
        inputs={PLAN: digest(plan), **corpus.inputs()},
        versions=versions(),
        outcomes=outcomes,
        summary=summarise(outcomes, MEASURES, seed=declared.seed),
        kinds=by_kind(outcomes, MEASURES, seed=declared.seed),
        paired=paired(outcomes, RIGHT),
    )
    return record, decision


def drawn_halves(blocks: Sequence[str], seed: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return the blocks in two halves, drawn with a seed; one more in the second if odd."""
    order = sorted(blocks)
    Random(seed).shuffle(order)  # noqa: S311 - the same each time
    middle = len(order) // 2
    return frozenset(order[:middle]), frozenset(order[middle:])


def _corpus(plan: Plan, folder: Path, options: Options) -> Corpus:
    if plan.corpus is CorpusKind.RELEASES:
        return ReleaseDocs(folder, options.labels, options)
    if options.labels is not None:
        raise UntakenOption("--labels", f"trial of an {plan.corpus} corpus", ("--words-only",))
    return AnnotatedFolder(folder)


def _given(
    corpus: Corpus,
    plan: Plan,
    halves: tuple[frozenset[str], frozenset[str]],
    options: Options,
) -> Iterator[Given]:
    for done, (metadata, edges) in enumerate((halves, halves[::-1])):
        if options.on_progress:
            options.on_progress(Progress(done=done, total=2, place=f"store {done + 1}"))
        allotment = Allotment(metadata=metadata, edges=edges, plan=plan)
        with tempfile.TemporaryDirectory() as scratch:
            store = Path(scratch) / "store"
            with cedarprov.create(store, base=corpus.base, dense=options.dense) as kb:
                corpus.fill(kb, allotment)
                for question in corpus.questions:
                    # A question on no block that is annotated counts to the second half.
                    here = question.block in metadata or (question.block not in edges and done == 1)
                    arms = (Arm.FLAT, Arm.METADATA) if here else (Arm.GRAPH,)
                    for arm in arms:
                        reply = ask(kb, question.inquiry, arm=arm, budget=plan.budget)
                        yield Given(question=question, arm=arm, reply=reply)


def _ordered(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return outcomes by arm, and then by question."""
    ranks = {arm.value: rank for rank, arm in enumerate(Arm)}
    return tuple(sorted(outcomes, key=lambda outcome: (ranks[outcome.arm], outcome.item)))


def _outcome(item: Given) -> Outcome:
    answer = item.reply.answer
    return Outcome(
        item=item.question.identifier,
        kind=item.question.kind,
        group=item.question.block,
        arm=item.arm.value,
        given=answer.status,
        tallies={
            RIGHT: Tally(float(item.question.is_right(answer))),
            "words_shown": Tally(sum(evidence.words for evidence in answer.evidence)),
            "records_visited": Tally(len(answer.receipt.candidates)),
        },
        seconds=item.reply.seconds,
        detail={"values": list(answer.assessment.values)},
    )
