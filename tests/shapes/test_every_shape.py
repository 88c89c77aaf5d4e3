"""Every shape, on the examples beside this file, with both engines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from pyoxigraph import Literal, NamedNode, RdfFormat, parse, serialize

from cedarprov.check.guard import FastGuard, ReferenceGuard
from cedarprov.check.report import Report
from cedarprov.check.shape import audit_shapes

HERE: Final = Path(__file__).parent
SHAPE: Final = "https://w3id.org/cedarprov/shapes#"
SH: Final = "http://www.w3.org/ns/shacl#"
FOCUS: Final = re.compile(r"^# focus: (\S+)$", re.MULTILINE)
PASSES: Final = sorted(HERE.glob("*/passes/*.ttl"))
FAILS: Final = sorted(HERE.glob("*/fails/*.ttl"))
GUARDS: Final = [FastGuard, ReferenceGuard]


def named(file: Path) -> str:
    return "/".join(file.relative_to(HERE).with_suffix("").parts)


def report(file: Path, engine: type[FastGuard | ReferenceGuard] = FastGuard) -> Report:
    triples = (quad.triple for quad in parse(path=file, format=RdfFormat.TURTLE))
    return engine(audit_shapes()).check(serialize(triples, format=RdfFormat.N_TRIPLES) or b"")


def foci(found: Report, shape: str) -> set[str]:
    return {finding.focus for finding in found.findings if finding.shape == SHAPE + shape}


@pytest.mark.parametrize("engine", GUARDS)
@pytest.mark.parametrize("file", PASSES, ids=named)
def test_a_shape_accepts_its_good_example(file: Path, engine: type[FastGuard | ReferenceGuard]):
    found = report(file, engine)

    shape = file.parent.parent.name
    assert foci(found, shape) == set()
    assert found.focus_nodes[SHAPE + shape] > 0 or shape == "BareRelation"


@pytest.mark.parametrize("engine", GUARDS)
@pytest.mark.parametrize("file", FAILS, ids=named)
def test_a_shape_refuses_its_bad_example(file: Path, engine: type[FastGuard | ReferenceGuard]):
    found = report(file, engine)

    assert foci(found, file.parent.parent.name) == set(FOCUS.findall(file.read_text()))
    assert not found.conforms


def test_every_shape_has_good_and_bad_examples():
    shapes = {shape.removeprefix(SHAPE) for shape in audit_shapes().targets}

    assert {file.parent.parent.name for file in PASSES} == shapes
    assert {file.parent.parent.name for file in FAILS} == shapes


def test_every_constraint_is_broken_by_some_example():
    graph = list(parse(audit_shapes().triples, format=RdfFormat.N_TRIPLES))
    message = NamedNode(SH + "message")
    messages = {q.object.value for q in graph if q.predicate == message}

    said = {finding.message for file in FAILS for finding in report(file).findings}

    assert said >= messages


def test_every_shape_has_a_label_and_every_constraint_says_what_to_do():
    graph = list(parse(audit_shapes().triples, format=RdfFormat.N_TRIPLES))
    said: dict[str, set[str]] = {}
    for quad in graph:
        if isinstance(quad.object, Literal):
            said.setdefault(str(quad.subject), set()).add(quad.predicate.value)

    for shape in audit_shapes().targets:
        assert "http://www.w3.org/2000/01/rdf-schema#label" in said[f"<{shape}>"]
    for part in audit_shapes().paths:
        assert SH + "message" in said[f"<{part}>"]
    assert all(q.object.value.endswith(".") for q in graph if q.predicate.value == SH + "message")
