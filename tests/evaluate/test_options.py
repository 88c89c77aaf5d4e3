"""What an evaluation takes, what it refuses, and what a record says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cedarprov
from cedarprov.errors import BadRunRecord, ModelNotFound, UntakenOption
from cedarprov.evaluate import EVALUATIONS, Options, RunRecord, evaluate, evaluate_again
from cedarprov.evaluate.environment import search_settings
from cedarprov.evaluate.evaluation import CHOICES, as_written
from cedarprov.evaluate.trial import trial
from cedarprov.index import encoder_cache
from cedarprov.model.frozen import replace
from cedarprov.model.question import Arm
from tests.evaluate.toy import write_toy

RECORDS = sorted((Path(__file__).resolve().parents[2] / "data" / "records").glob("*.json"))
GIVEN = {
    "arms": (Arm.FLAT,),
    "dense": False,
    "store": Path("store"),
    "labels": Path("labels.jsonl"),
    "networks": Path("networks"),
    "infer": True,
    "claims": 1,
    "peers": True,
}
REFUSED = [
    (name, choice)
    for name, evaluation in EVALUATIONS.items()
    for choice in CHOICES
    if choice not in evaluation.takes
]
SETTINGS = {"dense": {"dense", "encoder"}, "peers": {"peers", "peers left out"}}


@pytest.fixture
def toy(tmp_path):
    folder = write_toy(tmp_path / "toy")
    (folder / "minutes.json").write_text('{"metadata": 2, "edges": {"review": 1, "hand": 1}}')
    for name in ("verdicts.jsonl", "labels-1.jsonl", "labels-2.jsonl"):
        (folder / name).write_text("")
    return folder


def test_every_choice_has_a_value_here_that_is_not_its_default():
    assert Options(**GIVEN).given == CHOICES == tuple(GIVEN)
    assert Options().given == ()
    assert all({*evaluation.takes} <= {*CHOICES} for evaluation in EVALUATIONS.values())


@pytest.mark.parametrize(("name", "choice"), REFUSED)
def test_an_option_that_is_not_taken_is_refused_by_name(name, choice):
    with pytest.raises(UntakenOption) as refused:
        evaluate(name, Path("nowhere"), Options(**{choice: GIVEN[choice]}))

    said = str(refused.value)
    assert f"the evaluation {name} does not take {as_written(choice)}" in said
    assert all(as_written(each) in said for each in EVALUATIONS[name].takes)


def test_only_what_is_taken_is_recorded_and_as_it_took_effect(toy):
    record = evaluate("sixty", toy, Options(arms=(Arm.FLAT,), dense=False))

    fixed = EVALUATIONS["sixty"].settings
    assert {*record.settings} == {*fixed, "arms", "dense", "resamples"}
    assert record.settings["arms"] == ["flat"]
    assert record.settings["dense"] is False
    assert record.settings["infer"] == "in the arms graph and both"


def test_a_search_by_words_is_recorded_as_one_however_it_came_about(tmp_path, monkeypatch):
    cedarprov.create(tmp_path / "words", dense=False).close()

    def nowhere():
        raise ModelNotFound("default")

    assert search_settings(tmp_path / "words", dense=None) == {"dense": False}
    monkeypatch.setattr(encoder_cache, "encoder_named", nowhere)
    assert search_settings(None, dense=None) == {"dense": False}
    assert search_settings(None, dense=False) == {"dense": False}


def test_a_search_by_meaning_is_recorded_with_its_encoder(monkeypatch):
    class Encoder:
        class mark:  # noqa: N801 - as an encoder has it
            name = "some-model"

    monkeypatch.setattr(encoder_cache, "encoder_named", Encoder)
    assert search_settings(None, dense=None) == {"dense": True, "encoder": "some-model"}


def test_a_record_is_run_again_with_what_it_holds_and_nothing_else(toy):
    record = evaluate("sixty", toy, Options(arms=(Arm.FLAT,), dense=False))

    assert evaluate_again(record, toy).settings == record.settings
    with pytest.raises(UntakenOption, match="sixty of a record does not take --arm"):
        evaluate_again(record, toy, Options(arms=(Arm.GRAPH,)))
    with pytest.raises(BadRunRecord, match="sideways"):
        evaluate_again(replace(record, settings={"arms": ["sideways"]}), toy)


def test_a_trial_of_an_annotated_corpus_takes_no_labels(toy):
    with pytest.raises(UntakenOption, match="--labels"):
        trial(toy, Options(labels=toy / "labels-1.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_kept_records_hold_what_their_evaluation_takes_and_no_more(path):
    record = RunRecord.from_json(json.loads(path.read_text("utf-8")))
    if record.name == "trial":
        assert isinstance(record.settings["dense"], bool)
    if record.name not in EVALUATIONS:
        return  # of a trial or a script
    evaluation = EVALUATIONS[record.name]
    taken = set().union(*(SETTINGS.get(each, {each}) for each in evaluation.takes))

    assert {*record.settings} <= {*evaluation.settings, *taken, "resamples"}
    assert all(value is not None for value in record.settings.values())
    assert isinstance(record.settings.get("dense", False), bool)
    for name in {*evaluation.settings} & {*record.settings}:
        assert record.settings[name] == evaluation.settings[name]
