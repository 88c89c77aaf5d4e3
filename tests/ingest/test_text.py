"""The text of a version is made from its bytes, by the rule that its identifier names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import CorruptBlob, MissingBlob
from cedarprov.ingest.reader import read_text
from cedarprov.ingest.text import VersionTexts
from cedarprov.model.source import Version
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.store.blob import Blobs

NAMES = Names("urn:test:")


@pytest.fixture
def blobs(tmp_path):
    return Blobs(tmp_path / "blobs")


def version(data: bytes, *, encoding: str = "utf-8") -> str:
    decoded = read_text(data, encoding=encoding)
    made = Version(
        digest=digest_of(data),
        profile=decoded.profile,
        text_digest=digest_of(decoded.text.encode()),
        length=len(decoded.text),
        size=len(data),
        byte_order_mark=decoded.byte_order_mark,
    )
    return NAMES.version(made).value


@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")))
def test_any_text_comes_back_as_it_was_written(text, tmp_path_factory):
    blobs = Blobs(tmp_path_factory.getbasetemp() / "any")
    blobs.put(text.encode())

    assert VersionTexts(blobs, NAMES)(version(text.encode())) == text


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"a\r\nb\rc\n", "utf-8", "a\r\nb\rc\n"),
        (b"\xef\xbb\xbfmark", "utf-8", "mark"),
        ("Ä €".encode("cp1252"), "cp1252", "Ä €"),
        ("Ä 😀".encode("utf-16"), "utf-16", "Ä 😀"),
    ],
)
def test_bytes_are_read_in_the_encoding_that_the_version_names(blobs, data, encoding, text):
    blobs.put(data)

    assert VersionTexts(blobs, NAMES)(version(data, encoding=encoding)) == text


def test_a_text_that_is_about_to_be_written_is_known_until_it_is_forgotten(blobs):
    texts, iri = VersionTexts(blobs, NAMES), version(b"text")
    texts.give(iri, "text")

    assert texts(iri) == "text"
    texts.forget_given()
    with pytest.raises(MissingBlob):
        texts(iri)


def test_bytes_that_are_not_what_they_were_are_refused(blobs):
    digest = blobs.put(b"text")
    (blobs.folder / digest[:2] / digest[2:]).write_bytes(b"tampered")

    with pytest.raises(CorruptBlob):
        VersionTexts(blobs, NAMES)(version(b"text"))


def test_more_texts_than_are_kept_in_memory_are_all_right(blobs):
    written = [f"text {number}" for number in range(200)]
    for text in written:
        blobs.put(text.encode())
    texts = VersionTexts(blobs, NAMES)

    assert [texts(version(text.encode())) for text in (*written, *written)] == [*written, *written]
