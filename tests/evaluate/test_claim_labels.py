"""The evaluation of claims: samples, labels, and what they show."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cedarprov
from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate import Options, RunRecord, evaluate
from cedarprov.evaluate.bootstrap import interval
from cedarprov.evaluate.claims import digest_of, distinct, drawn, is_held_out, key_of, read_labels
from cedarprov.evaluate.measure import Proportion
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.versioned_docs import ingest
from cedarprov.model.frozen import as_data

PAPER = "Settings\n========\n\n" + "\n".join(
    f"``OPTION_{number}``\n------------\n\nDefault: ``{number}``\n" for number in range(20)
)


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Documents in the form of the versioned ones: one project in two releases."""
    folder = tmp_path_factory.mktemp("documents")
    releases = [
        {"project": "django", "release": label, "published": f"202{label}"} for label in ("1", "2")
    ]
    (folder / "releases.json").write_text(json.dumps(releases))
    (folder / "questions.jsonl").write_text("")
    for label in ("1", "2"):
        path = folder / "django" / label / "settings.txt"
        path.parent.mkdir(parents=True)
        path.write_text(PAPER + f"\nThe pool holds up to {label}0 connections.\n")
    return folder


@pytest.fixture(scope="module")
def claims(documents, tmp_path_factory):
    store = tmp_path_factory.mktemp("stores") / "store"
    with cedarprov.create(store, dense=False) as kb:
        ingest(kb, documents, Options(dense=False))
        kb.infer("claims")
        return kb.claims()


def test_what_two_releases_say_in_the_same_words_counts_once(claims):
    assert len(claims) == 42
    assert len(distinct(claims)) == 22


def test_a_sample_is_the_same_each_time_held_out_and_without_what_was_seen(claims):
    first = drawn(claims, size=3)
    others = drawn(claims, size=3, seen={digest_of(claim) for claim in first})

    assert first == drawn(list(reversed(claims)), size=3)
    assert len(first) == 3
    assert all(is_held_out(claim) for claim in first)
    assert not {digest_of(claim) for claim in first} & {digest_of(claim) for claim in others}


def test_without_labels_claims_are_counted_and_checked(documents):
    record = evaluate("claims", documents, Options(dense=False))

    assert record.summary.measures == {"rules.exact": 1.0}
    assert {kind: summary.items for kind, summary in record.kinds.items()} == {
        "default": 40,
        "limit": 2,
    }
    assert RunRecord.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_labels_give_the_precision(documents, tmp_path):
    item = evaluate("claims", documents, Options(dense=False)).outcomes
    limits = [outcome.item for outcome in item if outcome.kind == "limit"]
    rows = [labelled(name, label) for name, label in zip(limits, ("right", "wrong"), strict=True)]
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))

    record = evaluate("claims", documents, Options(dense=False, labels=path))

    assert record.summary.measures["rules.precision_strict"] == 0.5
    low, high = record.summary.intervals["rules.precision_strict"]
    assert (round(low, 3), round(high, 3)) == (0.095, 0.905)


def labelled(name, label):
    """A label for the limit of the item that an outcome names."""
    source, edition, place, *_ = name.split()
    start, _, end = place.strip("[)").partition(",")
    value = name.rpartition(" = ")[2].split()[0]
    return {
        "source": source, "edition": edition, "start": int(start), "end": int(end),
        "about": "pool", "attribute": "maximum connections", "value": value,
        "unit": "connections", "label": label, "reason": "read it",
    }  # fmt: skip


def test_a_label_whose_claim_is_no_longer_made_is_refused(documents, claims, tmp_path):
    row = {**as_data(key_of(claims[0])), "value": "other", "label": "right", "reason": "read it"}
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(row))

    with pytest.raises(BadEvaluationData, match="draw a new sample"):
        evaluate("claims", documents, Options(dense=False, labels=path))


def test_a_line_that_is_no_label_is_named(tmp_path):
    path = tmp_path / "labels.jsonl"
    path.write_text('{"source": "a"}\n')

    with pytest.raises(BadEvaluationData, match="line 1"):
        read_labels(path)


@pytest.mark.parametrize("name", ["claims-1.jsonl", "claims-2.jsonl"])
def test_the_committed_labels_can_be_read(root, name):
    labels = read_labels(root / "data" / "labels" / name)

    assert len(labels) == 100
    assert all(label.reason for label in labels.values())


@given(st.integers(1, 200), st.data())
def test_the_interval_of_a_proportion_holds_it_and_lies_between_0_and_1(size, data):
    right = data.draw(st.integers(0, size))
    outcomes = [
        [Outcome(item=str(n), kind="", group=str(n), arm="", tallies={"p": Tally(n < right)})]
        for n in range(size)
    ]

    bounds = interval(Proportion("p"), outcomes, seed=1)

    assert bounds is not None
    assert 0 <= bounds[0] <= right / size <= bounds[1] <= 1
