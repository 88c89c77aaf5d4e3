"""The manifest of an archive: every other file with its digest, and the record that they hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from cedarprov.errors import BadArchive
from cedarprov.model.frozen import Frozen, as_data, from_data
from cedarprov.rdf.naming import Names
from cedarprov.store.archive_files import MANIFEST, ArchiveFiles, Flaw, digest_and_size

FORMAT: Final = 1
CRATE: Final = "ro-crate-metadata.json"
INDEX_FILE: Final = "index.nq"
TEXTS_FILE: Final = "texts.nq"
BUNDLES: Final = "bundles"
BLOBS: Final = "blobs"

_ALWAYS: Final = (INDEX_FILE, CRATE, TEXTS_FILE)
_DIGEST: Final = re.compile("[0-9a-f]{64}")
_LARGEST: Final = 100_000_000


class ArchiveFile(Frozen):
    """A file of an archive: its path, the SHA-256 digest of its bytes in hex, and their number."""

    path: str
    sha256: str
    size: int


class ArchiveManifest(Frozen):
    """What an archive says of itself; `head` is the chain digest of its last bundle."""

    format: int
    base: str
    sequence: int
    head: str
    files: tuple[ArchiveFile, ...]

    def to_bytes(self) -> bytes:
        """Return the manifest as JSON, with a line for each file."""
        said = [f" {json.dumps(key)}: {json.dumps(getattr(self, key))}" for key in _STATED]
        files = ",\n".join(f"  {json.dumps(as_data(file))}" for file in self.files)
        lines = ",\n".join([*said, f' "files": [\n{files}\n ]'])
        return f"{{\n{lines}\n}}\n".encode()


_STATED: Final = ("format", "base", "sequence", "head")


def read_manifest(files: ArchiveFiles) -> ArchiveManifest:
    """Return the manifest of an archive.

    Raises:
        BadArchive: There is none, or it is not as this release would have written it.
    """
    if MANIFEST not in files.sizes:
        raise BadArchive(files.path, [f"{MANIFEST}: the archive lacks this file"])
    content = files.read(MANIFEST, most=_LARGEST)
    try:
        data = json.loads(content)
        if isinstance(data, dict) and data.get("format") != FORMAT:
            raise ValueError(f"it has format {data.get('format')}, this release reads {FORMAT}")  # noqa: TRY301
        manifest = from_data(ArchiveManifest, data)
        Names(manifest.base)  # refused here where it can be none
    except (ValueError, RecursionError) as error:
        raise BadArchive(files.path, [f"{MANIFEST}: it cannot be read ({error})"]) from error
    if manifest.to_bytes() != content:
        why = "it is not written as a manifest is: something in it was changed by hand"
        raise BadArchive(files.path, [f"{MANIFEST}: {why}"])
    return manifest


def listing_flaws(files: ArchiveFiles, manifest: ArchiveManifest) -> Iterator[Flaw]:
    """Yield where the files that are there are not those that the manifest names."""
    named = [file.path for file in manifest.files]
    if named != sorted(set(named)):
        yield Flaw(name=MANIFEST, message="it does not name each file once, in order")
    listed = {*named, MANIFEST}
    for name in sorted(files.sizes.keys() - listed):
        yield Flaw(name=name, message="the manifest does not name this file")
    for name in sorted({*named, *_ALWAYS} - files.sizes.keys()):
        yield Flaw(name=name, message="the archive lacks this file")
    for name in sorted(set(_ALWAYS) - listed):
        yield Flaw(name=MANIFEST, message=f"it does not name {name}")


def file_flaws(files: ArchiveFiles, listed: Sequence[ArchiveFile]) -> Iterator[Flaw]:
    """Yield where files, read anew, are not what the manifest says; what is missing is no matter.

    A blob is named by its digest, which has to be the one that the manifest gives.
    """
    for file in listed:
        if file.path not in files.sizes:
            continue
        try:
            found, size = digest_and_size(files, file.path)
        except BadArchive as error:
            yield Flaw(name=file.path, message=error.faults[0].partition(": ")[2])
            continue
        if (found, size) != (file.sha256, file.size):
            message = (
                f"the manifest gives it {file.size} bytes with the SHA-256 digest {file.sha256}, "
                f"but it has {size} with {found}"
            )
            yield Flaw(name=file.path, message=message)
        elif file.path.startswith(f"{BLOBS}/") and blob_digest(file.path) != found:
            yield Flaw(name=file.path, message=f"its name is not its digest, {found}")


def blob_path(digest: str) -> str:
    """Return where the bytes with a digest (64 hex digits) lie in an archive."""
    return f"{BLOBS}/{digest}"


def blob_digest(path: str) -> str:
    """Return the digest that the name of a blob's file gives."""
    return path.removeprefix(f"{BLOBS}/")


def bundle_path(iri: str) -> str:
    """Return where the statements of a bundle lie in an archive."""
    digest = iri[-64:]
    if not _DIGEST.fullmatch(digest):
        raise ValueError(f"{iri} is not the name of a bundle")
    return f"{BUNDLES}/{digest}.nq"
