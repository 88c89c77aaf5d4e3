"""Searches over the passages of a store, to be compared: each ranking alone, and the peers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cedarprov.knowledge.indexing import open_for_reading
from cedarprov.store.folder import StoreFolder

DEPTH: Final = 100
"""How deep a ranking is read."""

Search = Callable[[str], list[str]]
"""Returns the IRIs of texts for some words, best first."""


@contextmanager
def searches_of(store: Path, *, dense: bool | None) -> Iterator[Mapping[str, Search]]:
    """Give the searches over the newest published state of a store, by name.

    `words` and `meaning` are the two rankings of its own index; there is no meaning without
    vectors.
    """
    folder = StoreFolder.open(store)
    index = open_for_reading(folder, dense=dense)
    try:

        def words(asked: str) -> list[str]:
            return [
                folder.names.text(hit.digest).value for hit in index.lexical(asked, limit=DEPTH)
            ]

        def meaning(asked: str) -> list[str]:
            return [folder.names.text(hit.digest).value for hit in index.dense(asked, limit=DEPTH)]

        searches = {"words": words, "meaning": meaning}
        yield searches if index.info().rows and not index.notices else {"words": words}
    finally:
        index.close()
