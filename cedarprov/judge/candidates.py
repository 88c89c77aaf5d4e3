"""Which pairs of many texts are worth comparing: nearly as many as there are texts.

Three kinds of bucket bring a text together with earlier ones: MinHash bands (texts that are alike
as wholes), fingerprints of their runs of words (texts that share a long span: winnowing, Schleimer
et al. 2003, which misses no run of `RUN + WINDOW - 1` words) and marks such as identifiers.
Every text meets a bounded number of others.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from cedarprov.judge.identifier import identifiers
from cedarprov.judge.sketch import Sketches
from cedarprov.judge.wording import Words, folded

RUN: Final = 8
"""Words of a run that is fingerprinted."""
WINDOW: Final = 9
"""Neighbouring runs of which one fingerprint is kept."""
MOST: Final = 8
"""Earlier texts that one text is compared with."""
CLOSE: Final = 1 / 3
"""The share of the nearest text's buckets from which on another is about as near."""
CROWDED: Final = 32
"""Texts that one bucket keeps: what more of them share is a phrase of the house."""


def candidate_pairs(
    texts: Sequence[str],
    apart: Sequence[frozenset[str]] | None = None,
    marks: Sequence[Collection[str]] | None = None,
) -> Iterator[tuple[int, int]]:
    """Yield pairs of positions of texts that may go back to one origin, the earlier first.

    Texts that have a name in `apart` in common are no pair. `marks` holds what else brings each
    text together with others (None: the identifiers in it).
    """
    sketches, buckets = Sketches(), defaultdict[object, list[int]](list)
    for number, text in enumerate(texts):
        own = identifiers(text) if marks is None else marks[number]
        met = Counter(sketches.meet(number, text) if text else ())
        for mark in {*fingerprints(folded(text)), *own}:
            members = buckets[mark]
            met.update(members)
            if len(members) < CROWDED:
                members.append(number)
        if apart is not None:
            met = Counter({at: n for at, n in met.items() if not apart[at] & apart[number]})
        for other in _worth_comparing(met):
            yield other, number


def _worth_comparing(met: Mapping[int, int]) -> list[int]:
    """Return which earlier texts to compare with: the nearest, and the first of about as near.

    Copies are nearer to one another than to what they were copied from, which was there first.
    """
    nearest = sorted(met, key=lambda at: (-met[at], at))[: MOST // 2]
    enough = CLOSE * max(met.values(), default=0)
    first = sorted(at for at, shared in met.items() if shared >= enough)[: MOST // 2]
    return sorted({*nearest, *first})


def fingerprints(words: Words) -> frozenset[int]:
    """Return the least digest of every window of runs of words."""
    kept: set[int] = set()
    window: deque[tuple[int, int]] = deque()
    for at in range(len(words) - RUN + 1):
        digest = _digest(words[at : at + RUN])
        while window and window[-1][0] >= digest:
            window.pop()
        window.append((digest, at))
        if window[0][1] <= at - WINDOW:
            window.popleft()
        if at >= WINDOW - 1:
            kept.add(window[0][0])
    if window and not kept:
        kept.add(window[0][0])
    return frozenset(kept)


def _digest(words: Words) -> int:
    return int.from_bytes(blake2b(" ".join(words).encode(), digest_size=8).digest())
