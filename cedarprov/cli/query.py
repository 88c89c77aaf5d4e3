"""Users' own SPARQL: `query`."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cedarprov.cli.option import JsonOption, StoreArgument
from cedarprov.cli.output import show, show_bytes
from cedarprov.cli.table import table
from cedarprov.store.given import read_given_text

if TYPE_CHECKING:
    from cedarprov.store.result import QueryResult


class Layout(StrEnum):
    """The forms in which a result is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    TURTLE = "turtle"


def query(
    store: StoreArgument,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A file of SPARQL 1.1; - is standard input.", show_default=False
        ),
    ],
    *,
    layout: Annotated[
        Layout | None,
        typer.Option(
            "--format", help="How to print it.", show_default="turtle for a graph, else table"
        ),
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, max=86_400, help="Time limit.")
    ] = 30,
    quoted: Annotated[
        str | None,
        typer.Option(
            metavar="IRI",
            help="Ask what this quoted document says, in place of the record.",
            show_default=False,
        ),
    ] = None,
    max_rows: Annotated[int, typer.Option(metavar="N", min=1, help="Row limit.")] = 100_000,
    as_json: JsonOption = False,
) -> None:
    """Run a SPARQL query on all graphs of the store.

    What quoted documents say is not among them: see --quoted.
    It may be a SELECT, ASK, CONSTRUCT or DESCRIBE query that keeps to the store.
    A query that reaches a limit prints nothing and ends with exit code 3.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    words = read_given_text(file)
    with cedarprov.open(store) as kb:
        result = kb.sparql(words, timeout=timeout, max_rows=max_rows, quoted=quoted)
    chosen = Layout.JSON if as_json else layout or _usual(result)
    _PRINT[chosen](result)


def _usual(result: QueryResult) -> Layout:
    return Layout.TABLE if result.form in ("SELECT", "ASK") else Layout.TURTLE


def _print_table(result: QueryResult) -> None:
    if result.form == "ASK":
        show("true" if result.boolean else "false")
    else:
        rows = (
            ["" if value is None else _cell(value) for value in record.values()]
            for record in result.records
        )
        show(table(result.variables, rows))


def _cell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_PRINT: Final[dict[Layout, Callable[[QueryResult], None]]] = {
    Layout.TABLE: _print_table,
    Layout.CSV: lambda result: show_bytes(result.to_csv().encode()),
    Layout.JSON: lambda result: show_bytes(result.to_json().encode() + b"\n"),
    Layout.TURTLE: lambda result: show_bytes(result.to_turtle().encode()),
}
