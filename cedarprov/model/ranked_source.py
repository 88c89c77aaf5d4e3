"""A source that is ranked for a statement, by its best passage, and why it stands where it does."""

from __future__ import annotations

from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.receipt import Reason

_DIGITS: Final = 6


class RankedSource(Frozen):
    """The name of a source, its version, the text (IRI) that speaks best, and the reasons.

    `sentence` is the one that says most on the statement, of the sources that were looked into.
    """

    source: str
    version: str
    text: str
    reasons: tuple[Reason, ...]
    sentence: Span | None = None

    @property
    def score(self) -> float:
        """The sum of the reasons' shares, rounded."""
        return round(sum(reason.share for reason in self.reasons), _DIGITS)
