"""A store made anew beside itself: the one way in which more than a commit changes.

Compaction, purge, restoration and migration all do the same: they fill the next data folder while
the one in use stays as it is, and then replace the mark of the store folder, which names the one
that counts. That is one rename, so that a kill leaves either the store before or the store after;
what it leaves of the other is swept by the next writer.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pyoxigraph import Quad

from cedarprov.errors import StoreDamaged
from cedarprov.model.frozen import Frozen
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder, sync_folders
from cedarprov.store.ledger import Bundle, Ledger
from cedarprov.store.lock import WriterLock
from cedarprov.store.room import room_for
from cedarprov.store.statement import recorded_bundles

_DUMP: Final = "dump.nq"


class Sizes(Frozen):
    """The bytes that a store's data took before and after; links are counted once."""

    before: int
    after: int


class Rewrite:
    """A store being made anew: `old` is in use until `swap`, and `new` from then on."""

    def __init__(self, old: StoreFolder, new: StoreFolder) -> None:
        self.old = old
        self.new = new
        self.is_swapped = False

    def swap(self, *, at_once: bool = False) -> None:
        """Let the new data folder count, and sweep the old one.

        Readers keep what they have open until they ask again; with `at_once` its files go all the
        same, and so does every data folder that was kept.
        """
        sync_folders(self.new.path / self.new.data)
        self.new.write_mark()
        self.is_swapped = True
        self.new.sweep(at_once=at_once)


@contextlib.contextmanager
def rewriting(path: Path, *, wait: float = 0.0) -> Iterator[Rewrite]:
    """Hold the writer's lock of a store, and a new data folder for it; unswapped, that is removed.

    Raises:
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room; the store is as it was.
    """
    with WriterLock(path.absolute(), timeout=wait):
        old = StoreFolder.open(path)
        old.sweep()
        with filling(Rewrite(old, old.following())) as rewrite:
            yield rewrite


@contextlib.contextmanager
def filling(rewrite: Rewrite) -> Iterator[Rewrite]:
    """Make the new data folder; unless it was swapped in, remove it at the end.

    Raises:
        DiskFull: There is no room; the store is as it was.
    """
    folder = rewrite.new.path / rewrite.new.data
    try:
        with room_for(folder):
            rewrite.new.make()
            yield rewrite
    finally:
        if not rewrite.is_swapped:
            shutil.rmtree(folder, ignore_errors=True)


def transcribe(
    source: EmbeddedStore, target: StoreFolder, changed: Callable[[Quad], Quad | None] | None = None
) -> Bundle:
    """Write all quads of a store to the RDF folder of another, and return its last bundle.

    Every quad is read, so that damage shows; what was deleted is not carried over. `changed` gives
    what stands for a quad, or None.

    Raises:
        StoreDamaged: It cannot be read whole, or has no sound chain of bundles.
        DiskFull: There is no room.
    """
    store = EmbeddedStore.writable(target.rdf)
    try:
        if changed is None:
            dump = target.rdf.parent / _DUMP
            source.dump(dump)
            store.add_file(dump)
            dump.unlink()
        else:
            quads = map(changed, source.quads())
            store.fill(quad for quad in quads if quad is not None)
        store.flush()
        return _head(store, source, target)
    finally:
        store.close()


def _head(store: EmbeddedStore, source: EmbeddedStore, target: StoreFolder) -> Bundle:
    names = target.names
    rows = [bundle.chain for bundle in recorded_bundles(store, names)]
    if rows != [bundle.chain for bundle in recorded_bundles(source, names)]:
        raise StoreDamaged(target.rdf, "it does not hold the bundles that it was made from")
    return Ledger(store, names).head


def compact(folder: StoreFolder, *, wait: float = 0.0) -> Sizes:
    """Write the data of a store anew without what was deleted or is left over.

    Raises:
        StoreLocked: Another writer holds the store.
        StoreDamaged: It cannot be read whole; it is as it was.
        DiskFull: There is no room; it is as it was.
    """
    with rewriting(folder.path, wait=wait) as rewrite:
        old, new = rewrite.old, rewrite.new
        before = size_of(old.path / old.data)
        with contextlib.closing(EmbeddedStore.writable(old.rdf)) as store:
            head = transcribe(store, new)
        copy_derived(old, new)
        publish(new, head.sequence)
        rewrite.swap()
        return Sizes(before=before, after=size_of(new.path / new.data))


def copy_derived(old: StoreFolder, new: StoreFolder) -> None:
    """Take over what follows the ledger: it is believed as far as it agrees with it."""
    if old.catalogue.is_file():
        shutil.copyfile(old.catalogue, new.catalogue)
    if old.index.is_dir():
        copy_index(old, new)


def copy_index(old: StoreFolder, new: StoreFolder) -> None:
    """Take over the passage index; its files never change once written, so that links will do."""
    shutil.copytree(old.index, new.index, copy_function=link)


def link(source: str, target: str) -> str:
    """Give a file another name, or copy it where it cannot have one."""
    try:
        Path(target).hardlink_to(source)
    except OSError:
        # Another disk, or a file system without hard links.
        shutil.copyfile(source, target)
    return target


def publish(folder: StoreFolder, sequence: int) -> None:
    """Publish the first state of a data folder that was filled."""
    with contextlib.closing(EmbeddedStore.writable(folder.rdf)) as store:
        folder.checkpoints.publish(store.engine, sequence)


def size_of(path: Path) -> int:
    """Return the bytes of all files under a folder; a file with several names counts once."""
    stats = [item.stat() for item in path.rglob("*") if item.is_file()]
    return sum({(each.st_dev, each.st_ino): each.st_size for each in stats}.values())
