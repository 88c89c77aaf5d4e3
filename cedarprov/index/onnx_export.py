"""Turning a sentence-transformers model into ONNX, which runs without torch.

Needs the whole extra ``dense`` (torch, sentence-transformers, onnx).
"""

from __future__ import annotations

import json
import os
import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from cedarprov.errors import MissingExtra
from cedarprov.index.onnx_encoder import CARD_FILE, MODEL_FILE, OUTPUT, TOKENIZER_FILE, WEIGHTS_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from cedarprov.index.model_source import ModelSource

_OPSET: Final = 17


def export(source: ModelSource, fingerprint: str, folder: Path) -> None:
    """Write the model, its tokenizer and its card for `OnnxEncoder` into ``folder``.

    Raises:
        MissingExtra: the extra ``dense`` is not installed.
        WrongWeights: the default model is not the published one.
    """
    require(("torch", "sentence_transformers", "onnx"))
    source.check_weights()
    # Nothing may be looked up on the network, by whichever library.
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415  # slow, and an extra

    model = SentenceTransformer(str(source.folder), device="cpu", local_files_only=True).eval()
    card = {
        "name": source.name,
        "fingerprint": fingerprint,
        "width": model.get_embedding_dimension(),
        "window": model.max_seq_length,
    }
    _trace(model, folder / MODEL_FILE)
    _part_weights(folder / MODEL_FILE)
    model.tokenizer.backend_tokenizer.save(str(folder / TOKENIZER_FILE))
    (folder / CARD_FILE).write_text(json.dumps(card, indent=1))


def require(modules: tuple[str, ...]) -> None:
    """Raise `MissingExtra` unless all ``modules`` are installed; none is imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra("dense", missing)


def _trace(model: Any, path: Path) -> None:  # noqa: ANN401  # the library has no types
    """Export the whole chain of modules, pooling and normalisation included."""
    import torch  # noqa: PLC0415  # slow, and an extra

    names = list(model.tokenizer.model_input_names)
    # Two texts of different length: the graph must hold for any batch and length.
    sample = model.tokenizer(["one", "two words"], padding=True, return_tensors="pt")

    class Chain(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *values: Any) -> Any:  # noqa: ANN401
            given = dict(zip(names, values, strict=True))
            return self.model(given)["sentence_embedding"]

    axes = {name: {0: "texts", 1: "tokens"} for name in names} | {OUTPUT: {0: "texts"}}
    with warnings.catch_warnings():
        # The tracer warns of shapes that it takes for constants; a test compares the vectors.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Chain(),
            tuple(sample[name] for name in names),
            str(path),
            input_names=names,
            output_names=[OUTPUT],
            dynamic_axes=axes,
            opset_version=_OPSET,
            # The newer exporter needs one more package and gives the same graph.
            dynamo=False,
        )


def _part_weights(path: Path) -> None:
    """Move the weights to a file of their own, which the runtime maps instead of reading it."""
    import onnx  # noqa: PLC0415  # an extra

    model = onnx.load(path)
    onnx.save_model(
        model, path, save_as_external_data=True, location=WEIGHTS_FILE, size_threshold=1024
    )
    # Written for this user alone, which other readers of the index are not.
    path.with_name(WEIGHTS_FILE).chmod(path.stat().st_mode)
