"""One stored record: what is said of it, in which bundles, and the activity that made it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pyoxigraph import NamedNode, Triple

from cedarprov.errors import UnknownIri
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX, TEXTS, Description
from cedarprov.store.session import Session


class Kind(StrEnum):
    """The kinds of records that have a trail."""

    SOURCE = "source"
    EDITION = "edition"
    CAPTURE = "capture"
    VERSION = "version"
    PASSAGE = "passage"
    SPAN = "span"
    CLAIM = "claim"
    EDGE = "edge"
    DECLARATION = "declaration"
    REVIEW = "review"
    WITHDRAWAL = "withdrawal"
    PURGE = "purge"
    SCOPE = "scope"
    RECEIPT = "receipt"
    ANSWER_MAP = "answer-map"
    QUOTED_DOCUMENT = "quoted-document"
    ARM_CHOICE = "arm-choice"


_CLASSES: Final = {
    v.SOURCE.value: Kind.SOURCE,
    v.EDITION.value: Kind.EDITION,
    v.CAPTURE.value: Kind.CAPTURE,
    v.SOURCE_VERSION.value: Kind.VERSION,
    v.PASSAGE.value: Kind.PASSAGE,
    v.SPAN.value: Kind.SPAN,
    v.CLAIM.value: Kind.CLAIM,
    v.EDGE.value: Kind.EDGE,
    v.DECLARATION.value: Kind.DECLARATION,
    v.REVIEW.value: Kind.REVIEW,
    v.WITHDRAWAL.value: Kind.WITHDRAWAL,
    v.PURGE.value: Kind.PURGE,
    v.SCOPE.value: Kind.SCOPE,
    v.RECEIPT.value: Kind.RECEIPT,
    v.ANSWER_MAP.value: Kind.ANSWER_MAP,
    v.QUOTED_DOCUMENT.value: Kind.QUOTED_DOCUMENT,
    v.ARM_CHOICE.value: Kind.ARM_CHOICE,
}


def kind_of(cls: str) -> Kind | None:
    """Return the kind of the records of a class (an IRI), or None where they have no trail."""
    return _CLASSES.get(cls)


class Activity(Frozen):
    """An activity and its agent (IRIs), and when it ended (xsd:dateTime in UTC)."""

    iri: str
    agent: str
    ended: str


class Record(Frozen):
    """A record; `bundles` describe it, in order of the record: the first of them made it.

    `said` is what the last bundle that types it says of it, and what others add.
    """

    iri: str
    kind: Kind
    bundles: tuple[str, ...]
    triples: tuple[Triple, ...]
    said: Description


class Records:
    """The records of one session."""

    def __init__(self, session: Session) -> None:
        self.names = session.names
        self._store = session.store
        self._index = session.names.graph(INDEX)
        self._bundles = f"{session.names.base}bundle/"
        self._texts = session.names.graph(TEXTS)

    def get(self, iri: str) -> Record:
        """Return a record.

        Raises:
            UnknownIri: The store holds none with that IRI.
        """
        if (record := self.find(iri)) is None:
            raise UnknownIri(iri)
        return record

    def find(self, iri: str) -> Record | None:
        """Return a record, or None where there is none or it is of no kind that has a trail."""
        stated = self.stated(iri)
        triples = [triple for group in stated.values() for triple in group]
        kinds = [
            _CLASSES[kind] for kind in Description(triples).iris(iri, v.TYPE) if kind in _CLASSES
        ]
        if not kinds:
            return None
        # A later capture describes its edition anew: the last full description stands.
        full = [bundle for bundle, group in stated.items() if _is_typed(group)]
        partial = [bundle for bundle in stated if bundle not in full]
        kept = dict.fromkeys(t for bundle in (*partial, full[-1]) for t in stated[bundle])
        return Record(
            iri=iri,
            kind=kinds[0],
            bundles=tuple(stated),
            triples=tuple(kept),
            said=Description(kept),
        )

    def stated(self, iri: str) -> dict[str, list[Triple]]:
        """Return the statements on a node by bundle, in the order of the record."""
        try:
            node = NamedNode(iri)
        except ValueError:
            return {}
        found: dict[str, list[Triple]] = {}
        for quad in self._store.quads(node):
            graph = getattr(quad.graph_name, "value", "")
            if graph.startswith(self._bundles):
                found.setdefault(graph, []).append(quad.triple)
        return {bundle: found[bundle] for bundle in sorted(found, key=self.sequence)}

    def sequence(self, bundle: str) -> int:
        """Return the place of a bundle in the record."""
        found = self._store.quads(NamedNode(bundle), v.SEQUENCE, None, self._index)
        return max((int(getattr(quad.object, "value", 0)) for quad in found), default=0)

    def leading_to(self, iri: str, predicate: NamedNode) -> list[str]:
        """Return the records that have a node as an object, in the order of the record."""
        found = {
            quad.subject.value: self.sequence(quad.graph_name.value)
            for quad in self._store.quads(None, predicate, NamedNode(iri))
            if isinstance(quad.subject, NamedNode) and isinstance(quad.graph_name, NamedNode)
        }
        return sorted(found, key=lambda node: (found[node], node))

    def text(self, iri: str) -> str | None:
        """Return the text with an IRI, or None where it is not kept."""
        found = self._store.quads(NamedNode(iri), v.TEXT, None, self._texts)
        return next((getattr(quad.object, "value", None) for quad in found), None)

    def maker(self, record: Record) -> Activity | None:
        """Return the activity of the bundle that made (or first recorded) a record."""
        for iri in (record.iri,) if record.kind is Kind.CAPTURE else self._acts(record):
            said = self.description(iri)
            agent = said.iri(iri, v.WAS_ASSOCIATED_WITH) or ""
            ended = said.text(iri, v.ENDED_AT_TIME)
            return Activity(iri=iri, agent=agent, ended=ended)
        return None

    def _acts(self, record: Record) -> list[str]:
        graph = NamedNode(record.bundles[0])
        found = self._store.quads(None, v.TYPE, v.ACTIVITY, graph)
        return sorted(quad.subject.value for quad in found if isinstance(quad.subject, NamedNode))

    def description(self, *iris: str) -> Description:
        """Return all that is said of some nodes, in whichever bundle."""
        stated = (group for iri in iris for group in self.stated(iri).values())
        return Description(triple for group in stated for triple in group)

    def name(self, iri: str) -> str:
        """Return the label of an agent or plan, or nothing."""
        # An agent is described in every bundle that it wrote: the first that is found will do.
        found = self._store.quads(NamedNode(iri), v.LABEL) if iri else ()
        return next((getattr(quad.object, "value", "") for quad in found), "")


def _is_typed(group: list[Triple]) -> bool:
    return any(triple.predicate == v.TYPE for triple in group)
