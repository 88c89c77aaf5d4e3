"""`verify --shapes`: what each shape looked at, and what it found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cedarprov.cli.form import Json, fields_of, form
from cedarprov.cli.output import show, show_json
from cedarprov.cli.table import table

if TYPE_CHECKING:
    from cedarprov.check.report import ShapesReport


def verify_shapes(store: Path, shapes: Path | None, *, infer: bool, as_json: bool) -> int:
    """Print the report on the shapes of a store, and return its exit code."""
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store) as kb:
        report = kb.verify_shapes(shapes, infer=infer)
    if as_json:
        show_json(shapes_json(report))
    else:
        show(shapes_view(report))
    return report.exit_code


def shapes_json(report: ShapesReport) -> dict[str, Json]:
    """Return a report with its verdict, and each shape with its own."""
    shapes: list[Json] = [
        {**fields_of(result), "verdict": form(result.verdict)} for result in report.shapes
    ]
    verdict: dict[str, Json] = {
        "verdict": form(report.verdict),
        "not_checked": form(report.not_checked),
    }
    return {**verdict, **fields_of(report), "shapes": shapes}


def shapes_view(report: ShapesReport) -> str:
    """Return a line for the whole, what was read, a table of shapes, and what was found."""
    rows = [
        (_local(result.shape), str(result.focus_nodes), result.verdict.value)
        for result in report.shapes
    ]
    found = [*report.faults, *report.findings]
    counts = f"{len(report.not_checked)} matched nothing, {len(found)} findings"
    read = f"read {len(report.graphs)} graphs with {report.statements} statements"
    lines = [
        f"{report.verdict.value}: {len(report.shapes)} shapes, {counts}",
        f"{read}; {_told(report)}",
        "",
        table(("shape", "focus nodes", "verdict"), rows),
    ]
    return "\n".join((*lines, *(f"  {each}" for each in found)))


def _told(report: ShapesReport) -> str:
    if report.inferred is None:
        return "nothing was inferred"
    return f"{report.inferred} statements were inferred first (PROV-CONSTRAINTS, inference 21)"


def _local(shape: str) -> str:
    ours = "https://w3id.org/cedarprov/shapes#"
    return shape.removeprefix(ours)
