"""The terms of PROV that its syntaxes share, and the rules for names that they have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from pyoxigraph import NamedNode

from cedarprov.model.frozen import replace
from cedarprov.model.prov import ARGUMENTS, Kind, Literal, Name, Statement

PROV: Final = "http://www.w3.org/ns/prov#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"

STRING: Final = XSD + "string"
DATE_TIME: Final = XSD + "dateTime"
LANGUAGE_STRING: Final = RDF + "langString"
XML_LITERAL: Final = RDF + "XMLLiteral"
NAMES: Final = frozenset({XSD + "QName", PROV + "QUALIFIED_NAME"})
"""The datatypes whose values are names."""

_ESCAPED: Final = re.compile(r"\\([='(),\-:;\[\].])")
"""The escapes in names (PROV-N, 3.7.1, PN_CHARS_ESC)."""

PREDECLARED: Final[Mapping[str, str]] = {"prov": PROV, "xsd": XSD}
"""The prefixes that stand for the same namespace in every PROV-N document (PROV-N, 3.7.1)."""

ELEMENTS: Final = frozenset({Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT})
"""The kinds whose statements are about what their identifier names."""

CLASSES: Final[Mapping[str, Kind]] = {
    "Entity": Kind.ENTITY,
    "Plan": Kind.ENTITY,
    "Collection": Kind.ENTITY,
    "EmptyCollection": Kind.ENTITY,
    "Bundle": Kind.ENTITY,
    "Dictionary": Kind.ENTITY,
    "EmptyDictionary": Kind.ENTITY,
    "Activity": Kind.ACTIVITY,
    "Agent": Kind.AGENT,
    "Person": Kind.AGENT,
    "Organization": Kind.AGENT,
    "SoftwareAgent": Kind.AGENT,
}
"""The classes of PROV-O and PROV-Dictionary, by what their instances are."""

DERIVATIONS: Final[Mapping[str, str]] = {
    "wasRevisionOf": "Revision",
    "wasQuotedFrom": "Quotation",
    "hadPrimarySource": "PrimarySource",
}
"""The derivations of a stated type (PROV-DM, 5.2.2 to 5.2.4) that have names of their own."""


def language_string(text: str, language: str) -> Literal:
    """Return a text in a language."""
    return Literal(lexical=text, datatype=LANGUAGE_STRING, language=language)


def prov_type(name: str) -> tuple[str, Name]:
    """Return the attribute that gives a statement a type of PROV."""
    return PROV + "type", Name(iri=PROV + name)


def is_blank(name: str) -> bool:
    """Tell whether a name is one that only its own document knows, such as `_:b1`."""
    return name.startswith("_:")


def free_blanks(statements: Sequence[Statement], others: Iterable[str] = ()) -> Iterator[str]:
    """Yield blank names that no statement has, and that are none of the others."""
    taken = set(others)
    taken |= {
        name
        for statement in statements
        for name in (statement.identifier, *statement.arguments)
        if name is not None
    }
    taken |= {
        value.iri
        for statement in statements
        for _, value in statement.attributes
        if isinstance(value, Name)
    }
    return (name for number in count(1) if (name := f"_:id{number}") not in taken)


def is_argument(kind: Kind, attribute: str) -> bool:
    """Tell whether an attribute has the name of an argument of its statement."""
    return attribute.startswith(PROV) and attribute.removeprefix(PROV) in ARGUMENTS[kind]


@lru_cache(maxsize=65536)
def legal_iri(iri: str) -> str:
    """Return an IRI as it is.

    Raises:
        ValueError: It is no absolute IRI (RFC 3987), or holds a character that none may hold.
    """
    try:
        NamedNode(iri)
    except ValueError as error:
        why = f"{iri!r} is no legal IRI ({error})"
        raise ValueError(why) from error
    return iri


def declared(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return prefixes as declared; `xsd` may lack the `#` that XML has no use for.

    Raises:
        ValueError: `prov` stands for another namespace than that of PROV.
    """
    found = {prefix: XSD if space + "#" == XSD else space for prefix, space in pairs}
    if found.get("prov", PROV) != PROV:
        why = f"the prefix prov: stands for {found['prov']!r}, but it is kept for {PROV}"
        raise ValueError(why)
    return found


def expand(name: str, prefixes: Mapping[str, str]) -> str:
    """Return the IRI of a name as it is written in JSON or XML: `prefix:local`, or `local`.

    Some write the escapes of PROV-N there too; no IRI holds the backslash that they begin with.

    Raises:
        ValueError: Its prefix is not declared, or what comes out is no IRI.
    """
    prefix, colon, local = name.partition(":")
    if not colon:
        prefix, local = "", name
    if prefix not in prefixes:
        what = f"the prefix {prefix}: is" if prefix else "a default namespace is"
        why = f"{what} not declared, but {name!r} needs it"
        raise ValueError(why)
    return legal_iri(prefixes[prefix] + _ESCAPED.sub(r"\1", local))


def without_unused_blanks(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements in which a blank name of a relation stands only where another needs it.

    Formats that must name each relation name one without an identifier by a blank name; only a
    derivation that speaks of a generation or usage refers to it again.
    """
    needed = {
        argument
        for statement in statements
        for argument in statement.arguments
        if argument is not None and is_blank(argument)
    }
    return tuple(
        replace(statement, identifier=None) if _is_unused(statement, needed) else statement
        for statement in statements
    )


def _is_unused(statement: Statement, needed: set[str]) -> bool:
    name = statement.identifier
    if name is None or statement.kind in ELEMENTS:
        return False
    return is_blank(name) and name not in needed
