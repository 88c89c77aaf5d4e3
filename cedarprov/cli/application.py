"""All commands, each named like the verb of the library that it calls."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, Final

import typer

from cedarprov.cli.failure import Guarded

_OBJECTS_BETWEEN_COLLECTIONS: Final = 100_000

COMMANDS: Final[Mapping[str, str]] = {
    "init": "holding:init",
    "ingest": "intake:ingest",
    "ask": "inquiry:ask",
    "sources-for": "sources_for:sources_for",
    "map": "chart:map_",
    "watch-questions": "chart:watch_questions",
    "default-arm": "arm:default_arm",
    "sources": "holding:sources",
    "info": "holding:info",
    "claim": "judgement:claim",
    "edge": "judgement:edge",
    "review": "review:review",
    "withdraw": "withdrawal:withdraw",
    "infer": "inference:infer",
    "claims": "inference:claims",
    "origins": "origins:origins",
    "changes": "change:changes",
    "why": "lineage:why",
    "impact": "lineage:impact",
    "stale": "lineage:stale",
    "fragility": "fragility:fragility",
    "trail": "account:trail",
    "why-not": "account:why_not",
    "cite": "account:cite",
    "replay": "account:replay",
    "query": "query:query",
    "export": "archive:export",
    "import": "importing:import_",
    "verify": "verification:verify",
    "head": "signing:head",
    "sign": "signing:sign",
    "purge": "withdrawal:purge",
    "backup": "keeping:backup",
    "restore": "keeping:restore",
    "compact": "keeping:compact",
    "upgrade": "keeping:upgrade",
    "evaluate": "evaluation:evaluate",
    "trial": "trial:trial",
    "report": "report:report",
}
"""Where the function of each command is: a module of this package, and its name in there."""


def function(command: str) -> Callable[..., int | None]:
    """Return the function that a command runs."""
    module, _, name = COMMANDS[command].partition(":")
    found: Callable[..., int | None] = getattr(import_module(f"cedarprov.cli.{module}"), name)
    return found


class _Commands(Mapping[str, Any]):
    """The commands by name, each made when it is asked for: most processes run one."""

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - typer does not export its type
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(name)(function(name))
        return typer.main.get_command(single)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class _Group(Guarded):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - whatever typer gives
        super().__init__(**settings | {"commands": _Commands()})


application = typer.Typer(
    name="cedarprov",
    cls=_Group,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 a check found faults, 2 wrong use or bad input, "
    "3 stopped at a limit, 4 store held by another writer, 5 nothing was checked.",
)


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
