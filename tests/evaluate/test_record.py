from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadRunRecord
from cedarprov.evaluate.difference import differences
from cedarprov.evaluate.measure import Share, StatusAccuracy, StatusMacroF1, WholeGroups
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import paired
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.summary import by_kind, summarise
from cedarprov.evaluate.table import render
from cedarprov.model.answer import Status
from cedarprov.model.frozen import replace

MEASURES = (StatusAccuracy(), StatusMacroF1(), Share("recall@400"))
NAMES = st.text("abc", min_size=1, max_size=4)
OUTCOMES = st.builds(
    Outcome,
    item=NAMES,
    kind=NAMES,
    group=NAMES,
    arm=st.sampled_from(["flat", "graph"]),
    expected=st.sampled_from(list(Status)),
    given=st.sampled_from(list(Status)),
    accepted=st.frozensets(st.sampled_from(list(Status))),
    tallies=st.dictionaries(st.just("recall@400"), st.builds(Tally, st.integers(0, 3), st.just(3))),
    seconds=st.none() | st.floats(0, 1),
    detail=st.dictionaries(NAMES, st.lists(NAMES) | st.integers()),
)


def record_of(outcomes):
    return RunRecord(
        name="pairs",
        settings={"arms": ["flat"], "dense": None},
        seeds={"bootstrap": 1},
        inputs={"dev.jsonl": "sha256:00"},
        versions={"python": "3.11"},
        outcomes=tuple(outcomes),
        summary=summarise(outcomes, MEASURES, seed=1, resamples=20),
        kinds=by_kind(outcomes, MEASURES, seed=1, resamples=20),
        paired=paired(outcomes),
    )


def outcome(**changes):
    item = Outcome(
        item="a",
        kind="lookup",
        group="a",
        arm="flat",
        expected=Status.ANSWERED,
        given=Status.ANSWERED,
        tallies={"recall@400": Tally(1, 2)},
        seconds=0.25,
    )
    return replace(item, **changes)


@given(st.lists(OUTCOMES, max_size=4))
def test_a_record_survives_json(outcomes):
    record = record_of(outcomes)

    again = RunRecord.from_json(json.loads(json.dumps(record.to_json())))

    assert again.to_json() == record.to_json()
    assert differences(record, again) == ()


def test_measures_are_flat_and_named_by_arm():
    written = record_of([outcome(), outcome(item="b", group="b", tallies={})]).to_json()

    assert written["measures"]["flat.status_accuracy"] == 1.0
    assert written["measures"]["flat.recall@400"] == 0.5
    assert all(isinstance(value, float | int) for value in written["measures"].values())


def test_items_are_grouped_by_their_family():
    right, wrong = ({"item": Tally(found)} for found in (1, 0))
    items = [outcome(group="f", tallies=right), outcome(item="b", group="f", tallies=wrong)]

    summary = summarise(items, [WholeGroups("families", tally="item")], seed=1, resamples=9)

    assert summary.measures["flat.families"] == 0.0


def test_a_measure_without_anything_to_count_is_left_out():
    written = record_of([outcome(tallies={})]).to_json()

    assert "flat.recall@400" not in written["measures"]


@pytest.mark.parametrize("written", [{}, {"name": "pairs", "items": 3}, {"items": [{}]}])
def test_json_that_is_no_record_is_refused(written):
    with pytest.raises(BadRunRecord):
        RunRecord.from_json(written)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("name", 3),
        ("settings", []),
        ("seeds", {"bootstrap": "x"}),
        ("inputs", {"dev.jsonl": 1}),
        ("versions", None),
        ("measures", {"a": "x"}),
        ("intervals", {"a": [0.1]}),
        ("intervals", {"a": [0.1, "x"]}),
        ("kinds", {"lookup": {"items": "x", "measures": {}, "intervals": {}}}),
        ("items", [{"id": 1}]),
    ],
)
def test_a_part_of_the_wrong_kind_is_refused_and_named(part, value):
    written = record_of([outcome()]).to_json()

    with pytest.raises(BadRunRecord, match=rf"\$\.{part}"):
        RunRecord.from_json({**written, part: value})


