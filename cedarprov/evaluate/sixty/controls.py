"""Controls: what becomes of the gain of edges when edges, or the documents, are damaged.

Every condition has the manifest and the edges by hand and is asked in the arm `graph`; what
software infers is left out, so that only the damage differs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.sixty.annotation import connect, ingest
from cedarprov.evaluate.sixty.arms import fresh_store
from cedarprov.evaluate.sixty.corpus import (
    WrittenEdge,
    inputs,
    read_edges,
    read_minutes,
    read_questions,
)
from cedarprov.evaluate.sixty.damage import SEED, copy_documents, shuffled, with_errors, with_hub
from cedarprov.evaluate.sixty.measuring import (
    BUDGET,
    BUDGETS,
    MEASURES,
    Bench,
    outcomes_of,
    scopes_of,
)
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.progress import Progress
from cedarprov.model.question import Arm

if TYPE_CHECKING:
    from cedarprov.evaluate.outcome import Outcome

SHARES: Final = (0.05, 0.2, 0.5)


class Condition(Frozen):
    """Edges, and the share of documents that is copied."""

    name: str
    edges: tuple[WrittenEdge, ...]
    copies: float = 0.0


def conditions(folder: Path, edges: Sequence[WrittenEdge]) -> Iterator[Condition]:
    """Yield each condition: none, unharmed and shuffled edges, then damage by its share."""
    yield Condition(name="no-edges", edges=())
    yield Condition(name="edges", edges=tuple(edges))
    yield Condition(name="shuffled", edges=tuple(shuffled(edges)))
    for share in SHARES:
        percent = round(100 * share)
        yield Condition(name=f"duplicates-{percent}", edges=tuple(edges), copies=share)
        yield Condition(name=f"errors-{percent}", edges=tuple(with_errors(edges, share)))
        yield Condition(name=f"hub-{percent}", edges=tuple(with_hub(edges, folder, share)))


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    bench = Bench(questions=tuple(read_questions(folder)), scopes=scopes_of(folder))
    minutes = read_minutes(folder).hand
    chosen = list(conditions(folder, read_edges(folder)))
    for done, condition in enumerate(chosen):
        if options.on_progress:
            options.on_progress(Progress(done=done, total=len(chosen), place=condition.name))
        with ExitStack() as stack:
            documents = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "documents"
            copy_documents(folder, documents, condition.copies)
            kb = fresh_store(stack, options)
            ingest(kb, folder, documents=documents)
            connect(kb, condition.edges)
            cost = minutes if condition.edges else 0
            found = outcomes_of(kb, bench, Arm.GRAPH, name=condition.name, minutes=cost)
            yield from (replace(outcome, detail={}) for outcome in found)


CONTROLS: Final = Evaluation(
    name="sixty-controls",
    settings={
        "budgets": list(BUDGETS),
        "budget": BUDGET,
        "infer": False,
        "shares": list(SHARES),
        "damage_seed": SEED,
    },
    measures=MEASURES,
    inputs=inputs,
    outcomes=_outcomes,
    takes=("dense",),
    verdicts=("answer_correct",),
)
"""The evaluation of damaged edges and documents."""
