"""The passage index in a folder: one writer, any number of readers in other processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from cedarprov.errors import IndexDamaged, IndexNotWritable
from cedarprov.index.checksum import changed_files
from cedarprov.index.folder import clear, open_state
from cedarprov.index.lexical import intact
from cedarprov.index.manifest import read_manifest
from cedarprov.index.revision import Revision, note_sequence
from cedarprov.index.segment import known_vectors
from cedarprov.index.state import empty_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from cedarprov.index.encoder import Encoder, Vectors
    from cedarprov.index.port import Hit, IndexInfo, IndexText, Notice


class EmbeddedIndex:
    """A `PassageIndex` in a folder.

    Whoever opens it for writing must be the only one to; the store's lock sees to that. A reader
    keeps the commit that it opened with until `refresh`.
    """

    def __init__(
        self, folder: Path, *, encoder: Encoder | None = None, writable: bool = False
    ) -> None:
        """Open the last commit; a folder without one is an empty index.

        Raises:
            IndexDamaged: files are missing or cannot be read; `create` makes the index anew.
        """
        self.folder = folder
        self._encoder = encoder
        self._writable = writable
        self._state = open_state(folder)
        self._revision: Revision | None = None

    @classmethod
    def create(cls, folder: Path, *, encoder: Encoder | None = None) -> Self:
        """Make an empty index in place of whatever is in ``folder``, open for writing."""
        clear(folder)
        return cls(folder, encoder=encoder, writable=True)

    @classmethod
    def empty(cls, folder: Path) -> Self:
        """Return an index that knows nothing, whatever is in ``folder``, open for reading."""
        index = cls.__new__(cls)
        index.folder, index._encoder, index._writable = folder, None, False  # noqa: SLF001
        index._state, index._revision = empty_state(), None  # noqa: SLF001
        return index

    @property
    def sequence(self) -> int:
        """See `PassageIndex.sequence`."""
        return self._state.manifest.sequence

    @property
    def encoder(self) -> Encoder | None:
        """The encoder that this index was opened with."""
        return self._encoder

    @property
    def notices(self) -> tuple[Notice, ...]:
        """See `PassageIndex.notices`."""
        return self._state.notices(self._encoder)

    def add(self, texts: Iterable[IndexText]) -> int:
        """See `PassageIndex.add`.

        Whatever interrupts it, all that was added since the last commit is dropped.

        Raises:
            IndexNotWritable: the index was opened for reading.
            DiskFull: there was no room for the texts.
        """
        revision = self._begun()
        try:
            return revision.add(texts)
        except BaseException:
            self._revision = None
            raise

    def commit(self, sequence: int) -> None:
        """See `PassageIndex.commit`; raises as `add` does."""
        if self._revision is None:
            self._require_writable()
            self._state = note_sequence(self.folder, self._state, sequence)
            return
        revision, self._revision = self._revision, None
        self._state = revision.commit(sequence)

    def rebuild(self, texts: Iterable[IndexText], *, sequence: int) -> None:
        """See `PassageIndex.rebuild`; raises as `add` does."""
        self._require_writable()
        self._drop()
        revision = Revision(
            self.folder,
            empty_state(),
            encoder=self._encoder,
            known=self.vectors(),
            replaces=self._state.manifest,
        )
        revision.add(texts)
        self._state = revision.commit(sequence)

    def refresh(self) -> bool:
        """Move to the last commit of the writer; tell whether there was a newer one."""
        if read_manifest(self.folder) == self._state.manifest:
            return False
        self._state = open_state(self.folder)
        return True

    def vectors(self) -> Mapping[bytes, Vectors]:
        """Return the vectors that this index's encoder made, for a `MemoryIndex` to use."""
        if self._encoder is None or not self._state.takes(self._encoder):
            return {}
        return known_vectors(self._state.segments)

    def lexical(self, words: str, *, limit: int) -> list[Hit]:
        """See `PassageIndex.lexical`.

        Raises:
            IndexDamaged: files cannot be read.
        """
        with intact(self.folder):
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
        """See `PassageIndex.verify`; an index with missing files does not even open."""
        return (*self._state.faults(), *self._changed())

    def require_unchanged(self) -> None:
        """Compare the files of the lexical index with the sums that the engine gave them.

        Raises:
            IndexDamaged: one was changed or cut off since.
        """
        for fault in self._changed():
            raise IndexDamaged(self.folder, fault)

    def _changed(self) -> Iterator[str]:
        lexical = self.folder / "lexical" / self._state.manifest.lexical
        return (f"{path} was changed or cut off" for path in changed_files(lexical))

    def close(self) -> None:
        """See `PassageIndex.close`."""
        self._drop()
        self._state = empty_state()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begun(self) -> Revision:
        if self._revision is None:
            self._require_writable()
            self._revision = Revision(self.folder, self._state, encoder=self._encoder)
        return self._revision

    def _require_writable(self) -> None:
        if not self._writable:
            raise IndexNotWritable(self.folder)

    def _drop(self) -> None:
        if self._revision is not None:
            self._revision.abandon()
            self._revision = None
