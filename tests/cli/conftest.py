"""The command line as its users meet it, and a store that holds the Cedar documents."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from typer.testing import CliRunner, Result

import cedarprov
from cedarprov.cli.application import application

PROGRAM = "from cedarprov.cli import main; main()"


class Command(Protocol):
    """Runs a command line in this process."""

    def __call__(self, *arguments: object, given: bytes | None = None) -> Result: ...


@pytest.fixture
def run() -> Command:
    def run(*arguments: object, given: bytes | None = None) -> Result:
        runner = CliRunner(env={"CEDARPROV_AGENT": "Ada", "CEDARPROV_DEBUG": None})
        return runner.invoke(application, [str(part) for part in arguments], input=given)

    return run


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    with contextlib.ExitStack() as stack:

        def start(
            *arguments: object, program: str = PROGRAM, **options: object
        ) -> subprocess.Popen[str]:
            command = [sys.executable, "-c", program, *map(str, arguments)]
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            process = subprocess.Popen(command, **{**pipes, **options})
            stack.callback(process.kill)
            return stack.enter_context(process)

        yield start


@pytest.fixture(scope="session")
def cedar(root: Path) -> Path:
    """The folder of the Cedar documents."""
    return root / "data" / "cedar"


@pytest.fixture(scope="session")
def filled(cedar: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds the Cedar documents; tests copy it before they write."""
    store = tmp_path_factory.mktemp("cedar") / "store"
    with cedarprov.create(store, base="https://example.org/cedar/", dense=False) as kb:
        kb.ingest(cedar, manifest=cedar / "manifest.toml")
    return store


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> Path:
    """A store of its own that holds the Cedar documents."""
    return shutil.copytree(filled, tmp_path / "store")
