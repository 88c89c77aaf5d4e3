"""The graphs of a store as Turtle, which has no graphs: one file each, in a folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyoxigraph import NamedNode, RdfFormat

from cedarprov.errors import FolderNotOurs
from cedarprov.export.archive import graph_parts
from cedarprov.export.report import ExportFormat, ExportReport
from cedarprov.export.turtle import body, header, prefixes_of, reading_order
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.store.session import Session

_DIGITS: Final = 12
_OURS: Final = re.compile(rf"({INDEX}|{TEXTS}|bundle-\d{{6,}}-[0-9a-f]{{{_DIGITS}}})\.ttl")


def write_split(session: Session, folder: Path) -> ExportReport:
    """Write each graph as a file of Turtle whose first line is a comment with its name.

    The index is `index.ttl`, the texts are `text.ttl`, and a bundle has its sequence number and
    the beginning of its digest in its name: what is added to a store adds files and lines.

    Files of an earlier export are written over, or removed where the store has no such graph.
    Hidden files, such as those of Git, are left alone.

    Raises:
        FolderNotOurs: The folder holds something else, or is a file.
    """
    names, written = dict(_named(session)), 0
    _clear(folder, set(names.values()))
    prefixes = prefixes_of(session.names)
    for graph, lots in graph_parts(session, reading_order):
        with (folder / names[graph]).open("wb") as file:
            file.write(f"# graph {graph}\n".encode() + header(prefixes))
            for quads in lots:
                triples = (quad.triple for quad in quads)
                file.write(b"\n" + body(triples, RdfFormat.TURTLE, prefixes))
        written += 1
    return ExportReport(format=ExportFormat.TURTLE, written=written, unit="graphs, a file each")


def _clear(folder: Path, kept: set[str]) -> None:
    if folder.exists() and not folder.is_dir():
        raise FolderNotOurs(folder, "the bytes of a file")
    folder.mkdir(parents=True, exist_ok=True)
    found = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    for path in found:
        if not (_OURS.fullmatch(path.name) and path.is_file()):
            raise FolderNotOurs(folder, path.name)
    for path in found:
        if path.name not in kept:
            path.unlink()


def _named(session: Session) -> Iterator[tuple[NamedNode, str]]:
    for name in (INDEX, TEXTS):
        yield session.names.graph(name), f"{name}.ttl"
    for bundle in session.ledger.bundles():
        digest = bundle.digest.removeprefix("sha256:")[:_DIGITS]
        yield NamedNode(bundle.iri), f"bundle-{bundle.sequence:06d}-{digest}.ttl"
