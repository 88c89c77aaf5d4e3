"""What is loaded when, and what the package shows of itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import cedarprov

STANDS_ON = {
    "lark", "lxml", "markdown_it", "numpy", "onnxruntime", "pathspec", "prov", "pyoxigraph",
    "pyshacl", "rdflib", "rich", "rustworkx", "semantic_text_splitter", "sentence_transformers",
    "shacl", "Stemmer", "tantivy", "tokenizers", "torch", "transformers", "tree_sitter", "typer",
    "yaml",
}  # fmt: skip
DENSE = {"onnx", "onnxruntime", "sentence_transformers", "tokenizers", "torch", "transformers"}
VALIDATING = {"prov", "pyshacl", "rdflib", "shacl"}
INGESTING = {"markdown_it", "semantic_text_splitter", "tree_sitter", "yaml"}
PACKAGE = Path(cedarprov.__file__).parent


def loaded_by(script: str, *arguments: object) -> set[str]:
    """The top-level modules that a script leaves loaded."""
    told = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}\n{told}", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("loading")
    (folder / "a.md").write_text("# Pump\n\nThe limit is 40 bar.\n")
    with cedarprov.create(folder / "store", dense=False) as kb:
        kb.ingest(folder / "a.md")
    return folder / "store"


def test_importing_the_package_loads_nothing_that_it_stands_on():
    assert loaded_by("import cedarprov") & STANDS_ON == set()


def test_opening_and_asking_by_words_loads_no_encoder_no_validator_and_no_parser(store):
    script = (
        "import sys, cedarprov\n"
        "kb = cedarprov.open(sys.argv[1], dense=False)\n"
        "assert kb.ask('What is the limit?').evidence\n"
        "kb.close()"
    )

    assert loaded_by(script, store) & (DENSE | VALIDATING) == set()


def test_ingesting_by_words_loads_no_encoder_and_no_slow_validator(store):
    script = (
        "import sys, cedarprov\n"
        "kb = cedarprov.open(sys.argv[1], dense=False)\n"
        "assert kb.ingest(sys.argv[2]).sequence\n"
        "kb.close()"
    )

    loaded = loaded_by(script, store, store.parent / "a.md")

    assert loaded & (DENSE | {"pyshacl", "prov"}) == set()


def test_the_public_names_are_those_that_are_listed():
    names = {name for name in vars(cedarprov) if not name.startswith("_")}
    own = {name for name in names if _module(name) == "cedarprov"}

    assert own == set(cedarprov.__all__)
    assert sorted(cedarprov.__all__) == cedarprov.__all__


def _module(name: str) -> str:
    return getattr(getattr(cedarprov, name), "__module__", "")


def test_the_package_knows_its_version():
    assert cedarprov.__version__.count(".") == 2
    with pytest.raises(AttributeError):
        cedarprov.no_such_name  # noqa: B018


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
def test_no_query_is_written_in_python(path):
    strings = [
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]

    assert not [text for text in strings if "WHERE {" in text or "PREFIX cedar:" in text]
