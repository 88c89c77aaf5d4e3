"""A passage index in memory, such as one of the texts of an earlier state of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cedarprov.index.draft import Draft
from cedarprov.index.lexical import LexiconWriter, document_key
from cedarprov.index.manifest import Manifest
from cedarprov.index.segment import known_vectors
from cedarprov.index.state import State, empty_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cedarprov.index.encoder import Encoder, Vectors
    from cedarprov.index.port import Hit, IndexInfo, IndexText, Notice
    from cedarprov.index.segment import Segment


class MemoryIndex:
    """A `PassageIndex` that lives as long as the process; each commit builds it anew.

    ``vectors`` (see `EmbeddedIndex.vectors`) spares encoding texts again.
    """

    def __init__(
        self,
        texts: Iterable[IndexText] = (),
        *,
        sequence: int = 0,
        encoder: Encoder | None = None,
        vectors: Mapping[bytes, Vectors] | None = None,
    ) -> None:
        self._encoder = encoder
        self._known = dict(vectors or {})
        self._texts: dict[bytes, IndexText] = {}
        self._state = empty_state()
        self.add(texts)
        self.commit(sequence)

    @property
    def sequence(self) -> int:
        """See `PassageIndex.sequence`."""
        return self._state.manifest.sequence

    @property
    def notices(self) -> tuple[Notice, ...]:
        """See `PassageIndex.notices`."""
        return self._state.notices(self._encoder)

    def add(self, texts: Iterable[IndexText]) -> int:
        """See `PassageIndex.add`."""
        before = len(self._texts)
        for text in texts:
            self._texts.setdefault(document_key(text), text)
        return len(self._texts) - before

    def commit(self, sequence: int) -> None:
        """See `PassageIndex.commit`."""
        self.rebuild(self._texts.values(), sequence=sequence)

    def rebuild(self, texts: Iterable[IndexText], *, sequence: int) -> None:
        """See `PassageIndex.rebuild`."""
        segments: list[Segment] = []
        self._known |= known_vectors(self._state.segments)
        kept = {document_key(text): text for text in texts}
        draft = Draft(
            empty_state(),
            LexiconWriter(),
            segments.append,
            encoder=self._encoder,
            known=self._known,
        )
        for text in kept.values():
            draft.add(text)
        manifest = Manifest(
            generation=self._state.manifest.generation + 1,
            sequence=sequence,
            texts=draft.texts,
            embedded=draft.embedded,
            encoder=self._encoder.mark if self._encoder else None,
        )
        lexicon = draft.commit()
        self._texts = kept
        self._state = State(manifest=manifest, lexicon=lexicon, segments=tuple(segments))

    def lexical(self, words: str, *, limit: int) -> list[Hit]:
        """See `PassageIndex.lexical`."""
        return self._state.lexical(words, limit=limit)

    def dense(self, words: str, *, limit: int) -> list[Hit]:
        """See `PassageIndex.dense`."""
        return self._state.dense(words, self._encoder, limit=limit)

    def coverage(self, words: str, texts: Sequence[str]) -> list[float]:
        """See `PassageIndex.coverage`."""
        return self._state.coverage(words, texts)

    def likeness(self, words: str, texts: Sequence[str]) -> list[float]:
        """See `PassageIndex.likeness`."""
        return self._state.likeness(words, texts, self._encoder)

    def info(self) -> IndexInfo:
        """See `PassageIndex.info`."""
        return self._state.info()

    def verify(self) -> tuple[str, ...]:
        """Find nothing: memory has no files to damage."""
        return ()

    def close(self) -> None:
        """Forget everything."""
        self._texts = {}
        self._state = empty_state()
