"""The validation of PROV documents and of stores: `verify --prov`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.form import fields_of
from cedarprov.cli.output import say, show, show_json

if TYPE_CHECKING:
    from cedarprov.check.prov.report import InstanceReport, ProvReport, QuotedReport

ProvOption = Annotated[
    bool, typer.Option("--prov", help="Validate by PROV-CONSTRAINTS.", show_default=False)
]
UnionOption = Annotated[
    bool,
    typer.Option(
        "--union",
        help="With --prov: validate all bundles of a file together, too. A store always is.",
        show_default=False,
    ),
]
RecommendationOption = Annotated[
    bool,
    typer.Option(
        "--recommendation",
        help="With --prov: an activity may use an entity twice, as the Recommendation allows.",
        show_default=False,
    ),
]
LimitOption = Annotated[
    int | None,
    typer.Option(
        "--limit",
        metavar="N",
        min=1,
        help="With --prov: how many statements, given and inferred, a bundle may have.",
    ),
]


def verify_prov(
    path: Path, *, union: bool, recommendation: bool, limit: int | None, as_json: bool
) -> int:
    """Validate a PROV document, or the record of a store, and show what is wrong with it.

    `recommendation` leaves out two rules of drafts (see `check.prov.validation.validate`).
    """
    from cedarprov.check.prov.validation import LIMIT  # noqa: PLC0415 - `--help` needs none of it

    most = LIMIT if limit is None else limit
    report = _report(path, union=union, strict=not recommendation, limit=most)
    if as_json:
        show_json({"valid": report.valid, **fields_of(report)})
        return report.exit_code
    for note, times in Counter(report.notes).items():
        say(f"cedarprov: note: {note}" + (f" ({times:,} times)" if times > 1 else ""))
    show(report_view(report))
    for quoted in report.quoted:
        show(quoted_view(quoted))
    return report.exit_code


def _report(path: Path, *, union: bool, strict: bool, limit: int) -> ProvReport:
    from cedarprov.store.archive_load import is_archive, is_packed  # noqa: PLC0415

    if is_packed(path) and is_archive(path):
        from cedarprov.knowledge.archive_audit import validate_archive  # noqa: PLC0415

        return validate_archive(path, strict=strict, limit=limit)
    if path.is_dir():
        import cedarprov  # noqa: PLC0415

        with cedarprov.open(path) as kb:
            return kb.verify_prov(strict=strict, limit=limit)
    from cedarprov.check.prov.validation import validate  # noqa: PLC0415
    from cedarprov.rdf.prov.syntax import read_file  # noqa: PLC0415

    return validate(read_file(path), union=union, strict=strict, limit=limit)


def report_view(report: ProvReport) -> str:
    """Return what was found, a violation or warning a paragraph, and the verdict at the end."""
    found = [line for instance in report.instances for line in _findings(instance)]
    statements = sum(each.statements for each in report.instances if not each.is_union)
    warnings = sum(len(each.warnings) for each in report.instances)
    verdict = "valid" if report.valid else "invalid"
    counts = f"{statements:,} statements in {len(report.instances):,} instances"
    return "\n".join([*found, f"{verdict}: {counts}, {warnings:,} clock warnings"])


def quoted_view(report: QuotedReport) -> str:
    """Return the verdict on a quoted document and what was found in it, a violation a paragraph."""
    verdict = {True: "valid", False: "invalid", None: f"not validated: {report.stopped}"}
    head = f"quoted document {report.name} ({report.iri}): {verdict[report.valid]}"
    return "\n".join([head, *(f"  {each}" for each in report.violations)])


def _findings(instance: InstanceReport) -> list[str]:
    where = f"in {instance.bundle}: " if instance.bundle else ""
    return [
        *(f"{where}{violation}" for violation in instance.violations),
        *(f"{where}clock warning: {warning}" for warning in instance.warnings),
    ]
