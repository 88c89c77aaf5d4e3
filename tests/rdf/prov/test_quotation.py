"""What is quoted of a document does not depend on how it was written."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from prov_documents import documents
from pyoxigraph import BlankNode, RdfFormat, parse

from cedarprov.errors import BadProv
from cedarprov.rdf.prov.quotation import quotation
from cedarprov.rdf.prov.syntax import Syntax
from cedarprov.rdf.prov.writing import write

PROV = "http://www.w3.org/ns/prov#"
SYNTAXES = [Syntax.PROVN, Syntax.JSON, Syntax.XML, Syntax.TRIG]


@settings(max_examples=150)
@given(documents())
def test_a_document_has_one_meaning_in_every_syntax_that_loses_nothing_of_it(document):
    assume(write(document, Syntax.NQUADS).data)
    written = {syntax: write(document, syntax) for syntax in SYNTAXES}

    meanings = {
        quotation(each.data, syntax).meaning for syntax, each in written.items() if not each.losses
    }

    assert len(meanings) <= 1


@settings(max_examples=100)
@given(documents())
def test_a_text_is_sorted_quads_without_blank_nodes(document):
    assume(document.statements or any(each.statements for each in document.bundles))
    try:
        quoted = quotation(write(document, Syntax.PROVN).data, Syntax.PROVN)
    except BadProv:
        assume(False)

    quads = list(parse(quoted.text.encode(), format=RdfFormat.N_QUADS))
    lines = quoted.text.removesuffix("\n").split("\n")
    assert len(quads) == len(set(lines)) == quoted.statements
    assert not [quad for quad in quads if any(isinstance(term, BlankNode) for term in quad)]
    assert lines == sorted(lines)


def test_the_names_of_blank_nodes_and_the_order_of_lines_say_nothing():
    one = f'_:a <{PROV}used> _:b .\n_:b <urn:p> "x" .\n'
    other = f'_:y <urn:p> "x" .\n_:x <{PROV}used> _:y .\n'

    assert quotation(one.encode(), Syntax.NTRIPLES).text == (
        quotation(other.encode(), Syntax.NTRIPLES).text
    )


@pytest.mark.parametrize("value", ['"01.50"^^<http://www.w3.org/2001/XMLSchema#decimal>', '"é"@fr'])
def test_values_keep_their_written_form(value):
    data = f"<urn:a> <{PROV}used> <urn:b> .\n<urn:a> <urn:p> {value} .\n".encode()

    assert value in quotation(data, Syntax.NTRIPLES).text
