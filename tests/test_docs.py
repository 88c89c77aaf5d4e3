"""Every example of the README, the docs and the docstrings is run, and prints what it says."""

from __future__ import annotations

import doctest
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [file for file in sorted(ROOT.glob("cedarprov/**/*.py")) if ">>> " in file.read_text()]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_commands(example: Example) -> str | None:
    """Run each line that begins with `$ ` and compare what it prints with what follows it."""
    before, *steps = f"\n{example.parsed}".split("\n$ ")
    assert not before.strip(), f"no command prints {before!r}"
    for step in steps:
        command, _, expected = step.partition("\n")
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            capture_output=True,
            text=True,
            env=environment(),
            check=False,
        )
        printed = done.stdout + done.stderr
        if not doctest.OutputChecker().check_output(expected.strip(), printed.strip(), FLAGS):
            return f"$ {command}\nshould print\n{expected}\nbut prints\n{printed}"
    return None


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}",
    }


PAGE_EXAMPLES = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser("console", run_commands),
        SkipParser(),
    ]
)
DOCSTRING_EXAMPLES = Sybil(
    parsers=[DocTestParser(optionflags=FLAGS)], document_types={".py": PythonDocStringDocument}
)


DJANGO = ROOT.parent / "shared" / "data" / "versioned_docs" / "django"


@pytest.fixture(autouse=True)
def _in_a_folder_with_the_data(tmp_path, monkeypatch):
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / "django").symlink_to(DJANGO)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_of_a_page_does_what_the_page_says(page):
    if "django/" in page.read_text() and page.parent.name == "how-to" and not DJANGO.is_dir():
        pytest.skip("the documentation of Django (../shared) is not here")
    for example in PAGE_EXAMPLES.parse(page).examples():
        example.evaluate()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(ROOT)))
def test_every_example_of_a_docstring_gives_what_it_says(module):
    examples = list(DOCSTRING_EXAMPLES.parse(module).examples())

    for example in examples:
        example.evaluate()

    assert examples


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_docs_leads_somewhere(page):
    linked = {
        target.partition("#")[0]
        for part in page.read_text().split("](")[1:]
        if (target := part.partition(")")[0]) and not target.startswith(("http", "#"))
    }

    missing = [target for target in linked if not (page.parent / target).exists()]

    assert missing == []
