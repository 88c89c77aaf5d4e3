"""Findings: readings with the place that vouches for them and all conditions they hold under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.scope import Match, Scope
from cedarprov.model.time import Certainty
from cedarprov.prose.contrast import contrast
from cedarprov.prose.language import stem
from cedarprov.prose.qualification import is_exception, is_plan
from cedarprov.prose.value import Kind, Value
from cedarprov.retrieve.status.condition import stated
from cedarprov.retrieve.status.entry import is_entry, is_field
from cedarprov.retrieve.status.history import noted_release, release_of_change
from cedarprov.retrieve.status.reading import (
    Reading,
    answers_heading,
    readings,
    release_reading,
    scope_of,
)
from cedarprov.retrieve.status.statement import Statement, Witness
from cedarprov.retrieve.status.subject import names_in, speaks_of_another

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place, Quotation
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.focus import Focus


class Finding(Frozen):
    """A value that a place vouches for under a scope; None: it is said that there is none.

    `since` is the dimension on which the scope begins with the release whose notes say so.
    """

    value: Value | None
    scope: Scope
    exhibit: Exhibit
    place: Place
    quotation: Quotation
    fit: float
    former: bool = False
    since: str = ""

    def is_variant_of(self, other: Finding) -> bool:
        """Tell whether it stands where the other stands, in other editions of the source."""
        here, there = self.exhibit, other.exhibit
        editions = {place.edition for place in there.places}
        return (
            self.place.source == other.place.source
            and here.headings == there.headings
            and not any(place.edition in editions for place in here.places)
        )


# Below this share of the question's words a sentence is about something else.
ENOUGH: Final = 0.34
_OWN: Final = 0.3
# For yes or no it has to be on the very act and thing that are asked about.
_POLAR: Final = 0.6
# A sentence that fits much less well than the best one speaks of another attribute.
NEAR_BEST: Final = 0.72
_NEAR_BEST_OWN: Final = 0.6


def findings(
    witness: Witness, question: Question, focus: Focus, *, anywhere: bool = False
) -> tuple[Finding, ...]:
    """Return what one exhibit says on the question, in its best sentence or sentences.

    With `anywhere`, places that the scope or the dates asked rule out are heard as well.
    """
    found = [
        (statement, reading)
        for statement in witness.statements
        if is_on_topic(statement, focus)
        for reading in _said(statement, witness.exhibit, focus)
    ]
    found = [item for item in found if is_field(item[0].sentence.text, focus)] or found
    found = _naming(found, witness.exhibit, focus)
    fit = max((statement.fitness.fit for statement, _ in found), default=0.0)
    own = max((statement.fitness.own for statement, _ in found), default=0.0)
    best = [
        (statement, reading)
        for statement, reading in found
        if statement.fitness.fit >= NEAR_BEST * fit
        and statement.fitness.own >= _NEAR_BEST_OWN * own
    ]
    return tuple(
        finding
        for statement, reading in (*_set_apart(best, focus), *_exceptions(best, witness, focus))
        for finding in vouched(statement, reading, question, focus, anywhere=anywhere)
    )


def _said(statement: Statement, exhibit: Exhibit, focus: Focus) -> tuple[Reading, ...]:
    """Return the readings of a statement, or the release it is dated to if that may be asked.

    When something changed is answered by the release whose notes say so, if by no date.
    """
    found = readings(statement, focus)
    dated = focus.expectation.kind is Kind.MOMENT and not found
    if focus.expectation.noun != stem("release", focus.language) and not dated:
        return found
    release = release_of_change(exhibit, statement.sentence.text)
    return (release_reading(statement, release),) if release else ()


def _exceptions(
    found: list[tuple[Statement, Reading]], witness: Witness, focus: Focus
) -> list[tuple[Statement, Reading]]:
    """Return the readings of sentences that make an exception to one of those found."""
    if focus.expectation.kind is Kind.POLARITY:
        return []
    said = [statement for statement, _ in found]
    return [
        (after, replace(reading, scope=Scope.of({"case": "exception"})))
        for before, after in pairwise(witness.statements)
        if before in said and after not in said and is_exception(after.sentence.text)
        for reading in readings(after, focus)
        if not reading.scope
    ]


def _set_apart(
    found: list[tuple[Statement, Reading]], focus: Focus
) -> list[tuple[Statement, Reading]]:
    """Return readings of several sentences of a text under the conditions that part them."""
    settled = any(reading.scope or reading.former for _, reading in found)
    if settled or len(found) < _SEVERAL or focus.expectation.kind is Kind.POLARITY:
        return found
    segments = tuple(reading.segment for _, reading in found)
    differing = contrast(segments, focus.said, focus.language)
    if differing is None:
        return found
    return [
        (statement, replace(reading, scope=scope_of(differing, value)))
        for (statement, reading), value in zip(found, differing.values, strict=True)
    ]


_SEVERAL: Final = 2


def _naming(
    found: list[tuple[Statement, Reading]], exhibit: Exhibit, focus: Focus
) -> list[tuple[Statement, Reading]]:
    """Return, of a text on many things such as a list, what names the thing asked about."""
    if names_in(" ".join(place.title for place in exhibit.places), focus):
        return found
    naming = [item for item in found if names_in(item[0].sentence.text, focus)]
    return naming or found


def is_on_topic(statement: Statement, focus: Focus) -> bool:
    """Tell whether a statement speaks of the attribute that is asked for."""
    if not statement.fitness.names_code:
        return False
    if is_entry(statement.exhibit, focus) and is_field(statement.sentence.text, focus):
        return True
    if focus.expectation.kind is Kind.POLARITY:
        if answers_heading(statement, focus):
            return True
        return statement.fitness.fit >= ENOUGH and statement.fitness.untitled >= _POLAR
    return statement.fitness.own >= _OWN and statement.fitness.fit >= ENOUGH


# Of three texts all are heard, of forty only those within a sixth of the best.
_HEARD: Final = 2.2
_RISE: Final = -0.85


def foremost(
    found: Sequence[Finding], beside: Sequence[Finding], heard: int
) -> tuple[Finding, ...]:
    """Return the findings that fit well beside the best of `beside`, from `heard` exhibits.

    The more texts are heard, the better the best chance match among them: so the bar rises. What
    stands where the best stand, in another edition, is their variant and no chance match.
    """
    best = max((finding.fit for finding in beside), default=0.0)
    bar = best * (1 - _HEARD * heard**_RISE) if heard else 0.0
    leading = [finding for finding in found if finding.fit >= bar]
    return tuple(
        finding
        for finding in found
        if finding.fit >= bar
        or (finding.fit >= NEAR_BEST * best and any(map(finding.is_variant_of, leading)))
    )


def usable_places(exhibit: Exhibit) -> tuple[Place, ...]:
    """Return the current places that the dates asked do not rule out."""
    return tuple(
        place for place in exhibit.places if place.current and place.certainty is not Certainty.OUT
    )


def vouched(
    statement: Statement,
    reading: Reading,
    question: Question,
    focus: Focus,
    *,
    anywhere: bool = False,
) -> Iterator[Finding]:
    """Yield a reading for each scope under which a place of its exhibit vouches for it."""
    if speaks_of_another(reading.segment.text, focus):
        return
    seen: set[str] = set()
    places = statement.exhibit.places if anywhere else usable_places(statement.exhibit)
    for place in places:
        if _is_planned(statement, reading, place, focus):
            continue
        found = _at(statement, reading, place, focus)
        said = stated(reading.segment.text, place, focus).narrowed(reading.scope)
        heard = anywhere or _applies(found.scope, said, place, question)
        if heard and str(found.scope) not in seen:
            seen.add(str(found.scope))
            yield found


def _at(statement: Statement, reading: Reading, place: Place, focus: Focus) -> Finding:
    """Return a reading as what a place says, under the conditions of both."""
    noted = noted_release(statement.exhibit, place, focus)
    own = noted.narrowed(stated(reading.segment.text, place, focus)).narrowed(reading.scope)
    return Finding(
        value=reading.value,
        scope=place.scope.narrowed(own),
        exhibit=statement.exhibit,
        place=place,
        quotation=statement.quotation(place),
        fit=statement.fitness.rank,
        former=reading.former,
        since=next(iter(noted.dimensions), "") if own.as_dict() == noted.as_dict() else "",
    )


def _is_planned(statement: Statement, reading: Reading, place: Place, focus: Focus) -> bool:
    """Tell whether a sentence, or the clause that says yes or no, only tells of a plan."""
    polar = focus.expectation.kind is Kind.POLARITY
    return is_plan(reading.segment.text if polar else statement.sentence.text, place.title)


def _applies(scope: Scope, said: Scope, place: Place, question: Question) -> bool:
    """Tell whether the conditions met allow what is asked; a sentence's own come first."""
    if not may_speak(place) and not said:
        return False
    return scope.match(question.scope) is not Match.DOES_NOT_APPLY


def may_speak(place: Place) -> bool:
    """Tell whether a place applies to the scope asked, or may answer in the stead of one."""
    return place.match is not Match.DOES_NOT_APPLY or place.fallback


def is_of(finding: Finding, exhibit: Exhibit) -> bool:
    """Tell whether a finding was made in an exhibit."""
    return finding.exhibit is exhibit
