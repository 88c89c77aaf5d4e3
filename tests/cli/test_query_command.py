"""`query`: users' own SPARQL in four layouts, under limits."""

from __future__ import annotations

import csv
import io
import json

import pytest

TITLES = """
PREFIX dct: <http://purl.org/dc/terms/>
SELECT DISTINCT ?title WHERE { ?source dct:title ?title } ORDER BY ?title
"""


@pytest.fixture
def ask(run, filled, tmp_path):
    def ask(query: str, *options: object):
        file = tmp_path / "query.rq"
        file.write_text(query)
        return run("query", filled, file, *options)

    return ask


def test_rows_come_as_a_table(ask):
    done = ask(TITLES)

    assert done.stdout.splitlines() == [
        "title",
        "Cedar operator's manual",
        "Upgrading Cedar from release 1 to release 2",
    ]


def test_rows_come_as_csv_and_as_json(ask):
    rows = list(csv.DictReader(io.StringIO(ask(TITLES, "--format", "csv").stdout)))
    found = json.loads(ask(TITLES, "--json").stdout)

    values = [binding["title"]["value"] for binding in found["results"]["bindings"]]
    assert [row["title"] for row in rows] == values


def test_a_query_may_come_from_standard_input(run, filled):
    done = run("query", filled, "-", given=b"ASK { ?s ?p ?o }")

    assert done.stdout == "true\n"


def test_a_graph_comes_as_turtle(ask):
    done = ask("CONSTRUCT { ?s a ?o } WHERE { ?s a ?o } LIMIT 1")

    assert done.exit_code == 0
    assert done.stdout.startswith("<https://example.org/cedar/")


def test_a_layout_that_the_query_does_not_give_is_refused(ask):
    done = ask(TITLES, "--format", "turtle")

    assert done.exit_code == 2
    assert "has no Turtle" in done.stderr


@pytest.mark.parametrize(
    ("options", "sentence"),
    [(("--max-rows", 1), "limit of 1 rows"), (("--timeout", 0.001), "time limit of 0.001 s")],
)
def test_a_query_that_reaches_a_limit_prints_nothing(ask, options, sentence):
    done = ask("SELECT * WHERE { ?a ?b ?c . ?d ?e ?f }", *options)

    assert done.exit_code == 3
    assert done.stdout == ""
    assert sentence in done.stderr
