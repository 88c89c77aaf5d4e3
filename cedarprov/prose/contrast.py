"""Conditions that a sentence sets against each other: "6 on intercity trains, 2 on regional ones".

Two segments of a sentence contrast when each names a condition after its value, led by a
preposition ("75 with water and 45 without"), or when both have one head noun under different
modifiers ("metal cap ... plastic cap"). The noun gives the dimension its name.
"""

from __future__ import annotations

import re
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import FUNCTION_WORDS, Language, listed, stems_of, terms
from cedarprov.prose.noun import (
    as_value,
    head,
    modified,
    modifier,
    plural,
    singular,
    word,
)
from cedarprov.prose.number import numbers
from cedarprov.prose.opposition import division
from cedarprov.prose.segment import Segment


class Contrast(Frozen, kw_only=False):
    """A dimension and its value in each of several segments."""

    dimension: str
    values: tuple[str, ...]


_PREPOSITION: Final = (
    r"(?:with|without|for|on|in|at|if|when|during|under|over|above|below|after|before|by|outside|"
    r"between|from|until|mit|ohne|für|auf|bei|im|am|wenn|an|unter|über|nach|vor)"
)
_LED: Final = re.compile(
    rf"^[\s(,]*(?P<lead>{_PREPOSITION})\b\s*(?P<phrase>[^,;.()]*)", re.IGNORECASE
)
# Prepositions that lead a case, unlike those that lead an amount ("above that").
_CASES: Final = listed(
    """
    in on at with without for if when during mit ohne für bei in auf
    """
)
# Where the phrase of a preposition ends and the clause goes on.
_NEXT_PHRASE: Final = re.compile(
    r"(?<=\w)\s+(?:the|an?|it|they|this|that|is|are|was|were|must|may|can|der|die|das|ist|sind)\s?",
    re.IGNORECASE,
)
_NEGATED: Final = frozenset({"without", "ohne"})


def contrast(
    segments: tuple[Segment, ...], asked: frozenset[str], language: Language
) -> Contrast | None:
    """Return what several segments of a sentence set against each other, or None.

    `asked` are the stems of the question: what it names already is no open condition.
    """
    if language in (Language.ARABIC, Language.JAPANESE):
        return None
    return (
        _divided(segments, language)
        or _after(segments, language)
        or _shared_head(segments, language)
        or _excepted(segments, asked, language)
        or _gapped(segments, asked, language)
    )


def _divided(segments: tuple[Segment, ...], language: Language) -> Contrast | None:
    parts = tuple(stems_of(segment.text, language) for segment in segments)
    found = division(parts, language)
    return Contrast(*found) if found else None


def _after(segments: tuple[Segment, ...], language: Language) -> Contrast | None:
    led = [_LED.match(segment.after) for segment in segments]
    phrases = [(match["lead"].casefold(), match["phrase"].strip()) for match in led if match]
    if len(phrases) != len(segments) or len(set(phrases)) < len(phrases):
        return None
    noun = next((name for _, phrase in phrases if (name := head(phrase, language))), None)
    if noun is None:
        return None
    return _of_phrases(phrases, noun, language)


def _of_phrases(phrases: list[tuple[str, str]], noun: str, language: Language) -> Contrast:
    """Return the contrast of phrases: with or without, by a count, by a modifier, or whole."""
    leads = {lead for lead, _ in phrases}
    if leads & _NEGATED and len(leads) > 1:
        values = tuple("no" if lead in _NEGATED else "yes" for lead, _ in phrases)
        return Contrast(singular(noun), values)
    texts = [phrase for _, phrase in phrases]
    counts = [numbers(text, language) for text in texts]
    if all(counts):
        counted = [text[found[0].end :] for text, found in zip(texts, counts, strict=True)]
        noun = next((name for rest in counted if (name := head(rest, language))), noun)
        return Contrast(plural(noun), tuple(f"{found[0].amount:f}" for found in counts))
    modifiers = [modifier(text, noun, language) for text in texts]
    if all(modifiers):
        return Contrast(singular(noun), tuple(map(str, modifiers)))
    return Contrast(singular(noun), tuple(map(as_value, texts)))


def _shared_head(segments: tuple[Segment, ...], language: Language) -> Contrast | None:
    found = [modified(segment.text, language) for segment in segments]
    for noun in found[0]:
        values = [modifiers.get(noun) for modifiers in found]
        if all(values) and len(set(values)) == len(values):
            return Contrast(
                singular(word(segments[0].text, noun, language)), tuple(map(str, values))
            )
    return None


def _excepted(
    segments: tuple[Segment, ...], asked: frozenset[str], language: Language
) -> Contrast | None:
    """Return the contrast of a rule and its exception: "2.60 per hour, in Quay Street 1.20"."""
    first, *others = segments
    led = [_LED.match(segment.before) for segment in others]
    phrases = [
        _NEXT_PHRASE.split(match["phrase"].strip(), maxsplit=1)[0]
        for match in led
        if match and match["lead"].casefold() in _CASES
    ]
    if len(phrases) != len(others) or not all(
        0 < len(phrase.split()) <= _GAP and _rest(phrase, asked, language) for phrase in phrases
    ):
        return None
    noun = head(phrases[0], language)
    held = stems_of(first.text, language)
    said = stems_of(" ".join(phrases), language)
    if noun is None or held & said:  # "dried apples" beside "dried pears" is no exception to them
        return None
    values = [modifier(phrase, noun, language) or as_value(phrase) for phrase in phrases]
    return Contrast(singular(noun), ("other", *values))


def _gapped(
    segments: tuple[Segment, ...], asked: frozenset[str], language: Language
) -> Contrast | None:
    """Return the contrast of a sentence whose later segments lack the verb of the first.

    "Incubate smears for 20 min, tissue sections for 35": the preposition before the values stays,
    and what the first segment says beyond the question stands against what the later ones say.
    """
    rests = [_rest(segment.before, asked, language) for segment in segments]
    lasts = {word for segment in segments for word in segment.before.casefold().split()[-1:]}
    parallel = len(lasts) == 1 and lasts <= FUNCTION_WORDS[language]
    short = all(len(segment.before.split()) <= _GAP for segment in segments[1:])
    if not parallel or not short or not all(rests):
        return None
    return Contrast(singular(rests[0][-1]), tuple("-".join(rest) for rest in rests))


def _rest(text: str, asked: frozenset[str], language: Language) -> list[str]:
    return [
        text[term.start : term.end].casefold()
        for term in terms(text, language)
        if term.stem not in asked
    ]


# A gapped segment is a noun phrase and a preposition, no more.
_GAP: Final = 6
