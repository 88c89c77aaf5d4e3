"""Fitness: how well a sentence, with what stands around it, meets the words of a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import Language, stems_of
from cedarprov.prose.sentence import Stretch, clauses
from cedarprov.prose.synonym import likeness

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.retrieve.status.focus import Focus


class Fitness(Frozen):
    """Shares, from 0 to 1, of the words asked that a sentence meets.

    `fit` counts headings and title too; `rank` is the same with rare words counting more and
    asides less; `own` takes the words of the sentence and of the heading above it alone;
    `untitled` is what the best clause meets of the words that no title has. `names_code` says
    whether it or a heading holds a name in code that is asked about, which is exact or wrong.
    """

    fit: float
    rank: float
    own: float
    untitled: float
    names_code: bool


class Surroundings(Frozen):
    """The stems that stand around the sentences of an exhibit: headings and title."""

    headings: frozenset[str]
    nearest: frozenset[str]
    title: frozenset[str]

    @classmethod
    def of(cls, exhibit: Exhibit, focus: Focus) -> Surroundings:
        """Return what stands around the sentences of an exhibit."""
        titles = " ".join(dict.fromkeys(place.title for place in exhibit.places))
        return cls(
            headings=stems_of(" ".join(exhibit.headings), focus.language),
            nearest=stems_of(" ".join(exhibit.headings[-1:]), focus.language),
            title=stems_of(titles, focus.language),
        )


# How much a word counts that stands beside the sentence: in the one before, or in it by a pronoun
# that means the one before; in the heading above it, in those above that, in the title.
_BEFORE: Final = 0.3
_CARRIED: Final = 0.8
_NEAREST: Final = 0.9
_HEADING: Final = 0.6
_TITLE: Final = 0.5
# "Until 2.2 it was 8": what "it" is, the sentence before says.
_ANAPHORIC: Final = re.compile(
    r"^\W*(?:for|until|before|since|from|in|up to|on|with|under|after|now|today|previously|"
    r"formerly|earlier|later)\b(?:[^,.;]|\.\d){0,30}?,?\s"
    r"(?:it|they|this|these|them|that|the (?:limit|figure|value|number|same))\b",
    re.IGNORECASE,
)


def fitness(
    sentence: Stretch, before: frozenset[str], around: Surroundings, focus: Focus
) -> Fitness:
    """Return how well a sentence meets a question; `before` are the stems of the one before it."""
    here = stems_of(sentence.text, focus.language)
    carried = before if _ANAPHORIC.search(sentence.text) else frozenset[str]()
    layers = (
        (here, 1.0),
        (carried, _CARRIED),
        (around.nearest, _NEAREST),
        (around.headings, _HEADING),
        (around.title, _TITLE),
        (before, _BEFORE),
    )
    return Fitness(
        fit=weighted(focus, focus.weights, layers),
        rank=weighted(focus, focus.telling, layers) * _conciseness(here, focus),
        own=_own(here | around.nearest | carried, focus),
        untitled=_untitled(sentence, around.headings | around.title, focus),
        names_code=not focus.codes or bool(focus.codes & (here | around.headings)),
    )


def coverage(asked: Sequence[str], said: frozenset[str], focus: Focus) -> float:
    """Return the share of the words asked that the words said meet, from 0 to 1."""
    return sum(_met(word, said, focus.language) for word in asked) / max(1, len(asked))


def _untitled(sentence: Stretch, titles: frozenset[str], focus: Focus) -> float:
    left = tuple(asked for asked in focus.terms if asked not in titles)
    return max(
        coverage(left or focus.terms, stems_of(clause.text, focus.language), focus)
        for clause in clauses(sentence)
    )


def _own(here: frozenset[str], focus: Focus) -> float:
    weights = {asked: focus.weights[asked] for asked in focus.terms}
    return weighted(focus, weights, ((here, 1.0),))


def weighted(
    focus: Focus, weights: Mapping[str, float], layers: Sequence[tuple[frozenset[str], float]]
) -> float:
    """Return the share of the weights that the words of any layer meet, each layer by its worth."""
    met = (
        weight * max(share * _met(asked, stems, focus.language) for stems, share in layers)
        for asked, weight in weights.items()
    )
    return sum(met) / max(_LITTLE, sum(weights.values()))


def _conciseness(here: frozenset[str], focus: Focus) -> float:
    """Rank a sentence that says little besides before one that speaks of many things."""
    return 1 - _ASIDE * len(here - focus.said) / max(1, len(here))


_ASIDE: Final = 0.3
# No word asked: nothing is met.
_LITTLE: Final = 0.01


@lru_cache(maxsize=65536)
def _met(asked: str, said: frozenset[str], language: Language) -> float:
    if asked in said:
        return 1.0
    return max((_likeness(asked, word, language) for word in said), default=0.0)


_likeness = lru_cache(maxsize=65536)(likeness)
