"""PROV-XML: statements to elements (W3C Working Group Note, 30 April 2013).

The order of elements is that of the schema: arguments, then label, location, role, type and value,
then other attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from cedarprov.model.prov import ARGUMENTS, TIMES, Document, Literal, Name, Statement, Value
from cedarprov.rdf.prov.losses import Loss, LossName, Written
from cedarprov.rdf.prov.provxml import XML, XSI, inner_xml
from cedarprov.rdf.prov.shortening import Shortener
from cedarprov.rdf.prov.terms import NAMES, PREDECLARED, PROV, STRING, XML_LITERAL, XSD, is_argument
from cedarprov.rdf.prov.unblanking import without_blanks

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_NAME: Final = re.compile(
    "[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff]"
    "[-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d"
    "\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd"
    "\U00010000-\U000effff]*"
)
"""What the local part of a name is in XML (Namespaces in XML 1.0, 4, NCName)."""
_ANY: Final = re.compile(".*", re.DOTALL)
_RESERVED: Final = frozenset({"xsi"})
_ORDER: Final = {
    PROV + name: place for place, name in enumerate(("label", "location", "role", "type", "value"))
}


def write_xml(document: Document) -> Written:
    """Return a document as PROV-XML."""
    from lxml import etree  # noqa: PLC0415 - only those who write PROV-XML

    document, losses = without_blanks(document)
    scope = _Scope(document.prefixes, document.statements, None, losses)
    root = etree.Element(f"{{{PROV}}}document", nsmap=scope.spaces({}))
    scope.add(root, 1)
    for bundle in document.bundles:
        inner = _Scope(
            {**document.prefixes, **bundle.prefixes}, bundle.statements, bundle.identifier, losses
        )
        name = inner.name(bundle.identifier)
        spaces = inner.spaces(root.nsmap)
        content = etree.SubElement(root, f"{{{PROV}}}bundleContent", nsmap=spaces)
        content.set(f"{{{PROV}}}id", name)
        inner.add(content, 2)
        _indent(root, content, 1)
    _close(root, 0)
    text = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return Written(data=text + b"\n", losses=tuple(losses))


def _indent(parent: Element, child: Element, depth: int) -> None:
    """Set a child on a line of its own."""
    space = "\n" + "  " * depth
    before = child.getprevious()
    if before is None:
        parent.text = space
    else:
        before.tail = space


def _close(parent: Element, depth: int) -> None:
    if len(parent):
        parent[-1].tail = "\n" + "  " * depth


class _Scope:
    """Where the prefixes of a document or of a bundle hold."""

    def __init__(
        self,
        prefixes: Mapping[str, str],
        statements: tuple[Statement, ...],
        bundle: str | None,
        losses: list[Loss],
    ) -> None:
        self._short = Shortener(prefixes, _NAME, _RESERVED, in_ascii=True)
        self._statements = statements
        self._bundle = bundle
        self._losses = losses
        # The names that an element declares must be known before it is made.
        for iri in _iris(statements):
            self.name(iri)

    def spaces(self, outer: Mapping[str | None, str]) -> dict[str | None, str]:
        """Return the namespaces to declare that are not yet declared outside.

        There is no default one: it would hold for what stands in XML literals too.
        """
        spaces: dict[str | None, str] = dict(PREDECLARED.items())
        spaces.update(self._short.prefixes)
        # In XML the namespace of XML Schema has no `#`.
        spaces.update({"xsd": XSD.removesuffix("#"), "xsi": XSI})
        return {prefix: space for prefix, space in spaces.items() if outer.get(prefix) != space}

    def name(self, iri: str) -> str:
        """Return the qualified name of an IRI; where XML has none, one that it takes for text."""
        prefix, local = self._short.loose_parts(iri)
        return f"{prefix}:{local}"

    def add(self, parent: Element, depth: int) -> None:
        """Add the statements to a document or bundle."""
        for statement in self._statements:
            self._add(parent, statement, depth)
        _close(parent, depth - 1)

    def _add(self, parent: Element, statement: Statement, depth: int) -> None:
        element = self._child(parent, f"{{{PROV}}}{statement.kind}", depth)
        if statement.identifier is not None:
            element.set(f"{{{PROV}}}id", self.name(statement.identifier))
        names = ARGUMENTS[statement.kind]
        for name, argument in zip(names, statement.arguments, strict=True):
            if argument is None:
                continue
            child = self._child(element, f"{{{PROV}}}{name}", depth + 1)
            if name in TIMES:
                child.text = argument
            else:
                child.set(f"{{{PROV}}}ref", self.name(argument))
        for key, value in sorted(
            statement.attributes, key=lambda pair: _ORDER.get(pair[0], len(_ORDER))
        ):
            self._add_attribute(element, key, value, statement, depth + 1)
        _close(element, depth)

    def _child(self, parent: Element, tag: str, depth: int) -> Element:
        from lxml import etree  # noqa: PLC0415 - only those who write PROV-XML

        child = etree.SubElement(parent, tag)
        _indent(parent, child, depth)
        return child

    def _add_attribute(
        self, parent: Element, key: str, value: Value, statement: Statement, depth: int
    ) -> None:
        parts = self._short.parts(key)
        if is_argument(statement.kind, key):
            self._lose(LossName.RESERVED_TERM, statement)
        elif parts is None:
            self._lose(LossName.NO_ELEMENT_NAME, statement)
        else:
            space = key.removesuffix(parts[1])
            element = self._child(parent, f"{{{space}}}{parts[1]}", depth)
            try:
                self._fill(element, value, statement)
            except ValueError:
                self._lose(LossName.UNWRITABLE_TEXT, statement)
                parent.remove(element)

    def _fill(self, element: Element, value: Value, statement: Statement) -> None:
        """Give an element its value.

        Raises:
            ValueError: The value has characters that no XML may hold.
        """
        if isinstance(value, Name):
            element.set(f"{{{XSI}}}type", "xsd:QName")
            element.text = self.name(value.iri)
        elif value.language is not None:
            element.set(f"{{{XML}}}lang", value.language)
            element.text = value.lexical
        elif value.datatype == XML_LITERAL:
            self._fill_xml(element, value, statement)
        elif value.datatype in NAMES:
            self._lose(LossName.NAME_AS_TEXT, statement)
            element.text = value.lexical
        else:
            if value.datatype != STRING:
                element.set(f"{{{XSI}}}type", self.name(value.datatype))
            element.text = value.lexical

    def _fill_xml(self, element: Element, value: Literal, statement: Statement) -> None:
        from lxml import etree  # noqa: PLC0415 - only those who write PROV-XML

        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            content = etree.fromstring(f"<x>{value.lexical}</x>", parser)
        except etree.XMLSyntaxError:
            self._lose(LossName.XML_LITERAL, statement)
            element.text = value.lexical
            return
        if inner_xml(content) != value.lexical:
            self._lose(LossName.XML_LITERAL, statement)
        element.set(f"{{{XSI}}}type", self.name(XML_LITERAL))
        element.text = content.text
        element.extend(content)

    def _lose(self, name: LossName, statement: Statement) -> None:
        self._losses.append(Loss(name=name, statement=statement, bundle=self._bundle))


def _iris(statements: Iterable[Statement]) -> Iterator[str]:
    """Yield the IRIs of statements that are written as names."""
    for statement in statements:
        if statement.identifier is not None:
            yield statement.identifier
        for name, argument in zip(ARGUMENTS[statement.kind], statement.arguments, strict=True):
            if argument is not None and name not in TIMES:
                yield argument
        for key, value in statement.attributes:
            yield key
            yield value.iri if isinstance(value, Name) else value.datatype
