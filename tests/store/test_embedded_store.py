"""The embedded adapter: atomic batches, counted work, and errors of our own tree."""

from __future__ import annotations

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from cedarprov.errors import StoreClosed, StoreDamaged
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.room import is_full

A, B, GRAPH = NamedNode("urn:a"), NamedNode("urn:b"), NamedNode("urn:g")


def line(value: str) -> bytes:
    return f"{Quad(A, B, Literal(value), GRAPH)} .\n".encode()


@pytest.fixture
def store():
    store = EmbeddedStore.in_memory()
    store.add(line("one") + line("two"))
    return store


def test_quads_are_found_by_any_part(store):
    found = [quad.object.value for quad in store.quads(A, B, None, GRAPH)]

    assert sorted(found) == ["one", "two"]
    assert len(list(store.quads(object=Literal("one")))) == 1
    assert not list(store.quads(subject=B))


def test_queries_and_rows_are_counted(store):
    list(store.quads())
    list(store.select("SELECT ?o WHERE { GRAPH ?g { ?s ?p ?o } }"))
    store.ask("ASK { GRAPH ?g { ?s ?p ?o } }")
    list(store.construct("CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ?g { ?s ?p ?o } }"))

    assert (store.work.queries, store.work.rows) == (4, 6)


@pytest.mark.parametrize("size", [1, 60_000])
def test_a_batch_with_a_fault_adds_nothing(store, size):
    batch = b"".join(line(f"{number} {'x' * 60}") for number in range(size)) + b"no quad\n"

    with pytest.raises(SyntaxError):
        store.add(batch)

    assert len(list(store.quads())) == 2


def test_what_is_removed_is_gone_and_the_rest_stays(store):
    store.remove([Quad(A, B, Literal("one"), GRAPH)])

    assert [quad.object.value for quad in store.quads()] == ["two"]


def test_what_was_flushed_is_there_when_the_folder_is_opened_again(tmp_path):
    store = EmbeddedStore.writable(tmp_path / "rdf")
    store.add(line("kept"))
    store.flush()
    store.close()

    again = EmbeddedStore.writable(tmp_path / "rdf")

    assert [quad.object.value for quad in again.quads()] == ["kept"]


def test_dead_files_of_a_killed_bulk_load_are_swept(tmp_path):
    EmbeddedStore.writable(tmp_path).close()
    (tmp_path / "bulk-0a1b.sst").write_bytes(b"dead")

    EmbeddedStore.writable(tmp_path).close()

    assert not list(tmp_path.glob("bulk-*"))


def test_a_folder_that_the_engine_cannot_open_is_damaged(tmp_path):
    (tmp_path / "CURRENT").write_text("MANIFEST-000001\n")

    with pytest.raises(StoreDamaged) as caught:
        EmbeddedStore.writable(tmp_path)

    assert caught.value.path == tmp_path


def test_a_closed_store_says_so(store):
    store.close()

    with pytest.raises(StoreClosed):
        list(store.quads())


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (OSError(28, "No space left on device"), True),
        (OSError(27, "File too large"), True),
        (OSError(13, "Permission denied"), False),
        (RuntimeError("IO error: No space left on device: while appending"), True),
        (RuntimeError("IO error: While appending to file: x: File too large"), True),
        (RuntimeError("Corruption: bad block"), False),
    ],
)
def test_only_an_error_about_room_is_one_about_room(error, full):
    assert is_full(error) is full
