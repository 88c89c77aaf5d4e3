"""The sixty documents: how they were made, how answers are judged, and a quick run on some."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate import Options, RunRecord, differences, evaluate
from cedarprov.evaluate.inferring import read_verdicts
from cedarprov.evaluate.measure import measured
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.sixty import controls, damage, rubric
from cedarprov.evaluate.sixty.controls import conditions
from cedarprov.evaluate.sixty.corpus import read_edges, read_minutes, read_questions
from cedarprov.evaluate.sixty.labels import Kappa
from cedarprov.evaluate.sixty.rubric import Statement

ROOT = Path(__file__).resolve().parent.parent.parent
SIXTY = ROOT / "data" / "sixty"
RECORDS = ROOT / "data" / "records"
EDGES = tuple(read_edges(SIXTY))


@pytest.fixture
def small(tmp_path):
    """The documents on one service and on the platform, with their questions and edges."""
    folder = tmp_path / "sixty"
    shutil.copytree(SIXTY, folder, ignore=shutil.ignore_patterns("documents"))
    for part in ("alder", "platform"):
        shutil.copytree(SIXTY / "documents" / part, folder / "documents" / part)
    keep(folder / "questions.jsonl", lambda item: item["scope"].get("service") == "alder")
    keep(
        folder / "edges.jsonl",
        lambda item: all(
            (folder / "documents" / item[end]["document"]).is_file()
            for end in ("subject", "object")
        ),
    )
    return folder


def keep(path, wanted):
    lines = [line for line in path.read_text().splitlines() if wanted(json.loads(line))]
    path.write_text("\n".join(lines) + "\n")


def test_the_documents_are_those_that_the_script_writes(tmp_path):
    subprocess.run(
        [sys.executable, ROOT / "scripts" / "make-sixty", tmp_path], check=True, capture_output=True
    )

    written = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.*")}

    assert len(written) == 61
    assert written == {place: (SIXTY / place).read_bytes() for place in written}


def test_thirty_questions_rest_on_words_of_the_documents():
    questions = read_questions(SIXTY)

    assert Counter(question.split for question in questions) == {"development": 10, "final": 20}
    assert {question.kind for question in questions} == {
        "lookup", "version", "conflict", "insufficient", "ambiguous"
    }  # fmt: skip


def test_both_kinds_of_annotation_were_allowed_the_same_minutes():
    minutes = read_minutes(SIXTY)

    assert minutes.metadata == len(damage.places_in(SIXTY)) == minutes.review + minutes.hand
    assert minutes.review == len(read_verdicts(SIXTY / "verdicts.jsonl"))
    assert minutes.hand == len(EDGES)


def test_words_that_a_document_does_not_hold_once_are_refused(small):
    (small / "documents" / "alder" / "manual-2.md").write_text("Something else.\n")

    with pytest.raises(BadEvaluationData, match="0 times, not once"):
        read_questions(small)


def test_edges_make_the_difference_where_two_sources_contradict_each_other(small):
    record = evaluate("sixty", small, Options(dense=False))

    right = {(o.arm, o.item): o.tallies["answer_correct"].found for o in record.outcomes}
    spent = {o.arm: o.tallies["annotation_minutes"].found for o in record.outcomes}
    assert spent == {"flat": 0, "base": 0, "graph": 60, "metadata": 60, "both": 120}
    assert [pair.verdict for pair in record.paired] == ["answer_correct"] * 10
    assert right["graph", "s19"] == right["both", "s19"] == 1
    assert right["base", "s19"] == right["metadata", "s19"] == 0


def test_a_control_keeps_documents_and_questions_and_damages_the_rest(small, monkeypatch):
    kept = [each for each in conditions(small, read_edges(small)) if "50" in each.name][:1]
    monkeypatch.setattr(controls, "conditions", lambda *_: kept)

    record = evaluate("sixty-controls", small, Options(dense=False))

    assert {o.arm for o in record.outcomes} == {"duplicates-50"}
    assert len(record.outcomes) == len(read_questions(small))


# -- damage ---------------------------------------------------------------------------------------


def test_shuffled_edges_are_as_many_and_of_the_same_types_and_end_elsewhere():
    astray = damage.shuffled(EDGES)

    assert Counter(edge.relation for edge in astray) == Counter(edge.relation for edge in EDGES)
    assert Counter(edge.object for edge in astray) == Counter(edge.object for edge in EDGES)
    assert not [edge for edge in astray if edge in EDGES]


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_errors_are_added_to_the_fewer(one, other):
    less, more = (
        [here != right for here, right in zip(damage.with_errors(EDGES, share), EDGES, strict=True)]
        for share in sorted((one, other))
    )

    assert all(wrong for wrong, before in zip(more, less, strict=True) if before)
    assert sum(less) == round(min(one, other) * len(EDGES))


def test_a_hub_and_copies_of_no_share_change_nothing(tmp_path):
    damage.copy_documents(SIXTY, tmp_path, 0.0)

    assert damage.with_hub(EDGES, SIXTY, 0.0) == [*EDGES]
    assert not (tmp_path / "mirror").exists()


def test_a_copy_holds_the_words_of_its_original_but_no_paragraph_of_it(tmp_path):
    damage.copy_documents(SIXTY, tmp_path, 1.0)

    original = (tmp_path / "alder" / "manual-2.md").read_text()
    copy = (tmp_path / "mirror" / "alder" / "manual-2.md").read_text()
    assert "A queue holds up to 50,000 messages.\nProducers" in copy
    assert not {*original.split("\n\n")[1::2]} & {*copy.split("\n\n")}


# -- the rubric -----------------------------------------------------------------------------------

QUESTIONS = {question.identifier: question for question in read_questions(SIXTY)}


def statement(question, document, exact):
    return Statement(question=question, document=document, exact=exact)


@pytest.mark.parametrize(
    ("said", "is_support"),
    [
        (statement("s08", "alder/manual-2.md", "The acknowledgement timeout is 15 seconds"), True),
        (statement("s08", "alder/manual-3.md", "The timeout is 15 s."), True),
        (statement("s08", "birch/manual-3.md", "The timeout is 15 s."), False),
        (statement("s08", "alder/manual-1.md", "It is 60 seconds, or 15 seconds."), False),
        (statement("s24", "birch/manual-2.md", "An object may be up to 40 GB in size."), False),
    ],
)
def test_a_sentence_is_support_if_it_is_evidence_or_states_the_value_for_the_service(
    said, is_support
):
    assert rubric.supports(QUESTIONS[said.question], said) is is_support


# -- labels ---------------------------------------------------------------------------------------


def test_kappa_counts_what_both_say():
    def judged(here, first):
        return [
            Outcome(
                item="i", kind="k", group="g", arm="a",
                tallies={"yes": Tally(here), "first": Tally(first)},
            )
        ]  # fmt: skip

    both = [judged(1, 1), judged(0, 0)]
    assert measured(Kappa(), both) == 1.0
    assert measured(Kappa(), [*both, judged(1, 0), judged(0, 1)]) == 0.0


def test_the_labels_agree_as_far_as_the_record_says():
    recorded = RunRecord.from_json(json.loads((RECORDS / "sixty-labels.json").read_text()))

    assert differences(recorded, evaluate("sixty-labels", SIXTY)) == ()


@pytest.mark.parametrize("name", ["sixty", "sixty-controls"])
def test_a_record_is_of_the_documents_and_questions_that_are_here(name):
    recorded = RunRecord.from_json(json.loads((RECORDS / f"{name}.json").read_text()))

    assert recorded.name == name
    assert recorded.inputs == evaluate("sixty-labels", SIXTY).inputs
