"""Sheets for spreadsheets: out and in is the identity, and every fault has its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadSheet
from cedarprov.judge.sheet import COLUMNS, Row, filled, guarded, read_sheet, unguarded, write_sheet
from cedarprov.model.edge import Verdict
from cedarprov.model.frozen import replace

cells = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])), st.text("'=+-@\t\r\n\"; a", max_size=8)
)
rows = st.builds(Row, **dict.fromkeys(COLUMNS, cells))
ROW = Row(**dict.fromkeys(COLUMNS, ""))
FIRST = replace(ROW, record="urn:e1", kind="edge", subject="one\ntwo", object="=three")
SECOND = replace(ROW, record="urn:e2", kind="edge", subject="four", object="five")
KNOWN = {row.record: row for row in (FIRST, SECOND)}


def taken(*given_rows: Row):
    return filled(read_sheet(write_sheet(given_rows), "sheet.tsv"), KNOWN, "sheet.tsv")


@given(st.lists(rows, max_size=5))
def test_what_is_written_is_read_as_it_was(given_rows):
    read = read_sheet(write_sheet(given_rows), "sheet.tsv")

    kept = [row for row in given_rows if any(getattr(row, name) for name in COLUMNS)]
    assert [row for _, row in read] == kept


@given(cells)
def test_no_cell_begins_as_a_formula_does_and_the_guard_comes_off(cell):
    assert not guarded(cell).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unguarded(guarded(cell)) == cell


def test_an_apostrophe_that_guards_nothing_is_part_of_the_text():
    assert guarded("'tis") == unguarded("'tis") == "'tis"


def test_a_sheet_may_come_back_as_utf_16_with_other_line_ends_and_columns_in_another_order():
    text = write_sheet([replace(FIRST, verdict="Accepted ", minutes="2,5")]).decode("utf-8-sig")
    [header, line] = text.replace("\r\n", "\n").split("\n", 1)
    names = header.replace('"', "").split("\t")
    moved = "\t".join((*names, "note")) + "\r\n" + line.rstrip("\n") + '\t"mine"\r\n'

    read = read_sheet(moved.encode("utf-16"), "sheet.tsv")

    [verdict] = filled(read, KNOWN, "sheet.tsv")
    assert (verdict.verdict, verdict.minutes, verdict.at) == (Verdict.ACCEPTED, 2.5, (2, 2))


def test_rows_without_a_verdict_decide_nothing():
    [verdict] = taken(FIRST, replace(SECOND, verdict="rejected", reason=" no "))

    assert (verdict.record, verdict.verdict, verdict.reason, verdict.minutes) == (
        "urn:e2", Verdict.REJECTED, "no", 0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": "urn:e9"}, "holds no inferred edge or claim 'urn:e9'"),
        ({"verdict": "perhaps"}, "must be accepted or rejected"),
        ({"minutes": "-1"}, "minutes is '-1'"),
        ({"minutes": "nan"}, "minutes is 'nan'"),
        ({"minutes": "soon"}, "minutes is 'soon'"),
        ({"subject": "one two"}, "its subject is not what the record quotes"),
        ({"object": "three"}, "its object is not what the record quotes"),
    ],
    ids=str,
)
def test_a_fault_is_named_with_its_line_and_row(change, said):
    with pytest.raises(BadSheet) as refused:
        taken(replace(SECOND, verdict="accepted"), replace(FIRST, **change))

    [(line, row, fault)] = refused.value.faults
    assert (line, row) == (3, 3)
    assert said in fault


def test_all_faults_are_named_at_once_by_the_lines_that_they_begin_on():
    wrong = replace(FIRST, verdict="perhaps")

    with pytest.raises(BadSheet) as refused:
        taken(wrong, SECOND, replace(SECOND, record="urn:e9"), SECOND)

    assert [at for *at, _ in refused.value.faults] == [[2, 2], [5, 4], [6, 5]]
    assert "is in row 3 already" in str(refused.value)


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"", 1, "it is empty"),
        (b"record\tverdict\n", 1, "there is no column kind"),
        (b"\xff\xfe\x00", 1, "utf-16"),
        (b"record\n\xe4\n", 2, "utf-8"),
        (write_sheet([]) + b'"a\n', 2, "cannot be read"),
        (write_sheet([FIRST]) + b"a\tb\n", 4, "it has 2 cells"),
    ],
    ids=["empty", "columns", "utf-16", "utf-8", "quote", "cells"],
)
def test_what_is_no_sheet_is_refused(data, line, said):
    with pytest.raises(BadSheet) as refused:
        read_sheet(data, "sheet.tsv")

    assert refused.value.faults[0][0] == line
    assert said in refused.value.faults[0][2]
