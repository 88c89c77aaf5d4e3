"""`sources-for`: which sources speak of a statement."""

from __future__ import annotations

import json

import pytest

import cedarprov

TEXTS = {
    "pump.md": "# Pump\n\nThe pump holds a pressure of 40 bar. It was tested in May.\n",
    "tank.md": "# Tank\n\nThe tank is fed by the pump.\n",
}


@pytest.fixture
def papers(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = tmp_path / "papers-store"
    with cedarprov.create(made, dense=False) as kb:
        kb.ingest(folder)
    return made


def test_the_best_source_is_first_with_its_sentence_as_an_exact_span(run, papers):
    result = run("sources-for", papers, "the pump holds 40 bar", "--words-only")

    first, quoted, *_ = result.stdout.splitlines()
    assert first.startswith("1. ")
    assert "pump.md" in first
    assert '"The pump holds a pressure of 40 bar." [8, 44) of ' in quoted


def test_json_has_the_reasons_and_the_span_and_no_more_than_the_limit(run, papers):
    result = run("sources-for", papers, "the pump", "--words-only", "--limit", 1, "--json")

    [found] = json.loads(result.stdout)
    span = found["sentence"]
    text = TEXTS[found["source"].rpartition("/")[2]]
    assert text[span["start"] : span["end"]] == span["exact"]
    assert {reason["ranking"] for reason in found["reasons"]} == {"lexical", "whole"}


def test_a_statement_that_no_source_has_a_word_of_finds_nothing(run, papers):
    assert (
        run("sources-for", papers, "zyzzyva", "--words-only").stdout
        == "no source has a word of it\n"
    )


def test_an_empty_statement_is_refused(run, papers):
    assert run("sources-for", papers, " ", "--words-only").exit_code == 2
