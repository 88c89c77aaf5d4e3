"""What turns texts into vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


class EncoderMark(Frozen):
    """What an index keeps of its encoder: vectors compare only under one fingerprint.

    The fingerprint covers weights, tokenizer, pooling and window, and not the name.
    """

    name: str
    fingerprint: str
    width: int


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def mark(self) -> EncoderMark:
        """Which encoder this is."""
        ...

    @property
    def window(self) -> int:
        """How many tokens of a text are taken in; the rest would be cut off."""
        ...

    def prepare(self) -> None:
        """Begin to load what the first text needs, and do not wait for it."""
        ...

    def windows(self, text: str) -> Sequence[str]:
        """Cut a text into overlapping pieces that fit the window; most texts are one piece."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (texts, width); no text may be blank."""
        ...
