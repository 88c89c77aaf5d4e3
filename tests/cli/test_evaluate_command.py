"""`evaluate`: its measures on the standard output, with and without a folder of data."""

from __future__ import annotations

import json


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
