"""Where the parts of an index lie on disk, and which of them are still wanted.

::

    manifest.json            names all that counts; whatever it does not name is left over
    lexical/<generation>/    one committed state of the lexical index, never changed again
    lexical/work/            the next one, made of links to the files of the last
    dense/<name>.*.npy       one segment of vectors, never changed again
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from cedarprov.errors import IndexDamaged
from cedarprov.index.lexical import open_lexicon
from cedarprov.index.manifest import forget_manifest, read_manifest, sync_folder
from cedarprov.index.segment import open_segment
from cedarprov.index.state import State, empty_state
from cedarprov.model.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from cedarprov.index.manifest import Manifest


def open_state(folder: Path) -> State:
    """Open the last commit; where a writer has swept it in the meantime, the one after it."""
    manifest = read_manifest(folder)
    while True:
        try:
            return _opened(folder, manifest)
        except (FileNotFoundError, IndexDamaged) as fault:
            newer = read_manifest(folder)
            if newer == manifest:
                why = fault.why if isinstance(fault, IndexDamaged) else str(fault)
                raise IndexDamaged(folder, why) from fault
            manifest = newer


def clear(folder: Path) -> None:
    """Make ``folder`` an index without a commit, whatever it holds of an index before."""
    folder.mkdir(parents=True, exist_ok=True)
    forget_manifest(folder)
    sweep(folder, [])


def start_work(folder: Path, base: Manifest) -> Path:
    """Make the working folder anew, from the files of the last commit."""
    work = folder / "lexical" / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if base.generation:
        for file in (folder / "lexical" / base.lexical).iterdir():
            if file.suffix != ".lock":
                _link(file, work / file.name)
    return work


def finish_work(folder: Path, manifest: Manifest) -> None:
    """Give the working folder the name by which ``manifest`` calls it."""
    lexical = folder / "lexical"
    shutil.rmtree(lexical / manifest.lexical, ignore_errors=True)
    (lexical / "work").replace(lexical / manifest.lexical)
    sync_folder(lexical)


def sweep(folder: Path, wanted: Collection[Manifest]) -> None:
    """Remove what none of the manifests names."""
    states = {manifest.lexical for manifest in wanted}
    segments = {mark.name for manifest in wanted for mark in manifest.segments}
    for state in _entries(folder / "lexical"):
        if state.name not in states:
            shutil.rmtree(state, ignore_errors=True)
    for file in _entries(folder / "dense"):
        if file.name.split(".")[0] not in segments:
            file.unlink(missing_ok=True)


def _opened(folder: Path, manifest: Manifest) -> State:
    if not manifest.generation:
        return replace(empty_state(), manifest=manifest)
    return State(
        manifest=manifest,
        lexicon=open_lexicon(folder / "lexical" / manifest.lexical),
        segments=tuple(open_segment(folder / "dense", mark.name) for mark in manifest.segments),
    )


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    except OSError:
        # Some file systems have no hard links.
        shutil.copyfile(file, target)


def _entries(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []
