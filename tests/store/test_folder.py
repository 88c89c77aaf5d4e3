"""The folder of a store says what it is, and refuses to be taken for something else."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from cedarprov.errors import BadValue, NotAStore, StoreExists
from cedarprov.store.folder import StoreFolder

MARK = "cedarprov.json"


def test_a_folder_that_was_made_opens_with_the_same_base(tmp_path):
    made = StoreFolder.create(tmp_path / "a" / "store", base="https://example.org/s/")

    assert StoreFolder.open(made.path) == made


def test_two_stores_have_bases_of_their_own(tmp_path):
    bases = {StoreFolder.create(tmp_path / name).base for name in "ab"}

    assert len(bases) == 2
    assert all(base.startswith("urn:cedarprov:") for base in bases)


def test_an_empty_folder_becomes_a_store(tmp_path):
    assert StoreFolder.create(tmp_path).path == tmp_path


@pytest.mark.parametrize("name", ["file.txt", "folder/file.txt", MARK])
def test_a_folder_that_holds_something_is_left_alone(tmp_path, name):
    path = tmp_path / "place" / name
    path.parent.mkdir(parents=True)
    path.write_text("mine")

    with pytest.raises(StoreExists):
        StoreFolder.create(tmp_path / "place")

    assert [item for item in (tmp_path / "place").rglob("*") if item.is_file()] == [path]


def test_a_file_is_no_place_for_a_store(tmp_path):
    (tmp_path / "file").write_text("mine")

    with pytest.raises(StoreExists):
        StoreFolder.create(tmp_path / "file")


@pytest.mark.parametrize("base", ["no iri:", "urn:x", "<urn:x>:", "relative/"])
def test_a_base_that_no_identifier_can_begin_with_is_refused_and_nothing_is_made(tmp_path, base):
    with pytest.raises(BadValue):
        StoreFolder.create(tmp_path / "store", base=base)

    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    "mark",
    ["", "no json", "[]", "{}", '{"format": 1}', '{"format": "one", "base": "urn:x:"}', "\0"],
)
def test_a_mark_that_cannot_be_read_is_told(tmp_path, mark):
    (tmp_path / MARK).write_text(mark)

    with pytest.raises(NotAStore, match="cannot be read"):
        StoreFolder.open(tmp_path)


def test_a_store_of_a_later_format_is_told_and_what_to_do(tmp_path):
    (tmp_path / MARK).write_text(json.dumps({"format": 99, "base": "urn:x:"}))

    with pytest.raises(NotAStore, match="upgrade cedarprov"):
        StoreFolder.open(tmp_path)


def test_a_folder_of_something_else_and_one_that_is_missing_are_told_apart(tmp_path):
    with pytest.raises(NotAStore, match=f"holds no {MARK}"):
        StoreFolder.open(tmp_path)
    with pytest.raises(NotAStore, match="cedarprov init"):
        StoreFolder.open(tmp_path / "missing")


def test_of_several_that_make_a_store_in_one_folder_at_once_one_does(tmp_path):
    def made(folder: Path, ready: threading.Barrier) -> str | None:
        ready.wait()
        with suppress(StoreExists):
            return StoreFolder.create(folder).base
        return None

    for number in range(30):
        folder, ready = tmp_path / str(number), threading.Barrier(4)
        with ThreadPoolExecutor(4) as pool:
            makers = [pool.submit(made, folder, ready) for _ in range(4)]

        bases = {base for maker in makers if (base := maker.result())}
        assert bases == {StoreFolder.open(folder).base}
