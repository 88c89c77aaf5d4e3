"""Ranking by meaning: the exact cosine of every vector with that of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from cedarprov.index.ranking import ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cedarprov.index.encoder import Vectors
    from cedarprov.index.port import Hit
    from cedarprov.index.segment import Rows, Segment

_DIGITS: Final = 6


def nearest(segments: Sequence[Segment], question: Vectors, *, limit: int) -> list[Hit]:
    """Rank the texts of all segments by their best cosine with ``question``, rounded."""
    depth, scores, whole = limit + limit // 2 + 16, dict[str, float](), limit < 1
    while not whole and len(scores) < limit:
        scores, whole = _scores(segments, question, depth)
        depth *= 4
    return ranked(scores, limit)


def cosines(vectors: Vectors, question: Vectors) -> list[float]:
    """Return the cosine of each vector with `question`, rounded."""
    exact = vectors.astype(np.float64) @ question.astype(np.float64)
    found: list[float] = exact.round(_DIGITS).tolist()
    return found


def _scores(
    segments: Sequence[Segment], question: Vectors, depth: int
) -> tuple[dict[str, float], bool]:
    """Return the best cosine of each text among the ``depth`` best rows; are these all there are?

    The product in single precision only selects: its last digits depend on the place of a row.
    """
    # Not a matrix product: its threads wait for each other wherever a core is busy, and one
    # thread is about as fast as memory.
    rough = np.concatenate([np.vecdot(segment.vectors, question) for segment in segments])
    whole = len(rough) <= depth
    floor = -np.inf if whole else np.partition(rough, -depth)[-depth] - 10.0**-_DIGITS
    scores: dict[str, float] = {}
    start = 0
    for segment in segments:
        rows = np.flatnonzero(rough[start : start + len(segment)] >= floor)
        start += len(segment)
        for digest, score in zip(
            segment.owners(rows), _exact(segment, rows, question), strict=True
        ):
            scores[digest] = max(score, scores.get(digest, -1.0))
    return scores, whole


def _exact(segment: Segment, rows: Rows, question: Vectors) -> list[float]:
    return cosines(segment.vectors[rows], question)
