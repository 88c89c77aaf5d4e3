"""Shapes of a user, held against all graphs of a store together."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import RdfFormat

from cedarprov.check.guard import FastGuard, guard_of
from cedarprov.check.report import ShapesReport, ShapeVerdict
from cedarprov.check.shape import Shapes
from cedarprov.check.union_validation import validate_union
from cedarprov.errors import BadShapes, MissingPath
from cedarprov.store.embedded import EmbeddedStore

PREFIXES = b"""
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


def store_of(data: bytes, syntax: RdfFormat = RdfFormat.TRIG) -> EmbeddedStore:
    store = EmbeddedStore.in_memory()
    store.engine.load(data, format=syntax)
    return store


def counts(shapes: bytes, data: bytes) -> dict[str, int]:
    guard = FastGuard(Shapes.parse([PREFIXES + shapes]))
    report = validate_union(store_of(data), guard)
    return {result.shape: result.focus_nodes for result in report.shapes}


# -- shared cases ---------------------------------------------------------------------------------


def test_a_misspelt_target_and_none_at_all_are_not_checked(shared: Path):
    case = shared / "cases" / "S13"

    report = validate_union(
        store_of((case / "data.ttl").read_bytes()), guard_of(case / "shapes.ttl")
    )

    assert [result.focus_nodes for result in report.shapes] == [0, 0]
    assert report.verdict is ShapeVerdict.NOT_CHECKED
    assert report.exit_code == 5


@pytest.mark.parametrize("syntax", [RdfFormat.TRIG, RdfFormat.N_QUADS])
def test_a_link_into_another_graph_is_followed_and_the_graphs_read_are_told(
    shared: Path, syntax: RdfFormat
):
    case = shared / "cases" / "S14"
    written = store_of((case / "data.trig").read_bytes()).engine.dump(format=syntax) or b""

    report = validate_union(store_of(written, syntax), guard_of(case / "shapes.ttl"))

    name = "http://example.org/cedar/"
    assert {finding.focus for finding in report.findings} == {name + "c2"}
    assert report.graphs == (name + "g1", name + "g2", name + "g3")
    assert report.statements == 4
    assert report.exit_code == 1


# -- what shapes target ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (b"<urn:S> a sh:NodeShape ; sh:targetClass <urn:C> .", 2),
        (b"<urn:S> a sh:NodeShape ; sh:targetNode <urn:x>, <urn:elsewhere> .", 2),
        (b"<urn:S> a sh:NodeShape ; sh:targetSubjectsOf <urn:p> .", 2),
        (b"<urn:S> a sh:NodeShape ; sh:targetObjectsOf <urn:p> .", 2),
        (b"<urn:S> sh:targetClass <urn:D> ; sh:path <urn:p> ; sh:minCount 1 .", 1),
    ],
)
def test_every_kind_of_target_is_counted(shape: bytes, expected: int):
    data = b"""
        <urn:x> a <urn:C> ; <urn:p> "a literal", <urn:y> .
        <urn:y> a <urn:D> ; <urn:p> <urn:y> .
        <urn:D> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:C> .
    """

    assert counts(shape, data) == {"urn:S": expected}


def test_a_shape_that_is_a_class_is_applied_to_its_instances():
    shape = b"<urn:C> a sh:NodeShape, rdfs:Class ."

    assert counts(shape, b"<urn:x> a <urn:C> .") == {"urn:C": 1}


def test_a_named_property_shape_is_part_of_the_shape_that_has_it():
    shapes = b"""
        <urn:S> a sh:NodeShape ; sh:targetClass <urn:C> ; sh:property <urn:P> .
        <urn:P> sh:path <urn:p> ; sh:minCount 1 .
    """

    report = report_on(b"<urn:x> a <urn:C> .", shapes=shapes)

    assert [(each.shape, each.verdict) for each in report.shapes] == [
        ("urn:S", ShapeVerdict.BROKEN)
    ]


# -- verdicts -------------------------------------------------------------------------------------


def report_on(data: bytes, *, shapes: bytes, infer: bool = False) -> ShapesReport:
    guard = FastGuard(Shapes.parse([PREFIXES + shapes]))
    return validate_union(store_of(data), guard, infer=infer)


