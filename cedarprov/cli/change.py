"""What became of claims from one edition to the next: `changes`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.holding_view import written
from cedarprov.cli.option import JsonOption, StoreArgument
from cedarprov.cli.output import show, show_json

if TYPE_CHECKING:
    from cedarprov.judge.ending import Ending
    from cedarprov.judge.succession import Row, State, Step
    from cedarprov.knowledge.succession import Changes


def changes(
    store: StoreArgument,
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="The name of a source.", show_default=False)
    ],
    *,
    older: Annotated[
        str | None, typer.Option("--from", metavar="EDITION", help="The older edition.")
    ] = None,
    newer: Annotated[
        str | None, typer.Option("--to", metavar="EDITION", help="The newer edition.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show which claims were carried, moved, changed or gone between editions.

    Endings are claims that a supersession ended; to reject its edge in review undoes one.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store) as kb:
        found = kb.changes(source, older=older, newer=newer)
    if as_json:
        show_json(found)
    else:
        show(changes_view(found))


def changes_view(found: Changes) -> str:
    """Return each step with its counts, and below it both quotations of each claim."""
    if not found.steps:
        return f"nothing is known to follow an edition of {found.source}"
    lines = [line for step in found.steps for line in _step(step)]
    return "\n".join([*lines, *(_ending(ending) for ending in found.endings)])


def _step(step: Step) -> Iterator[str]:
    counts = ", ".join(f"{count} {fate}" for fate, count in step.counts.items())
    yield f"{_state(step.older)} -> {_state(step.newer)}: {counts}"
    for row in step.rows:
        yield from _row(row)


def _state(state: State) -> str:
    return f"{state.label or 'without a label'} ({state.captured:%Y-%m-%d})"


def _row(row: Row) -> Iterator[str]:
    yield f"  {row.fate}  {row.claim}"
    yield f"    - {row.before.exact!r}"
    if row.after is not None:
        yield f"    + {row.after.exact!r}"
    if row.note:
        yield f"    note: {row.note}"


def _ending(ending: Ending) -> str:
    words = "; ".join(repr(span.exact) for span in ending.words) or "a declaration"
    return (
        f"ended  {ending.claim} by {', '.join(ending.by)}\n"
        f"    since {written(ending.since)} in {ending.scope}, by {words}; edge {ending.edge}"
    )
