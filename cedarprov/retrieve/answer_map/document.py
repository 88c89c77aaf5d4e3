"""Answer maps as JSON and back.

What is kept in a store quotes no text: a quotation is its passage and span, and its words are read
again from the version. A file that is kept elsewhere holds the words as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from cedarprov.errors import BadMap, CedarprovError
from cedarprov.model.answer_map import AnswerMap
from cedarprov.model.frozen import as_data, from_data
from cedarprov.retrieve.extract import passage_start

FORMAT: Final = 1

TextOf = Callable[[str], str]
"""The text of a passage (IRI)."""


def to_json(drawn: AnswerMap) -> dict[str, Any]:
    """Return a map as plain JSON values, quotations included."""
    return {"format": FORMAT, **as_data(drawn)}


def from_json(values: Mapping[str, Any]) -> AnswerMap:
    """Return the map that plain JSON values stand for.

    Raises:
        BadMap: Something is missing or of the wrong type, or the format is another one.
    """
    if not isinstance(values, Mapping) or values.get("format") != FORMAT:
        raise BadMap(f"it does not say format {FORMAT}")
    try:
        return from_data(AnswerMap, {**values})
    except (CedarprovError, ValueError, TypeError) as error:
        raise BadMap(f"it cannot be read ({error})") from error


def to_record(drawn: AnswerMap) -> str:
    """Return a map as it is kept in a store: as JSON, without the words that it quotes."""
    values = to_json(drawn)
    for quoted in _quotations(values):
        quoted["exact"] = ""
    return json.dumps(values, sort_keys=True, ensure_ascii=False)


def from_record(record: str, text_of: TextOf) -> AnswerMap:
    """Return a map that was kept in a store, its quotations read again.

    Raises:
        BadMap: It cannot be read.
    """
    try:
        values = json.loads(record)
        for quoted in _quotations(values):
            passage, start, end = quoted["passage"], quoted["start"], quoted["end"]
            # A citation counts from the beginning of the version, a quotation from the passage's.
            before = passage_start(passage) if "version" in quoted else 0
            quoted["exact"] = text_of(passage)[start - before : end - before]
    except (ValueError, KeyError, TypeError) as error:
        raise BadMap(f"it cannot be read ({error})") from error
    return from_json(values)


def _quotations(values: object) -> Iterator[dict[str, Any]]:
    """Yield everything within plain JSON values that quotes."""
    if isinstance(values, dict):
        if "exact" in values:
            yield values
        yield from (found for value in values.values() for found in _quotations(value))
    elif isinstance(values, list | tuple):
        yield from (found for value in values for found in _quotations(value))
