"""Origins measured: the scores, the real groups and the mixed set."""

from __future__ import annotations

import json

import pytest

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate import differences, evaluate, render
from cedarprov.evaluate.mixed_origins import GROUPS, SIZES, mixed_items
from cedarprov.evaluate.origins import interval_score
from cedarprov.evaluate.record import RunRecord
from cedarprov.model.answer import Interval


@pytest.mark.parametrize(
    ("low", "high", "truth", "score"),
    [(2, 2, 2, 0), (1, 3, 2, 2), (1, 1, 2, 2), (3, 5, 1, 6), (1, 2, 5, 7)],
)
def test_the_interval_score_is_the_width_plus_twice_the_distance(low, high, truth, score):
    assert interval_score(Interval(low=low, high=high), truth) == score


@pytest.fixture(scope="module")
def real(request):
    folder = request.getfixturevalue("shared") / "data" / "independent_origins"
    return evaluate("origins", folder)


@pytest.fixture(scope="module")
def mixed(request):
    return evaluate("mixed-origins", request.getfixturevalue("shared") / "data" / "scifact")


def test_no_pair_of_the_real_groups_is_joined_wrongly_and_most_are_found(real):
    measures = real.summary.measures

    assert measures["unreviewed.certain_pair_precision"] == 1
    assert measures["unreviewed.pair_precision"] >= 0.97
    assert measures["unreviewed.pair_recall"] >= 0.65


def test_after_a_review_by_rule_real_groups_are_counted_closely(real):
    measures = real.summary.measures

    assert measures["reviewed.interval_score"] <= 0.8
    assert measures["reviewed.certain_pair_precision"] == 1
    assert measures["documents.interval_score"] == 5.25
    assert measures["reviewed.interval_score"] < measures["constant.interval_score"]


def test_texts_that_state_different_facts_stay_apart(real):
    assert real.kinds["similar_text_distinct_claims"].measures["unreviewed.interval_score"] == 0


def test_the_mixed_set_is_counted_better_than_by_any_baseline_without_a_review(mixed):
    measures = mixed.summary.measures

    assert mixed.summary.items == GROUPS
    assert measures["unreviewed.interval_score"] <= 1
    for baseline in ("documents", "minhash", "constant"):
        assert measures["unreviewed.interval_score"] < measures[f"{baseline}.interval_score"]


def test_the_mixed_set_is_the_same_each_time_and_has_every_size(shared):
    folder = shared / "data" / "scifact"
    items = mixed_items(folder)

    assert items == mixed_items(folder)
    assert {item.true_count for item in items} == {*SIZES}


def test_a_record_is_printed_and_read_back(real):
    written = json.loads(json.dumps(real.to_json()))

    assert differences(RunRecord.from_json(written), real) == ()
    assert "interval_score" in render(real)
    assert "expected, given" not in render(real)


def test_a_document_that_is_missing_is_named(tmp_path):
    document = {"path": "gone.txt", "origin": "a"}
    group = {"id": "g", "kind": "k", "claim": "c", "documents": [document]}
    (tmp_path / "groups.jsonl").write_text(json.dumps(group))

    with pytest.raises(BadEvaluationData, match=r"gone\.txt"):
        evaluate("origins", tmp_path)
