"""A survey: the question asked at one point of every cell, and what the sources say there.

Asking a cell may show conditions that were not seen before, such as those of a text that only
narrow scopes bring up: then the cells are cut anew, and what is new is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from cedarprov.ingest.dates import read_as_of
from cedarprov.model.axis import Axis
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.question import Clock, Question
from cedarprov.model.scope import Scope
from cedarprov.retrieve.answer_map.box import Cell
from cedarprov.retrieve.answer_map.lookout import Lookout, Request
from cedarprov.retrieve.answer_map.partition import EFFECTIVE, RECORD, Partition
from cedarprov.retrieve.answer_map.ranked_once import RankedOnce
from cedarprov.retrieve.answer_map.told import Told, told
from cedarprov.retrieve.candidate import Ranker
from cedarprov.retrieve.pipeline import Retrieval, state_of
from cedarprov.retrieve.place import HeldTexts
from cedarprov.store.ledger import Bundle
from cedarprov.store.session import Session

States = Callable[[int | None], tuple[Session, Ranker]]
"""The store, and the index of it, at a sequence number (None: now)."""

Point = Mapping[str, str]
"""A value of each axis, by its name."""


class _State(Frozen):
    session: Session
    ranker: RankedOnce
    texts: HeldTexts


# Cutting anew asks for more points than there are cells in the end.
_ROUNDS: Final = 2


class Survey:
    """A question asked in every cell of its partition, each point once."""

    def __init__(self, states: States, request: Request) -> None:
        self._open = states
        self._request = request
        self._states: dict[int | None, _State] = {}
        self._told: dict[frozenset[tuple[str, str]], Told] = {}
        self._lookout = Lookout(request)
        self.partition = self._settle()

    @property
    def question(self) -> Question:
        """What was asked."""
        return self._request.question

    @property
    def state(self) -> Bundle:
        """The last bundle of the state that was asked."""
        return state_of(self._state(self.question.sequence).session, self.question)

    @property
    def encoder(self) -> str:
        """The fingerprint of the model that ranked, or ""."""
        encoder = self._state(self.question.sequence).ranker.info().encoder
        return encoder.fingerprint if encoder else ""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of the partition."""
        return self.partition.axes

    @property
    def asked(self) -> int:
        """How many points were asked."""
        return len(self._told)

    @property
    def notices(self) -> tuple[str, ...]:
        """What is wrong with the index that ranked."""
        ranker = self._state(self.question.sequence).ranker
        return tuple(notice.message for notice in ranker.notices)

    def cells(self) -> dict[Cell, Told]:
        """Return what is said in each cell."""
        axes = self.partition.axes
        return {cell: self.ask(point(axes, cell)) for cell in _cells(axes)}

    def _settle(self) -> Partition:
        """Return the partition on which asking shows nothing new."""
        self.ask({})
        while True:
            before, partition = self._lookout.seen.size, self._cut()
            for cell in _cells(partition.axes):
                self.ask(point(partition.axes, cell))
            if self._lookout.seen.size == before or self.asked > _ROUNDS * self._request.ceiling:
                return partition

    def _cut(self) -> Partition:
        request = self._request
        asked = request.question.sequence
        return Partition(
            self._lookout.seen,
            request.question,
            dimensions=request.dimensions,
            over=request.over,
            ceiling=request.ceiling,
            last=self._state(asked).session.sequence if asked is None else asked,
        )

    def ask(self, at: Point) -> Told:
        """Return what is said at a point, which is asked once."""
        key = frozenset(at.items())
        if key not in self._told:
            question = self._question_at(at)
            state = self._state(question.sequence)
            retrieval = Retrieval(state.session, state.ranker, question, state.texts)
            assessment = retrieval.run().assessment
            self._lookout.take_in(state.session, question, retrieval.exhibits)
            self._told[key] = told(assessment, retrieval.exhibits, retrieval.links)
        return self._told[key]

    def _question_at(self, at: Point) -> Question:
        question = self.question
        rest = dict(at)
        effective, record = rest.pop(EFFECTIVE, None), rest.pop(RECORD, None)
        dated = {Clock.EFFECTIVE: read_as_of(effective)} if effective else {}
        return replace(
            question,
            scope=question.scope.narrowed(Scope.of(rest)),
            as_of={**question.as_of, **dated},
            sequence=int(record) if record else question.sequence,
        )

    def _state(self, sequence: int | None) -> _State:
        if sequence not in self._states:
            session, ranker = self._open(sequence)
            self._states[sequence] = _State(
                session=session,
                ranker=RankedOnce(ranker, self.question.words),
                texts=HeldTexts(session),
            )
        return self._states[sequence]


def point(axes: Sequence[Axis], cell: Cell) -> dict[str, str]:
    """Return the point that stands for a cell, by the names of the axes."""
    return {axis.name: axis.slabs[at].point for axis, at in zip(axes, cell, strict=True)}


def _cells(axes: Sequence[Axis]) -> Iterator[Cell]:
    return product(*(range(len(axis.slabs)) for axis in axes))
