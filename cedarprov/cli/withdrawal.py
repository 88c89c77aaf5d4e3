"""What is taken back, and what is removed for good: `withdraw`, `purge`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.option import AgentOption, JsonOption, StoreArgument, WaitOption, person
from cedarprov.cli.output import show, show_json

if TYPE_CHECKING:
    from cedarprov.store.purge import PurgeReport


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


def purge(
    store: StoreArgument,
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A source, edition, version or quoted document.",
            show_default=False,
        ),
    ],
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why it must not be kept.")],
    agent: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Who purges.", show_default=False)
    ],
    yes: Annotated[
        bool, typer.Option("--yes", help="Go on where others hold some of it; they keep it.")
    ] = False,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Remove the same bytes from other sources too.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be removed, and remove nothing.")
    ] = False,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Remove the bytes and texts of a record for good, and leave a tombstone.

    The store is written anew without them; backups and exports made before still have them.
    Others that hold some of it are named first, and nothing is done without --yes.
    """
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store, wait=wait) as kb:
        report = kb.purge(
            record,
            by=person(agent),
            reason=reason,
            yes=yes,
            everywhere=everywhere,
            dry_run=dry_run,
        )
    if as_json:
        show_json(report)
    else:
        show(purge_view(report))


def purge_view(report: PurgeReport) -> str:
    """Return what was purged, or would be, a line for each kind of it."""
    verb = "purged" if report.tombstones else "would purge"
    removed = f"{len(report.versions)} version(s) and {report.texts} text(s)"
    repeating = f"{report.statements} statement(s) of {report.bundles} bundle(s) that repeat them"
    lines = [f"{verb} {removed}, and {repeating}"]
    lines += [f"  shared: {item}" for item in report.shared]
    lines += [f"  words removed from {item}" for item in report.records]
    lines += [f"  tombstone {item}" for item in report.tombstones]
    return "\n".join(lines)
