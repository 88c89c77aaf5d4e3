"""The one door: what refers to nothing, misquotes or breaks a shape is refused, whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple
from shelf import ANNA, START, UNSHRUNK, Held, Shelf

from cedarprov.errors import QuoteNotFound, ShapeViolation, UnresolvedReference
from cedarprov.model.edge import Claim, Edge, Relation, Standing
from cedarprov.model.frozen import replace
from cedarprov.model.passage import Span
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.activity import claim_draft, edge_draft
from cedarprov.rdf.edge import claim_node

TEXT = "a b c\r\nÄ 😀 d"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("door") / "store") as shelf:
        yield shelf


@pytest.fixture(scope="module")
def held(shelf) -> Held:
    return shelf.capture("manual", TEXT.encode())


@pytest.fixture(scope="module")
def claims(shelf, held) -> list[str]:
    return [shelf.claim(text, held.span("a")) for text in ("It is a", "It says a")]


def contents(shelf: Shelf) -> bytes:
    return shelf.session.store.engine.dump(format=RdfFormat.N_QUADS) or b""


def claim_on(shelf: Shelf, *spans: Span) -> list[Triple]:
    claim = Claim(statement="It is so", spans=spans)
    return list(claim_draft(claim, ANNA, START, shelf.names))


def edge_between(subject: str, target: str, evidence: Span) -> Edge:
    return Edge(
        subjects=(subject,),
        relation=Relation.SUPPORTS,
        object=target,
        evidence=(evidence,),
        standing=Standing.ASSERTED,
        agent=ANNA,
        at=START,
    )


quotations = st.one_of(
    st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 5)).map(
        lambda given: (given[0], TEXT[given[0] : sum(given)])
    ),
    st.tuples(st.integers(0, len(TEXT)), st.text("abÄ😀 \r\n", min_size=1, max_size=3)),
)


@settings(max_examples=60, deadline=None, phases=UNSHRUNK)
@given(quotation=quotations)
def test_a_span_enters_if_and_only_if_it_equals_its_text(shelf, held, quotation):
    start, exact = quotation
    span = Span(version=held.iri, start=start, end=start + len(exact), exact=exact)
    before = contents(shelf)

    if TEXT[span.start : span.end] == exact:
        shelf.session.commit([claim_on(shelf, span)], [exact])

        node = shelf.names.span(held.iri, span.start, span.end)
        assert shelf.session.holds(node.value)
    else:
        with pytest.raises(QuoteNotFound):
            shelf.session.commit([claim_on(shelf, span)], [exact])

        assert contents(shelf) == before


@pytest.mark.parametrize(("start", "end"), [(0, 400), (400, 401)])
def test_a_span_outside_its_text_is_refused(shelf, held, start, end):
    span = Span(version=held.iri, start=start, end=end, exact="x" * (end - start))

    with pytest.raises(QuoteNotFound):
        shelf.session.commit([claim_on(shelf, span)], [span.exact])


def test_a_quotation_one_letter_off_is_refused_and_named(shelf, held):
    span = Span(version=held.iri, start=0, end=3, exact="a b")
    moved = replace(span, start=1, end=4)

    with pytest.raises(QuoteNotFound) as caught:
        shelf.session.commit([claim_on(shelf, moved)], [moved.exact])

    assert (caught.value.exact, caught.value.place, caught.value.start) == ("a b", held.iri, 1)


def test_what_refers_to_a_record_that_nobody_described_is_refused_and_named(shelf, held, claims):
    nowhere = f"{shelf.names.base}claim/nowhere"
    edge = edge_between(claims[0], nowhere, held.span("a"))

    with pytest.raises(UnresolvedReference) as caught:
        shelf.session.commit([edge_draft(edge, shelf.names)], [])

    assert caught.value.iri == nowhere


def test_what_refers_to_a_record_of_another_draft_of_the_batch_is_admitted(shelf, held):
    claims = [Claim(statement=text, spans=(held.span("c"),)) for text in ("It is c", "It says c")]
    drafts = [claim_draft(claim, ANNA, START, shelf.names) for claim in claims]
    made = [claim_node(claim, shelf.names).value for claim in claims]
    edge = edge_between(*made, held.span("c"))

    bundles = shelf.session.commit([edge_draft(edge, shelf.names), *drafts], ["c"])

    assert len(bundles) == 3


def test_an_edge_that_is_known_as_asserted_cannot_become_inferred(shelf, held, claims):
    known = shelf.edge(claims[0], Relation.QUALIFIES, claims[1], held.span("b"))
    node = NamedNode(known)

    with pytest.raises(ShapeViolation):
        shelf.session.commit([[Triple(node, v.TYPE, v.INFERRED_EDGE)]], [])


def test_a_record_is_not_changed_by_a_later_bundle(shelf, claims):
    more = Triple(NamedNode(claims[0]), v.STATEMENT, Literal("It is otherwise"))

    with pytest.raises(ShapeViolation):
        shelf.session.commit([[more]], [])


def test_one_wrong_draft_keeps_out_the_whole_batch(shelf, held):
    right = claim_on(shelf, replace(held.span("d"), exact="d"))
    wrong = [triple for triple in right if triple.predicate != v.STATEMENT]
    before = contents(shelf)

    with pytest.raises(ShapeViolation):
        shelf.session.commit([right, wrong], ["d"])

    assert contents(shelf) == before