def test_a_record_kept_without_its_items_is_compared_by_its_measures():
    record = record_of([outcome(), outcome(item="b", arm="graph"), outcome(item="c")])
    written = record.to_json()
    del written["items"]
    read = RunRecord.from_json(written)

    assert (read.arms, read.summary.items) == (record.arms, record.summary.items)
    assert differences(read, record) == ()
    found = differences(read, record_of([outcome(tallies={"recall@400": Tally(2, 2)})]))
    assert any(line.startswith("measures/flat.recall@400") for line in found)


def test_pairs_are_kept_with_their_p_value_also_without_items():
    items = [outcome(), outcome(arm="graph", given=Status.CONFLICT)]
    written = record_of(items).to_json()
    del written["items"]

    [pair] = RunRecord.from_json(written).paired

    assert written["paired"] == [
        {"verdict": "status", "one": "flat", "other": "graph", "items": 1, "only_one": 1,
         "only_other": 0, "p": 1.0}
    ]  # fmt: skip
    assert (pair.one, pair.other, pair.only_one, pair.p) == ("flat", "graph", 1, 1.0)


def test_a_pair_that_differs_is_named():
    before = record_of([outcome(), outcome(arm="graph")])
    after = record_of([outcome(), outcome(arm="graph", given=Status.CONFLICT)])

    assert "paired/status flat, graph/only_one: 0 was recorded, 1 now" in differences(before, after)


def test_time_is_no_difference():
    slow = record_of([outcome(seconds=0.1), outcome(item="b", seconds=0.2)])
    fast = record_of([outcome(seconds=0.9), outcome(item="b", seconds=0.8)])

    assert slow.summary.measures != fast.summary.measures
    assert differences(slow, fast) == ()


def test_a_changed_answer_is_named_with_what_follows_from_it():
    before, after = record_of([outcome()]), record_of([outcome(given=Status.CONFLICT)])

    lines = differences(before, after)

    assert "items/a flat/given: answered was recorded, conflict now" in lines
    assert any(line.startswith("measures/flat.status_accuracy: 1.0") for line in lines)


def test_an_item_that_is_gone_is_named():
    before = record_of([outcome(), outcome(item="b", group="b")])

    lines = differences(before, record_of([outcome()]))

    assert any(line.startswith("items/b flat: ") for line in lines)


def test_other_library_versions_are_named_only_beside_another_difference():
    before = record_of([outcome()])
    newer = replace(before, versions={"python": "3.12"})

    assert differences(before, newer) == ()
    assert "versions/python: 3.11 was recorded, 3.12 now" in differences(
        before, replace(newer, inputs={"dev.jsonl": "sha256:01"})
    )


def test_the_tables_show_measures_statuses_kinds_and_what_went_unanswered():
    record = record_of([outcome(), outcome(item="b", group="b", given=Status.UNSUPPORTED)])

    text = render(record)

    assert "pairs: 2 items" in text
    assert "status_accuracy  0.500 [" in text
    assert "flat: expected, given  answered  needs-scope  conflict  unsupported" in text
    assert "lookup (2)" in text
    assert "flat: unsupported where an answer was expected (1): b" in text


def test_more_arms_than_fit_a_line_are_shown_in_tables_below_one_another():
    arms = [f"policy-{number:02}/M{number % 4}" for number in range(26)]
    text = render(record_of([outcome(arm=arm) for arm in arms]))

    assert max(map(len, text.splitlines())) <= 120
    headers = [line for line in text.splitlines() if line.startswith("pairs: 1 items")]
    assert [arm for line in headers for arm in line.split()[3:]] == arms
    assert sum(line.startswith("recall@400") for line in text.splitlines()) == len(headers) > 1


def test_a_record_is_kept_in_one_line_with_its_command_and_without_its_items(tmp_path):
    record = record_of((outcome(),))
    record.keep(tmp_path / "kept.json", "scripts/measure")

    [line] = (tmp_path / "kept.json").read_text(encoding="utf-8").splitlines()
    written = json.loads(line)
    assert next(iter(written)) == "command"
    assert written.pop("command") == "scripts/measure"
    assert written == {name: part for name, part in record.to_json().items() if name != "items"}
