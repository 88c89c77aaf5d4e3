"""The catalogue beside the store: believed only where it agrees with the ledger."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from shelf import UNSHRUNK, Shelf, Telling, stories

from cedarprov.store.catalogue import Catalogue
from cedarprov.store.catalogue_file import CatalogueFile
from cedarprov.store.session import Session


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        yield shelf


def from_graphs(session: Session) -> list:
    catalogue = Catalogue(session.names)
    catalogue.take_in(session.ledger.bundles(), session.store)
    return list(catalogue.records)


def from_file(session: Session) -> tuple[list, int]:
    return CatalogueFile(session.folder.catalogue, session.ledger).read()


@settings(max_examples=10, phases=UNSHRUNK)
@given(told=stories)
def test_it_holds_what_the_graphs_hold(told, tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("shelf") / "store") as shelf:
        Telling(shelf).tell(told)

        records, reached = from_file(shelf.session)

        assert records == from_graphs(shelf.session)
        assert reached == shelf.session.sequence


def test_opening_a_store_reads_no_capture_from_its_graphs(shelf):
    shelf.capture("manual", b"A")
    shelf.capture("manual", b"B")

    with Session.reading(shelf.session.folder) as session:
        found = len(session.catalogue.records)

        assert found == 2
        assert session.store.work.rows < 20


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-9],
        lambda text: text[:0],
        lambda text: f"no JSON {text}",
        lambda text: f"[]\n{text}",
        lambda text: text.replace("sha256:", "sha256:0"),
        lambda text: text.replace('"format": 1', '"format": 2'),
    ],
    ids=["cut off", "empty", "not JSON", "no line of ours", "another chain", "another format"],
)
def test_a_damaged_file_is_not_believed_and_nothing_is_lost(shelf, damage):
    shelf.capture("manual", b"A")
    shelf.capture("manual", b"B")
    path = shelf.session.folder.catalogue
    path.write_text(damage(path.read_text()))

    with Session.reading(shelf.session.folder) as session:
        assert list(session.catalogue.records) == from_graphs(session)


def test_a_reader_of_an_earlier_state_takes_no_later_lines(shelf):
    shelf.capture("manual", b"A")
    with Session.reading(shelf.session.folder) as earlier:
        shelf.capture("manual", b"B")

        assert [record.sequence for record in earlier.catalogue.records] == [1]


def test_a_writer_mends_the_file(shelf):
    shelf.capture("manual", b"A")
    path = shelf.session.folder.catalogue
    path.write_text("no JSON\n")

    CatalogueFile(path, shelf.session.ledger).catch_up(shelf.session.catalogue)

    assert from_file(shelf.session) == (from_graphs(shelf.session), 1)
    assert len([json.loads(line) for line in path.read_text().splitlines()]) == 1
