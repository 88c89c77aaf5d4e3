"""Whether words repeat a text: runs of words that stand in it and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

RUN: Final = 3
"""Words in a row that are taken for a repetition."""

_WORD: Final = re.compile(r"\w+")
_Run = tuple[str, ...]


class Wording:
    """The runs of up to `RUN` words that some texts have and no others do.

    `quotations` are parts of the texts that were quoted, which count however short they are.
    """

    def __init__(self, texts: Iterable[str], quotations: Iterable[str] = ()) -> None:
        self._runs = {run for text in texts for run in _runs(_words(text))}
        self._quoted = {words for text in quotations if 0 < len(words := _words(text)) < RUN}

    def forget(self, text: str) -> None:
        """Take out what stands in a text that is kept."""
        words = _words(text)
        self._runs.difference_update(_runs(words))

    def repeats(self, said: str) -> bool:
        """Tell whether something said has a run of `RUN` words of the texts, or a quotation."""
        words = _words(said)
        return any(run in self._runs for run in _runs(words, RUN)) or self._quotes(words)

    def covers(self, said: str) -> bool:
        """Tell whether something said repeats the texts, or is as a whole a shorter part of one."""
        return self.repeats(said) or _words(said) in self._runs

    def _quotes(self, words: _Run) -> bool:
        return any(
            run in self._quoted and run in self._runs
            for length in range(1, RUN)
            for run in _runs(words, length)
        )


def _words(text: str) -> _Run:
    return tuple(_WORD.findall(text.casefold()))


def _runs(words: _Run, length: int | None = None) -> Iterator[_Run]:
    for size in range(1, RUN + 1) if length is None else (length,):
        for start in range(len(words) - size + 1):
            yield words[start : start + size]
