"""Help, version, and what a command loads before it is asked for anything."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cedarprov
from cedarprov.cli.application import COMMANDS, function
from cedarprov.knowledge import Knowledge

HEAVY = ("numpy", "onnxruntime", "pyoxigraph", "pyshacl", "rdflib", "rich", "shacl", "tantivy")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(run, name):
    done = run(name, "--help")

    assert done.exit_code == 0
    assert function(name).__doc__.partition("\n")[0] in done.stdout


def test_every_command_has_a_verb_of_the_library_of_the_same_name():
    verbs = {name.rstrip("_").replace("_", "-") for name in vars(Knowledge)}
    # Verbs elsewhere: create, sparql, watch, and those of cedarprov.evaluate.
    named_otherwise = {"init", "query", "evaluate", "report", "trial", "watch-questions"}

    # What works on a store that does not open is no method of one.
    assert set(COMMANDS) - named_otherwise <= verbs | set(cedarprov.__all__)


def test_without_a_command_the_help_is_shown(run):
    done = run()

    assert done.exit_code == 2
    assert "Exit codes: 0 done" in done.output


def test_a_command_that_is_not_known_is_wrong_use(run):
    done = run("frobnicate")

    assert done.exit_code == 2
    assert "frobnicate" in done.stderr
    assert done.stdout == ""


def test_the_version_is_that_of_the_package(run):
    done = run("--version")

    assert (done.exit_code, done.stdout) == (0, "cedarprov 0.1.0\n")


def test_help_loads_nothing_heavy():
    code = f"import cedarprov.cli, sys; print([m for m in {HEAVY} if m in sys.modules])"

    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert done.stdout == "[]\n"


def test_asking_loads_no_validator_and_no_training_library(filled):
    code = (
        "import sys; from cedarprov.cli.application import application\n"
        "try: application()\n"
        "except SystemExit: pass\n"
        "names = ('rdflib', 'pyshacl', 'shacl', 'sentence_transformers', 'torch')\n"
        "print([name for name in names if name in sys.modules], file=sys.stderr)"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, "ask", filled, "What is the timeout?"],
        check=True,
        capture_output=True,
        text=True,
    )

    assert done.stderr.splitlines()[-1] == "[]"


def test_the_reference_page_is_the_help_of_the_commands(root):
    done = subprocess.run(
        [sys.executable, root / "scripts" / "docs-cli", "--check"],
        check=False,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
