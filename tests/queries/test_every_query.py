"""Every file in queries/ is legal SPARQL, says what goes in and out, and has a caller."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, QuerySolutions, Store

import cedarprov
from cedarprov import assets
from cedarprov.store.query import Query, load

FILES = sorted(assets.queries().rglob("*.rq"))
NAMES = [path.relative_to(assets.queries()).with_suffix("").as_posix() for path in FILES]
CODE = [path.read_text(encoding="utf-8") for path in Path(cedarprov.__path__[0]).rglob("*.py")]
SAMPLES = {
    "iri": "urn:a",
    "string": "a",
    "integer": 1,
    "double": 1.5,
    "boolean": True,
    "dateTime": "2024-03-01T00:00:00Z",
    "term": Literal("a"),
}

pytestmark = pytest.mark.parametrize("name", NAMES)


def bound(query: Query) -> str:
    return query.bind(
        **{
            name: [SAMPLES[slot.type]] if slot.flexible else SAMPLES[slot.type]
            for name, slot in query.parameters.items()
        }
    )


def test_the_query_runs_once_its_parameters_are_bound_and_gives_its_columns(name):
    query = load(name)

    found = Store().query(bound(query))

    columns = {slot.name for slot in query.columns}
    assert columns == (
        {each.value for each in found.variables} if isinstance(found, QuerySolutions) else set()
    )


def test_the_file_is_legal_as_it_stands_unless_it_takes_a_list(name):
    query = load(name)
    if any(slot.flexible for slot in query.parameters.values()):
        assert "VALUES" in query.text
        return

    Store().query(query.text)


def test_the_query_has_a_caller(name):
    assert any(f'"{name}"' in code for code in CODE)


def test_the_name_is_an_area_and_a_name(name):
    assert len(Path(name).parts) == 2
    assert name == name.lower()
    assert NamedNode(f"urn:{name}")
