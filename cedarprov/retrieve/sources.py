"""Sources ranked for a statement: two rankings of texts made one by their scores, and coverage.

A convex combination of scores, each as a share of the best of its ranking (Bruch, Gai and Ingber,
An analysis of fusion functions for hybrid retrieval, 2023). Ranks, by which a question is answered,
forget how far apart two texts are; a statement that is looked up among many texts of one kind is
found better by scores. A passage has only a part of what its source says: the share of the
statement's terms that the source has as a whole counts as well. See docs/explanation/scifact.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from cedarprov.index.port import Hit
from cedarprov.model.frozen import replace
from cedarprov.model.ranked_source import RankedSource
from cedarprov.model.receipt import Reason
from cedarprov.rdf.naming import Names
from cedarprov.retrieve.candidate import DEPTH, Ranker
from cedarprov.retrieve.place import Places
from cedarprov.retrieve.rationale import Comparer

WEIGHTS: Final = {"lexical": 1.0, "dense": 2.5}
"""What the best of each ranking is worth."""

WHOLE: Final = 1.0
"""What a source is worth that has every term of the statement somewhere."""

_DIGITS: Final = 6


class Reader(Ranker, Comparer, Protocol):
    """What is asked of a passage index; see `PassageIndex`."""


def sources(
    index: Reader,
    places: Places,
    statement: str,
    names: Names,
    text_of: Callable[[str], str],
) -> tuple[RankedSource, ...]:
    """Return the sources whose current texts meet a statement, best first, ties by name.

    A source stands where its best text stands, with what the whole of it covers added. Of each
    ranking the first hundred texts are read; `text_of` gives the text of a version.
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
    whole = _with_coverage(index, statement, [*best.values()], text_of)
    return tuple(sorted(whole, key=lambda each: (-each.score, each.source)))


def _with_coverage(
    index: Comparer,
    statement: str,
    found: Sequence[RankedSource],
    text_of: Callable[[str], str],
) -> list[RankedSource]:
    shares = index.coverage(statement, [text_of(each.version) for each in found])
    return [
        replace(
            each,
            reasons=(
                *each.reasons,
                Reason(ranking="whole", rank=0, share=round(WHOLE * share, _DIGITS)),
            ),
        )
        for each, share in zip(found, shares, strict=True)
    ]


def _shares(hits: Sequence[Hit], weight: float) -> list[float]:
    best = max((hit.score for hit in hits), default=0.0)
    return [
        round(weight * max(0.0, hit.score) / best, _DIGITS) if best > 0 else 0.0 for hit in hits
    ]
