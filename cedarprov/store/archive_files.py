"""The files of an archive, in a folder or in a zip, opened without trust in what made them.

Nothing is ever unpacked under a name that an archive gives: names are held against the few forms
that the files of an archive have, and content is read as a stream of no more bytes than stated.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO, Final, Self

from cedarprov.errors import BadArchive, CorruptBlob, MissingBlob
from cedarprov.model.frozen import Frozen
from cedarprov.store.room import is_full

MANIFEST: Final = "manifest.json"
_NAME: Final = re.compile(
    r"manifest\.json|ro-crate-metadata\.json|index\.nq|texts\.nq"
    r"|bundles/[0-9a-f]{64}\.nq|blobs/[0-9a-f]{64}"
    r"|(?:ontologies|shapes)(?:/[A-Za-z0-9_-]+)+\.ttl"
)
_BLOBS: Final = "blobs/"
_AT_ONCE: Final = 1 << 20
_ENCRYPTED: Final = 1
_READ_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What a reader of a damaged zip has been seen to raise.
_UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)


class Limits(Frozen):
    """How much an archive may hold: files, bytes in all, and bytes for one packed byte of a zip.

    Small zips may exceed the ratio up to `slack` bytes, which nobody is harmed by.
    """

    files: int = 10_000_000
    size: int = 1 << 40
    ratio: int = 200
    slack: int = 10_000_000


LIMITS: Final = Limits()


class Flaw(Frozen):
    """Something wrong with a file of an archive."""

    name: str
    message: str

    def __str__(self) -> str:
        return f"{self.name}: {self.message}"


class Entry(Frozen):
    """A file as it is listed, with `packed` bytes there; `fault` says why it must not be read."""

    name: str
    size: int
    packed: int
    fault: str = ""


class ArchiveFiles(ABC):
    """The files of one archive: their sizes by name, and what is wrong with them as a list.

    Sent to another process, the archive is opened there again.
    """

    def __init__(self, path: Path, entries: Iterable[Entry], limits: Limits) -> None:
        self.path, self._limits = path, limits
        listed = [entry for entry in entries if not _is_bare_folder(entry)]
        packed = path.stat().st_size if path.is_file() else None
        self.flaws = (*_entry_flaws(listed, limits), *_flaws_in_all(listed, packed, limits))
        wrong = {flaw.name for flaw in self.flaws}
        self.sizes = {entry.name: entry.size for entry in listed if entry.name not in wrong}

    def __reduce__(self) -> tuple[object, ...]:
        return open_files, (self.path.absolute(), self._limits)

    @abstractmethod
    def _open(self, name: str) -> IO[bytes]: ...

    @abstractmethod
    def close(self) -> None:
        """Let go of what is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """Open a file for reading.

        Raises:
            BadArchive: It is not there, or cannot be read.
        """
        if name not in self.sizes:
            raise BadArchive(self.path, [f"{name}: the archive lacks this file"])
        try:
            with self._open(name) as file:
                yield file
        except _UNREADABLE as error:
            if is_full(error):
                raise  # whoever reads may write elsewhere
            raise BadArchive(self.path, [f"{name}: it cannot be read ({error})"]) from error

    def read(self, name: str, *, most: int) -> bytes:
        """Return the bytes of a file.

        Raises:
            BadArchive: It is not there, cannot be read, or has more than `most` bytes.
        """
        with self.open(name) as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise BadArchive(self.path, [f"{name}: it has more than {most} bytes"])
        return content


class ArchivedBlobs:
    """The blobs of an archive, read as those of a store are."""

    def __init__(self, files: ArchiveFiles) -> None:
        self._files = files

    def __iter__(self) -> Iterator[str]:
        """Yield every digest, in order."""
        names = (name for name in self._files.sizes if name.startswith(_BLOBS))
        yield from sorted(name.removeprefix(_BLOBS) for name in names)

    def get(self, digest: str) -> bytes:
        """Return the bytes named `digest` (64 hex digits), verified.

        Raises:
            MissingBlob: There are none.
            CorruptBlob: They have another digest.
        """
        name = f"{_BLOBS}{digest}"
        if name not in self._files.sizes:
            raise MissingBlob(digest, self._files.path)
        content = self._files.read(name, most=self._files.sizes[name])
        found = hashlib.sha256(content).hexdigest()
        if found != digest:
            raise CorruptBlob(digest, found, self._files.path / name)
        return content


class _FolderFiles(ArchiveFiles):
    def __init__(self, path: Path, limits: Limits) -> None:
        super().__init__(path, _found(path, "", limits), limits)

    def _open(self, name: str) -> IO[bytes]:
        # What became a link since it was listed is not followed.
        return os.fdopen(os.open(self.path / name, os.O_RDONLY | os.O_NOFOLLOW), "rb")

    def close(self) -> None:
        """Do nothing: no file stays open."""


