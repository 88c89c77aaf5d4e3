"""Cases of faults in other tools, as they were written down, and by kind."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, RdfFormat, Store, parse, serialize

from cedarprov.check.guard import FastGuard
from cedarprov.check.prov.moment import moment
from cedarprov.check.prov.validation import validate
from cedarprov.errors import CedarprovError
from cedarprov.ingest.dates import read_time
from cedarprov.knowledge.audit import archive_faults
from cedarprov.model.prov import Document, Kind, Literal, Statement
from cedarprov.model.time import UnknownTime
from cedarprov.rdf.canonicalization import skolemised
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.rdf.prov.writing import write
from cedarprov.store.adopt import adopt
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, create

A = "http://example.org/"
RDF_SYNTAXES = (RdfFormat.TRIG, RdfFormat.N_QUADS)


# -- old dates ------------------------------------------------------------------------------------


def instant(written: str) -> int:
    """When a date or a year begins, in UTC."""
    whole = written if written.count("-", 1) == 2 else f"{written}-01-01"
    found = moment(whole if "T" in whole else f"{whole}T00:00:00Z")
    assert found is not None
    return found.earliest


def test_old_dates_of_mixed_kinds_are_in_the_order_of_time(shared: Path):
    folder = shared / "cases/S09"
    expected = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
    quads = parse((folder / "old.ttl").read_bytes(), format=RdfFormat.TURTLE)
    written = {quad.subject.value.removeprefix(A): quad.object.value for quad in quads}
    kept = [name for name in written if name not in expected["invalid_kept_as_text"]]

    assert sorted(kept, key=lambda name: instant(written[name])) == expected["order"]
    for name in expected["invalid_kept_as_text"]:
        told = read_time(written[name])
        assert isinstance(told, UnknownTime)
        assert told.lexical == written[name]


DAYS = st.tuples(st.integers(-99_999, 99_999), st.integers(1, 12), st.integers(1, 28))


@given(DAYS, DAYS)
def test_moments_of_any_year_are_ordered_as_their_calendar_is(one, other):
    def at(year: int, month: int, day: int) -> int:
        return instant(f"{'-' if year < 0 else ''}{abs(year):04d}-{month:02d}-{day:02d}")

    assert (at(*one) < at(*other)) == (one < other)


@given(st.dates(), st.dates())
def test_moments_are_as_far_apart_as_the_days_of_the_calendar(one: date, other: date):
    apart = instant(f"{one.isoformat()}T00:00:00Z") - instant(f"{other.isoformat()}T00:00:00Z")

    assert apart == (one - other).days * 86_400 * 10**6


@pytest.mark.parametrize("digits", [5, 18, 19, 5000])
def test_a_year_of_any_length_is_kept_and_breaks_no_validation(digits):
    written = f"{'9' * digits}-01-01T00:00:00Z"
    said = Statement(
        kind=Kind.ACTIVITY, identifier=A + "a", arguments=(written, "2024-01-01T00:00:00Z")
    )
    document = read(write(Document(statements=(said,)), Syntax.PROVN).data, Syntax.PROVN)

    assert document.statements[0].arguments[0] == written
    validate(document)


# -- named graphs and blank nodes -----------------------------------------------------------------


def test_a_blank_node_of_two_graphs_stays_one_node_and_a_second_load_adds_nothing(shared: Path):
    folder = shared / "cases/S11"
    expected = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
    quads = list(parse((folder / "evidence.trig").read_bytes(), format=RdfFormat.TRIG))
    named = skolemised(quads)
    loaded = Store()
    for form in RDF_SYNTAXES:
        again = skolemised(parse(serialize(quads, format=form), format=form))
        assert again == named
        loaded.extend(again)

    assert len(loaded) == expected["quads"]
    assert not any(isinstance(term, BlankNode) for quad in named for term in quad)
    graphs = {}
    for quad in named:
        for term in (quad.subject, quad.object):
            graphs.setdefault(str(term), set()).add(str(quad.graph_name))
    assert any(len(places) == 2 for term, places in graphs.items() if "blank" in term)


# -- names ----------------------------------------------------------------------------------------


def test_the_names_of_the_case_come_back_as_the_same_iris_by_two_readers(shared: Path):
    names = json.loads((shared / "cases/S12/names.json").read_text(encoding="utf-8"))
    # Only what an IRI forbids is escaped.
    iris = [A + quote(name, safe="()':;,=@!$&*+-._~/?#%日本é") for name in names]
    iris = [iri.replace("100%", "100%25").replace("%41", "%41") for iri in iris]
    said = [
        Statement(kind=Kind.ENTITY, identifier=iri, attributes=((iri, Literal(lexical="x")),))
        for iri in iris
    ]

    for syntax in (Syntax.PROVN, Syntax.JSON, Syntax.XML, Syntax.TRIG, Syntax.NQUADS):
        written = write(Document(statements=tuple(said)), syntax)
        back = {item.identifier for item in read(written.data, syntax).statements}
        assert back == set(iris), syntax
        if syntax in (Syntax.TRIG, Syntax.NQUADS):
            graph = rdflib.Dataset()
            graph.parse(data=written.data, format=syntax.value)
            assert set(iris) <= {str(term) for quad in graph.quads() for term in quad[:2]}


# -- loads ----------------------------------------------------------------------------------------


def test_a_load_whose_last_line_is_broken_leaves_nothing(shared: Path, tmp_path):
    made = subprocess.run(
        [sys.executable, shared / "cases/S18/make.py", "20000", "bad"],
        capture_output=True,
        check=True,
    )
    file = tmp_path / "bad.nq"
    file.write_bytes(made.stdout)
    folder = create(tmp_path / "store", base="urn:other:")
    guard = FastGuard()

    with pytest.raises(CedarprovError):
        adopt(folder, file, inspect=partial(archive_faults, guard), guard=guard)

    with Session.reading(StoreFolder.open(folder.path)) as session:
        assert list(session.store.engine.named_graphs()) == []
    assert list(folder.path.glob(".import-*")) == []
