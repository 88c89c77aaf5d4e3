"""Load an archive, of any form, into a scratch store in which it can be inspected as a whole."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from pyoxigraph import NamedNode, RdfFormat, parse

from cedarprov.errors import BadArchive, DiskFull, MissingPath
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.bounded import GIVEN_LIMIT, bounded_terms
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.archive_files import MANIFEST, ArchiveFiles, Flaw, open_files
from cedarprov.store.archive_manifest import (
    BUNDLES,
    CRATE,
    INDEX_FILE,
    TEXTS_FILE,
    ArchiveManifest,
    file_flaws,
    read_manifest,
)
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.room import room_for

_ONE_FILE: Final = {
    ".nq": RdfFormat.N_QUADS,
    ".nquads": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
}
_ZIP: Final = ".zip"
SCRATCH_STORE: Final = "rdf"
"""The folder of the store that an archive is loaded into, below the scratch folder."""
_INDEX: Final = Names("urn:").graph(INDEX).value.removeprefix("urn:")
_ENDINGS: Final = tuple(f"{mark}{_INDEX}" for mark in ":/#")


def is_packed(path: Path) -> bool:
    """Tell whether an archive is a folder or zip of files, and not one file of RDF."""
    return path.is_dir() or path.suffix.lower() == _ZIP


def is_archive(path: Path) -> bool:
    """Tell whether a path looks like an archive: by its ending, or by what a folder holds."""
    if path.is_dir():
        return any((path / name).is_file() for name in (MANIFEST, INDEX_FILE, CRATE))
    return path.suffix.lower() in (_ZIP, *_ONE_FILE)


def holds_archive(path: Path) -> bool:
    """Tell whether a file or folder is an archive, and not another document of RDF.

    An archive that is one file of RDF has a graph with the name of an index, and begins with it.
    Only that shows, so that one which is damaged further on is still an archive.

    Raises:
        TermTooLong: It holds a term of more than 16 MiB.
    """
    if is_packed(path):
        return True
    form = _ONE_FILE.get(path.suffix.lower())
    if form is None or not path.is_file():
        return False
    with path.open("rb") as file, bounded_terms(str(path)), suppress(SyntaxError, OSError):
        for quad in parse(file.read(GIVEN_LIMIT), format=form):
            if getattr(quad.graph_name, "value", "").endswith(_ENDINGS):
                return True
    return False


@contextmanager
def opened_files(path: Path) -> Iterator[ArchiveFiles | None]:
    """Open the files of a folder or zip; None stands for an archive that is one file of RDF.

    Raises:
        MissingPath: There is no such path.
        BadArchive: It is none of these.
    """
    if not path.exists():
        raise MissingPath(path)
    if is_packed(path):
        with open_files(path) as files:
            yield files
        return
    rdf_format(path)
    yield None


def rdf_format(path: Path) -> RdfFormat:
    """Return the syntax of an archive that is one file, by the ending of its name.

    Raises:
        BadArchive: It is no such file.
    """
    form = _ONE_FILE.get(path.suffix.lower())
    if form is None or not path.is_file():
        endings = ", ".join((*_ONE_FILE, _ZIP))
        raise BadArchive(path, [f"its name must end in one of {endings}, or it must be a folder"])
    return form


def load(path: Path, scratch: Path) -> tuple[EmbeddedStore, Names]:
    """Load an archive that is one file of RDF; return the store in `scratch` and its names.

    Raises:
        BadArchive: It cannot be parsed, or has not one index.
        TermTooLong: It holds a term of more than 16 MiB.
        DiskFull: There is no room.
    """
    form = rdf_format(path)
    store = EmbeddedStore.writable(scratch / SCRATCH_STORE)
    try:
        with bounded_terms(str(path)):
            store.engine.bulk_load(path=str(path), format=form)
    except SyntaxError as error:
        raise BadArchive(path, [error.msg], error.lineno) from error
    except PermissionError as error:
        raise BadArchive(path, ["it may not be read"]) from error
    except (OSError, RuntimeError) as error:
        raise DiskFull(scratch, str(error)) from error
    return store, Names(base_of(store, path))


def load_files(
    files: ArchiveFiles,
    manifest: ArchiveManifest,
    scratch: Path,
    *,
    only: Collection[str] | None = None,
) -> tuple[EmbeddedStore, Names]:
    """Load the statements of a folder or zip; return the store in `scratch` and its names.

    `only` names the files to load (None: all that hold statements).

    Raises:
        BadArchive: A file cannot be parsed, holds another graph than its own, or is of another
            base than the manifest.
        DiskFull: There is no room.
    """
    payload = scratch / "archive.nq"
    names = Names(manifest.base)
    with room_for(payload):
        joined = _Joined(files, sorted(files.sizes if only is None else only), names, payload)
    store = EmbeddedStore.writable(scratch / SCRATCH_STORE)
    try:
        with bounded_terms(str(files.path)):
            store.engine.bulk_load(path=str(payload), format=RdfFormat.N_QUADS)
    except SyntaxError as error:
        raise BadArchive(files.path, [joined.place(error)]) from error
    except (OSError, RuntimeError) as error:
        raise DiskFull(scratch, str(error)) from error
    payload.unlink()
    if manifest.sequence and (base := base_of(store, files.path)) != names.base:
        why = f"{MANIFEST}: it gives the base {names.base}, but the index is of {base}"
        raise BadArchive(files.path, [why])
    return store, names


def index_of(path: Path, files: ArchiveFiles | None, scratch: Path) -> tuple[EmbeddedStore, Names]:
    """Return a store in which the index of an archive is, and the names of the archive.

    Raises:
        BadArchive: It cannot be parsed, or is not what the manifest says.
    """
    if files is None:
        return load(path, scratch)
    manifest = read_manifest(files)
    index = [file for file in manifest.files if file.path == INDEX_FILE]
    if flaws := [*files.flaws, *file_flaws(files, index)]:
        raise BadArchive(path, list(map(str, flaws)))
    return load_files(files, manifest, scratch, only=[INDEX_FILE])


def base_of(store: EmbeddedStore, path: Path) -> str:
    """Return the base of an archive: what stands before the name of its index graph.

    Raises:
        BadArchive: It has not exactly one index graph.
    """
    graphs = [graph for graph in store.engine.named_graphs() if isinstance(graph, NamedNode)]
    found = [graph.value for graph in graphs if graph.value.endswith(_ENDINGS)]
    if len(found) != 1:
        raise BadArchive(path, [f"it has {len(found)} index graphs, where an archive has one"])
    return found[0].removesuffix(_INDEX)


class _Start(Frozen, order=True, kw_only=False):
    line: int
    name: str = ""


class _Joined:
    """The statements of all files one after the other, and the line that each file begins on."""

    def __init__(
        self, files: ArchiveFiles, chosen: Iterable[str], names: Names, payload: Path
    ) -> None:
        self._starts: list[_Start] = []
        self._line = 1
        with payload.open("wb") as output:
            for name in chosen:
                if graph := _graph(name, names):
                    self._starts.append(_Start(self._line, name))
                    self._append(files, name, f" <{graph}> .\n".encode(), output)

    def _append(self, files: ArchiveFiles, name: str, ending: bytes, output: IO[bytes]) -> None:
        with files.open(name) as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(ending):
                    message = f"line {number} is no statement of the graph that the file is of"
                    raise BadArchive(files.path, [str(Flaw(name=name, message=message))])
                output.write(line)
                self._line += 1

    def place(self, error: SyntaxError) -> str:
        """Return what is wrong, with the file and line that it stands on."""
        line = error.lineno or 1
        start = self._starts[bisect_right(self._starts, _Start(line, "\x7f")) - 1]
        return f"{start.name}: line {line - start.line + 1}: {error.msg}"


def _graph(name: str, names: Names) -> str:
    """Return the IRI of the graph that a file of an archive holds; of another file none."""
    if name.startswith(f"{BUNDLES}/"):
        digest = name.removeprefix(f"{BUNDLES}/").removesuffix(".nq")
        return names.bundle(f"sha256:{digest}").value
    own = {INDEX_FILE: INDEX, TEXTS_FILE: TEXTS}.get(name)
    return names.graph(own).value if own else ""
