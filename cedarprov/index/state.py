"""One committed state of an index: everything that a search reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cedarprov.index.cosine import cosines, nearest
from cedarprov.index.lexical import empty_lexicon
from cedarprov.index.manifest import Manifest
from cedarprov.index.port import IndexInfo, Notice, NoticeKind
from cedarprov.index.term import blank
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cedarprov.index.encoder import Encoder, Vectors
    from cedarprov.index.lexical import Lexicon
    from cedarprov.index.port import Hit
    from cedarprov.index.segment import Segment


class State(Frozen):
    """A manifest and the data that it names."""

    manifest: Manifest
    lexicon: Lexicon
    segments: tuple[Segment, ...] = ()

    def lexical(self, words: str, *, limit: int) -> list[Hit]:
        """Rank by words; see `PassageIndex.lexical`."""
        return self.lexicon.search(words, limit=limit)

    def dense(self, words: str, encoder: Encoder | None, *, limit: int) -> list[Hit]:
        """Rank by meaning, if ``encoder`` made the vectors; see `PassageIndex.dense`."""
        if encoder is None or not self.segments or not self.takes(encoder) or blank(words):
            return []
        return nearest(self.segments, _encoded(encoder, [words])[0], limit=limit)

    def coverage(self, words: str, texts: Sequence[str]) -> list[float]:
        """Compare texts with `words` by terms; see `PassageIndex.coverage`."""
        return self.lexicon.coverage(words, texts)

    def likeness(self, words: str, texts: Sequence[str], encoder: Encoder | None) -> list[float]:
        """Compare texts with `words` by meaning; see `PassageIndex.likeness`."""
        told = [text for text in texts if not blank(text)]
        if encoder is None or not self.takes(encoder) or blank(words) or not told:
            return [0.0] * len(texts)
        encoded = _encoded(encoder, [words, *told])
        found = dict(zip(told, cosines(encoded[1:], encoded[0]), strict=True))
        return [found.get(text, 0.0) for text in texts]

    def takes(self, encoder: Encoder) -> bool:
        """Tell whether vectors of ``encoder`` may stand beside those that are here."""
        held = self.manifest.encoder
        if held is None:
            return self.manifest.texts == 0
        return held.fingerprint == encoder.mark.fingerprint

    def notices(self, encoder: Encoder | None) -> tuple[Notice, ...]:
        """Say why a search by meaning with ``encoder`` finds nothing, or not everything."""
        notice = self._hindrance(encoder) or self._gap()
        return (notice,) if notice else ()

    def info(self) -> IndexInfo:
        """Count what is here."""
        return IndexInfo(
            sequence=self.manifest.sequence,
            texts=self.manifest.texts,
            documents=self.lexicon.documents,
            embedded=self.manifest.embedded,
            rows=sum(len(segment) for segment in self.segments),
            encoder=self.manifest.encoder,
        )

    def faults(self) -> tuple[str, ...]:
        """Name what contradicts the manifest; see `PassageIndex.verify`."""
        held = self.manifest
        found = []
        if self.lexicon.documents < held.texts:
            found.append(f"{held.texts} texts were committed, {self.lexicon.documents} are found")
        for mark, segment in zip(held.segments, self.segments, strict=True):
            if len(segment) != mark.rows:
                found.append(f"segment {mark.name} has {len(segment)} rows, not {mark.rows}")
            if not segment.is_unit():
                found.append(f"segment {mark.name} holds vectors that are not of length 1")
        embedded = sum(len(segment.first_rows()) for segment in self.segments)
        if embedded != held.embedded:
            found.append(f"{held.embedded} documents were given vectors, {embedded} have them")
        return tuple(found)

    def _hindrance(self, encoder: Encoder | None) -> Notice | None:
        held = self.manifest.encoder
        if encoder is None:
            if held is None:
                return Notice(
                    kind=NoticeKind.NO_ENCODER,
                    message="the search goes by words only: its index has no vectors; "
                    "`ingest --encoder` makes them where cedarprov[dense] is installed",
                )
            return Notice(
                kind=NoticeKind.NO_ENCODER,
                message=f"the search goes by words only: the encoder {held.name} that made the "
                "vectors is not open; install cedarprov[dense] or do not turn it off",
            )
        if self.takes(encoder):
            return None
        if held is None:
            return Notice(
                kind=NoticeKind.NO_VECTORS,
                message="the search goes by words only: the index was made without an encoder; "
                f"`ingest --encoder {encoder.mark.name}` gives it vectors",
            )
        return Notice(
            kind=NoticeKind.OTHER_ENCODER,
            message=f"the search goes by words only: {encoder.mark.name} is not the encoder that "
            f"made the vectors ({held.name}, fingerprint {held.fingerprint}); "
            f"open the store with that one, or `ingest --encoder {encoder.mark.name}`",
        )

    def _gap(self) -> Notice | None:
        lacking = self.lexicon.documents - self.manifest.embedded
        if not lacking:
            return None
        return Notice(
            kind=NoticeKind.VECTORS_MISSING,
            message=f"{lacking} of {self.lexicon.documents} texts were added without an encoder "
            "and are found by words only; `ingest --encoder` gives them vectors",
        )


def _encoded(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    """Return a vector a text, of its first window."""
    # A command line may hand over half a surrogate pair, which no tokenizer takes.
    written = (text.encode(errors="replace").decode() for text in texts)
    return encoder.encode([encoder.windows(text)[0] for text in written])


def empty_state() -> State:
    """Return the state before the first commit."""
    return State(manifest=Manifest(), lexicon=empty_lexicon())
