"""Answer maps beside single questions: whether the status read from a map is the one asked for.

The documents and questions are those of `versioned_docs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from cedarprov.evaluate.asking import ask
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.measure import Share, StatusAccuracy, StatusMacroF1
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import STATUS
from cedarprov.evaluate.scoped_question import ScopedQuestion, inputs, questions
from cedarprov.evaluate.versioned_docs import BUDGET, ingest, store_for
from cedarprov.model.progress import Progress

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge
    from cedarprov.model.answer import Assessment
    from cedarprov.model.question import Arm


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    asked = questions(folder)
    with ExitStack() as stack:
        kb = store_for(stack, options)
        ingest(kb, folder, options)
        for done, question in enumerate(asked, 1):
            for arm in options.arms:
                yield _outcome(kb, question, arm)
            if options.on_progress:
                progress = Progress(done=done, total=len(asked), place=question.identifier)
                options.on_progress(progress)


def _outcome(kb: Knowledge, question: ScopedQuestion, arm: Arm) -> Outcome:
    inquiry = question.inquiry
    single = ask(kb, inquiry, arm=arm, budget=BUDGET).answer.assessment
    begun = perf_counter()
    drawn = kb.map(inquiry.words, scope=inquiry.scope, as_of=inquiry.as_of, budget=BUDGET, arm=arm)
    seconds = perf_counter() - begun
    return Outcome(
        item=question.identifier,
        kind=question.kind,
        group=question.identifier,
        arm=arm.value,
        expected=question.expected,
        given=drawn.status,
        tallies={
            "same_status": Tally(float(drawn.status is single.status)),
            "same_answer": Tally(float(_gist(drawn.assessment) == _gist(single))),
            "single_status_accuracy": Tally(float(single.status is question.expected)),
            "cells": Tally(drawn.cells),
            "rows": Tally(len(drawn.rows)),
        },
        seconds=seconds,
        detail={"single": single.status.value, "missing": list(drawn.assessment.missing)},
    )


def _gist(judged: Assessment) -> object:
    return judged.status, judged.missing, frozenset(judged.all_values)


EVALUATION = Evaluation(
    name="answer-maps",
    settings={"budget": BUDGET},
    measures=(
        StatusAccuracy(),
        StatusMacroF1(),
        Share("single_status_accuracy"),
        Share("same_status"),
        Share("same_answer"),
        Share("cells"),
        Share("rows"),
    ),
    inputs=inputs,
    outcomes=_outcomes,
    takes=("arms", "dense", "store"),
    verdicts=(STATUS,),
)
"""The evaluation of answer maps on documents that exist in several releases."""
