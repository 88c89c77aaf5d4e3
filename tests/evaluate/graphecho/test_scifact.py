"""GraphEcho-SciFact: the counts of the paper, and what a claim's instances show."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.graphecho.scifact import scientific_claims
from cedarprov.evaluate.graphecho.verdict import Stance


@pytest.fixture(scope="module")
def found(request):
    return scientific_claims(request.getfixturevalue("shared") / "data" / "scifact")


def test_188_claims_make_584_distinct_instances(found):
    instances = [each for claim in found for each in claim.instances()]

    assert len(found) == 188
    assert len(instances) == len({each.identifier for each in instances}) == 584
    assert Counter(claim.stance for claim in found) == {Stance.SUPPORT: 124, Stance.REFUTE: 64}


def test_ten_claims_have_several_documents_and_are_shown_by_as_many_as_there_are_paths(found):
    several = [claim for claim in found if len(claim.evidence) > 1]
    conditions = {
        len(claim.evidence): {each.condition for each in claim.instances()} for claim in several
    }

    assert sorted(len(claim.evidence) for claim in several) == [2, 2, 2, 2, 3, 3, 4, 4, 4, 5]
    one = {"1S1P", "1S3P", "1S5P"}
    assert conditions[2] == one | {"2S3P", "2S5P"}
    assert conditions[4] == one | {"3S3P", "4S5P"}
    assert conditions[5] == one | {"3S3P", "5S5P"}


def test_all_conditions_match_in_paths_and_count_documents_as_origins(found):
    for claim in found:
        for shown in claim.instances():
            documents, paths = shown.condition.rstrip("P").split("S")
            assert len(shown.paths) == int(paths)
            assert len(shown.origins) == int(documents)
            assert shown.verdict.value == claim.stance.value


def test_rationale_sets_and_document_names_are_kept(found, shared):
    lines = (shared / "data" / "scifact" / "claims_dev.jsonl").read_text("utf-8").splitlines()
    written = {f"scifact-{each['id']}": each["evidence"] for each in map(json.loads, lines)}
    sets = 0
    for claim in found:
        for evidence in claim.evidence:
            expected = written[claim.identifier][evidence.document]
            assert [list(each) for each in evidence.rationales] == [
                e["sentences"] for e in expected
            ]
            sets += len(evidence.rationales)
    assert sets == 338


def test_every_path_of_a_document_repeats_one_record(found):
    for claim in found[:20]:
        shown = list(claim.instances())[2]
        assert len({path.evidence for path in shown.paths}) == 1
        assert len({path.representation for path in shown.paths}) == 5


def test_a_folder_without_documents_is_named(tmp_path):
    with pytest.raises(BadEvaluationData, match="corpus"):
        scientific_claims(tmp_path)


def test_a_claim_that_cites_a_document_that_is_not_there_is_named(tmp_path):
    cited = {"7": [{"sentences": [0], "label": "SUPPORT"}]}
    claim = {"id": 1, "claim": "Cedar floats.", "evidence": cited}
    (tmp_path / "claims_dev.jsonl").write_text(json.dumps(claim))
    (tmp_path / "corpus.jsonl").write_text("")

    with pytest.raises(BadEvaluationData, match="7"):
        scientific_claims(tmp_path)
