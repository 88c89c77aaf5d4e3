"""Arguments and options that several commands share."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Annotated, Final

import typer

from cedarprov.model.edge import Agent
from cedarprov.model.question import Arm


def login() -> str:
    """Return the name of the user of this process."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        # A process in a container may have no entry for its user.
        return "somebody"


StoreArgument = Annotated[
    Path, typer.Argument(metavar="STORE", help="The folder of the store.", show_default=False)
]
StoreOrArchiveArgument = Annotated[
    Path,
    typer.Argument(
        metavar="STORE",
        help="The folder of the store, or an archive of it: a folder, .zip, .nq or .trig.",
        show_default=False,
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print the result as JSON.", show_default=False)
]
WordsOnlyOption = Annotated[
    bool, typer.Option("--words-only", help="Search by words, not by meaning.")
]
WaitOption = Annotated[
    float,
    typer.Option("--wait", metavar="SECONDS", min=0, help="How long to wait for another writer."),
]
AgentOption = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="NAME",
        envvar="CEDARPROV_AGENT",
        default_factory=login,
        show_default="your login name",
        help="Who makes this record.",
    ),
]
ArmOption = Annotated[
    Arm | None,
    typer.Option(help="How to retrieve.", show_default="that of `default-arm`, metadata at first"),
]
ScopeOption = Annotated[
    list[str],
    typer.Option(
        "--scope",
        metavar="DIMENSION=EXPRESSION",
        default_factory=list,
        show_default=False,
        help="A condition, such as release=2.2, release=<3.0 or deployment=new. Repeatable.",
    ),
]
AS_OF: Final = "--as-of"
AsOfOption = Annotated[
    list[str],
    typer.Option(
        AS_OF,
        metavar="CLOCK=DATE",
        default_factory=list,
        show_default=False,
        help="The state at a date, such as published=2024-03; the clocks are published, "
        "effective and captured, and record takes a sequence number. Repeatable.",
    ),
]


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0))


def person(name: str) -> Agent:
    """Return the person who uses the command line."""
    return Agent(name=name)


def pairs(option: str, written: list[str]) -> dict[str, str]:
    """Return `key=value` texts as a mapping.

    Raises:
        typer.BadParameter: A text has no `=`, or a key is given twice.
    """
    found: dict[str, str] = {}
    for text in written:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise typer.BadParameter(f"{text!r} is not of the form key=value", param_hint=option)
        if key in found:
            raise typer.BadParameter(f"{key} is given twice", param_hint=option)
        found[key] = value
    return found
