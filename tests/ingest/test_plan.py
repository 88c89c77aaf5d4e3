"""What one file becomes: a reading, and the capture to be made of it, if any."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import Undecodable
from cedarprov.ingest.manifest import NO_MANIFEST, Manifest, load_manifest
from cedarprov.ingest.plan import Reading, Root, compare, read_declared, read_file
from cedarprov.ingest.walk import Found
from cedarprov.model.source import Capture, Markup
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.store.catalogue import CaptureRecord, Catalogue

NAMES = Names("urn:test:")
NOW = datetime(2024, 3, 1, tzinfo=UTC)


def reading_of(path: Path, manifest: Manifest = NO_MANIFEST) -> Reading:
    return read_file(Found(path=path, place=path.name), Root.of(path), manifest)


@pytest.fixture
def write(tmp_path):
    def write(name: str, content: str) -> Path:
        path = tmp_path / "papers" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode())
        return path

    return write


# -- names ----------------------------------------------------------------------------------------


def test_a_folder_and_a_file_in_it_give_the_file_the_same_place(write):
    path = write("a.md", "text")

    places = {Root.of(path).place("a.md"), Root.of(path.parent).place("a.md")}

    assert places == {"papers/a.md"}


def test_a_folder_is_known_by_its_own_name_however_it_is_reached(write, monkeypatch):
    path = write("a.md", "text")
    monkeypatch.chdir(path.parent)

    assert Root.of(Path()).place("a.md") == "papers/a.md"


def test_a_source_is_named_by_the_manifest_else_by_the_file_itself_else_by_its_place(write):
    path = write("a.md", "---\nname: own\n---\ntext\n")
    plain = write("b.md", "text\n")
    manifest = load_manifest('[[source]]\nmatch = "a.md"\nname = "declared"\n', "m.toml")

    readings = [reading_of(path, manifest), reading_of(path), reading_of(plain)]

    names = [reading.described.edition.source.name for reading in readings]
    assert names == ["declared", "own", "papers/b.md"]


# -- contents -------------------------------------------------------------------------------------


def test_bytes_are_hashed_as_they_are_and_text_is_counted_in_code_points(write):
    content = "Ä 😀\r\n"
    version = reading_of(write("a.txt", content)).version

    assert version.digest == digest_of(content.encode())
    assert (version.length, version.size) == (5, 9)


def test_passages_are_slices_of_the_text_with_its_front_matter_left_out(write):
    reading = reading_of(write("a.md", "---\ntitle: A\n---\n# Head\n\nSome words.\n\nMore.\n"))

    passages = list(reading.passages(reading.pieces(), NAMES))

    text = reading.decoded.text
    assert passages
    assert all(text[passage.start : passage.end] == said for passage, said in passages)
    assert all(passage.text_digest == digest_of(said.encode()) for passage, said in passages)
    assert not any("title" in said for _, said in passages)


@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_whatever_is_read_is_cut_into_slices_of_its_text(text, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "any.md"
    path.write_bytes(text.encode())
    try:
        reading = reading_of(path)
    except Undecodable:  # control characters make it binary
        return

    passages = list(reading.passages(reading.pieces(), NAMES))

    starts = [passage.start for passage, _ in passages]
    assert starts == sorted(set(starts))
    assert all(reading.decoded.text[item.start : item.end] == said for item, said in passages)


def test_a_format_is_told_by_the_manifest_before_the_suffix(write):
    path = write("a.txt", "Head\n====\n\nText.\n")
    manifest = load_manifest('[[source]]\nmatch = "*"\nformat = "rst"\n', "m.toml")

    assert reading_of(path, manifest).version.markup is Markup.RST
    assert reading_of(path).version.markup is Markup.PLAIN


def test_a_manifest_is_read_as_a_source_of_its_own(write):
    path = write("m.toml", '[[source]]\nmatch = "*"\n')

    reading = read_declared(path)

    assert reading.place == reading.described.edition.source.name == "papers/m.toml"
    assert not reading.described.edition.scope


# -- against the record ---------------------------------------------------------------------------


def recorded(capture: Capture) -> Catalogue:
    """A catalogue in which a capture stands."""
    catalogue = Catalogue(NAMES)
    edition = NAMES.edition(capture.edition).value
    catalogue._last[edition] = CaptureRecord(
        iri="urn:test:capture/1",
        bundle="urn:test:bundle/1",
        sequence=1,
        edition=capture.edition,
        edition_iri=edition,
        source_iri=NAMES.source(capture.edition.source).value,
        version=NAMES.version(capture.version).value,
        place=capture.place,
        at=capture.at,
        previous=capture.previous,
    )
    return catalogue


def captured(path: Path, manifest: Manifest = NO_MANIFEST) -> tuple[Catalogue, Capture]:
    made = compare(reading_of(path, manifest), Catalogue(NAMES), NAMES, NOW)
    assert isinstance(made, Capture)
    return recorded(made), made


def test_a_file_that_was_never_captured_is_a_capture_without_one_before(write):
    _, capture = captured(write("a.md", "text"))

    assert (capture.previous, capture.place, capture.at) == (None, "papers/a.md", NOW)


def test_nothing_is_captured_where_nothing_differs(write):
    path = write("a.md", "text")
    catalogue, _ = captured(path)

    assert isinstance(compare(reading_of(path), catalogue, NAMES, NOW), CaptureRecord)


@pytest.mark.parametrize(
    "said", ['title = "B"', 'published = "2024"', 'scope = { release = "1" }', 'scheme = "semver"']
)
def test_a_file_that_is_described_otherwise_is_captured_again(write, said):
    path = write("a.md", "text")
    catalogue, _ = captured(path)
    manifest = load_manifest(f'[[source]]\nmatch = "*"\n{said}\n', "m.toml")

    again = compare(reading_of(path, manifest), catalogue, NAMES, NOW)

    assert isinstance(again, Capture)
    assert again.previous == "urn:test:capture/1"


def test_other_bytes_and_another_place_are_captured_again(write):
    manifest = load_manifest('[[source]]\nmatch = "*"\nname = "one"\n', "m.toml")
    path = write("a.md", "text")
    catalogue, _ = captured(path, manifest)

    moved = compare(reading_of(write("b.md", "text"), manifest), catalogue, NAMES, NOW)
    edited = compare(reading_of(write("a.md", "other"), manifest), catalogue, NAMES, NOW)

    assert isinstance(moved, Capture)
    assert isinstance(edited, Capture)
    assert moved.previous == edited.previous == "urn:test:capture/1"
