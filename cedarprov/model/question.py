"""What is asked: words, scope, the dates on each clock, and how far retrieval may go."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from cedarprov.errors import BadQuestion, BadValue
from cedarprov.model.edge import Agent
from cedarprov.model.frozen import Frozen, field
from cedarprov.model.scope import Scope
from cedarprov.model.text import is_writable
from cedarprov.model.time import KnownTime

MOST_HOPS: Final = 2
MOST_RECORDS: Final = 40
LONGEST_WORDS: Final = 4000
MOST_CELLS: Final = 64
"""The most cells that are asked for a map unless the caller says otherwise."""


class Arm(StrEnum):
    """Which retrieval is used; all three share ranker and budget."""

    FLAT = "flat"
    METADATA = "metadata"
    GRAPH = "graph"


class ArmChoice(Frozen):
    """An agent's decision in which arm a store answers questions that name none; UTC."""

    arm: Arm
    agent: Agent
    at: datetime
    reason: str = ""


class Clock(StrEnum):
    """The clocks that a question may be dated on."""

    PUBLISHED = "published"
    EFFECTIVE = "effective"
    CAPTURED = "captured"


class Budget(Frozen):
    """Ceilings of one retrieval: shown words (whitespace separated), hops, records considered."""

    words: int = 400
    hops: int = MOST_HOPS
    records: int = MOST_RECORDS

    def __post_init__(self) -> None:
        if self.words < 1:
            raise BadQuestion(f"a budget of {self.words} words shows nothing; give 1 or more")
        if not 0 <= self.hops <= MOST_HOPS:
            raise BadValue("hops", self.hops, f"between 0 and {MOST_HOPS}")
        if not 1 <= self.records <= MOST_RECORDS:
            raise BadValue("records", self.records, f"between 1 and {MOST_RECORDS}")


class Question(Frozen):
    """Words, the scope and the dates asked, and the state of the record.

    `as_of` holds a time for each clock that is asked about; `sequence` asks for the state of the
    store at that bundle (None: now).
    """

    words: str
    scope: Scope = field(default_factory=Scope)
    as_of: Mapping[Clock, KnownTime] = field(default_factory=dict)
    sequence: int | None = None
    budget: Budget = field(default_factory=Budget)
    arm: Arm = Arm.METADATA

    def __post_init__(self) -> None:
        if not self.words.strip():
            raise BadQuestion("it has no words; write what you want to know")
        if not is_writable(self.words):
            raise BadQuestion("it holds half of a surrogate pair, which no text has; leave it out")
        if len(self.words) > LONGEST_WORDS:
            raise BadQuestion(
                f"it has {len(self.words)} code points; say it in {LONGEST_WORDS} or fewer"
            )
        if self.sequence is not None and self.sequence < 0:
            raise BadValue("sequence", self.sequence, "0 or more")
