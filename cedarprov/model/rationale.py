"""A span that speaks on a statement, and why it is ranked where it is."""

from __future__ import annotations

from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.receipt import Reason

_DIGITS: Final = 6


class Rationale(Frozen):
    """A span and its reasons: `lexical`, `dense` and `later`, as far as they count for it."""

    span: Span
    reasons: tuple[Reason, ...] = ()

    @property
    def score(self) -> float:
        """The sum of the reasons' shares, rounded."""
        return round(sum(reason.share for reason in self.reasons), _DIGITS)
