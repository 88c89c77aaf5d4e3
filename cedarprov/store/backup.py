"""Copies of a store while it is in use, and what a store is restored from.

A backup is a store folder of its own, and can be opened as one. It appears under its name by one
rename, so that it is whole or not there.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from cedarprov.errors import (
    CorruptBlob,
    MissingBlob,
    NoCheckpoint,
    StoreDamaged,
    StoreExists,
)
from cedarprov.model.frozen import Frozen, replace
from cedarprov.store.blob import Blobs
from cedarprov.store.checkpoint import Checkpoint, Checkpoints
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import (
    StoreFolder,
    data_folders,
    make_folder,
    remove,
    sync_folder,
    sync_folders,
)
from cedarprov.store.ledger import Bundle, Ledger
from cedarprov.store.lock import WriterLock
from cedarprov.store.rewrite import Rewrite, filling, publish, size_of, transcribe
from cedarprov.store.room import room_for

Check = Callable[[EmbeddedStore, StoreFolder], None]
"""Raise `StoreDamaged` where a store that was filled is not sound."""

_TRIES: Final = 5
_UNFINISHED: Final = ".unfinished"
_OURS: Final = ("cedarprov.json", "blobs", "rdf", "writer.lock")


class BackupReport(Frozen):
    """A backup that was made: up to which bundle, of how many blobs and bytes.

    `damaged` names blobs that are not what they were, and of which no copy was made.
    """

    path: Path
    sequence: int
    chain: str
    blobs: int
    size: int
    damaged: tuple[str, ...]


class RestoreReport(Frozen):
    """What a store was restored from, up to which bundle, and where what was there is kept.

    `undone` names versions that had been purged and are not in what was restored.
    """

    path: Path
    source: Path
    sequence: int
    chain: str
    kept: tuple[Path, ...]
    undone: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = f"restored {self.path} from {self.source}, up to bundle {self.sequence}"
        if self.kept:
            told += f"; what was there is kept in {', '.join(map(str, self.kept))}"
        undone = (f"\n  purged before and back again: {version}" for version in self.undone)
        return "".join((told, *undone))


# -- backup ---------------------------------------------------------------------------------------


def backup(folder: StoreFolder, path: Path) -> BackupReport:
    """Copy the newest published state of a store; no lock is taken, and none is waited for.

    Raises:
        StoreExists: There is something at `path` already.
        DiskFull: There is no room; nothing was left behind.
    """
    path = path.absolute()
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise StoreExists(path)
    unfinished = path.with_name(f".{path.name}{_UNFINISHED}")
    remove(unfinished)
    try:
        with room_for(path):
            make_folder(path.parent)
            report = _copied(folder, unfinished)
            sync_folders(unfinished)
            unfinished.replace(path)
            sync_folder(path.parent)
    finally:
        remove(unfinished)
    return replace(report, path=path)


def _copied(folder: StoreFolder, path: Path) -> BackupReport:
    while True:
        present = StoreFolder.open(folder.path)
        target = StoreFolder(path=path, base=present.base)
        target.make()
        copy_index(present.index, target.index)  # first: it may lag behind the record, not lead
        with present.lease() as (leased, checkpoint):
            shutil.copytree(checkpoint.store, target.rdf, copy_function=_copy)
            damaged = copy_blobs(leased.blobs, target.blobs)
        if StoreFolder.open(folder.path).data == present.data == leased.data:
            break
        remove(path)  # it was made anew in between: by a purge, perhaps
    with contextlib.closing(EmbeddedStore.writable(target.rdf)) as store:
        head = Ledger(store, target.names).head
        target.checkpoints.publish(store.engine, head.sequence)
    target.write_mark()
    return BackupReport(
        path=path,
        sequence=head.sequence,
        chain=head.chain,
        blobs=sum(1 for _ in target.blobs),
        size=size_of(path),
        damaged=damaged,
    )


def copy_blobs(source: Blobs, target: Blobs) -> tuple[str, ...]:
    """Copy every blob that is what its name says, and return the names of the others."""
    damaged = []
    for digest in source:
        try:
            target.put(source.get(digest))
        except MissingBlob:
            continue  # it was removed in between
        except CorruptBlob:
            damaged.append(digest)
    return tuple(damaged)


def copy_index(source: Path, target: Path) -> None:
    """Copy a passage index that may be written to meanwhile; failing that, it is made anew later.

    What the manifest names stays in place for as long as it names it.
    """
    manifest = source / "manifest.json"
    for _ in range(_TRIES):
        remove(target)
        with contextlib.suppress(FileNotFoundError, shutil.Error):
            before = manifest.read_bytes()
            shutil.copytree(source, target, copy_function=_copy)
            if before == manifest.read_bytes():
                return
    remove(target)


def _copy(source: str, target: str) -> str:
    shutil.copyfile(source, target)
    with open(target, "rb") as file:  # noqa: PTH123 - shutil gives texts
        os.fsync(file.fileno())
    return target


# -- restore --------------------------------------------------------------------------------------


@contextlib.contextmanager
def restoring(path: Path, base: str, *, wait: float = 0.0) -> Iterator[Rewrite]:
    """Hold the writer's lock of a folder, whatever is in it, and a new data folder for it.

    What is there is kept aside.

    Raises:
        StoreExists: It holds something that is no store, not even a damaged one.
        StoreLocked: Another writer holds the store.
    """
    path = path.absolute()
    if path.exists() and not looks_like_a_store(path):
        raise StoreExists(path)
    path.mkdir(parents=True, exist_ok=True)
    with WriterLock(path, timeout=wait):
        kept = tuple(data_folders(path))
        present = StoreFolder(path=path, base=base, data=kept[-1] if kept else "data-1", kept=kept)
        with filling(Rewrite(present, present.following())) as rewrite:
            yield rewrite


def looks_like_a_store(path: Path) -> bool:
    """Tell whether a folder is empty or holds a store, be it a damaged one."""
    if not path.is_dir():
        return False
    found = list(path.iterdir())
    return not found or any((path / name).exists() for name in _OURS) or bool(data_folders(path))


def restore_from_store(
    path: Path, source: StoreFolder, *, check: Check, wait: float = 0.0
) -> RestoreReport:
    """Make a store what another, such as its backup, is.

    Raises:
        StoreDamaged: The other cannot be read whole, or is not sound; nothing was changed.
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room; nothing was changed.
    """
    with restoring(path, source.base, wait=wait) as rewrite:
        with source.lease() as (leased, checkpoint):
            head = _fill(checkpoint, rewrite.new, check)
            copy_blobs(leased.blobs, rewrite.new.blobs)
            copy_index(leased.index, rewrite.new.index)
        return _finish(rewrite, head, source.path)


def restore_from_checkpoint(path: Path, *, check: Check, wait: float = 0.0) -> RestoreReport:
    """Make a damaged store what its newest sound checkpoint is.

    Raises:
        NotAStore: Its mark cannot be read, so that nobody knows which identifiers it has.
        NoCheckpoint: It holds no sound one; nothing was changed.
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room; nothing was changed.
    """
    base = StoreFolder.open(path).base
    with restoring(path, base, wait=wait) as rewrite:
        for checkpoint in _checkpoints(path):
            try:
                head = _fill(checkpoint, rewrite.new, check)
            except StoreDamaged:
                remove(rewrite.new.rdf)
                continue
            return _finish(rewrite, head, checkpoint.folder)
        raise NoCheckpoint(path)


def _checkpoints(path: Path) -> list[Checkpoint]:
    found = [
        checkpoint
        for name in data_folders(path)
        for checkpoint in Checkpoints(path / name / "checkpoints").every()
    ]
    return sorted(found, reverse=True)


def _fill(checkpoint: Checkpoint, target: StoreFolder, check: Check) -> Bundle:
    with contextlib.closing(EmbeddedStore.read_only(checkpoint.store)) as store:
        head = transcribe(store, target)
    with contextlib.closing(EmbeddedStore.writable(target.rdf)) as store:
        check(store, target)
    return head


def _finish(rewrite: Rewrite, head: Bundle, source: Path) -> RestoreReport:
    publish(rewrite.new, head.sequence)
    rewrite.swap()
    kept = tuple(rewrite.new.path / name for name in rewrite.new.kept)
    return RestoreReport(
        path=rewrite.new.path, source=source, sequence=head.sequence, chain=head.chain, kept=kept
    )