def test_a_fault_counts_for_more_than_a_shape_that_matched_nothing():
    shapes = b"""
        <urn:S> a sh:NodeShape ; sh:targetClass <urn:C> ;
            sh:property [ sh:path <urn:p> ; sh:minCount 1 ] .
        <urn:T> a sh:NodeShape ; sh:targetClass <urn:Nothing> .
    """

    broken = report_on(b"<urn:x> a <urn:C> .", shapes=shapes)
    unseen = report_on(b"<urn:x> a <urn:C> ; <urn:p> 1 .", shapes=shapes)

    assert (broken.exit_code, unseen.exit_code) == (1, 5)
    assert broken.not_checked == unseen.not_checked == ("urn:T",)


def test_a_warning_breaks_nothing_and_is_told():
    shapes = b"""
        <urn:S> a sh:NodeShape ; sh:targetClass <urn:C> ;
            sh:property [ sh:path <urn:p> ; sh:minCount 1 ; sh:severity sh:Warning ] .
    """

    report = report_on(b"<urn:x> a <urn:C> .", shapes=shapes)

    assert (report.verdict, report.exit_code) == (ShapeVerdict.HOLDS, 0)
    assert len(report.findings) == 1


def test_a_prohibition_holds_where_it_matches_nothing():
    shapes = b"""
        <urn:S> a sh:NodeShape ; sh:targetSubjectsOf <urn:p> ;
            sh:property [ sh:path <urn:p> ; sh:maxCount 0 ] .
    """

    assert report_on(b"<urn:x> <urn:q> 1 .", shapes=shapes).verdict is ShapeVerdict.HOLDS
    assert report_on(b"<urn:x> <urn:p> 1 .", shapes=shapes).verdict is ShapeVerdict.BROKEN


def test_nothing_is_inferred_unless_asked_and_nothing_is_written():
    shapes = b"""
        <urn:S> a sh:NodeShape ; sh:targetClass <urn:C> ;
            sh:property [ sh:path <urn:p> ; sh:minCount 1 ] .
    """
    data = b"""
        @prefix prov: <http://www.w3.org/ns/prov#> .
        <urn:g> { <urn:x> a <urn:C> ; prov:specializationOf <urn:y> . }
        <urn:h> { <urn:y> <urn:p> 1 . }
    """
    store = store_of(data)
    before, guard = set(store.engine), FastGuard(Shapes.parse([PREFIXES + shapes]))

    plain, inferred = (validate_union(store, guard, infer=infer) for infer in (False, True))

    assert (plain.exit_code, plain.inferred) == (1, None)
    assert (inferred.exit_code, inferred.inferred) == (0, 1)
    assert set(store.engine) == before


# -- files ----------------------------------------------------------------------------------------


def test_all_files_of_a_folder_are_one_set_of_shapes(tmp_path: Path):
    for name in ("a", "b"):
        shape = f"<urn:{name}> a sh:NodeShape ; sh:targetClass <urn:C> .".encode()
        (tmp_path / f"{name}.ttl").write_bytes(PREFIXES + shape)

    report = validate_union(store_of(b"<urn:x> a <urn:C> ."), guard_of(tmp_path))

    assert [result.shape for result in report.shapes] == ["urn:a", "urn:b"]


SHAPE = b"<urn:S> a sh:NodeShape ; sh:targetClass <urn:C> ; "
ELSEWHERE = b'"SELECT $this { SERVICE <http://localhost/> { ?s ?p $this } }"'


@pytest.mark.parametrize(
    "content",
    [
        b"no Turtle",
        b"\xff\xfe",
        SHAPE + b'sh:property [ sh:path "x" ] .',
        SHAPE + b"sh:property [ sh:path _:p ] . _:p sh:inversePath _:p .",
        SHAPE + b'sh:property [ sh:path <urn:p> ; sh:minCount "many" ] .',
        SHAPE + b"sh:sparql [ sh:select " + ELSEWHERE + b" ] .",
        SHAPE + b'sh:sparql [ sh:select "SELECT" ] .',
    ],
)
def test_shapes_that_cannot_be_used_are_refused_by_name(tmp_path: Path, content: bytes):
    (tmp_path / "own.ttl").write_bytes(PREFIXES + content)

    with pytest.raises(BadShapes, match=r"own\.ttl"):
        guard_of(tmp_path / "own.ttl")


def test_a_folder_without_shapes_and_a_path_that_leads_nowhere_are_refused(tmp_path: Path):
    with pytest.raises(BadShapes):
        guard_of(tmp_path)
    with pytest.raises(MissingPath):
        guard_of(tmp_path / "nowhere")
