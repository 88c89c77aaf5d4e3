"""Findings: readings with the place that vouches for them and all conditions they hold under."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cedarprov.model.scope import Match, Scope
from cedarprov.model.time import Certainty
from cedarprov.retrieve.condition import names_other_label, speaks_of_another, stated
from cedarprov.retrieve.contrast import contrast
from cedarprov.retrieve.history import noted_release, release_of_notes
from cedarprov.retrieve.language import stem, terms
from cedarprov.retrieve.qualification import is_exception, is_plan
from cedarprov.retrieve.value import Kind, Value
from cedarprov.retrieve.reading import Reading, readings, release_reading, scope_of, text_reading
from cedarprov.retrieve.statement import Statement, Witness

from cedarprov.retrieve.focus import value_stems

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place, Quotation
    from cedarprov.model.question import Question
    from cedarprov.retrieve.focus import Focus


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A value that a place vouches for under a scope; None: it is said that there is none.

    `since` is the dimension on which the scope begins with the release whose notes say so.
    """

    value: Value | None
    scope: Scope
    place: Place
    quotation: Quotation
    fit: float
    former: bool = False
    since: str = ""


# Below this share of the question's words a sentence is about something else.
ENOUGH: Final = 0.34
_OWN: Final = 0.3
# How much the cosine with the question counts, from where it is more than chance; and from where
# a sentence may be on the question without any of its words.
_LIKENESS: Final = 0.5
_UNLIKE: Final = 0.3
_ALIKE: Final = 0.55
# For yes or no it has to be on the very act and thing that are asked about.
_POLAR: Final = 0.6
# A sentence that fits much less well than the best one speaks of another attribute.
_NEAR_BEST: Final = 0.72
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
    found = _naming(found, witness.exhibit, focus)
    fit = max((score(statement) for statement, _ in found), default=0.0)
    own = max((statement.own for statement, _ in found), default=0.0)
    best = [
        (statement, reading)
        for statement, reading in found
        if score(statement) >= _NEAR_BEST * fit and statement.own >= _NEAR_BEST_OWN * own
    ]
    return tuple(
        finding
        for statement, reading in (*_set_apart(best, focus), *_exceptions(best, witness, focus))
        for finding in _vouched(statement, reading, question, focus, anywhere=anywhere)
    )


def texts(witness: Witness, question: Question, focus: Focus) -> tuple[Finding, ...]:
    """Return the sentences that meet most of the question, where it asks for no sort of value."""
    return tuple(
        finding
        for statement in witness.statements
        if score(statement) >= _MOST and statement.own >= _HALF
        for finding in _vouched(statement, text_reading(statement), question, focus, anywhere=False)
    )


_MOST: Final = 0.6
_HALF: Final = 0.5


def _said(statement: Statement, exhibit: Exhibit, focus: Focus) -> tuple[Reading, ...]:
    """Return the readings of a statement; of notes of a release, the release if that is asked."""
    if focus.expectation.noun == stem("release", focus.language):
        release = release_of_notes(exhibit)
        return (release_reading(statement, release),) if release else ()
    return readings(statement, focus)


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
    """Return readings of several sentences of one text under the conditions that tell them apart."""
    if len(found) < _SEVERAL or any(reading.scope or reading.former for _, reading in found):
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
    if _names_in(" ".join(place.title for place in exhibit.places), focus):
        return found
    naming = [item for item in found if _names_in(item[0].sentence.text, focus)]
    return naming or found


def _names_in(text: str, focus: Focus) -> int:
    return len(focus.names & {term.stem for term in terms(text, focus.language)})


def is_on_topic(statement: Statement, focus: Focus) -> bool:
    """Tell whether a statement speaks of the attribute that is asked for."""
    if focus.expectation.kind is Kind.POLARITY:
        return statement.fit >= ENOUGH and statement.untitled >= _POLAR
    return score(statement) >= ENOUGH and (
        statement.own >= _OWN or statement.likeness >= _ALIKE
    )


def score(statement: Statement) -> float:
    """Return how well a statement meets the question, by its words and by its likeness."""
    return statement.fit + _LIKENESS * max(0.0, statement.likeness - _UNLIKE)

# Of three texts all are heard, of forty only those within a sixth of the best.
_HEARD: Final = 2.2
_RISE: Final = -1.0


