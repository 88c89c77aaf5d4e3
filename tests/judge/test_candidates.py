"""Which pairs are compared: few for each text, and those that matter among them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.copied import copied_corpus
from cedarprov.judge.candidates import MOST, RUN, WINDOW, candidate_pairs, fingerprints

words = st.lists(st.sampled_from([f"w{at}" for at in range(60)]), min_size=0, max_size=60)


@pytest.mark.parametrize("size", [200, 2000])
def test_the_work_for_each_text_is_bounded_and_copies_are_met(size):
    corpus = copied_corpus(size)

    pairs = list(candidate_pairs(corpus.texts))

    assert len(pairs) <= MOST * size
    assert len(pairs) < 2 * len(corpus.pairs) + size
    assert len({*pairs} & corpus.pairs) >= 0.99 * len(corpus.pairs)


def test_of_many_copies_each_meets_the_one_that_was_there_first():
    valve = "the relief valve of the feed pump opens at a pressure of nine bar and closes at eight"
    copies = [f"Mirror {at} at place {at}. {valve} Ask mirror {at} for more." for at in range(100)]

    met = set(candidate_pairs([valve, *copies]))

    assert {(0, at) for at in range(1, 101)} <= met
    assert len(met) <= MOST * 101


def test_what_is_of_one_source_is_no_pair():
    texts = ["one and the same text that is long enough to be met"] * 3
    apart = [frozenset("a"), frozenset("a"), frozenset("b")]

    assert set(candidate_pairs(texts, apart)) == {(0, 2), (1, 2)}


@given(words, words, words, words)
def test_no_long_span_in_common_is_missed(before, after, other, span):
    if len(span) < RUN + WINDOW - 1:
        return
    one, two = tuple(before + span + after), tuple(other + span)

    assert fingerprints(one) & fingerprints(two)
