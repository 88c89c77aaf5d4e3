"""Shortcut graphs follow the ledger: what is accepted is not asserted, what is refused is gone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from shelf import UNSHRUNK, Shelf, Telling, fill, stories

from cedarprov.check.guard import FastGuard
from cedarprov.model.edge import Agent, Relation, Verdict
from cedarprov.rdf.edge import relation_node
from cedarprov.rdf.graph import ACCEPTED, ASSERTED, DERIVED, PENDING, SHORTCUTS
from cedarprov.store.catalogue import Catalogue
from cedarprov.store.edge_record import ReviewState, edge_records
from cedarprov.store.session import Session, WritingSession
from cedarprov.store.shortcut import Shortcuts

BEN = Agent(name="Ben")


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        yield shelf


@pytest.fixture
def held(shelf):
    return shelf.capture("manual", b"one line\nanother line")


@pytest.fixture
def claims(shelf, held):
    return [shelf.claim(text, held.span("one")) for text in ("It is one", "It is 1")]


def shortcuts(session: Session) -> dict[str, set[tuple[str, str, str]]]:
    """The triples of each shortcut graph."""
    return {
        name: {
            (quad.subject.value, quad.predicate.value, quad.object.value)
            for quad in session.store.quads(None, None, None, session.names.graph(name))
        }
        for name in SHORTCUTS
    }


def triple(claims: list[str], relation: Relation = Relation.SUPPORTS) -> tuple[str, str, str]:
    return claims[0], relation_node(relation).value, claims[1]


def test_an_asserted_edge_is_among_the_asserted_ones_only(shelf, claims):
    shelf.edge(claims[0], Relation.SUPPORTS, claims[1])

    assert shortcuts(shelf.session) == {ASSERTED: {triple(claims)}, ACCEPTED: set(), PENDING: set()}


def test_an_inferred_edge_is_pending_until_it_is_accepted_and_never_asserted(shelf, claims):
    edge = shelf.inferred(claims[0], Relation.SUPPORTS, claims[1])
    before = shortcuts(shelf.session)
    shelf.review(edge, Verdict.ACCEPTED)

    after = shortcuts(shelf.session)

    assert before == {ASSERTED: set(), ACCEPTED: set(), PENDING: {triple(claims)}}
    assert after == {ASSERTED: set(), ACCEPTED: {triple(claims)}, PENDING: set()}


@pytest.mark.parametrize("inferred", [True, False])
def test_an_edge_that_was_rejected_or_is_disputed_is_nowhere(shelf, claims, inferred):
    make = shelf.inferred if inferred else shelf.edge
    edge = make(claims[0], Relation.SUPPORTS, claims[1])

    shelf.review(edge, Verdict.REJECTED)
    rejected = shortcuts(shelf.session)
    shelf.review(edge, Verdict.ACCEPTED, BEN)
    disputed = shortcuts(shelf.session)

    assert not any(rejected.values())
    assert not any(disputed.values())


def test_the_last_verdict_of_a_reviewer_stands(shelf, claims):
    edge = shelf.inferred(claims[0], Relation.SUPPORTS, claims[1])
    for verdict in (Verdict.ACCEPTED, Verdict.REJECTED, Verdict.ACCEPTED):
        shelf.review(edge, verdict)

    assert shortcuts(shelf.session)[ACCEPTED] == {triple(claims)}


def test_edges_that_say_the_same_share_a_shortcut_until_the_last_is_rejected(shelf, held, claims):
    edges = [
        shelf.edge(claims[0], Relation.SUPPORTS, claims[1]),
        shelf.edge(claims[0], Relation.SUPPORTS, claims[1], held.span("another")),
    ]
    seen = []
    for edge in edges:
        shelf.review(edge, Verdict.REJECTED)
        seen.append(shortcuts(shelf.session)[ASSERTED])

    assert seen == [{triple(claims)}, set()]


def test_a_new_capture_replaces_what_its_edition_applies_to(shelf):
    shelf.capture("manual", b"text", label="1", scope="release=1")
    [old] = shortcuts(shelf.session)[ASSERTED]
    shelf.capture("manual", b"text", label="1", scope="release=2")

    [new] = shortcuts(shelf.session)[ASSERTED]

    assert old != new
    assert old[:2] == new[:2]


def test_what_another_edition_applies_to_stays(shelf):
    shelf.capture("manual", b"text", label="1", scope="release=1")
    shelf.capture("manual", b"text", label="2", scope="release=1")

    assert len(shortcuts(shelf.session)[ASSERTED]) == 2


def test_the_state_of_an_edge_is_that_at_the_asked_sequence_number(shelf, claims):
    edge = shelf.inferred(claims[0], Relation.SUPPORTS, claims[1])
    shelf.review(edge, Verdict.ACCEPTED)
    shelf.review(edge, Verdict.REJECTED, BEN)
    now = shelf.session.sequence

    states = [
        [record.state for record in records]
        for records in (
            edge_records([edge], shelf.session.store, shelf.names, sequence=now - back)
            for back in range(4)
        )
    ]

    expected = [ReviewState.DISPUTED, ReviewState.ACCEPTED, ReviewState.PENDING]
    assert states == [*([state] for state in expected), []]


# -- made anew ------------------------------------------------------------------------------------


def made_anew(session: Session) -> dict[str, set[tuple[str, str, str]]]:
    """The shortcut graphs as they are after following the whole ledger from nothing."""
    names = session.names
    for name in (*SHORTCUTS, DERIVED):
        session.store.remove(list(session.store.quads(None, None, None, names.graph(name))))
    catalogue = Catalogue(names)
    catalogue.take_in(session.ledger.bundles(), session.store)
    Shortcuts(session.store, names, catalogue).follow(session.ledger.bundles())
    return shortcuts(session)


@settings(max_examples=20, deadline=None, phases=UNSHRUNK)
@given(story=stories)
def test_graphs_that_followed_step_by_step_equal_those_made_anew(story, tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("anew") / "store") as shelf:
        Telling(shelf).tell([("capture", "manual", "a b c", "1", "release=1"), *story])
        followed = shortcuts(shelf.session)

        assert followed == made_anew(shelf.session)
        assert Shortcuts(shelf.session.store, shelf.names, shelf.session.catalogue).reflects


def test_a_writer_that_opens_catches_up_with_what_a_killed_one_left(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        fill(shelf)
        whole = shortcuts(shelf.session)
        for name in (*SHORTCUTS, DERIVED):
            shelf.session.store.remove(
                list(shelf.session.store.quads(None, None, None, shelf.names.graph(name)))
            )

    with WritingSession.writing(shelf.folder, guard=FastGuard(), text_of=shelf.texts) as session:
        assert shortcuts(session) == whole
