"""What saved questions are compared with: earlier answers, kept in one of three places.

These are the maps of a file, the maps that the store recorded, or the store itself at an earlier
sequence number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cedarprov.errors import BadMap
from cedarprov.knowledge import mapping
from cedarprov.knowledge.connection import Connection
from cedarprov.model.answer_map import AnswerMap
from cedarprov.model.axis import Axis
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.question import Question
from cedarprov.model.saved_question import SavedQuestion
from cedarprov.retrieve.answer_map.comparison import Before, said_in
from cedarprov.retrieve.answer_map.document import from_json, to_json


class Earlier(Frozen):
    """What a question is compared with: answers, how they are cut, and the state they are of."""

    said: Before
    axes: tuple[Axis, ...]
    sequence: int


Baseline = Callable[[SavedQuestion], Earlier | None]
"""The earlier answers to a saved question, or None."""


def recorded(connection: Connection) -> Baseline:
    """Return the maps that the store recorded, the last one of each question."""

    def find(saved: SavedQuestion) -> Earlier | None:
        found = mapping.recorded_maps(connection.reading(), saved.question.words)
        return _earlier((item.drawn for item in found), saved.question)

    return find


def in_file(maps: Mapping[str, AnswerMap]) -> Baseline:
    """Return the maps of a baseline file."""

    def find(saved: SavedQuestion) -> Earlier | None:
        return _earlier((maps[saved.id],) if saved.id in maps else (), saved.question)

    return find


def at_sequence(connection: Connection, sequence: int, ceiling: int) -> Baseline:
    """Return the answers of the store at an earlier sequence number.

    Raises:
        BadQuestion: The record ends before it.
    """

    def find(saved: SavedQuestion) -> Earlier | None:
        question = replace(saved.question, sequence=sequence)
        survey = mapping.survey(connection, question, ceiling=ceiling)
        return Earlier(said=survey.ask, axes=survey.axes, sequence=sequence)

    return find


def _earlier(maps: Iterable[AnswerMap], question: Question) -> Earlier | None:
    drawn = next((item for item in maps if item.question == question), None)
    if drawn is None:
        return None
    return Earlier(said=said_in(drawn), axes=drawn.axes, sequence=drawn.sequence)


def read_baseline(text: str, place: str, base: str) -> dict[str, AnswerMap]:
    """Return the maps of a baseline file by the ids of their questions.

    Raises:
        BadMap: It cannot be read, or is of another store.
    """
    try:
        values: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMap(f"{place} is not JSON ({error})") from error
    if not isinstance(values, dict) or not isinstance(values.get("maps"), dict):
        raise BadMap(f"{place} holds no maps")
    if values.get("base") != base:
        raise BadMap(f"{place} is of the store {values.get('base')}, and this one is {base}")
    return {name: from_json(item) for name, item in values["maps"].items()}


def baseline_json(maps: Mapping[str, AnswerMap], base: str) -> dict[str, Any]:
    """Return maps by the ids of their questions as the plain JSON values of a baseline file."""
    return {"base": base, "maps": {name: to_json(drawn) for name, drawn in maps.items()}}
