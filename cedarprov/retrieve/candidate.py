"""Candidates: what two rankings name, in its places, fused and weighed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol

from cedarprov.index.port import Hit, IndexInfo, Notice
from cedarprov.model.question import Question
from cedarprov.rdf.naming import Names
from cedarprov.retrieve.change import SPEAKS_OF_CHANGE, asks_about_change, speaks_of_change
from cedarprov.retrieve.fusion import Fused, fuse, weighted
from cedarprov.retrieve.place import Placed, Places
from cedarprov.retrieve.record import Record

DEPTH: Final = 100
"""How deep each ranking is read at first."""

DEEPEST: Final = 1600
"""How deep each ranking is read at most."""

Rankings = Mapping[str, Sequence[str]]


class Ranker(Protocol):
    """What a question asks of a passage index; see `PassageIndex`."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is wrong with searching by meaning."""
        ...

    def lexical(self, words: str, *, limit: int) -> list[Hit]:
        """Rank texts by the words they share with `words`."""
        ...

    def dense(self, words: str, *, limit: int) -> list[Hit]:
        """Rank texts by their meaning."""
        ...

    def info(self) -> IndexInfo:
        """Count what it holds."""
        ...


def candidates(
    index: Ranker,
    places: Places,
    question: Question,
    names: Names,
    origins: Callable[[Sequence[Record]], int] = len,
) -> tuple[list[Record], list[Record]]:
    """Return the records that apply, best first, and those that do not, in rank order.

    Ranks are counted among the texts that apply, so that what does not apply takes nobody's
    place. The rankings are read deeper while too few of their texts apply; `origins` counts of
    how many origins they are, so that copies take nobody's place either.
    """
    depth = DEPTH
    while True:
        rankings = _rankings(index, question.words, depth, names)
        placed = places.of(sorted({iri for iris in rankings.values() for iri in iris}))
        applying = [Record(placed=item) for item in placed.values() if item.applying]
        exhausted = max(map(len, rankings.values())) < depth or depth >= DEEPEST
        enough = len(applying) >= question.budget.records
        if exhausted or (enough and origins(applying) >= question.budget.records):
            break
        depth *= 2
    others = [Record(placed=item) for item in _in_rank_order(rankings, placed)]
    return _fused(rankings, placed, question), others


def _rankings(index: Ranker, words: str, depth: int, names: Names) -> Rankings:
    found = {
        "lexical": index.lexical(words, limit=depth),
        "dense": index.dense(words, limit=depth),
    }
    return {name: [names.text(hit.digest).value for hit in hits] for name, hits in found.items()}


def _fused(
    rankings: Mapping[str, Sequence[str]], placed: Mapping[str, Placed], question: Question
) -> list[Record]:
    applying = {
        name: [iri for iri in iris if iri in placed and placed[iri].applying]
        for name, iris in rankings.items()
    }
    changed = asks_about_change(question)
    found = (_weighted(item, placed[item.iri], changed=changed) for item in fuse(applying))
    records = [Record(placed=placed[item.iri], reasons=item.reasons) for item in found]
    return sorted(records, key=lambda record: record.order)


def _weighted(item: Fused, placed: Placed, *, changed: bool) -> Fused:
    """Return a candidate weighed by its place and, where a change is asked about, by its words."""
    item = weighted(item, name="applicability", weight=placed.weight)
    if changed and speaks_of_change("\n".join((*placed.headings, placed.words))):
        return weighted(item, name="change", weight=SPEAKS_OF_CHANGE)
    return item


def _in_rank_order(
    rankings: Mapping[str, Collection[str]], placed: Mapping[str, Placed]
) -> list[Placed]:
    """Return the texts that do not apply, in the order of the rankings."""
    order = dict.fromkeys(iri for iris in rankings.values() for iri in iris)
    return [placed[iri] for iri in order if iri in placed and not placed[iri].applying]
