"""Readings: what one statement says on a question.

A reading is the value of the sort asked for that stands nearest to the words asked; where several
values stand in one sentence, the question picks one by the words beside it, or else the sentence
sets them against each other and each is a reading under its own condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cedarprov.model.scope import Scope
from cedarprov.retrieve.condition import as_condition, release_words
from cedarprov.retrieve.contrast import Contrast, Segment, contrast
from cedarprov.retrieve.expectation import End
from cedarprov.retrieve.language import stem, terms
from cedarprov.retrieve.polarity import affirms, answer
from cedarprov.retrieve.qualification import is_denied, is_former
from cedarprov.retrieve.value import Kind, Mention, Value
from cedarprov.retrieve.sentence import clauses
from cedarprov.retrieve.statement import Statement, coverage
from cedarprov.retrieve.synonym import likeness

if TYPE_CHECKING:
    from cedarprov.retrieve.focus import Focus


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A value, its own part of the sentence, and the conditions set there."""

    value: Value
    segment: Segment
    scope: Scope = Scope()
    former: bool = False


_SEPARATOR: Final = re.compile(
    r";|,|[،、]|\band\b|\bor\b|\bbut\b|\bwhile\b|\bwhereas\b|\bund\b|\baber\b|\boder\b"
)
# "upgraded from 6": a release, whatever is asked for.
_MIGRATED: Final = re.compile(r"\b(?:upgrad|updat|migrat)\w*\s+(?:from|to)\s+$", re.IGNORECASE)
_CHANGE: Final = re.compile(
    r"\b(?:increas|rais|rise|rose|chang|reduc|lower|gr[eo]w|exten|switch|cut|dropp|go|went|bump|mov)\w*"
    r"[^.;]*\bfrom\s+$",
    re.IGNORECASE,
)


def readings(statement: Statement, focus: Focus) -> tuple[Reading, ...]:
    """Return what a statement says on the question; empty where it gives no such value."""
    if focus.expectation.kind is Kind.POLARITY:
        return _polarity(statement, focus)
    found = [
        mention
        for mention in statement.mentions
        if focus.expectation.admits(mention.value)
        and not _MIGRATED.search(statement.sentence.text[: mention.start])
        and not _is_of_other_measure(statement.sentence.text, mention, focus)
        and not _is_price_of_counted(statement.sentence.text, mention, focus)
    ]
    if focus.expectation.kind in (Kind.WORDS, Kind.LABEL):
        found = [item for item in found if not _is_supposed(statement.sentence.text, item)]
    if focus.expectation.kind is Kind.WORDS:
        found = _telling(found, statement.sentence.text, focus)
    found = _with_unit(found, focus)
    if focus.expectation.several and len(found) > 1:
        return (_together(found, statement.sentence.text),)
    if not found:
        return ()
    text = statement.sentence.text
    segments = _segments(text, found)
    pairs = [
        Reading(
            value=_bounded(mention.value, text[: mention.start], focus),
            segment=segment,
            former=_is_former(text, mention, segment),
        )
        for mention, segment in zip(found, segments, strict=True)
    ]
    return _chosen(pairs, segments, focus)


def release_reading(statement: Statement, release: str) -> Reading:
    """Return the reading that a statement stands in the notes of a release."""
    segment = Segment(before=statement.sentence.text, after="")
    return Reading(value=Value(kind=Kind.LABEL, text=release), segment=segment)


def text_reading(statement: Statement) -> Reading:
    """Return the sentence itself as a reading, for a question that no sort of value answers."""
    segment = Segment(before=statement.sentence.text, after="")
    return Reading(value=Value(kind=Kind.WORDS, text=""), segment=segment)


def _polarity(statement: Statement, focus: Focus) -> tuple[Reading, ...]:
    best = max(
        clauses(statement.sentence),
        key=lambda clause: coverage(focus.terms, _stems(clause.text, focus), focus),
    )
    yes = affirms(best.text, focus.language) == affirms(focus.words, focus.language)
    value = Value(kind=Kind.POLARITY, text=answer(yes=yes, language=focus.language))
    return (Reading(value=value, segment=Segment(before=best.text, after="")),)


def _telling(found: list[Mention], text: str, focus: Focus) -> list[Mention]:
    # Without a sort of value asked for, what repeats the question's own words is no answer.
    asked = focus.words.casefold()
    new = [mention for mention in found if mention.value.text.casefold() not in asked]
    literal = [mention for mention in new if mention.value.kind is Kind.LITERAL]
    literal = [mention for mention in literal if _PREDICATE.search(text[: mention.start])]
    if literal:
        said = [term.end for term in terms(text, focus.language) if term.stem in focus.terms]
        return [min(literal, key=lambda mention: _distance(mention, said))]
    other = [mention for mention in new if mention.value.kind is not Kind.LITERAL]
    return [mention for mention in other if mention.value.unit is not None] or other


