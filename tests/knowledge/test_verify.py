"""A verification names whatever was changed behind the store's back."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Triple
from shelf import ANNA, INGESTER, UNSHRUNK, Shelf, Telling, fill, stories

from cedarprov.check.audit import FaultKind
from cedarprov.check.guard import FastGuard
from cedarprov.check.shape import audit_shapes
from cedarprov.knowledge.audit import VerifyReport, verify
from cedarprov.model.edge import Claim, Edge, Relation, Standing, Verdict
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.activity import claim_draft, edge_draft
from cedarprov.rdf.edge import edge_node
from cedarprov.rdf.graph import DERIVED, SHORTCUTS
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, create

GUARD = FastGuard(audit_shapes())
FORGED = [None, Literal("tampered"), NamedNode("urn:tampered"), BlankNode("tampered")]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("verify") / "store") as shelf:
        fill(shelf)
        yield shelf


def copied(shelf: Shelf, folder: StoreFolder | None = None) -> Session:
    """The quads of a shelf in memory, to be tampered with."""
    store = EmbeddedStore.in_memory()
    store.add(shelf.session.store.engine.dump(format=RdfFormat.N_QUADS) or b"")
    return Session(folder or shelf.folder, store)


def report_of(session: Session, **options: object) -> VerifyReport:
    return verify(session, guard=GUARD, **options)


# -- sound stores ---------------------------------------------------------------------------------


@settings(max_examples=10, deadline=None, phases=UNSHRUNK)
@given(story=stories)
def test_whatever_was_written_through_the_door_is_sound(story, tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("sound") / "store") as shelf:
        Telling(shelf).tell(story)

        report = report_of(shelf.session)

    assert report.findings == ()


def test_a_report_counts_what_was_checked_and_is_unanchored_without_a_head(shelf):
    report = report_of(shelf.session, indexed=8)

    assert report.ok
    assert (report.exit_code, report.text, report.anchored) == (0, "checked", "unanchored")
    assert report.checked == {
        "graphs": 14,
        "bundles": 8,
        "validations": 8,
        "texts": 6,
        "versions": 2,
        "quotations": 7,
        "shortcuts": 1,
        "indexes": 1,
    }


def test_a_store_in_which_there_is_nothing_to_check_is_neither_sound_nor_not(tmp_path):
    with Session.reading(create(tmp_path / "empty")) as session:
        report = report_of(session, indexed=0)

    assert (report.ok, report.exit_code) == (None, 5)


# -- tampering ------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_one_changed_statement_is_found_and_named(shelf, data):
    session = copied(shelf)
    engine = session.store.engine
    quad = data.draw(st.sampled_from(sorted(engine, key=str)))
    value = data.draw(st.sampled_from(FORGED))
    engine.remove(quad)
    if value is not None:
        engine.add(Quad(quad.subject, quad.predicate, value, quad.graph_name))

    report = report_of(session)

    names = session.names
    derived = {names.graph(name) for name in (DERIVED, *SHORTCUTS)}
    beside = {*derived, names.graph("index"), names.graph("text")}
    named = quad.graph_name if quad.graph_name not in beside else quad.subject
    assert not report.ok
    if quad.graph_name == names.graph(DERIVED):
        assert [fault.kind for fault in report.findings] == [FaultKind.SHORTCUT]
    else:
        assert named.value in {fault.subject for fault in report.findings}


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_one_changed_byte_of_a_blob_is_found_and_its_version_named(shelf, data, tmp_path_factory):
    folder = StoreFolder(path=tmp_path_factory.mktemp("bytes"), base=shelf.folder.base)
    shutil.copytree(shelf.folder.blobs.folder, folder.blobs.folder)
    digest = data.draw(st.sampled_from(list(folder.blobs)))
    path = folder.blobs.folder / digest[:2] / digest[2:]
    content = bytearray(path.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)

    report = report_of(copied(shelf, folder))

    assert [(fault.kind, digest in fault.subject) for fault in report.findings] == [
        (FaultKind.DIGEST, True)
    ]


def test_bytes_that_are_not_kept_are_told_and_are_no_fault(shelf, tmp_path):
    folder = StoreFolder(path=tmp_path, base=shelf.folder.base)
    shutil.copytree(shelf.folder.blobs.folder, folder.blobs.folder)
    folder.blobs.remove(next(iter(folder.blobs)))

    report = report_of(copied(shelf, folder))

    assert (report.ok, report.unread, report.text) == (True, 1, "checked in part")


def test_positions_that_do_not_fit_a_quotation_are_told_without_the_bytes(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one line")
        claim = Claim(statement="There is a line", spans=(held.span("one"),))
        draft = claim_draft(claim, ANNA, datetime.now(UTC), shelf.session.names)
        longer = [_with_end(triple, 4) for triple in draft]

        shelf.session.ledger.commit([longer], ["one"], NoDoor())

        forged = copied(shelf, StoreFolder(path=tmp_path, base=shelf.folder.base))
        report = report_of(forged)
    told = [str(fault) for fault in report.findings if fault.kind is FaultKind.SHAPE]
    assert report.text == "text not checked"
    assert len(told) == 1
    assert "length of the quotation" in told[0]


def test_an_edge_that_one_bundle_asserts_and_another_infers_is_a_fault(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one line")
        claims = [shelf.claim(text, held.span("one")) for text in ("It is one", "It is 1")]
        edge = Edge(
            subjects=(claims[0],),
            relation=Relation.SUPPORTS,
            object=claims[1],
            evidence=(held.span("line"),),
            standing=Standing.INFERRED,
            agent=INGESTER,
            at=datetime.now(UTC),
            plan="numbers alike",
        )
        draft = edge_draft(edge, shelf.session.names)
        for label in (v.INFERRED_EDGE, v.ASSERTED_EDGE):
            called = [_labelled(triple, label) for triple in draft]
            shelf.session.ledger.commit([called], ["line"], NoDoor())

        told = [fault for fault in report_of(copied(shelf)).findings if "for life" in str(fault)]

    assert {fault.kind for fault in told} == {FaultKind.SHAPE}
    assert {fault.subject for fault in told} == {edge_node(edge, shelf.names).value}


def _labelled(triple: Triple, label: NamedNode) -> Triple:
    if triple.object != v.INFERRED_EDGE:
        return triple
    return Triple(triple.subject, triple.predicate, label)


class NoDoor:
    """What a forger of a whole record would put in the door's place."""

    def admit(self, *_: object) -> None: ...


