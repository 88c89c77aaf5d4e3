"""The arm in which questions are asked that name none."""

from __future__ import annotations

import pytest

import cedarprov
from cedarprov.errors import BadValue
from cedarprov.model.edge import Agent
from cedarprov.model.question import Arm

ANNA = Agent(name="Anna")


def test_questions_are_asked_in_the_arm_metadata_at_first(kb, write):
    kb.ingest(write({"a.md": "The pool holds 8 connections.\n"}))

    assert kb.default_arm() is Arm.METADATA
    assert kb.ask("How many connections?").question.arm is Arm.METADATA


def test_the_last_choice_holds_and_a_question_may_still_name_another(kb, write):
    kb.ingest(write({"a.md": "The pool holds 8 connections.\n"}))
    kb.default_arm("flat", by=ANNA)
    kb.default_arm(Arm.GRAPH, by=ANNA, reason="a trial")

    assert kb.default_arm() is Arm.GRAPH
    assert kb.ask("How many connections?").question.arm is Arm.GRAPH
    assert kb.map("How many connections?").question.arm is Arm.GRAPH
    assert kb.ask("How many connections?", arm="flat").question.arm is Arm.FLAT


def test_a_choice_is_part_of_the_record_that_verifies_and_is_archived(kb, tmp_path):
    kb.default_arm("graph", by=ANNA, reason="a trial")
    (tmp_path / "archive.trig").write_bytes(kb.export("trig"))

    with cedarprov.create(tmp_path / "other") as other:
        other.import_(tmp_path / "archive.trig")

        assert other.default_arm() is Arm.GRAPH
    assert not kb.verify().findings


def test_an_arm_that_is_not_known_is_refused(kb):
    with pytest.raises(BadValue, match="one of flat, metadata, graph"):
        kb.default_arm("best")


def test_the_trail_of_a_choice_says_who_made_it(kb):
    kb.default_arm("graph", by=ANNA, reason="a trial")
    [row] = kb.sparql(
        "SELECT ?it WHERE { GRAPH ?g { ?it a <https://w3id.org/cedarprov/ns#ArmChoice> } }"
    ).rows

    trail = kb.trail(row[0].value)

    assert "Anna" in str(trail)
