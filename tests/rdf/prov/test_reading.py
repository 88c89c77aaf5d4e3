"""PROV-JSON, PROV-XML and PROV-O: what is read, and what is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadProv
from cedarprov.model.prov import Kind, Literal, Name, Statement
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.rdf.prov.terms import LANGUAGE_STRING, PROV, RDF, XSD

EX = "http://example.org/"
TURTLE = (
    f"@prefix ex: <{EX}> . @prefix prov: <{PROV}> . "
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
)
XML = (
    f'<prov:document xmlns:prov="{PROV}" xmlns:ex="{EX}"'
    ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">%s</prov:document>'
)


def of_json(**content):
    text = json.dumps({"prefix": {"ex": EX}, **content})
    return read(text.encode(), Syntax.JSON)


def of_xml(body):
    return read((XML % body).encode(), Syntax.XML)


def of_turtle(body):
    return read((TURTLE + body).encode(), Syntax.TURTLE)


def shown(document):
    """Each statement in short: kind, identifier, arguments and attributes, without namespaces."""

    def short(name):
        return name and name.removeprefix(EX).removeprefix(PROV)

    return [
        (
            each.kind.value,
            short(each.identifier),
            *map(short, each.arguments),
            *(
                f"{short(key)}={short(value.iri if isinstance(value, Name) else value.lexical)}"
                for key, value in each.attributes
            ),
        )
        for each in document.statements
    ]


def why(call, *arguments, **named):
    with pytest.raises(BadProv) as caught:
        call(*arguments, **named)
    return caught.value.why


def reason_or_count(data, syntax):
    """Why bytes are refused, or how many statements they are."""
    try:
        document = read(data, syntax)
    except BadProv as error:
        return error.why
    return f"{len(document.statements)} statements"


# -- PROV-JSON ------------------------------------------------------------------------------------


def test_json_values_keep_their_written_form():
    text = (
        '{"prefix": {"ex": "http://example.org/"}, "entity": {"ex:e": {"ex:k": '
        '[1, 1.50, 1e3, 3000000000, 12345678901234567890, true, "x", '
        '{"$": "b", "lang": "EN-gb"}, {"$": "007", "type": "xsd:int"}, '
        '{"$": "ex:n", "type": "prov:QUALIFIED_NAME"}]}}}'
    )
    (entity,) = read(text.encode(), Syntax.JSON).statements

    assert [value for _, value in entity.attributes] == [
        Literal(lexical="1", datatype=XSD + "int"),
        Literal(lexical="1.50", datatype=XSD + "double"),
        Literal(lexical="1e3", datatype=XSD + "double"),
        Literal(lexical="3000000000", datatype=XSD + "long"),
        Literal(lexical="12345678901234567890", datatype=XSD + "integer"),
        Literal(lexical="true", datatype=XSD + "boolean"),
        Literal(lexical="x"),
        Literal(lexical="b", datatype=LANGUAGE_STRING, language="EN-gb"),
        Literal(lexical="007", datatype=XSD + "int"),
        Name(iri=EX + "n"),
    ]


def test_statements_of_one_identifier_stand_in_an_array():
    two = [{"prov:activity": "ex:a"}, {"prov:activity": "ex:b"}]

    assert shown(of_json(used={"ex:u": two})) == [
        ("used", "u", "a", None, None),
        ("used", "u", "b", None, None),
    ]


def test_a_key_that_stands_twice_is_read_twice_and_told():
    text = '{"prefix": {"ex": "http://example.org/"}, "agent": {"ex:a": {}, "ex:a": {"ex:k": "v"}}}'
    document = read(text.encode(), Syntax.JSON)

    assert shown(document) == [("agent", "a"), ("agent", "a", "k=v")]
    assert document.notes == ("the key 'ex:a' stands twice in one object; both were read",)


def test_a_blank_name_is_an_identifier_only_where_another_statement_needs_it():
    document = of_json(
        used={"_:u": {"prov:activity": "ex:a"}, "_:v": {"prov:activity": "ex:b"}},
        wasDerivedFrom={"_:d": {"prov:usage": "_:u"}},
    )

    assert [each.identifier for each in document.statements] == ["_:u", None, None]


def test_each_member_of_a_collection_is_a_statement():
    member = {"prov:collection": "ex:c", "prov:entity": ["ex:e", "ex:f"]}

    assert shown(of_json(hadMember={"_:m": member})) == [
        ("hadMember", None, "c", "e"),
        ("hadMember", None, "c", "f"),
    ]


def test_the_prefixes_of_a_bundle_hold_for_its_own_name_too():
    inner = {"prefix": {"ex": "http://other/", "default": EX}, "entity": {"e": {}}}
    (bundle,) = of_json(bundle={"ex:b": inner}).bundles

    assert bundle.identifier == "http://other/b"
    assert [each.identifier for each in bundle.statements] == [EX + "e"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"entity": {"no:e": {}}}, "the prefix no: is not declared"),
        ({"entity": {"e": {}}}, "a default namespace is not declared"),
        ({"entity": {"ex:a b": {}}}, "is no legal IRI"),
        ({"used": {"ex:u": {"prov:activity": ["ex:a", "ex:b"]}}}, "2 values of prov:activity"),
        ({"used": {"ex:u": {"prov:time": "yesterday"}}}, "is no moment"),
        ({"bundle": {"ex:b": {"bundle": {}}}}, "holds bundles"),
        ({"prefix": {"prov": EX}}, "the prefix prov: stands for"),
        ({"entity": {"ex:e": {"ex:k": "\ud800"}}}, "surrogate"),
        ({"entity": {"ex:e": {"ex:k": None}}}, "is no object"),
    ],
)
def test_json_of_another_form_is_refused_with_a_reason(content, reason):
    assert reason in why(of_json, **content)


def test_json_that_is_nested_too_deeply_is_refused():
    assert "nested too deeply" in why(read, b"[" * 200_000, Syntax.JSON)


# -- PROV-XML -------------------------------------------------------------------------------------


def test_xml_elements_named_for_a_type_are_statements_of_that_type():
    body = (
        '<prov:person prov:id="ex:p"/><prov:plan prov:id="ex:l"/><prov:hadPrimarySource>'
        '<prov:generatedEntity prov:ref="ex:e"/><prov:usedEntity prov:ref="ex:f"/>'
        "</prov:hadPrimarySource>"
    )

    assert shown(of_xml(body)) == [
        ("agent", "p", "type=Person"),
        ("entity", "l", "type=Plan"),
        ("wasDerivedFrom", None, "e", "f", None, None, None, "type=PrimarySource"),
    ]


def test_xml_values_keep_their_written_form():
    body = (
        '<prov:entity prov:id="ex:e"><ex:k xsi:type="xsd:decimal"> 01.50 </ex:k>'
        '<ex:k xsi:type="xsd:QName">ex:n</ex:k><prov:label xml:lang="EN-gb">x</prov:label>'
        '<ex:k xsi:type="xsd:QName">lonely</ex:k><ex:k><ex:in/>&amp;</ex:k></prov:entity>'
    )
    document = of_xml(body)

    assert [value for _, value in document.statements[0].attributes] == [
        Literal(lexical=" 01.50 ", datatype=XSD + "decimal"),
        Name(iri=EX + "n"),
        Literal(lexical="x", datatype=LANGUAGE_STRING, language="EN-gb"),
        Literal(lexical="lonely", datatype=XSD + "QName"),
        Literal(lexical=f'<ex:in xmlns:ex="{EX}"></ex:in>&amp;', datatype=RDF + "XMLLiteral"),
    ]
    assert document.notes == (
        "line 1: the name 'lonely' is in no namespace and was kept as a text",
    )


def test_each_xml_bundle_has_its_statements_and_the_line_of_each():
    body = '<prov:bundleContent prov:id="ex:b">\n<prov:entity prov:id="ex:e"/></prov:bundleContent>'
    (bundle,) = of_xml(body).bundles

    assert bundle.identifier == EX + "b"
    assert [(each.identifier, each.line) for each in bundle.statements] == [(EX + "e", 2)]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<prov:entity/>", "prov:entity has no prov:id"),
        ("<prov:made/>", "prov:made is no statement of PROV"),
        ("<prov:used><prov:activity/></prov:used>", "prov:activity has no prov:ref"),
        ("<prov:used><prov:time>now</prov:time></prov:used>", "is no moment"),
        ('<prov:entity prov:id="no:e"/>', "the prefix no: is not declared"),
        ("<prov:used>", "mismatch"),
    ],
)
def test_xml_of_another_form_is_refused_with_a_reason(body, reason):
    assert reason in why(of_xml, body)


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "http://example.org/no.dtd"> %a;',
    ],
)
def test_a_document_type_is_refused_before_anything_of_it_is_used(declared):
    text = f"<!DOCTYPE x [{declared}]>" + XML % "&a;&b;"

    assert "document type" in why(read, text.encode(), Syntax.XML)


def test_xml_that_is_nested_too_deeply_is_refused():
    assert why(of_xml, "<prov:other>" * 100_000)


# -- PROV-O ---------------------------------------------------------------------------------------


def test_a_qualified_influence_says_what_the_triple_beside_it_says():
    body = (
        "ex:a prov:used ex:e, ex:f ; prov:qualifiedUsage [ a prov:Usage ; prov:entity ex:e ;"
        " prov:hadRole ex:r ] ."
    )

    assert sorted(shown(of_turtle(body)), key=str) == [
        ("used", None, "a", "e", None, "role=r"),
        ("used", None, "a", "f", None),
    ]


def test_nodes_are_what_their_classes_say():
    body = (
        "ex:p a prov:Person ; rdfs:label 'P' . ex:s a prov:SoftwareAgent, prov:Agent . ex:l a"
        " prov:Plan . ex:a a prov:Activity ; prov:startedAtTime '2012-03-31T09:21:00Z' ."
    )

    assert shown(of_turtle(body)) == [
        ("agent", "p", "type=Person", "label=P"),
        ("agent", "s", "type=SoftwareAgent"),
        ("entity", "l", "type=Plan"),
        ("activity", "a", "2012-03-31T09:21:00Z", None),
    ]


def test_derivations_of_a_type_are_derivations():
    body = "ex:q prov:wasQuotedFrom ex:e ; prov:wasDerivedFrom ex:e ; prov:wasRevisionOf ex:f ."

    assert shown(of_turtle(body)) == [
        ("wasDerivedFrom", None, "q", "e", None, None, None, "type=Quotation"),
        ("wasDerivedFrom", None, "q", "f", None, None, None, "type=Revision"),
    ]


def test_what_is_said_of_a_node_without_a_class_is_kept_by_what_it_takes_part_in():
    assert shown(of_turtle("ex:e prov:wasGeneratedBy ex:a ; ex:k 'v' . ex:a ex:k 'w' .")) == [
        ("entity", "e", "k=v"),
        ("wasGeneratedBy", None, "e", "a", None),
        ("activity", "a", None, None, "k=w"),
    ]


def test_a_time_of_generation_is_a_generation_unless_one_says_it():
    time = "'2012-03-31T09:21:00Z'"
    alone = of_turtle(f"ex:e prov:generatedAtTime {time} .")
    said = of_turtle(
        f"ex:e prov:generatedAtTime {time} ; prov:qualifiedGeneration ex:g ."
        f" ex:g prov:atTime {time} ."
    )

    assert shown(alone) == [("wasGeneratedBy", None, "e", None, "2012-03-31T09:21:00Z")]
    assert shown(said) == [("wasGeneratedBy", "g", "e", None, "2012-03-31T09:21:00Z")]


def test_each_value_of_a_node_with_several_is_said():
    body = (
        "ex:a prov:qualifiedUsage ex:u . ex:u prov:entity ex:e ;"
        " prov:atTime '2012-03-31T09:21:00Z', '2013-03-31T09:21:00Z' ."
    )

    assert shown(of_turtle(body)) == [
        ("used", "u", "a", "e", "2012-03-31T09:21:00Z"),
        ("used", "u", "a", "e", "2013-03-31T09:21:00Z"),
    ]


def test_a_graph_is_a_bundle_and_blank_nodes_have_the_same_names_each_time():
    text = (TURTLE + "ex:b { [] a prov:Entity . ex:e a prov:Entity }").encode()
    first, again = (read(text, Syntax.TRIG) for _ in range(2))

    assert first == again
    assert [each.identifier for each in first.bundles[0].statements] == ["_:b1", EX + "e"]


def test_nodes_that_have_no_part_in_prov_are_counted():
    document = of_turtle("ex:e a prov:Entity . ex:x ex:k 'v' . ex:y ex:k 'v' .")

    assert document.statements == (Statement(kind=Kind.ENTITY, identifier=EX + "e"),)
    assert document.notes == ("2 node(s) have no part in PROV; what they say was left out",)


@pytest.mark.parametrize(
    ("syntax", "text", "reason"),
    [
        (Syntax.TURTLE, TURTLE + "ex:x ex:k 'v' .", "nothing in it is PROV"),
        (Syntax.TURTLE, TURTLE + "ex:u a prov:Usage ; prov:atTime 'now' .", "is no moment"),
        (Syntax.TURTLE, TURTLE + "ex:u a prov:Usage ; prov:entity 'e' .", "where a name stands"),
        (Syntax.TURTLE, "<#a> a <b> .", "it declares no base"),
        (Syntax.JSON_LD, '{"@context": "http://example.org/c"}', "nothing is fetched"),
        (Syntax.RDF_XML, " ", "it is empty"),
    ],
)
def test_rdf_that_is_no_prov_is_refused_with_a_reason(syntax, text, reason):
    assert reason in why(read, text.encode(), syntax)


@given(data=st.binary(max_size=60), syntax=st.sampled_from(Syntax))
def test_any_bytes_are_read_or_refused(data, syntax):
    assert reason_or_count(data, syntax)


trees = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False),
        st.sampled_from(["ex:e", "_:b", "x", "prov:Plan", "2012-03-31T09:21:00Z", "\ud800"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["ex:e", "_:b", "$", "type", "lang", "prov:activity", "prov:entity",
                             "prov:time", "prov:key-entity-set", "key", "bundle"]),
            inner, max_size=3,
        ),
    ),
    max_leaves=12,
)  # fmt: skip


@given(
    content=st.dictionaries(
        st.sampled_from(["entity", "used", "bundle", "hadMember", "hadDictionaryMember", "prefix"]),
        trees,
        max_size=3,
    )
)
def test_any_json_is_read_or_refused(content):
    text = json.dumps({"prefix": {"ex": EX}} | content)
    assert reason_or_count(text.encode(), Syntax.JSON)
