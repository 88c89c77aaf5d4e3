"""How much an answer hangs on single sources: `fragility`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.document import read_object
from cedarprov.cli.option import JsonOption, ScopeOption, StoreArgument, WordsOnlyOption, pairs
from cedarprov.cli.output import show, show_json

if TYPE_CHECKING:
    from cedarprov.retrieve.fragility import Fragility


def fragility(
    store: StoreArgument,
    question: Annotated[
        str | None, typer.Argument(metavar="[QUESTION]", help="What to ask.", show_default=False)
    ] = None,
    *,
    scope: ScopeOption,
    receipt: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The receipt of an answer, instead of a question."),
    ] = None,
    as_of: Annotated[
        list[str],
        typer.Option(
            "--as-of",
            metavar="CLOCK=DATE",
            default_factory=list,
            show_default=False,
            help="The state at a date, as for `ask`. Repeatable.",
        ),
    ],
    words_only: WordsOnlyOption = False,
    ceiling: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="How often to judge again, for each grouping."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find the fewest origins whose removal changes an answer.

    The number is an interval where it is not known which sources observed independently, or where
    the search was cut short.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it
    from cedarprov.retrieve.fragility import CEILING  # noqa: PLC0415

    if (question is None) == (receipt is None):
        raise typer.BadParameter("give either a question or a --receipt")
    with cedarprov.open(store, dense=False if words_only else None) as kb:
        answer = (
            read_object(receipt)
            if receipt is not None
            else kb.ask(question or "", scope=scope, as_of=pairs("--as-of", as_of))
        )
        found = kb.fragility(answer, ceiling=CEILING if ceiling is None else ceiling)
    if as_json:
        show_json(found)
    else:
        show(_view(found))


def _view(found: Fragility) -> str:
    if found.size is None:
        whole = "" if found.is_exact else f" that was tried ({found.judgements} judgements)"
        return f"no set of origins{whole} changes the answer; origins: {found.origins}"
    bound = "" if found.is_exact else " (the search was cut short)"
    lines = [f"fragility: {found.size} of {found.origins} origins{bound}"]
    lines += [f"  without {', '.join(sources)}" for sources in found.removed]
    became = f": {', '.join(found.values)}" if found.values else ""
    return "\n".join((*lines, f"it becomes {found.status.value}{became}"))
