from __future__ import annotations

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from pyoxigraph import CanonicalizationAlgorithm, Dataset, RdfFormat, parse

from cedarprov import assets

FILES = [
    *sorted(assets.ontologies().rglob("*.ttl")),
    *sorted(assets.shapes().rglob("*.ttl")),
]

UNTIDY = """\
# Why this file is here.
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix shape: <https://w3id.org/cedarprov/shapes#> .
@prefix cedar: <https://w3id.org/cedarprov/ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
shape:B rdfs:label "B" ; sh:property _:end, [ sh:message "Say \\"when\\"." ; sh:path cedar:at ;
  sh:in ( "a" "b" ) ; sh:maxCount 1 ] ; a sh:NodeShape .
_:end sh:path cedar:a ; sh:or ( [ sh:class cedar:X ] [ sh:class cedar:Y ] ) .
shape:A a sh:NodeShape .
"""

TIDY = """\
# Why this file is here.

@prefix cedar: <https://w3id.org/cedarprov/ns#> .
@prefix shape: <https://w3id.org/cedarprov/shapes#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .

shape:A
    a sh:NodeShape .

shape:B
    a sh:NodeShape ;
    rdfs:label "B" ;
    sh:property [
        sh:path cedar:a ;
        sh:or ( [ sh:class cedar:X ] [ sh:class cedar:Y ] )
    ], [
        sh:path cedar:at ;
        sh:maxCount 1 ;
        sh:in ( "a" "b" ) ;
        sh:message "Say \\"when\\"."
    ] .
"""


@pytest.fixture(scope="module")
def script(root: Path) -> ModuleType:
    loader = SourceFileLoader("format_turtle", str(root / "scripts" / "format-turtle"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def canonical(text: str) -> set[str]:
    dataset = Dataset(parse(text.encode(), format=RdfFormat.TURTLE))
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def test_an_untidy_file_is_put_in_order(script: ModuleType):
    assert script.formatted(UNTIDY) == TIDY


def test_formatting_changes_no_statement(script: ModuleType):
    assert canonical(script.formatted(UNTIDY)) == canonical(UNTIDY)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_file_is_in_order(file: Path, script: ModuleType):
    assert script.formatted(file.read_text()) == file.read_text()


def test_check_says_that_all_is_well(root: Path):
    run = subprocess.run(
        [sys.executable, root / "scripts" / "format-turtle", "--check"],
        capture_output=True,
        check=False,
        text=True,
    )

    assert (run.returncode, run.stdout) == (0, "")
