"""Segments of vectors: written once, mapped into memory, never changed."""

from __future__ import annotations

import os
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cedarprov.errors import IndexDamaged
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from numpy.typing import NDArray

    from cedarprov.index.encoder import Vectors

    Rows: TypeAlias = NDArray[np.intp]

_PARTS: Final = ("vectors", "digests", "documents")


class Segment(Frozen):
    """Vectors and, for each, the digest of its text and the key of its document, as raw bytes.

    Shapes: (rows, width), (rows, 32), (rows, 32). The windows of a document are neighbours.
    """

    vectors: Vectors
    digests: NDArray[np.uint8]
    documents: NDArray[np.uint8]

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.vectors)

    def owners(self, rows: Rows) -> list[str]:
        """Return the digests of the texts that rows belong to."""
        return [f"sha256:{bytes(raw).hex()}" for raw in self.digests[rows]]

    def first_rows(self) -> Rows:
        """Return the row at which each document begins."""
        changes = np.any(self.documents[1:] != self.documents[:-1], axis=1)
        return np.concatenate([[0], np.flatnonzero(changes) + 1])

    def is_unit(self) -> bool:
        """Tell whether every vector has the length 1."""
        lengths = np.linalg.norm(self.vectors, axis=1)
        return bool(np.allclose(lengths, 1.0, atol=1e-3))


def joined(segments: Sequence[Segment]) -> Segment:
    """Return the rows of several segments as one."""
    return Segment(
        vectors=np.concatenate([segment.vectors for segment in segments]),
        digests=np.concatenate([segment.digests for segment in segments]),
        documents=np.concatenate([segment.documents for segment in segments]),
    )


def known_vectors(segments: Iterable[Segment]) -> dict[bytes, Vectors]:
    """Return the vectors of each document by its key, shape (windows, width)."""
    known: dict[bytes, Vectors] = {}
    for segment in segments:
        starts = segment.first_rows().tolist()
        for start, end in pairwise([*starts, len(segment)]):
            known[segment.documents[start].tobytes()] = segment.vectors[start:end]
    return known


def write_segment(folder: Path, name: str, segment: Segment) -> None:
    """Write a segment durably; nothing reads it before a manifest names it."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in _PARTS:
        # Saved straight to a file, numpy would not say why a write failed.
        content = BytesIO()
        np.save(content, getattr(segment, part))
        with _path(folder, name, part).open("wb") as file:
            file.write(content.getbuffer())
            file.flush()
            os.fsync(file.fileno())


def open_segment(folder: Path, name: str) -> Segment:
    """Map a segment into memory; it stays readable when its files are swept."""
    held = {part: _mapped(_path(folder, name, part)) for part in _PARTS}
    lengths = {len(array) for array in held.values()}
    if len(lengths) != 1:
        raise IndexDamaged(folder, f"the parts of segment {name} have different lengths")
    return Segment(**held)


def _mapped(path: Path) -> NDArray[Any]:
    try:
        # Seen as a plain array: of a memmap, rows are slow to take.
        return np.asarray(np.load(path, mmap_mode="r"))
    except (ValueError, EOFError) as fault:
        raise IndexDamaged(path, str(fault)) from fault


def _path(folder: Path, name: str, part: str) -> Path:
    return folder / f"{name}.{part}.npy"
