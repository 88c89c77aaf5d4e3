from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, serialize
from strategies import NAMES, Draft, captures, drafts

from cedarprov.check.guard import FastGuard, ReferenceGuard
from cedarprov.check.report import Finding, Report, Severity
from cedarprov.check.shape import Shapes, standard_shapes
from cedarprov.model.edge import Agent, AgentKind
from cedarprov.model.source import Capture
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.source import write_capture

SHAPE = "https://w3id.org/cedarprov/shapes#"
PASSAGE = NAMES.passage(f"{NAMES.base}version/0/utf-8", 0, 48)
VERSION = NamedNode(f"{NAMES.base}version/0/utf-8")
TEXT = NAMES.text("sha256:" + "0" * 64)


def passage(start: int = 0, end: int = 48, node: NamedNode = PASSAGE) -> list[Triple]:
    return [
        Triple(node, v.TYPE, v.PASSAGE),
        Triple(node, v.WAS_QUOTED_FROM, VERSION),
        Triple(node, v.WAS_DERIVED_FROM, VERSION),
        Triple(node, v.START, literal.count(start)),
        Triple(node, v.END, literal.count(end)),
        Triple(node, v.HAS_TEXT, TEXT),
    ]


def written(triples: Iterable[Triple]) -> bytes:
    return serialize(triples, format=RdfFormat.N_TRIPLES) or b""


def told(report: Report) -> set[tuple[str, str, str, str]]:
    """What is found, without the offending value, which RDFLib may write in another way."""
    return {(item.focus, item.shape, item.path, item.message) for item in report.findings}


# -- both engines ---------------------------------------------------------------------------------


@given(drafts())
def test_whatever_the_mapping_writes_meets_the_shapes(draft: Draft):
    report = FastGuard().check(written(draft.triples))

    assert [str(finding) for finding in report.findings] == []


@st.composite
def damaged(draw: st.DrawFn) -> list[Triple]:
    """A draft after a few accidents."""
    triples = list(draw(drafts()).triples)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(triples) - 1))
        accident = draw(st.sampled_from([drop, double, retype, swap]))
        triples = accident(triples, place)
    return sorted(set(triples), key=str)


def drop(triples: Sequence[Triple], place: int) -> list[Triple]:
    return [*triples[:place], *triples[place + 1 :]] or list(triples)


def double(triples: Sequence[Triple], place: int) -> list[Triple]:
    """Give a subject a second value: that of the next triple."""
    first, second = triples[place], triples[(place + 1) % len(triples)]
    return [*triples, Triple(first.subject, first.predicate, second.object)]


def retype(triples: Sequence[Triple], place: int) -> list[Triple]:
    kinds = [item for item in triples if item.predicate == v.TYPE]
    if not kinds:
        return list(triples)
    first, second = kinds[place % len(kinds)], kinds[(place * 7 + 1) % len(kinds)]
    kept = [item for item in triples if item != first]
    return [*kept, Triple(first.subject, v.TYPE, second.object)]


def swap(triples: Sequence[Triple], place: int) -> list[Triple]:
    """Exchange start and end, earliest and latest, begin and end of one subject."""
    pairs = [(v.START, v.END), (v.EARLIEST, v.LATEST), (v.BEGAN_AT, v.GENERATED_AT_TIME)]
    exchange = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    subject = triples[place].subject
    return [
        Triple(item.subject, exchange.get(item.predicate, item.predicate), item.object)
        if item.subject == subject
        else item
        for item in triples
    ]


@settings(max_examples=40)
@given(damaged())
def test_the_fast_engine_finds_what_the_reference_engine_finds(triples: list[Triple]):
    data = written(triples)

    fast, reference = FastGuard().check(data), ReferenceGuard().check(data)

    assert told(fast) == told(reference)
    assert fast.focus_nodes == reference.focus_nodes


@pytest.mark.parametrize("engine", [FastGuard, ReferenceGuard])
def test_a_finding_tells_node_path_shape_and_what_to_do(
    engine: type[FastGuard | ReferenceGuard],
):
    data = written([*passage(start=48, end=0), Triple(VERSION, v.TYPE, v.SOURCE_VERSION)])

    [finding] = engine().check(data, {PASSAGE.value}).findings

    assert finding == Finding(
        focus=PASSAGE.value,
        shape=SHAPE + "Extent",
        path=v.START.value,
        message="Give a start that lies before the end: "
        "the first code point is counted, the last is not.",
        value='"48"^^<http://www.w3.org/2001/XMLSchema#integer>',
    )
    assert f"{PASSAGE.value} cedar:start: Give a start" in str(finding)


# -- focus ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [FastGuard, ReferenceGuard])
def test_a_node_known_only_by_its_class_is_not_judged(engine: type[FastGuard | ReferenceGuard]):
    data = written([*passage(), Triple(VERSION, v.TYPE, v.SOURCE_VERSION)])

    assert engine().check(data, {PASSAGE.value}).conforms
    assert not engine().check(data).conforms


