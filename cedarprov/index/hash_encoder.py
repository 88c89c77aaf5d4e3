"""A stand-in for an encoder that needs no model."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np

from cedarprov.index.encoder import EncoderMark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cedarprov.index.encoder import Vectors


class HashEncoder:
    """A stand-in for a model: texts that share words have close vectors, always the same ones.

    ``seed`` makes a different space of the same width.
    """

    def __init__(self, name: str = "hash", *, width: int = 64, seed: str = "") -> None:
        self.mark = EncoderMark(name=name, fingerprint=f"hash:{seed}:{width}", width=width)
        self.window = 256
        self.encoded = 0
        """How many texts were encoded so far: tests bound the work by it."""
        self._seed = seed.encode()[: hashlib.blake2b.SALT_SIZE]

    def prepare(self) -> None:
        """Do nothing: there is nothing to load."""

    def windows(self, text: str) -> Sequence[str]:
        """Cut a text every ``window`` words."""
        words = text.split()
        cuts = range(0, max(1, len(words)), self.window)
        return [" ".join(words[at : at + self.window]) for at in cuts]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Sum a fixed random vector for each word; see `Encoder.encode`."""
        if any(not text.strip() for text in texts):
            raise ValueError("a blank text has no vector")
        self.encoded += len(texts)
        rows = np.zeros((len(texts), self.mark.width), np.float32)
        for at, text in enumerate(texts):
            words = re.findall(r"\w+", text.casefold()) or [text]
            rows[at] = sum(map(self._direction, words))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows

    def _direction(self, word: str) -> Vectors:
        seed = hashlib.blake2b(word.encode(), digest_size=8, salt=self._seed).digest()
        random = np.random.default_rng(int.from_bytes(seed))
        return random.standard_normal(self.mark.width, np.float32)
