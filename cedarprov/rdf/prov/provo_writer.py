"""PROV-O: statements to RDF (W3C Recommendation, 30 April 2013).

A relation that says no more than its two sides is a triple. Any other is a qualified influence,
beside which the triple stands too, for those who read no more than triples.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from pyoxigraph import BlankNode, DefaultGraph, NamedNode, Quad, RdfFormat, serialize
from pyoxigraph import Literal as Term

from cedarprov.errors import BadValue, BundlesInOneGraph
from cedarprov.model.prov import ARGUMENTS, TIMES, Document, Kind, Name, Statement, Value
from cedarprov.rdf.prov import provo_terms as t
from cedarprov.rdf.prov.losses import Loss, LossName, Written
from cedarprov.rdf.prov.shortening import usable_prefixes
from cedarprov.rdf.prov.terms import (
    CLASSES,
    DATE_TIME,
    ELEMENTS,
    LANGUAGE_STRING,
    PREDECLARED,
    PROV,
    RDF,
    RDFS,
    free_blanks,
    is_blank,
)

_Node: TypeAlias = NamedNode | BlankNode
_TYPE: Final = NamedNode(RDF + "type")
_DATE_TIME: Final = NamedNode(DATE_TIME)
_RENAMED: Final = frozenset(t.ATTRIBUTES.values())
_SUBTYPES: Final = frozenset(name for name, (_, subtype) in t.INFLUENCES.items() if subtype)


def write_rdf(document: Document, form: RdfFormat) -> Written:
    """Return a document as RDF in a syntax; its bundles are named graphs.

    Raises:
        BundlesInOneGraph: It has bundles, and the syntax has no named graphs.
    """
    if document.bundles and not form.supports_datasets:
        raise BundlesInOneGraph(form.name, len(document.bundles))
    losses: list[Loss] = []
    # One supply for all graphs: a blank node of one may not be that of another.
    every = (document.statements, *(bundle.statements for bundle in document.bundles))
    blanks = free_blanks(
        [*chain.from_iterable(every)], (bundle.identifier for bundle in document.bundles)
    )
    quads = list(_Graph(document.statements, None, losses, blanks).quads())
    for bundle in document.bundles:
        found = list(_Graph(bundle.statements, bundle.identifier, losses, blanks).quads())
        if not found:
            losses.append(Loss(name=LossName.EMPTY_BUNDLE, bundle=bundle.identifier))
        quads.extend(found)
    data = serialize(quads, format=form, prefixes=_prefixes(document)) or b""
    return Written(data=data, losses=tuple(losses))


def _prefixes(document: Document) -> dict[str, str] | None:
    """Return the prefixes of a document and, where they do not clash, of its bundles."""
    found = {**PREDECLARED, "rdfs": RDFS}
    for own in (document.prefixes, *(bundle.prefixes for bundle in document.bundles)):
        found = {**usable_prefixes(own), **found}
    return dict(sorted(found.items()))


def _node(name: str) -> _Node:
    try:
        return BlankNode(name[2:]) if is_blank(name) else NamedNode(name)
    except ValueError:
        raise BadValue("name", name, "a legal IRI, which RDF needs") from None


class _Graph:
    """The triples of one set of statements."""

    def __init__(
        self,
        statements: Sequence[Statement],
        bundle: str | None,
        losses: list[Loss],
        blanks: Iterator[str],
    ) -> None:
        self._statements = statements
        self._bundle = bundle
        self._losses = losses
        self._graph = DefaultGraph() if bundle is None else _node(bundle)
        # By subject, so that what is said of a node stands together.
        self._quads: dict[_Node, dict[Quad, None]] = defaultdict(dict)
        self._pairs = Counter(_pair(each) for each in statements)
        self._blanks = blanks
        # Which relations an identifier names, whatever else it names.
        self._kinds: dict[str | None, set[Kind]] = defaultdict(set)
        # Which identifiers lead from a first side, and which name something in any place.
        self._leading: dict[tuple[Kind, str | None], set[str]] = defaultdict(set)
        self._naming: dict[str | None, set[str]] = defaultdict(set)
        for statement in statements:
            if statement.identifier is not None:
                self._kinds[statement.identifier].add(statement.kind)
                self._leading[statement.kind, next(iter(statement.arguments), None)].add(
                    statement.identifier
                )
                for value in statement.arguments[1:]:
                    self._naming[value].add(statement.identifier)

    def quads(self) -> Iterator[Quad]:
        """Yield the triples, by subject in the order of the statements."""
        self._find_shared()
        for statement in self._statements:
            if statement.kind in ELEMENTS:
                self._add_element(statement)
            elif statement.kind not in t.PARTS:
                self._add_pair(statement)
            elif self._is_plain(statement):
                self._shortcut(statement)
            else:
                self._add_influence(statement)
        for said in self._quads.values():
            yield from said

    def _lose(self, name: LossName, statement: Statement) -> None:
        self._losses.append(Loss(name=name, statement=statement, bundle=self._bundle))

    def _say(self, subject: _Node, predicate: str, value: _Node | Term) -> bool:
        """Add a triple; tell whether it is new."""
        quad = Quad(subject, NamedNode(predicate), value, self._graph)
        said = self._quads[subject]
        is_new = quad not in said
        said[quad] = None
        return is_new

    # -- statements that share a node -------------------------------------------------------------

    def _find_shared(self) -> None:
        """Name the statements that no reader can tell apart again."""
        sharing: dict[str, list[Statement]] = defaultdict(list)
        for statement in self._statements:
            if statement.identifier is not None:
                sharing[statement.identifier].append(statement)
            elif statement.kind is Kind.MENTION:
                sharing[f"mention {statement.arguments[0]}"].append(statement)
        for group in sharing.values():
            distinct = list(dict.fromkeys(group))
            for statement in distinct:
                for _ in range(group.count(statement) - 1):
                    self._lose(LossName.REPEATED, statement)
            if len(distinct) > 1 and not _are_told_apart(distinct):
                for statement in distinct:
                    self._lose(LossName.SHARED_NODE, statement)

    # -- kinds of statements ----------------------------------------------------------------------

    def _add_element(self, statement: Statement) -> None:
        node = _node(statement.identifier or "")
        kind = statement.kind
        self._say(node, _TYPE.value, NamedNode(PROV + kind.value.capitalize()))
        for name, value in zip(ARGUMENTS[kind], statement.arguments, strict=True):
            if value is not None:
                self._say(node, PROV + t.ACTIVITY_TIMES[name], Term(value, datatype=_DATE_TIME))
        self._add_attributes(node, statement)

    def _add_pair(self, statement: Statement) -> None:
        """Add a relation that has no qualified form."""
        first, second, *rest = statement.arguments
        if first is None or second is None:
            self._lose(LossName.MISSING_ARGUMENT, statement)
            return
        is_new = self._say(_node(first), PROV + statement.kind.value, _node(second))
        if rest and rest[0] is not None:
            self._say(_node(first), PROV + "asInBundle", _node(rest[0]))
        if not is_new and statement.kind is not Kind.MENTION:
            self._lose(LossName.REPEATED, statement)

    def _is_plain(self, statement: Statement) -> bool:
        """Tell whether a triple says it all, and no node will be read as what it says.

        A node may say it that no single statement says it of: statements of one identifier share
        theirs.
        """
        first, second, *rest = statement.arguments
        return (
            statement.identifier is None
            and not statement.attributes
            and first is not None
            and second is not None
            and not any(rest)
            and self._pairs[_pair(statement)] == 1
            and self._leading[statement.kind, first].isdisjoint(self._naming[second])
        )

    def _shortcut(self, statement: Statement) -> None:
        first, second, *_ = statement.arguments
        if first is not None and second is not None:
            self._say(_node(first), PROV + statement.kind.value, _node(second))

    def _add_influence(self, statement: Statement) -> None:
        kind = statement.kind
        node = _node(statement.identifier or next(self._blanks))
        first = statement.arguments[0]
        if first is not None:
            self._shortcut(statement)
            self._say(_node(first), f"{PROV}qualified{t.CLASS_OF[kind]}", node)
        self._say(node, _TYPE.value, NamedNode(PROV + t.CLASS_OF[kind]))
        for name, properties in t.PARTS[kind].items():
            value = statement.argument(name)
            if value is not None:
                is_time = name in TIMES
                term = Term(value, datatype=_DATE_TIME) if is_time else _node(value)
                self._say(node, PROV + properties[0], term)
        self._add_attributes(node, statement)

    # -- attributes -------------------------------------------------------------------------------

    def _add_attributes(self, node: _Node, statement: Statement) -> None:
        for key, value in dict.fromkeys(statement.attributes):
            if self._is_reserved(statement, key, value):
                self._lose(LossName.RESERVED_TERM, statement)
                continue
            if key in _RENAMED:
                self._lose(LossName.RENAMED, statement)
            self._say(node, t.ATTRIBUTES.get(key, key), self._term(value, statement))
        if len(set(statement.attributes)) < len(statement.attributes):
            self._lose(LossName.REPEATED, statement)

    def _is_reserved(self, statement: Statement, key: str, value: Value) -> bool:
        """Tell whether a reader would take an attribute for something else that PROV-O says."""
        name = key.removeprefix(PROV) if key.startswith(PROV) else ""
        if name in t.RELATION_TERMS:
            return True
        if t.ATTRIBUTES.get(key, key) == _TYPE.value and isinstance(value, Name):
            return _is_reserved_class(statement.kind, value.iri)
        kinds = {statement.kind, *self._kinds[statement.identifier]}
        return any(name in t.INFLUENCE_TERMS.get(kind, ()) for kind in kinds)

    def _term(self, value: Value, statement: Statement) -> _Node | Term:
        if isinstance(value, Name):
            return _node(value.iri)
        if value.language is None and value.datatype != LANGUAGE_STRING:
            return Term(value.lexical, datatype=NamedNode(value.datatype))
        try:
            term = Term(value.lexical, language=value.language or "")
        except ValueError:
            term = Term(value.lexical)
        if term.language != value.language:
            self._lose(LossName.LANGUAGE_TAG, statement)
        return term


def _pair(statement: Statement) -> tuple[Kind, str | None, str | None]:
    """Return the kind and the two sides of a relation."""
    first, second, *_ = (*statement.arguments, None, None)
    return statement.kind, first, second


def _are_told_apart(group: Sequence[Statement]) -> bool:
    """Tell whether statements of one node are of kinds that its classes and times tell apart."""
    kinds = {statement.kind for statement in group}
    bare = not any(statement.attributes for statement in group)
    return bare and kinds <= ELEMENTS and len(kinds) == len(group)


def _is_reserved_class(kind: Kind, iri: str) -> bool:
    """Tell whether a class says that its node is a statement of another kind, or says nothing."""
    name = iri.removeprefix(PROV) if iri.startswith(PROV) else ""
    if name in CLASSES:
        return name in t.BASE_CLASSES or CLASSES[name] is not kind
    if name in t.INFLUENCES:
        return kind is not Kind.DERIVATION or name not in _SUBTYPES
    return name in t.SUPERCLASSES
