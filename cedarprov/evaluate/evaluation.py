"""An evaluation as a value: what it reads, what it asks, and what is measured on the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from cedarprov.evaluate.measure import Measure
from cedarprov.evaluate.outcome import Json, Outcome
from cedarprov.model.frozen import Frozen, field_names
from cedarprov.model.progress import OnProgress
from cedarprov.model.question import Arm


class Options(Frozen):
    """What may be chosen for a run; an evaluation refuses what it does not take.

    `arms` are those in which questions are asked. `dense` is as in `cedarprov.create`. `store`
    names the folder in which the store of the documents is made or found; None makes one for the
    run alone. `infer` lets software judge what the store holds before anything is asked. `labels`
    is the file of an annotator's labels, for what is judged by hand. `networks` is the folder of
    trained networks that walk. `claims` takes so many claims, the first (None: all). `peers` gives
    the same passages to other retrievers as well.
    """

    arms: tuple[Arm, ...] = tuple(Arm)
    dense: bool | None = None
    store: Path | None = None
    labels: Path | None = None
    networks: Path | None = None
    infer: bool = False
    claims: int | None = None
    peers: bool = False
    on_progress: OnProgress | None = None

    @property
    def given(self) -> tuple[str, ...]:
        """The names of what was chosen: all that is not as it is by default."""
        default = Options()
        return tuple(name for name in CHOICES if getattr(self, name) != getattr(default, name))


CHOICES: Final = tuple(name for name in field_names(Options) if name != "on_progress")
"""The names of all that may be chosen."""


def as_written(choice: str) -> str:
    """Return how a choice is written on the command line."""
    return {"arms": "--arm", "dense": "--words-only"}.get(choice, f"--{choice}")


class Evaluation(Frozen):
    """One evaluation: `outcomes` runs it, `inputs` are the digests of what it reads.

    `takes` names the options that it takes. One that makes its data itself reads no folder, and is
    given one that means nothing to it. `verdicts` name what makes an item right or wrong as a
    whole, by which arms are compared two by two: tallies, or `status`. `plotted` names the
    measures that a page draws (none named: all).
    """

    name: str
    settings: Mapping[str, Json]
    measures: tuple[Measure, ...]
    inputs: Callable[[Path], dict[str, str]]
    outcomes: Callable[[Path, Options], Iterator[Outcome]]
    takes: tuple[str, ...] = ()
    reads_folder: bool = True
    verdicts: tuple[str, ...] = ()
    plotted: tuple[str, ...] = ()
