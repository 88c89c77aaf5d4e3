"""Literals in the canonical form in which the store keeps them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from pyoxigraph import Literal, NamedNode

from cedarprov.errors import BadValue
from cedarprov.model.text import WRITABLE, is_writable

_XSD: Final = "http://www.w3.org/2001/XMLSchema#"
_DATE_TIME: Final = NamedNode(_XSD + "dateTime")
_INTEGER: Final = NamedNode(_XSD + "integer")


def text(value: str) -> Literal:
    """Return a plain string, kept byte for byte.

    Raises:
        BadValue: It has no form in UTF-8.
    """
    if not is_writable(value):
        raise BadValue("text", value, WRITABLE)
    return Literal(value)


def count(value: int) -> Literal:
    """Return a whole number of 0 or more as an xsd:integer.

    The store turns every type derived from xsd:integer into xsd:integer; digests are taken over
    what it holds.
    """
    return Literal(str(value), datatype=_INTEGER)


def flag(value: bool) -> Literal:  # noqa: FBT001 - the value is the argument
    """Return an xsd:boolean."""
    return Literal(value)


def double(value: float) -> Literal:
    """Return an xsd:double."""
    return Literal(value)


def instant(value: datetime) -> Literal:
    """Return an xsd:dateTime in UTC, in the form that the store would rewrite it to."""
    moment = value.astimezone(UTC)
    seconds = moment.strftime("%S")
    if moment.microsecond:
        seconds += f".{moment.microsecond:06d}".rstrip("0")
    written = f"{moment.year:04d}-{moment:%m-%dT%H:%M}:{seconds}Z"
    return Literal(written, datatype=_DATE_TIME)


def read_instant(written: str) -> datetime:
    """Return the instant that an xsd:dateTime in UTC stands for."""
    return datetime.fromisoformat(written).astimezone(UTC)
