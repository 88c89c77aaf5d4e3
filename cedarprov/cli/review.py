"""The command `review`: one verdict, a walk through what waits, a sheet out and in, a report."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cedarprov.cli.option import JsonOption, StoreArgument, WaitOption, login, person
from cedarprov.cli.output import say, show, show_json, whole_output
from cedarprov.model.edge import Verdict

if TYPE_CHECKING:
    from cedarprov.cli.review_walk import Decision, WalkReport
    from cedarprov.judge.exhibit import Exhibit
    from cedarprov.model.edge import Agent

_LIMIT: Final = 200
_STANDARD_OUTPUT: Final = Path("-")


def instant(written: str) -> datetime:
    """Return a written instant (ISO 8601); one without a zone is local time.

    Raises:
        typer.BadParameter: It is none.
    """
    try:
        return datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError):
        message = f"{written!r} is no instant such as 2024-03-09T10:00:00Z"
        raise typer.BadParameter(message) from None


InstantOption = Annotated[
    datetime | None,
    typer.Option(metavar="INSTANT", parser=instant, help="With RECORD: ISO 8601 date and time."),
]


def review(
    store: StoreArgument,
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="[RECORD]", help="A claim or edge to judge at once.", show_default=False
        ),
    ] = None,
    verdict: Annotated[
        Verdict | None,
        typer.Argument(
            metavar="[VERDICT]", help="Your verdict: accepted or rejected.", show_default=False
        ),
    ] = None,
    *,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            "--agent",
            metavar="NAME",
            envvar="CEDARPROV_AGENT",
            default_factory=login,
            show_default="your login name",
            help="The person who reviews.",
        ),
    ],
    only: Annotated[
        list[str],
        typer.Option(
            metavar="KIND",
            default_factory=list,
            show_default=False,
            help="Only edges, claims or a type of edge, such as contradicts. Repeatable.",
        ),
    ],
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Whatever you have not judged, though others have: a second opinion.",
        ),
    ] = False,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="At most so many records, the first in order.")
    ] = _LIMIT,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FILE", help="Write what waits as a sheet (TSV); - for the output."
        ),
    ] = None,
    from_: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Record the verdicts of a sheet, all or none."),
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Show what reviews cost and who disagrees.")
    ] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="With RECORD: why.")] = "",
    started: InstantOption = None,
    ended: InstantOption = None,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Accept or reject what software inferred, record by record, by single keys.

    Each record is shown with its quotations in context, what would change an answer first; ? tells
    the keys. A decision is recorded when the next is made, or at the end. From a pipe, each line is
    a key and, after a blank, the reason.

    With RECORD and VERDICT, one verdict is recorded; what is judged stays as it is.
    The time that it took is from --started to --ended, which are now if not given.
    """
    _require_one_task(record, verdict, to, from_, report=report)
    reviewer = person(by)
    if record is not None and verdict is not None:
        _judge(
            store, record, wait=wait, as_json=as_json, verdict=verdict, reviewer=reviewer,
            reason=reason, started=started, ended=ended,
        )  # fmt: skip
    elif report:
        _report(store, as_json=as_json)
    elif from_ is not None:
        _take(store, from_, reviewer, wait=wait, as_json=as_json)
    else:
        waiting = _agenda(store, only=only, again=again, reviewer=reviewer, limit=limit)
        if to is not None:
            _write(waiting, to, as_json=as_json)
        else:
            _walk(waiting, _recorder(store, reviewer, wait), as_json=as_json)


def _require_one_task(
    record: str | None, verdict: Verdict | None, to: Path | None, from_: Path | None, *,
    report: bool,
) -> None:  # fmt: skip
    if record is not None and verdict is None:
        message = f"say what you decide: {' or '.join(Verdict)}"
        raise typer.BadParameter(message, param_hint="VERDICT")
    tasks = (record is not None, to is not None, from_ is not None, report)
    if sum(tasks) > 1:
        raise typer.BadParameter("give only one of RECORD, --to, --from and --report")


def _judge(store: Path, record: str, *, wait: float, as_json: bool, **decided: Any) -> None:  # noqa: ANN401 - what `Knowledge.review` takes
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, wait=wait) as kb:
        made = kb.review(record, **decided)
    if as_json:
        show_json({"iri": made})
    else:
        show(made)


def _agenda(store: Path, **selected: Any) -> tuple[Exhibit, ...]:  # noqa: ANN401 - what `Knowledge.agenda` takes
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store, dense=False) as kb:
        return kb.agenda(**selected)


# -- the walk -------------------------------------------------------------------------------------


def _walk(
    waiting: tuple[Exhibit, ...], record: Callable[[Decision], str], *, as_json: bool
) -> None:
    from cedarprov.cli.keyboard import keys  # noqa: PLC0415 - only a walk needs it
    from cedarprov.cli.review_walk import Walk  # noqa: PLC0415

    report = Walk(waiting, keys(), record).run()
    if as_json:
        show_json(report)
    else:
        show(_walked(report))


def _walked(report: WalkReport) -> str:
    if not report.waiting:
        return "nothing waits for review"
    decided = report.accepted + report.rejected
    return (
        f"{decided} of {report.waiting} decided: {report.accepted} accepted, "
        f"{report.rejected} rejected, in {report.minutes:.1f} minutes"
    )


def _recorder(store: Path, reviewer: Agent, wait: float) -> Callable[[Decision], str]:
    """Return what records a decision; the store is held while it writes, not while one reads."""
    import cedarprov  # noqa: PLC0415

    def record(decision: Decision) -> str:
        with cedarprov.open(store, wait=wait) as kb:
            return kb.review(
                decision.exhibit.iri,
                decision.verdict,
                reviewer=reviewer,
                reason=decision.reason,
                started=decision.started,
                ended=decision.ended,
            )

    return record


# -- sheets and figures ---------------------------------------------------------------------------


def _write(waiting: tuple[Exhibit, ...], to: Path, *, as_json: bool) -> None:
    from cedarprov.judge.sheet import row_of, write_sheet  # noqa: PLC0415 - only a sheet needs it

    with whole_output(None if to == _STANDARD_OUTPUT else to) as file:
        file.write(write_sheet(map(row_of, waiting)))
    if to == _STANDARD_OUTPUT:
        return
    if as_json:
        show_json({"rows": len(waiting), "file": to})
    else:
        say(f"{len(waiting)} rows written to {to}")


def _take(store: Path, path: Path, reviewer: Agent, *, wait: float, as_json: bool) -> None:
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store, wait=wait) as kb:
        taken = kb.review_sheet(path, reviewer=reviewer)
    if as_json:
        show_json(taken)
    else:
        show(
            f"{len(taken.recorded)} verdicts recorded, {taken.known} known already, "
            f"{taken.undecided} rows without a verdict"
        )


def _report(store: Path, *, as_json: bool) -> None:
    import cedarprov  # noqa: PLC0415
    from cedarprov.cli.review_view import report_view  # noqa: PLC0415

    with cedarprov.open(store, dense=False) as kb:
        found = kb.review_report()
    if as_json:
        show_json(found)
    else:
        show(report_view(found))
