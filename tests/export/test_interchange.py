"""A trail in Turtle is PROV-O and Web Annotation to whoever reads it."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import pytest
from prov.model import ProvDocument, ProvEntity, ProvGeneration
from rdflib import BNode, Graph, Literal, Namespace, URIRef
from rdflib.namespace import PROV, RDF, XSD
from shelf import BASE, Shelf, fill

from cedarprov.errors import UnknownIri
from cedarprov.export.interchange import write_turtle

OA = Namespace("http://www.w3.org/ns/oa#")
CEDAR = Namespace("https://w3id.org/cedarprov/ns#")


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("interchange") / "store") as shelf:
        yield SimpleNamespace(shelf=shelf, **fill(shelf))


def graph_of(iri, filled):
    return Graph().parse(data=write_turtle(iri, filled.shelf.session), format="turtle")


def test_a_passage_has_both_selectors_its_source_and_its_generation(filled):
    iri = f"{filled.second.replace('version/', 'passage/')}/32-39"

    graph = graph_of(iri, filled)

    node = URIRef(iri)
    assert (node, RDF.type, PROV.Entity) in graph
    assert (node, OA.hasSource, URIRef(filled.second)) in graph
    assert graph.value(node, PROV.wasGeneratedBy)
    by_type = {graph.value(each, RDF.type): each for each in graph.objects(node, OA.hasSelector)}
    assert set(by_type) == {OA.TextPositionSelector, OA.TextQuoteSelector}
    position, quotation = by_type[OA.TextPositionSelector], by_type[OA.TextQuoteSelector]
    assert graph.value(position, OA.start) == Literal("32", datatype=XSD.nonNegativeInteger)
    assert graph.value(position, OA.end) == Literal("39", datatype=XSD.nonNegativeInteger)
    assert graph.value(quotation, OA.exact) == Literal("Ä 😀 end")


def test_everything_of_prov_that_is_named_is_described_and_no_node_is_blank(filled):
    graph = graph_of(filled.review, filled)

    named = {
        target
        for link in (PROV.wasGeneratedBy, PROV.wasAttributedTo, PROV.wasAssociatedWith)
        for target in graph.objects(None, link)
    } | set(graph.objects(None, PROV.wasDerivedFrom))
    assert all((node, RDF.type, None) in graph for node in named)
    assert not [term for triple in graph for term in triple if isinstance(term, BNode)]


def test_an_inferred_edge_keeps_its_label(filled):
    graph = graph_of(filled.review, filled)

    kinds = set(graph.objects(URIRef(filled.inferred), RDF.type))
    assert kinds == {PROV.Entity, CEDAR.Edge, CEDAR.InferredEdge}


def test_what_lies_beside_the_trail_is_left_out(filled):
    graph = graph_of(filled.old, filled)

    assert not set(graph.subjects()) & {URIRef(filled.new), URIRef(filled.second)}


def test_the_same_record_gives_the_same_bytes(filled):
    session = filled.shelf.session

    assert write_turtle(filled.review, session) == write_turtle(filled.review, session)


def test_a_prov_tool_reads_entities_and_how_they_were_generated(filled):
    turtle = write_turtle(filled.review, filled.shelf.session)

    with warnings.catch_warnings():
        # Selectors and times are no PROV types: that tool tells of them and goes on.
        warnings.simplefilter("ignore", UserWarning)
        document = ProvDocument.deserialize(
            content=turtle.decode(), format="rdf", rdf_format="turtle"
        )

    entities = {record.identifier.uri for record in document.get_records(ProvEntity)}
    assert {filled.review, filled.inferred, filled.old, filled.new, filled.first} <= entities
    generated = {
        record.args[0].uri: record.args[1].uri for record in document.get_records(ProvGeneration)
    }
    assert generated[filled.first].startswith(f"{BASE}capture/")
    assert generated[filled.review].startswith(f"{BASE}reviewing/")
    document.unified()


def test_an_unknown_record_is_refused(filled):
    with pytest.raises(UnknownIri):
        write_turtle("urn:nobody", filled.shelf.session)
