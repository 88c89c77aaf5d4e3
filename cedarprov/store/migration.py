"""Upgrades of a store folder from an earlier format, each to the next one.

A migration fills a data folder from what is there and replaces the mark last, so that one that was
interrupted is begun anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import FORMAT, StoreFolder, read_mark
from cedarprov.store.lock import WriterLock
from cedarprov.store.rewrite import Rewrite, copy_index, filling, publish, transcribe


class UpgradeReport(Frozen):
    """The format that a store had, and the one that it has now."""

    path: Path
    before: int
    after: int


def upgrade(path: Path, *, wait: float = 0.0) -> UpgradeReport:
    """Bring a store folder to the present format; one that has it is only swept.

    Raises:
        NotAStore: It holds no store, or one of a later format.
        StoreLocked: Another writer holds the store.
        StoreDamaged: It cannot be read whole; it is as it was.
        DiskFull: There is no room; it is as it was.
    """
    path = path.absolute()
    before = int(read_mark(path)["format"])
    with WriterLock(path, timeout=wait):
        while (found := int(read_mark(path)["format"])) < FORMAT:
            MIGRATIONS[found](path)
        StoreFolder.open(path).sweep()
    return UpgradeReport(path=path, before=before, after=FORMAT)


def into_data_folder(path: Path) -> None:
    """From format 1, where all lay in the store folder itself, to format 2."""
    bare = StoreFolder(path=path, base=str(read_mark(path)["base"]), data=".")
    with filling(Rewrite(bare, bare.following())) as rewrite:
        with contextlib.closing(EmbeddedStore.writable(bare.rdf)) as store:
            head = transcribe(store, rewrite.new)
        if bare.index.is_dir():
            copy_index(bare, rewrite.new)
        publish(rewrite.new, head.sequence)
        rewrite.swap()


MIGRATIONS: Final[Mapping[int, Callable[[Path], None]]] = {1: into_data_folder}
"""What upgrades a store of each earlier format to the next one."""
