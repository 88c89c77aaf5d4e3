"""Faults that users of such systems reported, by their kind."""

from __future__ import annotations

import json

import pytest
from library import ANNA, Document, Library

from cedarprov.judge.attribute import AttributePolicy
from cedarprov.judge.contradiction import infer_contradictions
from cedarprov.judge.ending import superseded
from cedarprov.knowledge.inference import record
from cedarprov.model.edge import Relation, StructuredReading
from cedarprov.store.edge_record import edge_records

WHO = AttributePolicy(single=frozenset({"operator"}), several=frozenset({"task"}))
# What each episode says, taken apart: of a line there is one operator, of a team many tasks.
TAKEN_APART = (
    ("line 3", "operator", "Team Blue"),
    ("Team Blue", "tasks", "the archive server"),
    ("Team Blue", "tasks", "a noise audit of line 3"),
    ("line 3", "operator", "Team Green"),
    ("line 3", "operator", "Team Blue"),
)
# The last one arrives late, and is of a winter before all others.
FORCE = ("2026-01-05/..", "2026-02-01/..", "2026-03-01/..", "2026-04-01/..", "2024-12/2025-02")


class Story:
    """Episodes that arrive one by one, each with its claim."""

    def __init__(self, library: Library, texts: list[str]) -> None:
        self.library, self.texts = library, texts
        self.claims: list[str] = []

    def arrive(self, count: int) -> None:
        """Let the next episodes arrive."""
        for _ in range(count):
            at = len(self.claims)
            text = self.texts[at]
            self.library.put(Document(name=f"episode-{at}", text=text, effective=FORCE[at]))
            about, attribute, value = TAKEN_APART[at]
            reading = StructuredReading(about=about, attribute=attribute, value=value)
            passage = self.library.passage(text)
            self.claims.append(
                self.library.kb.claim(
                    text, quote=text, passage=passage, reading=reading, agent=ANNA
                )
            )

    def infer(self) -> list[str]:
        """Record what contradicts or replaces what, and return the edges."""
        session, texts = self.library.kb._reading(), self.library.kb._connection.texts
        return record(self.library.kb._writing(), infer_contradictions(session, texts, policy=WHO))

    def endings(self) -> list[tuple[str, str, str]]:
        """The claims that ended, by what words, and since when."""
        return [
            (ending.claim, ending.words[0].exact, ending.since.lexical)
            for ending in superseded(self.library.kb._reading(), self.claims)
        ]

    def operator(self, day: str) -> list[str]:
        """Who operates the line on a day, in the words that are quoted."""
        answer = self.library.kb.ask(
            "Which team operates line 3?", as_of={"effective": day}, arm="graph"
        )
        return [citation.exact for citation in answer.citations]

    def edge(self, iri: str):
        """An edge as it is recorded."""
        session = self.library.kb._reading()
        [found] = edge_records([iri], session.store, session.names)
        return found


@pytest.fixture
def story(tmp_path, shared):
    lines = (shared / "cases/S20/episodes.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    with Library(tmp_path) as library:
        yield Story(library, texts)


def test_what_only_adds_to_what_is_known_ends_and_contradicts_nothing(story):
    story.arrive(3)

    assert story.infer() == []
    assert story.endings() == []


def test_a_replacement_ends_one_relation_and_only_once_it_is_accepted(story):
    story.arrive(4)

    [edge] = story.infer()
    proposed = story.edge(edge)
    pending = story.endings()
    story.library.accept(edge)

    blue, green = story.claims[0], story.claims[3]
    assert (proposed.subjects, proposed.relation, proposed.object) == (
        (green,),
        Relation.SUPERSEDES,
        blue,
    )
    assert pending == []
    assert story.endings() == [(blue, story.texts[3], "2026-04-01")]


def test_until_the_review_both_statements_are_heard_and_after_it_one(story):
    story.arrive(4)
    [edge] = story.infer()

    before = story.operator("2026-05-01")
    story.library.accept(edge)

    after = set(story.operator("2026-05-01"))
    assert set(before) >= {story.texts[0], story.texts[3]}
    assert after & {story.texts[0], story.texts[3]} == {story.texts[3]}
    assert story.texts[0] in story.operator("2026-02-01")


def test_an_ending_that_is_rejected_is_undone(story):
    story.arrive(4)
    [edge] = story.infer()
    story.library.accept(edge)
    story.library.reject(edge)

    assert story.endings() == []
    assert story.texts[0] in story.operator("2026-05-01")


def test_what_arrives_late_neither_ends_nor_reopens_anything(story):
    story.arrive(4)
    [edge] = story.infer()
    story.library.accept(edge)
    ended = story.endings()

    story.arrive(1)

    assert story.infer() == []
    assert story.endings() == ended
    assert story.texts[0] not in story.operator("2026-05-01")


def test_an_inferred_conflict_is_a_flag_and_hides_nothing(tmp_path):
    documents = [
        Document(name="manual", text="The pressure limit of the pump is 9 bar."),
        Document(name="sheet", text="The pressure limit of the pump is 7 bar."),
    ]
    with Library(tmp_path, *documents) as library:
        for document, value in zip(documents, "97", strict=True):
            reading = StructuredReading(about="pump", attribute="limit", value=value, unit="bar")
            passage = library.passage(document.text)
            library.kb.claim(
                document.text, quote=document.text, passage=passage, reading=reading, agent=ANNA
            )
        words = "What is the pressure limit of the pump?"
        before = library.kb.ask(words, arm="graph")
        [edge] = record(
            library.kb._writing(),
            infer_contradictions(library.kb._reading(), library.kb._connection.texts),
        )
        after = library.kb.ask(words, arm="graph")

    assert edge not in after.receipt.edges
    assert after.assessment == before.assessment
    assert [item.text for item in after.evidence] == [item.text for item in before.evidence]
