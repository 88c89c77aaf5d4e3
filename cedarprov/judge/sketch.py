"""MinHash sketches of texts: how alike two sets of shingles are, without the sets.

Broder, On the resemblance and containment of documents, 1997. The library is rensa.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from cedarprov.judge.wording import shingles

PERMUTATIONS: Final = 128
BANDS: Final = 32
"""Four rows in each band: half of the pairs that share 0.42 of their shingles meet in one."""
_SEED: Final = 20_240_229
_THRESHOLD: Final = 0.4
_RUN: Final = 3


def sketch_of(text: str) -> Any:  # noqa: ANN401 - a value of the library
    """Return the sketch of a text's runs of three words."""
    made = _library().RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
    made.update([" ".join(run) for run in shingles(text, _RUN)])
    return made


def resemblance(one: str, other: str) -> float:
    """Return the estimated share of runs of three words that two texts have in common."""
    return float(sketch_of(one).jaccard(sketch_of(other)))


class Sketches:
    """Sketches by number, in buckets in which those of like texts meet."""

    def __init__(self) -> None:
        self._buckets = _library().RMinHashLSH(
            threshold=_THRESHOLD, num_perm=PERMUTATIONS, num_bands=BANDS
        )

    def meet(self, number: int, text: str) -> list[int]:
        """Add a text, and return the numbers of earlier ones that it meets in a bucket."""
        made = sketch_of(text)
        met = sorted(self._buckets.query(made))
        self._buckets.insert(number, made)
        return met


@cache
def _library() -> Any:  # noqa: ANN401 - a module
    import rensa  # type: ignore[import-untyped]  # noqa: PLC0415 - only an inference needs it

    return rensa
