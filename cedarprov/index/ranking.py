"""The order of hits."""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING

from cedarprov.index.port import Hit

if TYPE_CHECKING:
    from collections.abc import Mapping


def ranked(scores: Mapping[str, float], limit: int) -> list[Hit]:
    """Return the best ``limit`` digests, best first, equals in the order of their digests."""
    best = nsmallest(limit, scores.items(), key=lambda item: (-item[1], item[0]))
    return [
        Hit(digest=digest, score=score, rank=rank)
        for rank, (digest, score) in enumerate(best, start=1)
    ]
