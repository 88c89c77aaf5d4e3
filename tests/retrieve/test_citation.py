"""Citations resolve when they quote a supplied passage exactly, and are refused by kind."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library import Document, Library

from cedarprov.retrieve.citation import (
    CitedClaim,
    Refusal,
    Supplied,
    check_citations,
    supplied_by,
)

SUPPLIED = (
    Supplied(number=1, passage="p-1", text="The valve opened at 6:10."),
    Supplied(number=2, passage="p-2", text="The crew closed it; closed it again at 6:25."),
)


def refusal(quote, passage="p-1"):
    [claim] = check_citations(SUPPLIED, claims=[CitedClaim(quote=quote, passage=passage)]).claims
    return claim.refusal


def flags(answer, *claims):
    return [
        item.flags for item in check_citations(SUPPLIED, answer=answer, claims=claims).sentences
    ]


# -- quotations -----------------------------------------------------------------------------------


@given(st.text(min_size=1, max_size=40), st.data())
def test_whatever_is_cut_from_a_supplied_text_resolves_to_where_it_stands(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = text[start:end]

    [claim] = check_citations(
        [Supplied(number=1, passage="p", text=text)], claims=[CitedClaim(quote=quote, passage="p")]
    ).claims

    assert claim.resolves == bool(quote.strip())
    assert not claim.resolves or (start, end) in claim.spans
    assert all(text[first:last] == quote for first, last in claim.spans)


@given(st.text(max_size=30), st.text(max_size=10))
def test_what_a_text_does_not_hold_never_resolves(text, quote):
    [claim] = check_citations(
        [Supplied(number=1, passage="p", text=text)], claims=[CitedClaim(quote=quote, passage="p")]
    ).claims

    assert quote in text or not claim.resolves


def test_a_quotation_that_stands_twice_resolves_to_both_places():
    [claim] = check_citations(
        SUPPLIED, claims=[CitedClaim(quote="closed it", passage="p-2")]
    ).claims

    assert claim.spans == ((9, 18), (20, 29))


@pytest.mark.parametrize("quote", ["", " ", "\n\t"])
def test_an_empty_quotation_is_refused(quote):
    assert refusal(quote) is Refusal.EMPTY_QUOTE


def test_a_passage_that_was_not_supplied_is_refused_even_if_another_holds_the_words():
    assert refusal("valve opened", "p-7") is Refusal.NOT_SUPPLIED


@pytest.mark.parametrize(
    "quote",
    [
        "valve opened at 6:11",
        "Valve opened",
        "valve  opened",
        "The valve ... at 6:10",
        "opened at 6:10. The crew closed it",
        "The crew closed it",
    ],
    ids=["other number", "other case", "other space", "left out", "joined", "other passage"],
)
def test_a_quotation_is_neither_bent_nor_joined(quote):
    assert refusal(quote) is Refusal.NOT_EXACT


def test_claims_are_numbered_as_they_came():
    claims = [CitedClaim(quote=quote, passage="p-1") for quote in ("valve", "pump", "6:10")]

    report = check_citations(SUPPLIED, claims=claims)

    assert [(item.number, item.resolves) for item in report.claims] == [
        (1, True),
        (2, False),
        (3, True),
    ]
    assert not report.ok


# -- sentences ------------------------------------------------------------------------------------


def test_numbers_name_the_passages_of_this_request():
    report = check_citations(SUPPLIED, answer="It opened at 6:10 [1] and was closed at 6:25 [2].")

    assert report.ok
    assert [item.passages for item in report.sentences] == [("p-1", "p-2")]


def test_several_numbers_may_share_one_bracket():
    report = check_citations(SUPPLIED, answer="It opened and was closed [1, 2].")

    assert [item.passages for item in report.sentences] == [("p-1", "p-2")]


def test_numbers_after_a_full_stop_belong_to_the_sentence_it_ends():
    report = check_citations(SUPPLIED, answer="It opened at 6:10. [1] It was closed at 6:25. [2]")

    assert [(item.text, item.passages) for item in report.sentences] == [
        ("It opened at 6:10. [1]", ("p-1",)),
        ("It was closed at 6:25. [2]", ("p-2",)),
    ]
    assert report.ok


def test_a_number_that_names_no_supplied_passage_is_flagged():
    assert flags("The cause was a leak [7].") == [("[7] names no supplied passage",)]


def test_a_sentence_without_a_citation_is_flagged():
    assert flags("It opened [1]. Nobody knows why.") == [(), ("it cites nothing",)]


def test_a_figure_that_the_cited_passage_does_not_hold_is_flagged():
    [found] = flags("It opened at 6:50 [1].")

    assert found == ("6:50 stands in none of the passages cited",)


def test_a_sentence_that_repeats_a_refused_quotation_is_flagged():
    claim = CitedClaim(quote="opened by itself", passage="p-1")

    [found] = flags("It opened by itself [1].", claim)

    assert "opened by itself" in found[0]


def test_an_answer_that_says_nothing_has_no_sentence():
    report = check_citations(SUPPLIED, answer=" \n")

    assert report.sentences == ()
    assert report.ok


# -- the reported case ----------------------------------------------------------------------------


def test_invented_joined_and_empty_citations_of_the_reported_case_are_refused(shared):
    def read(name):
        return json.loads((shared / "cases" / "S22" / name).read_text(encoding="utf-8"))

    names = sorted(path.name for path in (shared / "cases" / "S22").iterdir())
    parts = {name: read(name) for name in names if name.endswith(".json")}
    answer = next(part["text"] for part in parts.values() if "text" in part)
    claims = next(part for part in parts.values() if isinstance(part, list) and "quote" in part[0])
    passages = next(part for part in parts.values() if isinstance(part, list) and "n" in part[0])
    expected = next(part for part in parts.values() if "accept" in part)

    report = check_citations(
        [Supplied(number=item["n"], passage=item["id"], text=item["text"]) for item in passages],
        answer=answer,
        claims=[CitedClaim(**item) for item in claims],
    )

    resolved = [at for at, item in enumerate(report.claims) if item.resolves]
    refused = [str(at) for at, item in enumerate(report.claims) if not item.resolves]
    assert resolved == expected["accept"]
    assert refused == list(expected["refuse"])
    assert [bool(item.flags) for item in report.sentences] == [False, True, True]
    assert report.sentences[0].passages == ("p-101", "p-102")


# -- answers --------------------------------------------------------------------------------------


def test_an_answer_of_our_own_passes_its_own_check(tmp_path):
    documents = (
        Document(name="b", text="The default request timeout took 9 days to agree on."),
        Document(name="a", text="The default request timeout is 30 seconds."),
    )
    with Library(tmp_path, *documents) as library:
        answer = library.kb.ask("What is the default request timeout?")
        claims = [CitedClaim(quote=item.exact, passage=item.passage) for item in answer.citations]

        report = library.kb.cite(answer, answer=answer.text, claims=claims)
        supplied = supplied_by(answer)

    assert answer.citations
    assert report.ok
    assert {item.text for item in supplied} == {item.text for item in answer.evidence}
    assert [item.number for item in supplied] == list(range(1, len(supplied) + 1))
