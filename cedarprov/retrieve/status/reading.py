"""Readings: what one statement says on a question.

A reading is the value of the sort asked for that stands nearest to the words asked; where several
values stand in one sentence, the question picks one by the words beside it, or else the sentence
sets them against each other and each is a reading under its own condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen, field, replace
from cedarprov.model.scope import Scope
from cedarprov.prose.condition import release_words
from cedarprov.prose.contrast import Contrast, contrast
from cedarprov.prose.language import stems_of
from cedarprov.prose.polarity import affirms, answer, leading_answer
from cedarprov.prose.qualification import is_denied, is_former
from cedarprov.prose.segment import Segment, segments
from cedarprov.prose.sentence import clauses
from cedarprov.prose.value import Kind, Mention, Value
from cedarprov.retrieve.status.admission import admitted
from cedarprov.retrieve.status.condition import as_condition
from cedarprov.retrieve.status.expectation import End
from cedarprov.retrieve.status.fitness import coverage
from cedarprov.retrieve.status.statement import Statement

if TYPE_CHECKING:
    from cedarprov.retrieve.status.focus import Focus


class Reading(Frozen):
    """A value, its own part of the sentence, and the conditions set there."""

    value: Value
    segment: Segment
    scope: Scope = field(default_factory=Scope)
    former: bool = False


_CHANGE: Final = re.compile(
    r"\b(?:increas|rais|rise|rose|chang|reduc|lower|gr[eo]w|exten|switch|cut|dropp|go|went|mov)\w*"
    r"[^.;]*\bfrom\s+$",
    re.IGNORECASE,
)


def readings(statement: Statement, focus: Focus) -> tuple[Reading, ...]:
    """Return what a statement says on the question; empty where it gives no such value."""
    if focus.expectation.kind is Kind.POLARITY:
        return _polarity(statement, focus)
    found = admitted(statement, focus)
    if focus.expectation.several and len(found) > 1:
        return (_together(found, statement.sentence.text),)
    if not found:
        return ()
    text = statement.sentence.text
    parts = segments(text, found)
    pairs = [
        Reading(
            value=_bounded(mention.value, text[: mention.start], focus),
            segment=segment,
            former=_is_former(text, mention, segment),
        )
        for mention, segment in zip(found, parts, strict=True)
    ]
    return _chosen(pairs, focus)


def release_reading(statement: Statement, release: str) -> Reading:
    """Return the reading that a statement stands in the notes of a release."""
    segment = Segment(before=statement.sentence.text, after="")
    return Reading(value=Value(kind=Kind.LABEL, text=release), segment=segment)


def text_reading(statement: Statement) -> Reading:
    """Return the sentence itself as a reading, for a question that no sort of value answers."""
    segment = Segment(before=statement.sentence.text, after="")
    return Reading(value=Value(kind=Kind.WORDS, text=""), segment=segment)


def answers_heading(statement: Statement, focus: Focus) -> bool:
    """Tell whether a sentence says yes or no to the heading above it, which puts the question."""
    heading = "".join(statement.exhibit.headings[-1:])
    asked = coverage(focus.terms, stems_of(heading, focus.language), focus)
    return asked >= _SAME_QUESTION and leading_answer(statement.sentence.text) is not None


_SAME_QUESTION: Final = 0.6


def _polarity(statement: Statement, focus: Focus) -> tuple[Reading, ...]:
    best = max(
        clauses(statement.sentence),
        key=lambda clause: coverage(focus.terms, stems_of(clause.text, focus.language), focus),
    )
    yes = affirms(best.text, focus.language) == affirms(focus.words, focus.language)
    if answers_heading(statement, focus):
        yes = leading_answer(statement.sentence.text) is True
    value = Value(kind=Kind.POLARITY, text=answer(yes=yes, language=focus.language))
    return (Reading(value=value, segment=Segment(before=best.text, after="")),)


def _together(found: Sequence[Mention], text: str) -> Reading:
    """Return a set of values, asked for as one, as a single reading."""
    names = sorted({mention.value.text.split()[-1] for mention in found})
    segment = Segment(before=text[: found[0].start], after=text[found[-1].end :])
    return Reading(value=Value(kind=Kind.WORDS, text=", ".join(names)), segment=segment)


def _bounded(value: Value, before: str, focus: Focus) -> Value:
    """Return the end of a range that is asked for, or the newer side of a change."""
    if value.low == value.high:
        return value
    newer = _CHANGE.search(before) is not None
    if newer or focus.expectation.end is End.HIGH:
        return replace(value, low=value.high, text=re.sub(r"^[-\d.]+?\.\.", "", value.text))
    if focus.expectation.end is End.LOW:
        return replace(value, high=value.low, text=re.sub(r"\.\.[-\d.]+", "", value.text))
    return value


def _is_former(text: str, mention: Mention, segment: Segment) -> bool:
    after = text[mention.end :].partition(";")[0]
    changed = _CHANGE.search(text[: mention.start]) is not None and re.match(r"\s*to\b", after)
    return (
        is_former(segment.before, after)
        or (bool(changed) and mention.value.low == mention.value.high)
        or is_denied(segment.text)
    )


def _chosen(found: Sequence[Reading], focus: Focus) -> tuple[Reading, ...]:
    """Return the readings that the question leaves, and those that no longer hold."""
    now = [reading for reading in found if not reading.former]
    former = [reading for reading in found if reading.former]
    # Segments on different releases do not compete: each has its own condition.
    released = {release_words(reading.segment.text) for reading in now}
    if len(now) > 1 and len(released) == 1:
        now = _picked(now, focus)
    return (*now, *former)


def _picked(now: list[Reading], focus: Focus) -> list[Reading]:
    """Return the readings of the case asked, or all under what sets them apart, or the closest."""
    special = [reading for reading in now if _is_of_case(reading.segment, focus)]
    if special:
        return special
    found = contrast(tuple(reading.segment for reading in now), focus.said, focus.language)
    if found is None:
        return [max(now, key=lambda reading: _closeness(reading.segment, focus))]
    named = [
        stems_of(value.replace("-", " "), focus.language) & focus.said for value in found.values
    ]
    if any(named):
        return [reading for reading, hit in zip(now, named, strict=True) if hit]
    return [
        replace(reading, scope=scope_of(found, value))
        for reading, value in zip(now, found.values, strict=True)
    ]


def _is_of_case(segment: Segment, focus: Focus) -> bool:
    held = stems_of(segment.text, focus.language)
    return any(value and value <= held for value in focus.scope.values())


def _closeness(segment: Segment, focus: Focus) -> tuple[float, int]:
    """Rank a segment by the words asked that it meets, then by how little else it says."""
    said = stems_of(segment.text, focus.language)
    return coverage(sorted(focus.said), said, focus), -len(said - focus.said)


def scope_of(set_apart: Contrast, value: str) -> Scope:
    """Return a value of a contrast as a scope, empty where its name cannot be one."""
    condition = as_condition(set_apart.dimension, value)
    return Scope((condition,)) if condition else Scope()