def test_a_reference_to_what_is_no_version_is_found():
    report = FastGuard().check(written(passage()), {PASSAGE.value})

    assert {finding.path for finding in report.findings} == {v.WAS_QUOTED_FROM.value}


@given(captures)
def test_a_later_capture_of_a_known_version_meets_the_shapes(capture: Capture):
    """It says one thing more of a stored version, which is not described, and so not judged."""
    agent = Agent(name="cedarprov", kind=AgentKind.SOFTWARE, version="1")
    bundle = list(write_capture(capture, agent, NAMES, first=False))
    described = {item.subject.value for item in bundle if item.predicate == v.TYPE}
    known = Triple(NAMES.version(capture.version), v.TYPE, v.SOURCE_VERSION)

    report = FastGuard().check(written([*bundle, known]), described)

    assert [str(finding) for finding in report.findings] == []


# -- coverage -------------------------------------------------------------------------------------


def test_the_report_counts_the_nodes_that_each_shape_was_applied_to():
    other = NamedNode(PASSAGE.value + "0")
    data = written([*passage(), *passage(node=other), Triple(VERSION, v.TYPE, v.SOURCE_VERSION)])

    report = FastGuard().check(data, {PASSAGE.value, other.value})

    assert report.focus_nodes[SHAPE + "Extent"] == 2
    assert report.focus_nodes[SHAPE + "Version"] == 0
    assert set(report.focus_nodes) == set(standard_shapes().targets)


def test_shapes_that_target_nothing_are_told_apart_from_shapes_that_hold():
    misspelt = b"""
        @prefix cedar: <https://w3id.org/cedarprov/ns#> .
        @prefix sh: <http://www.w3.org/ns/shacl#> .
        <urn:Misspelt> a sh:NodeShape ; sh:targetClass cedar:Passages ;
            sh:property [ sh:path cedar:start ; sh:minCount 1 ] .
        <urn:Untargeted> a sh:NodeShape ;
            sh:property [ sh:path cedar:start ; sh:minCount 1 ] .
    """
    data = written([Triple(PASSAGE, v.TYPE, v.PASSAGE)])

    report = FastGuard(Shapes.parse([misspelt])).check(data)

    assert report.conforms
    assert not report.checked
    assert report.focus_nodes == {"urn:Misspelt": 0, "urn:Untargeted": 0}


def test_a_quotation_that_looks_like_a_statement_is_not_counted():
    lure = f"x <{v.TYPE.value}> <{v.CLAIM.value}> ."
    data = written([*passage(), Triple(PASSAGE, v.HEADING_PATH, Literal(lure))])

    report = FastGuard().check(data)

    assert report.focus_nodes[SHAPE + "Claim"] == 0
    assert report.focus_nodes[SHAPE + "Passage"] == 1


# -- paths, warnings, loading ---------------------------------------------------------------------


def test_a_path_of_several_steps_is_told_in_the_syntax_of_sparql():
    paths = b"""
        @prefix sh: <http://www.w3.org/ns/shacl#> .
        <urn:S> a sh:NodeShape ; sh:targetClass <urn:C> ;
            sh:property [ sh:path ( <urn:p> [ sh:inversePath <urn:q> ] ) ; sh:minCount 1 ;
                sh:message "Link it." ] ;
            sh:property [ sh:path [ sh:alternativePath ( <urn:p> <urn:q> ) ] ; sh:minCount 1 ;
                sh:message "Link it." ; sh:severity sh:Warning ] .
    """
    data = written([Triple(NamedNode("urn:x"), v.TYPE, NamedNode("urn:C"))])
    shapes = Shapes.parse([paths])

    fast, reference = FastGuard(shapes).check(data), ReferenceGuard(shapes).check(data)

    assert {finding.path for finding in fast.findings} == {"urn:p/^urn:q", "urn:p|urn:q"}
    assert {finding.severity for finding in fast.findings} == set(Severity) - {Severity.INFO}
    assert told(fast) == told(reference)


def printed_by(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return run.stdout.strip()


def test_the_reference_engine_stands_in_where_the_fast_one_is_not_installed():
    code = "from cedarprov.check.guard import *; print(type(available_guard()).__name__)"

    assert printed_by(code) == "FastGuard"
    assert printed_by(f"import sys; sys.modules['shacl'] = None; {code}") == "ReferenceGuard"


def test_neither_engine_is_loaded_before_the_first_check():
    code = (
        "import sys, cedarprov.check.guard as g; g.FastGuard(), g.ReferenceGuard(); "
        "print({'shacl', 'pyshacl', 'rdflib'} & set(sys.modules))"
    )

    assert printed_by(code) == "set()"
