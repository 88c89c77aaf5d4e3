"""Sentences of the exhibits, each with its words and the values of the sort that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Quotation
from cedarprov.retrieve.language import stems_of
from cedarprov.retrieve.quantity import mentions
from cedarprov.retrieve.sentence import Stretch, clauses, sentences
from cedarprov.retrieve.synonym import likeness
from cedarprov.retrieve.value import Mention

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.retrieve.focus import Focus


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence of an exhibit, its values, and how well it meets the question.

    All measures are shares from 0 to 1 of the words asked. `fit` counts headings and title too;
    `rank` is the same with rare words counting more and asides less; `own` takes the words of the
    sentence and of the heading above it alone; `untitled` is what the best clause meets of the
    words that no title has. `likeness` is the cosine of sentence and question, 0 without encoder.
    """

    exhibit: Exhibit
    sentence: Stretch
    mentions: tuple[Mention, ...]
    fit: float
    rank: float
    own: float
    untitled: float
    likeness: float = 0.0

    @property
    def score(self) -> float:
        """How well it meets the question, by its words and by its likeness."""
        return self.fit + _LIKENESS * max(0.0, self.likeness - _CHANCE)

    def quotation(self, place: Place) -> Quotation:
        """Return the sentence as a quotation from one of the exhibit's places."""
        return Quotation(
            passage=place.passage,
            start=self.sentence.start,
            end=self.sentence.end,
            exact=self.sentence.text,
        )


# How much the cosine counts, from where it is more than chance.
_LIKENESS: Final = 0.5
_CHANCE: Final = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """An exhibit and the statements that it makes."""

    exhibit: Exhibit
    statements: tuple[Statement, ...]


Similarity = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Maps texts to vectors of unit length."""


def witnesses(
    exhibits: Sequence[Exhibit], focus: Focus, similarity: Similarity | None = None
) -> tuple[Witness, ...]:
    """Return what each exhibit states, compared with the question."""
    heard = [
        Witness(exhibit=exhibit, statements=statements(exhibit, focus)) for exhibit in exhibits
    ]
    if similarity is None:
        return tuple(heard)
    texts = [said.sentence.text for witness in heard for said in witness.statements]
    asked, *vectors = similarity([focus.words, *texts])
    cosines = iter([sum(map(mul, asked, vector)) for vector in vectors])
    return tuple(
        Witness(
            exhibit=witness.exhibit,
            statements=tuple(replace(said, likeness=next(cosines)) for said in witness.statements),
        )
        for witness in heard
    )


# How much a word counts that stands beside the sentence: in the one before, the heading above it,
# the headings above that, the title.
_BEFORE: Final = 0.3
_NEAREST: Final = 0.9
_HEADING: Final = 0.6
_TITLE: Final = 0.5


def statements(exhibit: Exhibit, focus: Focus) -> tuple[Statement, ...]:
    """Return the sentences of an exhibit as statements on a question."""
    heading = stems_of(" ".join(exhibit.headings), focus.language)
    nearest = stems_of(" ".join(exhibit.headings[-1:]), focus.language)
    title = stems_of(" ".join({place.title for place in exhibit.places}), focus.language)
    found: list[Statement] = []
    before: frozenset[str] = frozenset()
    for sentence in sentences(exhibit.text):
        here = stems_of(sentence.text, focus.language)
        beside = ((nearest, _NEAREST), (heading, _HEADING), (title, _TITLE), (before, _BEFORE))
        around = ((here, 1.0), *beside)
        found.append(
            Statement(
                exhibit=exhibit,
                sentence=sentence,
                mentions=mentions(sentence.text, focus.language),
                fit=_weighted(focus, focus.weights, around),
                rank=_weighted(focus, focus.telling, around) * _conciseness(here, focus),
                own=_own(here | nearest, focus),
                untitled=_untitled(sentence, heading | title, focus),
            )
        )
        before = here
    return tuple(found)


def _untitled(sentence: Stretch, titles: frozenset[str], focus: Focus) -> float:
    left = tuple(asked for asked in focus.terms if asked not in titles)
    return max(
        coverage(left or focus.terms, stems_of(clause.text, focus.language), focus)
        for clause in clauses(sentence)
    )


def _own(here: frozenset[str], focus: Focus) -> float:
    weights = {asked: focus.weights[asked] for asked in focus.terms}
    met = sum(weight * _met(asked, here, focus) for asked, weight in weights.items())
    return met / max(1.0, sum(weights.values()))


def _weighted(
    focus: Focus, weights: Mapping[str, float], around: Sequence[tuple[frozenset[str], float]]
) -> float:
    met = {
        asked: max(weight * _met(asked, stems, focus) for stems, weight in around)
        for asked in weights
    }
    total = sum(weights.values())
    return sum(weight * met[asked] for asked, weight in weights.items()) / max(_LITTLE, total)


def _conciseness(here: frozenset[str], focus: Focus) -> float:
    """Rank a sentence that says little besides before one that speaks of many things."""
    return 1 - _ASIDE * len(here - focus.said) / max(1, len(here))


_ASIDE: Final = 0.3
# No word asked: nothing is met.
_LITTLE: Final = 0.01


def coverage(asked: Sequence[str], said: frozenset[str], focus: Focus) -> float:
    """Return the share of the words asked that the words said meet, from 0 to 1."""
    return sum(_met(word, said, focus) for word in asked) / max(1, len(asked))


def _met(asked: str, said: frozenset[str], focus: Focus) -> float:
    if asked in said:
        return 1.0
    return max((_likeness(asked, word, focus.language) for word in said), default=0.0)


_likeness = lru_cache(maxsize=65536)(likeness)
