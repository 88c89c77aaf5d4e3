"""Queries are bound by token, whatever the values are, and answer in typed rows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Store, Triple

from cedarprov.errors import BadBinding, BadQueryFile, UnexpectedTerm
from cedarprov.model.frozen import Frozen
from cedarprov.store.query import Query, Table, load, parse, table

if TYPE_CHECKING:
    from collections.abc import Iterable

XSD = "http://www.w3.org/2001/XMLSchema#"
KNOWS, AGE = NamedNode("urn:knows"), NamedNode("urn:age")
PATH = Path("queries/people/known.rq")
TEXT = st.text(st.characters(exclude_categories=["Cs"]))

KNOWN = """# People whom one person knows, the oldest first.
#
# @param  $person iri      who knows them
# @column ?friend iri      who is known
# @column ?age    integer? in years

SELECT ?friend ?age
WHERE { $person <urn:knows> ?friend OPTIONAL { ?friend <urn:age> ?age } }
ORDER BY DESC(?age)
"""
AMONG = """# The ages of some people.
# @param  $people iri*     whose
# @column ?person iri      whose it is
# @column ?age    integer  in years
SELECT ?person ?age { VALUES ?person { $people } ?person <urn:age> ?age }
"""
ECHO = """# The value that was given.
# @param  $value term  any
# @column ?out   term  the same
SELECT ($value AS ?out) {}
"""


class Friend(Frozen):
    friend: str
    age: int | None


class Age(Frozen):
    person: str
    age: int


class Answers:
    """The smallest reader: Oxigraph itself."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def select(self, sparql: str) -> Iterable:
        return self.store.query(sparql)

    def ask(self, sparql: str) -> bool:
        return bool(self.store.query(sparql))

    def construct(self, sparql: str) -> Iterable[Triple]:
        return self.store.query(sparql)


@pytest.fixture
def people() -> Answers:
    a, b, c = (NamedNode(f"urn:{name}") for name in "abc")
    store = Store()
    store.extend([Quad(a, KNOWS, b), Quad(a, KNOWS, c), Quad(b, AGE, Literal(40))])
    return Answers(store)


def query(text: str) -> Query:
    return parse("people/known", text, PATH)


def friends() -> Table[Friend]:
    return Table(query=query(KNOWN), row=Friend)


def echo(value: object) -> object:
    [solution] = Store().query(query(ECHO).bind(value=value))
    return solution["out"]


def test_rows_are_the_values_that_the_columns_declare(people):
    rows = list(friends().rows(people, person="urn:a"))

    assert rows == [Friend(friend="urn:b", age=40), Friend(friend="urn:c", age=None)]


def test_a_list_parameter_takes_any_number_of_terms(people):
    ages = Table(query=query(AMONG), row=Age)

    assert list(ages.rows(people, people=["urn:a", NamedNode("urn:b")])) == [
        Age(person="urn:b", age=40)
    ]
    assert list(ages.rows(people, people=[])) == []


def test_ask_and_construct_are_bound_in_the_same_way(people):
    known = "# Tell.\n# @param $who iri who\n"
    ask = query(known + "ASK { $who <urn:knows> ?anybody }")
    construct = query(known + "CONSTRUCT { ?x <urn:by> $who } WHERE { $who <urn:knows> ?x }")

    assert ask.ask(people, who="urn:a") is True
    assert ask.ask(people, who="urn:b") is False
    assert len(list(construct.triples(people, who="urn:a"))) == 2


@given(TEXT)
def test_any_text_comes_back_as_it_was_bound(text):
    assert echo(Literal(text)) == Literal(text)


@given(TEXT, st.sampled_from(["en", "de-at"]))
def test_any_text_with_a_language_comes_back_as_it_was_bound(text, language):
    assert echo(Literal(text, language=language)) == Literal(text, language=language)


@given(TEXT)
def test_text_given_for_an_iri_is_an_iri_or_refused(text):
    iris = query(
        "# One.\n# @param $value iri any\n# @column ?out iri same\nSELECT ($value AS ?out) {}"
    )

    try:
        bound = iris.bind(value=text)
    except BadBinding:
        with pytest.raises(ValueError, match="IRI"):
            NamedNode(text)
    else:
        [solution] = Store().query(bound)
        assert solution["out"] == NamedNode(text)


def test_hostile_values_are_read_back_as_they_were_or_refused(shared):
    for case in json.loads((shared / "cases" / "S16" / "inputs.json").read_text("utf-8")):
        assert echo(Literal(case["value"])) == Literal(case["value"])
        if re.search(r"[<>{}\" ]", case["value"]):
            with pytest.raises(BadBinding):
                query(KNOWN).bind(person=case["value"])


