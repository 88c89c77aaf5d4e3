"""Every statement of a store has its place in the PROV document."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from pyoxigraph import Literal
from shelf import UNSHRUNK, Shelf, Telling, fill, stories

from cedarprov.check.prov.validation import validate
from cedarprov.export.prov import document_of, write_prov
from cedarprov.export.report import ExportFormat
from cedarprov.model.prov import ARGUMENTS, Document, Kind, Statement
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import DERIVED, SHORTCUTS, TEXTS
from cedarprov.rdf.prov.syntax import Syntax, read

PROV = v.PREFIXES["prov"]


@pytest.fixture
def shelf(tmp_path: Path):
    with Shelf(tmp_path / "store") as shelf:
        yield shelf


def everything(document: Document) -> list[Statement]:
    return [*document.statements, *(s for bundle in document.bundles for s in bundle.statements)]


def terms(document: Document) -> set[str]:
    """Every IRI and every written value of a document."""
    said = everything(document)
    values = (value for statement in said for _, value in statement.attributes)
    names = (name for statement in said for name, _ in statement.attributes)
    arguments = (argument for statement in said for argument in statement.arguments)
    return {
        *(getattr(value, "iri", None) or getattr(value, "lexical", "") for value in values),
        *names,
        *(argument for argument in arguments if argument),
        *(statement.identifier for statement in said if statement.identifier),
        *(bundle.identifier for bundle in document.bundles),
    }


@given(stories)
@settings(max_examples=12, phases=UNSHRUNK)
def test_no_node_and_no_value_of_a_store_is_lost(story):
    with TemporaryDirectory() as place, Shelf(Path(place) / "store") as shelf:
        Telling(shelf).tell(story)
        derived = {shelf.names.graph(name) for name in (DERIVED, *SHORTCUTS)}
        quads = [q for q in shelf.session.store.engine if q.graph_name not in derived]

        document, _ = document_of(shelf.session)

    held = {term.value for quad in quads for term in (quad.subject, quad.object)}
    base = {v.ENTITY.value, v.ACTIVITY.value, v.AGENT.value}
    assert held - terms(document) <= base
    assert len(document.bundles) == sum(q.predicate == v.SEQUENCE for q in quads)


def test_every_statement_has_the_arguments_of_its_kind(shelf: Shelf):
    fill(shelf)

    for statement in everything(document_of(shelf.session)[0]):
        assert len(statement.arguments) == len(ARGUMENTS[statement.kind])


def test_a_passage_is_an_entity_quoted_from_its_version_and_derived_once(shelf: Shelf):
    held = fill(shelf)
    document, _ = document_of(shelf.session)
    passage = f"{held['first']}/0-10".replace("version/", "passage/")

    own = [s for s in everything(document) if passage in {s.identifier, *s.arguments[:1]}]

    assert [s.kind for s in own] == [Kind.ENTITY, Kind.GENERATION, Kind.DERIVATION]
    assert own[2].argument("usedEntity") == held["first"]
    assert [(name, value.iri) for name, value in own[2].attributes] == [
        (f"{PROV}type", f"{PROV}Quotation")
    ]


def test_a_generation_has_activity_and_time_in_one_statement(shelf: Shelf):
    held = fill(shelf)

    made = [
        s for s in everything(document_of(shelf.session)[0])
        if s.kind is Kind.GENERATION and s.argument("entity") == held["edge"]
    ]  # fmt: skip

    assert len(made) == 1
    assert made[0].argument("activity")
    assert (made[0].argument("time") or "").endswith("Z")


def test_texts_stand_beside_the_bundles_with_their_words(shelf: Shelf):
    fill(shelf)
    texts = shelf.names.graph(TEXTS)
    held = {
        q.object.value
        for q in shelf.session.store.quads(None, v.TEXT, None, texts)
        if isinstance(q.object, Literal)
    }

    said = [s for s in document_of(shelf.session)[0].statements if s.attributes]

    found = {value.lexical for s in said for name, value in s.attributes if name == v.TEXT.value}
    assert found == held


def test_what_prov_has_no_kind_for_is_named_in_the_report(shelf: Shelf):
    fill(shelf)

    _, notes = document_of(shelf.session)

    assert any("condition/release/1" in note.record for note in notes)
    assert not any(":passage/" in note.record for note in notes)


@given(stories)
@settings(max_examples=12, phases=UNSHRUNK)
def test_an_entity_is_generated_by_one_activity_in_all_bundles(story):
    with TemporaryDirectory() as place, Shelf(Path(place) / "store") as shelf:
        Telling(shelf).tell(story)

        said = everything(document_of(shelf.session)[0])

    made: dict[str | None, set[str]] = {}
    for statement in said:
        if statement.kind is Kind.GENERATION and (activity := statement.argument("activity")):
            made.setdefault(statement.argument("entity"), set()).add(activity)
    assert all(len(activities) == 1 for activities in made.values())
    passages = [s for s in said if any("Passage" in getattr(x, "iri", "") for _, x in s.attributes)]
    assert {statement.identifier for statement in passages} <= made.keys()


FORMS = [ExportFormat.PROV_N, ExportFormat.PROV_JSON, ExportFormat.PROV_XML]
SYNTAXES = dict(zip(FORMS, [Syntax.PROVN, Syntax.JSON, Syntax.XML], strict=True))


def said_in(document: Document) -> dict[str, set[tuple[object, ...]]]:
    """The statements of each bundle, in no order."""
    parts = {"": document.statements} | {b.identifier: b.statements for b in document.bundles}
    return {
        name: {
            (each.kind, each.identifier, each.arguments, frozenset(each.attributes))
            for each in statements
        }
        for name, statements in parts.items()
    }


@pytest.mark.parametrize("form", FORMS)
@given(story=stories)
@settings(max_examples=6, phases=UNSHRUNK)
def test_what_is_written_reads_back_as_it_was(form, story):
    with TemporaryDirectory() as place, Shelf(Path(place) / "store") as shelf:
        fill(shelf)
        Telling(shelf).tell(story)
        output = io.BytesIO()

        report = write_prov(shelf.session, output, form)

        document, changed = document_of(shelf.session)
    assert output.getvalue()
    assert set(changed) <= set(report.notes)
    lost = {note.record for note in report.notes if note not in changed}
    read_back, held = said_in(read(output.getvalue(), SYNTAXES[form])), said_in(document)
    assert read_back.keys() == held.keys()
    for name, statements in held.items():
        differing = {(each[1], *each[2]) for each in statements ^ read_back[name]}
        assert all(lost.intersection(names) for names in differing)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_store_gives_the_same_document(form, shelf: Shelf):
    fill(shelf)
    outputs = [io.BytesIO(), io.BytesIO()]

    for output in outputs:
        write_prov(shelf.session, output, form)

    assert outputs[0].getvalue() == outputs[1].getvalue()


def test_the_document_of_a_store_is_valid(shelf: Shelf):
    fill(shelf)

    report = validate(document_of(shelf.session)[0], union=True)

    assert report.exit_code == 0, str(report)


def test_characters_that_no_xml_may_hold_are_named_in_the_report(shelf: Shelf):
    shelf.capture("odd", b"A bell\x07 here.\n")

    report = write_prov(shelf.session, io.BytesIO(), ExportFormat.PROV_XML)

    assert any("no XML may hold" in note.why and ":text/" in note.record for note in report.notes)
