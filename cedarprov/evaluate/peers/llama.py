"""LlamaIndex: its vector index, and its property graph built without a language model.

The graph holds a node a passage, a node a document, and an edge from each passage to its document
and to the passage that follows it. Its retriever finds the passages nearest to a question by
their vectors, and gives the edges around them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from llama_index.core import VectorStoreIndex
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.indices.property_graph import VectorContextRetriever
from llama_index.core.schema import QueryBundle, TextNode
from llama_index.core.vector_stores import SimpleVectorStore

from cedarprov.evaluate.peers.peer import Passage, Vector

_DEPTH: Final = 1
_MOST_EDGES: Final = 10
"""How many edges are read for each passage wanted: more than a passage has."""


class LlamaVector:
    """A vector index in memory."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:  # noqa: ARG002
        # Every vector is given, of passages and of questions: the encoder is never asked.
        self._encoder = MockEmbedding(embed_dim=len(passages[0].vector))
        self._index = VectorStoreIndex(_nodes(passages), embed_model=self._encoder)

    def search(self, words: str, vector: Vector, limit: int) -> list[str]:
        """See `Peer.search`; the vector alone counts."""
        found = self._index.as_retriever(similarity_top_k=limit).retrieve(_asked(words, vector))
        return [item.node.node_id for item in found]


class LlamaGraph:
    """A property graph in memory, with the vectors of its passages beside it."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:  # noqa: ARG002
        self._encoder = MockEmbedding(embed_dim=len(passages[0].vector))
        self._passages = {passage.iri for passage in passages}
        self._vectors = SimpleVectorStore()
        self._vectors.add(_nodes(passages))
        self._graph = SimplePropertyGraphStore()
        documents = dict.fromkeys(passage.document for passage in passages)
        self._graph.upsert_nodes([_node("passage", passage.iri) for passage in passages])
        self._graph.upsert_nodes([_node("document", document) for document in documents])
        self._graph.upsert_relations([*_edges(passages)])

    def search(self, words: str, vector: Vector, limit: int) -> list[str]:
        """See `Peer.search`: the passages at both ends of the edges found.

        An edge has the score of its better end; a passage that more of the best edges meet comes
        first, which is the one that was found by its own vector.
        """
        retriever = VectorContextRetriever(
            self._graph,
            include_text=False,
            embed_model=self._encoder,
            vector_store=self._vectors,
            similarity_top_k=limit,
            path_depth=_DEPTH,
            limit=_MOST_EDGES * limit,
        )
        scores: dict[str, list[float]] = defaultdict(list)
        for item in retriever.retrieve(_asked(words, vector)):
            source, _, target = item.node.get_content().split(" -> ")
            for end in {source, target} & self._passages:
                scores[end].append(item.score or 0.0)
        return sorted(scores, key=lambda end: _rank(end, scores[end]))[:limit]


def _rank(end: str, scores: Sequence[float]) -> tuple[float, int, str]:
    best = max(scores)
    return -best, -scores.count(best), end


def _nodes(passages: Sequence[Passage]) -> list[TextNode]:
    return [
        TextNode(id_=passage.iri, text=passage.text, embedding=list(passage.vector))
        for passage in passages
    ]


def _node(label: str, name: str) -> EntityNode:
    return EntityNode(name=name, label=label)


def _edges(passages: Sequence[Passage]) -> Iterator[Relation]:
    for passage in passages:
        yield Relation(label="in", source_id=passage.iri, target_id=passage.document)
    for one, other in pairwise(passages):
        if one.document == other.document:
            yield Relation(label="followed by", source_id=one.iri, target_id=other.iri)


def _asked(words: str, vector: Vector) -> QueryBundle:
    return QueryBundle(query_str=words, embedding=list(vector))
