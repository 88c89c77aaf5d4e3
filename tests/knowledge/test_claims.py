"""Claims inferred for a whole store, and listed."""

from __future__ import annotations

import pytest

from cedarprov.errors import BadValue
from cedarprov.model.edge import Agent
from cedarprov.store.edge_record import ReviewState

POOL = "# Pool\n\nThe pool holds up to {} connections.\n"


@pytest.fixture
def filled(kb, write):
    kb.ingest(write({"one.md": POOL.format(20), "two.md": "Nothing is claimed here.\n"}))
    return kb


def test_what_is_found_is_recorded_as_inferred_and_waits_for_review(filled):
    report = filled.infer("claims")

    [claim] = filled.claims()
    assert (report.found, report.new) == (1, 1)
    assert (claim.inferred, claim.state, claim.kind) == (True, ReviewState.PENDING, "limit")
    assert [label for _, label in claim.places[0].editions] == [""]
    assert claim.reading.attribute == "maximum connections"


def test_a_second_inference_finds_only_what_is_new(filled, write):
    filled.infer("claims")

    assert filled.infer("claims").found == 0
    filled.ingest(write({"three.md": POOL.format(30)}))
    later = filled.infer("claims")
    assert (later.found, later.new) == (1, 1)


def test_a_changed_file_is_read_again_and_its_old_claims_stay(filled, write):
    filled.infer("claims")

    filled.ingest(write({"one.md": POOL.format(50)}))
    filled.infer("claims")

    assert [claim.reading.value for claim in filled.claims(about="The Pool")] == ["20", "50"]


def test_claims_are_listed_by_thing_and_by_state(filled):
    filled.infer("claims")
    [claim] = filled.claims(about="pool")
    filled.review(claim.iri, "accepted", reviewer=Agent(name="Anna"))

    assert filled.claims(state="pending") == ()
    assert [item.iri for item in filled.claims(state="accepted")] == [claim.iri]
    assert filled.claims(about="hose") == ()
    with pytest.raises(BadValue, match="state"):
        filled.claims(state="odd")


def test_an_inference_without_a_name_of_its_own_is_refused(filled):
    with pytest.raises(BadValue, match="claims"):
        filled.infer("weather")
