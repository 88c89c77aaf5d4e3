"""The ledger: bundles in order, chained, and a batch wholly there or wholly absent."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple
from shelf import Shelf, fill

from cedarprov.errors import DiskFull, RefusedError
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.ledger import GENESIS, Ledger

NAMES = Names("urn:test:")


class OpenDoor:
    """Admits everything: what the door refuses is tested beside it."""

    def admit(self, batch, lines) -> None:
        """Refuse nothing."""


def draft(number: int, value: str = "") -> list[Triple]:
    return [Triple(NamedNode(f"urn:test:thing/{number}"), v.TITLE, Literal(f"{number}{value}"))]


@pytest.fixture
def store():
    return EmbeddedStore.in_memory()


@pytest.fixture
def ledger(store):
    return Ledger(store, NAMES)


def test_an_empty_ledger_stands_at_the_origin(ledger):
    assert (ledger.head.sequence, ledger.head.chain) == (0, GENESIS)
    assert list(ledger.bundles()) == []


@settings(max_examples=30, deadline=None)
@given(sizes=st.lists(st.integers(1, 5), max_size=8))
def test_numbers_are_dense_and_each_bundle_is_chained_to_the_one_before(sizes):
    store = EmbeddedStore.in_memory()
    ledger, number = Ledger(store, NAMES), 0
    for size in sizes:
        ledger.commit([draft(number + each) for each in range(size)], [], OpenDoor())
        number += size

    bundles = list(Ledger(store, NAMES).bundles())

    assert [bundle.sequence for bundle in bundles] == list(range(1, number + 1))
    chain = GENESIS
    for bundle in bundles:
        said = f"{chain}\n{bundle.digest}\n".encode()
        chain = "sha256:" + hashlib.sha256(said).hexdigest()
        assert bundle.chain == chain
    assert Ledger(store, NAMES).head == ledger.head


def test_the_digest_of_a_bundle_is_that_of_its_sorted_lines(store, ledger):
    [bundle] = ledger.commit([[*draft(2), *draft(1)]], [], OpenDoor())

    graph = NamedNode(bundle.iri)
    lines = sorted(f"{quad.triple} .\n".encode() for quad in store.quads(None, None, None, graph))
    assert bundle.digest == "sha256:" + hashlib.sha256(b"".join(lines)).hexdigest()
    assert bundle.iri == f"urn:test:bundle/{bundle.digest.removeprefix('sha256:')}"


def test_bundles_after_a_number_are_those_that_follow_it(ledger):
    ledger.commit([draft(number) for number in range(4)], [], OpenDoor())

    assert [bundle.sequence for bundle in ledger.bundles(after=2)] == [3, 4]


def test_texts_lie_outside_the_bundles_and_leave_their_digests_alone():
    stores = EmbeddedStore.in_memory(), EmbeddedStore.in_memory()

    heads = [
        Ledger(store, NAMES).commit([draft(1)], texts, OpenDoor())[-1]
        for store, texts in zip(stores, ([], ["one", "two", "one"]), strict=True)
    ]

    texts = [quad.object.value for quad in stores[1].quads(None, v.TEXT, None, NAMES.graph("text"))]
    assert heads[0] == heads[1]
    assert sorted(texts) == ["one", "two"]


def test_nothing_of_a_batch_that_the_door_refuses_is_written(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        fill(shelf)
        session = shelf.session
        before = session.store.engine.dump(format=RdfFormat.N_QUADS)
        thing = NamedNode(f"{shelf.names.base}source/x")
        good = [Triple(thing, v.TYPE, v.SOURCE), Triple(thing, v.TYPE, v.ENTITY)]
        bad = [*good, Triple(thing, v.WAS_DERIVED_FROM, NamedNode(f"{shelf.names.base}gone/1"))]

        with pytest.raises(RefusedError):
            session.commit([good, bad], ["a text"])

        assert session.store.engine.dump(format=RdfFormat.N_QUADS) == before


def test_after_a_write_that_was_cut_short_the_head_is_what_the_store_says(
    store, ledger, monkeypatch
):
    ledger.commit([draft(1)], [], OpenDoor())

    def no_room() -> None:
        raise DiskFull(NAMES.base, "no room to sync")

    with monkeypatch.context() as patch:
        patch.setattr(store, "flush", no_room)
        with pytest.raises(DiskFull):
            ledger.commit([draft(2)], [], OpenDoor())
    ledger.commit([draft(3)], [], OpenDoor())

    assert [bundle.sequence for bundle in Ledger(store, NAMES).bundles()] == [1, 2, 3]
    assert len(list(store.quads(None, v.SEQUENCE))) == 3


def test_a_draft_that_is_recorded_already_is_passed_over(store, ledger):
    ledger.commit([draft(1)], [], OpenDoor())

    bundles = ledger.commit([draft(1), draft(2), draft(2)], [], OpenDoor())

    assert [bundle.sequence for bundle in bundles] == [2]
    assert len(list(store.quads(None, v.SEQUENCE))) == 2
    assert ledger.commit([draft(2)], [], OpenDoor()) == ()
    assert ledger.head.sequence == 2
