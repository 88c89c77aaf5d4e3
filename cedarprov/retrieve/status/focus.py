"""What a question is about: names, labels, the words of its scope, and the attribute asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen, field
from cedarprov.model.version_order import Interval
from cedarprov.prose.language import (
    Language,
    code_names,
    language_of,
    listed,
    stem,
    stems_of,
    terms,
    thing_names,
)
from cedarprov.prose.quantity import mentions
from cedarprov.prose.sentence import stems_within
from cedarprov.prose.synonym import has_synonyms
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.expectation import Expectation, expectation

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.question import Question
    from cedarprov.model.scope import Condition


# Words of a question that say which sort of value is wanted, not of what.
_ASKING: Final = listed(
    """
    long large big often frequently high late soon far apart fast old time date day value figure
    number amount lang groß hoch oft weit allowed permitted allow permit possible erlaubt gestattet
    يسمح يجوز يمكن
    """
)
# Verbs that say of a thing no more than that one does something with it.
_LIGHT: Final = listed("use used take taken bring brought have make benutzen mitnehmen")


class Focus(Frozen, dict=True):
    """A question taken apart.

    `terms` are the stems of the attribute asked for, `names` those of the things it is asked of;
    `rarity` says how much each of these tells one exhibit from another;
    `labels` are numbered things ("zone 2", "firmware 5") by the stem of their noun; `scope` holds,
    for each dimension asked, the stems of its value, and `dimensions` names those that the
    exhibits' places state; `codes` are names in code (USE_TZ), and
    `things` these and the names of headers, folded.
    """

    language: Language
    expectation: Expectation
    terms: tuple[str, ...]
    names: frozenset[str]
    labels: dict[str, str] = field(default_factory=dict)
    scope: dict[str, frozenset[str]] = field(default_factory=dict)
    dimensions: frozenset[str] = frozenset()
    words: str = ""
    codes: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    rarity: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, question: Question, exhibits: Sequence[Exhibit]) -> Focus:
        """Take a question apart, given the titles among which its names are found."""
        words = question.words
        language = language_of(words)
        labels = _labels(words, language)
        names = _names(words, language, exhibits)
        names |= _sorts(words, language, names)
        expected = expectation(words, language)
        light = _LIGHT if expected.kind is Kind.POLARITY else frozenset[str]()
        asking = {stem(word, language) for word in _ASKING | light}
        attribute = dict.fromkeys(
            term.stem
            for term in terms(words, language)
            if term.stem not in names and term.stem not in labels and term.stem not in asking
        )
        return cls(
            language=language,
            expectation=expected,
            # "How heavy is it?" has no other word for the attribute.
            terms=tuple(attribute) or tuple(term.stem for term in terms(words, language)),
            names=names,
            labels=labels,
            scope={
                condition.dimension: value_stems(condition, language)
                for condition in question.scope.conditions
            },
            dimensions=frozenset(
                dimension
                for exhibit in exhibits
                for place in exhibit.places
                for dimension in place.scope.dimensions
            ),
            words=words,
            codes=code_names(words),
            things=thing_names(words),
            rarity=_rarity({*attribute, *names}, language, exhibits),
        )

    @cached_property
    def said(self) -> frozenset[str]:
        """All stems that the question and its scope name."""
        return frozenset({*self.terms, *self.names}).union(*self.scope.values())

    @cached_property
    def weights(self) -> dict[str, float]:
        """How much each word of the question counts: what is counted or done most, names least."""
        found = dict.fromkeys(self.terms, 1.0) | dict.fromkeys(sorted(self.names), _NAME)
        done = {stem(verb, self.language) for verb in _INFINITIVE.findall(self.words)}
        return found | dict.fromkeys(found.keys() & {self.expectation.noun, *done}, _KEY)

    @cached_property
    def telling(self) -> dict[str, float]:
        """The same weights, with rare words counting more."""
        return {word: weight * self.rarity.get(word, 1.0) for word, weight in self.weights.items()}


# "How long does one have to acknowledge a message": nothing counts as much as acknowledging.
_INFINITIVE: Final = re.compile(r"\bto ([a-z]+)\b")
_KEY: Final = 2.0
_NAME: Final = 0.5


def _rarity(
    asked: Iterable[str], language: Language, exhibits: Sequence[Exhibit]
) -> dict[str, float]:
    """Return how much each word tells one exhibit from another, from 0 to 1.

    The inverse document frequency, scaled so that a word in one exhibit only counts 1.
    """
    held = [stems_within(exhibit, language) for exhibit in exhibits]
    every = len(held)
    counts = {word: sum(word in stems for stems in held) for word in asked}
    return {
        word: log(1 + every / count) / log(1 + every) if count else 1.0
        for word, count in counts.items()
    }


def value_stems(condition: Condition, language: Language) -> frozenset[str]:
    """Return the stems of the words of a scope value ("tissue-section"); of a release none."""
    if any(isinstance(term, Interval) for term in condition.terms):
        return frozenset()
    return stems_of(condition.expression.replace("-", " "), language)


def _labels(words: str, language: Language) -> dict[str, str]:
    return {
        mention.value.noun: mention.value.text.split()[-1]
        for mention in mentions(words, language)
        if mention.value.kind is Kind.LABEL
    }


def _names(words: str, language: Language, exhibits: Sequence[Exhibit]) -> frozenset[str]:
    titled = {
        term.stem
        for exhibit in exhibits
        for title in (*names_of(exhibit), *exhibit.headings[:1])
        for term in terms(title, language)
    }
    found = terms(words, language)
    return frozenset(
        term.stem
        for term in found
        if term.stem in titled and _is_proper(words, term.start, term.end)
    )


def names_of(exhibit: Exhibit) -> tuple[str, ...]:
    """Return the titles of an exhibit's places and the names of their sources."""
    given = (name for place in exhibit.places for name in (place.title, place.source))
    return tuple(dict.fromkeys(given))


# An article, and perhaps the first words of the same name.
_ARTICLE: Final = re.compile(r"\b(?:the|an?|der|die|das|ein|eine)\s(?:[A-Z0-9][\w&-]*\s){0,3}$")


def _sorts(words: str, language: Language, names: frozenset[str]) -> frozenset[str]:
    """Return the nouns that say what sort of thing a name is: the Kestrin S24 *switch*."""
    found = terms(words, language)
    return frozenset(
        noun.stem
        for name, noun in pairwise(found)
        if name.stem in names
        and noun.stem not in names
        and re.fullmatch(r" (?:[\w-]*\d[\w-]* )?", words[name.end : noun.start])
        and _ARTICLE.search(words[: name.start])
        and not has_synonyms(noun.stem, language)
    )


def _is_proper(words: str, start: int, end: int) -> bool:
    word = words[start:end]
    return start > 0 and (word[0].isupper() or re.search(r"\d", word) is not None)
