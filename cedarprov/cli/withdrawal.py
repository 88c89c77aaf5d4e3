"""What is taken back: `withdraw`."""

from __future__ import annotations

from typing import Annotated

import typer

from cedarprov.cli.option import AgentOption, JsonOption, StoreArgument, WaitOption, person
from cedarprov.cli.output import show, show_json


def withdraw(
    store: StoreArgument,
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="The source, edition, version, claim or edge.",
            show_default=False,
        ),
    ],
    *,
    agent: AgentOption,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Take a record back: from now on it no longer counts.

    It stays in the record, and questions as of an earlier state still find it.
    A review that rejects the withdrawal undoes it.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, wait=wait) as kb:
        made = kb.withdraw(record, by=person(agent), reason=reason)
    if as_json:
        show_json({"iri": made})
    else:
        show(made)
