"""SHACL shapes read from Turtle, with a name for every property shape."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse, serialize

from cedarprov import assets
from cedarprov.errors import BadShapes, MissingPath
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v

_SH: Final = v.PREFIXES["sh"]
_RDF: Final = v.PREFIXES["rdf"]
_TYPE: Final = v.TYPE.value
_PATH: Final = NamedNode(_SH + "path")
_PART: Final = "urn:cedarprov:shape-part:"
_RDFS: Final = v.PREFIXES["rdfs"]
_CLASSES: Final = {_RDFS + "Class", "http://www.w3.org/2002/07/owl#Class"}
_TARGETS: Final = {
    _SH + name for name in ("targetClass", "targetNode", "targetObjectsOf", "targetSubjectsOf")
}
_SERVICE: Final = re.compile(r"\bSERVICE\b", re.IGNORECASE)
_REPEATED: Final = {"zeroOrMorePath": "*", "oneOrMorePath": "+", "zeroOrOnePath": "?"}


class Targets(Frozen):
    """What a shape is applied to (SHACL, 2.1.3): instances of classes, ends of predicates, nodes.

    A shape that is itself a class targets its instances. Nodes are IRIs, or terms as written.
    """

    classes: frozenset[str]
    subjects_of: frozenset[str]
    objects_of: frozenset[str]
    nodes: frozenset[str]


class Shapes(Frozen):
    """A shapes graph in which every property shape has an IRI, so that all engines name it alike.

    `triples` is the graph as N-Triples. `roots` gives the node shape that a part belongs to and
    `paths` the path of each property shape; `targets` say what each
    shape is applied to. `prohibitions` are the shapes that forbid what they target, so that a node
    they are applied to breaks them.
    """

    triples: bytes
    roots: Mapping[str, str]
    paths: Mapping[str, str]
    targets: Mapping[str, Targets]
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
        roots = graph.roots()
        return cls(
            triples=serialize(triples, format=RdfFormat.N_TRIPLES) or b"",
            roots={part: root for root in roots for part in graph.parts(root, set(roots))},
            paths={part: graph.path(path) for part, path in graph.pairs(_PATH.value)},
            targets={root: graph.targets(root) for root in roots},
            prohibitions=frozenset(root for root in roots if graph.forbids_its_targets(root)),
        )

    def focus_nodes(self, data: bytes, focus: Collection[str] | None = None) -> dict[str, int]:
        """Count the nodes of canonical N-Triples that each shape targets, within `focus`."""
        instances: dict[str, set[str]] = defaultdict(set)
        for subject, kind in _statements(data, _TYPE):
            instances[kind].add(subject)
        above = _superclasses(data)
        for kind in above:
            for each in _reached(kind, above):
                instances[each] |= instances.get(kind, set())
        counts = {}
        for root, target in self.targets.items():
            nodes = target.nodes.union(*(instances.get(kind, ()) for kind in target.classes))
            for predicate in target.subjects_of:
                nodes |= {subject for subject, _ in _statements(data, predicate)}
            for predicate in target.objects_of:
                nodes |= {value for _, value in _statements(data, predicate)}
            counts[root] = len(nodes if focus is None else nodes.intersection(focus))
        return counts


def read_shapes(path: Path) -> Shapes:
    """Return the shapes of a Turtle file, or of every `.ttl` file in a folder and those below it.

    Raises:
        MissingPath: There is no such file or folder.
        BadShapes: It is not Turtle, there is none, or a constraint asks another server.
    """
    files = sorted(path.rglob("*.ttl")) if path.is_dir() else [path]
    if not path.exists():
        raise MissingPath(path)
    if not files:
        raise BadShapes(path, "the folder holds no .ttl file")
    try:
        shapes = Shapes.parse(file.read_bytes() for file in files)
    except (OSError, SyntaxError) as error:
        raise BadShapes(path, str(error)) from error
    except RecursionError:
        raise BadShapes(path, "a property path contains itself") from None
    graph = _Graph(quad.triple for quad in parse(shapes.triples, format=RdfFormat.N_TRIPLES))
    if any(_SERVICE.search(query) for query in graph.queries()):
        raise BadShapes(path, "a constraint asks another server (SERVICE)")
    return shapes


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

    def roots(self) -> list[str]:
        """Return the shapes that stand for themselves: node shapes, and whatever has a target."""
        return [
            node
            for node, said in self._objects.items()
            if _SH + "NodeShape" in said.get(_TYPE, ()) or not said.keys().isdisjoint(_TARGETS)
        ]

    def parts(self, root: str, roots: Collection[str]) -> Iterator[str]:
        """Yield a shape and every part below it: what is nameless, and other property shapes."""
        waiting, seen = [root], {root}
        while waiting:
            node = waiting.pop()
            yield node
            for predicate, objects in self._objects.get(node, {}).items():
                for value in objects:
                    is_part = predicate == _SH + "property" and value not in roots
                    if value not in seen and (is_part or value.startswith((_PART, "_:"))):
                        seen.add(value)
                        waiting.append(value)

    def targets(self, root: str) -> Targets:
        """Return what a shape is applied to."""
        kinds = self.all(root, _TYPE)
        implicit = [root] if _CLASSES.intersection(kinds) else []
        return Targets(
            classes=frozenset((*self.all(root, _SH + "targetClass"), *implicit)),
            subjects_of=frozenset(self.all(root, _SH + "targetSubjectsOf")),
            objects_of=frozenset(self.all(root, _SH + "targetObjectsOf")),
            nodes=frozenset(self.all(root, _SH + "targetNode")),
        )

    def queries(self) -> Iterator[str]:
        """Yield the texts of SPARQL constraints."""
        for name in ("select", "ask"):
            yield from (text for _, text in self.pairs(_SH + name))

    def forbids_its_targets(self, root: str) -> bool:
        """Tell whether a shape targets subjects of predicates of which it allows none."""
        targets = self.targets(root)
        forbidden = {
            step
            for part in self.all(root, _SH + "property")
            if self.all(part, _SH + "maxCount") == ["0"]
            for path in self.all(part, _PATH.value)
            for step in self.path(path).split("|")
        }
        others = targets.classes or targets.objects_of or targets.nodes
        return not others and bool(targets.subjects_of) and targets.subjects_of <= forbidden

    def path(self, node: str) -> str:
        """Return a path in the syntax of SPARQL (SHACL, 2.3.1)."""
        if not node.startswith("_:"):
            return node
        for value in self.all(node, _SH + "alternativePath"):
            return "|".join(self.path(item) for item in self._items(value))
        for value in self.all(node, _SH + "inversePath"):
            return f"^{self.path(value)}"
        for kind, sign in _REPEATED.items():
            for value in self.all(node, _SH + kind):
                return f"({self.path(value)}){sign}"
        return "/".join(self.path(item) for item in self._items(node))

    def _items(self, node: str) -> Iterator[str]:
        seen: set[str] = set()
        while self.all(node, _RDF + "first") and node not in seen:
            seen.add(node)
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
    """Yield subject and object of the statements of N-Triples with a predicate.

    IRIs are bare, other terms as written. Searching bytes costs far less than parsing them, and
    this runs on every write.
    """
    before, *after = data.split(f" <{predicate}> ".encode())
    for line in after:
        subject, value = before[before.rfind(b"\n") + 1 :], line.partition(b"\n")[0]
        # A quotation may hold what looks like a statement; it does not begin a line.
        if subject[:1] in {b"<", b"_"} and b" " not in subject:
            yield _bare(subject), _bare(value.removesuffix(b" ."))
        before = line


def _bare(term: bytes) -> str:
    return (term[1:-1] if term[:1] == b"<" and term[1:2] != b"<" else term).decode()


def _superclasses(data: bytes) -> dict[str, set[str]]:
    above: dict[str, set[str]] = defaultdict(set)
    for kind, superclass in _statements(data, _RDFS + "subClassOf"):
        above[kind].add(superclass)
    return above


def _reached(kind: str, above: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [kind]
    while waiting:
        for each in above.get(waiting.pop(), set()) - reached:
            reached.add(each)
            waiting.append(each)
    return reached
