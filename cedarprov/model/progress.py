"""How far long work has come."""

from __future__ import annotations

from collections.abc import Callable

from cedarprov.model.frozen import Frozen


class Progress(Frozen):
    """Things done, things in all, and the last one; `stage` names what is being done."""

    done: int
    total: int
    place: str = ""
    stage: str = "reading"


OnProgress = Callable[[Progress], None]
