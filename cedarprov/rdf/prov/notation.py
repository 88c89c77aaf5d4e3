"""PROV-N: text to statements, with the line of each (W3C Recommendation, 30 April 2013).

A placeholder `-` is kept wherever a name may stand in some relation, so that what is missing can
be reported as a fault of the statement and not only as one of the text. What the grammar calls an
extension has no place in PROV-DM: it is named in the notes of the document, or read as what it
specialises if it is a relation of PROV-Dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

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
from cedarprov.rdf.prov.grammar import (
    QUALIFIED_NAME,
    Attributes,
    Declaration,
    Item,
    Moment,
    Part,
    Quoted,
    QuotedName,
    Written,
    parsed,
)
from cedarprov.rdf.prov.terms import (
    ELEMENTS,
    LANGUAGE_STRING,
    NAMES,
    PREDECLARED,
    PROV,
    XSD,
    legal_iri,
)

_KINDS: Final = {kind.value: kind for kind in Kind}
_ESCAPED: Final = re.compile(r"\\(.)")

_SHORT: Final[Mapping[Kind, int]] = {
    Kind.ACTIVITY: 0,
    Kind.GENERATION: 1,
    Kind.USAGE: 1,
    Kind.START: 1,
    Kind.END: 1,
    Kind.INVALIDATION: 1,
    Kind.DERIVATION: 2,
    Kind.ASSOCIATION: 1,
    Kind.DELEGATION: 2,
}
"""How many arguments the short form of a statement has, where there is one (definition 3)."""

_DICTIONARY: Final[Mapping[str, tuple[Kind, int]]] = {
    PROV + "hadDictionaryMember": (Kind.MEMBERSHIP, 2),
    PROV + "derivedByInsertionFrom": (Kind.DERIVATION, 2),
    PROV + "derivedByRemovalFrom": (Kind.DERIVATION, 2),
}
"""What the relations of PROV-Dictionary specialise, and how many of their arguments it keeps."""


def read_notation(text: str, place: str = "the document") -> Document:
    """Return the document that a PROV-N text writes.

    Raises:
        BadProv: The text is no PROV-N, or the prefix of a name is not declared.
    """
    document, *bundles = parsed(text, place)
    notes: list[str] = []
    scope = _Scope(place, PREDECLARED, document.declarations, notes)
    statements = scope.statements(document.statements)
    return Document(
        statements=statements,
        bundles=tuple(_bundle(scope, part) for part in bundles),
        prefixes=scope.declared,
        notes=tuple(notes),
    )


def _bundle(outer: _Scope, part: Part) -> Bundle:
    """Return a bundle; its own declarations hold for its name too."""
    scope = _Scope(outer.place, outer.prefixes, part.declarations, outer.notes)
    return Bundle(
        identifier=scope.iri(part.name, part.line),
        statements=scope.statements(part.statements),
        prefixes=scope.declared,
    )


class _Scope:
    """Where the declarations of a document or of a bundle hold."""

    def __init__(
        self,
        place: str,
        outer: Mapping[str, str],
        declarations: Sequence[Declaration],
        notes: list[str],
    ) -> None:
        # The namespace of XML Schema has no `#` in XML, and many write it so here.
        self.declared = {
            prefix: XSD if namespace + "#" == XSD else namespace
            for prefix, namespace in declarations
        }
        self.place, self.notes = place, notes
        self.prefixes = {**outer, **self.declared}
        self._known: dict[str, str] = {}

    def iri(self, name: str, line: int) -> str:
        """Return the IRI of a qualified name.

        Raises:
            BadProv: Its prefix is not declared, or what comes out is no IRI.
        """
        known = self._known.get(name)
        if known is None:
            prefix, local = _split(name)
            if prefix not in self.prefixes:
                what = f"the prefix {prefix}: is" if prefix else "a default namespace is"
                raise BadProv(self.place, f"{what} not declared, but {name} needs it", line)
            try:
                known = legal_iri(self.prefixes[prefix] + _ESCAPED.sub(r"\1", local))
            except ValueError as error:
                raise BadProv(self.place, str(error), line) from error
            self._known[name] = known
        return known

    def statements(self, written: Sequence[Written]) -> tuple[Statement, ...]:
        """Return the statements that PROV-DM has a place for."""
        found = (self._statement(each) for each in written)
        return tuple(each for each in found if each is not None)

    def _statement(self, written: Written) -> Statement | None:
        if written.name in _KINDS:
            return self._of_kind(_KINDS[written.name], written)
        if ":" not in written.name:
            raise BadProv(self.place, f"{written.name} is no statement of PROV", written.line)
        iri = self.iri(written.name, written.line)
        if iri not in _DICTIONARY:
            self._note(written, "left out: it is no statement of PROV-DM")
            return None
        kind, kept = _DICTIONARY[iri]
        self._note(written, f"read as {kind}")
        attributes = [each for each in written.items if isinstance(each, Attributes)]
        return self._of_kind(kind, written._replace(items=(*written.items[:kept], *attributes)))

    def _note(self, written: Written, what: str) -> None:
        self.notes.append(f"line {written.line}: {written.name}(...) was {what}")

    def _of_kind(self, kind: Kind, written: Written) -> Statement:
        """Return a statement of a kind that PROV-DM has.

        Raises:
            BadProv: Its arguments are not those of the kind.
        """
        line, items, identifier = written.line, list(written.items), written.identifier
        last = items[-1]
        pairs = last.pairs if isinstance(last, Attributes) else ()
        if isinstance(last, Attributes):
            items.pop()
        if kind in ELEMENTS:
            identifier = self._first(kind, items, written)
        if kind in WITHOUT_IDENTIFIER and (identifier is not None or pairs):
            raise BadProv(self.place, f"{kind} takes no identifier and no attributes", line)
        return Statement(
            kind=kind,
            identifier=None if identifier is None else self.iri(identifier, line),
            arguments=self._arguments(kind, items, line),
            attributes=tuple(
                (self.iri(key, line), self._value(value, line)) for key, value in pairs
            ),
            line=line,
        )

    def _first(self, kind: Kind, items: list[Item], written: Written) -> str:
        """Take the identifier of an entity, activity or agent from its arguments."""
        first = items.pop(0) if items and written.identifier is None else None
        if not isinstance(first, str):
            raise BadProv(self.place, f"{kind} needs a name as its first argument", written.line)
        return first

    def _arguments(self, kind: Kind, items: Sequence[Item], line: int) -> tuple[str | None, ...]:
        names = ARGUMENTS[kind]
        allowed = sorted({len(names), _SHORT.get(kind, len(names))})
        if len(items) not in allowed:
            wanted = " or ".join(map(str, allowed))
            raise BadProv(self.place, f"{kind} has {len(items)} arguments, not {wanted}", line)
        read = [
            self._argument(kind, name, item, line) for name, item in zip(names, items, strict=False)
        ]
        return (*read, *[None] * (len(names) - len(read)))

    def _argument(self, kind: Kind, name: str, item: Item, line: int) -> str | None:
        if item is None:
            return None
        if name in TIMES and isinstance(item, Moment):
            return item.text
        if name not in TIMES and isinstance(item, str):
            return self.iri(item, line)
        wanted = "a date and time" if name in TIMES else "a name"
        raise BadProv(self.place, f"the {name} of {kind} is neither {wanted} nor -", line)

    def _value(self, value: Quoted | QuotedName, line: int) -> Value:
        if isinstance(value, QuotedName):
            return Name(iri=self.iri(value.name, line))
        if value.language is not None:
            return Literal(lexical=value.text, datatype=LANGUAGE_STRING, language=value.language)
        if value.datatype is None:
            return Literal(lexical=value.text)
        datatype = self.iri(value.datatype, line)
        if datatype in NAMES and QUALIFIED_NAME.fullmatch(value.text):
            return Name(iri=self.iri(value.text, line))
        return Literal(lexical=value.text, datatype=datatype)


def _split(name: str) -> tuple[str, str]:
    """Return the prefix and the local part of a qualified name.

    A colon that is escaped belongs to the local part; the default prefix has no characters.
    """
    prefix, colon, local = name.partition(":")
    return (prefix, local) if colon and not prefix.endswith("\\") else ("", name)
