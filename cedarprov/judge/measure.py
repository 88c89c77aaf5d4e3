"""Measures: amounts of readings in base units, so that 0.5 min and 30 s are one value.

Numbers are read as prose writes them ("1,000", "thirty", "10 to 20"), units are converted by pint
with decimal arithmetic. Months, currencies and working days have a base of their own: a month is
no fixed number of days.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import Language, language_of, stem
from cedarprov.prose.number import Number, numbers
from cedarprov.prose.unit import find_unit

if TYPE_CHECKING:
    from pint import UnitRegistry

_CLOSE: Final = Decimal("1e-9")
_INFINITE: Final = Decimal("Infinity")
_LONGEST_UNIT: Final = 40
_HAS_DIGITS: Final = re.compile(r"\d")
# What pint calls the units whose symbols mean something else to it, or nothing.
_NAMES: Final = {
    "wk": "week", "mo": "calendar_month", "yr": "calendar_year", "working-d": "working_day",
    "m2": "meter**2", "m3": "meter**3", "degrees": "degC", "°F": "degF", "dB": "sound_level",
    "EUR": "euro", "ct": "euro_cent", "USD": "us_dollar", "GBP": "uk_pound", "CHF": "swiss_franc",
    "JPY": "japanese_yen",
}  # fmt: skip
_DEFINED: Final = (
    "calendar_month = [calendar]",
    "calendar_year = 12 * calendar_month",
    "working_day = [working_time]",
    "sound_level = [sound]",
    "euro = [euro]",
    "euro_cent = 0.01 * euro",
    "us_dollar = [us_dollar]",
    "uk_pound = [uk_pound]",
    "swiss_franc = [swiss_franc]",
    "japanese_yen = [japanese_yen]",
)
_BETWEEN: Final = re.compile(r"\s*(?:to|until|through|–|—|-|bis|and)\s*", re.IGNORECASE)  # noqa: RUF001
_SIGN: Final = re.compile(r"[€$£¥]")
_PER: Final = re.compile(r"\s*(?:/|\bper\b|\beach\b|\bevery\b|\bpro\b)\s*", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[\W_]*(?:exactly|is|of|=)?[\W_]*", re.IGNORECASE)
_AT_MOST: Final = re.compile(
    r"\W*(?:up to|at most|no more than|not more than|less than|below|under|max\w*|<=?|≤)\W*",
    re.IGNORECASE,
)
_AT_LEAST: Final = re.compile(
    r"\W*(?:from|at least|no less than|not less than|more than|above|over|min\w*|>=?|≥)\W*",
    re.IGNORECASE,
)
_AND_UP: Final = re.compile(r"^\W*(?:\+|or (?:later|newer|more|above|higher))\W*$", re.IGNORECASE)


class Measure(Frozen, kw_only=False):
    """What lies between two amounts, both included, in a base unit; "" where none is written."""

    low: Decimal
    high: Decimal
    unit: str = ""

    def same(self, other: Measure) -> bool:
        """Tell whether both amounts are the same in the same unit."""
        return (
            self.unit == other.unit
            and _close(self.low, other.low)
            and _close(self.high, other.high)
        )

    def excludes(self, other: Measure) -> bool:
        """Tell whether no amount lies in both; amounts in units that differ are not compared."""
        if self.unit != other.unit or _close(self.high, other.low) or _close(other.high, self.low):
            return False
        return self.high < other.low or other.high < self.low


@lru_cache(maxsize=8192)
def measure(value: str, unit: str = "", *, bound: bool = False) -> Measure | None:
    """Return the measure that a value and its unit state, or None where they state none.

    `bound` says that the attribute is itself a bound: "up to 40" is then the limit of 40.
    """
    language = language_of(f"{value} {unit}")
    value = value.replace("..", " to ")
    found = numbers(value, language)
    if not found:
        return None
    last = found[-1]
    before, between, after = value[: found[0].start], _between(value, found), value[last.end :]
    if between is None:
        return None
    sign = _SIGN.search(before)
    written = unit.strip() or (sign.group() if sign else after)
    if _AND_UP.match(after):
        before, written = "at least", unit
    scaled = [_in_base(number.amount, _unit_words(written), language) for number in found]
    if any(item is None for item in scaled):
        return None
    amounts = [item for item in scaled if item is not None]
    return _reaching(_SIGN.sub("", before), amounts[0], amounts[-1], bound=bound)


def _between(value: str, found: tuple[Number, ...]) -> str | None:
    """Return what joins two numbers to a range, "" for one number, None for anything else."""
    if len(found) == 1:
        return ""
    if len(found) > 2 or found[0].amount > found[1].amount:  # noqa: PLR2004 - a range has two ends
        return None
    between = value[found[0].end : found[1].start]
    return between if _BETWEEN.fullmatch(between) else None


def _reaching(before: str, low: Measure, high: Measure, *, bound: bool) -> Measure | None:
    """Return the measure from `low` to `high`, or beyond as the words before it say."""
    if _PLAIN.fullmatch(before):
        return Measure(low.low, high.high, low.unit)
    if _AT_MOST.fullmatch(before):
        return Measure(low.low if bound else -_INFINITE, high.high, low.unit)
    if _AT_LEAST.fullmatch(before):
        return Measure(low.low, high.high if bound else _INFINITE, low.unit)
    return None


def _unit_words(written: str) -> str:
    return " ".join(written.strip(" \t\n`'\"*.,;:()[]").split())


@lru_cache(maxsize=8192)
def _in_base(amount: Decimal, unit: str, language: Language) -> Measure | None:
    """Return an amount in base units; what is counted ("requests") is its own base unit."""
    if len(unit) > _LONGEST_UNIT or (_HAS_DIGITS.search(unit) and find_unit(unit) is None):
        return None  # what follows the number is more than a unit
    over, *under = _PER.split(unit)
    if not under and (exact := _converted(amount, over)) is not None:
        return exact
    worth, base = _worth(over, language)
    amount *= worth
    for part in under:
        worth, each = _worth(part, language)
        amount, base = amount / worth, f"{base} per {each}"
    return Measure(amount, amount, base)


def _worth(unit: str, language: Language) -> tuple[Decimal, str]:
    """Return what one unit is worth in its base unit, and the name of that."""
    found = _converted(Decimal(1), unit)
    if found is not None:
        return found.low, found.unit
    return Decimal(1), " ".join(stem(word, language) for word in unit.split())


def _converted(amount: Decimal, unit: str) -> Measure | None:
    """Return an amount in the base units of pint, or None where it knows no such unit."""
    from pint.errors import PintError  # noqa: PLC0415 - only comparisons of units need it

    known = find_unit(unit)
    name = _NAMES.get(known.symbol, known.symbol) if known else unit
    if not name or (known is None and not name.isalpha()):
        return None
    try:
        found = _registry().Quantity(amount, name).to_base_units()
    except (PintError, TypeError, ValueError, AttributeError):
        return None
    magnitude = Decimal(found.magnitude)
    return Measure(magnitude, magnitude, str(found.units))


@cache
def _registry() -> UnitRegistry[Decimal]:
    """Return the units of pint, and those it leaves out; reading them takes a third of a second."""
    from pint import UnitRegistry  # noqa: PLC0415 - as above

    registry: UnitRegistry[Decimal] = UnitRegistry(non_int_type=Decimal)
    for line in _DEFINED:
        registry.define(line)
    return registry


def _close(first: Decimal, second: Decimal) -> bool:
    # Quotients of decimals differ in their last digits.
    if first.is_infinite() or second.is_infinite():
        return first == second
    return abs(first - second) <= _CLOSE * max(abs(first), abs(second))
