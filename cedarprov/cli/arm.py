"""In which arm questions are asked that name none: `default-arm`."""

from __future__ import annotations

from typing import Annotated

import typer

from cedarprov.cli.option import AgentOption, JsonOption, StoreArgument, WaitOption, person
from cedarprov.cli.output import show, show_json
from cedarprov.model.question import Arm


def default_arm(
    store: StoreArgument,
    arm: Annotated[
        Arm | None, typer.Argument(help="The arm from now on.", show_default=False)
    ] = None,
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    agent: AgentOption,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Show or choose the arm in which questions are asked that name none.

    The choice is kept in the record, with who chose and why.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, wait=wait) as kb:
        if arm is None:
            chosen = kb.default_arm()
        else:
            chosen = kb.default_arm(arm, by=person(agent), reason=reason)
    if as_json:
        show_json({"arm": chosen.value})
    else:
        show(chosen.value)
