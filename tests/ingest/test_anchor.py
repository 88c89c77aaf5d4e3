from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import AmbiguousQuote, BadValue, QuoteNotFound
from cedarprov.ingest.anchor import anchor


def test_the_reported_repeated_sentence_is_placed_by_its_context_or_refused(shared):
    text = (shared / "cases" / "S01" / "notes.txt").read_text(encoding="utf-8")
    expected = json.loads((shared / "cases" / "S01" / "expect.json").read_text())

    for claim in expected["claims"]:
        given_place = {key: claim[key] for key in ("prefix", "suffix", "start") if key in claim}
        if claim["resolves_to"] is not None:
            assert list(anchor(text, claim["quote"], **given_place)) == claim["resolves_to"]
        elif "start" in claim:
            with pytest.raises(QuoteNotFound):
                anchor(text, claim["quote"], **given_place)
        else:
            with pytest.raises(AmbiguousQuote) as caught:
                anchor(text, claim["quote"])
            assert list(map(list, caught.value.places)) == expected["occurrences"]


def test_positions_count_code_points_and_forms_of_a_letter_differ(shared):
    text = (shared / "cases" / "S02" / "status.txt").read_bytes().decode()
    expected = json.loads((shared / "cases" / "S02" / "expect.json").read_text())

    assert list(anchor(text, expected["quote"])) == expected["code_points"]
    composed, decomposed = (anchor(text, also["quote"]) for also in expected["also"])
    assert composed != decomposed


def test_overlapping_occurrences_are_all_named():
    with pytest.raises(AmbiguousQuote) as caught:
        anchor("aaaa", "aa")

    assert caught.value.places == ((0, 2), (1, 3), (2, 4))


def test_many_occurrences_make_a_short_sentence():
    with pytest.raises(AmbiguousQuote) as caught:
        anchor("e" * 5000, "e")

    assert len(caught.value.places) == 5000
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("start", [-5, -1, 1, 4, 100])
def test_a_start_that_does_not_match_is_refused_and_never_moved(start):
    with pytest.raises(QuoteNotFound):
        anchor("cedar", "cedar", start=start)


def test_context_must_hold_at_a_given_start_too():
    assert anchor("a b a b", "b", prefix="a ", start=6) == (6, 7)
    with pytest.raises(QuoteNotFound):
        anchor("a b a b", "b", suffix=" a", start=6)


@pytest.mark.parametrize("near", ["Cedar", "ceder", "ced ar", "cedar\n", "cédar"])
def test_what_is_only_alike_is_not_found(near):
    with pytest.raises(QuoteNotFound, match=r"notes\.txt"):
        anchor("the cedar tree", near, place="notes.txt")


def test_an_empty_quotation_is_refused():
    with pytest.raises(BadValue):
        anchor("text", "", start=2)


@given(st.text("ab\n🙂é", min_size=1, max_size=30), st.data())
def test_a_quotation_is_found_where_it_stands_or_refused_as_ambiguous(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    exact = text[start:end]
    occurrences = [at for at in range(len(text)) if text.startswith(exact, at)]

    assert anchor(text, exact, start=start) == (start, end)
    assert anchor(text, exact, prefix=text[:start], suffix=text[end:]) == (start, end)
    if len(occurrences) == 1:
        assert anchor(text, exact) == (start, end)
    else:
        with pytest.raises(AmbiguousQuote) as caught:
            anchor(text, exact)
        assert [place[0] for place in caught.value.places] == occurrences
