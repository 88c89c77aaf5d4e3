"""The two evaluations from end to end, on small data of their own."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

import cedarprov
from cedarprov.errors import BadEvaluationData, MissingPath, UnknownEvaluation
from cedarprov.evaluate import Options, RunRecord, differences, evaluate, evaluate_again
from cedarprov.evaluate.pair_item import Document
from cedarprov.evaluate.replay import replayed
from cedarprov.model.frozen import replace
from cedarprov.model.question import Arm

TEXTS = {
    release: f"Lantern\n=======\n\nPool\n----\n\nThe pool holds {size} connections by default.\n"
    for release, size in (("1.0", 8), ("2.0", 20))
}
WORDS = Options(arms=(Arm.METADATA,), dense=False)


def question(identifier, scope, expected, *, answers_in=None):
    gold = []
    if answers_in:
        quote = TEXTS[answers_in].splitlines()[-1]
        start = TEXTS[answers_in].index(quote)
        gold.append(
            {
                "release": answers_in,
                "path": f"lantern/{answers_in}/pool.rst",
                "quote": quote,
                "char_start": start,
                "char_end": start + len(quote),
                "role": "evidence",
            }
        )
    return {
        "id": identifier,
        "project": "lantern",
        "kind": "lookup",
        "question": "How many connections does the Lantern pool hold?",
        "scope": scope,
        "expected": expected,
        "gold": gold,
    }


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    for release, text in TEXTS.items():
        (folder / "lantern" / release).mkdir(parents=True)
        (folder / "lantern" / release / "pool.rst").write_text(text, encoding="utf-8")
    releases = [
        {"project": "lantern", "release": release, "published": published}
        for release, published in (("1.0", "2022-01-10"), ("2.0", "2024-02-20"))
    ]
    (folder / "releases.json").write_text(json.dumps(releases), encoding="utf-8")
    asked = [
        question("q1", {"release": "1.0"}, "answer", answers_in="1.0"),
        question("q2", {"release": "2.0"}, "answer", answers_in="2.0"),
        question("q3", {}, "needs_scope"),
        question("q4", {"release": "3.0"}, "unsupported"),
    ]
    lines = "\n".join(json.dumps(item) for item in asked)
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    return folder


def document(text, *, captured=None, edition="1"):
    return {
        "source": f"manual-{edition}",
        "title": "Lantern manual",
        "edition": edition,
        "scheme": "ordinal",
        "published": None,
        "effective": None,
        "captured": captured,
        "scope": {"release": edition},
        "text": text,
    }


def day(number):
    return datetime(2025, 5, number, tzinfo=UTC)


def pair(identifier, documents, expected):
    wanted = {"values": [], "cells": [], "missing": [], "evidence": [], "must_not": []}
    return {
        "id": identifier,
        "family": "f1",
        "kind": "agree-differ",
        "question": "How many connections does the pool hold?",
        "documents": documents,
        "scope": {},
        "as_of": {},
        "expected": wanted | expected,
    }


@pytest.fixture
def pairs(tmp_path):
    folder = tmp_path / "pairs"
    folder.mkdir()
    eight, twenty = "The pool holds 8 connections.", "The pool holds 20 connections."
    quotes = [{"document": 0, "quote": eight}]
    items = [
        pair(
            "a",
            [document(eight)],
            {"status": "answered", "values": ["8 connections"], "evidence": quotes},
        ),
        pair(
            "b",
            [document(eight), document(twenty, edition="2")],
            {
                "status": "needs-scope",
                "missing": ["release"],
                "cells": [{"value": "8 connections"}, {"value": "20 connections"}],
                "evidence": quotes,
            },
        ),
    ]
    lines = "\n".join(json.dumps(item) for item in items)
    (folder / "dev.jsonl").write_text(lines, encoding="utf-8")
    return folder


def test_scoped_questions_are_answered_from_the_release_that_was_asked(docs):
    record = evaluate("versioned-docs", docs, WORDS)

    measures = record.summary.measures
    assert measures["metadata.evidence_recall@400"] == 1.0
    assert measures["metadata.right_release_top"] == 1.0
    assert measures["metadata.status_accuracy"] == 1.0
    assert measures["blind.status_accuracy"] == 1.0
    assert "blind.evidence_recall@400" not in measures


def test_the_status_read_from_a_map_is_compared_with_the_one_asked_for(docs):
    record = evaluate("answer-maps", docs, WORDS)

    measures = record.summary.measures
    assert measures["metadata.status_accuracy"] == 1.0
    assert measures["metadata.same_status"] == measures["metadata.same_answer"] == 1.0
    assert measures["metadata.cells"] >= measures["metadata.rows"] > 1


def test_a_text_that_is_nowhere_shown_is_missed_by_name(docs):
    lines = (docs / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = json.loads(lines[1])
    wrong["scope"] = {"release": "1.0"}
    (docs / "questions.jsonl").write_text(json.dumps(wrong), encoding="utf-8")

    record = evaluate("versioned-docs", docs, WORDS)

    [outcome] = [item for item in record.outcomes if item.arm == "metadata"]
    assert record.summary.measures["metadata.evidence_recall@400"] == 0.0
    assert record.summary.measures["metadata.right_release_top"] == 0.0
    start, end = TEXTS["2.0"].index("The pool"), len(TEXTS["2.0"]) - 1
    assert outcome.detail["missed"] == [f"lantern/2.0/pool.rst#char={start},{end}"]


def test_the_same_run_again_differs_in_nothing_but_time(docs, tmp_path):
    options = replace(WORDS, store=tmp_path / "kept")
    record = evaluate("versioned-docs", docs, options)
    read = RunRecord.from_json(json.loads(json.dumps(record.to_json())))

    again = evaluate_again(read, docs, Options(store=tmp_path / "kept"))

    assert differences(read, again) == ()


def test_a_changed_document_shows_in_the_inputs(docs):
    before = evaluate("versioned-docs", docs, WORDS)
    (docs / "lantern" / "1.0" / "more.rst").write_text("More\n====\n\nNothing.\n")

    lines = differences(before, evaluate("versioned-docs", docs, WORDS))

    assert any(line.startswith("inputs/documents: ") for line in lines)


def test_gold_that_is_not_where_it_is_said_to_be_is_refused(docs):
    (docs / "lantern" / "1.0" / "pool.rst").write_text("Another text altogether.\n")

    with pytest.raises(BadEvaluationData, match="not its quotation"):
        evaluate("versioned-docs", docs, WORDS)


def test_pairs_are_right_when_status_value_and_missing_dimensions_are(pairs):
    record = evaluate("pairs", pairs, WORDS)

    measures = record.summary.measures
    assert measures["metadata.item_accuracy"] == 1.0
    assert measures["metadata.families_right"] == 1.0
    assert measures["metadata.quote_recall"] == 1.0
    assert measures["blind.status_accuracy"] == 0.5
    assert "blind.families_right" not in measures


def test_a_later_capture_of_an_edition_replaces_its_content(tmp_path):
    made = [
        Document(**(written | {"captured": captured}))
        for written, captured in (
            (document("The pool holds 9 connections."), day(20)),
            (document("The pool holds 8 connections."), day(1)),
        )
    ]

    with cedarprov.create(tmp_path / "store", dense=False) as knowledge:
        replayed(made, knowledge, tmp_path / "documents")
        answers = [
            knowledge.ask("How many connections does the pool hold?", as_of=dates).text
            for dates in ({}, {"captured": "2025-05-10"})
        ]

    [file] = (tmp_path / "documents").iterdir()
    assert file.read_text(encoding="utf-8") == "The pool holds 9 connections."
    assert answers[0].startswith("“The pool holds 9 connections.”")
    assert answers[1].startswith("“The pool holds 8 connections.”")


def test_documents_of_one_edition_without_a_capture_stand_side_by_side(tmp_path):
    texts = ("The pool holds 8 connections.", "The hall holds 90 chairs.")
    made = [Document(**document(text)) for text in texts]

    with cedarprov.create(tmp_path / "store", dense=False) as knowledge:
        replayed(made, knowledge, tmp_path / "documents")

    files = sorted((tmp_path / "documents").iterdir())
    assert [file.read_text(encoding="utf-8") for file in files] == list(texts)


def test_a_name_or_folder_that_is_not_there_is_refused(docs):
    with pytest.raises(UnknownEvaluation, match="answer-maps, claims, graphecho"):
        evaluate("frobnicate", docs)
    with pytest.raises(MissingPath):
        evaluate("pairs", docs / "nowhere")


def test_an_answer_is_recorded_with_how_sure_it_is_and_an_abstention_is_not(docs):
    record = evaluate("versioned-docs", docs, WORDS)

    sure = {
        outcome.given.value: outcome.detail.get("confidence", 0.0) > 0
        for outcome in record.outcomes
        if outcome.arm == "metadata"
    }
    assert sure == {"answered": True, "needs-scope": False, "unsupported": False}
    assert record.summary.measures["metadata.needs_scope_precision"] == 1.0
    assert record.summary.measures["metadata.needs_scope_recall"] == 1.0


def test_the_minutes_of_verdicts_are_those_of_the_arm_that_uses_them(docs, tmp_path):
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"record": "urn:e:1", "verdict": "accepted"}\n' * 2)

    record = evaluate(
        "versioned-docs", docs, replace(WORDS, arms=tuple(Arm), infer=True, labels=labels)
    )

    minutes = {
        name: value
        for name, value in record.summary.measures.items()
        if name.endswith("annotation_minutes")
    }
    assert minutes == {
        "flat.annotation_minutes": 0,
        "metadata.annotation_minutes": 0,
        "graph.annotation_minutes": 2,
    }
