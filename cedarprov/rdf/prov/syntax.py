"""The syntaxes of PROV documents, and the one reader of them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

from pyoxigraph import RdfFormat

from cedarprov.errors import BadProv
from cedarprov.model.prov import Document
from cedarprov.rdf.bounded import read_bounded
from cedarprov.rdf.prov.notation import read_notation
from cedarprov.rdf.prov.provjson import read_json
from cedarprov.rdf.prov.provo import read_rdf
from cedarprov.rdf.prov.provxml import read_xml


class Syntax(StrEnum):
    """The syntaxes that a PROV document is read in."""

    PROVN = "provn"
    JSON = "json"
    XML = "xml"
    TURTLE = "turtle"
    TRIG = "trig"
    NQUADS = "nquads"
    NTRIPLES = "ntriples"
    RDF_XML = "rdfxml"
    JSON_LD = "jsonld"


SUFFIXES: Final[Mapping[str, Syntax]] = {
    ".provn": Syntax.PROVN,
    ".json": Syntax.JSON,
    ".xml": Syntax.XML,
    ".provx": Syntax.XML,
    ".ttl": Syntax.TURTLE,
    ".trig": Syntax.TRIG,
    ".nq": Syntax.NQUADS,
    ".nt": Syntax.NTRIPLES,
    ".rdf": Syntax.RDF_XML,
    ".jsonld": Syntax.JSON_LD,
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
        FileTooLarge: It is longer than 50 MB.
        BadProv: It is no PROV document in that syntax.
    """
    try:
        data = read_bounded(path)
    except OSError as error:
        raise BadProv(str(path), f"the file cannot be read ({error.strerror})") from None
    return read(data, syntax or syntax_of(path), str(path))


def read(data: bytes, syntax: Syntax, place: str = "the document") -> Document:
    """Return the document that bytes write in a syntax; `place` names them in errors.

    Raises:
        BadProv: They are no PROV document in that syntax.
    """
    return _READERS[syntax](data, place)


def _text(data: bytes, place: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadProv(place, f"it is not UTF-8 at byte {error.start}") from None


def _provn(data: bytes, place: str) -> Document:
    return read_notation(_text(data, place), place)


def _json(data: bytes, place: str) -> Document:
    return read_json(_text(data, place), place)


def _rdf(form: RdfFormat) -> Callable[[bytes, str], Document]:
    return lambda data, place: read_rdf(data, form, place)


_READERS: Final[Mapping[Syntax, Callable[[bytes, str], Document]]] = {
    Syntax.PROVN: _provn,
    Syntax.JSON: _json,
    Syntax.XML: read_xml,
    Syntax.TURTLE: _rdf(RdfFormat.TURTLE),
    Syntax.TRIG: _rdf(RdfFormat.TRIG),
    Syntax.NQUADS: _rdf(RdfFormat.N_QUADS),
    Syntax.NTRIPLES: _rdf(RdfFormat.N_TRIPLES),
    Syntax.RDF_XML: _rdf(RdfFormat.RDF_XML),
    Syntax.JSON_LD: _rdf(RdfFormat.JSON_LD),
}
"""The reader of each syntax: from bytes and the name that they have in errors."""
