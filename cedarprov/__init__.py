r"""cedarprov: what do the sources say, and what is a statement based on?

    >>> import cedarprov, tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "pump.md").write_text("# Pump\n\nThe pressure limit is 40 bar.\n")
    >>> with cedarprov.create(folder / "store", dense=False) as kb:
    ...     _ = kb.ingest(folder / "pump.md")
    ...     print(kb.ask("What is the pressure limit?").text)
    “The pressure limit is 40 bar.” [1]

Importing the package loads none of the libraries that it stands on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from cedarprov.knowledge import Knowledge
    from cedarprov.store.backup import BackupReport, RestoreReport
    from cedarprov.store.migration import UpgradeReport

__all__ = ["backup", "create", "open", "restore", "upgrade"]


def create(
    path: Path | str, *, base: str | None = None, dense: bool | str | None = None, wait: float = 5.0
) -> Knowledge:
    """Make an empty store in the folder `path`, which must be new or empty, and open it.

    `base` is what all identifiers begin with (default: a new URN). `dense` is as in `open`.

    Raises:
        StoreExists: The folder holds something already.
    """
    from cedarprov.knowledge import create as make  # noqa: PLC0415 - loads the store

    return make(path, base=base, dense=dense, wait=wait)


def open(  # noqa: A001 - the verb of the API
    path: Path | str, *, dense: bool | str | None = None, wait: float = 5.0
) -> Knowledge:
    """Open the store in the folder `path`; use it as a context manager.

    `dense` asks for search by meaning as well as by words: True needs the extra `dense`, None
    uses it where it is installed, False searches by words only. The name or folder of another
    sentence-transformers model that is on this machine chooses that one. A model is kept with the
    store and serves until another is chosen; with True or a name, the first writing verb encodes
    anew what has no vectors of it. A writing verb waits up to `wait` seconds for another writer.

    Raises:
        NotAStore: The folder holds no store, or one of a later format.
        StoreOutdated: It is of an earlier format; `upgrade` it.
    """
    from cedarprov.knowledge import Knowledge  # noqa: PLC0415 - loads the store

    return Knowledge(path, dense=dense, wait=wait)


def backup(store: Path | str, path: Path | str) -> BackupReport:
    """Copy the newest published state of a store to the folder `path`, a store of its own.

    It takes no lock: others read and write meanwhile.

    Raises:
        StoreExists: There is something at `path` already.
        DiskFull: There is no room; nothing was left behind.
    """
    from pathlib import Path  # noqa: PLC0415

    from cedarprov.knowledge import keeping  # noqa: PLC0415 - loads the store
    from cedarprov.store.folder import StoreFolder  # noqa: PLC0415

    return keeping.backup(StoreFolder.open(Path(store)), Path(path))


def restore(
    store: Path | str,
    source: Path | str | None = None,
    *,
    from_checkpoint: bool = False,
    dense: bool | str | None = None,
    wait: float = 5.0,
) -> RestoreReport:
    """Restore a store, damaged or not, from a backup, an archive, or its own newest checkpoint.

    It is swapped in at once; what was there is kept beside it. `dense` is as in `open`.

    Raises:
        MissingPath: There is nothing at `source`.
        BadArchive: `source` is neither a store nor a sound archive; nothing was changed.
        StoreDamaged: What is restored from is not sound; nothing was changed.
        NoCheckpoint: The store has no sound checkpoint.
        StoreLocked: Another writer holds the store.
    """
    from pathlib import Path  # noqa: PLC0415

    from cedarprov.knowledge import keeping  # noqa: PLC0415

    return keeping.restore(
        Path(store),
        source=None if source is None else Path(source),
        from_checkpoint=from_checkpoint,
        dense=dense,
        wait=wait,
    )


def upgrade(
    store: Path | str, *, dense: bool | str | None = None, wait: float = 5.0
) -> UpgradeReport:
    """Bring a store of an earlier format to the present one; interrupted, it can be run again.

    Raises:
        NotAStore: The folder holds no store, or one of a later format.
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room; the store is as it was.
    """
    from pathlib import Path  # noqa: PLC0415

    from cedarprov.knowledge import keeping  # noqa: PLC0415

    return keeping.upgrade(Path(store), dense=dense, wait=wait)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the attribute may be anything
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - rarely asked for

        return version("cedarprov")
    raise AttributeError(f"module 'cedarprov' has no attribute {name!r}")
