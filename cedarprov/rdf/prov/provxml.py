"""PROV-XML: a document as elements by kind (W3C Working Group Note, 30 April 2013).

Statements are read one at a time as the parser meets them. A document type is refused, no entity
is resolved and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from cedarprov.errors import BadProv
from cedarprov.model.frozen import replace
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
from cedarprov.rdf.prov.terms import (
    CLASSES,
    DERIVATIONS,
    ELEMENTS,
    NAMES,
    PROV,
    STRING,
    XML_LITERAL,
    declared,
    expand,
    is_blank,
    language_string,
    legal_iri,
    prov_type,
    without_unused_blanks,
)
from cedarprov.rdf.prov.times import moment

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
XML: Final = "http://www.w3.org/XML/1998/namespace"

_DOCUMENT: Final = f"{{{PROV}}}document"
_BUNDLE: Final = f"{{{PROV}}}bundleContent"
_DRAFT_BUNDLE: Final = f"{{{PROV}}}bundle"
"""What drafts called a bundle with its statements; now it is an entity that is a bundle."""
_KINDS: Final[Mapping[str, tuple[Kind, str | None]]] = {
    **{kind.value: (kind, None) for kind in Kind},
    **{name: (Kind.DERIVATION, subtype) for name, subtype in DERIVATIONS.items()},
    **{
        name[0].lower() + name[1:]: (kind, name)
        for name, kind in CLASSES.items()
        if name not in {"Entity", "Activity", "Agent"}
    },
}
"""The elements that are statements: their kind, and the type that their name says (3.1 to 3.6)."""
_DICTIONARY: Final[Mapping[str, tuple[Kind, Mapping[str, str]]]] = {
    "hadDictionaryMember": (Kind.MEMBERSHIP, {"dictionary": "collection"}),
    "derivedByInsertionFrom": (
        Kind.DERIVATION,
        {"newDictionary": "generatedEntity", "oldDictionary": "usedEntity"},
    ),
    "derivedByRemovalFrom": (
        Kind.DERIVATION,
        {"newDictionary": "generatedEntity", "oldDictionary": "usedEntity"},
    ),
}
"""What the relations of PROV-Dictionary specialise, and what their arguments are called there."""
_DICTIONARY_KEYS: Final = frozenset({"keyEntityPair", "key"})


def read_xml(data: bytes, place: str = "the document") -> Document:
    """Return the document that a PROV-XML text writes.

    Raises:
        BadProv: The text is no XML, or is none of the form of PROV-XML.
    """
    from lxml import etree  # noqa: PLC0415 - only those who read PROV-XML

    reader = _Reader()
    parser = etree.iterparse(
        BytesIO(data),
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for event, element in parser:
            reader.take(event, element)
    except etree.XMLSyntaxError as error:
        raise BadProv(place, error.msg or "it is no XML", max(error.lineno or 1, 1)) from error
    except ValueError as error:
        raise BadProv(place, str(error), reader.line) from error
    return reader.document()


class _Reader:
    """What has been read of a document so far."""

    def __init__(self) -> None:
        self.line = 1
        self._open: list[Element] = []
        self._prefixes: dict[str, str] = {}
        self._bundles: list[Bundle] = []
        self._statements: list[Statement] = []
        self._inner: list[Statement] = []
        self._notes: list[str] = []

    def document(self) -> Document:
        """Return the whole of it."""
        return Document(
            statements=without_unused_blanks(self._statements),
            bundles=tuple(self._bundles),
            prefixes=self._prefixes,
            notes=tuple(self._notes),
        )

    def take(self, event: str, element: Element) -> None:
        """Take what the parser met: the start or the end of an element."""
        self.line = element.sourceline or self.line
        if event == "start":
            if not self._open:
                self._begin(element)
            self._open.append(element)
            return
        self._open.pop()
        if len(self._open) == 1:
            self._end(element, self._statements)
        elif len(self._open) == 2 and self._is_in_bundle(element):  # noqa: PLR2004 - its depth
            self._end(element, self._inner)

    def _is_in_bundle(self, element: Element) -> bool:
        """Return whether an element of an element of the document is a statement of a bundle."""
        outer = self._open[1].tag
        space, local = _split(element.tag)
        is_statement = space == PROV and local in _KINDS
        return outer == _BUNDLE or (outer == _DRAFT_BUNDLE and is_statement)

    def _begin(self, root: Element) -> None:
        if root.getroottree().docinfo.doctype:
            why = "it has a document type, which PROV-XML has no use for; remove it"
            raise ValueError(why)
        if root.tag != _DOCUMENT:
            why = f"its outermost element is {root.tag}, not prov:document"
            raise ValueError(why)
        self._prefixes = _own_prefixes(root, {XSI})

    def _end(self, element: Element, found: list[Statement]) -> None:
        """Read a statement or bundle that has ended, and let go of its elements."""
        is_bundle = element.tag == _BUNDLE or (element.tag == _DRAFT_BUNDLE and self._inner)
        if is_bundle and found is self._statements:
            outer = {XSI, *self._open[0].nsmap.values()}
            self._bundles.append(
                Bundle(
                    identifier=_identifier(element, required=True) or "",
                    statements=without_unused_blanks(self._inner),
                    prefixes=_own_prefixes(element, outer),
                )
            )
            self._inner = []
        else:
            found.extend(self._read(element))
        parent = self._open[-1]
        element.clear()
        while len(parent) and parent[0] is not element:
            del parent[0]

    def _read(self, element: Element) -> Iterator[Statement]:
        space, local = _split(element.tag)
        if space != PROV or local == "other":
            self._notes.append(f"line {self.line}: {local} was left out: it is no statement")
            return
        if local in _DICTIONARY:
            kind, renamed = _DICTIONARY[local]
            subtype = None
            self._notes.append(f"line {self.line}: {local} was read as {kind}, without keys")
        elif local in _KINDS:
            (kind, subtype), renamed = _KINDS[local], {}
        else:
            why = f"prov:{local} is no statement of PROV"
            raise ValueError(why)
        formal, attributes = self._parts(element, kind, renamed)
        if subtype is not None and prov_type(subtype) not in attributes:
            attributes.append(prov_type(subtype))
        yield from self._made(kind, _identifier(element), formal, tuple(attributes))

    def _parts(
        self, element: Element, kind: Kind, renamed: Mapping[str, str]
    ) -> tuple[dict[str, list[str]], list[tuple[str, Value]]]:
        """Return the arguments of a statement by name, and its attributes."""
        formal: dict[str, list[str]] = {}
        attributes: list[tuple[str, Value]] = []
        for child in element:
            space, local = _split(child.tag)
            name = renamed.get(local, local)
            if space == PROV and name in ARGUMENTS[kind]:
                written = moment(child.text or "") if name in TIMES else _reference(child)
                formal.setdefault(name, []).append(written)
            elif renamed and space == PROV and local in _DICTIONARY_KEYS:
                if kind is Kind.MEMBERSHIP:
                    pairs = child.findall(f"{{{PROV}}}entity")
                    formal.setdefault("entity", []).extend(map(_reference, pairs))
            else:
                attributes.append((legal_iri(space + local), self._value(child)))
        return formal, attributes

    def _made(
        self,
        kind: Kind,
        identifier: str | None,
        formal: Mapping[str, list[str]],
        attributes: tuple[tuple[str, Value], ...],
    ) -> Iterator[Statement]:
        if kind in ELEMENTS and identifier is None:
            why = f"prov:{kind} has no prov:id"
            raise ValueError(why)
        if kind in WITHOUT_IDENTIFIER and (identifier is not None or attributes):
            self._notes.append(
                f"line {self.line}: {kind} has an identifier or attributes, which PROV-DM does "
                "not give it; they were left out"
            )
            identifier, attributes = None, ()
        several = formal.get("entity", []) if kind is Kind.MEMBERSHIP else []
        for name, values in formal.items():
            if len(values) > 1 and values is not several:
                why = f"prov:{kind} has {len(values)} elements prov:{name}, where one stands"
                raise ValueError(why)
        statement = Statement(
            kind=kind,
            identifier=identifier,
            arguments=tuple(formal.get(name, [None])[0] for name in ARGUMENTS[kind]),
            attributes=attributes,
            line=self.line,
        )
        if not several:
            yield statement
        for member in several:
            yield replace(statement, arguments=(statement.arguments[0], member))

    def _value(self, element: Element) -> Value:
        """Return the value of an attribute."""
        if element.get(f"{{{PROV}}}ref") is not None:
            return Name(iri=_reference(element))
        datatype = _datatype(element)
        if datatype == XML_LITERAL or len(element):
            return Literal(lexical=inner_xml(element), datatype=datatype or XML_LITERAL)
        text = element.text or ""
        language = element.get(f"{{{XML}}}lang")
        if datatype in NAMES:
            return self._name_value(element, text.strip(), datatype)
        if language is not None and datatype in {None, STRING, PROV + "InternationalizedString"}:
            return language_string(text, language)
        return Literal(lexical=text, datatype=datatype or STRING)

    def _name_value(self, element: Element, text: str, datatype: str) -> Value:
        if ":" not in text and None not in element.nsmap:
            self._notes.append(
                f"line {self.line}: the name {text!r} is in no namespace and was kept as a text"
            )
            return Literal(lexical=text, datatype=datatype)
        return Name(iri=_qualified(element, text))


def _split(tag: str | bytes | bytearray | object) -> tuple[str, str]:
    """Return the namespace and the local name of an element."""
    if not isinstance(tag, str):
        why = "an entity stands between the elements; entities are not resolved"
        raise ValueError(why)  # noqa: TRY004 - what is wrong is the text
    space, _, local = tag.rpartition("}")
    return space[1:], local


def _own_prefixes(element: Element, outer: set[str]) -> dict[str, str]:
    return declared(
        (prefix or "", space) for prefix, space in element.nsmap.items() if space not in outer
    )


def _qualified(element: Element, name: str) -> str:
    """Return the IRI of a name that stands in the content of an element or attribute."""
    return name if is_blank(name) else expand(name, _in_force(tuple(element.nsmap.items())))


@lru_cache(maxsize=64)
def _in_force(spaces: tuple[tuple[str | None, str], ...]) -> Mapping[str, str]:
    return declared((prefix or "", space) for prefix, space in spaces)


def _identifier(element: Element, *, required: bool = False) -> str | None:
    name = element.get(f"{{{PROV}}}id")
    if name is not None:
        return _qualified(element, name.strip())
    if required:
        why = f"prov:{_split(element.tag)[1]} has no prov:id"
        raise ValueError(why)
    return None


def _reference(element: Element) -> str:
    name = element.get(f"{{{PROV}}}ref")
    if name is None:
        why = f"prov:{_split(element.tag)[1]} has no prov:ref"
        raise ValueError(why)
    return _qualified(element, name.strip())


def _datatype(element: Element) -> str | None:
    name = element.get(f"{{{XSI}}}type")
    return None if name is None else _qualified(element, name.strip())


def inner_xml(element: Element) -> str:
    """Return what stands in an element, in canonical form (Exclusive XML Canonicalization 1.0)."""
    from lxml import etree  # noqa: PLC0415 - only those who read PROV-XML

    parts = [escape(element.text or "")]
    for child in element:
        content = etree.tostring(child, method="c14n", exclusive=True, with_tail=False)
        parts += [content.decode(), escape(child.tail or "")]
    return "".join(parts)
