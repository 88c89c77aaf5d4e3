"""Many documents of invented words, some of which copy or quote another, to measure by size."""

from __future__ import annotations

from random import Random
from typing import Final

from cedarprov.model.frozen import Frozen

_SEED: Final = 20_240_302
_VOCABULARY: Final = 20_000
_SYLLABLES: Final = "ba de fi go hu ka le mi no pu ra se ti vo wu za".split()  # noqa: SIM905
_LENGTH: Final = (60, 120)
_COPIED: Final = 0.2
_QUOTED: Final = 0.1
_SPAN: Final = 25
_CHANGED: Final = 3


class Corpus(Frozen):
    """Texts, and the pairs of positions of which the later was made from the earlier."""

    texts: tuple[str, ...]
    pairs: frozenset[tuple[int, int]]


def copied_corpus(size: int) -> Corpus:
    """Return so many texts, the same ones each time."""
    random = Random(_SEED)  # noqa: S311 - the same texts each time
    words = ["".join(random.choices(_SYLLABLES, k=3)) for _ in range(_VOCABULARY)]
    texts: list[list[str]] = []
    pairs: set[tuple[int, int]] = set()
    originals: list[int] = []
    while len(texts) < size:
        drawn, fresh = random.random(), random.choices(words, k=random.randint(*_LENGTH))
        if not originals or drawn >= _COPIED + _QUOTED:
            originals.append(len(texts))
            texts.append(fresh)
            continue
        source = random.choice(originals)
        pairs.add((source, len(texts)))
        made = list(texts[source])
        if drawn < _COPIED:
            for _ in range(_CHANGED):
                made[random.randrange(len(made))] = random.choice(words)
        else:
            start = random.randrange(len(made) - _SPAN)
            made = [*fresh[:20], *made[start : start + _SPAN], *fresh[20:40]]
        texts.append(made)
    return Corpus(texts=tuple(map(" ".join, texts)), pairs=frozenset(pairs))
