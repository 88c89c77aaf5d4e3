"""What a run depends on beside its settings: the digests of its inputs, the libraries at work."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

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


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file, as `sha256:<hex>`."""
    return f"sha256:{sha256(path.read_bytes()).hexdigest()}"


def digest_of_all(folder: Path, files: Iterable[Path]) -> str:
    """Return one digest over the names and contents of files below a folder, in any order."""
    whole = sha256()
    for path in sorted(files):
        whole.update(f"{digest(path)} {path.relative_to(folder).as_posix()}\n".encode())
    return f"sha256:{whole.hexdigest()}"
