"""Values: what a text states, in a normal form, and when two of them say the same.

Two values are the same however they are written: 110 cm is 1.10 m, three days are 72 h.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from cedarprov.prose.moment import Moment
    from cedarprov.prose.unit import Unit


class Kind(StrEnum):
    """What sort of value a value is."""

    QUANTITY = "quantity"
    MOMENT = "moment"
    LABEL = "label"
    LITERAL = "literal"
    POLARITY = "polarity"
    WORDS = "words"


class Value(Frozen):
    """A value: its normal form, and what is compared.

    A quantity is compared by `low` and `high` in base units (equal where it is no range), `base`
    (empty: no unit was written) and `per`; a moment by its parts; all others by their folded text.
    `noun` is the stem of what is counted or labelled and takes no part in the comparison.
    """

    kind: Kind
    text: str
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    base: str = ""
    per: str = ""
    noun: str = ""
    unit: Unit | None = None
    moment: Moment | None = None
    recurs: bool = False

    def same(self, other: Value) -> bool:
        """Tell whether both say the same; a unit that one leaves out is taken from the other."""
        if {self.kind, other.kind} == {Kind.QUANTITY, Kind.LABEL}:
            return self._bare() == other._bare()
        if self.kind is not other.kind:
            return self.text.casefold() == other.text.casefold()
        if self.kind is Kind.QUANTITY:
            return self._measures_like(other)
        if self.moment is not None and other.moment is not None:
            return self.moment.agrees(other.moment)
        return self.text.casefold() == other.text.casefold()

    def _measures_like(self, other: Value) -> bool:
        units = self.base == other.base or "" in (self.base, other.base)
        rates = self.per == other.per or "" in (self.per, other.per)
        if not (units and rates):
            return False
        if self.base == other.base and self.per == other.per:
            return _close(self.low, other.low) and _close(self.high, other.high)
        return self._bare() == other._bare()

    def _bare(self) -> str:
        found = re.search(r"[-\d.]+", self.text)
        return found.group().rstrip(".") if found else self.text


class Mention(Frozen, kw_only=False):
    """A value and the code points [start, end) of the text that state it."""

    value: Value
    start: int
    end: int


def _close(first: Decimal, second: Decimal) -> bool:
    # Rates are quotients: the same rate in another unit differs in the last digits only.
    return abs(first - second) <= Decimal("1e-9") * max(abs(first), abs(second))
