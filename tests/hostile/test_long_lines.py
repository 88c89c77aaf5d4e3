"""A line of any length, in a file of any kind: read or refused in a sentence, in bounded memory.

Each command runs in a process that may have `MEGABYTES` of address space, or `INGESTING` where
the index has its threads.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cedarprov

MEGABYTES = 1024
INGESTING = 4096
LENGTH = 100_000_000
WITHIN = 49_000_000
PROGRAM = """
import resource, sys

megabytes = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
from cedarprov.cli import main

main()
"""
OPEN = {
    "line.md": "a ",
    "line.nq": '<urn:a> <urn:b> "',
    "line.trig": '<urn:a> <urn:b> """',
    "line.provn": 'document entity(a:b, [a:c="',
    "line.json": '{"entity": "',
    "line.xml": '<prov:document xmlns:prov="http://www.w3.org/ns/prov#"><prov:entity>',
    "line.rq": 'SELECT * { ?s ?p "',
    "line.toml": '[[question]]\nid = "',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    (folder / "small.md").write_text("# Pump\n\nThe limit is 40 bar.\n")
    with cedarprov.create(folder / "store", base="urn:hostile:", dense=False) as kb:
        kb.ingest(folder / "small.md")
    return folder


def run(
    folder: Path, name: str, length: int, *command: str, megabytes: int = MEGABYTES
) -> subprocess.CompletedProcess[str]:
    """Run a command on a file that begins as its kind does and goes on with one sign."""
    file = folder / name
    file.write_text(OPEN[name] + "x" * length, encoding="utf-8")
    line = [each.format(file=file, store=folder / "store") for each in command]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(megabytes), *line],
        capture_output=True,
        text=True,
        check=False,
    )
    file.unlink()
    assert "Traceback" not in done.stderr
    assert "fault of cedarprov" not in done.stderr
    assert "memory allocation" not in done.stderr
    return done


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("line.nq", ("import", "{store}", "{file}")),
        ("line.trig", ("import", "{store}", "{file}")),
        ("line.nq", ("verify", "{file}")),
        ("line.nq", ("verify", "--prov", "{file}")),
        ("line.provn", ("verify", "--prov", "{file}")),
        ("line.json", ("verify", "--prov", "{file}")),
        ("line.xml", ("verify", "--prov", "{file}")),
        ("line.rq", ("query", "{store}", "{file}")),
        ("line.toml", ("watch-questions", "{store}", "{file}")),
        ("line.json", ("replay", "{store}", "{file}")),
    ],
)
def test_a_line_of_a_hundred_megabytes_is_stopped_at_a_limit(folder, name, command):
    done = run(folder, name, LENGTH, *command)

    assert done.returncode == 3, done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["line.nq", "line.trig", "line.provn", "line.json", "line.xml"])
def test_a_line_within_the_limit_of_a_file_is_told_as_what_it_is(folder, name):
    done = run(folder, name, WITHIN, "verify", "--prov", "{file}")

    assert done.returncode in (2, 3), done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_document_of_one_line_of_a_hundred_megabytes_is_left_out_and_said(folder):
    done = run(folder, "line.md", LENGTH, "ingest", "{store}", "{file}", megabytes=INGESTING)

    assert done.returncode == 2, done.stderr
    assert "more than the limit of 50000000" in done.stderr
