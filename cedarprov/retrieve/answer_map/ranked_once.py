"""Rankings that are made once for a question, however often they are asked for."""

from __future__ import annotations

from cedarprov.index.port import Hit, IndexInfo, Notice
from cedarprov.retrieve.candidate import DEEPEST, Ranker


class RankedOnce:
    """A `Ranker` for one question's words: each ranking is made once, as deep as it may be read."""

    def __init__(self, ranker: Ranker, words: str) -> None:
        self._ranker = ranker
        self._words = words
        self._lexical: list[Hit] | None = None
        self._dense: list[Hit] | None = None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """See `Ranker.notices`."""
        return self._ranker.notices

    def lexical(self, words: str, *, limit: int) -> list[Hit]:
        """See `Ranker.lexical`."""
        if words != self._words or limit > DEEPEST:
            return self._ranker.lexical(words, limit=limit)
        if self._lexical is None:
            self._lexical = self._ranker.lexical(words, limit=DEEPEST)
        return self._lexical[:limit]

    def dense(self, words: str, *, limit: int) -> list[Hit]:
        """See `Ranker.dense`."""
        if words != self._words or limit > DEEPEST:
            return self._ranker.dense(words, limit=limit)
        if self._dense is None:
            self._dense = self._ranker.dense(words, limit=DEEPEST)
        return self._dense[:limit]

    def info(self) -> IndexInfo:
        """See `Ranker.info`."""
        return self._ranker.info()
