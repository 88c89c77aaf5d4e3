"""The catalogue: what was captured, in the order of the record."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from shelf import START, UNSHRUNK, Shelf, Telling, stories

from cedarprov.model.scope import Scope
from cedarprov.model.time import Basis, KnownTime, Precision
from cedarprov.store.catalogue import Catalogue


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        yield shelf


def until(hours: float) -> KnownTime:
    at = START + timedelta(hours=hours)
    return KnownTime(
        lexical=at.isoformat(),
        precision=Precision.SECOND,
        earliest=at,
        latest=at,
        basis=Basis.OBSERVED,
    )


def test_content_that_goes_and_comes_back_is_three_captures_in_a_chain(shelf):
    first, second = shelf.capture("manual", b"A"), shelf.capture("manual", b"B")
    third = shelf.capture("manual", b"A")
    catalogue = shelf.session.catalogue

    records = catalogue.records

    assert first.iri == third.iri != second.iri
    assert [record.version for record in records] == [first.iri, second.iri, first.iri]
    assert [record.previous for record in records] == [None, records[0].iri, records[1].iri]
    assert catalogue.last_of(records[0].edition_iri) == records[2]
    assert [record.sequence for record in catalogue.of_version(first.iri)] == [1, 3]


def test_a_content_that_was_never_captured_is_not_known(shelf):
    held = shelf.capture("manual", b"A")

    assert shelf.session.catalogue.knows_version(held.iri)
    assert not shelf.session.catalogue.knows_version(f"{held.iri}-other")
    assert shelf.session.catalogue.of_version(f"{held.iri}-other") == ()


def test_captures_are_found_by_their_iri_and_by_their_bundle(shelf):
    held = shelf.capture("manual", b"A")
    shelf.claim("It is A", held.span("A"))
    catalogue, [capture, claim] = shelf.session.catalogue, shelf.session.ledger.bundles()

    [record] = catalogue.records

    assert catalogue.find(record.iri) == catalogue.in_bundle(capture.iri) == record
    assert catalogue.in_bundle(claim.iri) is None
    assert catalogue.find(capture.iri) is None


def test_what_is_current_depends_on_the_sequence_number_and_the_time_of_capture(shelf):
    first, second = shelf.capture("manual", b"A"), shelf.capture("manual", b"B")
    catalogue = shelf.session.catalogue

    def current(**asked: object) -> list[str]:
        return [record.version for record in catalogue.current(**asked).values()]

    assert current() == current(sequence=2) == current(captured=until(5)) == [second.iri]
    assert current(sequence=1) == current(captured=until(1.5)) == [first.iri]
    assert current(sequence=0) == current(captured=until(0.5)) == []


def test_an_edition_is_described_by_its_own_capture(shelf):
    shelf.capture("manual", b"A", label="1", scope="release=1")
    shelf.capture("manual", b"A", label="1", scope="release=2..3,service=a")
    shelf.capture("other/ä b", b"A")

    records = shelf.session.catalogue.records

    scopes = [record.edition.scope for record in records]
    assert scopes == [
        Scope.of({"release": "1"}),
        Scope.of({"release": "2..3", "service": "a"}),
        Scope(),
    ]
    assert [record.edition.source.name for record in records] == ["manual", "manual", "other/ä b"]
    assert shelf.session.catalogue.dimensions() == ("release", "service")


@settings(max_examples=15, deadline=None, phases=UNSHRUNK)
@given(story=stories)
def test_a_catalogue_that_grew_equals_one_read_at_once(story, tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("catalogue") / "store") as shelf:
        Telling(shelf).tell(story)
        session = shelf.session
        anew = Catalogue(shelf.names)
        anew.take_in(session.ledger.bundles(), session.store)

        assert list(anew.records) == list(session.catalogue.records)
        assert anew.current() == session.catalogue.current()
        assert anew.current(sequence=session.sequence) == anew.current()
