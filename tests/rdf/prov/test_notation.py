"""PROV-N read to statements."""

from __future__ import annotations

import pytest

from cedarprov.errors import BadProv
from cedarprov.model.prov import Kind, Literal, Name
from cedarprov.rdf.prov.notation import LANGUAGE_STRING, PROV, XSD, read_notation
from cedarprov.rdf.prov.syntax import read_file

EX = "http://example.org/"

REFUSED = {
    "container0.provn": "a namespace with brackets, which no IRI has",
    "container1.provn": "a literal with a language and a datatype",
    "container2.provn": "an IRI that is no literal",
    "w3c-publication2.provn": "comments that begin with a number sign",
}


def document(body: str):
    return read_notation(f"document\nprefix ex <{EX}>\n{body}\nendDocument")


def only(body: str):
    (statement,) = document(body).statements
    return statement


def test_a_statement_keeps_its_identifier_its_arguments_and_its_line():
    statement = only("wasGeneratedBy(ex:g; ex:e, ex:a, 2012-11-16T16:05:00.250Z)")

    assert statement.kind is Kind.GENERATION
    assert statement.identifier == EX + "g"
    assert statement.arguments == (EX + "e", EX + "a", "2012-11-16T16:05:00.250Z")
    assert statement.line == 3


@pytest.mark.parametrize(
    "body",
    ["used(-; ex:a, ex:e, -)", "used(ex:a,ex:e,-,[])", "used( -; ex:a , ex:e , - ) // end"],
)
def test_a_placeholder_is_nothing(body):
    statement = only(body)

    assert (statement.identifier, statement.arguments) == (None, (EX + "a", EX + "e", None))


def test_a_short_form_has_a_placeholder_for_each_argument_that_it_leaves_out():
    assert only("wasDerivedFrom(ex:b, ex:a)").arguments == (EX + "b", EX + "a", None, None, None)
    assert only("activity(ex:a)").arguments == (None, None)
    assert only("used(ex:a)").arguments == (EX + "a", None, None)


def test_a_placeholder_where_a_name_is_needed_is_read():
    assert only("hadMember(-, ex:e)").arguments == (None, EX + "e")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('"a \\"b\\"\\n"', Literal(lexical='a "b"\n')),
        ('"""a\n"b" c"""', Literal(lexical='a\n"b" c')),
        ('"a"@en-GB', Literal(lexical="a", datatype=LANGUAGE_STRING, language="en-GB")),
        ('"01" %% xsd:integer', Literal(lexical="01", datatype=XSD + "integer")),
        ("-5", Literal(lexical="-5", datatype=XSD + "int")),
        ("'ex:x'", Name(iri=EX + "x")),
        ('"ex:x" %% xsd:QName', Name(iri=EX + "x")),
        ("'prov:Plan'", Name(iri=PROV + "Plan")),
    ],
)
def test_an_attribute_keeps_its_value_as_written(written, value):
    assert only(f"entity(ex:e, [ex:k = {written}])").attributes == ((EX + "k", value),)


def test_escapes_belong_to_the_notation_and_not_to_the_name():
    assert only("entity(ex:a\\=b\\'c\\.)").identifier == EX + "a=b'c."


def test_names_without_a_prefix_are_in_the_default_namespace():
    text = "document default <http://d/> entity(-x) endDocument".replace("-x", "x-1/2")

    assert read_notation(text).statements[0].identifier == "http://d/x-1/2"


def test_a_bundle_has_its_own_statements_and_declarations():
    read = document("entity(ex:e)\nbundle ex:b prefix ex <http://other/> entity(ex:e) endBundle")

    (bundle,) = read.bundles
    assert bundle.identifier == "http://other/b"
    assert read.statements[0].identifier == EX + "e"
    assert bundle.statements[0].identifier == "http://other/e"


def test_an_extension_is_named_in_a_note_and_left_out():
    read = document('ex:saw(ex:i; ex:a, (ex:b, "c"), {ex:f(1)}, [ex:k = 1])')

    assert read.statements == ()
    assert read.notes == ("line 3: ex:saw(...) was left out: it is no statement of PROV-DM",)


def test_a_relation_of_prov_dictionary_is_read_as_what_it_specialises():
    read = document('prov:derivedByInsertionFrom(ex:i; ex:d2, ex:d1, {("k", ex:e)}, [ex:k = 1])')

    (statement,) = read.statements
    assert statement.kind is Kind.DERIVATION
    assert statement.identifier == EX + "i"
    assert statement.arguments == (EX + "d2", EX + "d1", None, None, None)
    assert len(statement.attributes) == len(read.notes) == 1


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        ("entity(ex:e)\nentity(no:e)", 4, "the prefix no: is not declared"),
        ("entity(e)", 3, "a default namespace is not declared"),
        ("entity(ex:e))", 3, "is not expected here"),
        ('entity(ex:e, [ex:k = "a\nb"])', 3, "is not expected here"),
        ("\nfoo(ex:e)", 4, "foo is no statement of PROV"),
        ("used(ex:a, ex:e)", 3, "used has 2 arguments, not 1 or 3"),
        ("used(ex:a, ex:e, ex:t)", 3, "the time of used is neither a date and time nor -"),
        ("used(ex:a, 2012-11-16T16:05:00, -)", 3, "the entity of used is neither a name nor -"),
        ("entity(-)", 3, "entity needs a name as its first argument"),
        ("hadMember(ex:i; ex:c, ex:e)", 3, "hadMember takes no identifier"),
        ("bundle ex:b bundle ex:c endBundle endBundle", 3, "is not expected here"),
    ],
)
def test_what_is_no_prov_n_is_refused_with_its_line(body, line, why):
    with pytest.raises(BadProv, match=why) as caught:
        document(body)

    assert caught.value.line == line


def test_a_text_that_ends_too_early_is_refused_at_its_end():
    with pytest.raises(BadProv, match="ends too early") as caught:
        read_notation("document\nentity(ex:e")

    assert caught.value.line == 2


def refused(paths) -> dict[str, BadProv]:
    found = {}
    for path in paths:
        try:
            read_file(path)
        except BadProv as error:
            found[path.name] = error
    return found


def test_every_document_of_the_suites_is_read_but_for_names_that_are_no_iris(shared):
    files = sorted(path for path in (shared / "suites").rglob("*.provn") if path.is_file())

    found = refused(files)

    assert len(files) > 600
    assert set(found) == {"entity100.provn", "entity101.provn"}
    assert all("is no legal IRI" in str(error) for error in found.values())


def test_documents_of_others_are_read_or_refused_with_a_reason(shared):
    found = refused((shared / "data" / "prov_corpus" / "provn").glob("*.provn"))

    assert set(found) == set(REFUSED)
    assert all(error.line is not None for error in found.values())
