"""Which model a store is searched by meaning with: chosen by name or folder, kept, changed."""

from __future__ import annotations

import shutil

import pytest

import cedarprov
from cedarprov.errors import ModelNotFound
from cedarprov.index.model_source import DEFAULT_MODEL, find_model

TEXT = "# Pump\n\nThe pressure limit is 40 bar.\n\n## Motor\n\nThe motor turns at 50 Hz.\n"
QUESTION = "How much pressure does it bear?"


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "pump.md"
    path.write_text(TEXT)
    return path


@pytest.fixture
def other_model(tmp_path):
    """The default model with a shorter window, which makes it another one."""
    folder = tmp_path / "other-model"
    shutil.copytree(find_model().folder, folder)
    card = folder / "sentence_bert_config.json"
    card.write_text(card.read_text().replace("256", "128"))
    return folder


def test_a_store_begun_by_words_gets_vectors_when_an_encoder_is_asked_for(tmp_path, document):
    with cedarprov.create(tmp_path / "store", dense=False) as kb:
        kb.ingest(document)
    with cedarprov.open(tmp_path / "store") as kb:
        assert kb.info().texts_embedded == 0

    with cedarprov.open(tmp_path / "store", dense=True) as kb:
        kb.ingest(document)

        assert kb.info().texts_embedded == kb.info().texts_indexed > 0

    with cedarprov.open(tmp_path / "store") as kb:
        assert kb.info().notices == ()
        assert "dense" in {reason.ranking for reason in ranked(kb.ask(QUESTION))}


def test_another_model_is_chosen_by_its_folder_and_serves_from_then_on(
    tmp_path, document, other_model, monkeypatch
):
    with cedarprov.create(tmp_path / "store", dense=True) as kb:
        kb.ingest(document)
        first = kb.info().encoder

    monkeypatch.setenv("CEDARPROV_CACHE", str(tmp_path / "cache"))
    with cedarprov.open(tmp_path / "store", dense=str(other_model)) as kb:
        kb.ingest(document)
    shutil.rmtree(tmp_path / "cache")
    shutil.rmtree(other_model)

    with cedarprov.open(tmp_path / "store") as kb:
        kb.ingest(tmp_path / "pump.md")
        found = kb.info()
        answer = kb.ask(QUESTION)
    assert str(other_model) in found.encoder
    assert found.encoder != first
    assert found.notices == ()
    assert answer.receipt.encoder in found.encoder
    assert "dense" in {reason.ranking for reason in ranked(answer)}


def test_a_model_that_is_not_there_is_named_and_nothing_is_changed(tmp_path, document):
    with cedarprov.create(tmp_path / "store", dense=True) as kb:
        kb.ingest(document)
        before = kb.info()

    with (
        cedarprov.open(tmp_path / "store", dense="nobody/such-model") as kb,
        pytest.raises(ModelNotFound, match="nobody/such-model"),
    ):
        kb.ingest(document)

    with cedarprov.open(tmp_path / "store") as kb:
        assert kb.info() == before
        assert DEFAULT_MODEL in kb.info().encoder


def ranked(answer):
    return [reason for item in answer.receipt.candidates for reason in item.reasons]
