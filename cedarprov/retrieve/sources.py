"""Sources ranked for a statement: two rankings of texts made one by their scores.

A convex combination of scores, each as a share of the best of its ranking (Bruch, Gai and Ingber,
An analysis of fusion functions for hybrid retrieval, 2023). Ranks, by which a question is answered,
forget how far apart two texts are; a statement that is looked up among many texts of one kind is
found better by scores: see docs/explanation/scifact.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from cedarprov.index.port import Hit
from cedarprov.model.ranked_source import RankedSource
from cedarprov.model.receipt import Reason
from cedarprov.rdf.naming import Names
from cedarprov.retrieve.candidate import DEPTH, Ranker
from cedarprov.retrieve.place import Places

WEIGHTS: Final = {"lexical": 1.0, "dense": 2.0}
"""What the best of each ranking is worth."""

_DIGITS: Final = 6


def sources(
    index: Ranker, places: Places, statement: str, names: Names
) -> tuple[RankedSource, ...]:
    """Return the sources whose current texts meet a statement, best first, ties by name.

    A source stands where its best text stands. Of each ranking the first hundred texts are read.
    """
    rankings = {
        "lexical": index.lexical(statement, limit=DEPTH),
        "dense": index.dense(statement, limit=DEPTH),
    }
    reasons: dict[str, list[Reason]] = defaultdict(list)
    for name, hits in sorted(rankings.items()):
        for hit, share in zip(hits, _shares(hits, WEIGHTS[name]), strict=True):
            reason = Reason(ranking=name, rank=hit.rank, share=share)
            reasons[names.text(hit.digest).value].append(reason)
    best: dict[str, RankedSource] = {}
    for text, placed in sorted(places.of(sorted(reasons)).items()):
        for place in placed.applying:
            found = RankedSource(
                source=place.source, version=place.version, text=text, reasons=(*reasons[text],)
            )
            if place.source not in best or found.score > best[place.source].score:
                best[place.source] = found
    return tuple(sorted(best.values(), key=lambda each: (-each.score, each.source)))


def _shares(hits: Sequence[Hit], weight: float) -> list[float]:
    best = max((hit.score for hit in hits), default=0.0)
    return [
        round(weight * max(0.0, hit.score) / best, _DIGITS) if best > 0 else 0.0 for hit in hits
    ]
