"""One writer per store: an advisory lock on `writer.lock` in the store folder.

The lock is `flock(2)`, so the kernel frees it when its holder dies, however it dies, and no file
has to be removed by hand. What the file says (who holds it) is for people; only the lock counts.
Windows has no `flock` and is not supported.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shlex
import socket
import sys
import time
import weakref
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Self

from cedarprov.errors import StoreLocked
from cedarprov.store.room import room_for

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_FILE: Final = "writer.lock"
_PAUSE: Final = 0.05
_COMMAND_LENGTH: Final = 200
_BUSY: Final = {errno.EWOULDBLOCK, errno.EACCES}

_held: Final[weakref.WeakSet[WriterLock]] = weakref.WeakSet()


class WriterLock:
    """The right to write to one store folder, held until it is released or its process ends."""

    def __init__(self, store: Path, *, timeout: float = 0) -> None:
        """Take the lock of the folder `store`, waiting up to `timeout` seconds for it.

        Raises:
            StoreLocked: Another writer holds it, in this process or in another.
            DiskFull: There is no room to say who holds it.
        """
        self.store = store
        self._file: int | None = _acquire(store, time.monotonic() + timeout)
        with room_for(store / _FILE):
            _write(self._file, _holder())
        _held.add(self)

    def release(self) -> None:
        """Let the next writer in; a second call does nothing."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            # Closing alone would not do while a child that was just forked has the file open.
            fcntl.flock(self._file, fcntl.LOCK_UN)
            self._abandon()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self._abandon()

    def _abandon(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _acquire(store: Path, deadline: float) -> int:
    path = store / _FILE
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            locked = _locked(store, os.pread(file, 4096, 0))
            os.close(file)
            if error.errno not in _BUSY:
                raise
            if time.monotonic() >= deadline:
                raise locked from None
            time.sleep(min(_PAUSE, max(0.0, deadline - time.monotonic())))
            continue
        if _is_at(file, path):
            return file
        # The file was removed between opening and locking it: what was locked guards nothing.
        os.close(file)


def _is_at(file: int, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), path.stat())
    return False


def _holder() -> dict[str, object]:
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "command": shlex.join(sys.argv)[:_COMMAND_LENGTH],
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _write(file: int, holder: dict[str, object]) -> None:
    os.ftruncate(file, 0)
    os.pwrite(file, json.dumps(holder).encode(), 0)


def _locked(store: Path, written: bytes) -> StoreLocked:
    try:
        holder = json.loads(written)
        return StoreLocked(
            store,
            pid=int(holder["pid"]),
            host=str(holder["host"]),
            command=str(holder["command"]),
            since=str(holder["since"]),
        )
    except (ValueError, TypeError, KeyError):
        # The holder has not written its name yet, or is about to leave.
        return StoreLocked(store)


def _forget_in_child() -> None:
    # A lock outlives its holder for as long as a forked child keeps the file open.
    for lock in tuple(_held):
        lock._abandon()  # noqa: SLF001 - the class and this function are one mechanism


os.register_at_fork(after_in_child=_forget_in_child)
