"""Chroma: approximate nearest neighbours by the cosine of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

import chromadb
from chromadb.config import Settings

from cedarprov.evaluate.peers.peer import Passage, Vector

_BATCH: Final = 1000
_SERIAL = count()


class Chroma:
    """A collection in memory that is given vectors and no encoder, other settings by default."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:  # noqa: ARG002
        client = chromadb.EphemeralClient(Settings(anonymized_telemetry=False))
        # Clients in one process share what they hold, so that each run has a name of its own.
        self._held = client.create_collection(
            f"passages-{next(_SERIAL)}",
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine"}},
        )
        for start in range(0, len(passages), _BATCH):
            some = passages[start : start + _BATCH]
            self._held.add(
                ids=[passage.iri for passage in some],
                embeddings=[list(passage.vector) for passage in some],
                documents=[passage.text for passage in some],
            )

    def search(self, words: str, vector: Vector, limit: int) -> list[str]:  # noqa: ARG002
        """See `Peer.search`; the vector alone counts."""
        found = self._held.query(query_embeddings=[list(vector)], n_results=limit)
        return list(found["ids"][0])
