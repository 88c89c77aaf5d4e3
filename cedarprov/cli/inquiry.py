"""What is asked: `ask`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cedarprov.cli.answer_view import answer_view
from cedarprov.cli.form import answer_form, receipt_form
from cedarprov.cli.option import (
    AS_OF,
    ArmOption,
    AsOfOption,
    JsonOption,
    ScopeOption,
    StoreArgument,
    WordsOnlyOption,
    pairs,
)
from cedarprov.cli.output import save_json, show, show_json
from cedarprov.model.question import MOST_HOPS, MOST_RECORDS


def ask(
    store: StoreArgument,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What to ask.", show_default=False)
    ],
    *,
    scope: ScopeOption,
    as_of: AsOfOption,
    budget: Annotated[int, typer.Option(metavar="WORDS", help="Words of evidence to show.")] = 400,
    hops: Annotated[
        int, typer.Option(metavar="N", help="Edges to follow one after the other.")
    ] = MOST_HOPS,
    records: Annotated[int, typer.Option(metavar="N", help="Records to consider.")] = MOST_RECORDS,
    arm: ArmOption = None,
    words_only: WordsOnlyOption = False,
    receipt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the receipt to a file (JSON).")
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Keep the receipt in the store too.")
    ] = False,
    use_map: Annotated[
        bool,
        typer.Option("--use-map", help="Read the answer from a recorded map that is of now."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Answer a question with exact quotations from the sources."""
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, dense=False if words_only else None) as kb:
        answer = kb.ask(
            question,
            scope=scope,
            as_of=pairs(AS_OF, as_of),
            budget=budget,
            hops=hops,
            records=records,
            arm=arm,
            record=record,
            use_map=use_map,
        )
    if receipt is not None:
        save_json(receipt_form(answer.receipt), receipt)
    if as_json:
        show_json(answer_form(answer))
    else:
        show(answer_view(answer))