class _ZipFiles(ArchiveFiles):
    def __init__(self, path: Path, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except (*_UNREADABLE, ValueError) as error:
            why = f"it is no zip, or was cut off or damaged ({error})"
            raise BadArchive(path, [why]) from error
        super().__init__(path, map(_entry, self._zip.infolist()), limits)

    def _open(self, name: str) -> IO[bytes]:
        # The reader of the library takes its lines apart in Python, and this one does not.
        return io.BufferedReader(self._zip.open(name), _AT_ONCE)  # type: ignore[type-var]

    def close(self) -> None:
        """Let go of the zip."""
        self._zip.close()


def open_files(path: Path, limits: Limits = LIMITS) -> ArchiveFiles:
    """Open the folder or zip of an archive; see its `flaws` before anything in it is used.

    Raises:
        BadArchive: It is neither, or was cut off.
    """
    if not path.is_dir():
        return _ZipFiles(path, limits)
    if not (path / MANIFEST).is_file():
        # Not every folder is worth being looked through.
        raise BadArchive(path, [f"{MANIFEST}: the archive lacks this file"])
    return _FolderFiles(path, limits)


def digest_and_size(files: ArchiveFiles, name: str) -> tuple[str, int]:
    """Return the SHA-256 digest (hex) of a file's bytes, and their number.

    Raises:
        BadArchive: It cannot be read.
    """
    digest, size = hashlib.sha256(), 0
    with files.open(name) as file:
        while part := file.read(_AT_ONCE):
            digest.update(part)
            size += len(part)
    return digest.hexdigest(), size


# -- what is listed -------------------------------------------------------------------------------


def _found(folder: Path, before: str, limits: Limits) -> Iterator[Entry]:
    for item in sorted(os.scandir(folder), key=lambda item: item.name):
        name = f"{before}{item.name}"
        if item.is_dir(follow_symlinks=False):
            if before.count("/") < _DEEPEST:
                yield from _found(folder / item.name, f"{name}/", limits)
            else:
                yield Entry(name=name, size=0, packed=0, fault="it lies too deep")
            continue
        found = item.stat(follow_symlinks=False)
        fault = "" if stat.S_ISREG(found.st_mode) else _NO_FILE
        yield Entry(name=name, size=found.st_size, packed=found.st_size, fault=fault)


_DEEPEST: Final = 8
_NO_FILE: Final = "it is a link or a device, where an archive has files only"


def _entry(info: zipfile.ZipInfo) -> Entry:
    kind = stat.S_IFMT(info.external_attr >> 16)
    fault = ""
    if kind and not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        fault = _NO_FILE
    elif info.flag_bits & _ENCRYPTED:
        fault = "it is encrypted"
    elif info.compress_type not in _READ_METHODS:
        fault = f"it is packed by method {info.compress_type}; only stored and deflated are read"
    return Entry(
        name=info.orig_filename, size=info.file_size, packed=info.compress_size, fault=fault
    )


def _entry_flaws(entries: Iterable[Entry], limits: Limits) -> Iterator[Flaw]:
    seen: set[str] = set()
    for entry in entries:
        if message := entry.fault or _misnamed(entry.name) or ("", _TWICE)[entry.name in seen]:
            yield Flaw(name=entry.name, message=message)
        elif entry.size > limits.slack and entry.size > limits.ratio * entry.packed:
            message = f"it unpacks to {entry.size} bytes, over {limits.ratio} for each of its own"
            yield Flaw(name=entry.name, message=message)
        seen.add(entry.name)


_TWICE: Final = "the archive has two files of this name"
_ALL: Final = "the archive"


def _flaws_in_all(entries: list[Entry], packed: int | None, limits: Limits) -> Iterator[Flaw]:
    size = sum(entry.size for entry in entries)
    if len(entries) > limits.files:
        yield Flaw(name=_ALL, message=f"it has more than {limits.files} files")
    if size > limits.size:
        yield Flaw(name=_ALL, message=f"it unpacks to {size} bytes, over {limits.size}")
    # Files of a zip may overlap, so that each of them looks harmless.
    if packed is not None and size > limits.slack and size > limits.ratio * packed:
        message = f"it unpacks to {size} bytes, over {limits.ratio} for each of its own"
        yield Flaw(name=_ALL, message=message)


def _is_bare_folder(entry: Entry) -> bool:
    return entry.name.endswith("/") and not entry.size and not _leads_out(entry.name)


def _misnamed(name: str) -> str:
    if _NAME.fullmatch(name):
        return ""
    if _leads_out(name):
        return "its name leads out of the archive"
    return "an archive has no file of this name"


def _leads_out(name: str) -> bool:
    path = PurePosixPath(name)
    return path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name
