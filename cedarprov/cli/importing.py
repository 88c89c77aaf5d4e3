"""What comes in whole, or is quoted: `import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.form import fields_of
from cedarprov.cli.option import AgentOption, JsonOption, StoreArgument, WaitOption
from cedarprov.cli.output import say, show, show_json
from cedarprov.model.edge import Agent

if TYPE_CHECKING:
    from cedarprov.knowledge.quoting import QuoteReport
    from cedarprov.store.adopt import ImportReport


def import_(
    store: StoreArgument,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="What `export` wrote (TriG, N-Quads, folder or zip), or any PROV document.",
            show_default=False,
        ),
    ],
    *,
    syntax: Annotated[
        str | None,
        typer.Option(
            metavar="SYNTAX",
            help="Quote the file as a PROV document in this syntax, whatever its name ends in.",
            show_default=False,
        ),
    ] = None,
    agent: AgentOption,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Take in an archive that `export` wrote, or quote a foreign PROV document.

    For an archive the store is empty, or the archive continues it.
    An empty store takes over the identifiers of the archive.
    Any other file is kept as what others say, apart from the record, with agents of its own:
    PROV-N, PROV-JSON, PROV-XML, or PROV-O as Turtle, TriG, N-Quads, N-Triples, RDF/XML or JSON-LD.
    """
    import cedarprov  # noqa: PLC0415
    from cedarprov.knowledge.quoting import QuoteReport  # noqa: PLC0415

    with cedarprov.open(store, wait=wait) as kb:
        report = kb.import_(file, syntax=syntax, agent=Agent(name=agent))
    if isinstance(report, QuoteReport):
        _show_quoted(report, as_json=as_json)
    elif as_json:
        show_json(report)
    else:
        show(import_view(report))


def _show_quoted(report: QuoteReport, *, as_json: bool) -> None:
    if as_json:
        show_json({**fields_of(report), "valid": report.validity.valid})
        return
    for note in report.notes:
        say(f"cedarprov: note: {note}")
    show(quote_view(report))


def quote_view(report: QuoteReport) -> str:
    """Return what became of a foreign PROV document, and whether it is valid."""
    document = report.document
    agents = f"{len(report.agents)} agents"
    verb = "quoted" if report.added else "quoted already:"
    verdict = {True: "valid", False: "invalid", None: "not validated"}[report.validity.valid]
    found = (
        f"{document.statements} statements in {document.bundles} bundles, {agents}; "
        f"{verdict} by PROV-CONSTRAINTS; sequence {report.sequence}"
    )
    same = (f"says the same as {iri}" for iri in report.same)
    return "\n".join([f"{verb} {document.name} as {report.iri}", found, *same])


def import_view(report: ImportReport) -> str:
    """Return what an import did, in one line."""
    return (
        f"added {report.added} bundles, {report.texts} texts and {report.blobs} blobs; "
        f"{report.known} bundles were known; sequence {report.sequence}, base {report.base}"
    )
