"""Bytes read as text by a named rule, and the markup that a file name or a format promises.

A text profile is the name of the rule that turned bytes into text: `utf-8/1` decodes strictly,
drops one leading byte order mark from the text, and changes nothing else; in particular no line
end is translated. Other encodings have the same rule under their own name (`cp1252/1`).

Taken in are files whose names end in one of the suffixes of `SUFFIXES`, and files without a
suffix that are called as in `PLAIN_NAMES`. A declared format overrides both, since a suffix may
lie: some `.txt` are reStructuredText.
"""

from __future__ import annotations

import codecs
import re
from pathlib import PurePosixPath
from typing import Final

from cedarprov.errors import BadValue, BinaryContent, Undecodable, UnknownEncoding
from cedarprov.ingest.structure import is_blank
from cedarprov.model.frozen import Frozen
from cedarprov.model.source import Markup

SUFFIXES: Final = {
    ".md": Markup.MARKDOWN,
    ".markdown": Markup.MARKDOWN,
    ".mdown": Markup.MARKDOWN,
    ".mkd": Markup.MARKDOWN,
    ".rst": Markup.RST,
    ".rest": Markup.RST,
    ".txt": Markup.PLAIN,
    ".text": Markup.PLAIN,
}
"""The markup of the file name suffixes that are taken in, whatever their case."""

PLAIN_NAMES: Final = frozenset(
    {
        *("authors", "contributing", "contributors", "copying", "copyright", "credits"),
        *("changelog", "changes", "history", "news", "release-notes", "todo"),
        *("faq", "install", "licence", "license", "maintainers", "notice", "readme", "thanks"),
    }
)
"""The names of files without a suffix that are taken in as plain text, whatever their case."""

FORMATS: Final = {
    "text": Markup.PLAIN,
    "plain": Markup.PLAIN,
    "txt": Markup.PLAIN,
    "markdown": Markup.MARKDOWN,
    "md": Markup.MARKDOWN,
    "rst": Markup.RST,
    "restructuredtext": Markup.RST,
    **{markup.value: markup for markup in Markup},
}
"""The names by which a manifest declares a format, whatever their case."""

_RULE: Final = 1
_MARK: Final = "\ufeff"
# Codecs of the standard library that read escapes or domain names, or leave surrogates behind.
_NO_TEXT_CODECS: Final = frozenset(
    {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"}
)
_WIDE: Final = re.compile(r"utf-(?:16|32)(?:-[bl]e)?")  # codecs in which a NUL byte is usual
_NEED_A_MARK: Final = frozenset({"utf-16", "utf-32"})
_WIDE_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SIGNATURES: Final = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"PK\x03\x04", "a ZIP archive or office file"),
    (b"\x1f\x8b", "a gzip file"),
)


class Decoded(Frozen):
    """The text of some bytes, the profile that made it, and whether a mark was dropped."""

    text: str
    profile: str
    byte_order_mark: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to read: no text, white space, zero-width marks."""
        return is_blank(self.text)


def read_text(data: bytes, *, encoding: str = "utf-8", place: str = "the input") -> Decoded:
    """Return the text of `data`, read strictly in `encoding`, with every line end as it stands.

    `place` names the bytes in errors. An empty text is a text.

    Raises:
        BinaryContent: the bytes are a PDF, an image, an archive, or hold a NUL character.
        Undecodable: the bytes are not text in that encoding; the offset is in bytes.
        UnknownEncoding: there is no such character encoding.
    """
    codec = encoding_name(encoding)
    _refuse_binary(data, codec, place)
    if codec in _NEED_A_MARK and _wide_mark(data) != codec:
        advice = f'declare encoding = "{codec}-le" or "{codec}-be" in the manifest'
        raise Undecodable(place, codec, 0, "it has no byte order mark", advice)
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        raise Undecodable(place, codec, error.start, error.reason) from error
    if (nul := text.find("\0")) >= 0:
        offset = len(text[:nul].encode(codec))
        raise BinaryContent(place, codec, offset, "a NUL character")
    profile = f"{codec}/{_RULE}"
    if codec in _NEED_A_MARK:  # the codec has dropped the mark itself
        return Decoded(text=text, profile=profile, byte_order_mark=True)
    marked = text.startswith(_MARK)
    return Decoded(text=text.removeprefix(_MARK), profile=profile, byte_order_mark=marked)


def encoding_name(encoding: str) -> str:
    """Return the one name of a character encoding: `cp1252` for `Windows-1252`.

    Raises:
        UnknownEncoding: there is no such encoding, or it does not encode text.
    """
    try:
        name = codecs.lookup(encoding).name.replace("_", "-")
        " ".encode(name)
    except (LookupError, ValueError) as error:
        raise UnknownEncoding(encoding) from error
    if name in _NO_TEXT_CODECS:
        raise UnknownEncoding(encoding)
    return "utf-8" if name == "utf-8-sig" else name


def markup_of(place: str) -> Markup | None:
    """Return the markup that a file name promises, or None where such files are not taken in."""
    path = PurePosixPath(place)
    if not path.suffix:
        return Markup.PLAIN if path.name.casefold() in PLAIN_NAMES else None
    return SUFFIXES.get(path.suffix.casefold())


def read_format(name: str) -> Markup:
    """Return the markup that a declared format names.

    Raises:
        BadValue: there is no such format.
    """
    try:
        return FORMATS[name.strip().casefold()]
    except KeyError:
        raise BadValue("format", name, "text, markdown or rst") from None


def _refuse_binary(data: bytes, codec: str, place: str) -> None:
    if _WIDE.fullmatch(codec):
        return
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise BinaryContent(place, codec, 0, f"it is {what}")
    if codec == "utf-8" and (found := _wide_mark(data)) is not None:
        advice = f'declare encoding = "{found}" in the manifest'
        raise Undecodable(place, codec, 0, f"it has the byte order mark of {found}", advice)
    if (nul := data.find(b"\0")) >= 0:
        raise BinaryContent(place, codec, nul, "a NUL byte")


def _wide_mark(data: bytes) -> str | None:
    return next((name for mark, name in _WIDE_MARKS if data.startswith(mark)), None)
