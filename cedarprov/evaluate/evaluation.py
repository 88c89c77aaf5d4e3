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
    asked. `labels` is the file of an annotator's labels, for what is judged by hand. `policies` is
    the folder of trained networks, for an evaluation that lets them walk on other data. `claims`
    bounds the claims of an evaluation that makes or takes claims (None: all). `peers` gives the
    same passages to other retrievers as well, where an evaluation knows how.
    """

    arms: tuple[Arm, ...] = tuple(Arm)
    dense: bool | None = None
    store: Path | None = None
    labels: Path | None = None
    policies: Path | None = None
    infer: bool = False
    claims: int | None = None
    peers: bool = False
    on_progress: OnProgress | None = None


class Evaluation(Frozen):
    """One evaluation: `outcomes` runs it, `inputs` are the digests of what it reads.

    One that makes its data itself reads no folder, and is given one that means nothing to it. One
    that reads policies is only run with a folder of them, whose digests are inputs as well.

    `verdicts` name what makes an item right or wrong as a whole, by which arms are compared two by
    two: tallies, or `status`. `plotted` names the measures that a page draws (none named: all).
    """

    name: str
    settings: Mapping[str, Json]
    measures: tuple[Measure, ...]
    inputs: Callable[[Path], dict[str, str]]
    outcomes: Callable[[Path, Options], Iterator[Outcome]]
    reads_folder: bool = True
    reads_policies: bool = False
    verdicts: tuple[str, ...] = ()
    plotted: tuple[str, ...] = ()
