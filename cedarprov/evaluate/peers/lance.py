"""LanceDB: its words (BM25) and its vectors, made one ranking by its own reranker."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import lancedb

from cedarprov.evaluate.peers.peer import Passage, Vector


class LanceHybrid:
    """A table with an index of words; vectors are compared exactly, as is its way without one."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:
        rows = [
            {"iri": passage.iri, "words": passage.text, "vector": list(passage.vector)}
            for passage in passages
        ]
        self._table = lancedb.connect(str(folder)).create_table("passages", rows)
        self._table.create_fts_index("words")

    def search(self, words: str, vector: Vector, limit: int) -> list[str]:
        """See `Peer.search`: the hybrid query, by default fused by reciprocal ranks."""
        query = self._table.search(query_type="hybrid").vector(list(vector)).text(words)
        return [row["iri"] for row in query.limit(limit).to_list()]
