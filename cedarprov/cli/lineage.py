"""What rests on what: `why`, `impact`, `stale`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.option import JsonOption, StoreArgument
from cedarprov.cli.output import show, show_bytes, show_json

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge
    from cedarprov.knowledge.standing import LivenessReport
    from cedarprov.model.lineage import Lineage


class Form(StrEnum):
    """In what a lineage is printed."""

    TEXT = "text"
    JSON = "json"
    TURTLE = "turtle"
    DOT = "dot"


FormOption = Annotated[
    Form, typer.Option("--format", help="Text, JSON, Turtle, or DOT for Graphviz.")
]
AtOption = Annotated[
    int | None,
    typer.Option(
        "--at", metavar="N", min=0, help="The state of the record at a sequence number.",
        show_default="now",
    ),
]  # fmt: skip


def why(
    store: StoreArgument,
    claim: Annotated[
        str, typer.Argument(metavar="CLAIM", help="The claim's IRI.", show_default=False)
    ],
    *,
    at: AtOption = None,
    form: FormOption = Form.TEXT,
    as_json: JsonOption = False,
) -> None:
    """Show what a claim rests on, and whether it still holds.

    A claim is live, stale (with the path to what was lost), or in doubt where only an edge that
    nobody reviewed holds it up.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store) as kb:
        _show(kb, kb.why(claim, sequence=at), Form.JSON if as_json else form)


def impact(
    store: StoreArgument,
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A source, edition, version, claim or edge.",
            show_default=False,
        ),
    ],
    *,
    at: AtOption = None,
    form: FormOption = Form.TEXT,
    as_json: JsonOption = False,
) -> None:
    """Show what rests on a record, and what would go stale without it."""
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        _show(kb, kb.impact(record, sequence=at), Form.JSON if as_json else form)


def stale(store: StoreArgument, *, at: AtOption = None, as_json: JsonOption = False) -> None:
    """List the claims that nothing holds up any more, or that are in doubt."""
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        found = kb.stale(sequence=at)
    if as_json:
        show_json(found)
    else:
        show(_report(found))


def _show(kb: Knowledge, lineage: Lineage, form: Form) -> None:
    if form is Form.JSON:
        show_json(lineage)
    elif form is Form.TEXT:
        show(kb.draw(lineage))
    else:
        show_bytes(f"{kb.draw(lineage, form.value).rstrip()}\n".encode())


def _report(found: LivenessReport) -> str:
    lines = []
    for each in found.claims:
        lines.append(f"{each.liveness.value}: {each.claim}")
        if each.loss is not None:
            lines.append(f"  {each.loss.reason.value}: {each.loss.record}")
            lines.append(f"  path: {' <- '.join(each.path)}")
    lines.append(", ".join(f"{number} {state}" for state, number in found.counts.items()))
    return "\n".join(lines)
