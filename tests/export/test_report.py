from __future__ import annotations

import re
from pathlib import Path

from cedarprov.export.report import (
    LOSSES,
    ExportFormat,
    ExportReport,
    Note,
    Outcome,
)


def test_the_page_on_formats_lists_every_loss_and_no_other(root: Path):
    page = (root / "docs/reference/export-formats.md").read_text(encoding="utf-8")
    table = page.partition("## What a format never holds")[2].partition("##")[0]

    listed = set()
    for formats, name, meaning in re.findall(
        r"^\| (.+?) \| (.+?) \| (.+?) \|$", table, re.MULTILINE
    ):
        named = list(ExportFormat) if formats == "all" else re.findall(r"`(.+?)`", formats)
        listed |= {(form, name, meaning) for form in named}

    held = {(form, loss.name, loss.meaning) for form, losses in LOSSES.items() for loss in losses}
    assert listed == held


def test_every_format_is_on_the_page(root: Path):
    page = (root / "docs/reference/export-formats.md").read_text(encoding="utf-8")

    assert all(f"`{form}`" in page for form in ExportFormat)


def test_a_report_names_the_first_records_of_a_reason_and_counts_the_rest():
    notes = [Note(record=f"urn:{n}", outcome=Outcome.REFUSED, why="no place") for n in range(5)]

    report = ExportReport(
        format=ExportFormat.TRIG, written=7, unit="statements", notes=tuple(notes)
    )

    assert str(report).splitlines() == [
        "trig: 7 statements",
        "refused 5: no place (urn:0, urn:1, urn:2 and 2 more)",
        "never in this format: bytes, sightings, derived graphs",
    ]
