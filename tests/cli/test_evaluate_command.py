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


def test_an_option_that_is_not_taken_is_wrong_use_and_named_with_what_is(run, root):
    given = ("--claims", 1, "--arm", "flat", "--infer", "--peers", "--words-only")
    result = run("evaluate", "graphecho", *given, "--labels", root / "README.md")

    assert result.exit_code == 2
    assert "graphecho does not take --arm: leave it out; what it takes is --claims" in result.stderr


def test_a_check_takes_its_options_from_the_record(run, root):
    kept = root / "data" / "records" / "sixty-labels.json"
    given = ("evaluate", "sixty-labels", root / "data" / "sixty", "--check", kept)
    result = run(*given, "--claims", 1)

    assert result.exit_code == 2
    assert "--claims" in result.stderr
    assert run(*given).exit_code == 0


def test_data_of_another_evaluation_are_named_once_with_what_is_missing(run, root):
    folder = root / "data" / "papt"
    result = run("evaluate", "sixty", folder)

    assert result.exit_code == 2
    assert result.stderr.count(str(folder)) == 1
    assert "No such file or directory" in result.stderr
    assert "Errno" not in result.stderr


def test_a_trial_of_no_folder_names_the_folder(run, tmp_path):
    result = run("trial", tmp_path / "nowhere")

    assert result.exit_code == 2
    assert f"{tmp_path / 'nowhere'} does not exist" in result.stderr


def test_a_plan_that_is_missing_is_named_once(run, tmp_path):
    result = run("trial", tmp_path)

    assert result.exit_code == 2
    assert result.stderr.count(str(tmp_path)) == 1
    assert "Errno" not in result.stderr


def test_a_report_on_what_is_no_record_is_refused(run, root, tmp_path):
    kept = json.loads((root / "data" / "records" / "sixty-labels.json").read_text("utf-8"))
    (tmp_path / "bad.json").write_text(json.dumps({**kept, "measures": {"a.b": "x"}}))
    result = run("report", tmp_path / "bad.json", "--output", tmp_path / "report")

    assert result.exit_code == 2
    assert "no run record" in result.stderr
    assert not (tmp_path / "report").exists()
