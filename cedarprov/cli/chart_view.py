"""Maps and reports on saved questions, as people and programs read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cedarprov.cli.form import Json, fields_of, form
from cedarprov.cli.table import table
from cedarprov.model.answer import Status
from cedarprov.model.scope import Match
from cedarprov.model.time import Certainty

if TYPE_CHECKING:
    from cedarprov.knowledge.watching import Changed, Unmet, WatchReport
    from cedarprov.model.answer import Citation
    from cedarprov.model.answer_map import AnswerMap, Row


def map_view(drawn: AnswerMap) -> str:
    """Return a map as a table, with its status above it and what is quoted below."""
    numbered = _numbered(drawn.rows)
    parts = (
        _status(drawn),
        table(_headings(drawn), (_row(drawn, row, numbered) for row in drawn.rows)),
        "\n".join(f"[{number}] {_quoted(item)}" for item, number in numbered.items()),
        "\n".join(_remarks(drawn)),
    )
    return "\n\n".join(part for part in parts if part)


def _status(drawn: AnswerMap) -> str:
    judged = drawn.assessment
    if judged.status is Status.NEEDS_SCOPE:
        return f"{judged.status.value}: the answer depends on {' and '.join(judged.missing)}"
    return ": ".join(part for part in (judged.status.value, ", ".join(judged.values)) if part)


def _numbered(rows: Iterable[Row]) -> dict[Citation, int]:
    """Return what is quoted, each place once, with a number."""
    known: dict[tuple[str, int, int], Citation] = {}
    for item in (item for row in rows for item in row.citations):
        known.setdefault((item.version, item.start, item.end), item)
    return {item: number for number, item in enumerate(known.values(), 1)}


def _headings(drawn: AnswerMap) -> tuple[str, ...]:
    return (*(axis.name for axis in drawn.axes), "status", "answer", "origins", "quoted")


def _row(drawn: AnswerMap, row: Row, numbered: dict[Citation, int]) -> tuple[str, ...]:
    places = {(item.version, item.start, item.end): number for item, number in numbered.items()}
    numbers = (places[item.version, item.start, item.end] for item in row.citations)
    where = (
        axis.written(run).replace("T00:00:00Z", "") or "*"
        for axis, run in zip(drawn.axes, row.slabs, strict=True)
    )
    quoted = " ".join(f"[{number}]" for number in dict.fromkeys(numbers))
    return *where, row.status.value, _answer(row), str(row.origins), f"{quoted}{_doubt(row)}"


def _answer(row: Row) -> str:
    if row.missing:
        return f"depends on {' and '.join(row.missing)}"
    return " or ".join(row.values)


def _doubt(row: Row) -> str:
    """Return what is doubtful about all that is quoted for a row."""
    doubts = []
    if row.citations and all(item.applies is Match.DOES_NOT_APPLY for item in row.citations):
        doubts.append("of another scope")
    if row.citations and all(item.certainty is Certainty.POSSIBLY for item in row.citations):
        doubts.append("possibly out of time")
    return f" ({', '.join(doubts)})" if doubts else ""


def _quoted(item: Citation) -> str:
    edition = f", edition {item.label}" if item.label else ""
    where = f"{item.source}{edition}, code points {item.start} to {item.end}"
    return f"{where}: “{' '.join(item.exact.split())}”"


def _remarks(drawn: AnswerMap) -> Iterator[str]:
    yield f"{drawn.cells} cells at sequence number {drawn.sequence}"
    yield from (f"note: {notice}" for notice in drawn.notices)


def map_form(drawn: AnswerMap) -> dict[str, Json]:
    """Return the JSON form of a map."""
    judged = drawn.assessment
    return {
        "status": judged.status.value,
        "values": form(judged.values),
        "missing": form(judged.missing),
        "axes": [
            {"name": axis.name, "slabs": [axis.written([at]) for at in range(len(axis.slabs))]}
            for axis in drawn.axes
        ],
        "rows": [row_form(row) for row in drawn.rows],
        "cells": drawn.cells,
        "whole": form(drawn.whole),
        "sequence": drawn.sequence,
        "notices": form(drawn.notices),
    }


def row_form(row: Row) -> dict[str, Json]:
    """Return the JSON form of a row."""
    found = fields_of(row)
    del found["slabs"]
    return {"where": row.where, **found, "certainty": row.certainty.value}


# -- saved questions ------------------------------------------------------------------------------


def report_view(report: WatchReport) -> str:
    """Return what changed and what is not as expected, and a line that sums it up."""
    parts = [
        *(_changed(item) for item in report.changed),
        *(f"shifted, {_changed(item)}" for item in report.shifted),
        *(_unmet(item) for item in report.unmet),
        *(f"{name}: there is no earlier answer to compare with" for name in report.new),
        _sum(report),
    ]
    return "\n".join(parts)


def _changed(item: Changed) -> str:
    before, after = item.change.before, item.change.after
    lines = [
        f"{item.id}: {item.change.where}: {_said(before)} -> {_said(after)}",
        f"    {item.words}",
    ]
    lines += [f"    before: {_quoted(each)}" for each in before.citations]
    lines += [f"    now: {_quoted(each)}" for each in after.citations]
    lines += [
        f"    by: {each.source}{f', edition {each.label}' if each.label else ''}, captured at "
        f"{each.place} as {each.version} (sequence number {each.sequence})"
        for each in item.causes
    ]
    return "\n".join(lines)


def _said(row: Row) -> str:
    return " ".join(part for part in (row.status.value, _answer(row)) if part)


def _unmet(item: Unmet) -> str:
    said = " ".join((item.status.value, ", ".join(item.values))).strip()
    return f"{item.id}: expected {item.expected}, but it is {said}\n    {item.words}"


def _sum(report: WatchReport) -> str:
    return (
        f"{len(report.changed)} changed and {len(report.shifted)} shifted in "
        f"{report.compared} compared, "
        f"{len(report.unmet)} not as expected of {report.expecting}, {len(report.new)} new"
    )


def report_form(report: WatchReport) -> dict[str, Json]:
    """Return the JSON form of a report on saved questions."""
    return {
        **fields_of(report),
        "ok": report.ok,
        "changed": [_changed_form(item) for item in report.changed],
        "shifted": [_changed_form(item) for item in report.shifted],
    }


def _changed_form(item: Changed) -> dict[str, Json]:
    return {
        "id": item.id,
        "words": item.words,
        "where": item.change.where,
        "before": row_form(item.change.before),
        "after": row_form(item.change.after),
        "spans": form(item.change.spans),
        "causes": form(item.causes),
    }
