"""`map` and `watch-questions`: tables, JSON, and the exit codes of a regression test."""

from __future__ import annotations

import json
import shutil

import pytest

QUESTION = "What is Cedar's default request timeout?"
QUESTIONS = f"""
[[question]]
id = "timeout"
words = "{QUESTION}"
expect = {{ status = "needs-scope", values = ["10 s", "30 s"] }}

[[question]]
id = "pool"
words = "How many connections to the database does the server keep?"
"""


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS)
    return path


@pytest.fixture
def changed(cedar, tmp_path):
    """The Cedar documents, in which release 2 keeps more connections than before."""
    folder = shutil.copytree(cedar, tmp_path / "cedar")
    manual = folder / "manual-2.md"
    manual.write_text(manual.read_text().replace("up to 50 connections", "up to 80 connections"))
    return folder


def ingest(run, store, folder):
    assert run("ingest", store, folder, "--manifest", folder / "manifest.toml").exit_code == 0


# -- map ------------------------------------------------------------------------------------------


def test_a_map_is_a_table_with_what_it_quotes(run, filled):
    done = run("map", filled, QUESTION, "--words-only")

    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert lines[0] == "needs-scope: the answer depends on deployment and release"
    assert lines[2].split() == ["release", "deployment", "status", "answer", "origins", "quoted"]
    assert "1        *            answered     30 s    1        [1]" in lines
    assert any(line.startswith("[1] cedar-manual, edition 1, code points") for line in lines)


def test_a_map_as_json_has_every_row_with_its_evidence(run, filled):
    done = run("map", filled, QUESTION, "--over", "release", "--json")

    drawn = json.loads(done.stdout)
    assert (drawn["status"], drawn["missing"]) == ("needs-scope", ["deployment", "release"])
    assert drawn["axes"] == [{"name": "release", "slabs": ["<1", "1", "2", ">2"]}]
    [row] = [row for row in drawn["rows"] if row["where"] == "release=1"]
    assert (row["scope"], row["values"], row["origins"]) == (
        {"release": "1"}, ["30 s"], {"low": 1, "high": 1},
    )  # fmt: skip
    [quoted] = row["citations"]
    assert quoted["exact"] == "The default request timeout is 30 seconds."


def test_a_map_under_a_scope_is_of_that_scope(run, filled):
    done = run("map", filled, QUESTION, "--scope", "release=1", "--json")

    assert json.loads(done.stdout)["values"] == ["30 s"]


def test_a_dimension_left_whole_is_a_limit_that_is_named(run, filled):
    done = run("map", filled, QUESTION, "--cells", 5)

    assert done.exit_code == 3
    assert "note: release is left whole" in done.stdout


def test_a_dimension_that_is_not_known_is_wrong_use(run, filled):
    done = run("map", filled, QUESTION, "--over", "relese")

    assert done.exit_code == 2
    assert "relese" in done.stderr


def test_a_recorded_map_is_asked(run, store):
    assert run("map", store, QUESTION, "--record").exit_code == 0

    done = run("ask", store, QUESTION, "--use-map", "--json")

    answer = json.loads(done.stdout)
    assert answer["receipt"]["map"].startswith("https://example.org/cedar/answer-map/")
    assert answer["missing"] == ["deployment", "release"]


# -- watch-questions ------------------------------------------------------------------------------


def test_the_first_time_there_is_nothing_to_compare_with(run, store, questions):
    questions.write_text(QUESTIONS.replace("expect", "# "))

    assert run("watch-questions", store, questions).exit_code == 5
    assert run("watch-questions", store, questions, "--update").exit_code == 0
    assert run("watch-questions", store, questions).exit_code == 0


def test_the_same_files_again_report_nothing(run, store, questions, cedar):
    run("watch-questions", store, questions, "--update")
    ingest(run, store, cedar)

    done = run("watch-questions", store, questions)

    assert done.exit_code == 0
    assert done.stdout == "0 changed and 0 shifted in 2 compared, 0 not as expected of 1, 0 new\n"


def test_a_changed_answer_is_told_with_cell_spans_and_edition(run, store, questions, changed):
    run("watch-questions", store, questions, "--update")
    ingest(run, store, changed)

    done = run("watch-questions", store, questions)

    first, *lines = done.stdout.splitlines()
    assert done.exit_code == 1
    assert first == "pool: release=2: answered 50 -> answered 80"
    assert any(line.startswith("    now: cedar-manual, edition 2, code points") for line in lines)
    assert any(line.startswith("    by: cedar-manual, edition 2, captured at") for line in lines)
    assert lines[-1] == "1 changed and 0 shifted in 2 compared, 0 not as expected of 1, 0 new"


def test_a_changed_answer_as_json(run, store, questions, changed):
    ingest(run, store, changed)

    done = run("watch-questions", store, questions, "--since", 4, "--json")

    report = json.loads(done.stdout)
    [told] = report["changed"]
    assert done.exit_code == 1
    assert (report["ok"], report["compared"]) == (False, 2)
    assert (told["id"], told["where"]) == ("pool", "release=2")
    assert (told["before"]["values"], told["after"]["values"]) == (["50"], ["80"])
    assert [(span["label"], "80" in span["exact"]) for span in told["spans"]] == [("2", True)]
    assert [cause["label"] for cause in told["causes"]] == ["2"]


def test_a_baseline_file_is_compared_with(run, store, questions, changed, tmp_path):
    baseline = ["--baseline", tmp_path / "baseline.json"]
    run("watch-questions", store, questions, *baseline, "--update")
    assert run("watch-questions", store, questions, *baseline).exit_code == 0
    ingest(run, store, changed)

    done = run("watch-questions", store, questions, *baseline)

    assert done.exit_code == 1
    assert done.stdout.startswith("pool: release=2: answered 50 -> answered 80\n")


def test_an_answer_that_is_not_as_expected_is_told(run, store, questions):
    questions.write_text(QUESTIONS.replace('"30 s"', '"31 s"'))

    done = run("watch-questions", store, questions)

    assert done.exit_code == 1
    assert done.stdout.startswith(
        "timeout: expected needs-scope 10 s, 31 s, but it is needs-scope "
    )


def test_faults_of_the_file_are_told_with_their_lines(run, store, questions):
    questions.write_text('[[question]]\nid = "a"\nwrds = "b"\nbudget = 0\n')

    done = run("watch-questions", store, questions)

    assert done.exit_code == 2
    assert "line 1: there is no words" in done.stderr
    assert "line 3: there is no key 'wrds'; did you mean words" in done.stderr
    assert "line 4: budget must be a number of words" in done.stderr


def test_what_cannot_be_used_is_wrong_use(run, store, questions, tmp_path):
    for options in (
        [tmp_path / "none.toml"],
        [questions, "--baseline", tmp_path / "none.json"],
        [questions, "--since", 9999],
        [questions, "--since", 1, "--update"],
    ):
        done = run("watch-questions", store, *options)

        assert done.exit_code == 2
        assert "Traceback" not in done.output
