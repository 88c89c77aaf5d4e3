"""The types that a query file can declare: how each reads an RDF term and writes a plain value."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from cedarprov.model.frozen import Frozen

Term = NamedNode | BlankNode | Literal | Triple
Reading = Callable[[Term | None], object]

_XSD: Final = "http://www.w3.org/2001/XMLSchema#"
_TEXTS: Final = {f"{_XSD}string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"}
_INTEGERS: Final = {
    _XSD + name
    for name in ("integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger")
}
_NUMBERS: Final = _INTEGERS | {_XSD + name for name in ("decimal", "double", "float")}
_DATE_TIME: Final = re.compile(
    r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?", re.ASCII
)


class Datatype(Frozen):
    """How one declared type turns a term into a value, and a value or term into a term.

    Both functions raise TypeError or ValueError for what is not of the type.
    """

    value: Reading
    term: Callable[[object], Term]

    def optional(self) -> Reading:
        """Return `value`, except that an unbound variable reads as None."""
        return lambda term: None if term is None else self.value(term)


def _lexical(term: Term | None, datatypes: set[str]) -> str:
    if isinstance(term, Literal) and term.datatype.value in datatypes:
        return term.value
    raise TypeError(f"{term} has another datatype")


def _iri(term: Term | None) -> str:
    if isinstance(term, NamedNode):
        return term.value
    raise TypeError(f"{term} is no IRI")


def _boolean(term: Term | None) -> bool:
    written = _lexical(term, {f"{_XSD}boolean"})
    if written not in {"true", "1", "false", "0"}:
        raise ValueError(f"{written!r} is no boolean")
    return written in {"true", "1"}


def _term(term: Term | None) -> Term:
    if term is None:
        raise TypeError("the variable is unbound")
    return term


def _date_time(value: object) -> Literal:
    written = value.isoformat() if isinstance(value, datetime) else value
    if not isinstance(written, str) or not _DATE_TIME.fullmatch(written):
        # Oxigraph keeps such a literal, and every comparison with it silently fails.
        raise ValueError("it is not written as an xsd:dateTime")
    return Literal(written, datatype=NamedNode(f"{_XSD}dateTime"))


def _writer(reading: Reading, plain: tuple[type, ...], make: Callable[..., Term]) -> Datatype:
    def write(value: object) -> Term:
        if isinstance(value, NamedNode | Literal):
            reading(value)
            return value
        # True is an int to Python, but never a number to whoever wrote it.
        if not isinstance(value, plain) or (isinstance(value, bool) and bool not in plain):
            raise TypeError(f"a {type(value).__name__} cannot be written as one")
        return make(value)

    return Datatype(value=reading, term=write)


DATATYPES: Final = {
    "iri": _writer(_iri, (str,), NamedNode),
    "string": _writer(lambda term: _lexical(term, _TEXTS), (str,), Literal),
    "integer": _writer(lambda term: int(_lexical(term, _INTEGERS)), (int,), Literal),
    "double": _writer(lambda term: float(_lexical(term, _NUMBERS)), (float, int), Literal),
    "boolean": _writer(_boolean, (bool,), Literal),
    "dateTime": _writer(
        lambda term: _lexical(term, {f"{_XSD}dateTime"}), (str, datetime), _date_time
    ),
    "term": _writer(_term, (), Literal),
}
"""The declared types by name; `dateTime` reads as the lexical form, `term` as the term itself."""
