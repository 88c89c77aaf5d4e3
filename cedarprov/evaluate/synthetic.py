"""A made-up corpus of any size: Markdown files with headings, and words by Zipf's law.

It serves to measure cost, never quality: its words mean nothing, but they are as unevenly spread as
in real text, and no two passages are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice, product
from pathlib import Path
from random import Random
from typing import Final

from cedarprov.model.frozen import Frozen

_ONSETS: Final = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl")
_VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "ou")
_VOCABULARY: Final = 20_000
_SECTIONS: Final = 100
_WORDS: Final = 55
_FREQUENT: Final = 50


class Corpus(Frozen):
    """A corpus of `sections`, one passage each as a rule, drawn with `seed`."""

    sections: int
    seed: int = 1

    def write(self, folder: Path) -> None:
        """Write the corpus into `folder`, which is made, a hundred sections a file."""
        folder.mkdir(parents=True)
        sections = self._sections()
        for number in range(0, self.sections, _SECTIONS):
            body = "\n".join(islice(sections, _SECTIONS))
            path = folder / f"manual-{number // _SECTIONS:05}.md"
            path.write_text(f"# Manual {number // _SECTIONS}\n\n{body}", encoding="utf-8")

    def questions(self, count: int) -> list[str]:
        """Return `count` questions of five words each, none of them among the most frequent."""
        words = _words(Random(self.seed + 1))  # noqa: S311 - reproducible, not secret
        frequent = set(_vocabulary()[:_FREQUENT])
        telling = (word for word in words if word not in frequent)
        return [" ".join(islice(telling, 5)) for _ in range(count)]

    def _sections(self) -> Iterator[str]:
        random = Random(self.seed)  # noqa: S311 - reproducible, not secret
        words = _words(random)
        for number in range(self.sections):
            heading = " ".join(islice(words, 3)).capitalize()
            # The number keeps passages apart, whatever words are drawn.
            body = " ".join(islice(words, _WORDS))
            yield f"## {heading}\n\nEntry {number} of series {self.seed}: {body}.\n"


def _words(random: Random) -> Iterator[str]:
    vocabulary = _vocabulary()
    weights = list(accumulate(1 / rank for rank in range(1, len(vocabulary) + 1)))
    while True:
        yield from random.choices(vocabulary, cum_weights=weights, k=1000)


def _vocabulary() -> list[str]:
    syllables = ["".join(pair) for pair in product(_ONSETS, _VOWELS)]
    words = ("".join(pair) for size in (1, 2, 3) for pair in product(syllables, repeat=size))
    return list(islice(words, _VOCABULARY))
