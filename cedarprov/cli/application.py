"""All commands, each named like the verb of the library that it calls."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, Final

import typer

from cedarprov.cli.account import cite, replay, trail, why_not
from cedarprov.cli.archive import export, import_, verify
from cedarprov.cli.evaluation import evaluate
from cedarprov.cli.failure import Guarded
from cedarprov.cli.holding import info, init, sources
from cedarprov.cli.inquiry import ask
from cedarprov.cli.intake import ingest
from cedarprov.cli.judgement import claim, edge, review
from cedarprov.cli.query import query

application = typer.Typer(
    name="cedarprov",
    cls=Guarded,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 a check found faults, 2 wrong use or bad input, "
    "3 stopped at a limit, 4 store held by another writer, 5 nothing was checked.",
)

_OBJECTS_BETWEEN_COLLECTIONS: Final = 100_000

COMMANDS: Final[dict[str, Callable[..., int | None]]] = {
    "init": init,
    "ingest": ingest,
    "ask": ask,
    "sources": sources,
    "info": info,
    "claim": claim,
    "edge": edge,
    "review": review,
    "trail": trail,
    "why-not": why_not,
    "cite": cite,
    "replay": replay,
    "query": query,
    "export": export,
    "import": import_,
    "verify": verify,
    "evaluate": evaluate,
}
for _name, _command in COMMANDS.items():
    application.command(_name)(_command)


def _print_version(value: bool) -> None:  # noqa: FBT001 - typer gives the flag by position
    if value:
        from importlib.metadata import version  # noqa: PLC0415 - only this option needs it

        print(f"cedarprov {version('cedarprov')}")
        raise typer.Exit


@application.callback()
def _everything(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and end."
        ),
    ] = False,
) -> None:
    """Ask what the sources say, and what a statement is based on.

    Results go to standard output, everything else to standard error.
    """


def main() -> None:
    """Run the command line with the arguments of this process."""
    # What is imported stays: searching it for garbage again and again costs a tenth of a question.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal may lack the letters of a source: it shows their numbers, as for errors.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        application()
    except SystemExit as ended:
        _end(ended.code)


def _end(code: object) -> None:
    """End the process at once, everything having been closed and written.

    Taking apart an interpreter that holds a model and an index costs a seventh of a question.
    """
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
