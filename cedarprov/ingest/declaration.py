"""What a manifest entry or a front matter declares about a file, read from its written form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadValue, CedarprovError, ModelError
from cedarprov.ingest.dates import is_plainly_unknown, read_period, read_time
from cedarprov.ingest.reader import encoding_name, markup_of, read_format
from cedarprov.ingest.written import Fault, Kind, Written
from cedarprov.model.frozen import Frozen, field_names, replace
from cedarprov.model.scope import Condition, Scope
from cedarprov.model.source import Edition, Markup, Scheme, Source
from cedarprov.model.text import WRITABLE, is_writable
from cedarprov.model.time import NEVER_STATED, Basis, Doubt, Period, Time, UnknownTime

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class Location(Frozen):
    """Where a declaration is written: the code points [start, end) of the text at `place`."""

    place: str
    start: int
    end: int


class Described(Frozen):
    """What is known about a file before its words are read.

    `markup` is None where neither its name nor a declaration says how it is written.
    `declared` is where its scope is written, or else whatever else was declared.
    """

    edition: Edition
    markup: Markup | None
    encoding: str = "utf-8"
    declared: Location | None = None


class Declaration(Frozen):
    """What is declared about a file; None means that nothing is said."""

    name: str | None = None
    title: str | None = None
    edition: str | None = None
    scheme: Scheme | None = None
    published: Time | None = None
    effective: Period | None = None
    scope: Scope | None = None
    format: Markup | None = None
    encoding: str | None = None
    declared: Location | None = None

    def over(self, other: Declaration) -> Declaration:
        """Return what both declare; where both speak, this declaration is right."""
        said = {name: getattr(self, name) for name in field_names(self)}
        if self.scope is None and other.scope is not None:
            del said["declared"]  # the location is that of the scope
        return replace(other, **{name: value for name, value in said.items() if value is not None})

    def describe(self, place: str) -> Described:
        """Return the description of the file at `place`, which is its name if none is declared."""
        edition = Edition(
            source=Source(name=self.name or place, title=self.title or ""),
            label=self.edition or "",
            scheme=self.scheme,
            published=self.published or NEVER_STATED,
            effective=self.effective or Period(),
            scope=self.scope or Scope(),
        )
        return Described(
            edition=edition,
            markup=self.format or markup_of(place),
            encoding=self.encoding or "utf-8",
            declared=self.declared,
        )

    def doubts(self) -> Iterator[str]:
        """Yield a sentence on each time whose words say something that is not read as a time."""
        period = self.effective or Period()
        times = (("published", self.published), ("effective", period.start))
        for key, time in (*times, ("effective", period.end)):
            if isinstance(time, UnknownTime) and not is_plainly_unknown(time):
                yield f"{key} {time.lexical!r} is kept as it is written and counts as unknown"


UNDECLARED: Final = Declaration()


def read_declaration(
    table: Written, *, basis: Basis, declared: Location | None = None
) -> tuple[Declaration, list[Fault]]:
    """Return what a table declares, and every fault in it; what is faulty counts as not said.

    Keys that are none of `KEYS` are left aside, and so is what has no value.
    """
    said: dict[str, object] = {}
    faults: list[Fault] = []
    for key, written in table.fields.items():
        if key == "scope":
            said[key], wrong = _scope(written)
            faults += wrong
        elif key in _READERS and written.kind is not Kind.NOTHING:
            try:
                said[key] = _READERS[key](key, _single(key, written), basis)
            except CedarprovError as error:
                faults.append((written.line, str(error)))
    return replace(Declaration(declared=declared), **said), faults


# -- values ---------------------------------------------------------------------------------------


def _single(key: str, written: Written) -> str:
    if not written.is_single:
        raise ModelError(f"{key} is {written.kind}, but it must be a text")
    if not is_writable(written.text):
        raise BadValue(key, written.text, WRITABLE)
    return written.text


def _plain(key: str, text: str, _: Basis) -> str:
    if not text.strip():
        raise BadValue(key, text, "a text that is not blank")
    return text


def _scheme(key: str, text: str, _: Basis) -> Scheme:
    try:
        return Scheme(text.strip().casefold())
    except ValueError:
        raise BadValue(key, text, "semver, calendar or ordinal") from None


def _published(key: str, text: str, basis: Basis) -> Time:
    return _readable(key, read_time(text, basis=basis))


def _effective(key: str, text: str, basis: Basis) -> Period:
    period = read_period(text, basis=basis)
    _readable(key, period.start)
    if period.end is not None:
        _readable(key, period.end)
    return period


def _readable(key: str, time: Time) -> Time:
    if isinstance(time, UnknownTime) and time.doubt in (Doubt.INVALID, Doubt.AMBIGUOUS):
        raise ModelError(
            f"{key} is {time.lexical!r}, which is {time.doubt}; "
            'write it as 2024, 2024-03 or 2024-03-09, or write "unknown"'
        )
    return time


_READERS: Final[Mapping[str, Callable[[str, str, Basis], object]]] = {
    "name": _plain,
    "title": _plain,
    "edition": _plain,
    "scheme": _scheme,
    "published": _published,
    "effective": _effective,
    "format": lambda _, text, __: read_format(text),
    "encoding": lambda _, text, __: encoding_name(text),
}

KEYS: Final = frozenset({*_READERS, "scope"})
"""The keys that a declaration may have."""


def _scope(written: Written) -> tuple[Scope | None, list[Fault]]:
    if written.kind is Kind.NOTHING:
        return None, []
    if written.kind is not Kind.TABLE:
        example = 'scope = { release = "2.2" }'
        return None, [(written.line, f"scope is {written.kind}, but it must be a table: {example}")]
    conditions: list[Condition] = []
    faults: list[Fault] = []
    for dimension, value in written.fields.items():
        try:
            conditions.append(Condition(dimension, _alternatives(f"scope.{dimension}", value)))
        except ModelError as error:
            faults.append((value.line, str(error)))
    return Scope(tuple(conditions)), faults


def _alternatives(key: str, value: Written) -> str:
    if value.kind is Kind.LIST:
        return ",".join(_single(key, item) for item in value.items)
    return _single(key, value)
