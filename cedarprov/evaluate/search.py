"""Searches over the passages of a store, to be compared: each ranking alone, and the peers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.evaluate.held_text import HeldText
from cedarprov.evaluate.peers import Passage, Peer, open_peers
from cedarprov.index.port import IndexText
from cedarprov.knowledge.indexing import open_for_reading
from cedarprov.store.folder import StoreFolder

if TYPE_CHECKING:
    from cedarprov.index.embedded import EmbeddedIndex
    from cedarprov.index.encoder import Encoder
    from cedarprov.rdf.naming import Names

DEPTH: Final = 100
"""How deep a ranking is read."""

Search = Callable[[str], list[str]]
"""Returns the IRIs of texts for some words, best first."""


@contextmanager
def searches_of(
    store: Path, texts: Sequence[HeldText], *, dense: bool | None, peers: bool = False
) -> Iterator[Mapping[str, Search]]:
    """Give the searches over the newest published state of a store, by name.

    `words` and `meaning` are the two rankings of its own index. With `peers`, those that are
    installed are given the same texts, and the vectors of the index. There are neither meaning nor
    peers where the index has no vectors.
    """
    folder = StoreFolder.open(store)
    with ExitStack() as stack:
        index = open_for_reading(folder, dense=dense)
        stack.callback(index.close)
        found: dict[str, Search] = {"words": _words(index, folder.names)}
        if index.encoder is not None and not index.notices:
            found["meaning"] = _meaning(index, folder.names)
            if peers:
                opened = stack.enter_context(open_peers(_passages(index, texts, folder.names)))
                found |= {name.value: _peer(peer, index.encoder) for name, peer in opened.items()}
        yield found


def fitting(texts: Sequence[str], budget: int) -> list[str]:
    """Return those of some texts, best first, that fit into a budget of words, each whole."""
    found, left = [], budget
    for text in texts:
        if (words := len(text.split())) <= left:
            found.append(text)
            left -= words
    return found


def _words(index: EmbeddedIndex, names: Names) -> Search:
    return lambda asked: [names.text(hit.digest).value for hit in index.lexical(asked, limit=DEPTH)]


def _meaning(index: EmbeddedIndex, names: Names) -> Search:
    return lambda asked: [names.text(hit.digest).value for hit in index.dense(asked, limit=DEPTH)]


def _peer(peer: Peer, encoder: Encoder) -> Search:
    def search(asked: str) -> list[str]:
        [vector] = encoder.encode([encoder.windows(asked)[0]])
        return peer.search(asked, vector.tolist(), DEPTH)

    return search


def _passages(index: EmbeddedIndex, texts: Sequence[HeldText], names: Names) -> list[Passage]:
    """Return the texts as peers are given them, those of one document side by side."""
    from cedarprov.index.lexical import document_key  # noqa: PLC0415 - loads tantivy

    vectors = index.vectors()
    found = []
    for text in texts:
        digest = names.text_digest(text.iri)
        key = document_key(IndexText(digest=digest, text=text.words, headings=text.headings))
        found.append(
            Passage(
                iri=text.iri,
                words=text.words,
                headings=text.headings,
                document=text.versions[0],
                vector=vectors[key][0].tolist(),
            )
        )
    return found
