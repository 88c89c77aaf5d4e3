"""How claims stand, why, and what rests on a record: judged, and made ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from cedarprov.errors import UnknownIri
from cedarprov.export.lineage import labelled, write_dot, write_text, write_turtle
from cedarprov.judge.lineage import impact, why
from cedarprov.judge.stand import View, standings_of
from cedarprov.judge.support import Liveness, Loss
from cedarprov.model.frozen import Frozen
from cedarprov.model.lineage import Lineage
from cedarprov.rdf import vocabulary as v
from cedarprov.store.claim_record import all_claims
from cedarprov.store.session import Session


class LineageFormat(StrEnum):
    """In what a lineage can be written; JSON is the form of the value itself."""

    TEXT = "text"
    TURTLE = "turtle"
    DOT = "dot"


class NotLive(Frozen):
    """A claim that is stale or in doubt, with the path to what was lost."""

    claim: str
    liveness: Liveness
    path: tuple[str, ...]
    loss: Loss | None


class LivenessReport(Frozen):
    """How all claims stand: how many are in each state, and those that are not live."""

    sequence: int
    counts: Mapping[str, int]
    claims: tuple[NotLive, ...]


def why_claim(session: Session, claim: str, sequence: int | None) -> Lineage:
    """Return what a claim rests on, ready to be shown.

    Raises:
        UnknownIri: The store holds no such claim.
    """
    _require(session, claim, "claim", v.CLAIM.value)
    return labelled(why(session, claim, View(sequence=sequence)), session)


def impact_of(session: Session, record: str, sequence: int | None) -> Lineage:
    """Return what rests on a record, ready to be shown.

    Raises:
        UnknownIri: The store holds no such source, edition, version, claim or edge.
    """
    kinds = (v.SOURCE, v.EDITION, v.SOURCE_VERSION, v.CLAIM, v.EDGE)
    _require(
        session,
        record,
        "source, edition, version, claim or edge",
        *(kind.value for kind in kinds),
    )
    return labelled(impact(session, record, View(sequence=sequence)), session)


def liveness(session: Session, sequence: int | None) -> LivenessReport:
    """Return how all claims stand."""
    claims = all_claims(session.store, session.names, sequence=sequence)
    standings = standings_of(session, claims, View(sequence=sequence))
    counts = dict.fromkeys((state.value for state in Liveness), 0)
    found = []
    for claim in claims:
        standing = standings[claim]
        counts[standing.liveness.value] += 1
        if standing.liveness is not Liveness.LIVE:
            found.append(
                NotLive(
                    claim=claim,
                    liveness=standing.liveness,
                    path=standing.path,
                    loss=standing.loss,
                )
            )
    state = session.sequence if sequence is None else sequence
    return LivenessReport(sequence=state, counts=counts, claims=tuple(found))


def write(lineage: Lineage, form: LineageFormat, session: Session) -> str:
    """Return a lineage as text, as Turtle or in the language of Graphviz."""
    if form is LineageFormat.TURTLE:
        return write_turtle(lineage, session).decode()
    return write_dot(lineage) if form is LineageFormat.DOT else write_text(lineage)


def _require(session: Session, iri: str, wanted: str, *kinds: str) -> None:
    if not any(session.is_a(iri, kind) for kind in kinds):
        raise UnknownIri(iri, wanted)
