"""Sources ranked for a statement."""

from __future__ import annotations

import pytest

import cedarprov
from cedarprov.errors import BadQuestion, QuoteNotFound
from cedarprov.model.passage import Span
from cedarprov.retrieve.sources import LOOKED_INTO, WEIGHTS

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
        "lexical": WEIGHTS["lexical"],
        "whole": WEIGHTS["whole"],
    }
    assert sorted(names(found)) == ["hall.md", "pump.md", "tank.md"]
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


@pytest.fixture
def asked_by_meaning(tmp_path):
    """Return what ranks given texts, with the encoder, for a statement."""

    def asked(statement, **texts):
        folder = tmp_path / "meant"
        folder.mkdir()
        for name, text in texts.items():
            (folder / f"{name}.md").write_text(text, encoding="utf-8")
        with cedarprov.create(tmp_path / "by-meaning", dense=True) as kb:
            kb.ingest(folder)
            return kb.sources_for(statement)

    return asked


def of(found, ranking):
    return next((reason.share for reason in found.reasons if reason.ranking == ranking), 0.0)


def test_a_source_counts_the_more_the_nearer_one_of_its_sentences_is_in_meaning(asked_by_meaning):
    said = "Zinc keeps the common cold short."
    around = "Patients were enrolled in spring. Beds were counted. Meals were free."

    found = asked_by_meaning(
        said, same=f"# Same\n\n{around} {said}\n", other=f"# Other\n\n{around} Zinc is a metal.\n"
    )

    by_name = dict(zip(names(found), found, strict=True))
    assert by_name["same.md"].sentence.exact == said
    assert 0 < of(by_name["other.md"], "sentence") < of(by_name["same.md"], "sentence")
    assert names(found)[0] == "same.md"


def test_a_sentence_is_found_in_another_text_of_a_source_than_its_best(asked_by_meaning):
    said = "Zinc keeps the common cold short."
    filling = "Zinc and colds were looked at, common ones in short. " * 30

    [found] = asked_by_meaning(said, long=f"# Zinc\n\n{filling}\n\n# Rest\n\n{said}\n")

    assert found.sentence.exact == said
    assert of(found, "sentence") > 0.9 * WEIGHTS["sentence"]


def test_only_the_sentences_of_the_first_sources_are_compared(asked_by_meaning):
    texts = {f"t{at}": f"# Pump {at}\n\nPump {at} holds pressure.\n" for at in range(15)}

    found = asked_by_meaning("The pump holds pressure", **texts)

    assert len(found) == len(texts)
    looked_into = [each for each in found if of(each, "sentence")]
    assert looked_into == [*found[:LOOKED_INTO]]


def test_without_an_encoder_the_sentence_with_most_of_the_terms_is_named_and_counts_nothing(kb):
    found = kb.sources_for("What was tested in May?")

    assert not any(of(each, "sentence") for each in found)
    assert found[0].sentence.exact == "It was tested in May."


def test_a_heading_is_no_sentence(kb):
    for found in kb.sources_for("pump tank hall"):
        assert not found.sentence.exact.startswith("#")


def test_a_sentence_is_an_exact_span_of_its_version(kb):
    for found in kb.sources_for("The pump holds 40 bar"):
        span, text = found.sentence, TEXTS[found.source.rpartition("/")[2]]
        assert text[span.start : span.end] == span.exact


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
