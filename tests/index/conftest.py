"""Texts to index, and an encoder that is quick."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from cedarprov.index import IndexText
from cedarprov.index.hash_encoder import HashEncoder

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="session")
def text() -> Callable[..., IndexText]:
    """Make a text with its digest."""

    def make(words: str, *headings: str) -> IndexText:
        digest = "sha256:" + hashlib.sha256(words.encode()).hexdigest()
        return IndexText(digest=digest, text=words, headings=headings)

    return make


@pytest.fixture
def encoder() -> HashEncoder:
    return HashEncoder()
