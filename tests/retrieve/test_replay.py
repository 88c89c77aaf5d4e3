"""A receipt replays to itself, on the state it ran on and after whatever came later."""

from __future__ import annotations

import json

import pytest
from library import Document, Library, shown

from cedarprov.errors import BadReceipt
from cedarprov.model.frozen import replace
from cedarprov.retrieve.receipt import to_json

PUMP = Document(name="pump", text="The pump runs at 30 rpm.", edition="1", scope="release=1")
ZEBRAS = Document(name="zebras", text="Zebras graze near water.")
LATER = (
    Document(name="pump", text="The pump runs at 45 rpm.", edition="2", scope="release=2"),
    Document(name="pump", text="The pump runs at 31 rpm.", edition="1", scope="release=1"),
    Document(name="spare", text="A spare pump is kept in the shed."),
)
QUESTIONS = [
    {},
    {"arm": "graph"},
    {"arm": "flat"},
    {"scope": {"release": "1"}},
    {"as_of": {"captured": "2024-07"}},
    {"budget": 3},
    {"arm": "graph", "records": 1, "hops": 1},
]


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path, PUMP, ZEBRAS) as filled:
        filled.link("Zebras", "qualifies", "pump")
        yield filled


@pytest.mark.parametrize("options", QUESTIONS)
def test_the_same_state_gives_the_same_receipt(library, options):
    answer = library.kb.ask("pump", **options)

    replay = library.kb.replay(answer.receipt)

    assert replay.same
    assert replay.answer.receipt == answer.receipt


@pytest.mark.parametrize("options", QUESTIONS)
def test_later_ingests_edges_and_reviews_change_nothing_about_an_earlier_answer(library, options):
    answer = library.kb.ask("pump", **options)
    library.put(*LATER, day="2024-08-01")
    library.link("spare", "contradicts", "30 rpm")
    library.reject(
        answer.receipt.edges[0]
        if answer.receipt.edges
        else library.infer("spare", "supports", "31 rpm")
    )

    replay = library.kb.replay(json.loads(json.dumps(to_json(answer.receipt))))

    assert replay.differences == ()
    assert replay.answer.receipt == answer.receipt
    assert replay.answer.text == answer.text
    assert replay.answer.evidence == answer.evidence


def test_a_question_about_an_earlier_state_replays_as_well(library):
    start = library.kb.sequence
    library.put(*LATER)
    answer = library.kb.ask("pump", as_of={"record": str(start)})
    library.put(Document(name="last", text="The last pump."))

    assert library.kb.replay(answer.receipt).same
    assert shown(answer) == [PUMP.text]


def test_a_stored_receipt_is_a_bundle_that_later_answers_do_not_see(library):
    answer = library.kb.ask("pump", record=True)

    assert library.kb.sequence == answer.receipt.sequence + 1
    assert library.kb.replay(answer.receipt).same


def test_a_receipt_of_another_store_differs_from_its_chain_on(library, tmp_path):
    answer = library.kb.ask("pump")
    with Library(tmp_path / "other", PUMP, ZEBRAS) as other:
        other.link("Zebras", "qualifies", "pump")
        replay = other.kb.replay(answer.receipt)

    assert not replay.same
    assert "another one" in replay.differences[0]


def test_a_receipt_of_a_later_state_than_the_store_holds_is_refused(library, tmp_path):
    library.put(*LATER)
    answer = library.kb.ask("pump")

    with Library(tmp_path / "shorter", PUMP) as shorter, pytest.raises(BadReceipt, match="ends at"):
        shorter.kb.replay(answer.receipt)


def test_a_receipt_that_was_changed_by_hand_does_not_replay(library):
    receipt = library.kb.ask("pump").receipt
    forged = replace(receipt, candidates=receipt.candidates[1:])

    replay = library.kb.replay(forged)

    assert not replay.same
    assert any("no candidate before, shown" in sentence for sentence in replay.differences)
