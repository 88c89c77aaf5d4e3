"""What goes out: `export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.form import fields_of
from cedarprov.cli.option import StoreArgument
from cedarprov.cli.output import save_json, say, whole_output

if TYPE_CHECKING:
    from cedarprov.export.report import ExportReport


class Syntax(StrEnum):
    """The formats of an export."""

    TRIG = "trig"
    NQUADS = "nquads"
    TURTLE = "turtle"
    ARCHIVE = "archive"
    ANNOTATIONS = "annotations"
    PROV_N = "provn"
    PROV_JSON = "prov-json"
    PROV_XML = "prov-xml"


def export(
    store: StoreArgument,
    *,
    syntax: Annotated[Syntax, typer.Option("--format", help="The format.")] = Syntax.TRIG,
    iri: Annotated[
        str | None,
        typer.Option(metavar="IRI", help="The trail of one record (Turtle), not the whole store."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
    split: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder for the whole store as Turtle, a file a graph."),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where to list, as JSON, every record that the format changed or refused.",
        ),
    ] = None,
) -> None:
    """Write the store as an archive, annotations or PROV, or one record's trail.

    The same store gives the same bytes.
    The format archive holds the bytes of the sources too: a folder, or a zip if FILE ends in .zip.
    What the format changed, refused or cannot hold is said on standard error.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    _check(syntax, iri, split)
    if syntax is Syntax.ARCHIVE:
        _export_archive(store, output)
        return
    with cedarprov.open(store) as kb:
        if split is not None:
            told: ExportReport | None = kb.export_split(split)
        else:
            with whole_output(output) as file:
                told = kb.export_to(file, syntax.value, iri=iri)
    if told is not None:
        say(str(told))
        if report is not None:
            save_json({**fields_of(told), "losses": told.losses}, report)


def _check(syntax: Syntax, iri: str | None, split: Path | None) -> None:
    if iri is not None and syntax is not Syntax.TURTLE:
        raise typer.BadParameter("one record is written as turtle", param_hint="--format")
    if split is not None and syntax is not Syntax.TURTLE:
        raise typer.BadParameter("a file a graph is written as turtle", param_hint="--format")
    if split is not None and iri is not None:
        raise typer.BadParameter("one record is one file: give --output", param_hint="--split")
    if syntax is Syntax.TURTLE and iri is None and split is None:
        message = (
            "turtle has no graphs, and a store has many: name a record (--iri), "
            "or a folder for a file a graph (--split), or write trig or nquads"
        )
        raise typer.BadParameter(message, param_hint="--format")


def _export_archive(store: Path, output: Path | None) -> None:
    import cedarprov  # noqa: PLC0415

    if output is None:
        raise typer.BadParameter("an archive is a folder or a zip: name it", param_hint="--output")
    with cedarprov.open(store) as kb:
        report = kb.export_archive(output)
    without = f"; {report.without_bytes} versions without bytes" if report.without_bytes else ""
    say(
        f"wrote {report.files} files, {report.size} bytes{without}; "
        f"sequence {report.sequence}, head {report.head}"
    )
