"""The validator against the suite of ProvToolbox, as PROV-N."""

from __future__ import annotations

from pathlib import Path

import pytest

from cedarprov.check.prov.validation import validate
from cedarprov.rdf.prov.syntax import read_file

SUITE = "suites/prov-constraints"
CYCLES = {"derivation2", "specialization4"}

VALID_BY_THE_RECOMMENDATION = {
    "usage-fail1", "usage-fail5", "usage-fail6", "usage-fail7",
    "delegation-fail4", "delegation-fail5",
}  # fmt: skip
"""Named for rules that drafts had; the tests of the suite themselves expect success of them."""


def cases(shared: Path, ending: str) -> list[Path]:
    folders = (shared / SUITE / name for name in ("unification", "ordering", "type"))
    found = [path for folder in folders for path in sorted(folder.glob(f"*.{ending}"))]
    assert len(found) == 186
    return found


def valid_by_name(path: Path) -> bool:
    return path.stem not in CYCLES if path.parent.name == "ordering" else "fail" not in path.stem


def rejected(paths: list[Path], *, strict: bool) -> set[Path]:
    return {path for path in paths if not validate(read_file(path), strict=strict).valid}


@pytest.mark.parametrize("ending", ["provn", "xml"])
def test_every_case_has_the_verdict_of_its_name_with_the_rules_of_the_drafts(shared, ending):
    paths = cases(shared, ending)

    assert rejected(paths, strict=True) == {path for path in paths if not valid_by_name(path)}


@pytest.mark.parametrize("ending", ["provn", "xml"])
def test_every_case_has_the_verdict_of_the_recommendation(shared, ending):
    paths = cases(shared, ending)

    assert rejected(paths, strict=False) == {
        path
        for path in paths
        if not valid_by_name(path) and path.stem not in VALID_BY_THE_RECOMMENDATION
    }


def test_events_are_in_a_cycle_in_two_cases_only(shared):
    folder = shared / SUITE / "ordering"
    reports = {path.stem: validate(read_file(path)) for path in folder.glob("*.provn")}

    broken = {name for name, report in reports.items() if report.instances[0].violations}
    assert broken == CYCLES
    for name in CYCLES:
        (violation,) = reports[name].instances[0].violations
        assert violation.constraint.number == 42
        assert violation.path[0].before == violation.path[-1].after
