"""What is proved: `verify`, of a store, an archive or a PROV document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.form import fields_of
from cedarprov.cli.option import JsonOption, StoreOrArchiveArgument
from cedarprov.cli.output import show, show_json
from cedarprov.cli.prov import (
    LimitOption,
    ProvOption,
    RecommendationOption,
    UnionOption,
    verify_prov,
)

if TYPE_CHECKING:
    from cedarprov.knowledge.audit import VerifyReport


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
        from cedarprov.cli.shapes import verify_shapes  # noqa: PLC0415 - `--help` needs none of it

        if head is not None or key is not None:
            raise typer.BadParameter("shapes say nothing of the chain", param_hint="--head")
        return verify_shapes(store, shapes_from, infer=infer, as_json=as_json)
    if infer:
        raise typer.BadParameter("it goes with --shapes", param_hint="--infer")
    return _show(_report(store, head, key, signature, processes), as_json=as_json)


def _show(report: VerifyReport, *, as_json: bool) -> int:
    if as_json:
        verdict = {"ok": report.ok, "text": report.text, "anchored": report.anchored}
        show_json({**verdict, **fields_of(report)})
    else:
        show(str(report))
    return report.exit_code


def _report(
    store: Path, head: str | None, key: Path | None, signature: Path | None, processes: int | None
) -> VerifyReport:
    if head is not None and signature is not None:
        raise typer.BadParameter("name one head: this or the signed one", param_hint="--head")
    if key is not None and signature is not None:
        return _held_against(store, signature, key, processes)
    if key is not None or signature is not None:
        raise typer.BadParameter("a signature and its key go together", param_hint="--key")
    return _verified(store, head, processes)


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
