"""The folder of one store: what it says of itself, and where everything in it lies.

::

    cedarprov.json     the mark: format, base, and which data folder is in use
    writer.lock        held by the one writer
    blobs/             the bytes of every version
    data-1/            all that is made from the record: rdf, checkpoints, index, catalogue.jsonl

Whatever makes a store anew fills the next data folder and then replaces the mark, at once.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from cedarprov.errors import NoCheckpoint, NotAStore, StoreExists, StoreOutdated
from cedarprov.model.frozen import Frozen, replace
from cedarprov.rdf.naming import Names
from cedarprov.store.blob import Blobs
from cedarprov.store.checkpoint import Checkpoint, Checkpoints
from cedarprov.store.room import room_for

FORMAT: Final = 2
"""The format of a store folder; `migration` upgrades those of an earlier one."""

_MARK: Final = "cedarprov.json"
_DATA: Final = re.compile(r"data-([1-9]\d*)")
_LAID_BARE: Final = ("rdf", "checkpoints", "index", "catalogue.jsonl")
"""What lay in the store folder itself before there were data folders (format 1)."""


class StoreFolder(Frozen):
    """A store's folder, the base of its identifiers, and the data folder in use.

    `kept` names data folders that are set aside: nothing reads or removes them.
    """

    path: Path
    base: str
    data: str = "data-1"
    kept: tuple[str, ...] = ()

    @classmethod
    def create(cls, path: Path, *, base: str | None = None) -> StoreFolder:
        """Make an empty folder a store's; `base` defaults to a new URN of its own.

        Raises:
            StoreExists: The folder holds something already.
        """
        path = path.absolute()  # the engine tells folders apart by the path that it is given
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise StoreExists(path)
        folder = cls(path=path, base=base or f"urn:cedarprov:{uuid.uuid4()}:")
        Names(folder.base)  # a base that cannot be one is refused before anything is made
        path.mkdir(parents=True, exist_ok=True)
        # The mark comes first: whatever else is missing after a kill is made at the first write.
        folder._write_mark(_linked)
        folder.make()
        return folder

    def make(self) -> None:
        """Make the folders that are missing."""
        for part in (self.blobs.folder, self.checkpoints.folder):
            part.mkdir(parents=True, exist_ok=True)

    def write_mark(self) -> None:
        """Write the file that says that this folder is a store, its format and base."""
        self._write_mark(Path.replace)

    def _write_mark(self, put: Callable[[Path, Path], object]) -> None:
        mark = self.path / _MARK
        fresh = mark.with_suffix(f".{secrets.token_hex(8)}")
        try:
            with room_for(mark), fresh.open("w", encoding="utf-8") as file:
                json.dump(self._stated(), file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            put(fresh, mark)
            sync_folder(self.path)
        finally:
            fresh.unlink(missing_ok=True)

    def _stated(self) -> dict[str, object]:
        stated = {"format": FORMAT, "base": self.base, "data": self.data}
        return stated | ({"kept": self.kept} if self.kept else {})

    @classmethod
    def open(cls, path: Path) -> StoreFolder:
        """Return the store in a folder.

        Raises:
            NotAStore: There is none, or it is of a later format than this release reads.
            StoreOutdated: It is of an earlier format.
        """
        path = path.absolute()
        stated = read_mark(path)
        if stated["format"] < FORMAT:
            raise StoreOutdated(path, stated["format"], FORMAT)
        try:
            return cls(path=path, base=stated["base"], **_places(stated))
        except (ValueError, KeyError, TypeError) as error:
            raise _unreadable(path, error) from error

    def following(self, *, keep: bool = False) -> StoreFolder:
        """Return this store with the next data folder, and the present one kept where asked."""
        present = [self.data] if keep else []
        kept = [name for name in (*self.kept, *present) if (self.path / name).is_dir()]
        last = max((_number(name) for name in data_folders(self.path)), default=0)
        return replace(self, data=f"data-{last + 1}", kept=tuple(dict.fromkeys(kept)))

    def sweep(self, *, at_once: bool = False) -> None:
        """Remove data folders that are not in use; only the holder of the writer's lock may.

        What a reader still has open stays until it is closed, and what is kept stays; `at_once`
        spares neither.
        """
        for scratch in self.path.glob(".import-*"):
            shutil.rmtree(scratch, ignore_errors=True)
        spared = {self.data} if at_once else {self.data, *self.kept}
        for name in data_folders(self.path):
            if name not in spared:
                self._remove(self.path / name, at_once=at_once)
        self._remove(self.path, at_once=at_once)

    @staticmethod
    def _remove(data: Path, *, at_once: bool) -> None:
        checkpoints = Checkpoints(data / "checkpoints")
        if at_once or not checkpoints.in_use():
            shutil.rmtree(checkpoints.folder, ignore_errors=True)
        for part in _LAID_BARE:
            if part != checkpoints.folder.name:
                remove(data / part)
        if _DATA.fullmatch(data.name) and not checkpoints.folder.exists():
            shutil.rmtree(data, ignore_errors=True)

    @contextmanager
    def lease(self) -> Iterator[tuple[StoreFolder, Checkpoint]]:
        """Hold the newest published state, also where the store was made anew in the meantime.

        Raises:
            NoCheckpoint: Nothing was published yet.
        """
        with ExitStack() as stack:
            try:
                found = self, stack.enter_context(self.checkpoints.lease())
            except NoCheckpoint:
                newer = StoreFolder.open(self.path)
                if newer.data == self.data:
                    raise
                found = stack.enter_context(newer.lease())
            yield found

    @property
    def names(self) -> Names:
        """The minter of this store's identifiers."""
        return Names(self.base)

    @property
    def rdf(self) -> Path:
        """The folder of the RDF store."""
        return self.path / self.data / "rdf"

    @property
    def catalogue(self) -> Path:
        """The file that spares reading every capture from the RDF store."""
        return self.path / self.data / "catalogue.jsonl"

    @property
    def index(self) -> Path:
        """The folder of the passage index."""
        return self.path / self.data / "index"

    @property
    def blobs(self) -> Blobs:
        """The bytes of every version."""
        return Blobs(self.path / "blobs")

    @property
    def checkpoints(self) -> Checkpoints:
        """The published states that readers open."""
        return Checkpoints(self.path / self.data / "checkpoints")


