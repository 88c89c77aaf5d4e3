"""An agenda as tab-separated values, for spreadsheets, and the verdicts that come back in it.

A cell that a spreadsheet would take for a formula gets an apostrophe in front, which is taken off
again when the sheet is read; see https://owasp.org/www-community/attacks/CSV_Injection. A cell of
more than 30000 characters is cut, since Excel keeps 32767.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cedarprov.errors import BadSheet
from cedarprov.judge.edge_end import edition_name
from cedarprov.judge.exhibit import End, Exhibit, Quotation
from cedarprov.model.edge import Verdict
from cedarprov.model.frozen import Frozen, field_names

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_GUARD: Final = "'"
_LONGEST: Final = 30_000
_NEAR: Final = 300
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Row(Frozen):
    """One record on a sheet, as texts; the last three are for the reviewer to fill in.

    `subject` and `object` hold the exact quotations of both ends.
    """

    record: str
    kind: str
    relation: str
    subject: str
    object: str
    context: str
    evidence: str
    scope: str
    plan: str
    confidence: str
    verdict: str = ""
    reason: str = ""
    minutes: str = ""


class At(NamedTuple):
    """Where something stands: the line of the file, and the row of the spreadsheet, from 1."""

    line: int
    row: int


class Filled(Frozen):
    """A verdict on a sheet, and where it stands; minutes are 0 where none are given."""

    at: At
    record: str
    verdict: Verdict
    reason: str
    minutes: float


Fault = tuple[int, int, str]
COLUMNS: Final = field_names(Row)
_SAME: Final = ("subject", "object")


# -- out ------------------------------------------------------------------------------------------


def write_sheet(rows: Iterable[Row]) -> bytes:
    """Return rows as a sheet, UTF-8 with the mark by which spreadsheets know it."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, "excel-tab", quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([guarded(getattr(row, name)) for name in COLUMNS])
    return file.getvalue().encode("utf-8-sig")


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), unguarded("'=1+1")
    ("'=1+1", '=1+1')
    """
    return _GUARD + cell if _is_special(cell) else cell


def unguarded(cell: str) -> str:
    """Return what was guarded; an apostrophe that guards nothing stays."""
    return cell[1:] if cell.startswith(_GUARD) and _is_special(cell[1:]) else cell


def _is_special(cell: str) -> bool:
    return cell.lstrip(_GUARD).startswith(_FORMULA)


def row_of(exhibit: Exhibit) -> Row:
    """Return the row of a record, with nothing filled in."""
    pending = exhibit.pending
    ends = (*exhibit.subjects, exhibit.object)
    evidence = [item.span.exact for item in exhibit.evidence]
    evidence += [f"{word.by}: {word.statement}" for word in exhibit.words]
    confidence = "" if pending.confidence is None else f"{pending.confidence:g}"
    scope = exhibit.scope if pending.relation else exhibit.object.scope
    return Row(
        record=pending.iri,
        kind="edge" if pending.relation else "claim",
        relation=pending.relation.value if pending.relation else "",
        subject=_cell(map(_quoted, exhibit.subjects)),
        object=_cell([_quoted(exhibit.object)]),
        context=_cell(_contexts(ends)),
        evidence=_cell(evidence),
        scope=str(scope) if scope else "",
        plan=exhibit.method.plan,
        confidence=confidence,
    )


def _quoted(end: End) -> str:
    return "\n".join(item.span.exact for item in end.quotations) or end.name


def _contexts(ends: Iterable[End]) -> Iterator[str]:
    for end in ends:
        if end.statement:
            yield end.statement
        yield from map(_context, end.quotations)


def _context(quotation: Quotation) -> str:
    editions = ", ".join(map(edition_name, quotation.captures))
    where = " > ".join((editions, *quotation.headings))
    before, after = quotation.before[-_NEAR:], quotation.after[:_NEAR]
    return f"[{where}] {before}«{quotation.span.exact}»{after}"


def _cell(texts: Iterable[str]) -> str:
    whole = "\n\n".join(texts)
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1]}…"


# -- in -------------------------------------------------------------------------------------------


def read_sheet(data: bytes, place: str) -> list[tuple[At, Row]]:
    """Return the rows of a sheet, each with where it stands.

    Raises:
        BadSheet: It is no such sheet; every fault is named with its line and row.
    """
    records = list(_records(_text(data, place), place))
    if not records:
        raise BadSheet(place, [(1, 1, "it is empty")])
    header = [name.strip().casefold() for name in records[0][1]]
    lacking = [name for name in COLUMNS if name not in header]
    if lacking:
        raise BadSheet(place, [(*records[0][0], f"there is no column {name}") for name in lacking])
    rows, faults = list[tuple[At, Row]](), list[Fault]()
    for at, cells in records[1:]:
        if len(cells) != len(header):
            faults.append((*at, f"it has {len(cells)} cells, and the heading {len(header)}"))
            continue
        named = dict(zip(header, cells, strict=True))
        rows.append((at, Row(**{name: unguarded(named[name]) for name in COLUMNS})))
    if faults:
        raise BadSheet(place, faults)
    return rows


def _text(data: bytes, place: str) -> str:
    # Excel writes "Unicode text" as UTF-16 with its mark.
    encoding = "utf-16" if data.startswith(_UTF16) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadSheet(place, [(line, line, f"it is no {encoding} text")]) from None


def _records(text: str, place: str) -> Iterator[tuple[At, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), "excel-tab", strict=True)
    at = At(1, 1)
    try:
        for cells in reader:
            if any(cells):
                yield at, cells
            at = At(reader.line_num + 1, at.row + 1)
    except csv.Error as error:
        raise BadSheet(place, [(*at, f"it cannot be read ({error})")]) from None


def filled(rows: Sequence[tuple[At, Row]], known: Mapping[str, Row], place: str) -> list[Filled]:
    """Return the verdicts of a sheet, checked against the rows of the records as they are now.

    Raises:
        BadSheet: Some cannot be taken; every fault is named with its line and row.
    """
    found, faults, places = list[Filled](), list[Fault](), dict[str, At]()
    for at, row in rows:
        why = _fault(row, known.get(row.record), places.get(row.record))
        minutes = _minutes(row.minutes)
        if why or minutes is None:
            faults.append((*at, why or f"minutes is {row.minutes!r}, but must be 0 or more"))
            continue
        places[row.record] = at
        if verdict := row.verdict.strip().casefold():
            found.append(
                Filled(
                    at=at,
                    record=row.record,
                    verdict=Verdict(verdict),
                    reason=row.reason.strip(),
                    minutes=minutes,
                )
            )
    if faults:
        raise BadSheet(place, faults)
    return found


def _fault(row: Row, known: Row | None, earlier: At | None) -> str:
    if known is None:
        return f"the store holds no inferred edge or claim {row.record!r}"
    if earlier is not None:
        return f"{row.record} is in row {earlier.row} already"
    if row.verdict.strip().casefold() not in ("", *Verdict):
        return f"verdict is {row.verdict!r}, but must be {' or '.join(Verdict)}, or empty"
    for name in _SAME:
        if _lines(getattr(row, name)) != _lines(getattr(known, name)):
            return f"its {name} is not what the record quotes; write the sheet anew"
    return ""


def _lines(cell: str) -> list[str]:
    # Spreadsheets write the line ends that they like.
    return cell.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _minutes(written: str) -> float | None:
    """Return the minutes written, with a point or a comma, or None where they are none."""
    try:
        minutes = float(written.strip().replace(",", ".") or 0)
    except ValueError:
        return None
    return minutes if 0 <= minutes < _MOST_MINUTES else None


_MOST_MINUTES: Final = 60 * 24 * 365
