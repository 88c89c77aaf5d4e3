"""Which graph holds what, and triples looked up by subject and predicate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from cedarprov.errors import BadValue
from cedarprov.rdf import vocabulary as v

Node = NamedNode | Literal
Triples = Iterable[Triple]
Draft = Sequence[Triple]
"""What one activity wrote, before it is a bundle."""

INDEX: Final = "index"
TEXTS: Final = "text"
ASSERTED: Final = "asserted"
ACCEPTED: Final = "accepted"
PENDING: Final = "pending"
DERIVED: Final = "derived"
SHORTCUTS: Final = (ASSERTED, ACCEPTED, PENDING)


class Description:
    """Triples as a look-up by subject and predicate."""

    def __init__(self, triples: Triples) -> None:
        self._objects: dict[tuple[str, str], list[Node]] = defaultdict(list)
        for triple in triples:
            key = (subject_of(triple), triple.predicate.value)
            self._objects[key].append(_node(triple.object))

    def iris(self, subject: str, predicate: NamedNode) -> list[str]:
        """Return the IRIs that are objects, sorted."""
        found = self._objects.get((subject, predicate.value), ())
        return sorted(node.value for node in found if isinstance(node, NamedNode))

    def iri(self, subject: str, predicate: NamedNode) -> str | None:
        """Return the one IRI that is the object, or None."""
        return next(iter(self.iris(subject, predicate)), None)

    def text(self, subject: str, predicate: NamedNode, default: str = "") -> str:
        """Return the lexical form of the first literal object."""
        found = self._objects.get((subject, predicate.value), ())
        return next((node.value for node in found if isinstance(node, Literal)), default)

    def number(self, subject: str, predicate: NamedNode, default: int = 0) -> int:
        """Return the first literal object as a whole number."""
        return int(self.text(subject, predicate, str(default)))

    def flag(self, subject: str, predicate: NamedNode, *, default: bool = False) -> bool:
        """Return the first literal object as a truth value."""
        return self.text(subject, predicate, str(default).lower()) == "true"

    def is_a(self, subject: str, kind: NamedNode) -> bool:
        """Tell whether the subject has the type."""
        return kind.value in self.iris(subject, v.TYPE)


def subject_of(triple: Triple) -> str:
    """Return the IRI of a triple's subject."""
    if isinstance(triple.subject, NamedNode):
        return triple.subject.value
    raise BadValue("subject", triple.subject, "an IRI: stored data holds no blank nodes")


def _node(term: object) -> Node:
    if isinstance(term, BlankNode) or not isinstance(term, NamedNode | Literal):
        raise BadValue("object", term, "an IRI or a literal: stored data holds no blank nodes")
    return term


def typed(subject: NamedNode, *kinds: NamedNode) -> Iterable[Triple]:
    """Yield the types of a subject."""
    return (Triple(subject, v.TYPE, kind) for kind in kinds)
