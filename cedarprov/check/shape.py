"""SHACL shapes read from Turtle, with a name for every property shape."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import count
from typing import Final

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse, serialize

from cedarprov import assets
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v

_SH: Final = v.PREFIXES["sh"]
_RDF: Final = v.PREFIXES["rdf"]
_TYPE: Final = v.TYPE.value
_PATH: Final = NamedNode(_SH + "path")
_PART: Final = "urn:cedarprov:shape-part:"


class Shapes(Frozen):
    """A shapes graph in which every property shape has an IRI, so that all engines name it alike.

    `triples` is the graph as N-Triples. `roots` gives the node shape that a part belongs to and
    `paths` the path of each property shape; `classes` and `predicates` are the targets of each
    node shape (sh:targetClass and sh:targetSubjectsOf: SHACL, 2.1.3). `prohibitions` are the shapes
    that forbid what they target, so that a node they are applied to breaks them.
    """

    triples: bytes
    roots: Mapping[str, str]
    paths: Mapping[str, str]
    classes: Mapping[str, frozenset[str]]
    predicates: Mapping[str, frozenset[str]]
    prohibitions: frozenset[str]

    @classmethod
    def parse(cls, turtles: Iterable[bytes]) -> Shapes:
        """Read shapes from Turtle documents.

        Raises:
            SyntaxError: A document is not Turtle.
        """
        numbers = count()
        triples = [triple for turtle in turtles for triple in _named(turtle, numbers)]
        graph = _Graph(triples)
        roots = [node for node, kind in graph.pairs(_TYPE) if kind == _SH + "NodeShape"]
        return cls(
            triples=serialize(triples, format=RdfFormat.N_TRIPLES) or b"",
            roots={part: root for root in roots for part in graph.parts(root)},
            paths={part: graph.path(path) for part, path in graph.pairs(_PATH.value)},
            classes={root: frozenset(graph.all(root, _SH + "targetClass")) for root in roots},
            predicates={
                root: frozenset(graph.all(root, _SH + "targetSubjectsOf")) for root in roots
            },
            prohibitions=frozenset(root for root in roots if graph.forbids_its_targets(root)),
        )

    def focus_nodes(self, data: bytes, focus: Collection[str] | None = None) -> dict[str, int]:
        """Count the nodes of canonical N-Triples that each node shape targets, within `focus`."""
        instances: dict[str, set[str]] = defaultdict(set)
        for subject, kind in _statements(data, _TYPE):
            instances[kind].add(subject)
        counts = {}
        for root, classes in self.classes.items():
            nodes = set[str]().union(*(instances.get(kind, ()) for kind in classes))
            for predicate in self.predicates[root]:
                nodes |= {subject for subject, _ in _statements(data, predicate)}
            counts[root] = len(nodes if focus is None else nodes.intersection(focus))
        return counts


@cache
def standard_shapes() -> Shapes:
    """Return the shapes that travel with the package."""
    return Shapes.parse(file.read_bytes() for file in sorted(assets.shapes().glob("*.ttl")))


@cache
def audit_shapes() -> Shapes:
    """Return the standard shapes and those that are too slow for every write (SHACL-SPARQL)."""
    return Shapes.parse(file.read_bytes() for file in sorted(assets.shapes().rglob("*.ttl")))


class _Graph:
    """A shapes graph by subject and predicate; terms are IRIs or lexical forms."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._objects: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for triple in triples:
            predicates = self._objects[_value(triple.subject)]
            predicates[triple.predicate.value].append(_value(triple.object))

    def pairs(self, predicate: str) -> Iterator[tuple[str, str]]:
        for node in self._objects:
            yield from ((node, value) for value in self.all(node, predicate))

    def all(self, subject: str, predicate: str) -> list[str]:
        return self._objects.get(subject, {}).get(predicate, [])

    def one(self, subject: str, predicate: str) -> str:
        return self.all(subject, predicate)[0]

    def parts(self, node: str) -> Iterator[str]:
        """Yield a shape and every part below it that has no name of its own."""
        yield node
        for objects in self._objects.get(node, {}).values():
            for value in objects:
                if value.startswith((_PART, "_:")):
                    yield from self.parts(value)

    def forbids_its_targets(self, root: str) -> bool:
        """Tell whether a shape targets subjects of predicates of which it allows none."""
        targets = set(self.all(root, _SH + "targetSubjectsOf"))
        forbidden = {
            step
            for part in self.all(root, _SH + "property")
            if self.all(part, _SH + "maxCount") == ["0"]
            for step in self.path(self.one(part, _PATH.value)).split("|")
        }
        return bool(targets) and targets <= forbidden and not self.all(root, _SH + "targetClass")

    def path(self, node: str) -> str:
        """Return a path in the syntax of SPARQL (SHACL, 2.3.1)."""
        if not node.startswith("_:"):
            return node
        for value in self.all(node, _SH + "alternativePath"):
            return "|".join(self.path(item) for item in self._items(value))
        for value in self.all(node, _SH + "inversePath"):
            return f"^{self.path(value)}"
        return "/".join(self.path(item) for item in self._items(node))

    def _items(self, node: str) -> Iterator[str]:
        while self.all(node, _RDF + "first"):
            yield self.one(node, _RDF + "first")
            node = self.one(node, _RDF + "rest")


def _named(turtle: bytes, numbers: Iterator[int]) -> list[Triple]:
    """Return triples in which a numbered IRI stands for each blank property shape."""
    triples = [
        quad.triple for quad in parse(turtle, format=RdfFormat.TURTLE, rename_blank_nodes=True)
    ]
    # Only these: the blank nodes of a path must stay blank, since an IRI is a path of one step.
    blank = [
        t.subject for t in triples if t.predicate == _PATH and isinstance(t.subject, BlankNode)
    ]
    names = {node: NamedNode(f"{_PART}{next(numbers)}") for node in blank}

    return [
        Triple(
            names.get(t.subject, t.subject) if isinstance(t.subject, BlankNode) else t.subject,
            t.predicate,
            names.get(t.object, t.object) if isinstance(t.object, BlankNode) else t.object,
        )
        for t in triples
    ]


def _value(term: object) -> str:
    return term.value if isinstance(term, NamedNode | Literal) else str(term)


def _statements(data: bytes, predicate: str) -> Iterator[tuple[str, str]]:
    """Yield subject and object of the statements of N-Triples that link two IRIs by a predicate.

    Searching bytes costs far less than parsing them, and this runs on every write.
    """
    before, *after = data.split(f" <{predicate}> ".encode())
    for line in after:
        subject, value = before[before.rfind(b"\n") + 1 :], line[: line.find(b"\n")]
        # A quotation may hold what looks like a statement; it does not begin a line.
        if subject[:1] == b"<" and b" " not in subject and value[:1] == b"<":
            yield subject[1:-1].decode(), value[1 : value.find(b">")].decode()
        before = line
