"""What goes out and is proved: `export`, `verify`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.form import fields_of
from cedarprov.cli.option import (
    JsonOption,
    StoreArgument,
    StoreOrArchiveArgument,
)
from cedarprov.cli.output import save_json, say, show, show_json, whole_output
from cedarprov.cli.prov import (
    LimitOption,
    ProvOption,
    RecommendationOption,
    UnionOption,
    verify_prov,
)

if TYPE_CHECKING:
    from cedarprov.export.report import ExportReport
    from cedarprov.knowledge.audit import VerifyReport


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


def verify(
    store: StoreOrArchiveArgument,
    *,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="DIGEST",
            help="A chain digest that you trust, such as one that `head` printed earlier.",
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="PEM", help="The public key that --signature is checked with."),
    ] = None,
    signature: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What `sign` wrote, to be trusted in place of --head."),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="How many processes read an archive; by default one for each core.",
            show_default=False,
        ),
    ] = None,
    prov: ProvOption = False,
    union: UnionOption = False,
    recommendation: RecommendationOption = False,
    limit: LimitOption = None,
    shapes: Annotated[
        bool,
        typer.Option(
            "--shapes",
            help="Tell, for each shape, how many records it was applied to and whether it holds.",
            show_default=False,
        ),
    ] = False,
    shapes_from: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="As --shapes, with SHACL shapes of your own: a Turtle file or a folder of them.",
        ),
    ] = None,
    infer: Annotated[
        bool,
        typer.Option(
            "--infer",
            help="With --shapes: specializations inherit attributes first (inference 21).",
            show_default=False,
        ),
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Prove texts, digests, shapes and the chain of a store or archive.

    Without --head or --signature, a record that was cut off or made anew as a whole looks like
    any other. An archive is proved on its own, and nothing is written to it.
    The exit code is 1 if something is wrong, and 5 if there was nothing to check.
    With --shapes it is 5, too, if a shape matched nothing.
    With --prov, validate a store or a PROV document in a file by PROV-CONSTRAINTS instead.
    """
    if prov:
        return verify_prov(
            store, union=union, recommendation=recommendation, limit=limit, as_json=as_json
        )
    if shapes or shapes_from is not None:
        from cedarprov.cli.shapes import verify_shapes  # noqa: PLC0415

        if head is not None or key is not None:
            raise typer.BadParameter("shapes say nothing of the chain", param_hint="--head")
        return verify_shapes(store, shapes_from, infer=infer, as_json=as_json)
    if infer:
        raise typer.BadParameter("it goes with --shapes", param_hint="--infer")
    if (key is None) != (signature is None):
        raise typer.BadParameter("a signature and its key go together", param_hint="--key")
    if head is not None and signature is not None:
        raise typer.BadParameter("name one head: this or the signed one", param_hint="--head")
    if key is not None and signature is not None:
        report = _held_against(store, signature, key, processes)
    else:
        report = _verified(store, head, processes)
    if as_json:
        verdict = {"ok": report.ok, "text": report.text, "anchored": report.anchored}
        show_json({**verdict, **fields_of(report)})
    else:
        show(str(report))
    return report.exit_code


def _verified(store: Path, head: str | None, processes: int | None) -> VerifyReport:
    import cedarprov  # noqa: PLC0415
    from cedarprov.knowledge.archive_audit import verify_archive  # noqa: PLC0415
    from cedarprov.store.archive_load import is_archive  # noqa: PLC0415

    if is_archive(store):
        return verify_archive(store, head=head, processes=processes)
    with cedarprov.open(store) as kb:
        return kb.verify(head=head)


def _held_against(store: Path, signature: Path, key: Path, processes: int | None) -> VerifyReport:
    from cedarprov.check.signature import signed_head  # noqa: PLC0415
    from cedarprov.knowledge.head import require_same_store  # noqa: PLC0415

    signed = signed_head(signature, key)
    report = _verified(store, signed.head, processes)
    if report.base:
        require_same_store(signed, report.base, signature)
    return report
