"""Stores of their own, and documents to put in them."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from shelf import Shelf, fill

import cedarprov
from cedarprov.knowledge import Knowledge
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import create

BASE = "https://example.org/store/"

Write = Callable[[Mapping[str, str | bytes]], Path]
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[Knowledge]:
    """An empty store, open."""
    with cedarprov.create(tmp_path / "store", base=BASE, dense=False) as kb:
        yield kb


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files, by their paths in one folder, and returns the folder."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        folder = tmp_path / "papers"
        for place, content in files.items():
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return write


@pytest.fixture
def start() -> Iterator[Start]:
    """Runs a script in a process of its own; what is still running at the end is killed."""
    with contextlib.ExitStack() as stack:

        def start(script: str, *arguments: object) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-c", script, *map(str, arguments)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> StoreFolder:
    """A store with a record of each kind, closed; no test writes to it."""
    with Shelf(tmp_path_factory.mktemp("archive") / "filled") as shelf:
        fill(shelf)
    return shelf.folder


@pytest.fixture
def empty(tmp_path: Path) -> StoreFolder:
    """An empty store of another base, closed."""
    return create(tmp_path / "empty", base="urn:another:")
