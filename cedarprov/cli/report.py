"""Run records as a page: `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cedarprov.cli.document import read_object
from cedarprov.cli.option import JsonOption
from cedarprov.cli.output import show, show_json


def report(
    records: Annotated[
        list[Path],
        typer.Argument(
            metavar="RECORD...", help="What `evaluate --json` printed.", show_default=False
        ),
    ],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Where to write the page.")
    ] = Path("report"),
    as_json: JsonOption = False,
) -> None:
    """Write run records as one page with tables and plots, in Markdown and in HTML.

    The same records give the same bytes.
    """
    from cedarprov.evaluate import RunRecord  # noqa: PLC0415 - `--help` needs none of it
    from cedarprov.evaluate.report import write_report  # noqa: PLC0415

    read = [RunRecord.from_json(read_object(path)) for path in records]
    written = [str(path) for path in write_report(read, output)]
    if as_json:
        show_json({"written": written})
    else:
        show("\n".join(written))
