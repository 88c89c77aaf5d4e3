"""Every query gives what its cases say: `<area>/<name>/<sentence>/` holds data, given, expected."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from pyoxigraph import (
    DefaultGraph,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Store,
    parse_query_results,
)

from cedarprov import assets
from cedarprov.store.query import load

HERE = Path(__file__).parent
CASES = sorted(path.parent for path in HERE.glob("*/*/*/expected.tsv"))
# The records of export/ are read back by its own round trips.
AREAS = ("catalogue", "expand", "index", "judge", "ledger", "retrieve")
NAMES = sorted(
    path.relative_to(assets.queries()).with_suffix("").as_posix()
    for area in AREAS
    for path in (assets.queries() / area).glob("*.rq")
)

Rows = list[tuple[str, ...]]


def rows(solutions: QuerySolutions, columns: list[str]) -> Rows:
    return [
        tuple("" if solution[name] is None else str(solution[name]) for name in columns)
        for solution in solutions
    ]


def expected(case: Path) -> tuple[list[str], Rows]:
    found = parse_query_results(path=str(case / "expected.tsv"), format=QueryResultsFormat.TSV)
    assert isinstance(found, QuerySolutions)
    columns = sorted(variable.value for variable in found.variables)
    return columns, rows(found, columns)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.relative_to(HERE).as_posix())
def test_the_query_gives_what_its_case_says(case):
    query = load(case.parent.relative_to(HERE).as_posix())
    store = Store()
    store.load(path=str(case / "data.trig"), format=RdfFormat.TRIG)
    given = json.loads((case / "given.json").read_text(encoding="utf-8"))
    columns, wanted = expected(case)

    solutions = store.query(query.bind(**given))

    assert isinstance(solutions, QuerySolutions)
    assert sorted(variable.value for variable in solutions.variables) == columns
    found = rows(solutions, columns)
    if "\nORDER BY" in query.text:
        assert found == wanted
    else:
        assert Counter(found) == Counter(wanted)


@pytest.mark.parametrize("name", NAMES)
def test_every_query_has_a_case(name):
    assert any(case.parent == HERE / name for case in CASES)


def test_no_case_is_left_of_a_query_that_is_gone():
    known = {path.relative_to(assets.queries()).with_suffix("").as_posix()
             for path in assets.queries().rglob("*.rq")}  # fmt: skip

    assert {case.parent.relative_to(HERE).as_posix() for case in CASES} <= known


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.relative_to(HERE).as_posix())
def test_the_data_of_a_case_lies_in_named_graphs(case):
    store = Store()
    store.load(path=str(case / "data.trig"), format=RdfFormat.TRIG)

    assert not list(store.quads_for_pattern(None, None, None, DefaultGraph()))
