"""PROV-JSON: a document as JSON objects by kind and identifier (W3C Member Submission, 2013).

Every object is read as the list of its pairs, so that a key that stands twice loses nothing.
Numbers keep their written form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

from cedarprov.errors import BadProv
from cedarprov.model.prov import (
    ARGUMENTS,
    TIMES,
    WITHOUT_IDENTIFIER,
    Bundle,
    Document,
    Kind,
    Literal,
    Name,
    Statement,
    Value,
)
from cedarprov.model.text import WRITABLE, is_writable
from cedarprov.rdf.prov.terms import (
    NAMES,
    PREDECLARED,
    PROV,
    XSD,
    declared,
    expand,
    is_blank,
    language_string,
    without_unused_blanks,
)
from cedarprov.rdf.prov.times import moment

_KINDS: Final = {kind.value: kind for kind in Kind}
_DICTIONARY: Final[Mapping[str, tuple[Kind, Mapping[str, str]]]] = {
    "hadDictionaryMember": (Kind.MEMBERSHIP, {"dictionary": "collection"}),
    "derivedByInsertionFrom": (
        Kind.DERIVATION,
        {"after": "generatedEntity", "before": "usedEntity"},
    ),
    "derivedByRemovalFrom": (
        Kind.DERIVATION,
        {"after": "generatedEntity", "before": "usedEntity"},
    ),
}
"""What the relations of PROV-Dictionary specialise, and what their arguments are called there."""
_DICTIONARY_KEYS: Final = frozenset({PROV + "key-entity-set", PROV + "key-set"})

_INT: Final = 2**31
_LONG: Final = 2**63


class _Object(list[tuple[str, Any]]):
    """The pairs of a JSON object, in order; a key may stand twice."""


class _Number(str):
    """A JSON number as written."""

    __slots__ = ()


def read_json(text: str, place: str = "the document") -> Document:
    """Return the document that a PROV-JSON text writes.

    Raises:
        BadProv: The text is no JSON, or is none of the form of PROV-JSON.
    """
    try:
        return _document(_parsed(text))
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise BadProv(place, str(error), line) from error
    except RecursionError:
        raise BadProv(place, "its objects and arrays are nested too deeply to be read") from None


def _parsed(text: str) -> object:
    return json.loads(
        text,
        object_pairs_hook=_Object,
        parse_int=_Number,
        parse_float=_Number,
        parse_constant=_no_number,
    )


def _no_number(written: str) -> NoReturn:
    why = f"{written} is no number of JSON"
    raise ValueError(why)


def _pairs(value: object, what: str) -> _Object:
    if not isinstance(value, _Object):
        why = f"{what} is no object"
        raise ValueError(why)  # noqa: TRY004 - what is wrong is the text
    return value


def _document(value: object) -> Document:
    top = _pairs(value, "the document")
    notes = _repeated(top)
    scope = _Scope(PREDECLARED, top, notes)
    bundles = tuple(
        _bundle(name, _pairs(content, f"the bundle {name!r}"), scope)
        for key, found in top
        if key == "bundle"
        for name, content in _pairs(found, "bundle")
    )
    return Document(
        statements=scope.statements(top),
        bundles=bundles,
        prefixes=scope.own,
        notes=tuple(notes),
    )


def _bundle(name: str, content: _Object, outer: _Scope) -> Bundle:
    # Its name is read with its own prefixes first, as PROV-N says of bundles (3.8).
    scope = _Scope(outer.prefixes, content, outer.notes)
    if any(key == "bundle" for key, _ in content):
        why = f"the bundle {name!r} holds bundles, which PROV-DM does not allow"
        raise ValueError(why)
    return Bundle(
        identifier=scope.name(name), statements=scope.statements(content), prefixes=scope.own
    )


def _repeated(value: object) -> list[str]:
    """Return a note for each key that stands twice in one object."""
    notes: list[str] = []
    waiting: list[object] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, _Object):
            seen: set[str] = set()
            for key, content in item:
                if key in seen:
                    notes.append(f"the key {key!r} stands twice in one object; both were read")
                seen.add(key)
                waiting.append(content)
        elif isinstance(item, list):
            waiting.extend(item)
    return notes


class _Scope:
    """Where the prefixes of a document or of a bundle hold."""

    def __init__(self, outer: Mapping[str, str], content: _Object, notes: list[str]) -> None:
        self.own = declared(
            ("" if prefix == "default" else prefix, _string(space, f"the prefix {prefix!r}"))
            for key, found in content
            if key == "prefix"
            for prefix, space in _pairs(found, "prefix")
        )
        self.prefixes = {**outer, **self.own}
        self.notes = notes

    def name(self, written: object) -> str:
        """Return the IRI, or the blank name, that a name stands for."""
        if isinstance(written, _Object):
            content = dict(written)
            if expand(str(content.get("type")), self.prefixes) in NAMES:
                written = content.get("$")
        text = _string(written, "a name")
        return text if is_blank(text) else expand(text, self.prefixes)

    def statements(self, content: _Object) -> tuple[Statement, ...]:
        """Return the statements of a document or bundle, in the order of the text."""
        return without_unused_blanks(list(self._found(content)))

    def _found(self, content: _Object) -> Iterator[Statement]:
        for key, group in content:
            if key in {"prefix", "bundle"}:
                continue
            local = key.removeprefix("prov:")
            if local not in _KINDS and local not in _DICTIONARY:
                why = f"{key!r} is no kind of statement"
                raise ValueError(why)
            for identifier, body in _pairs(group, key):
                bodies = body if type(body) is list else [body]
                for each in bodies:
                    pairs = _pairs(each, f"the statement {key} {identifier!r}")
                    yield from self._read(local, identifier, pairs)

    def _read(self, local: str, identifier: str, body: _Object) -> Iterator[Statement]:
        """Yield the statements of one object: one, or one for each member of a collection."""
        if local in _DICTIONARY:
            kind, renamed = _DICTIONARY[local]
            self.notes.append(f"{local} {identifier!r} was read as {kind}, without keys")
        else:
            kind, renamed = _KINDS[local], {}
        formal: dict[str, list[Any]] = {}
        attributes: list[tuple[str, Value]] = []
        for key, value in body:
            iri = expand(key, self.prefixes)
            name = iri.removeprefix(PROV)
            name = renamed.get(name, name)
            values = value if type(value) is list else [value]
            if iri.startswith(PROV) and name in ARGUMENTS[kind]:
                formal.setdefault(name, []).extend(values)
            elif local in _DICTIONARY and iri in _DICTIONARY_KEYS:
                if kind is Kind.MEMBERSHIP:
                    formal.setdefault("entity", []).extend(_members(values))
            else:
                attributes.extend((iri, self._value(each)) for each in values)
        yield from self._made(kind, identifier, formal, tuple(attributes))

    def _made(
        self,
        kind: Kind,
        identifier: str,
        formal: Mapping[str, list[Any]],
        attributes: tuple[tuple[str, Value], ...],
    ) -> Iterator[Statement]:
        name: str | None = self.name(identifier)
        if kind in WITHOUT_IDENTIFIER:
            if attributes or not is_blank(identifier):
                self.notes.append(
                    f"{kind} {identifier!r} has an identifier or attributes, which PROV-DM does "
                    "not give it; they were left out"
                )
            name, attributes = None, ()
        members = formal.get("entity", [None]) if kind is Kind.MEMBERSHIP else [None]
        for member in members:
            given = {**formal, "entity": [member]} if member is not None else formal
            yield Statement(
                kind=kind,
                identifier=name,
                arguments=tuple(
                    self._argument(kind, argument, given.get(argument, []))
                    for argument in ARGUMENTS[kind]
                ),
                attributes=attributes,
            )

    def _argument(self, kind: Kind, argument: str, values: list[Any]) -> str | None:
        if not values:
            return None
        if len(values) > 1:
            why = f"{kind} has {len(values)} values of prov:{argument}, where one stands"
            raise ValueError(why)
        if argument not in TIMES:
            return self.name(values[0])
        given = dict(values[0]).get("$") if isinstance(values[0], _Object) else values[0]
        return moment(_string(given, f"prov:{argument}"))

    def _value(self, value: object) -> Value:
        """Return a value of an attribute.

        Raises:
            ValueError: It is of no form that PROV-JSON has.
        """
        plain = _plain(value)
        if plain is not None:
            return plain
        content = dict(_pairs(value, "the value of an attribute"))
        text = _plain(content.get("$"))
        if text is None:
            why = "a typed value has no text under the key '$'"
            raise ValueError(why)
        if content.get("lang") is not None:
            return language_string(text.lexical, _string(content["lang"], "lang"))
        if content.get("type") is None:
            return text
        datatype = expand(_string(content["type"], "type"), self.prefixes)
        if datatype in NAMES:
            return Name(iri=self.name(text.lexical))
        return Literal(lexical=text.lexical, datatype=datatype)


def _plain(value: object) -> Literal | None:
    """Return a value of JSON's own types, and None for any other."""
    if isinstance(value, bool):
        return Literal(lexical=str(value).lower(), datatype=XSD + "boolean")
    if isinstance(value, _Number):
        return Literal(lexical=str(value), datatype=XSD + _numeric(value))
    return Literal(lexical=_string(value, "a value")) if isinstance(value, str) else None


def _members(values: list[Any]) -> Iterator[object]:
    """Yield the entities of a dictionary, given by key or as pairs of `key` and `$`."""
    for value in values:
        pairs = _pairs(value, "prov:key-entity-set")
        if any(key == "key" for key, _ in pairs):
            yield from (entity for key, entity in pairs if key == "$")
        else:
            yield from (entity for key, entity in pairs if not key.startswith("$"))


def _numeric(written: str) -> str:
    """Return the type of a number (PROV-JSON, 2.3.2): the narrowest of XML Schema's for wholes."""
    if not written.lstrip("-").isdigit():
        return "double"
    if len(written) > len(str(_LONG)) + 1:
        return "integer"
    value = int(written)
    if -_INT <= value < _INT:
        return "int"
    return "long" if -_LONG <= value < _LONG else "integer"


def _string(value: object, what: str) -> str:
    if not isinstance(value, str) or isinstance(value, _Number):
        why = f"{what} is no string"
        raise ValueError(why)  # noqa: TRY004 - what is wrong is the text
    if not is_writable(value):
        why = f"{what} is not {WRITABLE}"
        raise ValueError(why)
    return value
