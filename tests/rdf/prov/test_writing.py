"""What is written is read again as the same statements, up to the losses that are named."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prov_documents import documents, each_said, said

from cedarprov.errors import BadValue, BundlesInOneGraph
from cedarprov.model.prov import Bundle, Document, Kind, Literal, Name, Statement
from cedarprov.rdf.prov.losses import MEANING, LossName
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.rdf.prov.terms import PROV, RDF, language_string
from cedarprov.rdf.prov.writing import WRITABLE, write

EX = "http://example.org/"
WITH_BUNDLES = [each for each in WRITABLE if each not in {Syntax.TURTLE, Syntax.NTRIPLES}]


def entity(*attributes, name="e"):
    return Statement(kind=Kind.ENTITY, identifier=EX + name, attributes=attributes)


def relation(kind, *arguments, identifier=None, attributes=()):
    named = tuple(each and (each if ":" in each else EX + each) for each in arguments)
    return Statement(
        kind=kind, identifier=identifier, arguments=named, attributes=tuple(attributes)
    )


def losses(syntax, *statements):
    return [loss.name for loss in write(Document(statements=statements), syntax).losses]


def again(syntax, *statements):
    return read(write(Document(statements=statements), syntax).data, syntax).statements


def check_round_trip(document, syntax):
    written = write(document, syntax)
    reread = read(written.data, syntax)
    lost = {each_said(loss.bundle, loss.statement) for loss in written.losses if loss.statement}
    expected = {what: times for what, times in said(document).items() if what not in lost}
    found = said(reread)
    if not written.losses:
        assert found == expected
    # What is named in no loss is there; what lost an attribute may look like it then.
    bare: Counter[object] = Counter()
    for what in lost:
        bare[what[:-1]] += said(document)[what]
    for what, times in expected.items():
        assert 0 <= found[what] - times <= bare[what[:-1]]


@pytest.mark.parametrize("syntax", WITH_BUNDLES)
@given(document=documents())
def test_a_document_is_read_as_it_was_written(syntax, document):
    check_round_trip(document, syntax)


@pytest.mark.parametrize("syntax", [Syntax.TURTLE, Syntax.TRIG])
def test_what_statements_of_one_identifier_say_together_does_not_take_in_another(syntax):
    said = (
        relation(Kind.COMMUNICATION, "a1", "a2"),
        relation(Kind.COMMUNICATION, None, "a2", identifier=EX + "c"),
        relation(Kind.COMMUNICATION, "a1", None, identifier=EX + "c"),
    )

    check_round_trip(Document(statements=said), syntax)


@pytest.mark.parametrize("syntax", [Syntax.TURTLE, Syntax.NTRIPLES])
@given(document=documents(bundled=False))
def test_a_document_without_bundles_is_read_as_it_was_written(syntax, document):
    check_round_trip(document, syntax)


@given(document=documents(), syntax=st.sampled_from(WITH_BUNDLES))
def test_the_same_document_gives_the_same_bytes(document, syntax):
    again = Document(
        statements=tuple(document.statements),
        bundles=document.bundles,
        prefixes=dict(document.prefixes),
    )
    assert write(again, syntax) == write(document, syntax)


@pytest.mark.parametrize("syntax", WRITABLE)
def test_every_syntax_keeps_what_a_statement_says_beyond_its_two_sides(syntax):
    said = (
        entity((EX + "n", Literal(lexical="01.50", datatype=EX + "t")), (EX + "r", Name(iri=EX))),
        entity((PROV + "label", language_string('a "\\" b\n', "en")), name="e2"),
        relation(Kind.USAGE, "a", "e", None),
        relation(Kind.USAGE, "a", "e", "2012-03-31T09:21:00.0Z", identifier=EX + "u"),
        relation(Kind.DERIVATION, "e2", "e", "a", None, EX + "u"),
        relation(Kind.START, "a", None, "a0", None),
        relation(Kind.ASSOCIATION, "a", None, "plan", attributes=[(PROV + "role", Name(iri=EX))]),
        relation(Kind.MENTION, "e2", "e", "b"),
    )
    written = write(Document(statements=said), syntax)

    assert written.losses == ()
    found = read(written.data, syntax).statements
    assert {each_said(None, each) for each in found} == {each_said(None, each) for each in said}


def test_prov_n_is_written_a_statement_a_line():
    document = Document(
        statements=(
            entity((PROV + "label", language_string("hi", "en"))),
            relation(Kind.USAGE, "a", None, None, identifier=EX + "u.1."),
        ),
        bundles=(Bundle(identifier=EX + "b", statements=(entity(),)),),
        prefixes={"ex": EX},
    )

    assert write(document, Syntax.PROVN).data.decode().splitlines() == [
        "document",
        f"prefix ex <{EX}>",
        'entity(ex:e, [prov:label = "hi"@en])',
        r"used(ex:u.1\.; ex:a, -, -)",
        "bundle ex:b",
        "entity(ex:e)",
        "endBundle",
        "endDocument",
    ]


def test_a_prefix_is_made_up_where_the_document_has_none():
    text = write(Document(statements=(entity(),)), Syntax.PROVN).data.decode()

    assert text.splitlines() == [
        "document", "prefix ns1 <http://example.org/>", "entity(ns1:e)", "endDocument",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["é&", "é/a", "日本/", "a/é#b", "é"])
def test_a_namespace_of_prov_xml_is_a_uri_where_a_name_holds_other_letters(name):
    value = (EX + "says", Name(iri=EX + name))
    said = Statement(kind=Kind.ENTITY, identifier=EX + name, attributes=(value,))

    [back] = again(Syntax.XML, said)
    assert (back.identifier, back.attributes) == (said.identifier, said.attributes)


def test_triples_of_two_sides_stand_beside_the_qualified_form():
    used = relation(Kind.USAGE, "a", "e", None, identifier=EX + "u")
    text = write(Document(statements=(used,)), Syntax.NTRIPLES).data.decode()

    assert f"<{EX}a> <{PROV}used> <{EX}e> ." in text
    assert again(Syntax.NTRIPLES, used) == (used,)


@pytest.mark.parametrize(
    ("syntax", "statement", "name"),
    [
        (Syntax.PROVN, Statement(kind=Kind.ENTITY, identifier="_:b1"), LossName.BLANK_NAME),
        (Syntax.XML, Statement(kind=Kind.ENTITY, identifier="_:b1"), LossName.BLANK_NAME),
        (
            Syntax.XML,
            entity(("http://example.org/1", Literal(lexical="x"))),
            LossName.NO_ELEMENT_NAME,
        ),
        (Syntax.XML, entity((EX + "k", Literal(lexical="\0"))), LossName.UNWRITABLE_TEXT),
        (
            Syntax.XML,
            entity((EX + "k", Literal(lexical="<a/>", datatype=RDF + "XMLLiteral"))),
            LossName.XML_LITERAL,
        ),
        (
            Syntax.JSON,
            entity((EX + "k", Literal(lexical="a", datatype=PROV + "QUALIFIED_NAME"))),
            LossName.NAME_AS_TEXT,
        ),
        (Syntax.TRIG, entity((EX + "k", language_string("x", "EN"))), LossName.LANGUAGE_TAG),
        (Syntax.TRIG, entity((PROV + "type", Name(iri=PROV + "Agent"))), LossName.RESERVED_TERM),
        (Syntax.TRIG, entity((RDF + "type", Name(iri=EX + "T"))), LossName.RENAMED),
        (Syntax.TRIG, relation(Kind.MEMBERSHIP, "c", None), LossName.MISSING_ARGUMENT),
    ],
)
def test_what_a_syntax_cannot_say_is_named(syntax, statement, name):
    (loss,) = write(Document(statements=(statement,)), syntax).losses

    assert loss.name is name
    assert loss.statement == statement


def test_statements_that_share_a_node_of_prov_o_are_named():
    first = relation(Kind.USAGE, "a", "e", "2012-03-31T09:21:00Z", identifier=EX + "u")
    second = relation(Kind.USAGE, "a", "e", "2013-03-31T09:21:00Z", identifier=EX + "u")

    assert losses(Syntax.TRIG, first, second) == [LossName.SHARED_NODE] * 2
    assert losses(Syntax.TRIG, entity(), entity()) == [LossName.REPEATED]
    assert losses(Syntax.JSON, first, second, entity(), entity()) == []


def test_an_empty_bundle_is_named_where_graphs_are_triples():
    document = Document(bundles=(Bundle(identifier=EX + "b"),))

    (loss,) = write(document, Syntax.TRIG).losses
    assert (loss.name, loss.bundle) == (LossName.EMPTY_BUNDLE, EX + "b")
    assert read(write(document, Syntax.XML).data, Syntax.XML).bundles[0].identifier == EX + "b"


def test_turtle_refuses_bundles_and_says_what_to_write_instead():
    document = Document(bundles=(Bundle(identifier=EX + "b"),))

    with pytest.raises(BundlesInOneGraph, match="write TriG or N-Quads"):
        write(document, Syntax.TURTLE)


def test_syntaxes_that_are_only_read_are_refused():
    with pytest.raises(BadValue, match="provn"):
        write(Document(), Syntax.JSON_LD)


def test_every_loss_is_explained_here_and_in_the_reference(root):
    page = (root / "docs/reference/prov-formats.md").read_text(encoding="utf-8")

    assert set(MEANING) == set(LossName)
    assert [name for name in LossName if f"`{name}`" not in page] == []
