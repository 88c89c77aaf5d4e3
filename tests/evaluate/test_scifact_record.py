"""The kept records of the full runs: their measures follow from their items, the page from them."""

from __future__ import annotations

import json
from itertools import groupby

import pytest

from cedarprov.evaluate import EVALUATIONS, RunRecord
from cedarprov.evaluate.measure import measured

RECORDS = ("scifact.json", "versioned-docs-peers.json")
COLUMNS = {
    "scifact.json": (
        "abstract_recall@1",
        "abstract_recall@3",
        "abstract_recall@5",
        "abstract_recall@10",
        "ndcg@10",
        "rationale_shown@400",
    ),
    "versioned-docs-peers.json": (
        "evidence_recall@200",
        "evidence_recall@400",
        "evidence_recall@800",
    ),
}


def kept(root, name):
    return RunRecord.from_json(json.loads((root / "data" / "records" / name).read_text("utf-8")))


@pytest.mark.parametrize("name", RECORDS)
def test_the_measures_of_a_record_follow_from_its_items(root, name):
    record = kept(root, name)
    by_arm = {
        arm: [[outcome] for outcome in found]
        for arm, found in groupby(
            sorted(record.outcomes, key=lambda outcome: outcome.arm), lambda outcome: outcome.arm
        )
    }

    again = {
        f"{arm}.{measure.name}": round(value, 6)
        for arm, groups in by_arm.items()
        for measure in EVALUATIONS[record.name].measures
        if (value := measured(measure, groups)) is not None
    }

    timed = {name for name in record.summary.measures if "latency" in name}
    assert again == {
        name: value for name, value in record.summary.measures.items() if name not in timed
    }


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_shows_what_the_record_holds(root, name):
    page = (root / "docs" / "explanation" / "scifact.md").read_text(encoding="utf-8")
    record = kept(root, name)
    arms = {outcome.arm for outcome in record.outcomes} - {"blind"}

    for arm in arms:
        cells = []
        for column in COLUMNS[name]:
            low, high = record.summary.intervals[f"{arm}.{column}"]
            value = record.summary.measures[f"{arm}.{column}"]
            cells.append(f"{value:.3f} [{low:.2f}, {high:.2f}]")
        assert f"| {arm} | {' | '.join(cells)} |" in page
