"""A bar on standard error while long work runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cedarprov.model.progress import Progress


@contextmanager
def progress() -> Iterator[Callable[[Progress], None] | None]:
    """Yield what draws a bar, or None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)

        def draw(reached: Progress) -> None:
            bar.update(task, total=reached.total, completed=reached.done, description=reached.stage)

        yield draw
