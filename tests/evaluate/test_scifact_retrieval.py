"""Scientific claims on a few dozen of the real abstracts: what is ranked, shown and counted."""

from __future__ import annotations

import json

import pytest

from cedarprov.evaluate import Options, differences, evaluate
from cedarprov.evaluate.peers import PeerName
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.study import Study, claims, studies

WORDS = Options(dense=False)
CLAIMS = 12
STUDIES = 40


@pytest.fixture(scope="module")
def folder(request, tmp_path_factory):
    """The first claims that have evidence, their abstracts, and others up to a few dozen."""
    shared = request.getfixturevalue("shared") / "data" / "scifact"
    made = tmp_path_factory.mktemp("scifact")
    asked = [
        line
        for line in (shared / "claims_dev.jsonl").read_text(encoding="utf-8").splitlines()
        if json.loads(line)["evidence"]
    ][:CLAIMS]
    wanted = {int(study) for line in asked for study in json.loads(line)["evidence"]}
    written = (shared / "corpus_dev_subset.jsonl").read_text(encoding="utf-8").splitlines()
    written.sort(key=lambda line: json.loads(line)["doc_id"] not in wanted)
    (made / "claims_dev.jsonl").write_text("\n".join(asked), encoding="utf-8")
    (made / "corpus.jsonl").write_text("\n".join(written[:STUDIES]), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def record(folder):
    return evaluate("scifact", folder, WORDS)


def test_every_sentence_has_its_exact_span_in_the_document():
    study = Study(identifier=1, title="A  title", sentences=("One \n.", "- 2. Two", "# Three\n"))

    assert study.document == "# A title\n\nOne . - 2. Two # Three\n"
    assert [study.document[start:end] for start, end in study.spans] == [
        "One .",
        "- 2. Two",
        "# Three",
    ]


def test_most_claims_find_their_abstract_first_among_a_few_dozen(record):
    measures = record.summary.measures

    assert record.summary.items == CLAIMS
    for arm in ("ask", "sources", "words"):
        assert measures[f"{arm}.abstract_recall@1"] >= 0.8
        assert measures[f"{arm}.abstract_recall@20"] == 1.0
        assert measures[f"{arm}.ndcg@10"] >= 0.9
        assert 0.5 <= measures[f"{arm}.rationale_shown@400"] <= 1.0


def test_rationales_are_found_in_the_abstracts_and_without_being_told_which(record):
    measures = record.summary.measures

    assert measures["sources.rationale_recall@3"] >= 0.6
    assert measures["sources.rationale_recall@10"] >= measures["sources.rationale_recall@5"]
    assert measures["sources.rationale_open_recall@10"] >= 0.4
    assert "ask.rationale_recall@3" not in measures


def test_the_same_run_again_differs_in_nothing_but_time(record, folder):
    read = RunRecord.from_json(json.loads(json.dumps(record.to_json())))

    assert differences(read, evaluate("scifact", folder, WORDS)) == ()


def test_the_first_claims_are_taken_and_the_record_says_so(folder, record):
    few = evaluate("scifact", folder, Options(dense=False, claims=2, peers=True))

    assert few.summary.items == few.settings["claims"] == 2
    assert few.settings["claims_file"] == record.settings["claims_file"] == "claims_dev.jsonl"
    assert "claims" not in record.settings
    assert few.settings["peers"] == []
    assert len(few.settings["peers left out"]) == len(PeerName)


def test_the_counts_of_the_data_hold(shared):
    folder = shared / "data" / "scifact"
    asked = list(claims(folder / "claims_dev.jsonl"))

    assert len(asked) == 188
    assert sum(len(claim.rationales) for claim in asked) == 209
    assert sum(len(claim.rationales) > 1 for claim in asked) == 10
    assert sum(1 for _ in studies(folder)) == 5183
