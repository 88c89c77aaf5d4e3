"""What a peer is given, and what is asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from cedarprov.model.frozen import Frozen

Vector = Sequence[float]


class Passage(Frozen):
    """One distinct text, the document it is taken from, and the vector of its first window."""

    iri: str
    words: str
    headings: tuple[str, ...]
    document: str
    vector: Vector

    @property
    def text(self) -> str:
        """The headings and the text, which is what is indexed by words."""
        return "\n".join((*self.headings, self.words))


class Peer(Protocol):
    """A retriever over passages that were given to it once."""

    def search(self, words: str, vector: Vector, limit: int) -> list[str]:
        """Return the IRIs of the passages nearest to some words, best first."""
        ...


class PeerName(StrEnum):
    """The peers; an arm of an evaluation is called the same."""

    CHROMA = "chroma"
    LANCEDB_HYBRID = "lancedb-hybrid"
    LLAMAINDEX_VECTOR = "llamaindex-vector"
    LLAMAINDEX_GRAPH = "llamaindex-graph"


_LIBRARIES: Final = {
    PeerName.CHROMA: "chromadb",
    PeerName.LANCEDB_HYBRID: "lancedb",
    PeerName.LLAMAINDEX_VECTOR: "llama_index",
    PeerName.LLAMAINDEX_GRAPH: "llama_index",
}
_CLASSES: Final = {
    PeerName.CHROMA: ("chroma", "Chroma"),
    PeerName.LANCEDB_HYBRID: ("lance", "LanceHybrid"),
    PeerName.LLAMAINDEX_VECTOR: ("llama", "LlamaVector"),
    PeerName.LLAMAINDEX_GRAPH: ("llama", "LlamaGraph"),
}


def missing_peers() -> tuple[PeerName, ...]:
    """Return the peers whose library is not installed."""
    return tuple(name for name, library in _LIBRARIES.items() if find_spec(library) is None)


@contextmanager
def open_peers(
    passages: Sequence[Passage], names: Iterable[PeerName] = tuple(PeerName)
) -> Iterator[dict[PeerName, Peer]]:
    """Give the passages to the peers that are installed, and take their files away afterwards."""
    missing = missing_peers()
    with TemporaryDirectory() as folder:
        yield {
            name: _opened(name, passages, Path(folder) / name)
            for name in names
            if name not in missing
        }


def _opened(name: PeerName, passages: Sequence[Passage], folder: Path) -> Peer:
    module, kind = _CLASSES[name]
    folder.mkdir()
    # Imported only where it is used: with the extra, and slow.
    found = getattr(import_module(f"cedarprov.evaluate.peers.{module}"), kind)
    peer: Peer = found(passages, folder)
    return peer
