"""Sources ranked for a statement: by their best text, by all they say, and by their best sentence.

What is added up are scores (Bruch, Gai and Ingber, An analysis of fusion functions for hybrid
retrieval, 2023). Ranks, by which a question is answered, forget how far apart two texts are; a
statement that is looked up among many texts of one kind is found better by scores. A passage has
only a part of what its source says: the share of the statement's terms that the source has as a
whole counts as well. And the vector of a passage stands for all it says: of the sources that are
best by then, the sentence that is most like the statement counts too, read below its headings.
See docs/explanation/scifact.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Protocol

from cedarprov.index.port import below_headings
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.passage import Span
from cedarprov.model.ranked_source import RankedSource
from cedarprov.model.receipt import Reason
from cedarprov.prose.sentence import sentences
from cedarprov.rdf.naming import Names
from cedarprov.retrieve.candidate import DEPTH, Ranker
from cedarprov.retrieve.place import Placed, Places
from cedarprov.retrieve.rationale import Comparer

WEIGHTS: Final = {"lexical": 1.0, "dense": 1.3, "whole": 1.2, "sentence": 1.5}
"""What each part is worth at 1: the share of the best score by words, the cosine of a text, the
share of the terms, and the cosine of a sentence. `scripts/weigh-sources` finds them."""

LOOKED_INTO: Final = 15
"""How many sources are looked into for their best sentence."""

TEXTS: Final = 4
"""In how many of the texts that were found of a source: each of their sentences is encoded."""

_HEADING_MARKS: Final = "#=-~^*_ \t\n"
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

    A source stands where its best text stands, with what the whole of it covers added, and for
    the first of them what their best sentence is worth. Of each ranking the first hundred texts are
    read; `text_of` gives the text of a version.
    """
    reasons = _reasons(index, statement, names)
    held = places.of(sorted(reasons))
    found = _by_source(held, reasons)
    best = [each[0] for each in found.values()]
    whole = _in_order(_with_coverage(index, statement, best, text_of))
    first, rest = whole[:LOOKED_INTO], whole[LOOKED_INTO:]
    said = [[*_said(found[each.source], held, text_of)] for each in first]
    return (*_in_order(_with_sentence(index, statement, first, said)), *rest)


def _reasons(index: Ranker, statement: str, names: Names) -> dict[str, list[Reason]]:
    """Return what each ranking says of the texts that it finds, by their IRIs.

    The scores of a ranking by words have no scale of their own: the best is 1.
    """
    by_words = index.lexical(statement, limit=DEPTH)
    best = max((hit.score for hit in by_words), default=0.0) or 1.0
    rankings = {
        "dense": [(hit, hit.score) for hit in index.dense(statement, limit=DEPTH)],
        "lexical": [(hit, hit.score / best) for hit in by_words],
    }
    reasons: dict[str, list[Reason]] = defaultdict(list)
    for name, hits in rankings.items():
        for hit, score in hits:
            reason = _reason(name, score, rank=hit.rank)
            reasons[names.text(hit.digest).value].append(reason)
    return reasons


def _by_source(
    held: Mapping[str, Placed], reasons: Mapping[str, Sequence[Reason]]
) -> dict[str, list[RankedSource]]:
    """Return each source with the texts by which it was found, the best first."""
    found: dict[str, list[RankedSource]] = defaultdict(list)
    for text, placed in sorted(held.items()):
        for place in placed.applying:
            found[place.source].append(
                RankedSource(
                    source=place.source, version=place.version, text=text, reasons=(*reasons[text],)
                )
            )
    return {source: _in_order(each) for source, each in found.items()}


def _in_order(found: Sequence[RankedSource]) -> list[RankedSource]:
    return sorted(found, key=lambda each: (-each.score, each.source))


def _with_coverage(
    index: Comparer,
    statement: str,
    found: Sequence[RankedSource],
    text_of: Callable[[str], str],
) -> list[RankedSource]:
    shares = index.coverage(statement, [text_of(each.version) for each in found])
    return [_with(each, "whole", share) for each, share in zip(found, shares, strict=True)]


class _Sentence(Frozen):
    """A sentence where it stands, and as it is compared: below its headings."""

    span: Span
    told: str


def _said(
    found: Sequence[RankedSource], held: Mapping[str, Placed], text_of: Callable[[str], str]
) -> Iterator[_Sentence]:
    """Yield the sentences of the best texts of a source."""
    best: dict[str, str] = {}
    for each in found:
        best.setdefault(each.text, each.version)
    for text, version in islice(best.items(), TEXTS):
        words, headings = held[text].words, held[text].headings
        start = text_of(version).index(words)
        for part in sentences(words):
            if part.text.strip(_HEADING_MARKS) in headings:
                continue  # it stands above each of the others
            span = Span(
                version=version, start=start + part.start, end=start + part.end, exact=part.text
            )
            yield _Sentence(span=span, told=below_headings(part.text, headings))


def _with_sentence(
    index: Comparer,
    statement: str,
    found: Sequence[RankedSource],
    said: Sequence[Sequence[_Sentence]],
) -> list[RankedSource]:
    """Add the sentence of each source that says most, and what it is worth by its meaning.

    Without an encoder it is the one with most of the statement's terms, and worth nothing more.
    """
    told = [each.told for sentences_of in said for each in sentences_of]
    likeness, shares = iter(index.likeness(statement, told)), iter(index.coverage(statement, told))
    scored = [
        [*zip(islice(likeness, len(each)), islice(shares, len(each)), each, strict=True)]
        for each in said
    ]
    return [_saying(each, of) for each, of in zip(found, scored, strict=True)]


def _saying(found: RankedSource, scored: Sequence[tuple[float, float, _Sentence]]) -> RankedSource:
    if not scored:
        return found
    like, share, best = max(scored, key=lambda each: each[:2])
    if like > 0:
        found = _with(found, "sentence", like)
    return replace(found, sentence=best.span) if like > 0 or share > 0 else found


def _with(found: RankedSource, ranking: str, score: float) -> RankedSource:
    # No ranking gave this, so that there is no rank in it.
    return replace(found, reasons=(*found.reasons, _reason(ranking, score, rank=0)))


def _reason(ranking: str, score: float, *, rank: int) -> Reason:
    share = round(WEIGHTS[ranking] * max(0.0, score), _DIGITS)
    return Reason(ranking=ranking, rank=rank, share=share)
