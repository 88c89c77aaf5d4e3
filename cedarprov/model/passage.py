"""Spans of a version's text, and the passages that retrieval works with."""

from __future__ import annotations

from cedarprov.errors import BadSpan, BadValue
from cedarprov.model.frozen import Frozen


class Span(Frozen):
    """The code points [start, end) of a version's text, with the exact quotation.

    Positions follow the Web Annotation Data Model, 4.2.5 (Text Position Selector).
    """

    version: str
    start: int
    end: int
    exact: str

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end or len(self.exact) != self.end - self.start:
            raise BadSpan(self.start, self.end)


class Passage(Frozen):
    """A contiguous span used as a unit of retrieval.

    `overlap` counts the code points shared with the passage before; `cut` says that the passage
    ends inside a run of text that had to be cut at the size limit.
    """

    version: str
    start: int
    end: int
    text_digest: str
    headings: tuple[str, ...] = ()
    overlap: int = 0
    cut: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise BadSpan(self.start, self.end)
        if self.overlap < 0:
            raise BadValue("overlap", self.overlap, "0 or more code points")
        if any("\n" in heading for heading in self.headings):
            raise BadValue("headings", self.headings, "one line each")
