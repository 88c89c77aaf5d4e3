"""A store held open: for reading a published state, or, by one at a time, for writing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from pyoxigraph import NamedNode, Triple

from cedarprov.errors import NoCheckpoint, RefusedError, StoreDamaged
from cedarprov.rdf import vocabulary as v
from cedarprov.store.catalogue import Catalogue
from cedarprov.store.catalogue_file import CatalogueFile
from cedarprov.store.checkpoint import Checkpoint
from cedarprov.store.door import Door, Guard, TextOf
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder
from cedarprov.store.ledger import Bundle, Ledger
from cedarprov.store.lock import WriterLock
from cedarprov.store.purged import standing_purges
from cedarprov.store.quoted_record import quoted_digests
from cedarprov.store.shortcut import Shortcuts
from cedarprov.store.sighting import Sightings


class Follower(Protocol):
    """Something derived from the ledger that must follow it."""

    @property
    def reflects(self) -> int:
        """The sequence number that it has followed the ledger to."""
        ...

    def follow(self, bundles: Iterable[Bundle]) -> None:
        """Take in bundles, given in order from `reflects` on."""
        ...


class Session:
    """A store open in one state: its ledger, catalogue and query interface."""

    def __init__(self, folder: StoreFolder, store: EmbeddedStore) -> None:
        self.folder = folder
        self.names = folder.names
        self.store = store
        self.ledger = Ledger(store, self.names)
        self.checkpoint: Checkpoint | None = None
        self._catalogue: Catalogue | None = None
        self._stack = contextlib.ExitStack()

    @classmethod
    def reading(cls, folder: StoreFolder) -> Session:
        """Open the newest published state; never meets the writer's lock.

        Raises:
            NoCheckpoint: Nothing was published yet.
        """
        with contextlib.ExitStack() as stack:
            folder, checkpoint = stack.enter_context(folder.lease())
            session = cls(folder, EmbeddedStore.read_only(checkpoint.store))
            session.checkpoint = checkpoint
            session._stack = stack.pop_all()
            return session

    @property
    def sequence(self) -> int:
        """The sequence number of the last bundle."""
        return self.ledger.head.sequence

    @property
    def catalogue(self) -> Catalogue:
        """Every capture, read when it is first asked for."""
        if self._catalogue is None:
            self._catalogue = Catalogue(self.names)
            known, reached = self._catalogue_file.read()
            self._catalogue.add(known)
            self._catalogue.take_in(self.ledger.bundles(after=reached), self.store)
        return self._catalogue

    @property
    def _catalogue_file(self) -> CatalogueFile:
        return CatalogueFile(self.folder.catalogue, self.ledger)

    def holds(self, iri: str) -> bool:
        """Tell whether some bundle describes a record; what is no IRI is none."""
        try:
            node = NamedNode(iri)
        except ValueError:
            return False
        return next(self.store.quads(node, v.TYPE), None) is not None

    def is_a(self, iri: str, kind: str) -> bool:
        """Tell whether some bundle says that a record is of a class (an IRI)."""
        try:
            node = NamedNode(iri)
        except ValueError:
            return False
        return next(self.store.quads(node, v.TYPE, NamedNode(kind)), None) is not None

    def close(self) -> None:
        """Let go of the store; a second call does nothing."""
        self.store.close()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class WritingSession(Session):
    """The one session that may write; what follows the ledger is caught up at open.

    Where a write is cut short (a full disk, an interrupt) the store is whole, but what this session
    knows of it may not be: `is_cut_short` says so, and only closing it is of use then.
    """

    def __init__(self, folder: StoreFolder, store: EmbeddedStore, door: Door) -> None:
        super().__init__(folder, store)
        self.is_cut_short = False
        self._door = door
        self._followers: list[Follower] = []

    @classmethod
    def writing(
        cls, folder: StoreFolder, *, guard: Guard, text_of: TextOf, wait: float = 0.0
    ) -> WritingSession:
        """Open a store for writing, waiting up to `wait` seconds for another writer.

        Raises:
            StoreLocked: Another writer holds the store.
            StoreDamaged: Its files cannot be opened, or lack what was published.
        """
        with contextlib.ExitStack() as stack:
            stack.enter_context(WriterLock(folder.path, timeout=wait))
            folder = StoreFolder.open(folder.path)  # whoever had the lock may have made it anew
            folder.sweep()
            folder.blobs.sweep()
            held = stack.pop_all()
        return cls.filling(folder, guard=guard, text_of=text_of, held=held)

    @classmethod
    def filling(
        cls,
        folder: StoreFolder,
        *,
        guard: Guard,
        text_of: TextOf,
        held: contextlib.ExitStack | None = None,
    ) -> WritingSession:
        """Open a data folder for writing; the caller has the writer's lock, or gives it as `held`.

        Raises:
            StoreDamaged: Its files cannot be opened.
        """
        with held or contextlib.ExitStack() as stack:
            folder.make()
            folder.checkpoints.sweep_left()
            store = EmbeddedStore.writable(folder.rdf)
            stack.callback(store.close)
            door = Door(store=store, names=folder.names, guard=guard, text_of=text_of)
            session = cls(folder, store, door)
            session._require_published()
            session._catalogue_file.catch_up(session.catalogue)
            session._sweep_purged()
            session._add(Shortcuts(store, folder.names, session.catalogue))
            session._stack = stack.pop_all()
            return session

    def _sweep_purged(self) -> None:
        # A purge that was killed after its tombstone came to count may have left bytes behind.
        gone = standing_purges(self.store, self.names, self.catalogue)
        if not gone:
            return
        captured = {each.version for each in self.catalogue.records} - gone.keys()
        kept = {self.names.version_parts(version)[0] for version in captured}
        for digest in {record.digest for record in gone.values()} - kept:
            if (name := digest.removeprefix("sha256:")) not in quoted_digests(self.store):
                self.folder.blobs.remove(name)

    def _add(self, follower: Follower) -> None:
        behind = follower.reflects
        if behind < self.sequence:
            follower.follow(list(self.ledger.bundles(after=behind)))
        self._followers.append(follower)

    def follow_with(self, make: Callable[[Session], Follower]) -> None:
        """Add something that follows the ledger, and catch it up."""
        self._add(make(self))
        self._publish_if_behind()

    def commit(self, drafts: Sequence[Sequence[Triple]], texts: Iterable[str]) -> Sequence[Bundle]:
        """Write drafts as bundles, all or none, then let everything follow and publish.

        Raises:
            RefusedError: The door refuses the batch; nothing was written.
            DiskFull: There is no room; nothing was written.
        """
        if not drafts:
            return ()
        catalogue = self.catalogue
        with self._in_one_go():
            bundles = self.ledger.commit(drafts, texts, self._door)
            if not bundles:
                return ()
            catalogue.take_in(bundles, self.store)
            self._catalogue_file.add(bundles, catalogue)
            for follower in self._followers:
                follower.follow(bundles)
            self.publish()
        return bundles

    def sight(self, *, seen: Iterable[str], gone: Iterable[str], at: datetime) -> None:
        """Record which editions were seen and which were not where they had been, and publish.

        Raises:
            DiskFull: There is no room.
        """
        sightings = Sightings(self.store, self.names)
        with self._in_one_go():
            sightings.seen(seen, at)
            sightings.gone(gone, at)
            self.store.flush()
            self.publish()

    @contextlib.contextmanager
    def _in_one_go(self) -> Iterator[None]:
        try:
            yield
        except RefusedError:
            raise  # the door refuses before anything is written
        except BaseException:
            self.is_cut_short = True
            raise

    def publish(self) -> None:
        """Publish the present state for readers, and sweep states that nobody reads."""
        self.folder.checkpoints.publish(self.store.engine, self.sequence)
        self.folder.checkpoints.sweep()

    def _publish_if_behind(self) -> None:
        # A writer that was killed between its commit and its checkpoint left readers behind, and
        # one that was killed while it made the store left them with nothing to read.
        if self._published() < self.sequence:
            self.publish()

    def _published(self) -> int:
        """Return the sequence number that readers can open, -1 for none."""
        try:
            newest = self.folder.checkpoints.newest()
            EmbeddedStore.read_only(newest.store).close()
        except (NoCheckpoint, StoreDamaged):
            return -1
        return newest.sequence

    def _require_published(self) -> None:
        # The engine drops the end of a damaged log without a word; what was published is known.
        with contextlib.suppress(NoCheckpoint):
            published = self.folder.checkpoints.newest().sequence
            if published > self.sequence:
                why = f"they end at bundle {self.sequence}, but bundle {published} was published"
                raise StoreDamaged(self.folder.rdf, why)


def create(path: Path, *, base: str | None = None) -> StoreFolder:
    """Make an empty store in a folder, published and ready to be opened.

    Raises:
        StoreExists: The folder holds something already.
    """
    folder = StoreFolder.create(path, base=base)
    with WriterLock(folder.path):
        store = EmbeddedStore.writable(folder.rdf)
        folder.checkpoints.publish(store.engine, 0)
        store.close()
    return folder
