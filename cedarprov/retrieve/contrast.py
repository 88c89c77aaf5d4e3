"""Conditions that a sentence sets against each other: "6 on intercity trains, 2 on regional ones".

Two segments of a sentence contrast when each names a condition after its value, led by a
preposition ("75 with water and 45 without"), or when both have one head noun under different
modifiers ("metal cap ... plastic cap"). The noun gives the dimension its name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cedarprov.retrieve.language import FUNCTION_WORDS, Language, Term, stem, terms
from cedarprov.retrieve.number import numbers
from cedarprov.retrieve.opposition import division


@dataclass(frozen=True, slots=True)
class Segment:
    """The part of a sentence that belongs to one value: what stands before it and after it."""

    before: str
    after: str

    @property
    def text(self) -> str:
        """The segment without its value."""
        return f"{self.before} {self.after}"


@dataclass(frozen=True, slots=True)
class Contrast:
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
_CASES: Final = frozenset("in on at with without for if when during mit ohne für bei in auf".split())
# Where the phrase of a preposition ends and the clause goes on.
_NEXT_PHRASE: Final = re.compile(
    r"(?<=\w)\s+(?:the|an?|it|they|this|that|is|are|was|were|must|may|can|der|die|das|ist|sind)\s?", re.I
)
_ARTICLES: Final = frozenset("the a an its their your our one der die das den dem ein eine".split())
_NEGATED: Final = frozenset({"without", "ohne"})
_ADJECTIVAL: Final = re.compile(r"\w+ed$|\w+ing$")


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
    parts = tuple(frozenset(t.stem for t in terms(segment.text, language)) for segment in segments)
    found = division(parts, language)
    return Contrast(*found) if found else None


def _after(segments: tuple[Segment, ...], language: Language) -> Contrast | None:
    led = [_LED.match(segment.after) for segment in segments]
    phrases = [(match["lead"].casefold(), match["phrase"].strip()) for match in led if match]
    if len(phrases) != len(segments) or len(set(phrases)) < len(phrases):
        return None
    noun = next((name for _, phrase in phrases if (name := _head(phrase, language))), None)
    if noun is None:
        return None
    leads = {lead for lead, _ in phrases}
    if leads & _NEGATED and len(leads) > 1:
        values = tuple("no" if lead in _NEGATED else "yes" for lead, _ in phrases)
        return Contrast(_singular(noun), values)
    counts = [numbers(phrase, language) for _, phrase in phrases]
    if all(counts):
        return Contrast(_plural(noun), tuple(f"{found[0].amount:f}" for found in counts if found))
    shared = [_modifier(phrase, noun, language) for _, phrase in phrases]
    if all(shared):
        return Contrast(_singular(noun), tuple(str(value) for value in shared))
    return Contrast(_singular(noun), tuple(_value(phrase) for _, phrase in phrases))


def _shared_head(segments: tuple[Segment, ...], language: Language) -> Contrast | None:
    found = [_modified(segment.text, language) for segment in segments]
    for noun in found[0]:
        values = [modifiers.get(noun) for modifiers in found]
        if all(values) and len(set(values)) == len(values):
            return Contrast(_singular(_word(segments[0].text, noun, language)), tuple(map(str, values)))
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
    noun = _head(phrases[0], language)
    held = {term.stem for term in terms(first.text, language)}
    said = {term.stem for phrase in phrases for term in terms(phrase, language)}
    if noun is None or held & said:  # "dried apples" beside "dried pears" is no exception to them
        return None
    values = [_modifier(phrase, noun, language) or _value(phrase) for phrase in phrases]
    return Contrast(_singular(noun), ("other", *values))


def _gapped(
    segments: tuple[Segment, ...], asked: frozenset[str], language: Language
) -> Contrast | None:
    """Return the contrast of a sentence whose later segments lack the verb of the first.

    "Incubate smears for 20 min, tissue sections for 35": the preposition before the values stays,
    and what the first segment says beyond the question stands against what the later ones say.
    """
    rests = [_rest(segment.before, asked, language) for segment in segments]
    lasts = {segment.before.split()[-1:][0] for segment in segments if segment.before.split()}
    parallel = len(lasts) == 1 and is_function_word(*lasts, language)
    short = all(len(segment.before.split()) <= _GAP for segment in segments[1:])
    if not parallel or not short or not all(rests):
        return None
    return Contrast(_singular(rests[0][-1]), tuple("-".join(rest) for rest in rests))


def _rest(text: str, asked: frozenset[str], language: Language) -> list[str]:
    return [
        text[term.start : term.end].casefold()
        for term in terms(text, language)
        if term.stem not in asked
    ]


# A gapped segment is a noun phrase and a preposition, no more.
_GAP: Final = 6


def _modified(text: str, language: Language) -> dict[str, str]:
    """Return the modifier of each noun that directly follows another content word."""
    words = terms(text, language)
    pairs: dict[str, str] = {}
    for first, second in zip(words, words[1:], strict=False):
        if re.fullmatch(r"[ -]", text[first.end : second.start]):
            pairs[second.stem] = text[first.start : first.end].casefold()
    return pairs


def _word(text: str, wanted: str, language: Language) -> str:
    return next(text[term.start : term.end] for term in terms(text, language) if term.stem == wanted)


def _head(phrase: str, language: Language) -> str | None:
    words = [term for term in terms(phrase, language) if not _is_participle(phrase, term)]
    return phrase[words[-1].start : words[-1].end] if words else None


def _is_participle(phrase: str, term: Term) -> bool:
    return _ADJECTIVAL.match(phrase[term.start : term.end]) is not None


def _modifier(phrase: str, noun: str, language: Language) -> str | None:
    wanted = stem(noun, language)
    words = terms(phrase, language)
    before = [term for term in words if term.stem != wanted and not _is_participle(phrase, term)]
    return "-".join(phrase[term.start : term.end].casefold() for term in before) or None


def _value(phrase: str) -> str:
    kept = [word for word in re.findall(r"\w+", phrase.casefold()) if word not in _ARTICLES]
    return "-".join(kept) or "other"


def _singular(noun: str) -> str:
    name = noun.casefold()
    if name.endswith("ies") and len(name) > len("ties"):
        return name[:-3] + "y"
    if re.search(r"(?:ss|x|ch|sh)es$", name):
        return name[:-2]
    return name[:-1] if re.search(r"[^su]s$", name) else name


def _plural(noun: str) -> str:
    name = _singular(noun)
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(?:s|x|ch|sh)$", name) else "s")


def is_function_word(word: str, language: Language) -> bool:
    """Tell whether a word belongs to the grammar of its language only."""
    return word.casefold() in FUNCTION_WORDS[language]
