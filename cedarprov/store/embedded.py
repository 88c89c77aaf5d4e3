"""The embedded adapter: Oxigraph in this process, on disk or in memory."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, cast

from pyoxigraph import (
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
)

from cedarprov.errors import DiskFull, StoreClosed, StoreDamaged
from cedarprov.rdf.bounded import bounded_terms
from cedarprov.store.port import Work
from cedarprov.store.query import Solution
from cedarprov.store.room import is_full

# From this size on (bytes), writing sorted files and taking them in whole is faster than a
# transaction; both are atomic.
_BULK: Final = 4_000_000
# How RocksDB begins what it says of files that are not as it wrote them.
_DAMAGE: Final = ("Corruption:", "IO error:")


class EmbeddedStore:
    """An Oxigraph store that counts what it is asked."""

    def __init__(
        self, store: Store, path: Path | None = None, *, is_read_only: bool = False
    ) -> None:
        self.work = Work()
        self._opened: Store | None = store
        self._path = path
        self._is_read_only = is_read_only

    @classmethod
    def in_memory(cls) -> EmbeddedStore:
        """Return an empty store that lives in memory."""
        return cls(Store())

    @classmethod
    def writable(cls, path: Path) -> EmbeddedStore:
        """Open the folder `path` for reading and writing; the caller holds the writer's lock.

        The dead files of a killed bulk load are swept first.

        Raises:
            StoreDamaged: Oxigraph cannot open the folder.
        """
        for left_over in path.glob("bulk-*.sst"):
            left_over.unlink()
        with _translated(path):
            return cls(Store(path), path)

    @classmethod
    def read_only(cls, path: Path) -> EmbeddedStore:
        """Open a checkpoint for reading.

        Raises:
            StoreDamaged: Oxigraph cannot open the folder.
        """
        with _translated(path):
            return cls(Store.read_only(str(path)), path, is_read_only=True)

    def __reduce__(self) -> tuple[Callable[[Path], EmbeddedStore], tuple[Path]]:
        """Let another process open the same checkpoint; the one who sends it holds the lease.

        Raises:
            TypeError: It is in memory, or open for writing, and no other process may open it.
        """
        if self._path is None or not self._is_read_only:
            raise TypeError("only a store that is open read-only can be opened by another process")
        return EmbeddedStore.read_only, (self._path,)

    @property
    def engine(self) -> Store:
        """The store underneath, for a checkpoint or a dump.

        Raises:
            StoreClosed: It was closed.
        """
        return self._store

    @property
    def _store(self) -> Store:
        if self._opened is None:
            raise StoreClosed(self._path or Path("memory"))
        return self._opened

    def close(self) -> None:
        """Let go of the files: Oxigraph frees its lock when nobody refers to it any more."""
        self._opened = None

    def select(self, sparql: str, /) -> Iterator[Solution]:
        """Yield the solutions of a SELECT query, over named graphs only.

        This and every other way to read raises `StoreDamaged` where it meets damaged files.
        """
        self.work.queries += 1
        try:
            for solution in cast("QuerySolutions", self._store.query(sparql)):
                self.work.rows += 1
                yield cast("Solution", solution)
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def ask(self, sparql: str, /) -> bool:
        """Return the answer to an ASK query."""
        self.work.queries += 1
        try:
            return bool(cast("QueryBoolean", self._store.query(sparql)))
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def construct(self, sparql: str, /) -> Iterator[Triple]:
        """Yield the triples of a CONSTRUCT query."""
        self.work.queries += 1
        try:
            for triple in cast("QueryTriples", self._store.query(sparql)):
                self.work.rows += 1
                yield triple
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def quads(
        self,
        subject: NamedNode | None = None,
        predicate: NamedNode | None = None,
        object: NamedNode | Literal | None = None,  # noqa: A002 - RDF's own word
        graph: NamedNode | None = None,
    ) -> Iterator[Quad]:
        """Yield the quads that fit a pattern; None fits anything."""
        self.work.queries += 1
        try:
            for quad in self._store.quads_for_pattern(subject, predicate, object, graph):
                self.work.rows += 1
                yield quad
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def graphs(self) -> list[NamedNode | BlankNode]:
        """Return the names of all named graphs."""
        try:
            return list(self._store.named_graphs())
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def has_unnamed(self) -> bool:
        """Tell whether there are quads in no named graph."""
        try:
            found = self._store.quads_for_pattern(None, None, None, DefaultGraph())
            return next(iter(found), None) is not None
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def graph_dump(self, graph: NamedNode | BlankNode | DefaultGraph) -> bytes:
        """Return the triples of a graph as N-Triples."""
        try:
            return self._store.dump(format=RdfFormat.N_TRIPLES, from_graph=graph) or b""
        except (OSError, RuntimeError) as error:
            raise self._unread(error) from error

    def _unread(self, error: Exception) -> Exception:
        """Return what to raise of an error that came while reading: files may be damaged."""
        is_damage = any(sign in str(error) for sign in _DAMAGE)
        return StoreDamaged(self._path or Path("memory"), str(error)) if is_damage else error

    def add(self, nquads: bytes) -> None:
        """Add quads, given as N-Quads, as one atomic step.

        Raises:
            DiskFull: The disk or a file-size limit is reached; nothing of it was added.
        """
        take_in = self._store.bulk_load if len(nquads) > _BULK else self._store.load
        with _translated(self._path):
            take_in(nquads, format=RdfFormat.N_QUADS)

    def add_file(self, path: Path) -> None:
        """Add the quads of an N-Quads file of any size, as one atomic step.

        Raises:
            DiskFull: The disk or a file-size limit is reached; nothing of it was added.
        """
        with _translated(self._path):
            self._store.bulk_load(path=str(path), format=RdfFormat.N_QUADS)

    def fill(self, quads: Iterable[Quad]) -> None:
        """Add quads to a store that nobody uses yet; cut short, it is to be thrown away.

        Raises:
            DiskFull: The disk or a file-size limit is reached.
        """
        with _translated(self._path):
            self._store.bulk_extend(quads)

    def dump(self, path: Path) -> None:
        """Write all quads to a file as N-Quads.

        Raises:
            StoreDamaged: They cannot be read whole.
            DiskFull: There is no room.
        """
        with _translated(self._path):
            self._store.dump(path, format=RdfFormat.N_QUADS)

    def remove(self, quads: Iterable[Quad]) -> None:
        """Remove quads of a graph that can be rebuilt.

        Raises:
            DiskFull: The disk or a file-size limit is reached.
        """
        with _translated(self._path):
            for quad in quads:
                self._store.remove(quad)

    def flush(self) -> None:
        """Return once everything added has been synced to disk."""
        with _translated(self._path):
            self._store.flush()


@contextlib.contextmanager
def _translated(path: Path | None) -> Iterator[None]:
    """Turn the engine's errors into ours."""
    place = path or Path("memory")
    try:
        with bounded_terms("what is added"):
            yield
    except (OSError, RuntimeError) as error:
        if is_full(error):
            raise DiskFull(place, str(error)) from error
        raise StoreDamaged(place, str(error)) from error
