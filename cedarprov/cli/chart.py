"""Where an answer holds, and where it changed: `map` and `watch-questions`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.chart_view import map_form, map_view, report_form, report_view
from cedarprov.cli.failure import DONE, FAULTS_FOUND, LIMITED, NOTHING_CHECKED
from cedarprov.cli.option import (
    AS_OF,
    AsOfOption,
    JsonOption,
    ScopeOption,
    StoreArgument,
    WordsOnlyOption,
    pairs,
)
from cedarprov.cli.output import say, show, show_json
from cedarprov.model.question import MOST_CELLS

if TYPE_CHECKING:
    from cedarprov.knowledge.watching import WatchReport

CellsOption = Annotated[
    int, typer.Option("--cells", metavar="N", min=1, help="The most cells to ask.")
]


def map_(
    store: StoreArgument,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What to ask.", show_default=False)
    ],
    *,
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="DIMENSION",
            default_factory=list,
            show_default="the dimensions that bear on the question, and effective",
            help="What to tell apart: a dimension of scope, effective or record. Repeatable.",
        ),
    ],
    scope: ScopeOption,
    as_of: AsOfOption,
    budget: Annotated[int, typer.Option(metavar="WORDS", help="Words of evidence to show.")] = 400,
    cells: CellsOption = MOST_CELLS,
    words_only: WordsOnlyOption = False,
    record: Annotated[bool, typer.Option("--record", help="Keep the map in the store.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Show the answer in each part of the space that a question leaves open.

    The exit code is 3 if a dimension was left whole because it takes more cells than --cells.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, dense=False if words_only else None) as kb:
        drawn = kb.map(
            question,
            scope=scope,
            as_of=pairs(AS_OF, as_of),
            budget=budget,
            over=over or None,
            cells=cells,
            record=record,
        )
    if as_json:
        show_json(map_form(drawn))
    else:
        show(map_view(drawn))
    return LIMITED if drawn.whole else DONE


def watch_questions(
    store: StoreArgument,
    questions: Annotated[
        Path,
        typer.Argument(metavar="QUESTIONS", help="A questions.toml file.", show_default=False),
    ],
    *,
    since: Annotated[
        int | None,
        typer.Option(
            metavar="SEQUENCE", min=0, help="Compare with the store at this sequence number."
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compare with the answers in this file."),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Compare with the answers of now from now on.")
    ] = False,
    cells: CellsOption = MOST_CELLS,
    words_only: WordsOnlyOption = False,
    as_json: JsonOption = False,
) -> int:
    """Report the cells in which the answers to saved questions changed.

    They are compared with the maps that the store recorded, unless --since or --baseline is given.
    The exit code is 1 if an answer changed or is not as expected, and 5 if there was nothing to
    compare with.
    """
    import cedarprov  # noqa: PLC0415

    if since is not None and (baseline is not None or update):
        raise typer.BadParameter("it stands alone", param_hint="--since")
    with cedarprov.open(store, dense=False if words_only else None) as kb:
        report = kb.watch(questions, since=since, baseline=baseline, update=update, cells=cells)
    if as_json:
        show_json(report_form(report))
    else:
        show(report_view(report))
    for notice in report.notices:
        say(f"note: {notice}")
    return _code(report, update=update)


def _code(report: WatchReport, *, update: bool) -> int:
    if not report.ok:
        return FAULTS_FOUND
    return DONE if report.checked or update else NOTHING_CHECKED
