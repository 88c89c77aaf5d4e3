"""What is answered: status, exact quotations, cells, and what was left out."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from cedarprov.errors import BadSpan, BadValue
from cedarprov.model.frozen import Frozen, field
from cedarprov.model.scope import Match, Scope
from cedarprov.model.source import Scheme
from cedarprov.model.time import Certainty, Period, Time


class Status(StrEnum):
    """How far the evidence answers the question."""

    ANSWERED = "answered"
    NEEDS_SCOPE = "needs-scope"
    CONFLICT = "conflict"
    UNSUPPORTED = "unsupported"


class Place(Frozen):
    """Where a passage's text stands: its version, captured for an edition of a source.

    `match` and `certainty` say how the edition meets the scope and the dates asked; `fallback`
    marks a later edition that answers because none matches the release asked; `withdrawn_later`
    one that was withdrawn after the state that is asked about.
    """

    passage: str
    version: str
    source: str
    title: str
    edition: str
    label: str
    scheme: Scheme | None
    scope: Scope
    published: Time
    effective: Period
    captured: datetime
    current: bool
    match: Match
    certainty: Certainty
    fallback: bool = False
    withdrawn_later: bool = False


class Exhibit(Frozen):
    """One distinct text considered for an answer, with the places where it stands, best first."""

    text: str
    headings: tuple[str, ...]
    places: tuple[Place, ...]
    score: float


class Quotation(Frozen):
    """The code points [start, end) of an exhibit's text; `exact` is that text."""

    passage: str
    start: int
    end: int
    exact: str

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end or len(self.exact) != self.end - self.start:
            raise BadSpan(self.start, self.end)


class Cell(Frozen):
    """One combination of conditions within which the readings do not change."""

    scope: Scope
    status: Status
    values: tuple[str, ...]
    quotations: tuple[Quotation, ...] = ()


class Assessment(Frozen):
    """Status by cells: what holds in each, and the fewest dimensions that separate the readings.

    `values` are short normal forms ("30 s"): one where answered, every side where in conflict.
    `missing` names the dimensions to be asked for, only where the status is needs-scope.
    """

    status: Status
    values: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    missing: tuple[str, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def all_values(self) -> tuple[str, ...]:
        """The values that hold somewhere: its own, and those of its cells."""
        return tuple(
            dict.fromkeys((*self.values, *(v for cell in self.cells for v in cell.values)))
        )


class Citation(Frozen):
    """A numbered quotation: the passage that holds it, and the span in the version's text.

    `start` and `end` count code points of the version; `applies` says how the place meets the
    scope asked, `certainty` how it meets the dates.
    """

    number: int
    passage: str
    version: str
    source: str
    label: str
    start: int
    end: int
    exact: str
    applies: Match
    certainty: Certainty


class Evidence(Frozen):
    """A shown record: one distinct text with all places that apply, best first.

    `sharing` counts other candidates of its origin, which say the same and are not shown.
    """

    text: str
    headings: tuple[str, ...]
    places: tuple[Place, ...]
    score: float
    words: int
    hops: int = 0
    via: tuple[str, ...] = ()
    sharing: int = 0


class Interval(Frozen):
    """A count that is known only within bounds, both included."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise BadValue("interval", (self.low, self.high), "0 <= low <= high")

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
