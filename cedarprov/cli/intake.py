"""What is taken in: `ingest`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cedarprov.cli.failure import DONE, WRONG_USE
from cedarprov.cli.option import AgentOption, JsonOption, StoreArgument, WaitOption, person
from cedarprov.cli.output import say, show, show_json
from cedarprov.cli.progress import progress

if TYPE_CHECKING:
    from cedarprov.ingest.report import FileReport, IngestReport

# What became of a file is worth a line of its own only where it did not stay as it was.
_QUIET: Final = {"unchanged", "skipped"}


def ingest(
    store: StoreArgument,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files and folders.", show_default=False)
    ],
    *,
    agent: AgentOption,
    manifest: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What is declared about the files (TOML).")
    ] = None,
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="The model to search by meaning with, by name or folder; kept with the store.",
            show_default="the kept one",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would change, and change nothing.")
    ] = False,
    restore_purged: Annotated[
        bool, typer.Option("--restore-purged", help="Take in again what was purged, too.")
    ] = False,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> int:
    """Take in what is new or changed in files and folders.

    A file that cannot be read is reported and does not stop the others.
    The exit code is 2 only if every file was refused.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, wait=wait, dense=encoder) as kb, progress() as on_progress:
        report = kb.ingest(
            *paths,
            manifest=manifest,
            agent=person(agent),
            dry_run=dry_run,
            restore_purged=restore_purged,
            on_progress=on_progress,
        )
    if as_json:
        show_json(report)
    else:
        show(ingest_view(report))
    for warning in report.warnings:
        say(f"cedarprov: {warning}")
    return WRONG_USE if _is_all_refused(report) else DONE


def ingest_view(report: IngestReport) -> str:
    """Return one line on each file that did not stay as it was, and the sums."""
    lines = [_line(file) for file in report.files if file.outcome.value not in _QUIET]
    unchanged, skipped = (
        sum(file.outcome.value == outcome for file in report.files)
        for outcome in ("unchanged", "skipped")
    )
    verb = "would add" if report.dry_run else "added"
    lines.append(
        f"{verb} {_count(report.new_versions, 'version')}, "
        f"{_count(report.new_captures, 'capture')} and "
        f"{_count(report.passages_added, 'passage')}; "
        f"{unchanged} unchanged, {skipped} passed over; sequence {report.sequence}"
    )
    return "\n".join(lines)


def _line(file: FileReport) -> str:
    detail = f": {file.detail}" if file.detail else ""
    return f"{file.outcome.value:<12} {file.place}{detail}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _is_all_refused(report: IngestReport) -> bool:
    outcomes = {file.outcome.value for file in report.files} - {"skipped", "not-seen"}
    return outcomes == {"refused"}
