"""What fits into an answer: whole records, best first, few words shown twice."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SHINGLE: Final = 5
REPETITION: Final = 0.2
"""The share of a text that may stand elsewhere already: docs/decisions/0010-ranking-weights.md."""


class Allowance(Frozen):
    """How many whitespace-separated words may be shown, and how far a record may repeat others.

    `repetition` is the share of a record's runs of five words that was already shown; a record
    over it is left out. The default was measured: see docs/decisions/0010-ranking-weights.md.
    """

    words: int
    repetition: float = REPETITION

    def __post_init__(self) -> None:
        """Refuse an allowance that allows nothing."""
        if self.words < 1:
            raise BadValue("words", self.words, "at least 1")
        if not 0 <= self.repetition <= 1:
            raise BadValue("repetition", self.repetition, "between 0 and 1")


class Verdict(StrEnum):
    """What became of a record."""

    SHOWN = "shown"
    REPEATS = "repeats"
    DOES_NOT_FIT = "does-not-fit"


class Packed(Frozen):
    """One record, by its position among the texts given: its words, and what became of it.

    `repeated` is the share of it that was shown already, by what may be its own origin; `left` the
    words that were free.
    """

    position: int
    words: int
    verdict: Verdict
    repeated: float
    left: int


def pack(
    texts: Sequence[str],
    allowance: Allowance,
    *,
    quoted: int = 0,
    origins: Sequence[str] | None = None,
) -> tuple[Packed, ...]:
    """Return what becomes of each text, in the order given, which is best first.

    Whole texts only; one that does not fit is passed over and the next may still fit. The first
    `quoted` texts are shown whatever they repeat: an answer rests on them. `origins` names the
    known origin of each text, and nothing where none is known: what is told by another known
    origin is no repetition, however alike the words.
    """
    return tuple(_packed(texts, allowance, quoted, origins or [""] * len(texts)))


def shown(packed: Iterable[Packed]) -> tuple[int, ...]:
    """Return the positions of the texts that are shown, in order."""
    return tuple(item.position for item in packed if item.verdict is Verdict.SHOWN)


def _packed(
    texts: Sequence[str], allowance: Allowance, quoted: int, origins: Sequence[str]
) -> Iterator[Packed]:
    seen: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    left = allowance.words
    for position, (text, origin) in enumerate(zip(texts, origins, strict=True)):
        words = text.split()
        runs = _runs(words)
        told = seen[""] | seen[origin] if origin else set().union(*seen.values())
        repeated = sum(run in told for run in runs) / len(runs) if runs else 0.0
        counted = repeated if position >= quoted else 0.0
        verdict = _verdict(len(words), counted, left, allowance)
        yield Packed(
            position=position, words=len(words), verdict=verdict, repeated=repeated, left=left
        )
        if verdict is Verdict.SHOWN:
            seen[origin].update(runs)
            left -= len(words)


def _verdict(words: int, repeated: float, left: int, allowance: Allowance) -> Verdict:
    if repeated > allowance.repetition:
        return Verdict.REPEATS
    return Verdict.SHOWN if words <= left else Verdict.DOES_NOT_FIT


def repeated(text: str, other: str) -> float:
    """Return the share of a text's runs of five words that stand in another text."""
    runs, others = _runs(text.split()), {*_runs(other.split())}
    return sum(run in others for run in runs) / len(runs) if runs else 0.0


def _runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all runs of five words; of a shorter text, the text itself."""
    length = min(_SHINGLE, len(words))
    if not length:
        return []
    return [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]
