"""Bytes kept under the name of their SHA-256 digest, in files that are whole or not there."""

from __future__ import annotations

import os
import re
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Protocol

from cedarprov.errors import CorruptBlob, MissingBlob
from cedarprov.store.room import room_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_UNFINISHED: Final = ".unfinished-"


class BlobReader(Protocol):
    """Whatever gives the bytes that a digest names."""

    def get(self, digest: str) -> bytes:
        """Return the bytes named `digest` (64 hex digits), verified."""
        ...

    def __iter__(self) -> Iterator[str]:
        """Yield every digest, in order."""
        ...


class NoBlobs:
    """The blobs of what has none; `place` is named where one is asked for."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def get(self, digest: str) -> bytes:
        """Raise MissingBlob."""
        raise MissingBlob(digest, self._place)

    def __iter__(self) -> Iterator[str]:
        """Yield nothing."""
        return iter(())


class Blobs:
    """The blobs of one folder: `<first 2 hex digits>/<the other 62>`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, content: bytes) -> str:
        """Keep `content` durably and return its digest (64 hex digits).

        Content that is already kept is left as it is; a damaged file is replaced.

        Raises:
            DiskFull: There was no room; nothing was left behind.
        """
        digest = sha256(content).hexdigest()
        path = self._path(digest)
        if not (path.is_file() and path.read_bytes() == content):
            with room_for(path):
                self._write(path, content)
        return digest

    def get(self, digest: str) -> bytes:
        """Return the bytes named `digest`, verified.

        Raises:
            MissingBlob: There are none.
            CorruptBlob: They have another digest.
        """
        if not _DIGEST.fullmatch(digest):
            raise MissingBlob(digest, self.folder)
        path = self._path(digest)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise MissingBlob(digest, self.folder) from None
        found = sha256(content).hexdigest()
        if found != digest:
            raise CorruptBlob(digest, found, path)
        return content

    def has(self, digest: str) -> bool:
        """Tell whether there are bytes named `digest`, without reading them."""
        return bool(_DIGEST.fullmatch(digest)) and self._path(digest).is_file()

    def remove(self, digest: str) -> None:
        """Delete the bytes named `digest`; it is no error if there are none."""
        if self.has(digest):
            path = self._path(digest)
            path.unlink(missing_ok=True)
            sync_folder(path.parent)

    def sweep(self) -> int:
        """Delete what killed writers left unfinished and return how many files that were.

        Only the holder of the writer lock may do this.
        """
        left = list(self.folder.glob(f"{_UNFINISHED}*"))
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)

    def __iter__(self) -> Iterator[str]:
        """Yield every digest, in order."""
        for path in sorted(self.folder.glob("[0-9a-f][0-9a-f]/*")):
            digest = path.parent.name + path.name
            if _DIGEST.fullmatch(digest):
                yield digest

    def _path(self, digest: str) -> Path:
        return self.folder / digest[:2] / digest[2:]

    def _write(self, path: Path, content: bytes) -> None:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            sync_folder(self.folder)
        unfinished = self.folder / f"{_UNFINISHED}{secrets.token_hex(16)}"
        try:
            with unfinished.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable: a rename is so only once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
