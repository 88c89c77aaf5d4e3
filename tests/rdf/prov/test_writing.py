"""What is written is read again as the same statements, up to the losses that are named."""

from __future__ import annotations

import pytest
from hypothesis import example, given
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
    # What is named in no loss is there as often as it was.
    assert {what: found[what] for what in expected} == expected


@pytest.mark.parametrize("syntax", WITH_BUNDLES)
@given(document=documents())
def test_a_document_is_read_as_it_was_written(syntax, document):
    check_round_trip(document, syntax)


@pytest.mark.parametrize("syntax", [Syntax.TURTLE, Syntax.NTRIPLES])
@given(document=documents(bundled=False))
def test_a_document_without_bundles_is_read_as_it_was_written(syntax, document):
    check_round_trip(document, syntax)


@given(document=documents(), syntax=st.sampled_from(WITH_BUNDLES))
def test_the_same_document_gives_the_same_bytes(document, syntax):
    once = write(document, syntax).data
    assert write(document, syntax).data == once
    # And so does what was read of them, as long as it is read whole.
    first = write(read(once, syntax), syntax).data
    assert write(read(first, syntax), syntax).data == first
