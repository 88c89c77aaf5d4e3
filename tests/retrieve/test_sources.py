"""Sources ranked for a statement."""

from __future__ import annotations

import pytest

import cedarprov
from cedarprov.errors import BadQuestion, QuoteNotFound
from cedarprov.model.passage import Span

TEXTS = {
    "pump.md": "# Pump\n\nThe pump holds a pressure of 40 bar. It was tested in May.\n",
    "hall.md": "# Hall\n\nThe hall holds 90 chairs.\n",
    "tank.md": "# Tank\n\nThe tank is fed by the pump.\n",
}


@pytest.fixture
def kb(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    with cedarprov.create(tmp_path / "store", dense=False) as kb:
        kb.ingest(folder)
        yield kb


def names(found):
    return [each.source.rpartition("/")[2] for each in found]


def test_the_source_that_meets_the_statement_best_is_first_and_worth_the_whole_weight(kb):
    found = kb.sources_for("The pump holds 40 bar")

    assert names(found)[0] == "pump.md"
    assert {reason.ranking: reason.share for reason in found[0].reasons} == {
        "lexical": 1.0,
        "whole": 1.0,
    }
    assert sorted(names(found)) == ["hall.md", "pump.md", "tank.md"]
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_a_source_stands_once_by_its_best_text(kb):
    found = kb.sources_for("pump")

    assert len(names(found)) == len(set(names(found)))


def test_the_sentence_of_a_source_that_says_most_is_first(kb):
    [best, *_] = kb.sources_for("tested in May")
    text = TEXTS["pump.md"]
    sentences = ["The pump holds a pressure of 40 bar.", "It was tested in May."]
    spans = [
        Span(version=best.version, start=at, end=at + len(exact), exact=exact)
        for exact in sentences
        for at in [text.index(exact)]
    ]

    [first, other] = kb.rationale("tested in May", spans)

    assert first.span.exact == sentences[1]
    assert first.score > other.score


def test_a_span_that_is_not_what_stands_there_is_refused(kb):
    [best, *_] = kb.sources_for("pump")
    wrong = Span(version=best.version, start=0, end=6, exact="# Pipe")

    with pytest.raises(QuoteNotFound):
        kb.rationale("pump", [wrong])
    with pytest.raises(BadQuestion):
        kb.sources_for(" ")
