"""Which spans say most on a statement."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.index.hash_encoder import HashEncoder
from cedarprov.index.memory import MemoryIndex
from cedarprov.index.port import IndexText
from cedarprov.model.passage import Span
from cedarprov.rdf.naming import digest_of
from cedarprov.retrieve.rationale import rationales

SENTENCES = (
    "The pump was tested in a hall.",
    "The pump holds a pressure of 40 bar.",
    "The hall holds 90 chairs.",
)


def spans(*texts, version="urn:v"):
    found, start = [], 0
    for text in texts:
        found.append(Span(version=version, start=start, end=start + len(text), exact=text))
        start += len(text) + 1
    return found


def index(*texts, encoder=None):
    held = [IndexText(digest=digest_of(text.encode()), text=text) for text in texts]
    return MemoryIndex(held, encoder=encoder)


def said(found):
    return [each.span.exact for each in found]


def test_the_span_with_the_words_of_the_statement_comes_first():
    found = rationales(index(*SENTENCES), "the pressure of the pump", spans(*SENTENCES))

    assert said(found)[0] == SENTENCES[1]
    assert found[0].score == 1.0
    assert [reason.ranking for reason in found[0].reasons] == ["lexical"]


def test_a_rare_word_counts_more_than_a_common_one():
    held = index(*SENTENCES, "A pump.", "Another pump.", "One more pump.")

    found = rationales(held, "chairs and pump", spans("The pump.", "The chairs."))

    assert said(found) == ["The chairs.", "The pump."]


def test_a_word_that_no_text_has_takes_nothing_away():
    held = index(*SENTENCES)

    [one] = rationales(held, "pressure", spans("A pressure."))
    [other] = rationales(held, "pressure zyzzyva", spans("A pressure."))

    assert one.score == other.score == 1.0


def test_meaning_is_one_more_reason_where_the_index_has_vectors():
    held = index(*SENTENCES, encoder=HashEncoder())

    [first, *_] = rationales(held, SENTENCES[1], spans(*SENTENCES))

    assert {reason.ranking: reason.share for reason in first.reasons} == {
        "lexical": 1.0,
        "dense": 1.0,
    }


def test_later_spans_of_a_version_can_be_put_first():
    held, alike = index(*SENTENCES), spans("The pump.", "The pump!", "The pump?")

    found = rationales(held, "pump", alike, later=0.3)

    assert said(found) == ["The pump?", "The pump!", "The pump."]
    assert [round(each.score, 2) for each in found] == [1.3, 1.15, 1.0]


def test_equals_stand_in_the_order_of_their_versions_and_places():
    alike = [*spans("No.", "No!", version="urn:b"), *spans("No?", version="urn:a")]

    found = rationales(index(*SENTENCES), "pump", alike)

    assert said(found) == ["No?", "No.", "No!"]


@given(st.permutations(spans(*SENTENCES)))
def test_the_order_in_which_spans_are_given_does_not_matter(given_spans):
    held = index(*SENTENCES)

    found = rationales(held, "the pump in the hall", [*given_spans, *given_spans], later=0.3)

    assert found == rationales(held, "the pump in the hall", spans(*SENTENCES), later=0.3)


def test_without_spans_there_is_no_rationale():
    assert rationales(index(*SENTENCES), "pump", []) == ()
