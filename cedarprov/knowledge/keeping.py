"""Keeping a store: its backup, its restoration from what there is, and its upgrade."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from functools import partial
from pathlib import Path
from typing import Final

from cedarprov.check.guard import available_guard
from cedarprov.check.inspection import Inspection
from cedarprov.errors import BadValue, CedarprovError, MissingPath, StoreDamaged
from cedarprov.index.manifest import read_manifest
from cedarprov.knowledge.audit import archive_faults
from cedarprov.knowledge.connection import WAIT, Connection
from cedarprov.model.frozen import replace
from cedarprov.store import backup as copying
from cedarprov.store import migration
from cedarprov.store.adopt import adopt
from cedarprov.store.backup import BackupReport, RestoreReport
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder, remove
from cedarprov.store.migration import UpgradeReport
from cedarprov.store.purged import standing_purges
from cedarprov.store.session import Session

_SCRATCH: Final = ".restore-"


def backup(folder: StoreFolder, path: Path) -> BackupReport:
    """Copy the newest published state of a store; raises as `store.backup.backup`."""
    report = copying.backup(folder, path)
    index = StoreFolder.open(report.path).index
    if read_manifest(index).sequence > report.sequence:
        remove(index)  # of a commit that was not published yet
    return report


def restore(
    path: Path,
    *,
    source: Path | None = None,
    from_checkpoint: bool = False,
    wait: float = WAIT,
    dense: bool | str | None = None,
) -> RestoreReport:
    """Restore a store from a backup, an archive, or its own newest sound checkpoint.

    Raises:
        BadValue: None of these is named, or two are.
        MissingPath: There is nothing at `source`.
        BadArchive: It is neither a store nor an archive, or not sound.
        NoCheckpoint: The store has no sound checkpoint.
        StoreLocked: Another writer holds the store.
    """
    before = _purged(path)
    report = _restored(path, source, from_checkpoint=from_checkpoint, wait=wait)
    _catch_up(path, wait=wait, dense=dense)
    return replace(report, undone=tuple(sorted(before - _purged(path))))


def _purged(path: Path) -> frozenset[str]:
    """Return the versions that were purged from a store, as far as it can be read."""
    with contextlib.suppress(CedarprovError), Session.reading(StoreFolder.open(path)) as session:
        standing = standing_purges(session.store, session.names, session.catalogue)
        return frozenset(standing)
    return frozenset()


def upgrade(path: Path, *, wait: float = WAIT, dense: bool | str | None = None) -> UpgradeReport:
    """Bring a store folder to the present format; raises as `store.migration.upgrade`."""
    report = migration.upgrade(path, wait=wait)
    _catch_up(path, wait=wait, dense=dense)
    return report


def _catch_up(path: Path, *, wait: float, dense: bool | str | None) -> None:
    """Let all that follows the ledger follow it."""
    connection = Connection(path, wait=wait, dense=dense)
    try:
        connection.writing()
    finally:
        connection.close()


def _restored(
    path: Path, source: Path | None, *, from_checkpoint: bool, wait: float
) -> RestoreReport:
    if (source is None) is not from_checkpoint:
        raise BadValue("what to restore from", source, "either a path or the checkpoint")
    if source is None:
        return copying.restore_from_checkpoint(path, check=require_sound, wait=wait)
    if not source.exists():
        raise MissingPath(source)
    if source.is_dir() and (source / "cedarprov.json").exists():
        other = StoreFolder.open(source)
        return copying.restore_from_store(path, other, check=require_sound, wait=wait)
    return _restore_from_archive(path, source, wait)


def _restore_from_archive(path: Path, source: Path, wait: float) -> RestoreReport:
    # It is taken in like any other, by a store of its own beside the one that it is for.
    scratch = path.absolute().with_name(f"{_SCRATCH}{secrets.token_hex(8)}")
    try:
        empty = StoreFolder.create(scratch)
        guard = available_guard()
        adopt(
            empty,
            source,
            inspect=partial(archive_faults, guard),
            guard=guard,
        )
        made = StoreFolder.open(scratch)
        report = copying.restore_from_store(path, made, check=require_sound, wait=wait)
        return replace(report, source=source)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def require_sound(store: EmbeddedStore, folder: StoreFolder) -> None:
    """Refuse a store whose bundles, chain or texts are not what the record says.

    Raises:
        StoreDamaged: It is not sound.
    """
    found = Inspection(store, folder.names)
    found.inspect_chain()
    found.inspect_texts()
    if found.faults:
        raise StoreDamaged(folder.rdf, str(found.faults[0]))
