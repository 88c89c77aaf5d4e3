"""`evaluate`: its measures on the standard output, with and without a folder of data."""

from __future__ import annotations

import json

import pytest


def test_an_evaluation_of_few_claims_prints_its_record(run, shared):
    scifact = shared / "data" / "scifact"
    result = run("evaluate", "graphecho-scifact", scifact, "--claims", 1, "--json")

    record = json.loads(result.stdout)
    assert result.exit_code == 0
    assert record["settings"]["claims"] == 1
    assert record["measures"]["origin-counter/M1.usr"] == 1
    assert {item["group"] for item in record["items"]} == {"scifact-3"}


def test_one_that_reads_data_asks_for_their_folder(run):
    result = run("evaluate", "origins")

    assert result.exit_code == 2
    assert "name their folder" in result.stderr


def test_no_claims_at_all_are_wrong_use(run):
    assert run("evaluate", "graphecho", "--claims", 0).exit_code == 2


def test_networks_walk_scientific_claims_and_their_record_is_checked(run, shared, root, tmp_path):
    pytest.importorskip("torch")
    scifact, kept = shared / "data" / "scifact", tmp_path / "run.json"
    given = ("evaluate", "papt-scifact", scifact, "--networks", root / "data" / "papt")
    kept.write_text(run(*given, "--claims", 2, "--json").stdout)

    again = run(*given, "--check", kept)

    assert again.exit_code == 0
    assert "the same as the record" in again.stderr
    assert run(*given[:3], "--check", kept).exit_code == 2


def test_one_that_lets_networks_walk_asks_for_their_folder(run, tmp_path):
    result = run("evaluate", "papt-scifact", tmp_path)

    assert result.exit_code == 2
    assert "--networks" in result.stderr
