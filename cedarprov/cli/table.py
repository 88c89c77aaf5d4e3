"""Tables as text: drawn to the width of a terminal, one line a row where there is none."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Final

_UNBOUNDED: Final = 100_000


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows of texts under their headings, with two blanks between columns."""
    from rich.console import Console  # noqa: PLC0415 - only commands that draw a table need it
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for heading in headings:
        drawn.add_column(heading, overflow="fold")
    for row in rows:
        # Text, and not a plain string, so that brackets in a source are no markup.
        drawn.add_row(*(Text(cell) for cell in row))
    file = io.StringIO()
    Console(file=file, width=_width(), color_system=None).print(drawn)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def _width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNBOUNDED
