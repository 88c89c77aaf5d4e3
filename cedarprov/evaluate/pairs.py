"""Minimal pairs: small sets of documents between which only what decides the status changes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cedarprov
from cedarprov.evaluate.asking import Inquiry, ask
from cedarprov.evaluate.environment import digest
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.inferring import infer, read_verdicts
from cedarprov.evaluate.judgement import judged
from cedarprov.evaluate.measure import Share, StatusAccuracy, StatusMacroF1, WholeGroups
from cedarprov.evaluate.outcome import Json, Outcome
from cedarprov.evaluate.pair_item import PairItem, read_items
from cedarprov.evaluate.paired import STATUS
from cedarprov.evaluate.replay import replayed
from cedarprov.model.answer import Assessment, Status
from cedarprov.model.progress import Progress
from cedarprov.model.question import Arm

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge

BUDGET: Final = 400
BASE: Final = "urn:cedarprov:pairs:"
"""What identifiers begin with, so that an annotator's verdicts name the same records again."""


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    items = read_items(folder)
    verdicts = read_verdicts(options.labels)
    for done, item in enumerate(items, 1):
        with tempfile.TemporaryDirectory() as scratch:
            store, documents = Path(scratch) / "store", Path(scratch) / "documents"
            with cedarprov.create(store, base=BASE, dense=options.dense) as knowledge:
                replayed(item.documents, knowledge, documents, dimensions=item.scope)
                infer(knowledge, options, verdicts)
                for arm in options.arms:
                    yield _outcome(knowledge, item, arm)
        yield _blind_outcome(item)
        if options.on_progress:
            options.on_progress(Progress(done=done, total=len(items), place=item.identifier))


def _outcome(knowledge: Knowledge, item: PairItem, arm: Arm) -> Outcome:
    inquiry = Inquiry(words=item.question, scope=item.scope, as_of=item.as_of)
    reply = ask(knowledge, inquiry, arm=arm, budget=BUDGET)
    return Outcome(
        item=item.identifier,
        kind=item.kind,
        group=item.family,
        arm=arm.value,
        expected=item.expected.status,
        accepted=item.expected.accepted,
        given=reply.answer.status,
        tallies=judged(item, reply.answer),
        seconds=reply.seconds,
        detail=_detail(reply.answer.assessment),
    )


def _detail(assessment: Assessment) -> dict[str, Json]:
    return {
        "values": list(assessment.values),
        "cells": [f"{cell.scope}: {', '.join(cell.values)}" for cell in assessment.cells],
        "missing": list(assessment.missing),
    }


def _blind_outcome(item: PairItem) -> Outcome:
    return Outcome(
        item=item.identifier,
        kind=item.kind,
        group=item.family,
        arm="blind",
        expected=item.expected.status,
        accepted=item.expected.accepted,
        given=Status.ANSWERED,
    )


EVALUATION: Final = Evaluation(
    name="pairs",
    settings={"budget": BUDGET, "blind": "always answered"},
    measures=(
        Share("item_accuracy"),
        WholeGroups("families_right", tally="item_accuracy"),
        StatusAccuracy(),
        StatusMacroF1(),
        Share("value_accuracy"),
        Share("missing_accuracy"),
        Share("cell_recall"),
        Share("wrongly_asserted"),
        Share("quote_recall"),
    ),
    inputs=lambda folder: {path.name: digest(path) for path in sorted(folder.glob("*.jsonl"))},
    outcomes=_outcomes,
    takes=("arms", "dense", "labels", "infer"),
    verdicts=("item_accuracy", STATUS),
)
"""The evaluation of status and value on minimal pairs, each item in a store of its own."""
