"""A declaration as it was written: values with their lines, before anything is made of them."""

from __future__ import annotations

from enum import StrEnum

from cedarprov.model.frozen import Frozen, field

Fault = tuple[int, str]
"""A line, counted from 1, and a sentence that says what is wrong there."""


class Kind(StrEnum):
    """What a value is in the language that it was written in."""

    TEXT = "a text"
    NUMBER = "a number"
    DATE = "a date or time"
    FLAG = "true or false"
    NOTHING = "nothing"
    LIST = "a list"
    TABLE = "a table"


class Written(Frozen):
    """A value with its line and its span [start, end) in Unicode code points.

    `text` is a text without its quotes, and any other single value letter for letter, so that
    2.10 stays apart from 2.1. `items` are those of a list, `fields` those of a table; the span
    of a table does not hold its sub-tables (see `extent`).
    """

    kind: Kind
    line: int
    start: int = 0
    end: int = 0
    text: str = ""
    items: list[Written] = field(default_factory=list)
    fields: dict[str, Written] = field(default_factory=dict)

    @property
    def is_single(self) -> bool:
        """Whether this is one value that can be taken as a text."""
        return self.kind in (Kind.TEXT, Kind.NUMBER, Kind.DATE)

    def extent(self) -> tuple[int, int]:
        """Return the span from the start of this value to the end of all that belongs to it."""
        parts = (*self.items, *self.fields.values())
        return self.start, max((self.end, *(part.extent()[1] for part in parts)))
