"""What an inference found is recorded as inferred, once, and waits for review."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cedarprov.judge.agent import software
from cedarprov.judge.inferred import Inferred
from cedarprov.knowledge.inference import record
from cedarprov.model.edge import Agent, Claim, Edge, Relation, Standing, StructuredReading
from cedarprov.model.scope import Scope
from cedarprov.rdf.edge import claim_node
from cedarprov.store.claim_record import all_claims, claim_records
from cedarprov.store.edge_record import ReviewState, edge_records

PLAN = "sentences that state a limit"
ANNA = Agent(name="Anna")


@pytest.fixture
def found(kb, write) -> Inferred:
    kb.ingest(write({"pump.md": "The limit is 9 bar.\n\nThe hose is red.\n"}))
    [version] = {edition.version for source in kb.sources() for edition in source.editions}
    limit, hose = (kb.span(quote, version=version) for quote in ("The limit is 9 bar.", "red"))
    reading = StructuredReading(about="pump", attribute="limit", value="9", unit="bar")
    claims = (
        Claim(statement=limit.exact, spans=(limit,), reading=reading),
        Claim(statement="It is red", spans=(hose, limit), scope=Scope.of({"release": "2"})),
    )
    names = kb._reading().names
    edge = Edge(
        subjects=(claim_node(claims[0], names).value,),
        relation=Relation.SUPPORTS,
        object=claim_node(claims[1], names).value,
        evidence=(limit,),
        standing=Standing.INFERRED,
        agent=software(),
        at=datetime.now(UTC),
        plan=PLAN,
    )
    return Inferred(plan=PLAN, claims=claims, edges=(edge,))


def records(kb, **options):
    session = kb._reading()
    return list(claim_records(session.store, session.names, **options))


def test_claims_and_edges_come_back_as_inferred_and_pending(kb, found):
    *claims, edge = record(kb._writing(), found)

    session = kb._reading()
    first, second = records(kb)
    assert [first.iri, second.iri] == sorted(claims)
    by_statement = {item.statement: item for item in (first, second)}
    for claim in found.claims:
        item = by_statement[claim.statement]
        assert (item.reading, item.scope) == (claim.reading, claim.scope)
        assert set(item.spans) == set(claim.spans)
        assert item.inferred
        assert item.state is ReviewState.PENDING
    [held] = edge_records([edge], session.store, session.names)
    assert held.state is ReviewState.PENDING
    assert b"sentences that state a limit" in kb.export("turtle", iri=first.iri)


def test_the_same_inference_again_records_nothing(kb, found):
    first = record(kb._writing(), found)
    sequence = kb.sequence

    assert record(kb._writing(), found) == first
    assert kb.sequence == sequence


def test_a_review_accepts_a_claim_and_an_earlier_state_still_has_it_pending(kb, found):
    claim, *_ = record(kb._writing(), found)
    before = kb.sequence

    kb.review(claim, "accepted", reviewer=ANNA)

    [now] = records(kb, claims=[claim])
    [then] = records(kb, claims=[claim], sequence=before)
    assert (now.state, then.state) == (ReviewState.ACCEPTED, ReviewState.PENDING)
    assert now.inferred
    assert records(kb, sequence=now.sequence - 1) == []


def test_what_a_person_states_is_not_inferred(kb, found):
    stated = kb.claim("The hose is red", quote="red", version=found.claims[0].spans[0].version)
    record(kb._writing(), found)

    session = kb._reading()
    standings = all_claims(session.store, session.names)
    assert [claim for claim, inferred in standings.items() if not inferred] == [stated]
    assert len(standings) == 3
