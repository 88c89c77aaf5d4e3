"""The passages of a store as any retriever may be given them: their texts, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cedarprov.knowledge.indexing import index_texts
from cedarprov.model.frozen import Frozen
from cedarprov.retrieve.place import HeldTexts, PassageRow
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session


class HeldText(Frozen):
    """One distinct text of a store: its IRI and words, under one of its heading paths.

    `versions` are the IRIs of all versions that hold it.
    """

    iri: str
    words: str
    headings: tuple[str, ...]
    versions: tuple[str, ...]


def held_texts(store: Path) -> list[HeldText]:
    """Return the distinct texts of the newest published state of a store.

    They are ordered by their first version and their place in it.
    """
    session = Session.reading(StoreFolder.open(store))
    try:
        texts = {
            session.names.text(text.digest).value: text
            for text in index_texts(session.ledger.bundles(), session)
        }
        held = HeldTexts(session).read(sorted(texts))
        ordered = sorted(held, key=lambda iri: min(map(_place, held[iri].rows)))
        return [
            HeldText(
                iri=iri,
                words=held[iri].words,
                headings=texts[iri].headings,
                versions=_distinct(row.version for row in held[iri].rows),
            )
            for iri in ordered
        ]
    finally:
        session.close()


def _place(row: PassageRow) -> tuple[str, int]:
    return row.version, row.start


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sorted(names)))
