"""A disk that is full or may not be written to: a sentence, nothing half there, on with room."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import subprocess
import sys

import pytest

import cedarprov
from tests.survival.killing import Trial
from tests.survival.operation import AT, OPERATIONS

SIZES = (0, 20_000, 2_000_000)
COMMAND = "from cedarprov.cli.application import main; main()"
_DROP_FROM_BOUNDING_SET = 24
_OVERRIDE_PERMISSIONS = 1


@pytest.fixture(scope="module", params=OPERATIONS)
def trial(request, tmp_path_factory):
    return Trial(request.param, tmp_path_factory.mktemp(request.param))


def test_an_operation_without_room_says_so_leaves_a_whole_store_and_goes_on_with_room(trial):
    errors = {size: trial.run_in_files_of(size) for size in SIZES}

    assert {kind for kind, _ in errors.values()} <= {"", "DiskFull"}, errors
    assert errors[0][0] == "DiskFull"
    assert "free some space" in errors[0][1]
    assert errors[SIZES[-1]][0] == ""


@pytest.mark.parametrize("size", [0, 20, 300, 2_000])
def test_a_store_that_there_is_no_room_to_make_is_refused_as_such(tmp_path, size):
    ended = command("init", tmp_path / "store", before=lambda: limit(size))

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("cedarprov: ")
    assert "free some space" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def without_privilege():
    """Let permissions hold for root too: what is run has no right to override them."""
    ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDING_SET, _OVERRIDE_PERMISSIONS)


def command(*arguments, before):
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *map(str, arguments)],
        check=False,
        capture_output=True,
        # Python keeps compiled modules that were cut off by a limit.
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=before,
        text=True,
    )


@pytest.fixture
def read_only(tmp_path):
    (tmp_path / "pump.md").write_text("# Pump\n\nIt bears 3 bar.\n", encoding="utf-8")
    with cedarprov.create(tmp_path / "store", dense=False) as kb:
        kb.ingest(tmp_path / "pump.md", at=AT)
    places = [tmp_path / "store", *(tmp_path / "store").rglob("*")]
    modes = {place: place.stat().st_mode for place in places}
    for place, mode in modes.items():
        place.chmod(mode & ~0o222)
    yield tmp_path / "store"
    for place, mode in modes.items():
        place.chmod(mode)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ask", "How much does it bear?"), r""),
        (("verify",), r""),
        (("sources",), r""),
        (("export",), r"trig: \d+ statements\nnever in this format: [^\n]+\n"),
    ],
)
def test_a_store_that_may_only_be_read_is_read(read_only, arguments, said):
    verb, *rest = arguments

    ended = command(verb, read_only, *rest, before=without_privilege)

    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(said, ended.stderr), ended.stderr
    assert ended.stdout


@pytest.mark.parametrize("verb", ["ingest", "import"])
def test_a_write_to_a_store_that_may_only_be_read_is_refused_in_a_sentence(
    read_only, tmp_path, verb
):
    file = tmp_path / "pump.nt"
    file.write_text(
        "<urn:a> <http://www.w3.org/ns/prov#wasDerivedFrom> <urn:b> .\n", encoding="utf-8"
    )

    ended = command(verb, read_only, file, before=without_privilege)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Permission denied" in ended.stderr
    assert "permissions" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
