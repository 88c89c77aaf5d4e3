"""How well it works: `evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.document import read_object
from cedarprov.cli.failure import DONE, FAULTS_FOUND
from cedarprov.cli.option import JsonOption, WordsOnlyOption
from cedarprov.cli.output import say, show, show_json
from cedarprov.cli.progress import progress
from cedarprov.model.question import Arm

if TYPE_CHECKING:
    from cedarprov.evaluate import Options
    from cedarprov.evaluate.record import RunRecord


def evaluate(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help=(
                "versioned-docs, answer-maps, pairs, claims, origins, mixed-origins, scifact, "
                "sixty, sixty-controls, sixty-labels, graphecho, graphecho-scifact, "
                "graphecho-damage, papt or papt-scifact."
            ),
            show_default=False,
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR",
            help="The folder of its data; not for those that make theirs.",
            show_default=False,
        ),
    ] = None,
    *,
    arm: Annotated[
        list[Arm],
        typer.Option(
            default_factory=lambda: list(Arm), show_default="all", help="An arm. Repeatable."
        ),
    ],
    words_only: WordsOnlyOption = False,
    store: Annotated[
        Path | None, typer.Option(metavar="STORE", help="Keep the store of the documents here.")
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An annotator's labels of claims, or verdicts on edges."),
    ] = None,
    networks: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="The folder of the trained networks that walk (papt-scifact)."
        ),
    ] = None,
    infer: Annotated[
        bool, typer.Option("--infer", help="Let software judge the store before anything is asked.")
    ] = False,
    claims: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Take the first claims only (graphecho, papt, scifact)."
        ),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Give the same passages to other retrievers as well.")
    ] = False,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="RECORD",
            help="Run a record again with its settings, and compare all but times.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Run an evaluation and print its measures.

    With --json, the whole run record is printed.
    With --check, the exit code is 1 if something differs.
    """
    from cedarprov.evaluate import Options  # noqa: PLC0415 - `--help` needs none of it
    from cedarprov.evaluate import evaluate as run  # noqa: PLC0415

    with progress() as on_progress:
        options = Options(
            arms=tuple(arm),
            dense=False if words_only else None,
            store=store,
            labels=labels,
            networks=networks,
            infer=infer,
            claims=claims,
            peers=peers,
            on_progress=on_progress,
        )
        if check is not None:
            return _check(name, folder, check, options, as_json=as_json)
        made = run(name, folder, options)
    _print(made, as_json=as_json)
    return DONE


def _check(name: str, folder: Path | None, file: Path, options: Options, *, as_json: bool) -> int:
    from cedarprov.evaluate import RunRecord, differences, evaluate_again  # noqa: PLC0415

    recorded = RunRecord.from_json(read_object(file))
    if recorded.name != name:
        message = f"{file} is a record of {recorded.name}, not of {name}"
        raise typer.BadParameter(message, param_hint="--check")
    again = evaluate_again(recorded, folder, options)
    found = differences(recorded, again)
    _print(again, as_json=as_json)
    for line in found:
        say(line)
    say("something differs from the record" if found else "the same as the record, times aside")
    return FAULTS_FOUND if found else DONE


def _print(record: RunRecord, *, as_json: bool) -> None:
    if as_json:
        show_json(record.to_json())
    else:
        from cedarprov.evaluate import render  # noqa: PLC0415

        show(render(record))
