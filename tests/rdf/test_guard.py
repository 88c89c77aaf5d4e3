"""Only queries that read the store itself pass, however they are written."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest
from pyoxigraph import Store

from cedarprov.errors import BadQuery, ForbiddenQuery
from cedarprov.rdf.guard import QueryForm, check_read_only

SERVICE = "SERVICE <http://localhost:9/> { ?a ?b ?c }"


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("SELECT * { ?s ?p ?o }", QueryForm.SELECT),
        ("select distinct ?s where { ?s ?p ?o } limit 3", QueryForm.SELECT),
        ("ASK { ?s ?p ?o }", QueryForm.ASK),
        ("CONSTRUCT WHERE { ?s ?p ?o }", QueryForm.CONSTRUCT),
        ("PREFIX a: <urn:a:>\n# one\nDESCRIBE a:b", QueryForm.DESCRIBE),
        ("SELECT * FROM <http://a/> FROM NAMED <http://b/> { ?s ?p ?o }", QueryForm.SELECT),
        (
            "SELECT (COUNT(*) AS ?n) { ?a (<urn:p>|^<urn:q>)* ?b . ?b <urn:p>+ ?c }",
            QueryForm.SELECT,
        ),
    ],
)
def test_a_query_that_reads_passes_with_its_form(query, form):
    assert check_read_only(query).form is form


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s ?p 'SERVICE <http://a> {}' }",
        "SELECT * { ?s ?p '''LOAD\n<http://a>''' }",
        "SELECT * { ?s ?p ?o } # SERVICE <http://a> { ?s ?p ?o }",
        "SELECT * { ?s <http://a/SERVICE#LOAD> ?load . ?service ?p ?load }",
        "PREFIX service: <urn:a> SELECT * { ?s service:load ?o }",
        'SELECT * { ?s ?p "C:\\\\u0022", "\\u0022", "tab\\t", "quote\\"" }',
        "SELECT *\r\n{ ?s ?p ?o # one\r\n}",
    ],
)
def test_the_words_within_strings_comments_and_names_are_harmless(query):
    assert check_read_only(query).form is QueryForm.SELECT
    Store().query(query)


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT * {{ {SERVICE} }}",
        f"SELECT * {{ {SERVICE.lower()} }}",
        "SELECT * { seRVice SILENT <http://a/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o SERVICE ?s { ?a ?b ?c } }",
        f"SELECT * {{ ?s ?p ?o OPTIONAL {{ {{ SELECT * {{ {SERVICE} }} }} UNION {{}} }} }}",
        f"ASK {{ FILTER NOT EXISTS {{ {SERVICE} }} }}",
        f"SELECT (EXISTS {{ {SERVICE} }} AS ?x) {{}}",
        f"SELECT * {{ BIND(IF(EXISTS {{ {SERVICE} }}, 1, 2) AS ?x) }}",
        f"SELECT * {{}} HAVING (EXISTS {{ {SERVICE} }})",
        f"SELECT * {{}} ORDER BY (EXISTS {{ {SERVICE} }})",
        f"SELECT * {{}} GROUP BY (EXISTS {{ {SERVICE} }} AS ?x)",
        f"SELECT * {{ GRAPH ?g {{ MINUS {{ {SERVICE} }} }} }}",
        f"CONSTRUCT {{ ?a ?b ?c }} WHERE {{ {SERVICE} }}",
        f"DESCRIBE ?a {{ {SERVICE} }}",
        f"SELECT * {{ ?s ?p ?o # a comment ends here:\r{SERVICE}\n}}",
        f'SELECT * {{ FILTER("a" != "\\u0022) #") {SERVICE}\n}}',
        f"SELECT * {{ FILTER('a' != '\\U00000027) #') {SERVICE}\n}}",
        f'SELECT * {{ FILTER("a" != "\\\\") {SERVICE} FILTER("a" != "") }}',
    ],
)
def test_a_service_pattern_is_refused_wherever_it_is(query):
    with pytest.raises(ForbiddenQuery, match="SERVICE"):
        check_read_only(query)


@pytest.mark.parametrize(
    "query",
    [
        "LOAD <http://localhost:9/>",
        "load silent <http://localhost:9/> into graph <urn:g>",
        "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
        "DELETE WHERE { ?s ?p ?o }",
        "CLEAR ALL ; INSERT DATA { <urn:a> <urn:b> <urn:c> }",
        "DROP SILENT GRAPH <urn:a>",
    ],
)
def test_an_update_is_refused_as_one(query):
    with pytest.raises(ForbiddenQuery, match="update"):
        check_read_only(query)


@pytest.mark.parametrize(
    ("query", "line", "column"),
    [
        ("", 1, 1),
        ("SELECT * {\n ?s ?p\n}", 2, 2),
        ("SELECT * { ?s ?p ?o }\r\n  DROP ALL", 2, 3),
        ("SELECT * {}\nSELECT * {}", 2, 1),
        ("\\u0053ELECT * {}", 1, 1),
    ],
)
def test_what_does_not_parse_is_refused_with_its_place(query, line, column):
    with pytest.raises(BadQuery) as caught:
        check_read_only(query)

    assert (caught.value.line, caught.value.column) == (line, column)
    assert f"line {line}" in str(caught.value)


@pytest.mark.parametrize(("opening", "closing"), ["{}", ("OPTIONAL {", "}"), ("FILTER(", ")")])
def test_deep_nesting_is_refused_and_does_not_stop_the_interpreter(opening, closing):
    depth = 20_000

    with pytest.raises(BadQuery):
        check_read_only(f"SELECT * {{ {opening * depth} {closing * depth} }}")


@pytest.mark.parametrize(
    ("query", "dataset"),
    [
        ("SELECT * { ?s ?p 'FROM <urn:a>' }", False),
        ("SELECT * FROM <urn:a> { ?s ?p ?o }", True),
        ("ASK FROM NAMED <urn:a> { GRAPH ?g { ?s ?p ?o } }", True),
    ],
)
def test_a_query_that_names_its_graphs_is_known_for_it(query, dataset):
    assert check_read_only(query).dataset is dataset


def test_nothing_hides_a_service_pattern_from_the_guard_that_oxigraph_sees():
    fragments = ['" )', "\\u0022 )", "#", "\r", "SERVICE ?s {}"]

    for hidden in product(fragments, repeat=4):
        query = f'SELECT * {{ FILTER(1 != "{" ".join(hidden)}\n }}'
        with suppress(BadQuery, ForbiddenQuery):
            check_read_only(query)
            # Oxigraph calls no service without a name: it raises a RuntimeError that says so.
            with suppress(SyntaxError):
                list(Store().query(query))
