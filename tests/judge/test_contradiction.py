"""Contradiction: single-valued, in the same units, in overlapping scope and time, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library import ANNA, Document, Library

from cedarprov.judge.attribute import SINGLE_VALUED
from cedarprov.judge.contradiction import (
    PLAN,
    Assertion,
    contradictions,
    infer_contradictions,
)
from cedarprov.judge.extent import Extent
from cedarprov.knowledge.inference import record
from cedarprov.model.edge import Relation, Standing, StructuredReading
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.model.time import KnownTime, Period, Precision
from cedarprov.store.claim_record import ClaimRecord
from cedarprov.store.edge_record import ReviewState


def state(library: Library, quote: str, value: str, unit: str = "", **options: str) -> str:
    """Make a claim by hand on the only passage that holds a quotation."""
    reading = {"about": "Cedar", "attribute": "default timeout"} | options
    return library.kb.claim(
        quote,
        quote=quote,
        passage=library.passage(quote),
        reading=StructuredReading(value=value, unit=unit, **reading),
        agent=ANNA,
    )


def inferred(library: Library, **options: object):
    connection = library.kb._connection
    return infer_contradictions(connection.reading(), connection.texts, **options)


@pytest.fixture
def stored(tmp_path):
    """Make a library of documents, with a claim on the whole text of each."""
    libraries = []

    def stored(*documents: Document, values: list[tuple[str, str]]) -> tuple[Library, list[str]]:
        library = Library(tmp_path / str(len(libraries)), *documents)
        libraries.append(library)
        pairs = zip(documents, values, strict=True)
        return library, [state(library, doc.text, *value) for doc, value in pairs]

    yield stored
    for library in libraries:
        library.kb.close()


SLOW = "The default timeout is 30 s."
FAST = "The default timeout is 10 seconds."


def two(scopes: tuple[str, str] = ("", ""), **options: str) -> list[Document]:
    return [
        Document(name="manual", text=SLOW, scope=scopes[0], **options),
        Document(name="guide", text=FAST, scope=scopes[1], **options),
    ]


VALUES = [("30", "s"), ("10", "seconds")]


def test_two_values_of_one_default_make_an_inferred_edge_with_both_quotations(stored):
    library, claims = stored(*two(("release=2", "release=2 site=harbour")), values=VALUES)

    found = inferred(library)

    [edge] = found.edges
    assert edge.relation is Relation.CONTRADICTS
    assert edge.standing is Standing.INFERRED
    assert {*edge.subjects, edge.object} == set(claims)
    assert {span.exact for span in edge.evidence} == {SLOW, FAST}
    assert edge.scope == Scope.of({"release": "2", "site": "harbour"})
    assert edge.plan == found.plan == PLAN
    assert 0 < edge.confidence < 1


def test_the_same_value_in_another_unit_is_no_contradiction(stored):
    library, _ = stored(*two(), values=[("30", "s"), ("0.5", "min")])

    assert inferred(library).edges == ()


@pytest.mark.parametrize(
    ("scopes", "periods"),
    [
        (("release=1", "release=2"), ("", "")),
        (("release=<2", "release=2..3"), ("", "")),
        (("deployment=new", "deployment=upgrade"), ("", "")),
        (("", ""), ("2020/2021", "2022/2023")),
        (("", ""), ("2020-01-01/2022-06-01", "2022-06-01/..")),
    ],
)
def test_values_that_never_hold_at_once_agree(stored, scopes, periods):
    documents = [
        Document(name=name, text=text, scope=scope, effective=period)
        for name, text, scope, period in zip(
            ("manual", "guide"), (SLOW, FAST), scopes, periods, strict=True
        )
    ]
    library, _ = stored(*documents, values=VALUES)

    found = inferred(library)

    assert found.edges == ()
    assert sum(found.refused.values()) == 1


def test_doubt_about_time_or_scope_takes_from_the_confidence(stored):
    sure = stored(*two(("release=2", "release=2"), effective="2020/.."), values=VALUES)[0]
    unsure_when = stored(*two(("release=2", "release=2")), values=VALUES)[0]
    unsure_where = stored(*two(("", "release=2")), values=VALUES)[0]

    one, two_, three = (
        inferred(library).edges[0].confidence for library in (sure, unsure_when, unsure_where)
    )

    assert one > two_ > three


def test_editions_of_one_source_without_a_common_condition_follow_each_other(stored):
    library, _ = stored(
        Document(name="manual", edition="1", text=SLOW),
        Document(name="manual", edition="2", text=FAST),
        values=VALUES,
    )

    assert inferred(library).edges == ()


def test_what_a_thing_supports_may_be_many_things(stored):
    documents = [
        Document(name="a", text="Cedar supports TLS 1.2."),
        Document(name="b", text="Cedar supports TLS 1.3."),
    ]
    library = stored(*documents, values=[("x", ""), ("x", "")])[0]
    for document, value in zip(documents, ("1.2", "1.3"), strict=True):
        state(library, document.text, value, attribute="supported TLS versions")

    assert inferred(library).edges == ()


def test_a_caller_may_make_an_attribute_single_valued(stored):
    library, _ = stored(*two(), values=VALUES)
    for quote, value in ((SLOW, "red"), (FAST, "blue")):
        state(library, quote, value, attribute="colour")

    usual = inferred(library)
    stricter = inferred(
        library, policy=type(SINGLE_VALUED)(single=SINGLE_VALUED.single | {"colour"})
    )

    assert (len(usual.edges), len(stricter.edges)) == (1, 2)


def test_enabled_and_disabled_by_default_exclude_each_other(stored):
    library, _ = stored(
        Document(name="a", text="Logging is enabled by default."),
        Document(name="b", text="Logging is disabled by default."),
        values=[("enabled", ""), ("disabled", "")],
    )

    assert len(inferred(library).edges) == 1


def test_an_upgrade_note_contradicts_no_default(stored):
    library, _ = stored(
        Document(name="manual", text=FAST),
        Document(name="note", text="Existing deployments keep their timeout of 30 s."),
        values=[("10", "s"), ("30", "s")],
    )

    found = inferred(library)

    assert found.edges == ()
    assert found.refused["it is an upgrade note"] == 1


def test_an_announced_plan_is_neither_true_nor_false_of_what_it_announces(stored):
    library, _ = stored(
        Document(name="manual", text=FAST),
        Document(name="news", text="The default timeout will be raised to 30 s in 2.1."),
        values=[("10", "s"), ("30", "s")],
    )

    found = inferred(library)

    assert found.edges == ()
    assert found.refused["it announces a plan"] == 1


def test_a_statement_that_says_what_it_replaces_is_a_candidate_supersession(stored):
    library, [old, new] = stored(
        Document(name="manual", text=SLOW),
        Document(name="notice", text="The default timeout is 10 s in place of 30 s."),
        values=[("30", "s"), ("10", "s")],
    )

    [edge] = inferred(library).edges

    assert (edge.subjects, edge.relation, edge.object) == ((new,), Relation.SUPERSEDES, old)


def test_two_values_that_one_sentence_sets_beside_each_other_are_told_apart_by_it(stored):
    text = "The default timeout is 30 s on Linux and 10 s on macOS."
    library, _ = stored(Document(name="manual", text=text), values=[("30", "s")])
    reading = StructuredReading(about="Cedar", attribute="default timeout", value="10", unit="s")
    library.kb.claim(
        "10 s on macOS", quote="10 s", passage=library.passage(text), reading=reading, agent=ANNA
    )

    found = inferred(library)

    assert found.edges == ()
    assert found.refused == {"they stand in one sentence, which tells them apart": 1}


def test_content_that_is_no_longer_current_contradicts_nothing(stored):
    library, _ = stored(*two(), values=VALUES)
    library.put(Document(name="manual", text="Nothing is said here."), day="2024-07-01")

    assert inferred(library).edges == ()


def test_a_rejected_claim_contradicts_nothing(stored):
    library, claims = stored(*two(), values=VALUES)
    library.kb.review(claims[0], "rejected", reviewer=ANNA)

    assert inferred(library).edges == ()


def test_a_contradiction_is_found_once_however_often_it_is_inferred(stored):
    library, _ = stored(*two(), values=VALUES)
    edges = record(library.kb._writing(), inferred(library))
    sequence = library.kb.sequence

    assert record(library.kb._writing(), inferred(library)) == edges
    assert library.kb.sequence == sequence


def test_what_an_accepted_supersession_ended_contradicts_its_successor_no_longer(stored):
    library, [old, new] = stored(*two(), values=VALUES)
    edge = library.kb.edge(new, "supersedes", old, evidence="I know it", agent=ANNA)

    before = inferred(library)
    library.kb.review(edge, "rejected", reviewer=ANNA)

    assert before.edges == ()
    assert len(inferred(library).edges) == 1


# -- for any claims -------------------------------------------------------------------------------

YEARS = [
    KnownTime(
        lexical=str(year),
        precision=Precision.YEAR,
        earliest=datetime(year, 1, 1, tzinfo=UTC),
        latest=datetime(year, 12, 31, 23, 59, 59, tzinfo=UTC),
    )
    for year in (2020, 2021, 2022, 2023)
]
periods = st.one_of(
    st.just(Period()),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).map(
        lambda pair: Period(start=YEARS[min(pair)], end=YEARS[max(pair)])
    ),
    st.integers(0, 3).map(lambda at: Period(start=YEARS[at], end=None)),
)
scopes = st.dictionaries(
    st.sampled_from(["release", "deployment"]),
    st.sampled_from(["1", "2", "1..2", "<2", "2.x,3", "any", "new", "upgrade"]),
).map(Scope.of)


@st.composite
def assertions(draw) -> Assertion:
    name = draw(st.uuids()).hex
    value, unit = draw(st.sampled_from([("30", "s"), ("0.5", "min"), ("10", "s"), ("9", "bar")]))
    reading = StructuredReading(about="pump", attribute="default", value=value, unit=unit)
    claim = ClaimRecord(
        iri=f"urn:c:{name}",
        sequence=1,
        statement=f"It is {value} {unit}",
        spans=(Span(version=f"urn:v:{name}", start=0, end=2, exact="30"),),
        reading=reading,
        scope=Scope(),
        inferred=True,
        state=ReviewState.PENDING,
    )
    extent = Extent(
        scope=draw(scopes),
        effective=draw(periods),
        edition=f"urn:e:{name}",
        source=draw(st.sampled_from(["urn:s:a", "urn:s:b"])),
    )
    return Assertion(claim=claim, reading=reading, extents=(extent,))


def related(*asserted: Assertion) -> set[tuple[frozenset[str], str]]:
    found = contradictions(asserted, said=lambda claim: claim.statement)
    return {(frozenset({*edge.subjects, edge.object}), str(edge.scope)) for edge in found.edges}


@given(assertions(), assertions())
def test_contradiction_is_symmetric(one, other):
    assert {pair for pair, _ in related(one, other)} == {pair for pair, _ in related(other, one)}


@given(assertions(), assertions())
def test_what_never_holds_at_once_never_contradicts(one, other):
    mine, theirs = one.extents[0], other.extents[0]
    if not mine.scope.overlaps(theirs.scope):
        assert not related(one, other)


@given(assertions(), assertions())
def test_the_scope_of_a_contradiction_meets_that_of_both_sides(one, other):
    found = contradictions([one, other], said=lambda claim: claim.statement)

    for edge in found.edges:
        assert edge.scope.overlaps(one.extents[0].scope)
        assert edge.scope.overlaps(other.extents[0].scope)
        assert edge.scope.dimensions == (
            one.extents[0].scope.dimensions | other.extents[0].scope.dimensions
        )
