from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue, BinaryContent, Undecodable, UnknownEncoding
from cedarprov.ingest.reader import encoding_name, markup_of, read_format, read_text
from cedarprov.model.source import Markup


def test_no_line_end_is_changed():
    decoded = read_text(b"one\r\ntwo\nthree\rfour\r\n")

    assert decoded.text == "one\r\ntwo\nthree\rfour\r\n"
    assert decoded.profile == "utf-8/1"


def test_the_reported_spans_hold_whatever_the_line_ends(shared):
    folder = shared / "cases" / "S03"
    expected = json.loads((folder / "expect.json").read_text())

    for name in ("crlf", "lf", "mixed"):
        text = read_text((folder / f"{name}.txt").read_bytes()).text

        start, end = expected[name]
        assert text[start:end] == expected["quote"]


def test_one_byte_order_mark_is_dropped_and_recorded():
    decoded = read_text("\ufeff\ufefftext".encode())

    assert (decoded.text, decoded.byte_order_mark) == ("\ufefftext", True)
    assert not read_text(b"text").byte_order_mark


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be", "UTF-8-SIG"])
def test_a_mark_is_dropped_once_in_every_unicode_encoding(encoding):
    written = "\ufefftext" if encoding.endswith("e") else "text"

    decoded = read_text(written.encode(encoding), encoding=encoding)

    assert (decoded.text, decoded.byte_order_mark) == ("text", True)


def test_wide_text_without_a_mark_needs_its_byte_order_declared():
    with pytest.raises(Undecodable, match="utf-16-le"):
        read_text("text".encode("utf-16-le"), encoding="utf-16")


def test_a_declared_encoding_is_named_in_the_profile():
    decoded = read_text(b"caf\xe9", encoding="Windows-1252")

    assert (decoded.text, decoded.profile) == ("café", "cp1252/1")


def test_bytes_that_are_no_text_are_refused_with_place_and_offset():
    with pytest.raises(Undecodable) as caught:
        read_text(b"caf\xe9 noir", place="menu.txt")

    assert (caught.value.place, caught.value.offset) == ("menu.txt", 3)
    assert "manifest" in str(caught.value)


def test_wide_text_that_is_not_declared_is_recognised():
    with pytest.raises(Undecodable, match='encoding = "utf-16"'):
        read_text("text".encode("utf-16"))


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"%PDF-1.4\nall in ASCII", 0),
        (b"\x89PNG\r\n\x1a\n", 0),
        (b"PK\x03\x04", 0),
        (b"text\0text", 4),
    ],
)
def test_binary_content_is_refused_as_such(data, offset):
    with pytest.raises(BinaryContent) as caught:
        read_text(data)

    assert caught.value.offset == offset


def test_a_nul_character_in_wide_text_is_refused():
    with pytest.raises(BinaryContent):
        read_text("a\0b".encode("utf-16"), encoding="utf-16")


@pytest.mark.parametrize("data", [b"", b" \n\t", b"\r", b"\xef\xbb\xbf", "\u200b\n".encode()])
def test_nothing_to_read_is_a_state_and_no_error(data):
    assert read_text(data).is_blank


def test_a_single_letter_is_something_to_read():
    assert not read_text(b"\n a").is_blank


@pytest.mark.parametrize(
    "encoding", ["klingon", "base64", "rot13", "idna", "unicode_escape", "", "a\0b"]
)
def test_what_encodes_no_text_is_no_encoding(encoding):
    with pytest.raises(UnknownEncoding):
        encoding_name(encoding)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",))))
def test_text_survives_writing_and_reading(text):
    marked = "\ufeff" + text

    for encoding in ("utf-8", "utf-16-be", "utf-32-le"):
        assert read_text(marked.encode(encoding), encoding=encoding).text == text


@given(st.binary())
def test_any_bytes_are_text_that_gives_them_back_or_are_refused(data):
    try:
        decoded = read_text(data)
    except Undecodable:
        return

    mark = b"\xef\xbb\xbf" if decoded.byte_order_mark else b""
    assert mark + decoded.text.encode() == data


def test_real_messy_files_are_read_or_refused_with_a_reason(shared):
    refused = {}
    for path in (shared / "data" / "messy_inputs" / "files").iterdir():
        try:
            read_text(path.read_bytes(), place=path.name)
        except Undecodable as error:
            refused[path.name] = str(error)

    index = shared / "data" / "messy_inputs" / "index.jsonl"
    features = {
        row["file"]: row["features"] for row in map(json.loads, index.read_text().splitlines())
    }
    bad = {"not-utf8", "pdf", "nul", "utf16-bom", "utf32-bom"}
    assert set(refused) == {name for name, given in features.items() if bad & set(given)}
    assert all(name in sentence for name, sentence in refused.items())


@pytest.mark.parametrize(
    ("place", "markup"),
    [
        ("a/b.md", Markup.MARKDOWN),
        ("A.Markdown", Markup.MARKDOWN),
        ("x.rst", Markup.RST),
        ("x.TXT", Markup.PLAIN),
        ("urllib3/LICENSE", Markup.PLAIN),
        ("v1.2/README", Markup.PLAIN),
        ("a.py", None),
        ("a.txt.gz", None),
        ("Makefile", None),
        (".md", None),
    ],
)
def test_a_file_name_promises_a_markup_or_is_not_taken_in(place, markup):
    assert markup_of(place) is markup


def test_a_declared_format_is_read_whatever_its_case():
    assert read_format("reStructuredText") is Markup.RST
    assert read_format("text/markdown") is Markup.MARKDOWN
    with pytest.raises(BadValue, match="markdown"):
        read_format("pdf")
