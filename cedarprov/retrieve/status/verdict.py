"""Verdict: what reviewed edges make of findings.

What is superseded gives way to what supersedes it; a qualification takes a value back for its
case, without another; of two sides that contradict each other both are heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.scope import Scope
from cedarprov.prose.qualification import leaves_open
from cedarprov.prose.quantity import mentions
from cedarprov.prose.value import Kind, Value
from cedarprov.retrieve.extract import passage_start
from cedarprov.retrieve.status.finding import Finding, may_speak, usable_places
from cedarprov.retrieve.status.reading import readings
from cedarprov.retrieve.status.statement import Statement, Witness, statements

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.model.question import Question
    from cedarprov.retrieve.ruling import Party, Ruling
    from cedarprov.retrieve.status.focus import Focus


class Verdict(Frozen, dict=True):
    """The rulings that bear on a question, all exhibits, and those that are heard on it."""

    rulings: Sequence[Ruling]
    exhibits: Sequence[Exhibit]
    heard: Sequence[Witness]
    question: Question
    focus: Focus

    @cached_property
    def standing(self) -> tuple[Witness, ...]:
        """Those who are heard, without the statements that are superseded wherever they stand."""
        if not self._of(Relation.SUPERSEDES):
            return tuple(self.heard)
        return tuple(
            replace(
                witness,
                statements=tuple(
                    said for said in witness.statements if not self._is_ended_everywhere(said)
                ),
            )
            for witness in self.heard
        )

    def of(self, found: Sequence[Finding]) -> list[Finding]:
        """Return what some findings come to under the rulings."""
        if not (found and self.rulings):
            return list(found)
        succeeded = [*self._without_ended(found), *self._successors(found)]
        disputed = self._disputed(succeeded)
        return [*disputed, *self._qualifications(disputed)]

    # -- supersession -----------------------------------------------------------------------------

    def _without_ended(self, found: Sequence[Finding]) -> list[Finding]:
        return [
            item
            for item in found
            if not any(self._ends(ruling, item) for ruling in self._of(Relation.SUPERSEDES))
        ]

    def _successors(self, found: Sequence[Finding]) -> Iterator[Finding]:
        """Yield what stands in the place of findings, or of a case of them, and is not found."""
        for ruling in self._of(Relation.SUPERSEDES):
            touched = [item for item in found if self._touches(ruling, item)]
            if touched and not any(_rests_on(item, ruling.subject) for item in found):
                best = max(touched, key=lambda item: item.fit)
                yield from self._told(ruling.subject, best, ruling.scope)

    def _ends(self, ruling: Ruling, finding: Finding) -> bool:
        """Tell whether a finding is superseded in all of the case that is asked about."""
        return self._touches(ruling, finding) and _lies_in(self._case(finding), ruling.scope)

    def _touches(self, ruling: Ruling, finding: Finding) -> bool:
        """Tell whether a finding is superseded in some part of the case asked about."""
        return (
            ruling.subject.applies
            and _rests_on(finding, ruling.object)
            and ruling.scope.overlaps(self._case(finding))
        )

    def _case(self, finding: Finding) -> Scope:
        return finding.scope.narrowed(self.question.scope)

    def _is_ended_everywhere(self, said: Statement) -> bool:
        places = usable_places(said.exhibit)
        return bool(places) and all(
            any(
                ruling.subject.applies
                and _holds(ruling.object, place, said)
                and _lies_in(place.scope.narrowed(self.question.scope), ruling.scope)
                for ruling in self._of(Relation.SUPERSEDES)
            )
            for place in places
        )

    # -- qualification ----------------------------------------------------------------------------

    def _qualifications(self, found: Sequence[Finding]) -> Iterator[Finding]:
        """Yield a finding without value for each note that takes back one of those found."""
        for ruling in self._of(Relation.QUALIFIES):
            meant = [item for item in found if _rests_on(item, ruling.object)]
            if not (meant and ruling.subject.applies):
                continue
            best = max(meant, key=lambda item: item.fit)
            for told in self._told(ruling.subject, best, ruling.scope):
                if ruling.scope or leaves_open(told.quotation.exact):
                    yield replace(told, value=None)

    # -- contradiction ----------------------------------------------------------------------------

    def _disputed(self, found: Sequence[Finding]) -> list[Finding]:
        """Return findings with both sides of each contradiction, under one scope."""
        sides = list(found)
        for ruling in self._of(Relation.CONTRADICTS):
            if ruling.subject.applies and ruling.object.applies:
                sides = self._with_both(sides, ruling)
        return sides

    def _with_both(self, found: list[Finding], ruling: Ruling) -> list[Finding]:
        mine = [item for item in found if _rests_on(item, ruling.subject)]
        theirs = [item for item in found if _rests_on(item, ruling.object)]
        if mine and not theirs:
            theirs = self._without_ended([*self._told(ruling.object, mine[0], ruling.scope)])
        elif theirs and not mine:
            mine = self._without_ended([*self._told(ruling.subject, theirs[0], ruling.scope)])
        if not (mine and theirs and mine[0].scope.overlaps(theirs[0].scope)):
            return found
        shared = mine[0].scope.narrowed(theirs[0].scope)
        both = [replace(_in_words(item), scope=shared) for item in (mine[0], theirs[0])]
        return [*both, *(item for item in found if item not in (mine[0], theirs[0]))]

    # -- parties ----------------------------------------------------------------------------------

    def _of(self, relation: Relation) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.relation is relation)

    def _told(self, party: Party, like: Finding, scope: Scope) -> Iterator[Finding]:
        """Yield what a party says, as a finding that fits as well as another."""
        for said, place in self._spoken(party):
            yield Finding(
                value=self._value(party, said),
                scope=place.scope.narrowed(scope),
                exhibit=said.exhibit,
                place=place,
                quotation=said.quotation(place),
                fit=like.fit,
            )
            return

    def _spoken(self, party: Party) -> Iterator[tuple[Statement, Place]]:
        versions = {item.version for item in party.lying}
        for exhibit in self.exhibits:
            for place in usable_places(exhibit):
                if place.version in versions and may_speak(place):
                    for said in statements(exhibit, self.focus):
                        if _holds(party, place, said):
                            yield said, place

    def _value(self, party: Party, said: Statement) -> Value:
        """Return the value that a claim was taken apart into, else that of its sentence."""
        read = [reading.value for reading in readings(said, self.focus) if not reading.former]
        if read and (not party.value or self.focus.expectation.kind is Kind.POLARITY):
            return read[0]
        if not party.value:
            return Value(kind=Kind.WORDS, text=said.sentence.text)
        stated = mentions(party.value, self.focus.language)
        return stated[0].value if len(stated) == 1 else Value(kind=Kind.LITERAL, text=party.value)


def _rests_on(finding: Finding, party: Party) -> bool:
    """Tell whether the words of a finding are those of a party, in a place like its own."""
    start, end = finding.quotation.start, finding.quotation.end
    return any(
        _meets(party, place, start, end)
        for place in finding.exhibit.places
        if place.scope == finding.place.scope
    )


def _holds(party: Party, place: Place, said: Statement) -> bool:
    return _meets(party, place, said.sentence.start, said.sentence.end)


def _meets(party: Party, place: Place, start: int, end: int) -> bool:
    first = passage_start(place.passage)
    return any(item.meets(place.version, first + start, first + end) for item in party.lying)


def _lies_in(case: Scope, scope: Scope) -> bool:
    """Tell whether a case meets every condition of a scope."""
    return all(
        (mine := case.get(condition.dimension)) is not None and condition.covers(mine)
        for condition in scope.conditions
    )


def _in_words(finding: Finding) -> Finding:
    """Return a finding whose value is its sentence, where it has no other."""
    if finding.value is None or finding.value.text:
        return finding
    said = Value(kind=Kind.WORDS, text=finding.quotation.exact)
    return replace(finding, value=said)
