"""What a passage index takes, gives and promises."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cedarprov.index.encoder import EncoderMark

DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")
_HEADINGS: Final = 3


def below_headings(text: str, headings: Sequence[str]) -> str:
    """Return what is encoded for a text: the text below its innermost headings.

    A change of this rule is a change of `cedarprov.index.manifest.FORMAT`.
    """
    path = " > ".join(headings[-_HEADINGS:])
    return f"{path}\n{text}" if path else text


class IndexText(Frozen):
    """One distinct passage text under one heading path, outermost heading first.

    A text that stands under two heading paths is two of these; a search names it once, by the
    path that matches best.
    """

    digest: str
    text: str
    headings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a digest that is not ``sha256:`` and 64 hexadecimal digits."""
        if not DIGEST.fullmatch(self.digest):
            raise BadValue("digest", self.digest, "sha256: and 64 small hexadecimal digits")


class Hit(Frozen):
    """A text that a search found; the best has rank 1."""

    digest: str
    score: float
    rank: int


class NoticeKind(StrEnum):
    """Why a search by meaning gives less than it could."""

    NO_ENCODER = "no-encoder"
    NO_VECTORS = "no-vectors"
    OTHER_ENCODER = "other-encoder"
    VECTORS_MISSING = "vectors-missing"


class Notice(Frozen):
    """Something that whoever reads the results should be told, and the sentence to tell it."""

    kind: NoticeKind
    message: str


class IndexInfo(Frozen):
    """The state of an index.

    ``texts`` counts distinct digests, ``documents`` texts under their heading paths, ``embedded``
    the documents that have vectors and ``rows`` the vectors, of which a long text has several.
    """

    sequence: int
    texts: int
    documents: int
    embedded: int
    rows: int
    encoder: EncoderMark | None


class PassageIndex(Protocol):
    """Rankings of distinct texts, by words and by meaning.

    Adding is idempotent, and nothing that was added is found before it is committed. The same
    committed texts give the same hits, whatever the order or the batches they came in: scores
    are rounded and ties are broken by digest.
    """

    @property
    def sequence(self) -> int:
        """The sequence number of the store that the committed texts reflect."""
        ...

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is wrong with searching by meaning; nothing when it is in order."""
        ...

    def add(self, texts: Iterable[IndexText]) -> int:
        """Take in texts and return how many were new; blank ones are left out."""
        ...

    def commit(self, sequence: int) -> None:
        """Make all that was added visible and lasting, at once."""
        ...

    def rebuild(self, texts: Iterable[IndexText], *, sequence: int) -> None:
        """Replace the whole index by ``texts``; the old one serves until the new one is whole.

        Vectors made by the same encoder are kept, those of texts that are not named are dropped.
        """
        ...

    def lexical(self, words: str, *, limit: int) -> list[Hit]:
        """Rank texts by the words they share with ``words`` (BM25); no words give no hits."""
        ...

    def dense(self, words: str, *, limit: int) -> list[Hit]:
        """Rank texts by the cosine of their vectors with that of ``words``.

        A text is embedded below its three innermost headings, in as many windows as the encoder
        needs, and counts by the best. Empty where `notices` says why.
        """
        ...

    def coverage(self, words: str, texts: Sequence[str]) -> list[float]:
        """Return for each text, held or not, the share of the terms of ``words`` that it has.

        A term counts by its rarity among the texts held (the inverse document frequency of BM25);
        one that no text has does not count.
        """
        ...

    def likeness(self, words: str, texts: Sequence[str]) -> list[float]:
        """Return for each text, held or not, the cosine of its vector with that of ``words``.

        Of a long text the first window counts. All are 0 where `notices` says why.
        """
        ...

    def info(self) -> IndexInfo:
        """Count what the last commit holds."""
        ...

    def verify(self) -> tuple[str, ...]:
        """Name in sentences what is damaged; nothing when all is in order."""
        ...

    def close(self) -> None:
        """Drop what was not committed and let go of all files."""
        ...
