"""The hold on one store: the state that is read, the one writer, and the index."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.errors import NoCheckpoint, StoreClosed
from cedarprov.index.port import PassageIndex
from cedarprov.knowledge import indexing
from cedarprov.model.progress import OnProgress, Progress
from cedarprov.store.folder import StoreFolder
from cedarprov.store.purged import purge_records
from cedarprov.store.session import Session, WritingSession

if TYPE_CHECKING:
    from cedarprov.index.embedded import EmbeddedIndex
    from cedarprov.ingest.text import VersionTexts

WAIT: Final = 5.0
"""Seconds that a writing verb waits for another writer unless the caller says otherwise."""

_TRIES: Final = 20
_PAUSE: Final = 0.01


class Connection:
    """Opens what is asked for when it is first asked for.

    What is read is the newest published state, or the writer's own once it is open. The writer's
    lock is taken at the first write and held until `close`. `on_progress` is told of long work.
    """

    def __init__(self, path: Path, *, wait: float, dense: bool | str | None) -> None:
        self.path = path
        self._wait = wait
        self._dense = dense
        self._closed = False
        self.on_progress: OnProgress | None = None
        self._open()

    def _open(self) -> None:
        self.folder = StoreFolder.open(self.path)
        self._texts: VersionTexts | None = None
        self._writer: WritingSession | None = None
        self._reader: Session | None = None
        self._index: EmbeddedIndex | None = None
        self._earlier: dict[int, PassageIndex] = {}

    @property
    def wait(self) -> float:
        """Seconds that a write waits for another writer."""
        return self._wait

    @property
    def texts(self) -> VersionTexts:
        """The texts of versions, read from their bytes."""
        if self._texts is None:
            from cedarprov.ingest.text import VersionTexts  # noqa: PLC0415 - not for questions

            self._texts = VersionTexts(self.folder.blobs, self.folder.names, self._is_purged)
        return self._texts

    def _is_purged(self, version: str) -> bool:
        return version in purge_records(self.reading().store, self.folder.names)

    def release(self) -> None:
        """Let go of everything and stay usable: what is asked for next is opened anew."""
        for part in (self._index, self._writer, self._reader):
            if part is not None:
                part.close()
        self._open()

    def close(self) -> None:
        """Let go of everything; a second call does nothing."""
        if not self._closed:
            self.release()
            self._closed = True

    def require_open(self) -> None:
        """Refuse to go on after `close`, and follow the store where it was made anew since.

        Raises:
            StoreClosed: It was closed.
        """
        if self._closed:
            raise StoreClosed(self.path)
        if self._writer is None and StoreFolder.open(self.path) != self.folder:
            self.release()

    def _let_go_if_cut_short(self) -> None:
        # Opened anew, what follows the ledger is caught up, and the engine writes again.
        if self._writer is not None and self._writer.is_cut_short:
            self.release()

    def reading(self) -> Session:
        """Return the state that reading verbs see.

        Raises:
            StoreClosed: The connection was closed.
        """
        self.require_open()
        self._let_go_if_cut_short()
        if self._writer is not None:
            return self._writer
        if self._reader is not None:
            if self._is_newest(self._reader):
                return self._reader
            self._reader.close()
            self._reader = None  # should opening the newer state fail, no closed one is left
        self._reader = Session.reading(self.folder)
        return self._reader

    def _is_newest(self, reader: Session) -> bool:
        with contextlib.suppress(NoCheckpoint):  # the store is being made anew
            return self.folder.checkpoints.newest() == reader.checkpoint
        return False

    def writing(self) -> WritingSession:
        """Return the session that may write.

        Raises:
            StoreClosed: The connection was closed.
            StoreLocked: Another writer holds the store.
        """
        self.require_open()
        self._let_go_if_cut_short()
        if self._writer is None:
            self._writer = self._open_writer()
        return self._writer

    def _open_writer(self) -> WritingSession:
        from cedarprov.check.guard import available_guard  # noqa: PLC0415 - only writers need it

        with contextlib.ExitStack() as stack:
            guard = available_guard()
            writer = stack.enter_context(
                WritingSession.writing(
                    self.folder, guard=guard, text_of=self.texts, wait=self._wait
                )
            )
            self.folder = writer.folder  # another writer may have made it anew
            index = indexing.open_for_writing(self.folder, dense=self._dense)
            stack.callback(index.close)
            writer.follow_with(lambda session: self._follower(index, session))
            stack.pop_all()
        if self._index is not None:
            self._index.close()
        self._index = index
        return writer

    def _follower(self, index: EmbeddedIndex, session: Session) -> indexing.IndexFollower:
        follower = indexing.IndexFollower(index, session, self._notify)
        if self._dense:
            follower.renew()
        return follower

    def _notify(self, progress: Progress) -> None:
        if self.on_progress is not None:
            self.on_progress(progress)

    def prepare(self) -> None:
        """Let a question's model load while the store is opened.

        Raises:
            StoreClosed: The connection was closed.
        """
        self.require_open()
        encoder = self._newest_index().encoder
        if encoder is not None:
            encoder.prepare()

    def settled(self, sequence: int | None = None) -> tuple[Session, PassageIndex]:
        """Return the state that is read, and the index of it or of an earlier one.

        The index is committed before the state that it reflects is published. One that is ahead is
        waited for a moment, and made in memory in case its writer was killed in between; so is one
        that is behind or damaged, until the store is opened for writing.
        """
        session, index = self.reading(), self._newest_index()
        for _ in range(_TRIES):
            if index.sequence <= session.sequence:
                break
            time.sleep(_PAUSE)
            session, index = self.reading(), self._newest_index()
        wanted = session.sequence if sequence is None else min(sequence, session.sequence)
        if wanted != index.sequence:
            return session, self._index_at(session, wanted, index)
        return session, index

    def _index_at(self, session: Session, sequence: int, present: EmbeddedIndex) -> PassageIndex:
        if sequence not in self._earlier:
            if present.sequence < sequence:
                indexing.say_behind(present, sequence)
            self._earlier[sequence] = indexing.index_at(session, sequence, present)
        return self._earlier[sequence]

    def _newest_index(self) -> EmbeddedIndex:
        if self._index is None:
            self._index = indexing.open_for_reading(self.folder, dense=self._dense)
        elif self._writer is None:
            self._index = indexing.refresh(self._index)
        return self._index
