"""What bears on a question, as far as the texts that were judged for it show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cedarprov.model.answer import Exhibit
from cedarprov.model.axis import Axis, AxisKind, range_of
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.question import MOST_CELLS, Question
from cedarprov.model.scope import Condition, Scope
from cedarprov.retrieve.answer_map.partition import Seen, moments
from cedarprov.retrieve.place import collection
from cedarprov.retrieve.status import conditions
from cedarprov.store.session import Session


class Request(Frozen):
    """What a map is wanted of.

    `dimensions` are those that the store knows; `over` names the axes wanted (None: all dimensions
    and effective time); `ceiling` is the most cells that are asked; `axes` are those of another
    map, which this one is to be compared with and so is cut like.
    """

    question: Question
    dimensions: frozenset[str]
    over: frozenset[str] | None = None
    ceiling: int = MOST_CELLS
    axes: tuple[Axis, ...] = ()


class Lookout:
    """Gathers what was seen, from every text and every source once."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._judged: set[tuple[frozenset[str], str]] = set()
        self._sources: set[str] = set()
        self._collections: set[str] = set()
        self.seen = Seen()
        for axis in request.axes:
            self._take_in_axis(axis)

    def take_in(self, session: Session, question: Question, exhibits: Sequence[Exhibit]) -> None:
        """Take in what was judged for the question at some point."""
        stated = question.scope.dimensions
        new = [item for item in exhibits if (stated, item.text) not in self._judged]
        self._judged |= {(stated, item.text) for item in new}
        self._take_in_sources(session, {place.source for item in new for place in item.places})
        for scope in conditions(self._read_under(question), new) if new else ():
            self.seen.conditions.update(scope.conditions)

    def _read_under(self, question: Question) -> Question:
        """Return the question with every axis wanted named, with a view to which texts are read."""
        wanted = self._request.dimensions & (self._request.over or frozenset())
        open_ = Scope.of(dict.fromkeys(sorted(wanted), "any"))
        return replace(question, scope=open_.narrowed(question.scope))

    def _take_in_sources(self, session: Session, sources: set[str]) -> None:
        """Take in the editions of sources, and the scopes of all that is released with them."""
        collections = {collection(name) for name in sources} - self._collections
        sources = sources - self._sources
        if not sources:
            return
        self._sources |= sources
        self._collections |= collections
        for record in session.catalogue.records:
            edition = record.edition
            if collection(edition.source.name) in collections:
                self.seen.conditions.update(edition.scope.conditions)
            if edition.source.name in sources:
                self.seen.moments.update(moments(edition.effective))
                self.seen.captures.add(record.sequence)

    def _take_in_axis(self, axis: Axis) -> None:
        for slab in axis.slabs:
            if axis.kind is AxisKind.SCOPE and not slab.rest:
                self.seen.conditions.add(Condition(axis.name, range_of(slab.low, slab.high)))
            elif axis.kind is AxisKind.EFFECTIVE and slab.low:
                self.seen.moments.add(datetime.fromisoformat(slab.low))
            elif axis.kind is AxisKind.RECORD:
                self.seen.captures.add(int(slab.low))
