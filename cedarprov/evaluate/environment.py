"""What a run depends on beside its settings: the digests of its inputs, the libraries at work."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from cedarprov.errors import MissingExtra, ModelNotFound
from cedarprov.evaluate.outcome import Json
from cedarprov.store.folder import StoreFolder

# The libraries whose releases can change what is found or in which order.
_LIBRARIES: Final = (
    "cedarprov",
    "pyoxigraph",
    "tantivy",
    "numpy",
    "semantic-text-splitter",
    "markdown-it-py",
    "PyStemmer",
    "rapidfuzz",
    "rensa",
    "onnxruntime",
    "tokenizers",
)


def versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that can change a result."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def search_settings(store: Path | None, *, dense: bool | None) -> dict[str, Json]:
    """Return whether a store is searched by meaning too, and by which encoder.

    `store` is a folder, or None for a store that is made for the run alone; `dense` is as in
    `cedarprov.create`.
    """
    encoder = None if dense is False else _encoder(store)
    return {"dense": False} if encoder is None else {"dense": True, "encoder": encoder}


def _encoder(store: Path | None) -> str | None:
    from cedarprov.index.encoder_cache import encoder_kept, encoder_named  # noqa: PLC0415 - numpy

    try:
        kept = encoder_named() if store is None else encoder_kept(StoreFolder.open(store).index)
    except (MissingExtra, ModelNotFound):
        return None
    return kept.mark.name if kept else None


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file, as `sha256:<hex>`."""
    return f"sha256:{sha256(path.read_bytes()).hexdigest()}"


def digest_of_all(folder: Path, files: Iterable[Path]) -> str:
    """Return one digest over the names and contents of files below a folder, in any order."""
    whole = sha256()
    for path in sorted(files):
        whole.update(f"{digest(path)} {path.relative_to(folder).as_posix()}\n".encode())
    return f"sha256:{whole.hexdigest()}"
