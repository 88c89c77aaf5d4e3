"""The file that names what belongs to an index: it is replaced last, and only then is a commit."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

from cedarprov.errors import IndexDamaged
from cedarprov.index.encoder import EncoderMark
from cedarprov.model.frozen import Frozen, as_data

if TYPE_CHECKING:
    from pathlib import Path

FORMAT: Final = 1
"""To be raised with every change of the files, of how terms are made or of what is embedded."""
_NAME: Final = "manifest.json"


class SegmentMark(Frozen):
    """One segment of vectors by name and length."""

    name: str
    rows: int


class Manifest(Frozen):
    """One committed state of an index.

    ``generation`` counts commits and names the folder of the lexical state (0: none yet).
    """

    generation: int = 0
    sequence: int = 0
    texts: int = 0
    embedded: int = 0
    encoder: EncoderMark | None = None
    segments: tuple[SegmentMark, ...] = ()

    @property
    def lexical(self) -> str:
        """The name of the folder of the lexical state."""
        return f"{self.generation:08d}"


def read_manifest(folder: Path) -> Manifest:
    """Return the last commit of the index in ``folder``, the empty one before the first."""
    path = folder / _NAME
    try:
        held = json.loads(path.read_bytes())
        return _manifest(held)
    except FileNotFoundError:
        return Manifest()
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise IndexDamaged(path, repr(fault)) from fault


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest durably, at once."""
    draft = folder / f"{_NAME}.new"
    with draft.open("wb") as file:
        file.write(json.dumps({"format": FORMAT, **as_data(manifest)}, indent=1).encode())
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / _NAME)
    sync_folder(folder)


def forget_manifest(folder: Path) -> None:
    """Undo all commits."""
    (folder / _NAME).unlink(missing_ok=True)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _manifest(held: dict[str, Any]) -> Manifest:
    if held.pop("format") != FORMAT:
        raise ValueError("it was written by another release")
    encoder = held.pop("encoder")
    segments = held.pop("segments")
    return Manifest(
        encoder=EncoderMark(**encoder) if encoder else None,
        segments=tuple(SegmentMark(**segment) for segment in segments),
        **held,
    )
