"""Where exported encoders are kept: with each index, and once for all indexes of a user."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.index.manifest import read_manifest
from cedarprov.index.model_source import DEFAULT_MODEL, find_model
from cedarprov.index.onnx_encoder import (
    CARD_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    WEIGHTS_FILE,
    OnnxEncoder,
)
from cedarprov.index.onnx_export import export, require

if TYPE_CHECKING:
    from collections.abc import Iterator

_USING: Final = ("onnxruntime", "tokenizers")
_FILES: Final = (CARD_FILE, MODEL_FILE, TOKENIZER_FILE, WEIGHTS_FILE)


def encoder_named(name: str = DEFAULT_MODEL) -> OnnxEncoder:
    """Return the encoder for a model by name or folder, exported at its first use.

    Exports are kept by fingerprint in the folder that the environment variable
    ``CEDARPROV_CACHE`` names, by default ``cedarprov`` in the user's cache folder.

    Raises:
        MissingExtra: the extra ``dense`` is not installed.
        ModelNotFound: the model is not on this machine.
        WrongWeights: the default model is not the published one.
    """
    require(_USING)
    source = find_model(name)
    fingerprint = source.fingerprint()
    kept = cache_folder() / "encoders" / fingerprint
    if not _is_whole(kept):
        with _draft(kept) as draft:
            export(source, fingerprint, draft)
    return OnnxEncoder(kept, name=name)


def encoder_kept(folder: Path) -> OnnxEncoder | None:
    """Return the encoder of the index in ``folder`` from beside it, if it can be used here."""
    mark = read_manifest(folder).encoder
    if mark is None or not all(map(find_spec, _USING)):
        return None
    kept = _kept(folder, mark.fingerprint)
    return OnnxEncoder(kept, name=mark.name) if _is_whole(kept) else None


def keep_encoder(folder: Path, encoder: OnnxEncoder) -> None:
    """Keep an encoder with the index in ``folder``, wherever that is moved.

    Of others, only the one that made the vectors stays.
    """
    kept = _kept(folder, encoder.mark.fingerprint)
    if not _is_whole(kept):
        with _draft(kept) as draft:
            for file in encoder.folder.iterdir():
                _link(file, draft / file.name)
    mark = read_manifest(folder).encoder
    wanted = {kept.name, mark.fingerprint if mark else ""}
    for other in kept.parent.iterdir():
        if other.name not in wanted:
            shutil.rmtree(other, ignore_errors=True)


def cache_folder() -> Path:
    """Return where exports are kept for all indexes of this user."""
    chosen = os.environ.get("CEDARPROV_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(shared) / "cedarprov"


def _kept(folder: Path, fingerprint: str) -> Path:
    return folder / "encoder" / fingerprint


def _is_whole(kept: Path) -> bool:
    """Tell whether an export is there with all its files.

    One that was cut off by a loss of power has files that are empty.
    """
    files = [kept / name for name in _FILES]
    return all(file.is_file() and file.stat().st_size for file in files)


@contextmanager
def _draft(kept: Path) -> Iterator[Path]:
    """Give a folder to fill, and rename it to ``kept``, in place of one that is not whole."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    if kept.is_dir() and not _is_whole(kept):
        shutil.rmtree(kept, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix=".draft-") as name:
        draft = Path(name) / kept.name
        draft.mkdir()
        yield draft
        try:
            draft.rename(kept)
        except OSError:
            # Another process was faster; its export is as good.
            if not kept.is_dir():
                raise


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    except OSError:
        # Another disk, or a file system without hard links.
        shutil.copyfile(file, target)
