"""Recurrences: "once a minute", "every hour", "daily", as the time from one to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from cedarprov.prose.language import Language, language_of
from cedarprov.prose.number import numbers
from cedarprov.prose.unit import Unit, find_unit
from cedarprov.prose.value import Kind, Mention, Value

_TIMES: Final = re.compile(
    r"\b(?P<count>once|twice|einmal|zweimal|thrice|\w+\s+times|\w+mal)\s+"
    r"(?:a|an|per|every|each|pro|am|im|in\s+der|je)\s+(?P<each>\w+)",
    re.IGNORECASE,
)
_ONE_EACH: Final = re.compile(r"\b(?:every|each|jede[rns]?)\s+(?P<each>\w+)", re.IGNORECASE)
_RECURRING: Final = {
    "hourly": "h", "daily": "d", "weekly": "wk", "monthly": "mo", "yearly": "yr", "annually": "yr",
    "stündlich": "h", "täglich": "d", "wöchentlich": "wk", "monatlich": "mo", "jährlich": "yr",
}  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_]+")


def recurrences(text: str) -> Iterator[Mention]:
    """Yield the recurrences that a text states with no number of their unit, as durations."""
    for match in _TIMES.finditer(text):
        unit = find_unit(match.group("each"))
        count = _count(match.group("count").casefold())
        if unit is not None and count:
            yield Mention(_interval(unit, Decimal(1) / count, count), *match.span())
    for match in _ONE_EACH.finditer(text):
        unit = find_unit(match.group("each"))
        if unit is not None:
            yield Mention(_interval(unit, Decimal(1), 1), *match.span())
    for match in _WORD.finditer(text):
        symbol = _RECURRING.get(match.group().casefold())
        unit = find_unit(symbol) if symbol else None
        if unit is not None:
            yield Mention(_interval(unit, Decimal(1), 1), *match.span())


def _interval(unit: Unit, share: Decimal, count: int) -> Value:
    amount = unit.worth * share
    text = f"1 {unit.symbol}" if count == 1 else f"{count} per {unit.symbol}"
    return Value(
        kind=Kind.QUANTITY,
        text=text,
        low=amount,
        high=amount,
        base=unit.base,
        unit=unit,
        recurs=True,
    )


def _count(words: str) -> int:
    fixed = {"once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2}
    if words in fixed:
        return fixed[words]
    found = numbers(words.removesuffix("mal"), language_of(words))
    found = found or numbers(words.removesuffix("mal"), Language.GERMAN)
    return int(found[0].amount) if found else 0
