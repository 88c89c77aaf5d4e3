"""How claims stand in the record: which are live, stale or in doubt, and by which path.

This is where the record becomes a graph of support; what then holds is defined in `support`.

- A version is lost when it was withdrawn, or when every capture of it was for a withdrawn edition
  or source. What lies in it (spans, passages) is lost with it. That a source, an edition or a
  version is superseded takes nothing from it: it goes on saying what it said.
- A claim is lost when it was withdrawn, rejected or disputed, superseded by an edge that counts
  (asserted, or accepted in review), or contradicted by an edge that a review accepted. An edge
  under a scope strikes only a claim whose own scope lies within it.
- What is itself withdrawn or rejected, or has lost its texts, supersedes and contradicts nothing.
- An edge is lost when all its evidence lies in lost versions. One that was rejected, disputed or
  withdrawn says nothing, so that nothing rests on it.

What is not recorded at a sequence number does not count at it, withdrawals included: a question
about the record before a loss sees a claim live.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cedarprov.judge.foundation import EdgeRead, Foundation, foundation
from cedarprov.judge.support import Loss, LossReason, Standings, Support, SupportGraph, Text
from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.edge_record import ReviewState
from cedarprov.store.session import Session

_REASONS = {
    ReviewState.REJECTED: LossReason.REJECTED,
    ReviewState.DISPUTED: LossReason.DISPUTED,
}


class View(Frozen):
    """The state of the record that is judged: at a sequence number (None: now).

    `without` names records that are taken for withdrawn. `origins` groups premises that go back to
    one observation by a key for each (None: those that edges call duplicates of one another).
    """

    sequence: int | None = None
    without: frozenset[str] = frozenset()
    origins: Mapping[str, str] | None = None


def standings_of(session: Session, claims: Collection[str], view: View) -> Standings:
    """Return how some claims, and all claims that these rest on, stand."""
    read = foundation(session, claims, sequence=view.sequence)
    return Standings(support_graph(read, session, view))


def support_graph(read: Foundation, session: Session, view: View) -> SupportGraph:
    """Return what was read as a graph of support."""
    captures = Captures(session, view.sequence)
    lost = _Losses(read, captures, view)
    premises = {
        premise for edge in read.edges.values() for _, group in edge.supports() for premise in group
    }
    return SupportGraph(
        texts={
            claim.iri: tuple(
                Text(version=version, sources=captures.sources(version))
                for version in dict.fromkeys(quoted.version for quoted in claim.quoted)
            )
            for claim in read.claims.values()
        },
        supports=tuple(_supports(read, view)),
        lost=lost.all(),
        sources={
            premise: captures.sources(read.versions.get(premise, premise))
            for premise in premises - read.claims.keys()
        },
        origins=_duplicates(read) if view.origins is None else view.origins,
    )


def _supports(read: Foundation, view: View) -> Iterator[Support]:
    for edge in read.edges.values():
        if edge.iri in view.without:
            continue
        if edge.record.state.is_followed or edge.record.state is ReviewState.PENDING:
            reviewed = edge.record.state.is_followed
            for claim, premises in edge.supports():
                if claim in read.claims:
                    yield Support(edge=edge.iri, premises=premises, claim=claim, reviewed=reviewed)


class Captures:
    """The captures of versions, editions and sources up to a sequence number."""

    def __init__(self, session: Session, sequence: int | None) -> None:
        self._catalogue = session.catalogue
        self._sequence = sequence

    def of(self, record: str) -> list[CaptureRecord]:
        """Return the captures of a version, an edition or a source, in the order of the record."""
        found = self._catalogue.of_record(record)
        return [each for each in found if self._sequence is None or each.sequence <= self._sequence]

    def sources(self, record: str) -> frozenset[str]:
        """Return the sources that have a version or an edition."""
        return frozenset(each.source_iri for each in self.of(record))


class _Losses:
    """What is lost, each record looked at once."""

    def __init__(self, read: Foundation, captures: Captures, view: View) -> None:
        self._read = read
        self._captures = captures
        self._view = view

    def all(self) -> dict[str, Loss]:
        read = self._read
        texts = {item.version for claim in read.claims.values() for item in claim.quoted}
        lost = {version: loss for version in texts if (loss := self.version(version))}
        lost |= {iri: loss for iri, edge in read.edges.items() if (loss := self._edge(edge))}
        for edge in read.edges.values():
            for premise in (each for _, group in edge.supports() for each in group):
                if premise not in read.claims and (loss := self.version(premise)):
                    lost[premise] = loss
        lost |= dict(self._struck())
        lost |= {iri: loss for iri in read.claims if (loss := self._own(iri))}
        return lost

    def version(self, record: str) -> Loss | None:
        """Return the loss of a version, or of a record that lies in one or is captured."""
        if loss := self._withdrawal(record):
            return loss
        captures = self._captures.of(self._read.versions.get(record, record))
        losses = [self._capture(each) for each in captures]
        kept = [loss for loss in losses if loss is not None]
        return kept[0] if kept and len(kept) == len(losses) else None

    def _capture(self, capture: CaptureRecord) -> Loss | None:
        places = (capture.version, capture.edition_iri, capture.source_iri)
        return next(filter(None, map(self._withdrawal, places)), None)

    def _withdrawal(self, record: str) -> Loss | None:
        if record in self._view.without:
            return Loss(reason=LossReason.WITHDRAWN, record=record)
        withdrawal = self._read.withdrawn.get(record)
        if withdrawal is None:
            return None
        return Loss(reason=LossReason.WITHDRAWN, record=record, by=withdrawal.iri)

    def _edge(self, edge: EdgeRead) -> Loss | None:
        losses = [version and self.version(version) for version in edge.evidence.values()]
        kept = [loss for loss in losses if loss]
        return kept[0] if kept and len(kept) == len(losses) else None

    def _own(self, record: str) -> Loss | None:
        """Return why a claim was taken back or rejected by itself."""
        if loss := self._withdrawal(record):
            return loss
        claim = self._read.claims.get(record)
        if claim is None or claim.struck is None:
            return None
        return Loss(reason=_REASONS[claim.struck], record=record)

    def _struck(self) -> Iterator[tuple[str, Loss]]:
        for edge in self._read.edges.values():
            record = edge.record
            reason = _strikes(edge)
            if reason is None or edge.iri in self._view.without or self._edge(edge):
                continue
            claim = self._read.claims.get(record.object)
            covers = claim is None or _lies_within(claim.scope, record.scope)
            if covers and not any(map(self._says_nothing, record.subjects)):
                yield record.object, Loss(reason=reason, record=record.object, by=edge.iri)

    def _says_nothing(self, record: str) -> bool:
        claim = self._read.claims.get(record)
        if claim is None:
            return self.version(record) is not None
        texts = {item.version for item in claim.quoted}
        return self._own(record) is not None or all(map(self.version, texts))


def _strikes(edge: EdgeRead) -> LossReason | None:
    """Return what an edge makes of its object, or None where it leaves it as it is."""
    if edge.record.relation is Relation.SUPERSEDES and edge.record.state.is_followed:
        return LossReason.SUPERSEDED
    if edge.record.relation is Relation.CONTRADICTS and edge.is_accepted:
        return LossReason.CONTRADICTED
    return None


def _lies_within(scope: Scope, limits: Scope) -> bool:
    stated = ((scope.get(limit.dimension), limit) for limit in limits.conditions)
    return all(mine is not None and limit.covers(mine) for mine, limit in stated)


def _duplicates(read: Foundation) -> dict[str, str]:
    """Return a common key for records that edges call duplicates of one another."""
    above: dict[str, str] = {}

    def top(node: str) -> str:
        while (higher := above.get(node, node)) != node:
            above[node] = above.get(higher, higher)
            node = higher
        return node

    for edge in read.edges.values():
        record = edge.record
        if record.relation is Relation.DUPLICATES and record.state.is_followed:
            for subject in record.subjects:
                one, other = sorted((top(subject), top(record.object)))
                above[one], above[other] = one, one
    return {node: top(node) for node in above}
