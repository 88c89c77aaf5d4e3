"""`ask`: the five questions, the receipt, the JSON."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from cedarprov.model.question import Arm

CEDAR = Path(__file__).resolve().parents[2] / "data" / "cedar"
QUESTIONS = tomllib.loads((CEDAR / "questions.toml").read_text())["question"]
WORDS = QUESTIONS[0]["words"]


def asked(question: dict, *, arm: str) -> list[str]:
    scope = [part for condition in question["scope"] for part in ("--scope", condition)]
    return [question["words"], *scope, "--words-only", "--arm", arm]


@pytest.mark.parametrize("arm", [Arm.METADATA, Arm.GRAPH])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda item: " ".join(item["scope"]) or "none")
def test_the_cedar_documents_answer_as_their_questions_expect(run, filled, question, arm):
    done = run("ask", filled, *asked(question, arm=arm), "--json")

    answer = json.loads(done.stdout)
    assert done.exit_code == 0
    assert answer["status"] in (question["status"], *question.get("accept", ()))
    assert answer["values"] == question.get("values", [])
    assert answer["missing"] == question.get("missing", [])
    if "quotes" in question:
        assert question["quotes"] in answer["text"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda item: " ".join(item["scope"]) or "none")
def test_graph_and_metadata_select_the_same_evidence_here(run, filled, question):
    metadata, graph = (
        json.loads(run("ask", filled, *asked(question, arm=arm), "--json").stdout)
        for arm in (Arm.METADATA, Arm.GRAPH)
    )

    assert [item["text"] for item in metadata["evidence"]] == [
        item["text"] for item in graph["evidence"]
    ]


def test_an_upgraded_deployment_is_told_neither_default(run, filled):
    done = run("ask", filled, *asked(QUESTIONS[2], arm="metadata"))

    assert "Existing deployments keep their configured request timeout." in done.stdout
    assert "30 s" not in done.stdout
    assert "10 s" not in done.stdout


def test_without_a_scope_the_answer_in_each_cell_is_a_row(run, filled):
    done = run("ask", filled, WORDS, "--words-only")

    rows = [line for line in done.stdout.splitlines() if line.startswith(("release", "deploy"))]
    assert "needs-scope: the answer depends on deployment and release" in done.stdout
    assert any("30 s" in row for row in rows)
    assert any("10 s" in row for row in rows)
    assert any("keep their configured" in row for row in rows)


def test_every_citation_names_its_source_edition_span_and_passage(run, filled):
    done = run("ask", filled, WORDS, "--scope", "release=1", "--words-only", "--json")

    [citation] = json.loads(done.stdout)["citations"]
    text = (CEDAR / "manual-1.md").read_text()
    printed = run("ask", filled, WORDS, "--scope", "release=1", "--words-only").stdout
    assert text[citation["start"] : citation["end"]] == citation["exact"]
    assert f"edition 1 (release=1), code points {citation['start']} to" in printed
    assert citation["passage"] in printed


def test_the_receipt_is_written_to_the_file_that_is_named(run, filled, tmp_path):
    file = tmp_path / "receipt.json"

    done = run("ask", filled, WORDS, "--words-only", "--receipt", file, "--json")

    assert json.loads(file.read_text()) == json.loads(done.stdout)["receipt"]


def test_what_was_left_out_is_counted_by_the_code_of_its_reason(run, filled):
    done = run("ask", filled, WORDS, "--scope", "release=3", "--words-only", "--json")

    answer = json.loads(done.stdout)
    candidates = answer["receipt"]["candidates"]
    assert sum(answer["excluded"].values()) == sum(c["code"] != "shown" for c in candidates)
    assert answer["excluded"]["scope-does-not-apply"] > 0


def test_a_date_before_every_known_publication_leaves_only_what_is_possibly_older(run, filled):
    done = run("ask", filled, WORDS, "--as-of", "published=2021", "--words-only", "--json")

    shown = json.loads(done.stdout)["evidence"]
    places = [place for item in shown for place in item["places"]]
    assert {place["title"] for place in places} <= {"Upgrading Cedar from release 1 to release 2"}
    assert all(place["certainty"] == "possibly" for place in places)


def test_a_recorded_receipt_is_a_bundle_more(run, store):
    before = json.loads(run("info", store, "--json").stdout)["sequence"]

    run("ask", store, WORDS, "--words-only", "--record")

    assert json.loads(run("info", store, "--json").stdout)["sequence"] == before + 1
