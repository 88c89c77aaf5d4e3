"""The arms: no annotation, the same minutes on metadata or on edges, and both.

`flat` and `base` have what file names say; `base` uses it. `metadata` has further metadata as well,
`graph` edges instead, for the same minutes; `both` has the two, for twice the minutes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cedarprov
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.inferring import infer, read_verdicts
from cedarprov.evaluate.sixty.annotation import connect, further_metadata, ingest
from cedarprov.evaluate.sixty.corpus import inputs, read_edges, read_minutes, read_questions
from cedarprov.evaluate.sixty.measuring import (
    BASE,
    BUDGET,
    BUDGETS,
    MEASURES,
    Bench,
    outcomes_of,
    scopes_of,
)
from cedarprov.evaluate.sixty.rubric import read_labels
from cedarprov.model.frozen import replace
from cedarprov.model.progress import Progress
from cedarprov.model.question import Arm

if TYPE_CHECKING:
    from cedarprov.evaluate.outcome import Outcome
    from cedarprov.knowledge import Knowledge

_STEPS: Final = 5


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    minutes, edges = read_minutes(folder), read_edges(folder)
    spent = minutes.review + minutes.hand
    bench = Bench(
        questions=tuple(read_questions(folder)),
        scopes=scopes_of(folder),
        labels=read_labels(folder / "labels-1.jsonl"),
    )

    def asked(kb: Knowledge, arm: Arm, name: str, cost: int) -> Iterator[Outcome]:
        if arm in options.arms:
            if options.on_progress:
                done = ("flat", "base", "graph", "metadata", "both").index(name)
                options.on_progress(Progress(done=done, total=_STEPS, place=name))
            yield from outcomes_of(kb, bench, arm, name=name, minutes=cost)

    with ExitStack() as stack:
        kb = fresh_store(stack, options)
        ingest(kb, folder)
        yield from asked(kb, Arm.FLAT, "flat", 0)
        yield from asked(kb, Arm.METADATA, "base", 0)
        annotate(kb, folder, options)
        connect(kb, edges)
        yield from asked(kb, Arm.GRAPH, "graph", spent)
    with ExitStack() as stack:
        kb = fresh_store(stack, options)
        ingest(kb, folder, further_metadata(folder))
        yield from asked(kb, Arm.METADATA, "metadata", minutes.metadata)
        annotate(kb, folder, options)
        connect(kb, edges)
        yield from asked(kb, Arm.GRAPH, "both", minutes.metadata + spent)


def fresh_store(stack: ExitStack, options: Options) -> Knowledge:
    """Return an empty store that is gone when the stack is left."""
    path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "store"
    return stack.enter_context(cedarprov.create(path, base=BASE, dense=options.dense))


def annotate(kb: Knowledge, folder: Path, options: Options) -> None:
    """Let software infer edges, and record the annotator's verdicts on them."""
    verdicts = read_verdicts(folder / "verdicts.jsonl")
    infer(kb, replace(options, infer=True), verdicts)


EVALUATION: Final = Evaluation(
    name="sixty",
    settings={
        "budgets": list(BUDGETS),
        "budget": BUDGET,
        "infer": "in the arms graph and both",
        "minutes": "declared budgets, not measured on people",
        "judge": "a rubric that is not given the arm; labels by hand where there is one",
    },
    measures=MEASURES,
    inputs=inputs,
    outcomes=_outcomes,
    takes=("arms", "dense"),
    verdicts=("answer_correct",),
)
"""The evaluation of metadata and edges, each for the same minutes, on made-up documents."""