# What leads a value that a sentence gives: "Default: ...", "is set to ...", "now uses ...".
_PREDICATE: Final = re.compile(
    r"(?:[:=]|\b(?:is|are|was|be|becomes?|to|as|now|uses?|returns?|defaults?|value))\s*(?:the\s+)?$"
    r"|^\W*$",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(r"^\W*(?:if|for example|e\.g\.|suppose|unless)\b[^,;]*$", re.IGNORECASE)


def _is_supposed(text: str, mention: Mention) -> bool:
    """Tell whether a value stands in a clause that only supposes something."""
    return _SUPPOSED.search(text[: mention.start]) is not None


def _distance(mention: Mention, said: Sequence[int]) -> float:
    """Return how far a value stands behind the words asked; one before them stands further."""
    behind = [mention.start - end for end in said if end <= mention.start]
    before = [2 * (end - mention.end) for end in said if end > mention.end]
    return min([*behind, *before], default=0)


def _together(found: Sequence[Mention], text: str) -> Reading:
    """Return a set of values, asked for as one, as a single reading."""
    names = sorted({mention.value.text.split()[-1] for mention in found})
    segment = Segment(before=text[: found[0].start], after=text[found[-1].end :])
    return Reading(value=Value(kind=Kind.WORDS, text=", ".join(names)), segment=segment)


def _with_unit(found: list[Mention], focus: Focus) -> list[Mention]:
    # Beside a price with its currency, a bare number is something else.
    measured = [mention for mention in found if mention.value.unit is not None]
    return measured if measured and focus.expectation.dimensions and _foreign(found) else found


def _foreign(found: list[Mention]) -> bool:
    return any(mention.value.unit is None and mention.value.noun for mention in found)


def _is_of_other_measure(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether the word beside a value names another measure: "40 m long", asked how deep."""
    before, after = _BESIDE_BEFORE.search(text[: mention.start]), _AFTER.match(text[mention.end :])
    beside = [match.group(1) for match in (before, after) if match]
    named = [stem(word, focus.language) for word in beside if word.casefold() in _MEASURES]
    asked = frozenset(term.stem for term in terms(focus.words, focus.language))
    return bool(named) and not any(
        likeness(word, one, focus.language) for word in asked for one in named
    )


def _is_price_of_counted(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether a bare number is what something costs, where a count is asked for."""
    bare = bool(focus.expectation.noun) and not mention.value.noun and mention.value.unit is None
    return bare and _COSTS.search(text[: mention.start]) is not None


_COSTS: Final = re.compile(
    r"\b(?:cost|charg|pay|paid|pric|fee|fare|fine|deposit)\w*\s*(?:at|of|is|are|:)?\s*$", re.IGNORECASE
)
# Adjectives and nouns of dimension: what a number directly beside them measures.
_MEASURES: Final = frozenset(
    "long wide deep high tall thick heavy old length width depth height thickness diameter weight "
    "mass volume capacity age altitude lang breit tief hoch dick schwer länge breite tiefe höhe".split()
)
_BESIDE_BEFORE: Final = re.compile(r"([^\W\d_]+)(?:\s+(?:of|is|up to|about))?[\s:]+$")
_AFTER: Final = re.compile(r"\s+([^\W\d_]+)")


def _segments(text: str, found: Sequence[Mention]) -> tuple[Segment, ...]:
    cuts = [0]
    for first, second in zip(found, found[1:], strict=False):
        between = text[first.end : second.start]
        marks = list(_SEPARATOR.finditer(between))
        strong = [mark for mark in marks if mark.group() == ";"]
        chosen = strong[0] if strong else marks[-1] if marks else None
        cuts.append(first.end + (chosen.end() if chosen else 0))
    cuts.append(len(text))
    # What leads a list ("Ham lock: length 40 m, depth 2 m") belongs to none of its items.
    cuts[0] = text.find(":", 0, found[0].start) + 1 if len(found) > 1 else 0
    return tuple(
        Segment(
            before=text[start : mention.start].rpartition(";")[2],
            after=text[mention.end : end].partition(";")[0],
        )
        for mention, start, end in zip(found, cuts, cuts[1:], strict=False)
    )


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


def _chosen(
    found: list[Reading], segments: tuple[Segment, ...], focus: Focus
) -> tuple[Reading, ...]:
    now = [
        (reading, segment)
        for reading, segment in zip(found, segments, strict=True)
        if not reading.former
    ]
    former = tuple(reading for reading in found if reading.former)
    if len(now) <= 1:
        return (*(reading for reading, _ in now), *former)
    released = {release_words(segment.text) for _, segment in now}
    if len(released) > 1:
        return (*(reading for reading, _ in now), *former)
    set_apart = contrast(tuple(segment for _, segment in now), focus.said, focus.language)
    kept = _picked(now, set_apart, focus)
    return (*kept, *former)


def _picked(
    now: list[tuple[Reading, Segment]], set_apart: Contrast | None, focus: Focus
) -> tuple[Reading, ...]:
    asked = focus.said
    special = [
        reading
        for reading, segment in now
        if any(value and value <= _stems(segment.text, focus) for value in focus.scope.values())
    ]
    if special:
        return tuple(special)
    if set_apart is not None:
        named = [_stems(value.replace("-", " "), focus) & asked for value in set_apart.values]
        if any(named):
            return tuple(reading for (reading, _), hit in zip(now, named, strict=True) if hit)
        return tuple(
            replace(reading, scope=scope_of(set_apart, value))
            for (reading, _), value in zip(now, set_apart.values, strict=True)
        )
    wanted = tuple(asked)
    return (max(now, key=lambda item: _closeness(item[1], wanted, focus))[0],)


def _closeness(segment: Segment, wanted: Sequence[str], focus: Focus) -> tuple[float, int]:
    """Rank a segment by the words asked that it meets, then by how little else it says."""
    said = _stems(segment.text, focus)
    return coverage(wanted, said, focus), -len(said - focus.said)


def scope_of(set_apart: Contrast, value: str) -> Scope:
    """Return a value of a contrast as a scope, empty where its name cannot be one."""
    condition = as_condition(set_apart.dimension, value)
    return Scope((condition,)) if condition else Scope()


def _stems(text: str, focus: Focus) -> frozenset[str]:
    return frozenset(term.stem for term in terms(text, focus.language))
