"""Disputes: questions that themselves report that documents disagree, or that doubt what one says.

Both sides are shown where the documents hold them, whichever editions they stand in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Assessment, Status
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.scope import Scope
from cedarprov.prose import cue
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.cells import distinct_values
from cedarprov.retrieve.status.entry import authoritative, is_entry, is_field
from cedarprov.retrieve.status.expectation import Expectation
from cedarprov.retrieve.status.finding import findings, foremost, usable_places
from cedarprov.retrieve.status.focus import Focus
from cedarprov.retrieve.status.statement import Statement, Witness, witnesses
from cedarprov.retrieve.status.subject import about

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.finding import Finding

# A sentence that meets less of the question is none of its sides.
_SIDE: Final = 0.3
_BOTH: Final = 2


def is_dispute(words: str) -> bool:
    """Tell whether a question reports a disagreement, or doubts what a document says."""
    if cue.DISAGREEMENT.search(words):
        return True
    reports = len(cue.REPORT.findall(words))
    return reports >= _BOTH or (reports > 0 and cue.DOUBT.search(words) is not None)


class Dispute(Frozen, dict=True):
    """A question that reports a disagreement, and the exhibits on which it may be borne out."""

    question: Question
    exhibits: Sequence[Exhibit]

    def sides(self, left: Sequence[Exhibit]) -> Assessment | None:
        """Return the sides that some of the exhibits hold, or None where they hold one or none."""
        heard = [witness for witness in self._heard if _is_among(witness.exhibit, left)]
        found = authoritative([item for one in heard for item in self._found(one)], self._focus)
        found = [item for item in foremost(found, found, len(self._heard)) if not item.former]
        values = distinct_values(found)
        sides = _sides(heard, self._focus)
        if len(values) < _BOTH and (_agree(found) or len(sides) < _BOTH):
            return None
        shown = [side.quotation(usable_places(side.exhibit)[0]) for side in sides]
        if len(values) < _BOTH:
            return Assessment(status=Status.CONFLICT, quotations=tuple(shown))
        quotations = dict.fromkeys([*(item.quotation for item in found), *shown])
        return Assessment(status=Status.CONFLICT, values=values, quotations=tuple(quotations))

    def hears(self, exhibit: Exhibit) -> bool:
        """Tell whether an exhibit may be a side, or bear one out."""
        return any(
            bool(self._found(witness)) or _side(witness, self._focus) is not None
            for witness in self._heard
            if witness.exhibit is exhibit
        )

    @cached_property
    def _bare(self) -> Question:
        words = _without_report(self.question.words)
        return replace(self.question, words=words, scope=Scope())

    @cached_property
    def _focus(self) -> Focus:
        focus = Focus.of(self._bare, self.exhibits)
        return replace(focus, expectation=Expectation(kind=Kind.WORDS), labels={}, words="")

    @cached_property
    def _heard(self) -> tuple[Witness, ...]:
        usable = [exhibit for exhibit in self.exhibits if usable_places(exhibit)]
        return witnesses(about(usable, self._focus), self._focus)

    def _found(self, witness: Witness) -> tuple[Finding, ...]:
        return findings(witness, self._bare, self._focus, anywhere=True)


def _is_among(exhibit: Exhibit, exhibits: Sequence[Exhibit]) -> bool:
    return any(exhibit is other for other in exhibits)


def _without_report(words: str) -> str:
    """Return what a question is about, without the turns that report and doubt."""
    for turns in (cue.REPORT, cue.DISAGREEMENT, cue.DOUBT):
        words = turns.sub(" ", words)
    return words if words.strip() else "?"


def _agree(found: Sequence[Finding]) -> bool:
    """Tell whether independent sources give the value: then what is reported is not borne out."""
    return len({item.place.source for item in found}) >= _BOTH


def _sides(heard: Sequence[Witness], focus: Focus) -> list[Statement]:
    """Return the best sentence of each of the two passages that fit best and do not repeat.

    A field of the entry for the thing goes first.
    """
    fitting = [side for witness in heard if (side := _side(witness, focus)) is not None]
    fitting.sort(key=lambda said: _standing(said, focus), reverse=True)
    pairs = combinations(fitting, _BOTH)
    return next(
        (list(pair) for pair in pairs if pair[0].sentence.text != pair[1].sentence.text), []
    )


def _side(witness: Witness, focus: Focus) -> Statement | None:
    """Return the best sentence of a passage, if it meets enough of the question."""
    named = [said for said in witness.statements if said.fitness.names_code]
    best = max(named, key=lambda said: _standing(said, focus), default=None)
    return best if best is not None and best.fitness.fit >= _SIDE else None


def _standing(said: Statement, focus: Focus) -> tuple[bool, float]:
    entry = is_entry(said.exhibit, focus) and is_field(said.sentence.text, focus)
    return entry, said.fitness.fit
