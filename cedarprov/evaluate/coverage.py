"""How much of a quotation, and how many repeated words, a row of shown texts holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

Stretch = tuple[int, int]
"""The code points [start, end) of a text."""

ENOUGH: Final = 0.5
RUN: Final = 8


def places_of(text: str, whole: str) -> Iterator[Stretch]:
    """Yield every stretch of `whole` that reads `text`, overlapping ones too."""
    at = whole.find(text) if text else -1
    while at >= 0:
        yield at, at + len(text)
        at = whole.find(text, at + 1)


def overlap(wanted: Stretch, shown: Iterable[Stretch]) -> int:
    """Return how many code points of `wanted` lie in at least one of the stretches shown."""
    start, end = wanted
    reached = start
    covered = 0
    for first, last in sorted(shown):
        low, high = max(first, reached), min(last, end)
        if low < high:
            covered += high - low
            reached = high
    return covered


def is_covered(wanted: Stretch, shown: Iterable[Stretch]) -> bool:
    """Tell whether half or more of the code points of `wanted` are shown."""
    start, end = wanted
    return overlap(wanted, shown) >= ENOUGH * (end - start)


def is_shown(wanted: Stretch, whole: str, texts: Iterable[str]) -> bool:
    """Tell whether half or more of a stretch of `whole` is shown by texts that stand in it.

    A text counts wherever it stands in `whole`, from whichever document it was taken: the words
    that a reader sees are the same.
    """
    stretches = [place for text in texts for place in places_of(text, whole)]
    return is_covered(wanted, stretches)


def repeated_words(texts: Sequence[str]) -> int:
    """Return how many words belong to a run of eight words that an earlier text holds too.

    Words are parted by white space. A text of fewer words is repeated only as a whole.
    """
    known: set[tuple[str, ...]] = set()
    repeated = 0
    for text in texts:
        words = text.split()
        size = min(RUN, len(words))
        runs = [tuple(words[at : at + size]) for at in range(len(words) - size + 1)] if size else []
        hits = {at + step for at, run in enumerate(runs) if run in known for step in range(size)}
        repeated += len(hits)
        known.update(runs)
    return repeated
