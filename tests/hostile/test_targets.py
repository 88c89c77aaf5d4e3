"""Whatever a reader is given, it reads it or says in one sentence why not."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from targets import SIGNS, TARGETS, Target

from cedarprov.errors import CedarprovError


def hostile(target: Target) -> st.SearchStrategy[bytes]:
    """Return strategies for input of a target: noise, its words in any order, damaged examples."""
    words = st.sampled_from(
        [word.encode("utf-8", "surrogatepass") for word in (*target.words, *SIGNS, "a")]
    )
    written = st.lists(words, max_size=30).map(b"".join)
    nested = st.builds(lambda word, times: word * times, words, st.integers(1, 3000))
    seeds = st.sampled_from(target.seeds)
    cut = st.builds(
        lambda seed, at, length, put: (
            seed[: at % len(seed)] + put + seed[at % len(seed) + length :]
        ),
        seeds,
        st.integers(0, 10_000),
        st.integers(0, 5),
        st.one_of(st.binary(max_size=4), written, nested),
    )
    return st.one_of(st.binary(max_size=200), written, nested, cut)


@pytest.mark.parametrize("name", TARGETS)
def test_any_input_is_read_or_refused_in_a_sentence(name):
    target = TARGETS[name]

    @settings(max_examples=15 if target.is_slow else 60)
    @given(hostile(target))
    def run(data):
        with suppress(CedarprovError):
            target.run(data)

    run()


@pytest.mark.parametrize("name", TARGETS)
def test_the_examples_of_a_target_are_read_to_some_depth(name):
    for seed in TARGETS[name].seeds:
        with suppress(CedarprovError):
            TARGETS[name].run(seed)
