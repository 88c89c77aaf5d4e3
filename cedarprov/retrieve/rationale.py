"""Rationale: which spans say most on a statement, each contribution kept as a reason.

Rationale selection as in Wadden et al., Fact or Fiction: Verifying Scientific Claims, 2020, here
without training: the words and the meaning of each span are compared with those of the statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from cedarprov.model.passage import Span
from cedarprov.model.rationale import Rationale
from cedarprov.model.receipt import Reason

_DIGITS: Final = 6


class Comparer(Protocol):
    """What is asked of a passage index; see `PassageIndex`."""

    def coverage(self, words: str, texts: Sequence[str]) -> list[float]:
        """Return the share of the terms of `words` that each text has."""
        ...

    def likeness(self, words: str, texts: Sequence[str]) -> list[float]:
        """Return how like the meaning of each text is to that of `words`."""
        ...


def rationales(
    index: Comparer, statement: str, spans: Sequence[Span], *, later: float = 0.0
) -> tuple[Rationale, ...]:
    """Return the spans, best first, ties in the order of their versions and places.

    A span's score is the share of the statement's terms that it has, and how like it is in
    meaning. `later` is what the last span of a version has before its first: where a text comes
    to its findings at the end, as an abstract does, they are more likely there.
    """
    distinct = sorted(dict.fromkeys(spans), key=lambda span: (span.version, span.start, span.end))
    texts = [span.exact for span in distinct]
    shares = {
        "lexical": index.coverage(statement, texts),
        "dense": index.likeness(statement, texts),
        "later": [round(later * how_late, _DIGITS) for how_late in _lateness(distinct)],
    }
    found = [_rationale(span, at, shares) for at, span in enumerate(distinct)]
    return tuple(sorted(found, key=lambda each: -each.score))


def _rationale(span: Span, at: int, shares: Mapping[str, Sequence[float]]) -> Rationale:
    # No ranking gave these, so that there is no rank in it.
    reasons = (Reason(ranking=name, rank=0, share=values[at]) for name, values in shares.items())
    return Rationale(span=span, reasons=tuple(reason for reason in reasons if reason.share))


def _lateness(spans: Sequence[Span]) -> list[float]:
    """Return for spans in order how far down its version each is, from 0 to 1."""
    count: dict[str, int] = defaultdict(int)
    place = []
    for span in spans:
        place.append(count[span.version])
        count[span.version] += 1
    return [
        at / (count[span.version] - 1) if at else 0.0 for at, span in zip(place, spans, strict=True)
    ]