def _linked(fresh: Path, mark: Path) -> None:
    # Unlike a rename this fails where another process made a store of the folder meanwhile.
    try:
        mark.hardlink_to(fresh)
    except FileExistsError:
        raise StoreExists(mark.parent) from None


def read_mark(path: Path) -> dict[str, Any]:
    """Return what a store folder says of itself, whatever its format up to this release's.

    Raises:
        NotAStore: It says nothing that can be read, or is of a later format.
    """
    mark = path / _MARK
    if not path.is_dir():
        raise NotAStore(path, "there is no such folder; make a store with `cedarprov init`")
    try:
        stated = json.loads(mark.read_text(encoding="utf-8"))
        found, base = int(stated["format"]), str(stated["base"])
    except FileNotFoundError:
        raise NotAStore(path, f"it holds no {_MARK}; name the folder of a store") from None
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(path, error) from error
    if found > FORMAT:
        why = f"it has format {found} and this release reads format {FORMAT}; upgrade cedarprov"
        raise NotAStore(path, why)
    return {**stated, "format": found, "base": base}


def _unreadable(path: Path, error: Exception) -> NotAStore:
    return NotAStore(path, f"its {_MARK} cannot be read ({error})")


def _places(stated: dict[str, Any]) -> dict[str, Any]:
    kept = stated.get("kept", [])
    for name in (stated["data"], *kept):
        if not _DATA.fullmatch(name):
            raise ValueError(f"{name!r} is no data folder")
    return {"data": stated["data"], "kept": tuple(kept)}


def data_folders(path: Path) -> Sequence[str]:
    """Return the names of the data folders in a store folder, in the order of their numbers."""
    return sorted((item.name for item in path.iterdir() if _DATA.fullmatch(item.name)), key=_number)


def _number(data: str) -> int:
    return int(data.partition("-")[2])


def remove(path: Path) -> None:
    """Delete a file or a folder with all that is in it, if it is there."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are not there, durably."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        sync_folder(path.parent)


def sync_folders(path: Path) -> None:
    """Make the names in a folder, and in all folders below it, durable."""
    for folder, _, _ in os.walk(path, topdown=False):
        sync_folder(Path(folder))


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
