"""A ledger judged in lots gets the verdicts of one call of the reference engine over all of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, serialize
from shelf import UNSHRUNK, Shelf, Telling, fill, stories

from cedarprov.check import ledger_audit
from cedarprov.check.guard import FastGuard, ReferenceGuard
from cedarprov.check.ledger_audit import BESIDE_THE_LEDGER, audit_ledger
from cedarprov.check.pool import Pool
from cedarprov.check.report import Finding, Report, ShapesReport, ShapeVerdict
from cedarprov.check.shape import audit_shapes
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session

GUARD = FastGuard(audit_shapes())
SHAPE = "https://w3id.org/cedarprov/shapes#"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("audit") / "store") as shelf:
        fill(shelf)
        # The same bytes from a second source: a version that two bundles describe.
        shelf.capture("copy", b"# Timeouts\nThe timeout is 30 s.\n", label="1")
        yield shelf


def copied(shelf: Shelf) -> EmbeddedStore:
    store = EmbeddedStore.in_memory()
    store.add(shelf.session.store.engine.dump(format=RdfFormat.N_QUADS) or b"")
    return store


def audited(store: EmbeddedStore, names: Names, **options: bool) -> ShapesReport:
    return audit_ledger(store, names, GUARD, Pool(workers=1), **options).shapes


def in_one_call(store: EmbeddedStore, names: Names) -> Report:
    beside = {names.graph(name) for name in BESIDE_THE_LEDGER}
    triples = {quad.triple for quad in store.engine if quad.graph_name not in beside}
    data = serialize(triples, format=RdfFormat.N_TRIPLES) or b""
    return ReferenceGuard(audit_shapes()).check(data)


def told(findings: tuple[Finding, ...]) -> set[tuple[str, str, str, str]]:
    """What is found, without the offending value, which RDFLib may write in another way."""
    return {(item.focus, item.shape, item.path, item.message) for item in findings}


def counted(report: ShapesReport) -> dict[str, int]:
    return {result.shape: result.focus_nodes for result in report.shapes}


# -- the same verdicts ----------------------------------------------------------------------------


def test_a_sound_store_is_judged_as_in_one_call(shelf):
    report = audited(shelf.session.store, shelf.names)

    reference = in_one_call(shelf.session.store, shelf.names)
    assert reference.findings == report.findings == ()
    assert counted(report) == reference.focus_nodes
    assert counted(report)[SHAPE + "Bundle"] == shelf.session.sequence


@st.composite
def accidents(draw: st.DrawFn, quads: list[Quad]) -> list[tuple[Quad, Quad | None]]:
    """Some quads, each with what takes its place: nothing, or another predicate or object."""
    found: list[tuple[Quad, Quad | None]] = []
    for _ in range(draw(st.integers(1, 4))):
        quad, other = (draw(st.sampled_from(quads)) for _ in range(2))
        ends = [quad.object, other.object, Literal("tampered"), NamedNode("urn:tampered")]
        predicate = draw(st.sampled_from([quad.predicate, other.predicate]))
        change = Quad(quad.subject, predicate, draw(st.sampled_from(ends)), quad.graph_name)
        found.append((quad, draw(st.sampled_from([None, change]))))
        if draw(st.booleans()):
            found.append((quad, quad))  # beside the change, and not in its place
    return found


@settings(max_examples=25, deadline=None, phases=UNSHRUNK)
@given(data=st.data())
def test_a_store_after_accidents_is_judged_as_in_one_call(shelf, data):
    store, names = copied(shelf), shelf.names
    beside = {names.graph(name) for name in (*BESIDE_THE_LEDGER, TEXTS)}
    quads = sorted((q for q in store.engine if q.graph_name not in beside), key=str)
    for quad, change in data.draw(accidents(quads)):
        store.engine.remove(quad)
        if change is not None:
            store.engine.add(change)

    report, reference = audited(store, names), in_one_call(store, names)

    assert told(report.findings) == told(reference.findings)
    assert counted(report) == reference.focus_nodes


def test_what_two_bundles_say_of_one_record_is_judged_together(shelf):
    """Each bundle gives the agent one name: only together are there two."""
    store = copied(shelf)
    label = next(iter(store.engine.quads_for_pattern(None, v.LABEL, Literal("Anna"), None)))
    store.engine.remove(label)
    store.engine.add(Quad(label.subject, v.LABEL, Literal("Bella"), label.graph_name))

    report = audited(store, shelf.names)

    assert told(report.findings) == told(in_one_call(store, shelf.names).findings)
    assert {(finding.focus, finding.path) for finding in report.findings} == {
        (label.subject.value, v.LABEL.value)
    }


def test_an_edition_that_two_captures_describe_differently_is_sound(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        for scope in ("release=1", "release=2"):
            shelf.capture("manual", b"one line", label="1", scope=scope)
        store = copied(shelf)
        edition = next(iter(store.engine.quads_for_pattern(None, v.TYPE, v.EDITION, None))).subject
        for quad in list(store.engine.quads_for_pattern(edition, v.DCAT_VERSION, None, None))[:1]:
            store.engine.remove(quad)
            store.engine.add(Quad(edition, v.DCAT_VERSION, Literal("2"), quad.graph_name))

        report = audited(store, shelf.names)

    assert not in_one_call(store, shelf.names).conforms
    assert report.findings == ()
    assert counted(report)[SHAPE + "Edition"] == 1


@settings(max_examples=5, deadline=None, phases=UNSHRUNK)
@given(story=stories)
def test_lots_of_any_size_give_the_same_report(story, tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("lots") / "store") as shelf:
        Telling(shelf).tell(story)
        whole = audited(shelf.session.store, shelf.names)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ledger_audit, "_BUNDLES_IN_A_LOT", 1)
            patch.setattr(ledger_audit, "_NODES_IN_A_LOT", 2)
            parts = audited(shelf.session.store, shelf.names)

    assert parts == whole


def test_other_processes_read_the_same_checkpoint_and_find_the_same(shelf):
    shelf.session.publish()
    rows = []
    found = []
    for workers in (1, 2):
        folder = StoreFolder.open(shelf.folder.path)
        with Session.reading(folder) as session, Pool(workers, patience=0) as pool:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(ledger_audit, "_BUNDLES_IN_A_LOT", 1)
                found.append(audit_ledger(session.store, session.names, GUARD, pool))
            rows.append(session.store.work.rows)

    assert found[0] == found[1]
    assert len(found[0].digests) == shelf.session.sequence
    assert rows[1] < rows[0]  # the rest was read by others


# -- work -----------------------------------------------------------------------------------------


def test_the_work_grows_with_the_store_and_no_faster(tmp_path):
    """An agent that every bundle describes is read once, not once for each bundle."""
    reads = []
    for documents in (10, 20, 40):
        with Shelf(tmp_path / str(documents)) as shelf:
            for number in range(documents):
                shelf.capture(f"note-{number}", f"line {number}\nanother".encode())
            store = copied(shelf)
            audited(store, shelf.names)
            reads.append(store.work.rows)

    assert reads[2] - reads[1] == pytest.approx(2 * (reads[1] - reads[0]), rel=0.02)


# -- reading only ---------------------------------------------------------------------------------


@pytest.mark.parametrize("infer", [False, True])
def test_an_audit_changes_nothing_and_says_whether_it_inferred(shelf, infer):
    before = set(shelf.session.store.engine)

    report = audited(shelf.session.store, shelf.names, infer=infer)

    assert set(shelf.session.store.engine) == before
    assert (report.inferred is None) is not infer
    assert report.statements == sum(
        quad.graph_name.value in report.graphs for quad in shelf.session.store.engine
    )


def test_what_is_inherited_is_judged_only_where_that_is_asked_for(shelf):
    """A closed shape forbids it to the source; its versions would inherit it."""
    store, names = copied(shelf), shelf.names
    held = next(iter(store.engine.quads_for_pattern(None, v.TYPE, v.SOURCE, None)))
    store.engine.add(Quad(held.subject, v.TEXT_PROFILE, Literal("other/1"), held.graph_name))

    plain, inferred = audited(store, names), audited(store, names, infer=True)

    def broken(report: ShapesReport) -> set[str]:
        return {
            result.shape.removeprefix(SHAPE)
            for result in report.shapes
            if result.verdict is ShapeVerdict.BROKEN
        }

    assert broken(plain) == {"Source"}
    assert broken(inferred) == {"Source", "Version"}
    assert inferred.inferred


def test_an_empty_store_is_not_checked():
    report = audited(EmbeddedStore.in_memory(), Names("urn:s:"))

    assert report.verdict is ShapeVerdict.NOT_CHECKED
    assert report.exit_code == 5
    assert set(counted(report)) == set(audit_shapes().targets)


def test_a_bundle_with_a_blank_node_is_named_and_the_rest_of_it_is_judged(shelf):
    store, names = copied(shelf), shelf.names
    quad = next(iter(store.engine.quads_for_pattern(None, v.TYPE, v.CLAIM, None)))
    store.add(f"<{quad.subject.value}> <urn:p> _:b {quad.graph_name} .\n".encode())
    store.engine.remove(quad)
    store.engine.add(Quad(quad.subject, v.TYPE, v.EDGE, quad.graph_name))

    report = audited(store, names)

    assert [fault.subject for fault in report.faults] == [quad.graph_name.value]
    assert quad.subject.value in {finding.focus for finding in report.findings}
    assert report.exit_code == 1
