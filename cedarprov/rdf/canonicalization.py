"""RDF Dataset Canonicalization, RDFC-1.0 (W3C Recommendation, 2024), with a bound on its work.

Blank nodes are named by what is said of them, so that a document gives the same names however it
was written. Naming is hard for graphs that are all alike (a clique of ten blank nodes has 362,880
orders to try at each of them), and the engine underneath, which has this algorithm too, can
neither be told to stop nor be interrupted. Here the work is counted, and ends with an error.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Final

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad

from cedarprov.errors import BadValue, CanonicalizationTooCostly

_STEPS: Final = 50_000
_STEPS_EACH: Final = 20
_DEPTH: Final = 150

Term = NamedNode | BlankNode | Literal | DefaultGraph
_Issued = dict[BlankNode, str]
_Place = tuple[str, BlankNode]


def canonical_lines(quads: Iterable[Quad], algorithm: str = "sha256") -> list[bytes]:
    """Return the canonical N-Quads of a dataset, sorted, each line without its end.

    Raises:
        BadValue: A term is a triple, which RDFC-1.0 has no form for.
        CanonicalizationTooCostly: The blank nodes are too much alike to be told apart in time.
    """
    held = list(dict.fromkeys(quads))
    labels = canonical_labels(held, algorithm)
    # Bytes of UTF-8 sort as code points do.
    return sorted({_line(quad, labels).encode() for quad in held})


def canonical_labels(quads: Iterable[Quad], algorithm: str = "sha256") -> Mapping[BlankNode, str]:
    """Return the canonical label of each blank node, without `_:` (RDFC-1.0, 4.4.3).

    The bound is 50,000 steps (an order tried, or a node visited by Hash N-Degree Quads) and 20
    more for each blank node; chains of nodes that look alike are followed 150 deep.

    Raises:
        BadValue: A term is a triple, which RDFC-1.0 has no form for.
        CanonicalizationTooCostly: The bound is reached.
    """
    return _Canonicalization(quads, algorithm).labels()


def skolemised(quads: Iterable[Quad], base: str = "urn:cedarprov:blank:") -> list[Quad]:
    """Return a document with an IRI for each blank node (RDF 1.1 Concepts, 3.5), sorted.

    The IRI is `base`, the SHA-256 of the canonical document, a slash and the canonical label: the
    same document gives the same IRIs whatever its blank nodes were called, and two documents share
    none unless they say the same.

    Raises:
        BadValue: A term is a triple, which RDFC-1.0 has no form for.
        CanonicalizationTooCostly: The blank nodes are too much alike to be told apart in time.
    """
    held = list(dict.fromkeys(quads))
    labels = canonical_labels(held)
    lines = sorted({_line(quad, labels).encode() for quad in held})
    digest = hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
    nodes = {node: NamedNode(f"{base}{digest}/{label}") for node, label in labels.items()}
    return sorted((_renamed(quad, nodes) for quad in held), key=str)


def _renamed(quad: Quad, nodes: Mapping[BlankNode, NamedNode]) -> Quad:
    subject, predicate, value, graph = (
        nodes[term] if isinstance(term, BlankNode) else term for term in quad
    )
    return Quad(subject, predicate, value, graph)


def _line(quad: Quad, labels: Mapping[BlankNode, str]) -> str:
    # The engine writes terms in the canonical form of N-Quads (RDFC-1.0, 5).
    terms = (_written(term, labels) for term in quad if not isinstance(term, DefaultGraph))
    return f"{' '.join(terms)} ."


def _written(term: Term, labels: Mapping[BlankNode, str]) -> str:
    return f"_:{labels[term]}" if isinstance(term, BlankNode) else str(term)


class _Canonicalization:
    """One run of the algorithm; the names of its methods are those of the Recommendation."""

    def __init__(self, quads: Iterable[Quad], algorithm: str) -> None:
        self._algorithm = algorithm
        self._quads: dict[BlankNode, list[Quad]] = defaultdict(list)
        for quad in dict.fromkeys(quads):
            for node in {node for _, node in _places(quad)}:
                self._quads[node].append(quad)
        self._first = {node: self._hash_first_degree(node) for node in self._quads}
        self._canonical: _Issued = {}
        self._left = _STEPS + _STEPS_EACH * len(self._quads)

    def labels(self) -> Mapping[BlankNode, str]:
        alike: dict[str, list[BlankNode]] = defaultdict(list)
        for node, hashed in self._first.items():
            alike[hashed].append(node)
        for hashed in sorted(alike):
            if len(alike[hashed]) == 1:
                self._issue(alike[hashed][0], self._canonical, "c14n")
        for hashed in sorted(alike):
            self._label_alike(alike[hashed])
        return self._canonical

    def _label_alike(self, nodes: list[BlankNode]) -> None:
        waiting = [node for node in nodes if node not in self._canonical]
        found = [self._hash_n_degree(node, {node: "b0"}, 0) for node in waiting]
        for _, issued in sorted(found, key=lambda result: result[0]):
            for node in issued:  # in the order in which they were issued
                self._issue(node, self._canonical, "c14n")

    def _issue(self, node: BlankNode, issued: _Issued, prefix: str = "b") -> str:
        return issued.setdefault(node, f"{prefix}{len(issued)}")

    def _hash(self, text: str) -> str:
        return hashlib.new(self._algorithm, text.encode()).hexdigest()

    def _hash_first_degree(self, node: BlankNode) -> str:
        """Hash what is said of a node itself (4.6.3)."""
        lines = []
        for quad in self._quads[node]:
            others = {other: "a" if other == node else "z" for _, other in _places(quad)}
            lines.append(f"{_line(quad, others)}\n")
        return self._hash("".join(sorted(lines)))

    def _hash_related(self, place: str, node: BlankNode, quad: Quad, issued: _Issued) -> str:
        """Hash the place of a node beside another (4.7.3)."""
        predicate = "" if place == "g" else str(quad.predicate)
        label = self._canonical.get(node) or issued.get(node)
        return self._hash(f"{place}{predicate}{f'_:{label}' if label else self._first[node]}")

    def _hash_n_degree(self, node: BlankNode, issued: _Issued, depth: int) -> tuple[str, _Issued]:
        """Hash a node by the nodes around it, and name these in the least of all orders (4.8.3)."""
        self._count(depth)
        data = ""
        related = self._related(node, issued)
        for hashed in sorted(related):
            chosen: tuple[str, _Issued] | None = None
            for order in permutations(related[hashed]):
                self._count(depth)
                tried = self._path(order, issued, chosen[0] if chosen else "", depth)
                if tried and (chosen is None or tried[0] < chosen[0]):
                    chosen = tried
            path, issued = chosen or ("", issued)
            data += hashed + path
        return self._hash(data), issued

    def _related(self, node: BlankNode, issued: _Issued) -> dict[str, list[BlankNode]]:
        related: dict[str, list[BlankNode]] = defaultdict(list)
        for quad in self._quads[node]:
            for place, other in _places(quad):
                if other != node:
                    related[self._hash_related(place, other, quad, issued)].append(other)
        return related

    def _path(
        self, order: Iterable[BlankNode], issued: _Issued, least: str, depth: int
    ) -> tuple[str, _Issued] | None:
        """Return the path of one order, or None as soon as another is the lesser."""
        path, held, unknown = "", dict(issued), []
        for node in order:
            if label := self._canonical.get(node):
                path += f"_:{label}"
            else:
                if node not in held:
                    unknown.append(node)
                path += f"_:{self._issue(node, held)}"
            if _is_beaten(path, least):
                return None
        for node in unknown:
            hashed, inner = self._hash_n_degree(node, held, depth + 1)
            path += f"_:{self._issue(node, held)}<{hashed}>"
            held = inner
            if _is_beaten(path, least):
                return None
        return path, held

    def _count(self, depth: int) -> None:
        self._left -= 1
        if self._left < 0 or depth > _DEPTH:
            raise CanonicalizationTooCostly(len(self._quads))


def _is_beaten(path: str, least: str) -> bool:
    return bool(least) and len(path) >= len(least) and path > least


def _places(quad: Quad) -> Iterator[_Place]:
    for place, term in zip("spog", quad, strict=True):
        if isinstance(term, BlankNode):
            yield place, term
        elif not isinstance(term, NamedNode | Literal | DefaultGraph):
            raise BadValue("term", term, "an IRI, a literal or a blank node")
