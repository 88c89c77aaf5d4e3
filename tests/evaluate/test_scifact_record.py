"""The kept records of the full runs: their measures follow from their items."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

import pytest

from cedarprov.evaluate import EVALUATIONS, RunRecord
from cedarprov.evaluate.measure import measured
from cedarprov.evaluate.paired import paired_by_each
from cedarprov.evaluate.trial.decision import RIGHT

ALL = sorted((Path(__file__).resolve().parents[2] / "data" / "records").glob("*.json"))
RECORDS = ("scifact.json", "versioned-docs-peers.json")


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


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_kept_record_holds_its_pairs_and_no_interval_of_a_single_item(root, path):
    record = kept(root, path.name)

    verdicts = (RIGHT,) if record.name == "trial" else ()
    if record.name in EVALUATIONS:
        verdicts = EVALUATIONS[record.name].verdicts
    assert {pair.verdict for pair in record.paired} == {*verdicts}
    if record.outcomes:
        assert record.paired == paired_by_each(record.outcomes, verdicts)
    for summary in record.kinds.values():
        assert summary.items > 1 or not summary.intervals
