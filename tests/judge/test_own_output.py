"""What this store wrote is recognised by form and content, and nothing else is."""

from __future__ import annotations

import json

from cedarprov.judge.own_output import is_receipt, named_mentions, quoted_mentions

SAID = {"The valve opens at 9 bar.": "urn:p1", "It was checked.": "urn:p2"}
RECEIPT = {"format": 1, "question": {}, "sequence": 3, "chain": "c", "answer_digest": "d"}
BASE = "urn:cedarprov:1:"


def records(text):
    return [mention.record for mention in quoted_mentions(text, SAID)]


def test_an_answer_is_known_by_its_quotations():
    assert records("“The valve opens at 9 bar.” [1]\n“It was checked.” [2]") == ["urn:p1", "urn:p2"]
    assert records("release 2: 9 bar: “The valve opens at 9 bar.” [1]") == ["urn:p1"]


def test_a_mention_is_where_it_stands():
    text = "So: “The valve opens at 9 bar.” [1]"

    [mention] = quoted_mentions(text, SAID)

    assert text[mention.start : mention.end] == "“The valve opens at 9 bar.” [1]"


def test_a_quotation_that_the_store_does_not_hold_is_of_somebody_else():
    assert records("“The valve opens at 10 bar.” [1]") == []
    assert records("“The valve opens at 9 bar.” [1] “It was not checked.” [2]") == []


def test_a_text_with_words_of_its_own_is_a_witness():
    own = "We ran the pump for two hours on our bench and measured what the others had reported"

    assert records(f"{own}: “It was checked.” [1]") == []
    assert records("The valve opens at 9 bar.") == []


def test_a_receipt_and_an_answer_with_one_are_known_by_their_keys():
    assert is_receipt(json.dumps(RECEIPT))
    assert is_receipt(json.dumps({"status": "answered", "receipt": RECEIPT}))
    assert not is_receipt(json.dumps({"format": 1, "question": "why"}))
    assert not is_receipt("[1]")
    assert not is_receipt("no JSON")


def test_an_export_names_records_of_this_store():
    held = f"{BASE}passage/abc/0-9"
    text = f"<{held}> a <https://w3id.org/cedarprov/ns#Passage> . <{BASE}passage/gone> a <urn:x> ."

    found = named_mentions(text, BASE, {held}.__contains__)

    assert [(mention.record, text[mention.start : mention.end]) for mention in found] == [
        (held, held)
    ]
    assert named_mentions(text, "urn:cedarprov:2:", lambda _: True) == ()
    assert named_mentions(f"I read of {held} today", BASE, lambda _: True) == ()
