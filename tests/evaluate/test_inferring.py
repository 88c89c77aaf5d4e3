"""Verdicts of an annotator in an evaluation: recorded where edges are inferred, never dropped."""

from __future__ import annotations

import json

import pytest

import cedarprov
from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate import Options
from cedarprov.evaluate.inferring import infer, read_verdicts


@pytest.fixture
def kb(tmp_path):
    with cedarprov.create(tmp_path / "store", dense=False) as created:
        yield created


@pytest.fixture
def verdicts(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text(json.dumps({"record": "urn:edge:1", "verdict": "accepted"}) + "\n")
    return path


def test_verdicts_without_an_inference_are_refused_not_dropped(kb, verdicts):
    with pytest.raises(BadEvaluationData, match="--infer"):
        infer(kb, Options(dense=False, labels=verdicts), read_verdicts(verdicts))


def test_verdicts_on_edges_of_another_store_are_passed_over(kb, verdicts):
    infer(kb, Options(dense=False, labels=verdicts, infer=True), read_verdicts(verdicts))

    assert not kb.agenda()
