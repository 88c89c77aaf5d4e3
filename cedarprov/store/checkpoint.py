"""Immutable states of the store that any number of processes read while one writes.

After a commit the writer publishes a RocksDB checkpoint: hard links to the files of the store, so
it costs milliseconds and no space. A reader takes the newest under a lease, a shared `flock(2)`
that the kernel frees when the reader dies; a checkpoint is swept only when nobody has a lease on
it. A checkpoint appears under its name by one rename, so it is whole or not there::

    checkpoints/000000000042-0/store/    the Oxigraph store, to be opened read-only
    checkpoints/000000000042-0/lease     what readers lock
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from pyoxigraph import Store

from cedarprov.errors import BadCheckpoint, DiskFull, NoCheckpoint
from cedarprov.model.frozen import Frozen
from cedarprov.store.blob import sync_folder
from cedarprov.store.room import is_full

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAME: Final = re.compile(r"(\d{12})-(\d+)")
_DEAD: Final = ".dead-"
_UNFINISHED: Final = ".unfinished-"
_LEASE: Final = "lease"
_TRIES: Final = 5
_LEASE_TRIES: Final = 500
_PAUSE: Final = 0.01


class Checkpoint(Frozen, order=True):
    """One published state: the sequence number it holds, and its turn among those that do."""

    sequence: int
    turn: int
    folder: Path

    @property
    def store(self) -> Path:
        """The folder to open with `pyoxigraph.Store.read_only`."""
        return self.folder / "store"


class Checkpoints:
    """The checkpoints of one store, all in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def publish(self, store: Store, sequence: int) -> Checkpoint:
        """Make the present state of `store`, which is that of `sequence`, readable.

        Only the holder of the writer lock may do this.

        Raises:
            BadCheckpoint: RocksDB could not write it, several times in a row.
            DiskFull: There is no room for it.
        """
        self.folder.mkdir(exist_ok=True)
        unfinished = self._written(store)
        turns = [each.turn for each in self._all() if each.sequence == sequence]
        turn = max(turns, default=-1) + 1
        folder = self.folder / f"{sequence:012}-{turn}"
        unfinished.rename(folder)
        sync_folder(self.folder)
        return Checkpoint(sequence=sequence, turn=turn, folder=folder)

    def newest(self) -> Checkpoint:
        """Return the newest checkpoint, which may be swept at any time: see `lease`.

        Raises:
            NoCheckpoint: None was published yet.
        """
        found = self._all()
        if not found:
            raise NoCheckpoint(self.folder)
        return found[-1]

    @contextmanager
    def lease(self) -> Iterator[Checkpoint]:
        """Hold the newest checkpoint: it stays in place until the context ends.

        Raises:
            NoCheckpoint: None was published yet, or those there are damaged.
        """
        for _ in range(_LEASE_TRIES):
            checkpoint = self.newest()
            file = _locked(checkpoint, fcntl.LOCK_SH)
            if file is not None:
                break
            # It was swept since it was listed, which means that there is a newer one.
            time.sleep(_PAUSE)
        else:
            raise NoCheckpoint(self.folder)
        try:
            yield checkpoint
        finally:
            os.close(file)

    def in_use(self) -> bool:
        """Tell whether somebody has a lease on one of the checkpoints."""
        for checkpoint in self._all():
            file = _locked(checkpoint, fcntl.LOCK_EX)
            if file is None:
                return True
            os.close(file)
        return False

    def every(self) -> list[Checkpoint]:
        """Return all checkpoints, the newest first."""
        return self._all()[::-1]

    def sweep(self) -> int:
        """Delete what is stale and not leased, and return how many checkpoints that were.

        The newest always stays. Only the holder of the writer lock may do this.
        """
        self.sweep_left()
        return sum(self._swept(checkpoint) for checkpoint in self._all()[:-1])

    def sweep_left(self) -> None:
        """Delete what killed writers left unfinished; only the holder of the writer lock may."""
        for left in self.folder.glob(".*"):
            shutil.rmtree(left, ignore_errors=True)

    def _all(self) -> list[Checkpoint]:
        found = []
        with suppress(FileNotFoundError):
            for entry in os.scandir(self.folder):
                if name := _NAME.fullmatch(entry.name):
                    folder = self.folder / entry.name
                    found.append(
                        Checkpoint(sequence=int(name[1]), turn=int(name[2]), folder=folder)
                    )
        return sorted(found)

    def _written(self, store: Store) -> Path:
        for last in range(_TRIES):
            unfinished = self.folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
            try:
                unfinished.mkdir()
                (unfinished / _LEASE).touch()
                store.backup(unfinished / "store")
                # A backup beside a live writer has been seen to fail, if rarely; only opening it
                # tells whether it is whole.
                Store.read_only(str(unfinished / "store"))
            except (OSError, RuntimeError) as error:
                shutil.rmtree(unfinished, ignore_errors=True)
                if is_full(error):
                    raise DiskFull(unfinished, str(error)) from error
                if last == _TRIES - 1:
                    raise BadCheckpoint(unfinished, str(error)) from error
                time.sleep(_PAUSE)
            else:
                break
        return unfinished

    def _swept(self, checkpoint: Checkpoint) -> bool:
        file = _locked(checkpoint, fcntl.LOCK_EX)
        if file is None:
            return False
        # Renamed while locked: a reader that waits for the lease finds that the name is gone.
        dead = self.folder / f"{_DEAD}{secrets.token_hex(8)}"
        checkpoint.folder.rename(dead)
        os.close(file)
        shutil.rmtree(dead, ignore_errors=True)
        return True


def _locked(checkpoint: Checkpoint, kind: int) -> int | None:
    """Return the open lease of `checkpoint`, locked at once, or None if that cannot be had."""
    path = checkpoint.folder / _LEASE
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), path.stat()):
            return file
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(file)
    return None
