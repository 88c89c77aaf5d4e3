"""An archive is whole, sorted and readable by other tools."""

from __future__ import annotations

import io

import pytest
from pyoxigraph import RdfFormat, parse
from rdflib import Dataset
from shelf import BASE, Shelf, fill

from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.rdf.graph import DERIVED, SHORTCUTS


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("export") / "store") as shelf:
        fill(shelf)
        yield shelf


def archive_of(shelf, form):
    output = io.BytesIO()
    write_archive(shelf.session, output, form)
    return output.getvalue()


def test_both_formats_hold_everything_but_what_is_derived(shelf):
    names = shelf.names
    derived = {names.graph(name) for name in (DERIVED, *SHORTCUTS)}
    everything = {quad for quad in shelf.session.store.engine if quad.graph_name not in derived}

    nquads = set(parse(archive_of(shelf, ArchiveFormat.N_QUADS), format=RdfFormat.N_QUADS))
    trig = set(parse(archive_of(shelf, ArchiveFormat.TRIG), format=RdfFormat.TRIG))

    assert nquads == trig == everything


def test_the_index_comes_first_then_bundles_by_sequence_then_texts(shelf):
    content = archive_of(shelf, ArchiveFormat.N_QUADS)

    graphs = list(
        dict.fromkeys(quad.graph_name.value for quad in parse(content, RdfFormat.N_QUADS))
    )

    bundles = [bundle.iri for bundle in shelf.session.ledger.bundles()]
    assert graphs == [f"{BASE}graph/index", *bundles, f"{BASE}graph/text"]


def test_the_statements_of_a_bundle_and_the_texts_are_sorted(shelf):
    content = archive_of(shelf, ArchiveFormat.N_QUADS)

    graphs = {}
    for quad in parse(content, RdfFormat.N_QUADS):
        graphs.setdefault(quad.graph_name.value, []).append(str(quad.triple))

    del graphs[f"{BASE}graph/index"]  # in the order of the record
    assert all(lines == sorted(lines) for lines in graphs.values())


@pytest.mark.parametrize("form", ArchiveFormat)
def test_the_same_store_gives_the_same_bytes(form, shelf):
    assert archive_of(shelf, form) == archive_of(shelf, form)


def test_trig_has_a_prefix_for_each_kind_of_record_and_a_block_for_each_bundle(shelf):
    lines = archive_of(shelf, ArchiveFormat.TRIG).decode().splitlines()

    assert f"@prefix passage: <{BASE}passage/> ." in lines
    assert sum(line.startswith("bundle:") for line in lines) == shelf.session.sequence
    assert lines.index("graph:index {") < lines.index("graph:text {")


def test_another_rdf_library_reads_the_same_statements(shelf):
    trig = archive_of(shelf, ArchiveFormat.TRIG)

    read = Dataset()
    read.parse(data=trig, format="trig")

    written = set(parse(trig, format=RdfFormat.TRIG))
    assert len(list(read.quads())) == len(written)
    assert {str(context) for _, _, _, context in read.quads()} == {
        quad.graph_name.value for quad in written
    }


def test_an_inferred_edge_is_labelled_in_the_archive(shelf):
    content = archive_of(shelf, ArchiveFormat.N_QUADS)

    kinds = {
        quad.subject.value: quad.object.value
        for quad in parse(content, RdfFormat.N_QUADS)
        if getattr(quad.object, "value", "").endswith("edEdge")
    }

    assert sorted(kind.rpartition("#")[2] for kind in kinds.values()) == [
        *["AssertedEdge"] * 3,
        *["InferredEdge"] * 2,
    ]
