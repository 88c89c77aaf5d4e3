"""PROV-O: RDF in any of its syntaxes to statements (W3C Recommendation, 30 April 2013).

A named graph is a bundle. A qualified influence is a statement with an identifier if it has an
IRI; a property beside it that says the same with less is not a statement of its own. Literals keep
their written form, but for the case of language tags, which the parser does not keep. What is
about nodes that have no part in PROV is counted in the notes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pyoxigraph import BlankNode, NamedNode, Quad, RdfFormat, Triple, parse
from pyoxigraph import Literal as Term

from cedarprov.errors import BadProv
from cedarprov.model.prov import (
    ARGUMENTS,
    TIMES,
    Bundle,
    Document,
    Kind,
    Literal,
    Name,
    Statement,
    Value,
)
from cedarprov.rdf.bounded import bounded_terms
from cedarprov.rdf.prov import provo_terms as t
from cedarprov.rdf.prov.terms import (
    CLASSES,
    DERIVATIONS,
    PROV,
    RDF,
    declared,
    language_string,
    prov_type,
    without_unused_blanks,
)
from cedarprov.rdf.prov.times import moment

_TYPE: Final = RDF + "type"
_IN_BUNDLE: Final = PROV + "asInBundle"
_ATTRIBUTE_OF: Final = {rdf: attribute for attribute, rdf in t.ATTRIBUTES.items()}

_NEVER_EMPTY: Final = (RdfFormat.RDF_XML, RdfFormat.JSON_LD)

_Pairs = list[tuple[str, Value]]


def read_rdf(data: bytes, form: RdfFormat, place: str = "the document") -> Document:
    """Return the document that an RDF text writes in PROV-O.

    Nothing is fetched: JSON-LD whose context stands elsewhere is refused.

    Raises:
        BadProv: The text is not of the syntax, or nothing in it is PROV.
        TermTooLong: It holds a term of more than 16 MiB.
    """
    if not data.strip() and form in _NEVER_EMPTY:
        raise BadProv(place, f"it is empty, and no {form.name} is")
    parser = parse(data, format=form)
    try:
        with bounded_terms(place):
            graphs = _graphs(parser)
        prefixes = declared(getattr(parser, "prefixes", {}).items())
        return _document(graphs, prefixes)
    except SyntaxError as error:
        raise BadProv(place, _complaint(error), error.lineno) from error
    except ValueError as error:
        raise BadProv(place, str(error)) from error


def _complaint(error: SyntaxError) -> str:
    if "LoadDocumentCallback" in error.msg:
        return "its JSON-LD context stands at another address, and nothing is fetched"
    if "No scheme found" in error.msg:
        return "an IRI in it is relative, and it declares no base"
    return error.msg


def _graphs(quads: Iterable[Quad]) -> dict[str, dict[str, _Pairs]]:
    """Return what is said of each node in each graph; the default graph is named ""."""
    graphs: dict[str, dict[str, _Pairs]] = {"": {}}
    blanks: dict[str, str] = {}
    for quad in quads:
        graph = (
            ""
            if not isinstance(quad.graph_name, (NamedNode, BlankNode))
            else _iri(quad.graph_name, blanks)
        )
        nodes = graphs.setdefault(graph, {})
        pairs = nodes.setdefault(_iri(quad.subject, blanks), [])
        pairs.append((quad.predicate.value, _value(quad.object, blanks)))
    return graphs


def _iri(term: NamedNode | BlankNode | Triple, blanks: dict[str, str]) -> str:
    if isinstance(term, NamedNode):
        return term.value
    if isinstance(term, BlankNode):
        # Numbered as they are met: the parser makes up other names each time.
        return blanks.setdefault(term.value, f"_:b{len(blanks) + 1}")
    why = "it holds a triple term, which PROV-O has no use for"
    raise ValueError(why)


def _value(term: NamedNode | BlankNode | Term | Triple, blanks: dict[str, str]) -> Value:
    if not isinstance(term, Term):
        return Name(iri=_iri(term, blanks))
    if term.language is not None:
        return language_string(term.value, term.language)
    return Literal(lexical=term.value, datatype=term.datatype.value)


def _document(graphs: Mapping[str, dict[str, _Pairs]], prefixes: dict[str, str]) -> Document:
    notes: list[str] = []
    read = {name: _Graph(nodes, notes).statements() for name, nodes in graphs.items()}
    if any(graphs.values()) and not any(read.values()):
        why = "nothing in it is PROV: no node has a class or property of PROV-O"
        raise ValueError(why)
    return Document(
        statements=read.pop(""),
        bundles=tuple(Bundle(identifier=name, statements=each) for name, each in read.items()),
        prefixes=prefixes,
        notes=tuple(notes),
    )


class _Graph:
    """The nodes of one graph, and what has been read of them."""

    def __init__(self, nodes: dict[str, _Pairs], notes: list[str]) -> None:
        self.nodes = nodes
        self.notes = notes
        # What leads to each qualified influence: the class in the property's name, and the node.
        self.leading: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for node, pairs in nodes.items():
            for predicate, value in pairs:
                name = _prov_name(predicate).removeprefix("qualified")
                if predicate == f"{PROV}qualified{name}" and name in t.INFLUENCES:
                    self.leading[_name(predicate, value)].append((name, node))
        self.pairs: set[str] = set()
        self._leave_out_literals()
        self.said = _Said()
        self.roles: dict[str, set[Kind]] = defaultdict(set)

    def statements(self) -> tuple[Statement, ...]:
        """Return the statements of the graph, in the order in which it speaks of their nodes."""
        everywhere = dict.fromkeys([*self.nodes, *self.leading])
        influences = {node: tuple(self._influences(node)) for node in everywhere}
        for found in influences.values():
            self.said.add(found)
        special = [
            _plain(*t.UNQUALIFIED[name], node, _name(name, value))
            for node, name, value in self._properties()
            if name in DERIVATIONS
        ]
        self.said.add(each for each in special if not self.said.is_known(each))
        relations: dict[str, list[Statement]] = defaultdict(list)
        for node, name, value in self._properties():
            relations[node].extend(self._relation(node, name, value))
        for group in (*influences.values(), *relations.values()):
            self._find_roles(group)
        read: list[Statement] = []
        left = 0
        for node in everywhere:
            here = [*self._elements(node), *influences[node], *relations.get(node, [])]
            left += not here and not self.roles.get(node) and node not in self.pairs
            read.extend(here)
        if left:
            self.notes.append(f"{left} node(s) have no part in PROV; what they say was left out")
        return without_unused_blanks(read)

    def _leave_out_literals(self) -> None:
        """Leave out relations to a literal, which are none, and say so."""
        for node, pairs in self.nodes.items():
            kept = [pair for pair in pairs if not _is_relation_to_literal(*pair)]
            if len(kept) < len(pairs):
                self.nodes[node] = kept
                left = len(pairs) - len(kept)
                self.notes.append(f"{left} relation(s) of {node} lead to a literal; left out")

    def _properties(self) -> Iterator[tuple[str, str, Value]]:
        """Yield the properties of PROV-O by name, each with its node and value."""
        for node, pairs in self.nodes.items():
            for predicate, value in pairs:
                if predicate.startswith(PROV):
                    yield node, _prov_name(predicate), value

    def _classes(self, node: str) -> list[str]:
        return [
            value.iri.removeprefix(PROV)
            for predicate, value in self.nodes.get(node, [])
            if predicate == _TYPE and isinstance(value, Name) and value.iri.startswith(PROV)
        ]

    def _find_roles(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            for name, value in zip(ARGUMENTS[statement.kind], statement.arguments, strict=True):
                if value is not None and name in t.ROLES:
                    self.roles[value].add(t.ROLES[name])

    # -- qualified influences ---------------------------------------------------------------------

    def _influences(self, node: str) -> Iterator[Statement]:
        """Yield the statements that a qualified influence is: one, if it has one of each part."""
        for kind in self._kinds(node):
            attributes = tuple(self._influence_attributes(node, kind))
            for arguments in _side_by_side(self._parts(node, kind)):
                yield Statement(
                    kind=kind, identifier=node, arguments=arguments, attributes=attributes
                )

    def _kinds(self, node: str) -> list[Kind]:
        """Return the kinds of influence that a node is: the general one only if it is no other."""
        names = [name for name, _ in self.leading.get(node, [])] + self._classes(node)
        kinds = dict.fromkeys(t.INFLUENCES[name][0] for name in names if name in t.INFLUENCES)
        return [kind for kind in kinds if kind is not Kind.INFLUENCE or len(kinds) == 1]

    def _parts(self, node: str, kind: Kind) -> list[list[str]]:
        """Return the values of each argument of an influence."""
        first = [
            subject
            for name, subject in self.leading.get(node, [])
            if t.INFLUENCES[name][0] in {kind, Kind.INFLUENCE}
        ]
        parts = [first]
        for argument in ARGUMENTS[kind][1:]:
            properties = {PROV + name for name in t.PARTS[kind][argument]}
            parts.append(
                [
                    _moment(value) if argument in TIMES else _name(predicate, value)
                    for predicate, value in self.nodes.get(node, [])
                    if predicate in properties
                ]
            )
        return parts

    def _influence_attributes(self, node: str, kind: Kind) -> Iterator[tuple[str, Value]]:
        classes = self._classes(node)
        implied = t.IMPLIED_CLASSES[kind]
        relations = t.INFLUENCE_TERMS[kind] | t.RELATION_TERMS
        leading = dict.fromkeys(name for name, _ in self.leading.get(node, []))
        for name in leading:
            if name not in implied and name not in classes:
                yield prov_type(name)
        for predicate, value in self.nodes.get(node, []):
            if predicate == _TYPE and _class(value) in implied:
                continue
            if _prov_name(predicate) in relations:
                continue
            yield _ATTRIBUTE_OF.get(predicate, predicate), value

    # -- relations without a node of their own ----------------------------------------------------

    def _relation(self, node: str, name: str, value: Value) -> Iterator[Statement]:
        """Yield what a property says of a node, unless a fuller statement says it too."""
        if name in t.MOMENTS:
            at = (node, *[None] * (len(ARGUMENTS[t.MOMENTS[name]]) - 2), _moment(value))
            found = Statement(kind=t.MOMENTS[name], arguments=at)
        elif name in t.UNQUALIFIED:
            found = _plain(*t.UNQUALIFIED[name], node, _name(name, value))
        elif name in t.INVERSE:
            found = _plain(t.INVERSE[name], None, _name(name, value), node)
        elif name == "mentionOf":
            found = self._mention(node, _name(name, value))
        elif name == "hadDictionaryMember":
            yield from self._members(node, _name(name, value))
            return
        else:
            return
        if name in DERIVATIONS or not self.said.is_known(found):
            yield found

    def _mention(self, node: str, general: str) -> Statement:
        """Return a mention; of several of one entity, each has the bundle in its own place."""
        pairs = self.nodes[node]
        mentioned = [value for predicate, value in pairs if predicate == PROV + "mentionOf"]
        bundles = [_name(predicate, value) for predicate, value in pairs if predicate == _IN_BUNDLE]
        place = mentioned.index(Name(iri=general))
        bundle = bundles[min(place, len(bundles) - 1)] if bundles else None
        return Statement(kind=Kind.MENTION, arguments=(node, general, bundle))

    def _members(self, node: str, pair: str) -> Iterator[Statement]:
        """Yield the membership that a pair of a dictionary specialises, without its key."""
        self.pairs.add(pair)
        self.notes.append("a member of a dictionary was read as one of a collection, without key")
        for predicate, value in self.nodes.get(pair, []):
            if predicate == PROV + "pairEntity":
                yield _plain(Kind.MEMBERSHIP, None, node, _name(predicate, value))

    # -- entities, activities and agents ----------------------------------------------------------

    def _elements(self, node: str) -> Iterator[Statement]:
        """Yield what a node is: by its classes or else, if it has attributes, by its relations."""
        pairs = self.nodes.get(node, [])
        stated = [CLASSES[name] for name in self._classes(node) if name in CLASSES]
        times = [
            [_moment(value) for predicate, value in pairs if predicate == PROV + property_]
            for property_ in t.ACTIVITY_TIMES.values()
        ]
        if any(times):
            stated.append(Kind.ACTIVITY)
        if not stated and not self._kinds(node) and any(self._attributes(node, None)):
            stated = sorted(self.roles.get(node, ()))
        for kind in dict.fromkeys(stated):
            attributes = tuple(self._attributes(node, kind))
            for arguments in _side_by_side(times) if kind is Kind.ACTIVITY else [()]:
                yield Statement(
                    kind=kind, identifier=node, arguments=arguments, attributes=attributes
                )

    def _attributes(self, node: str, kind: Kind | None) -> Iterator[tuple[str, Value]]:
        """Yield what is said of a node but for relations and the classes of other kinds."""
        parts = (t.INFLUENCE_TERMS[each] for each in self._kinds(node))
        relations = t.RELATION_TERMS.union(*parts)
        for predicate, value in self.nodes.get(node, []):
            if _prov_name(predicate) in relations:
                continue
            if predicate == _TYPE:
                name = _class(value)
                if name in t.BASE_CLASSES or name in t.INFLUENCES:
                    continue
                if name in CLASSES and CLASSES[name] is not kind:
                    continue
            yield _ATTRIBUTE_OF.get(predicate, predicate), value


class _Said:
    """Which relations are said by statements that say more, or as much."""

    def __init__(self) -> None:
        self._known: set[tuple[Kind, str | None, str | None, bool]] = set()

    def add(self, statements: Iterable[Statement]) -> None:
        """Take note of statements."""
        for statement in statements:
            first, *rest = statement.arguments
            self._known.add((statement.kind, first, rest[0], False))
            if ARGUMENTS[statement.kind][-1] in TIMES and rest[-1] is not None:
                self._known.add((statement.kind, first, rest[-1], True))

    def is_known(self, statement: Statement) -> bool:
        """Tell whether a statement of two arguments, or of an entity and a time, is one of them."""
        first, *rest = statement.arguments
        timed = rest[-1] if ARGUMENTS[statement.kind][-1] in TIMES else None
        return (statement.kind, first, timed or rest[0], timed is not None) in self._known


def _plain(kind: Kind, subtype: str | None, first: str, second: str) -> Statement:
    """Return a relation of two nodes that says no more."""
    return Statement(
        kind=kind,
        arguments=(first, second, *[None] * (len(ARGUMENTS[kind]) - 2)),
        attributes=() if subtype is None else (prov_type(subtype),),
    )


def _side_by_side(parts: Sequence[Sequence[str]]) -> Iterator[tuple[str | None, ...]]:
    """Yield arguments so that each value of each part stands in at least one of them."""
    for place in range(max(1, *map(len, parts))):
        yield tuple(
            None if not values else values[place] if place < len(values) else values[0]
            for values in parts
        )


def _is_relation_to_literal(predicate: str, value: Value) -> bool:
    name = _prov_name(predicate)
    return isinstance(value, Literal) and (name in t.UNQUALIFIED or name in t.INVERSE)


def _prov_name(predicate: str) -> str:
    """Return the name of a term of PROV, or "" for any other."""
    return predicate.removeprefix(PROV) if predicate.startswith(PROV) else ""


def _class(value: Value) -> str:
    return _prov_name(value.iri) if isinstance(value, Name) else ""


def _name(predicate: str, value: Value) -> str:
    if isinstance(value, Name):
        return value.iri
    why = f"{predicate} has the literal {value.lexical!r} where a name stands"
    raise ValueError(why)


def _moment(value: Value) -> str:
    if isinstance(value, Literal):
        return moment(value.lexical)
    why = f"{value.iri} stands where a moment does"
    raise ValueError(why)
