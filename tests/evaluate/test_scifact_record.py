"""The kept records of the full runs: their measures follow from their items."""

from __future__ import annotations

import json
from itertools import groupby

import pytest

from cedarprov.evaluate import EVALUATIONS, RunRecord
from cedarprov.evaluate.measure import measured

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
