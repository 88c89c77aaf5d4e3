"""Write the archive of a store as a folder or a zip that holds all of its record, bytes included.

The same record gives the same bytes. A zip is written without compression, since what a deflated
file looks like depends on the release of the compressor.
"""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO, Final

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, serialize

from cedarprov import assets
from cedarprov.errors import PathTaken
from cedarprov.export.archive import bundle_parts, index_parts, text_parts
from cedarprov.export.crate import CrateFacts, crate_metadata
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.store.archive_files import MANIFEST
from cedarprov.store.archive_manifest import (
    CRATE,
    FORMAT,
    INDEX_FILE,
    TEXTS_FILE,
    ArchiveFile,
    ArchiveManifest,
    blob_path,
    bundle_path,
)
from cedarprov.store.quoted_record import quoted_digests
from cedarprov.store.room import room_for
from cedarprov.store.session import Session

_ZIP: Final = ".zip"
_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip can tell
_PLAIN_FILE: Final = 0o100644 << 16
_UNIX: Final = 3


class PackReport(Frozen):
    """What an archive holds; `without_bytes` counts the versions whose bytes are not kept."""

    base: str
    sequence: int
    head: str
    files: int
    size: int
    blobs: int
    without_bytes: int


def pack(session: Session, path: Path) -> PackReport:
    """Write the archive of a store: a zip where the name ends in `.zip`, else a folder.

    It is there whole or not at all. An archive that is there already is replaced.

    Raises:
        PathTaken: Something else is there.
        DiskFull: There is no room.
    """
    path = path.absolute()
    with room_for(path), _placed(path) as part:
        output: _Output = _ZipOutput(part) if path.suffix.lower() == _ZIP else _Folder(part)
        try:
            report = _Packing(session, output).written()
        finally:
            output.close()
    return report


@contextmanager
def _placed(path: Path) -> Iterator[Path]:
    """Yield where to write what then takes the place of `path`."""
    is_zip = path.suffix.lower() == _ZIP
    if path.is_dir() and (is_zip or (any(path.iterdir()) and not (path / MANIFEST).is_file())):
        raise PathTaken(path)
    if path.exists() and not path.is_dir() and not is_zip:
        raise PathTaken(path)
    part = path.with_name(f"{path.name}.part")
    _remove(part)
    try:
        yield part
        if path.is_dir():
            old = path.with_name(f"{path.name}.old")
            _remove(old)
            path.rename(old)
            part.rename(path)
            _remove(old)
        else:
            part.replace(path)
    finally:
        _remove(part)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


# -- what is written ------------------------------------------------------------------------------


class _Packing:
    """One archive being written."""

    def __init__(self, session: Session, output: _Output) -> None:
        self._session = session
        self._output = output
        self._without = 0

    def written(self) -> PackReport:
        head = self._session.ledger.head
        blobs = sum(self._blobs())
        self._bundles()
        self._output.put(INDEX_FILE, _lines(index_parts(self._session)))
        self._assets("ontologies", assets.ontologies())
        self._output.put(CRATE, [crate_metadata(self._facts())])
        self._assets("shapes", assets.shapes())
        self._output.put(TEXTS_FILE, _lines(text_parts(self._session)))
        files = tuple(sorted(self._output.files, key=lambda file: file.path))
        base = self._session.folder.base
        manifest = ArchiveManifest(
            format=FORMAT, base=base, sequence=head.sequence, head=head.chain, files=files
        )
        self._output.put(MANIFEST, [manifest.to_bytes()])
        return PackReport(
            base=base,
            sequence=head.sequence,
            head=head.chain,
            files=len(self._output.files),
            size=sum(file.size for file in self._output.files),
            blobs=blobs,
            without_bytes=self._without,
        )

    def _blobs(self) -> Iterator[int]:
        """Write the bytes of each version and quoted document, and yield 1 for each."""
        store, names = self._session.store, self._session.names
        blobs = self._session.folder.blobs
        versions = {quad.subject for quad in store.quads(None, v.TYPE, v.SOURCE_VERSION)}
        parts = {names.version_parts(n.value)[0] for n in versions if isinstance(n, NamedNode)}
        known = {part.removeprefix("sha256:") for part in parts} | quoted_digests(store)
        for digest in sorted(known):
            if blobs.has(digest):
                self._output.put(blob_path(digest), [blobs.get(digest)])
                yield 1
            else:
                self._without += 1

    def _bundles(self) -> None:
        for bundle in sorted(self._session.ledger.bundles(), key=lambda bundle: bundle.iri):
            self._output.put(
                bundle_path(bundle.iri), _lines(bundle_parts(self._session, NamedNode(bundle.iri)))
            )

    def _assets(self, name: str, folder: Path) -> None:
        for file in sorted(folder.rglob("*.ttl")):
            self._output.put(f"{name}/{file.relative_to(folder).as_posix()}", [file.read_bytes()])

    def _facts(self) -> CrateFacts:
        head = self._session.ledger.head
        return CrateFacts(
            base=self._session.folder.base,
            sequence=head.sequence,
            head=head.chain,
            published=self._last_ended(head.iri),
            release=version("cedarprov"),
            folders=frozenset(f"{file.path.split('/')[0]}/" for file in self._output.files)
            | {"shapes/"},
        )

    def _last_ended(self, bundle: str) -> str:
        if not bundle:
            return ""
        ended = self._session.store.quads(None, v.ENDED_AT_TIME, None, NamedNode(bundle))
        terms = (quad.object for quad in ended)
        return max((term.value for term in terms if isinstance(term, Literal)), default="")


def _lines(parts: Iterable[list[Quad]]) -> Iterator[bytes]:
    """Yield canonical N-Quads (RDF 1.1 N-Quads, and RDFC-1.0 for the order) of sorted quads."""
    for quads in parts:
        yield serialize(quads, format=RdfFormat.N_QUADS) or b""


# -- where it is written --------------------------------------------------------------------------


class _Output(ABC):
    """A folder or zip being written, and the files that it has so far."""

    def __init__(self) -> None:
        self.files: list[ArchiveFile] = []

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        digest, size = hashlib.sha256(), 0
        with self._open(name) as file:
            for part in parts:
                digest.update(part)
                size += len(part)
                file.write(part)
        self.files.append(ArchiveFile(path=name, sha256=digest.hexdigest(), size=size))

    @abstractmethod
    def _open(self, name: str) -> IO[bytes]: ...

    @abstractmethod
    def close(self) -> None: ...


class _Folder(_Output):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        path.mkdir(parents=True)

    def _open(self, name: str) -> IO[bytes]:
        place = self._path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        return place.open("wb")

    def close(self) -> None:
        pass


class _ZipOutput(_Output):
    def __init__(self, path: Path) -> None:
        super().__init__()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._zip = zipfile.ZipFile(path, "x", zipfile.ZIP_STORED)

    def _open(self, name: str) -> IO[bytes]:
        info = zipfile.ZipInfo(name, _FIRST_DAY)
        info.external_attr, info.create_system = _PLAIN_FILE, _UNIX
        # Every file has room for 64-bit sizes: those of a stream are known too late to choose.
        return self._zip.open(info, "w", force_zip64=True)

    def close(self) -> None:
        self._zip.close()
