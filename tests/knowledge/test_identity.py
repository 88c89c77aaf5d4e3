"""Hostile values come back as the very same string, or are refused, and change nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Quad

import cedarprov
from cedarprov.errors import CedarprovError
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Agent, StructuredReading
from cedarprov.rdf import vocabulary as v

HOSTILE = [
    "http://example.org/x> } ; DROP ALL ; INSERT DATA { <a> <b> <c",
    "http://example.org/g> { ?s ?p ?o } #",
    'x" } ; CLEAR DEFAULT ; #',
    "ends with backslash\\",
    "\\u0022 } #",
    "en . ?s ?p ?o",
    "' || '1'='1",
    "10 } DELETE WHERE { ?s ?p ?o",
    'line1\nline2""" } #',
    "ced:a.b,c;d(e)'f",
    "$bundles $this ?x {place} {path} %2F%0A ../../etc/passwd",
    "\u202eright to left\u202c \u2028 \U0001f600 e\u0301",
    "\x1b[31m\x07",
]

hostile = st.one_of(
    st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
)


def quads(kb: Knowledge) -> set[Quad]:
    return set(kb._reading().store.quads())


def values(kb: Knowledge, predicate) -> set[str]:
    return {quad.object.value for quad in kb._reading().store.quads(None, predicate)}


def only_added(before: set[Quad], after: set[Quad]) -> bool:
    """Whether nothing but derived marks is gone."""
    gone = {quad.predicate for quad in before - after}
    return gone <= {v.REFLECTS, v.LAST_SEEN}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A store of one document that quotes every hostile value, and the version of it."""
    folder = tmp_path_factory.mktemp("hostile")
    document = folder / "document.txt"
    document.write_bytes("\n\n".join(f"[{text}]" for text in HOSTILE[:-1]).encode())
    with cedarprov.create(folder / "store", dense=False) as kb:
        yield kb, kb.ingest(document).files[0].version


@pytest.mark.parametrize("text", HOSTILE[:-1])
def test_a_quotation_comes_back_as_it_was_written(shelf, text):
    kb, version = shelf

    span = kb.span(text, version=version)

    assert span.exact == text
    assert kb._connection.texts(version)[span.start : span.end] == text


@settings(max_examples=40, deadline=None)
@given(text=hostile)
def test_a_statement_and_its_reading_come_back_or_are_refused(shelf, text):
    kb, version = shelf
    before = quads(kb)
    reading = None
    try:
        reading = StructuredReading(about=text, attribute=text, value=text, unit=text)
        claim = kb.claim(text, quote=HOSTILE[2], version=version, reading=reading)
    except CedarprovError:
        assert quads(kb) == before
        return

    after = quads(kb)

    assert only_added(before, after)
    assert text in values(kb, v.STATEMENT)
    assert {quad.subject.value for quad in after - before if quad.predicate == v.STATEMENT} <= {
        claim
    }


@settings(max_examples=40, deadline=None)
@given(text=hostile)
def test_an_agent_and_a_declaration_come_back_or_are_refused(shelf, text):
    kb, version = shelf
    claims = [kb.claim(said, quote=HOSTILE[2], version=version) for said in ("one", "two")]
    before = quads(kb)
    try:
        kb.edge(claims[0], "supports", claims[1], evidence=text, agent=Agent(name=text))
    except CedarprovError:
        assert quads(kb) == before
        return

    assert only_added(before, quads(kb))
    assert text in values(kb, v.STATEMENT)
    assert text in values(kb, v.LABEL)


@pytest.mark.parametrize("text", HOSTILE)
def test_an_identifier_that_is_none_is_refused(shelf, text):
    kb, version = shelf
    claim = kb.claim("one", quote=HOSTILE[2], version=version)
    before = quads(kb)

    with pytest.raises(CedarprovError):
        kb.edge(claim, "supports", text, evidence="I know it")
    with pytest.raises(CedarprovError):
        kb.edge(text, "supports", claim, evidence="I know it")
    with pytest.raises(CedarprovError):
        kb.review(text, "accepted", reviewer=Agent(name="Ben"))
    with pytest.raises(CedarprovError):
        kb.claim("two", quote="x", passage=text)
    with pytest.raises(CedarprovError):
        kb.claim("two", quote="x", version=text)
    with pytest.raises(CedarprovError):
        kb.trail(text)

    assert quads(kb) == before


@pytest.mark.parametrize("text", HOSTILE)
def test_a_question_of_any_words_changes_nothing(shelf, text):
    kb, _ = shelf
    before = quads(kb)

    answer = kb.ask(text)

    assert answer.question.words == text
    assert quads(kb) == before


@pytest.mark.parametrize("text", HOSTILE)
def test_a_scope_of_any_words_is_asked_as_written_or_refused(shelf, text):
    kb, _ = shelf
    before = quads(kb)

    for scope in ({"release": text}, {text: "1"}):
        try:
            answer = kb.ask("What is said?", scope=scope)
        except CedarprovError:
            continue
        assert [(item.dimension, item.expression) for item in answer.question.scope.conditions]

    assert quads(kb) == before


@pytest.mark.parametrize("text", HOSTILE)
def test_names_titles_and_labels_of_a_manifest_come_back_or_are_refused(kb, write, text):
    manifest = "".join(
        f"{key} = {json.dumps(text)}\n" for key in ("name", "title", "edition")
    ).replace("\x7f", "\\u007f")
    folder = write({"in/a.md": "# A\n\nText.\n", "m.toml": f'[[source]]\nmatch = "*"\n{manifest}'})
    try:
        kb.ingest(folder / "in", manifest=folder / "m.toml")
    except CedarprovError:
        assert kb.sequence == 0
        return

    source = next(item for item in kb.sources() if item.title)

    written = text.replace("{place}", "a.md").replace("{path}", "a.md")
    assert (source.name, source.title) == (written, written)
    assert [edition.label for edition in source.editions] == [written]
    assert kb.verify().ok


@pytest.mark.parametrize("text", [text for text in HOSTILE if "/" not in text])
def test_a_file_of_any_name_is_known_by_it(kb, write, text):
    folder = write({f"{text}.md": "# A\n\nText.\n"})

    report = kb.ingest(folder)

    [source] = kb.sources()
    assert source.name == source.editions[0].place == f"papers/{text}.md"
    assert kb.ingest(folder).new_captures == 0
    assert report.files[0].place == f"papers/{text}.md"


def test_the_cases_of_the_reference_material_are_among_the_hostile_values(shared: Path):
    cases = json.loads((shared / "cases/S16/inputs.json").read_text())

    assert {case["value"] for case in cases} <= set(HOSTILE)


# -- names of the same thing ----------------------------------------------------------------------


def test_identifiers_depend_on_content_and_declared_names_only(tmp_path, write):
    folder = write({"a.md": "# A\n\nText of a.\n"})
    held = []
    for name in ("one", "two"):
        with cedarprov.create(tmp_path / name, base="urn:same:", dense=False) as kb:
            version = kb.ingest(folder).files[0].version
            claim = kb.claim("It is a", quote="Text", version=version)
            edge = kb.edge(claim, "qualifies", claim, evidence="I know", agent=Agent(name="Ann"))
            subjects = {quad.subject.value for quad in kb._reading().store.quads()}
            held.append({iri for iri in subjects if ":bundle/" not in iri} | {claim, edge})

    assert held[0] == held[1]
