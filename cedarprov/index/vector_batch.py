"""Texts on their way to becoming a segment of vectors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from cedarprov.index.lexical import document_key, raw_digest
from cedarprov.index.port import below_headings
from cedarprov.index.segment import Segment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cedarprov.index.encoder import Encoder, Vectors
    from cedarprov.index.port import IndexText

# Enough that texts of like length are found to go through the encoder together.
_WAITING: Final = 512


@dataclass(slots=True)
class VectorBatch:
    """Vectors of texts, made many at a time."""

    encoder: Encoder
    _waiting: list[tuple[tuple[bytes, bytes], str]] = field(default_factory=list)
    _rows: list[Vectors] = field(default_factory=list)
    _owners: list[tuple[bytes, bytes]] = field(default_factory=list)

    def __len__(self) -> int:
        """Count the rows that are done or waiting."""
        return len(self._owners) + len(self._waiting)

    def add(self, text: IndexText) -> None:
        """Take in one text, in as many windows as the encoder needs."""
        windows = self.encoder.windows(below_headings(text.text, text.headings))
        self._waiting.extend((_owner(text), window) for window in windows)
        if len(self._waiting) >= _WAITING:
            self._encode()

    def keep(self, text: IndexText, vectors: Vectors) -> None:
        """Take in one text whose vectors are known."""
        self._rows.append(vectors)
        self._owners.extend([_owner(text)] * len(vectors))

    def segment(self) -> Segment:
        """Encode what waits and return all as a segment."""
        self._encode()
        digests, documents = zip(*self._owners, strict=True)
        return Segment(
            vectors=np.concatenate(self._rows), digests=_raw(digests), documents=_raw(documents)
        )

    def _encode(self) -> None:
        if self._waiting:
            owners, windows = zip(*self._waiting, strict=True)
            self._rows.append(self.encoder.encode(windows))
            self._owners.extend(owners)
            self._waiting.clear()


def _owner(text: IndexText) -> tuple[bytes, bytes]:
    return raw_digest(text.digest), document_key(text)


def _raw(digests: Sequence[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(digests), np.uint8).reshape(-1, 32)