def foremost(
    found: Sequence[Finding], beside: Sequence[Finding], heard: int
) -> tuple[Finding, ...]:
    """Return the findings that fit well beside the best of `beside`, from `heard` exhibits.

    The more texts are heard, the better the best chance match among them: so the bar rises.
    """
    best = max((finding.fit for finding in beside), default=0.0)
    bar = best * (1 - _HEARD * heard**_RISE) if heard else 0.0
    return tuple(finding for finding in found if finding.fit >= bar)


def usable_places(exhibit: Exhibit) -> tuple[Place, ...]:
    """Return the current places that the dates asked do not rule out."""
    return tuple(
        place for place in exhibit.places if place.current and place.certainty is not Certainty.OUT
    )


def on_subject(exhibits: Sequence[Exhibit], focus: Focus) -> tuple[Exhibit, ...]:
    """Return the exhibits about the thing asked about, and not about a sister of it."""
    named = [_named(exhibit, focus) for exhibit in exhibits]
    most = max(named, default=0)
    return tuple(
        exhibit
        for exhibit, names in zip(exhibits, named, strict=True)
        if 2 * names >= most and not any(_is_of_sister(place, focus) for place in exhibit.places)
    )


def _is_of_sister(place: Place, focus: Focus) -> bool:
    return names_other_label(place.title, focus) or _is_of_another_product(place, focus)


# Dimensions that name the thing itself rather than a condition on it.
_PRODUCT: Final = frozenset({"service", "product", "component", "module", "package", "library", "app"})


def _is_of_another_product(place: Place, focus: Focus) -> bool:
    asked = {term.stem for term in terms(focus.words, focus.language)}
    return any(
        condition.dimension in _PRODUCT - focus.scope.keys()
        and not condition.is_any
        and not value_stems(condition.expression, focus.language) & asked
        for condition in place.scope.conditions
    )


def _named(exhibit: Exhibit, focus: Focus) -> int:
    titles = " ".join(place.title for place in exhibit.places)
    return _names_in(f"{titles} {' '.join(exhibit.headings)} {exhibit.text}", focus)


def bears_label(exhibit: Exhibit, focus: Focus) -> bool:
    """Tell whether an exhibit speaks of every numbered thing of the question ("zone 2")."""
    return all(_bears(exhibit, noun, number) for noun, number in focus.labels.items())


def _bears(exhibit: Exhibit, noun: str, number: str) -> bool:
    titles = " ".join(place.title for place in exhibit.places)
    whole = f"{titles} {' '.join(exhibit.headings)} {exhibit.text}"
    editions = {place.label for place in exhibit.places}.union(
        *(place.scope.as_dict().values() for place in exhibit.places)
    )
    named = re.search(rf"\b{re.escape(noun)}\w*\s+v?{re.escape(number)}\b", whole, re.IGNORECASE)
    return named is not None or any(f"{label}.".startswith(f"{number}.") for label in editions)


def _vouched(
    statement: Statement, reading: Reading, question: Question, focus: Focus, *, anywhere: bool
) -> Iterator[Finding]:
    # A condition may stand in another clause of the sentence, but not in a rival's segment.
    words = reading.segment.text
    if speaks_of_another(words, focus):
        return
    seen: set[str] = set()
    places = statement.exhibit.places if anywhere else usable_places(statement.exhibit)
    for place in places:
        if is_plan(statement.sentence.text, place.title):
            continue
        noted = noted_release(statement.exhibit, place, focus)
        said = stated(words, place, focus).narrowed(reading.scope)
        own = noted.narrowed(said)
        scope = place.scope.narrowed(own)
        heard = anywhere or _applies(scope, said, place, question)
        if not heard or str(scope) in seen:
            continue
        seen.add(str(scope))
        yield Finding(
            value=reading.value,
            scope=scope,
            place=place,
            quotation=statement.quotation(place),
            fit=statement.rank,
            former=reading.former,
            since=next(iter(noted.dimensions), "") if own.as_dict() == noted.as_dict() else "",
        )


def _applies(scope: Scope, said: Scope, place: Place, question: Question) -> bool:
    """Tell whether the conditions met allow what is asked; a sentence's own come first."""
    if place.match is Match.DOES_NOT_APPLY and not place.fallback and not said:
        return False
    return scope.match(question.scope) is not Match.DOES_NOT_APPLY
