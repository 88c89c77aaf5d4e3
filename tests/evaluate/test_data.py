from __future__ import annotations

import json
from collections import Counter

import pytest

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.confusion import macro_f1
from cedarprov.evaluate.pair_item import read_items
from cedarprov.evaluate.release import blind_status
from cedarprov.evaluate.scoped_question import manifest, projects, questions
from cedarprov.ingest.manifest import load_manifest
from cedarprov.model.answer import Status
from cedarprov.model.source import Markup


@pytest.fixture
def docs(shared):
    return shared / "data" / "versioned_docs"


def test_every_question_is_read_with_the_spans_that_answer_it(docs):
    asked = questions(docs)

    assert len(asked) == 52
    assert Counter(question.expected for question in asked) == {
        Status.ANSWERED: 32,
        Status.NEEDS_SCOPE: 7,
        Status.CONFLICT: 7,
        Status.UNSUPPORTED: 6,
    }
    assert all(question.evidence for question in asked if question.expected is Status.ANSWERED)


def test_the_blind_rule_reaches_the_accuracy_that_is_to_be_beaten(docs):
    newest = {project: of[-1].label for project, of in projects(docs).items()}

    pairs = [
        (question.expected, blind_status(question.written_scope, newest[question.project]))
        for question in questions(docs)
    ]

    assert round(sum(one is other for one, other in pairs) / len(pairs), 2) == 0.71
    assert macro_f1(Counter(pairs)) < 0.55


def test_the_manifest_names_one_source_for_a_file_in_all_releases(docs):
    written = load_manifest(manifest(projects(docs)["django"]), "django.toml")

    old, new = (written.describe(f"{release}/ref/settings.txt") for release in ("2.2.28", "5.2"))

    assert old.edition.source == new.edition.source
    assert (old.edition.label, new.edition.label) == ("2.2.28", "5.2")
    assert old.edition.scope.as_dict() == {"release": "2.2.28"}
    assert old.markup is Markup.RST


def test_every_pair_item_is_read(shared):
    items = read_items(shared / "pairs")

    assert len(items) == 73
    assert len({item.family for item in items}) == 22


def test_each_document_of_a_pair_is_declared_as_the_item_says(shared):
    for item in read_items(shared / "pairs"):
        for document in item.documents:
            text = document.declared("document-1.txt").to_toml()

            edition = load_manifest(text, "manifest.toml").describe("document-1.txt").edition

            assert edition.source.name == document.source
            assert edition.label == (document.edition or "")
            assert edition.scope.as_dict() == document.scope


def test_data_that_is_not_there_or_not_right_is_named_with_its_line(tmp_path):
    with pytest.raises(BadEvaluationData, match="no item"):
        read_items(tmp_path)

    (tmp_path / "dev.jsonl").write_text(json.dumps({"id": "a"}) + "\n", encoding="utf-8")

    with pytest.raises(BadEvaluationData, match=r"dev.jsonl, line 1 .*family") as refused:
        read_items(tmp_path)

    assert refused.value.line == 1


@pytest.mark.parametrize(("document", "words"), [(0, "no such words"), (9, "30 seconds")])
def test_a_pair_item_rests_on_words_of_its_own_documents(shared, tmp_path, document, words):
    source = min((shared / "pairs").glob("*.jsonl"))
    item = json.loads(source.read_text(encoding="utf-8").splitlines()[0])
    item["expected"]["evidence"] = [{"document": document, "quote": words}]
    (tmp_path / "dev.jsonl").write_text(json.dumps(item), encoding="utf-8")

    with pytest.raises(BadEvaluationData, match=r"dev.jsonl, line 1"):
        read_items(tmp_path)