@pytest.mark.parametrize(
    "kept",
    [
        '"$person"',
        "'$person'",
        '"""a "quoted" $person"""',
        "'''$person\n'$person'''",
        "<urn:$person>",
        '"\\"$person"',
        "ex:a\\$person",
        "# $person\n",
    ],
)
def test_a_dollar_within_another_token_is_left_alone(kept):
    text = f"# One.\n# @param $person iri who\nSELECT * {{ $person <urn:p> {kept} }}"

    assert query(text).bind(person="urn:a").count(kept) == 1
    assert "<urn:a> <urn:p>" in query(text).bind(person="urn:a")


def test_the_less_than_sign_does_not_swallow_a_parameter():
    text = "# One.\n# @param $age integer y\nSELECT * { ?s ?p ?a FILTER(?a < $age && ?a > 2) }"

    assert f'?a < "40"^^<{XSD}integer> && ?a > 2' in query(text).bind(age=40)


def test_a_blank_node_is_refused():
    with pytest.raises(BadBinding, match="blank node"):
        query(KNOWN).bind(person=BlankNode())


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("iri", Literal("urn:a")),
        ("iri", "a b"),
        ("string", NamedNode("urn:a")),
        ("string", 3),
        ("integer", True),
        ("integer", Literal("forty", datatype=NamedNode(f"{XSD}integer"))),
        ("boolean", Literal("perhaps", datatype=NamedNode(f"{XSD}boolean"))),
        ("dateTime", "2024-03"),
        ("iri*", "urn:a"),
    ],
)
def test_a_value_of_another_type_is_refused(type_, value):
    text = f"# One.\n# @param $value {type_} any\nSELECT * {{ VALUES ?x {{ $value }} }}"

    with pytest.raises(BadBinding) as caught:
        query(text).bind(value=value)

    assert caught.value.parameter == "value"


@pytest.mark.parametrize(
    ("type_", "value", "lexical"),
    [
        ("string", "a", '"a"'),
        ("integer", 4, f'"4"^^<{XSD}integer>'),
        ("double", 0.5, f'"0.5"^^<{XSD}double>'),
        ("boolean", True, f'"true"^^<{XSD}boolean>'),
        ("dateTime", "2024-03-01T00:00:00Z", f'"2024-03-01T00:00:00Z"^^<{XSD}dateTime>'),
    ],
)
def test_a_plain_value_becomes_a_term_of_the_declared_type(type_, value, lexical):
    text = f"# One.\n# @param $value {type_} any\nSELECT * {{ ?s ?p $value }}"

    assert lexical in query(text).bind(value=value)


@pytest.mark.parametrize("values", [{}, {"person": "urn:a", "other": "urn:b"}])
def test_a_missing_or_unknown_parameter_is_named(values):
    with pytest.raises(BadBinding, match=r"\$(person|other)"):
        query(KNOWN).bind(**values)


def test_a_term_of_another_type_than_its_column_is_named(people):
    people.store.add(Quad(NamedNode("urn:c"), AGE, Literal("old")))

    with pytest.raises(UnexpectedTerm) as caught:
        list(friends().rows(people, person="urn:a"))

    assert (caught.value.column, caught.value.term) == ("age", Literal("old"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("SELECT * {}", 1),
        ("# no sentence\nSELECT * {}", 1),
        ("# One.\n# @param person iri who\nSELECT * {}", 2),
        ("# One.\n# @param $person who\nSELECT * {}", 2),
        ("# One.\n# @param $person person who\nSELECT * { $person ?p ?o }", 2),
        ("# One.\n# @column ?s iri* who\nSELECT * { ?s ?p ?o }", 2),
        ("# One.\n# @parm $person iri who\nSELECT * {}", 2),
        ("# One.\n#\n# @param $person iri who\nSELECT * { ?s ?p '$person' }", 3),
        ("# One.\n# @param $s iri a\nSELECT * {\n $s ?p $other }", 4),
        ("# One.\n# @column ?s iri a\n# @column ?s iri b\nSELECT ?s { ?s ?p ?o }", 1),
        ("# One.\nSELECT * { ?s ?p ?o }\nlimit 3", 3),
    ],
)
def test_a_file_that_breaks_the_rules_is_refused_with_its_line(text, line):
    with pytest.raises(BadQueryFile) as caught:
        query(text)

    assert (caught.value.path, caught.value.line) == (PATH, line)


def test_limit_as_part_of_a_name_or_a_text_is_allowed():
    text = "# One.\nSELECT ?limit { ?limit ex:limit 'LIMIT' ; <urn:limit> ?b_limit # LIMIT\n }"

    assert query(text).summary == "One."


def test_columns_that_are_not_the_fields_of_the_row_are_refused(tmp_path, monkeypatch):
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "known.rq").write_text(KNOWN, encoding="utf-8")
    monkeypatch.setattr("cedarprov.assets.queries", lambda: tmp_path)
    load.cache_clear()

    assert table("people/known", Friend).row is Friend
    with pytest.raises(BadQueryFile, match="person"):
        table("people/known", Age)
    with pytest.raises(BadQueryFile, match="no such file"):
        load("people/unknown")
    load.cache_clear()