def _with_end(triple: Triple, end: int) -> Triple:
    if triple.predicate != v.END:
        return triple
    return Triple(triple.subject, triple.predicate, literal.count(end))


def test_an_inferred_edge_among_the_asserted_ones_is_a_fault(shelf):
    session = copied(shelf)
    graph = session.names.graph
    [pending] = session.store.quads(None, None, None, graph("pending"))
    session.store.engine.add(Quad(*pending.triple, graph("asserted")))

    report = report_of(session)

    assert [fault.kind for fault in report.findings] == [FaultKind.SHORTCUT]
    assert "no edge stands behind" in str(report.findings[0])


def test_a_graph_that_no_bundle_accounts_for_is_a_fault(shelf):
    session = copied(shelf)
    node = NamedNode("urn:stray")
    session.store.engine.add(Quad(node, node, node, node))

    assert [fault.subject for fault in report_of(session).findings] == ["urn:stray"]


def test_an_index_that_lags_behind_is_a_fault(shelf):
    report = report_of(shelf.session, indexed=7)

    assert "bundle 7" in str(report.findings[0])


def test_a_record_that_was_cut_off_is_told_only_against_a_head(tmp_path):
    with Shelf(tmp_path / "whole") as shelf:
        held = shelf.capture("manual", b"one line")
        before = copied(shelf)
        shelf.claim("There is a line", held.span("one"))
        head = report_of(shelf.session).head

    assert report_of(before).ok
    cut_off = report_of(before, head=head)
    assert (cut_off.ok, cut_off.anchored) == (False, "unanchored")


def test_a_record_that_has_grown_since_its_head_was_noted_is_anchored(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one line")
        head = report_of(shelf.session).head
        shelf.claim("There is a line", held.span("one"))

        report = report_of(shelf.session, head=head)

    assert (report.ok, report.anchored) == (True, "anchored")


def test_a_rejected_inference_leaves_the_assertion_of_the_same_alone(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one line")
        claims = [shelf.claim(text, held.span("one")) for text in ("It is one", "It is 1")]
        shelf.edge(claims[0], Relation.SUPPORTS, claims[1])
        inferred = shelf.inferred(claims[0], Relation.SUPPORTS, claims[1])
        shelf.review(inferred, Verdict.REJECTED)

        report = report_of(shelf.session)

    assert report.findings == ()
