"""Put documents and what was annotated on them into a store."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cedarprov.evaluate.inferring import ANNOTATOR
from cedarprov.evaluate.sixty.corpus import DOCUMENTS, WrittenEdge
from cedarprov.model.edge import Claim

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge


def ingest(kb: Knowledge, folder: Path, *further: str, documents: Path | None = None) -> None:
    """Take in the documents, under the manifest followed by further entries (TOML)."""
    manifest = (folder / "manifest.toml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        # A manifest is a source, named by its folder too: the same one in every run.
        written = Path(scratch) / "manifests" / "manifest.toml"
        written.parent.mkdir()
        written.write_text("\n".join((manifest, *further)), encoding="utf-8")
        kb.ingest(documents or folder / DOCUMENTS, manifest=written)


def further_metadata(folder: Path) -> str:
    """Return the entries that hold further metadata."""
    return (folder / "metadata.toml").read_text(encoding="utf-8")


def connect(kb: Knowledge, edges: Iterable[WrittenEdge]) -> None:
    """Record claims on the words of edges, and the edges between them, as an annotator's."""
    chosen = list(edges)
    versions = places_of(kb)
    # All is read before anything is written: a reading after a write would catch up first.
    spans = {
        quoted: kb.span(quoted.quote, version=versions[quoted.document])
        for edge in chosen
        for quoted in (edge.subject, edge.object)
    }
    claims = {
        quoted: kb.add_claim(Claim(statement=quoted.quote, spans=(span,)), agent=ANNOTATOR)
        for quoted, span in spans.items()
    }
    for edge in chosen:
        kb.edge(
            claims[edge.subject],
            edge.relation,
            claims[edge.object],
            evidence=[spans[edge.subject], spans[edge.object]],
            scope=edge.scope,
            agent=ANNOTATOR,
        )


def places_of(kb: Knowledge) -> dict[str, str]:
    """Return the version of each document by its place in the folder of documents."""
    return {
        edition.place.removeprefix(f"{DOCUMENTS}/"): edition.version
        for source in kb.sources()
        for edition in source.editions
    }
