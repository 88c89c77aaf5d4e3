"""Sentences of the exhibits, each with how well it meets the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Quotation
from cedarprov.retrieve.status.fitness import Fitness, Surroundings, fitness
from cedarprov.retrieve.status.language import stems_of
from cedarprov.retrieve.status.sentence import Stretch, sentences

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.retrieve.status.focus import Focus


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence of an exhibit, and how well it meets the question.

    `likeness` is the cosine of sentence and question, 0 without an encoder.
    """

    exhibit: Exhibit
    sentence: Stretch
    fitness: Fitness
    likeness: float = 0.0

    @property
    def score(self) -> float:
        """How well it meets the question, by its words and by its likeness."""
        return self.fitness.fit + _LIKENESS * max(0.0, self.likeness - _CHANCE)

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


def statements(exhibit: Exhibit, focus: Focus) -> tuple[Statement, ...]:
    """Return the sentences of an exhibit as statements on a question."""
    around = Surroundings.of(exhibit, focus)
    before: frozenset[str] = frozenset()
    found: list[Statement] = []
    for sentence in sentences(exhibit.text):
        found.append(
            Statement(
                exhibit=exhibit,
                sentence=sentence,
                fitness=fitness(sentence, before, around, focus),
            )
        )
        before = stems_of(sentence.text, focus.language)
    return tuple(found)
