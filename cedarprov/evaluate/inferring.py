"""Let software judge the store of an evaluation, and apply the verdicts of an annotator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.json_lines import read_lines
from cedarprov.knowledge.inference import INFERENCES
from cedarprov.model.edge import Agent, Verdict
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cedarprov.evaluate.evaluation import Options
    from cedarprov.knowledge import Knowledge

ANNOTATOR = Agent(name="annotator")


class Judged(Frozen):
    """What an annotator decided on an inferred edge or claim (its IRI)."""

    record: str
    verdict: Verdict


def read_verdicts(path: Path | None) -> list[Judged]:
    """Return the verdicts of a file (None: no verdict).

    They are JSON objects, one a line, with `record` and `verdict`.

    Raises:
        BadEvaluationData: The file is missing, or a line of it holds no verdict.
    """
    return [] if path is None else list(read_lines(path, _judged))


def _judged(found: dict[str, Any]) -> Judged:
    return Judged(record=found["record"], verdict=Verdict(found["verdict"]))


def infer(knowledge: Knowledge, options: Options, verdicts: Sequence[Judged]) -> None:
    """Infer all that can be inferred, where the options ask for it, and record the verdicts.

    Records that the store does not hold are those of another store of the evaluation.

    Raises:
        BadEvaluationData: There are verdicts, and nothing is inferred that they could be on.
    """
    if not options.infer:
        if verdicts and options.labels is not None:
            raise BadEvaluationData(options.labels, None, "verdicts are on edges: add --infer")
        return
    for name in INFERENCES:
        knowledge.infer(name)
    waiting = {item.pending.iri for item in knowledge.agenda()} if verdicts else set()
    for item in verdicts:
        if item.record in waiting:
            knowledge.review(item.record, item.verdict, reviewer=ANNOTATOR)
