"""An evaluation as a value: what it reads, what it asks, and what is measured on the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cedarprov.evaluate.measure import Measure
from cedarprov.evaluate.outcome import Json, Outcome
from cedarprov.model.frozen import Frozen
from cedarprov.model.progress import OnProgress
from cedarprov.model.question import Arm


class Options(Frozen):
    """What may be chosen for a run.

    `dense` as in `cedarprov.create`. `store` names the folder in which the store of the documents
    is made or found; None makes one for the run alone. An evaluation that makes a store for each
    item has no use for it. `infer` lets software judge what the store holds before anything is
    asked. `peers` gives the same passages to other retrievers as well, where an evaluation knows
    how. `labels` is the file of an annotator's labels, for what is judged by hand.
    """

    arms: tuple[Arm, ...] = tuple(Arm)
    dense: bool | None = None
    store: Path | None = None
    labels: Path | None = None
    infer: bool = False
    peers: bool = False
    on_progress: OnProgress | None = None


class Evaluation(Frozen):
    """One evaluation: `outcomes` runs it, `inputs` are the digests of what it reads."""

    name: str
    settings: Mapping[str, Json]
    measures: tuple[Measure, ...]
    inputs: Callable[[Path], dict[str, str]]
    outcomes: Callable[[Path, Options], Iterator[Outcome]]
