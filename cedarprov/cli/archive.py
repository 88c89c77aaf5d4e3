"""What goes out, comes in whole, and is proved: `export`, `import`, `verify`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.form import fields_of
from cedarprov.cli.option import JsonOption, StoreArgument, WaitOption
from cedarprov.cli.output import show, show_json, whole_output
from cedarprov.cli.prov import (
    LimitOption,
    ProvOption,
    StrictOption,
    UnionOption,
    verify_prov,
)

if TYPE_CHECKING:
    from cedarprov.store.adopt import ImportReport


class Syntax(StrEnum):
    """The syntaxes of an export."""

    TRIG = "trig"
    NQUADS = "nquads"
    TURTLE = "turtle"


def export(
    store: StoreArgument,
    *,
    syntax: Annotated[Syntax, typer.Option("--format", help="The syntax.")] = Syntax.TRIG,
    iri: Annotated[
        str | None,
        typer.Option(metavar="IRI", help="The trail of one record (Turtle), not the whole store."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
) -> None:
    """Write the store as an archive, or the trail of one record.

    The same store gives the same bytes.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    if iri is not None and syntax is not Syntax.TURTLE:
        raise typer.BadParameter("one record is written as turtle", param_hint="--format")
    if iri is None and syntax is Syntax.TURTLE:
        raise typer.BadParameter("turtle has no graphs: name a record", param_hint="--iri")
    with cedarprov.open(store) as kb, whole_output(output) as file:
        kb.export_to(file, syntax.value, iri=iri)


def import_(
    store: StoreArgument,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="What `export` wrote: TriG or N-Quads.", show_default=False
        ),
    ],
    *,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Take in an archive that `export` wrote.

    The store is empty, or the archive continues it.
    An empty store takes over the identifiers of the archive.
    """
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store, wait=wait) as kb:
        report = kb.import_(file)
    if as_json:
        show_json(report)
    else:
        show(import_view(report))


def import_view(report: ImportReport) -> str:
    """Return what an import did, in one line."""
    return (
        f"added {report.added} bundles and {report.texts} texts; "
        f"{report.known} bundles were known; sequence {report.sequence}, base {report.base}"
    )


def verify(
    store: StoreArgument,
    *,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="DIGEST",
            help="A chain digest that you trust, such as one that `info` printed earlier.",
        ),
    ] = None,
    prov: ProvOption = False,
    union: UnionOption = False,
    strict: StrictOption = False,
    limit: LimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Prove texts, digests, shapes and the chain of the store.

    Without --head, a record that was cut off or made anew as a whole looks like any other.
    The exit code is 1 if something is wrong, and 5 if there was nothing to check.
    With --prov, validate a store or a PROV document in a file by PROV-CONSTRAINTS instead.
    """
    if prov:
        return verify_prov(store, union=union, strict=strict, limit=limit, as_json=as_json)
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        report = kb.verify(head=head)
    if as_json:
        verdict = {"ok": report.ok, "text": report.text, "anchored": report.anchored}
        show_json({**verdict, **fields_of(report)})
    else:
        show(str(report))
    return report.exit_code
