"""What users write is kept letter for letter, through export and import, and digests hold."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store, Triple, parse, serialize
from shelf import UNSHRUNK
from strategies import instants

import cedarprov
from cedarprov.errors import BadManifest
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Agent, AgentKind, StructuredReading
from cedarprov.rdf import literal

AT = datetime(2024, 3, 1, tzinfo=UTC)
NUMBERS = ["01", "+5", "1.0", "1.50", "1E3", "1e3", "-0", "true", "1", "007"]
DATES = [
    "2024-03-18T10:00:00+00:00",
    "2024-03-18T10:00:00Z",
    "2024-03-18T10:00:00.500Z",
    "2024-03-18T10:00:00+02:00",
    "2024-03-18",
    "0044",
    "44 BC",
    "the year 12024",
]
# No date of the calendar that the store works with: refused by name, never rewritten.
NO_DATES = ["2024-03-18T24:00:00Z", "-0044-03-15", "12024-01-01", "2024-3"]
WORDS = [
    "en-GB",
    "EN-gb",
    "de-CH-1996",
    "Ångström",
    "A\u030angstro\u0308m",
    " lead",
    "trail ",
    "a\tb",
]
written = st.sampled_from([*NUMBERS, *DATES, *NO_DATES, *WORDS])
# Expressions of scopes are numbers of versions and words.
scoped = st.sampled_from(["01", "1.50", "1.0", "2.10", "en-GB", "EN", "1.x", ">=01.0"])
SUFFIXES = {"trig": ".trig", "nquads": ".nq"}


def manifest(edition: str, published: str, title: str) -> str:
    said = {"name": "paper", "title": title, "edition": edition, "published": published}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items()]
    return "\n".join(['[[source]]\nmatch = "paper.md"', *lines, 'scope = { release = "1.50" }', ""])


def copied(kb: Knowledge, folder: Path, form: str) -> tuple[bytes, Knowledge]:
    content = kb.export(form)
    file = folder / f"archive{SUFFIXES[form]}"
    file.write_bytes(content)
    copy = cedarprov.create(folder / "copy", dense=False)
    copy.import_(file)
    return content, copy


def literals(content: bytes, form: str) -> set[str]:
    syntax = {"trig": RdfFormat.TRIG, "nquads": RdfFormat.N_QUADS}[form]
    return {q.object.value for q in parse(content, syntax) if isinstance(q.object, Literal)}


@given(written, st.sampled_from(DATES), written, written, scoped, st.sampled_from(sorted(SUFFIXES)))
@settings(max_examples=12, phases=UNSHRUNK, deadline=None)
def test_what_is_written_comes_back_letter_for_letter(edition, published, value, name, scope, form):  # noqa: PLR0917
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "paper.md").write_text("The limit is 10 s.\n", encoding="utf-8")
        declared = folder / "sources.toml"
        declared.write_text(manifest(edition, published, name), encoding="utf-8")
        with cedarprov.create(folder / "store", dense=False) as kb:
            kb.ingest(folder / "paper.md", manifest=declared, at=AT)
            agent = Agent(name=name, kind=AgentKind.SOFTWARE, version=value)
            reading = StructuredReading(about=name, attribute="limit", value=value, unit=name)
            version = next(
                edition.version
                for source in kb.sources()
                for edition in source.editions
                if source.name == "paper"
            )
            kb.claim(
                value, quote="10 s", version=version, reading=reading,
                scope={"release": scope}, agent=agent,
            )  # fmt: skip
            content, copy = copied(kb, folder, form)
            with copy:
                assert copy.export(form) == content
                assert copy.verify().ok

    held = literals(content, form)
    assert {edition, published, value, name, scope} - held == set()


@given(st.floats(0, 1), instants)
def test_numbers_and_instants_are_written_as_the_engine_keeps_them(number, instant):
    """Digests are taken over what was written, so that the engine must not rewrite it."""
    node = NamedNode("urn:a")
    given_triples = [
        Triple(node, node, literal.double(number)),
        Triple(node, node, literal.instant(instant)),
    ]
    store = Store()

    store.load(serialize(given_triples, format=RdfFormat.N_TRIPLES), RdfFormat.N_TRIPLES)

    assert {str(quad.triple) for quad in store} == {str(triple) for triple in given_triples}


@pytest.mark.parametrize("value", [*NUMBERS, *DATES, *NO_DATES, *WORDS])
def test_the_engine_keeps_plain_strings_whatever_they_look_like(value: str):
    store, node = Store(), NamedNode("urn:a")
    store.add(Quad(node, node, literal.text(value)))

    [kept] = store

    assert kept.object.value == value


@pytest.mark.parametrize("published", NO_DATES)
def test_a_date_that_cannot_be_kept_as_one_is_refused_by_name(published: str, tmp_path: Path):
    (tmp_path / "paper.md").write_text("The limit is 10 s.\n")
    declared = tmp_path / "sources.toml"
    declared.write_text(manifest("1", published, "Paper"))

    with (
        cedarprov.create(tmp_path / "store", dense=False) as kb,
        pytest.raises(BadManifest, match=published),
    ):
        kb.ingest(tmp_path / "paper.md", manifest=declared)
