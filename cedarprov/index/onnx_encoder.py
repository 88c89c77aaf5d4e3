"""An encoder that runs an exported model by onnxruntime and tokenizers, without torch."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cached_property
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cedarprov.index.encoder import EncoderMark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from cedarprov.index.encoder import Vectors

MODEL_FILE: Final = "model.onnx"
WEIGHTS_FILE: Final = "model.weights"
TOKENIZER_FILE: Final = "tokenizer.json"
CARD_FILE: Final = "encoder.json"
OUTPUT: Final = "vectors"

_BATCH: Final = 16
_OVERLAP: Final = 32
# Cut at the tokens of a whole text, a window may have a few more when it is read on its own.
_SLACK: Final = 8
_INPUTS: Final = {
    "input_ids": "ids",
    "attention_mask": "attention_mask",
    "token_type_ids": "type_ids",
}


class OnnxEncoder:
    """The model in a folder that `cedarprov.index.onnx_export` wrote.

    Pooling and normalisation are part of the exported graph. The model is loaded by `prepare`, or
    when the first text is encoded.
    """

    def __init__(self, folder: Path, *, name: str | None = None) -> None:
        """Open an export; ``name`` is what to call it, by default what it was exported as."""
        self.folder = folder
        card = json.loads((folder / CARD_FILE).read_bytes())
        self.window: int = card.pop("window")
        self.mark = EncoderMark(**card | ({"name": name} if name else {}))
        self._loading: Thread | None = None

    def prepare(self) -> None:
        """Load what a single text needs in a thread: most of it runs beside other work."""
        if self._loading is None:
            self._loading = Thread(target=self._load, name="encoder")
            self._loading.start()

    def _load(self) -> None:
        # What fails here fails again, and is seen, where the first text is encoded.
        with suppress(Exception):
            _ = self._tokenizer, self._prompt

    def windows(self, text: str) -> Sequence[str]:
        """Cut a text into pieces of at most ``window`` tokens that share about 32 with the next."""
        # A token has at least one character.
        if len(text) <= self.window - _SLACK:
            return [text]
        encoding = self._cutter.encode(text)
        parts = [encoding, *encoding.overflowing]
        if len(parts) == 1:
            return [text]
        spans = [[pair for pair in part.offsets if pair[1] > pair[0]] for part in parts]
        return [text[span[0][0] : span[-1][1]] for span in spans if span]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """See `Encoder.encode`; texts of like length go through the model together."""
        if self._loading is not None:
            self._loading.join()
        session = self._thorough if len(texts) > 1 else self._prompt
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        vectors = np.empty((len(texts), self.mark.width), np.float32)
        for batch in _batches(order):
            vectors[batch] = self._run(session, [texts[at] for at in batch])
        return vectors

    def _run(self, session: Any, texts: Sequence[str]) -> Vectors:  # noqa: ANN401  # no types
        if any(not text.strip() for text in texts):
            raise ValueError("a blank text has no vector")
        encodings = self._tokenizer.encode_batch(list(texts))
        given = {put.name: _rows(encodings, _INPUTS[put.name]) for put in session.get_inputs()}
        [vectors] = session.run([OUTPUT], given)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        found: Vectors = vectors
        return found

    @cached_property
    def _prompt(self) -> Any:  # noqa: ANN401  # the library has no types
        """Ready at once and slower with each text: most processes encode one question."""
        from onnxruntime import GraphOptimizationLevel  # noqa: PLC0415  # as in `_options`

        options = _options()
        options.graph_optimization_level = GraphOptimizationLevel.ORT_DISABLE_ALL
        options.add_session_config_entry("session.disable_prepacking", "1")
        return self._session(options)

    @cached_property
    def _thorough(self) -> Any:  # noqa: ANN401  # as above
        """Takes its time to arrange the weights, which many texts repay."""
        return self._session(_options())

    def _session(self, options: Any) -> Any:  # noqa: ANN401  # as above
        from onnxruntime import InferenceSession  # noqa: PLC0415  # as in `_options`

        path = str(self.folder / MODEL_FILE)
        return InferenceSession(path, options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> Any:  # noqa: ANN401  # as above
        tokenizer = _tokenizer(self.folder)
        tokenizer.enable_truncation(self.window)
        # The padding token and its number stand in the file.
        tokenizer.enable_padding(**_padding(tokenizer))
        return tokenizer

    @cached_property
    def _cutter(self) -> Any:  # noqa: ANN401  # as above
        tokenizer = _tokenizer(self.folder)
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.window - _SLACK, stride=_OVERLAP)
        return tokenizer


def _options() -> Any:  # noqa: ANN401  # as above
    # An extra, and slow to import: words alone must do without.
    from onnxruntime import SessionOptions  # noqa: PLC0415

    options = SessionOptions()
    options.intra_op_num_threads = _cores()
    # Threads that spin while idle would take the cores that numpy ranks with.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return options


def _tokenizer(folder: Path) -> Any:  # noqa: ANN401  # as above
    from tokenizers import Tokenizer  # noqa: PLC0415  # an extra

    return Tokenizer.from_file(str(folder / TOKENIZER_FILE))


def _padding(tokenizer: Any) -> dict[str, Any]:  # noqa: ANN401  # as above
    held = tokenizer.padding or {}
    return {
        name: held[name] for name in ("direction", "pad_id", "pad_type_id", "pad_token") if held
    }


def _batches(order: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(order), _BATCH):
        yield list(order[start : start + _BATCH])


def _rows(encodings: Sequence[Any], attribute: str) -> NDArray[np.int64]:
    return np.array([getattr(encoding, attribute) for encoding in encodings], np.int64)


def _cores() -> int:
    """Count the cores that this process may use, where the system tells."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
