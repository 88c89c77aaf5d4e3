"""Qualification: notes that take a value back for a case, without another in its place."""

from __future__ import annotations

import pytest
from library import ANNA, Document, Library

from cedarprov.judge.qualification import (
    case_of,
    infer_qualifications,
    is_announced,
    is_upgrade_note,
)
from cedarprov.knowledge.inference import record
from cedarprov.model.answer import Status
from cedarprov.model.edge import Relation, StructuredReading
from cedarprov.model.scope import Scope

DEFAULT = "In new deployments the default request timeout is 10 seconds."
NOTE = "Existing deployments keep their configured request timeout."


@pytest.mark.parametrize(
    "sentence",
    [
        NOTE,
        "Existing installations keep their value.",
        "Upgraded instances retain what was set before.",
        "Systems that were upgraded are not affected by the limit.",
        "After an upgrade the timeout stays as it was.",
    ],
)
def test_what_leaves_upgraded_systems_as_they_were_is_an_upgrade_note(sentence):
    assert is_upgrade_note(sentence)
    assert case_of(sentence) == Scope.of({"deployment": "upgrade"})


@pytest.mark.parametrize(
    "sentence",
    [
        DEFAULT,
        "The server keeps connections open.",
        "Existing deployments are listed on the first page.",
        "Existing deployments will be changed in 2.1.",
    ],
)
def test_other_sentences_are_none(sentence):
    assert case_of(sentence) is None


def test_a_limit_that_does_not_apply_to_something_is_open_for_it():
    assert case_of("The limit does not apply to nightly backups.") == Scope.of(
        {"case": "nightly-backups"}
    )


@pytest.mark.parametrize(
    ("sentence", "announced"),
    [
        ("The method will be removed in 2.1.", True),
        ("The method was removed in 2.1.", False),
        ("The limit is 5 bar.", False),
    ],
)
def test_an_announced_plan_is_told_from_a_fact(sentence, announced):
    assert is_announced(sentence) is announced


def value(library: Library, quote: str = DEFAULT, attribute: str = "default request timeout"):
    reading = StructuredReading(about="Cedar", attribute=attribute, value="10", unit="seconds")
    return library.kb.claim(
        quote, quote=quote, passage=library.passage(quote), reading=reading, agent=ANNA
    )


def inferred(library: Library):
    return infer_qualifications(library.kb._reading(), library.kb._connection.texts)


@pytest.fixture
def library(tmp_path):
    documents = [
        Document(name="cedar-manual", text=DEFAULT, edition="2", scope="release=2"),
        Document(name="cedar-note", text=NOTE, edition="2", scope="release=2"),
    ]
    with Library(tmp_path, *documents) as filled:
        yield filled


def test_a_note_that_names_the_attribute_qualifies_the_default_for_its_case(library):
    default = value(library)

    found = inferred(library)

    [edge], [note] = found.edges, found.claims
    assert (edge.relation, edge.object) == (Relation.QUALIFIES, default)
    assert [span.exact for span in edge.evidence] == [NOTE, DEFAULT]
    assert edge.scope == Scope.of({"release": "2", "deployment": "upgrade"})
    assert (note.statement, note.reading) == (NOTE, None)


def test_a_note_on_what_is_upgraded_qualifies_the_default_of_what_is_new(library):
    reading = StructuredReading(about="Cedar", attribute="request timeout", value="10", unit="s")
    default = library.kb.claim(
        DEFAULT,
        quote=DEFAULT,
        passage=library.passage(DEFAULT),
        reading=reading,
        scope={"deployment": "new"},
        agent=ANNA,
    )

    [edge] = inferred(library).edges

    assert edge.object == default
    assert edge.scope == Scope.of({"release": "2", "deployment": "upgrade"})


def test_once_accepted_the_note_is_the_answer_for_its_case_and_for_no_other(library):
    value(library)
    *_, edge = record(library.kb._writing(), inferred(library))
    library.accept(edge)

    def asked(deployment):
        scope = {"release": "2", "deployment": deployment}
        return library.kb.ask(
            "What is the default request timeout?", scope=scope, arm="graph"
        ).assessment

    assert asked("upgrade").status is Status.UNSUPPORTED
    assert asked("upgrade").quotations[0].exact == NOTE
    assert asked("new").values == ("10 s",)


def test_a_note_on_another_attribute_another_release_or_another_thing_qualifies_nothing(tmp_path):
    documents = [
        Document(name="cedar", text=DEFAULT, scope="release=2"),
        Document(name="idle", text="Existing deployments keep their idle delay."),
        Document(name="older", text=NOTE, scope="release=1"),
        Document(name="birch", text="Birch: existing deployments keep their request timeout."),
    ]
    with Library(tmp_path, *documents) as library:
        value(library)

        assert inferred(library).edges == ()


def test_a_note_that_names_nothing_means_the_only_value_beside_it(tmp_path):
    text = f"{DEFAULT} Existing deployments keep their value."
    with Library(tmp_path, Document(name="cedar", text=text)) as library:
        default = value(library)

        [edge] = inferred(library).edges

    assert (edge.object, edge.evidence[0].exact) == (
        default,
        "Existing deployments keep their value.",
    )


def test_beside_two_values_a_note_that_names_nothing_is_not_guessed_at(tmp_path):
    other = "The default pool size is 10."
    text = f"{DEFAULT} {other} Existing deployments keep their value."
    with Library(tmp_path, Document(name="cedar", text=text)) as library:
        value(library)
        value(library, other, "default pool size")

        found = inferred(library)

    assert found.edges == ()
    assert found.refused == {"a note does not tell which value it means": 1}
