"""Take in the documents of an item as if each had been found at the time of its capture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from cedarprov.evaluate.pair_item import Document

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge


def replayed(
    documents: Sequence[Document],
    knowledge: Knowledge,
    folder: Path,
    *,
    dimensions: Iterable[str] = (),
) -> None:
    """Write the documents into `folder`, capture by capture, and ingest each state of it.

    The manifest declares `dimensions`, so that they may be asked about even where no document
    states them and only the texts speak of them.

    What was captured at an unknown time is there from the first capture on. A later capture of
    what is declared to be the same edition overwrites the file of the one before.
    """
    folder.mkdir()
    manifest = folder.parent / "manifest.toml"
    placed = list(_placed(documents))
    entries = {place: document.declared(place).to_toml() for place, document in placed}
    declared = f"dimensions = {json.dumps(sorted(dimensions))}\n"
    manifest.write_text("\n".join((declared, *entries.values())), encoding="utf-8")
    for at, found in _captures(placed):
        for place, document in found:
            (folder / place).write_bytes(document.text.encode())
        knowledge.ingest(folder, manifest=manifest, at=at)


Placed = tuple[str, Document]


def _placed(documents: Sequence[Document]) -> Iterator[Placed]:
    """Yield each document with its place; only recaptured editions share one."""
    files: list[list[Document]] = []
    for document in documents:
        file = next((file for file in files if _recaptures(document, file)), None)
        if file is None:
            files.append(file := [])
        file.append(document)
        yield f"document-{files.index(file) + 1}.txt", document


def _recaptures(document: Document, others: Sequence[Document]) -> bool:
    same = all(document.declared("") == other.declared("") for other in others)
    times = [document.captured, *(other.captured for other in others)]
    return same and None not in times and len(set(times)) == len(times)


def _captures(placed: Sequence[Placed]) -> Iterator[tuple[datetime | None, list[Placed]]]:
    known = [document.captured for _, document in placed if document.captured]
    first = min(known, default=None)

    def time(item: Placed) -> datetime | None:
        return item[1].captured or first

    ordered = placed if first is None else sorted(placed, key=lambda item: time(item) or first)
    for at, found in groupby(ordered, key=time):
        yield at, list(found)
