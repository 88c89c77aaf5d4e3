"""Sentences of the exhibits, each with how well it meets the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cedarprov.model.answer import Quotation
from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import stems_of
from cedarprov.prose.sentence import Stretch, sentences
from cedarprov.retrieve.status.fitness import Fitness, Surroundings, fitness

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.retrieve.status.focus import Focus


class Statement(Frozen):
    """One sentence of an exhibit, and how well it meets the question."""

    exhibit: Exhibit
    sentence: Stretch
    fitness: Fitness

    def quotation(self, place: Place) -> Quotation:
        """Return the sentence as a quotation from one of the exhibit's places."""
        return Quotation(
            passage=place.passage,
            start=self.sentence.start,
            end=self.sentence.end,
            exact=self.sentence.text,
        )


class Witness(Frozen):
    """An exhibit and the statements that it makes."""

    exhibit: Exhibit
    statements: tuple[Statement, ...]


def witnesses(exhibits: Sequence[Exhibit], focus: Focus) -> tuple[Witness, ...]:
    """Return what each exhibit states, compared with the question."""
    return tuple(
        Witness(exhibit=exhibit, statements=statements(exhibit, focus)) for exhibit in exhibits
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
