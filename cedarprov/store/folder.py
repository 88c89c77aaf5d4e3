"""The folder of one store: what it says of itself, and where everything in it lies."""

from __future__ import annotations

import json
import os
import secrets
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cedarprov.errors import NotAStore, StoreExists
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.naming import Names
from cedarprov.store.blob import Blobs
from cedarprov.store.checkpoint import Checkpoints
from cedarprov.store.room import room_for

FORMAT: Final = 1
_MARK: Final = "cedarprov.json"


class StoreFolder(Frozen):
    """A store's folder and the base of its identifiers."""

    path: Path
    base: str

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
        for part in (folder.rdf, folder.blobs.folder, folder.checkpoints.folder):
            part.mkdir()
        return folder

    def write_mark(self) -> None:
        """Write the file that says that this folder is a store, its format and base."""
        self._write_mark(Path.replace)

    def _write_mark(self, put: Callable[[Path, Path], object]) -> None:
        mark = self.path / _MARK
        fresh = mark.with_suffix(f".{secrets.token_hex(8)}")
        try:
            with room_for(mark), fresh.open("w", encoding="utf-8") as file:
                json.dump({"format": FORMAT, "base": self.base}, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            put(fresh, mark)
        finally:
            fresh.unlink(missing_ok=True)

    @classmethod
    def open(cls, path: Path) -> StoreFolder:
        """Return the store in a folder.

        Raises:
            NotAStore: There is none, or it is of a format that this release does not read.
        """
        path = path.absolute()
        mark = path / _MARK
        if not path.is_dir():
            raise NotAStore(path, "there is no such folder; make a store with `cedarprov init`")
        try:
            stated = json.loads(mark.read_text(encoding="utf-8"))
            found, base = int(stated["format"]), str(stated["base"])
        except FileNotFoundError:
            raise NotAStore(path, f"it holds no {_MARK}; name the folder of a store") from None
        except (ValueError, KeyError, TypeError) as error:
            raise NotAStore(path, f"its {_MARK} cannot be read ({error})") from error
        if found != FORMAT:
            why = f"it has format {found} and this release reads format {FORMAT}; upgrade cedarprov"
            raise NotAStore(path, why)
        return cls(path=path, base=base)

    @property
    def names(self) -> Names:
        """The minter of this store's identifiers."""
        return Names(self.base)

    @property
    def rdf(self) -> Path:
        """The folder of the RDF store."""
        return self.path / "rdf"

    @property
    def catalogue(self) -> Path:
        """The file that spares reading every capture from the RDF store."""
        return self.path / "catalogue.jsonl"

    @property
    def index(self) -> Path:
        """The folder of the passage index."""
        return self.path / "index"

    @property
    def blobs(self) -> Blobs:
        """The bytes of every version."""
        return Blobs(self.path / "blobs")

    @property
    def checkpoints(self) -> Checkpoints:
        """The published states that readers open."""
        return Checkpoints(self.path / "checkpoints")


def _linked(fresh: Path, mark: Path) -> None:
    # Unlike a rename this fails where another process made a store of the folder meanwhile.
    try:
        mark.hardlink_to(fresh)
    except FileExistsError:
        raise StoreExists(mark.parent) from None
