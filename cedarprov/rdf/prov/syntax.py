"""The syntaxes of PROV documents, and the one reader of them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

from cedarprov.errors import BadProv, MissingPath
from cedarprov.model.prov import Document
from cedarprov.rdf.prov.notation import read_notation


class Syntax(StrEnum):
    """The syntaxes that a PROV document is read in."""

    PROVN = "provn"
    JSON = "json"
    XML = "xml"
    TURTLE = "turtle"
    TRIG = "trig"
    NQUADS = "nquads"


SUFFIXES: Final[Mapping[str, Syntax]] = {
    ".provn": Syntax.PROVN,
    ".json": Syntax.JSON,
    ".xml": Syntax.XML,
    ".provx": Syntax.XML,
    ".ttl": Syntax.TURTLE,
    ".trig": Syntax.TRIG,
    ".nq": Syntax.NQUADS,
}


def syntax_of(path: Path) -> Syntax:
    """Return the syntax that a file is written in, by the end of its name.

    Raises:
        BadProv: The name ends in none that is known.
    """
    try:
        return SUFFIXES[path.suffix.lower()]
    except KeyError:
        known = ", ".join(SUFFIXES)
        raise BadProv(str(path), f"its name ends in none of {known}") from None


def read_file(path: Path, syntax: Syntax | None = None) -> Document:
    """Return the document in a file, whose name tells the syntax unless one is given.

    Raises:
        MissingPath: There is no such file.
        BadProv: It is no PROV document in that syntax.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise MissingPath(path) from None
    except OSError as error:
        raise BadProv(str(path), f"the file cannot be read ({error.strerror})") from None
    return read(data, syntax or syntax_of(path), str(path))


def read(data: bytes, syntax: Syntax, place: str = "the document") -> Document:
    """Return the document that bytes write in a syntax; `place` names them in errors.

    Raises:
        BadProv: They are no PROV document in that syntax.
    """
    reader = _READERS.get(syntax)
    if reader is None:
        raise BadProv(place, f"documents in {syntax} are not read")
    return reader(data, place)


def _provn(data: bytes, place: str) -> Document:
    try:
        return read_notation(data.decode("utf-8-sig"), place)
    except UnicodeDecodeError as error:
        raise BadProv(place, f"it is not UTF-8 at byte {error.start}") from None


_READERS: Final[Mapping[Syntax, Callable[[bytes, str], Document]]] = {Syntax.PROVN: _provn}
"""The reader of each syntax: from bytes and the name that they have in errors."""
