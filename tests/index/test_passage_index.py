"""What every passage index promises, on disk and in memory."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cedarprov.index import NoticeKind, PassageIndex
from cedarprov.index.embedded import EmbeddedIndex
from cedarprov.index.hash_encoder import HashEncoder
from cedarprov.index.memory import MemoryIndex


@pytest.fixture(params=["embedded", "memory"])
def make(request, tmp_path):
    """Make an empty index of either kind."""

    def empty(encoder=None) -> PassageIndex:
        if request.param == "memory":
            return MemoryIndex(encoder=encoder)
        return EmbeddedIndex(tmp_path / "index", encoder=encoder, writable=True)

    return empty


def digests(hits):
    return [hit.digest for hit in hits]


def test_nothing_is_found_before_it_is_committed(make, text):
    index = make()
    index.add([text("the default is thirty seconds")])

    before = index.lexical("default", limit=5)
    index.commit(7)

    assert before == []
    assert len(index.lexical("default", limit=5)) == 1
    assert index.sequence == 7


@pytest.mark.parametrize("words", ["", "   ", "\ufeff", "?!", "\x00"])
def test_words_that_say_nothing_find_nothing(make, encoder, text, words):
    index = make(encoder)
    index.add([text("something")])
    index.commit(1)

    assert index.lexical(words, limit=5) == []
    assert len(index.dense(words, limit=5)) <= 1


def test_hostile_words_are_only_words(make, encoder, text, shared):
    index = make(encoder)
    index.add([text("a plain text")])
    index.commit(1)
    hostile = json.dumps(json.loads((shared / "cases/S16/inputs.json").read_text()))

    tried = [
        hostile,
        "\ud800 plain",
        'text:"a" AND NOT (',
        "* OR 1=1 --",
        "[a TO z]",
        "a^9e9~",
        "\\",
    ]
    for words in tried:
        assert len(index.lexical(words, limit=5)) <= 1
        assert len(index.dense(words, limit=5)) == 1


def test_a_word_is_found_in_another_form(make, text):
    index = make()
    index.add([text("connections are closed"), text("nothing of the kind")])
    index.commit(1)

    [hit] = index.lexical("closing a connection", limit=5)

    assert (hit.digest, hit.rank) == (text("connections are closed").digest, 1)


def test_headings_are_searched_too(make, text):
    index = make()
    index.add([text("thirty seconds", "Timeouts"), text("ten seconds")])
    index.commit(1)

    assert len(index.lexical("timeout", limit=5)) == 1


def test_a_text_under_two_headings_is_one_hit_by_the_better_path(make, encoder, text):
    index = make(encoder)
    index.add([text("grey words", "Cats"), text("grey words", "Dogs"), text("other words", "Dogs")])
    index.commit(1)

    for search in (index.lexical, index.dense):
        hits = search("grey dogs", limit=5)
        assert hits[0].digest == text("grey words").digest
        assert len(hits) == 2
    assert (index.info().texts, index.info().documents, index.info().rows) == (2, 3, 3)


def test_the_innermost_headings_are_part_of_what_is_embedded(make, encoder, text):
    index = make(encoder)
    index.add([text("it is thirty seconds", "Book", "A", "B", "Timeouts"), text("it is red")])
    index.commit(1)

    assert index.dense("timeouts", limit=1)[0].digest == text("it is thirty seconds").digest
    exact = index.dense("A > B > Timeouts it is thirty seconds", limit=1)[0]
    assert exact.score == 1.0


def test_a_text_that_is_known_is_neither_indexed_nor_encoded_again(make, encoder, text):
    texts = [text(f"number {at} of many") for at in range(30)]
    index = make(encoder)
    index.add(texts)
    index.commit(1)
    scores = index.lexical("number 7", limit=30)

    index.add(texts)
    index.add(texts)
    index.commit(2)

    assert encoder.encoded == 30
    assert index.info().documents == 30
    assert index.lexical("number 7", limit=30) == scores


def test_blank_texts_are_left_out_and_never_reach_the_encoder(make, encoder, text):
    index = make(encoder)

    index.add([text(""), text("\r\r"), text("\ufeff"), text(" \n")])
    index.commit(1)

    assert index.info().texts == encoder.encoded == 0
    assert index.notices == ()


@pytest.mark.parametrize("place", [0, 1_000, 1_999])
def test_a_long_text_is_found_by_words_in_any_part_of_it(make, encoder, text, place):
    words = [f"filler{at}" for at in range(2_000)]
    long = text(" ".join([*words[:place], "omega marker", *words[place:]]))
    index = make(encoder)
    index.add([long, text("another text of no weight")])
    index.commit(1)

    assert index.info().rows == 9
    assert index.dense("omega marker", limit=1)[0].digest == long.digest
    assert len(index.dense("omega marker", limit=9)) == 2


def test_a_text_finds_itself_first_by_meaning(make, encoder, text):
    index = make(encoder)
    index.add([text("cats purr"), text("dogs bark"), text("trees stand")])
    index.commit(1)

    best = index.dense("dogs bark", limit=3)[0]

    assert (best.digest, best.score) == (text("dogs bark").digest, 1.0)


def test_equals_stand_in_the_order_of_their_digests(make, text):
    texts = [text("red", f"Heading {letter}") for letter in "abcdefgh"]
    texts += [text(f"green {at}") for at in range(300)]
    index = make()
    index.add(texts)
    index.commit(1)

    hits = index.lexical("green", limit=10)

    assert digests(hits) == sorted(item.digest for item in texts if "green" in item.text)[:10]
    assert [hit.rank for hit in hits] == list(range(1, 11))


def test_scores_have_no_more_digits_than_can_be_repeated(make, encoder, text):
    index = make(encoder)
    index.add([text("red green blue"), text("red green"), text("red")])
    index.commit(1)

    for hit in index.lexical("red green blue", limit=3):
        assert hit.score == float(f"{hit.score:.5g}")
    for hit in index.dense("red green blue", limit=3):
        assert hit.score == round(hit.score, 6)


def test_without_an_encoder_the_index_says_that_it_goes_by_words(make, text):
    index = make()
    index.add([text("words alone")])
    index.commit(1)

    assert index.dense("words", limit=5) == []
    assert [notice.kind for notice in index.notices] == [NoticeKind.NO_ENCODER]


def test_a_rebuild_drops_what_is_not_named_and_encodes_nothing_again(make, encoder, text):
    index = make(encoder)
    index.add([text("kept words"), text("purged words")])
    index.commit(1)

    index.rebuild([text("kept words")], sequence=2)

    assert digests(index.lexical("words", limit=5)) == [text("kept words").digest]
    assert digests(index.dense("words", limit=5)) == [text("kept words").digest]
    assert encoder.encoded == 3  # two texts and one question
    assert index.sequence == 2


WORDS = st.lists(st.sampled_from(["red", "green", "cedar", "oak", "2.2", "x_y"]), min_size=1)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(WORDS, max_size=30), st.randoms(use_true_random=False))
def test_order_and_batches_do_not_change_the_hits(tmp_path_factory, text, contents, chance):
    texts = [text(" ".join(words), words[0]) for words in contents]
    folder = tmp_path_factory.mktemp("index")
    disk = EmbeddedIndex(folder, encoder=HashEncoder(), writable=True)
    for at in range(0, len(texts), 7):
        disk.add(texts[at : at + 7])
        disk.commit(at)
    memory = MemoryIndex(chance.sample(texts, len(texts)), encoder=HashEncoder())

    for words in ("red cedar", "2.2", "x_y green oak blue"):
        assert disk.lexical(words, limit=5) == memory.lexical(words, limit=5)
        assert disk.dense(words, limit=5) == memory.dense(words, limit=5)


def test_twenty_thousand_texts_in_many_batches_are_work_for_the_new_ones_only(tmp_path, text):
    chance = random.Random(5)  # noqa: S311  # the same texts in every run
    words = [f"w{at}" for at in range(500)]
    texts = [text(" ".join(chance.choices(words, k=12)) + f" n{at}") for at in range(20_000)]
    encoder = HashEncoder(width=8)
    index = EmbeddedIndex(tmp_path, encoder=encoder, writable=True)

    new = []
    for at in range(0, 20_000, 4_000):
        new.append(index.add(texts[max(0, at - 1_000) : at + 4_000]))
        index.commit(at)

    assert new == [4_000] * 5
    assert encoder.encoded == index.info().rows == 20_000
    assert len(index._state.segments) <= 5
    memory = MemoryIndex(reversed(texts), encoder=encoder, vectors=index.vectors())
    assert encoder.encoded == 20_000
    for _ in range(40):
        question = " ".join(chance.choices(words, k=8))
        assert index.lexical(question, limit=100) == memory.lexical(question, limit=100)
        assert index.dense(question, limit=100) == memory.dense(question, limit=100)


def test_texts_that_are_not_held_are_compared_by_terms_and_by_meaning(make, encoder, text):
    index = make(encoder)
    index.add([text("the pump holds water"), text("the hall holds chairs")])
    index.commit(1)
    given_texts = ["Pumps hold water!", "a chair", "", "nothing of it"]

    shares = index.coverage("the pump holds zyzzyva", given_texts)
    cosines = index.likeness("Pumps hold water!", given_texts)

    assert shares == [1.0, 0.0, 0.0, 0.0]
    assert cosines[0] == 1.0
    assert all(-1.0 <= cosine < 1.0 for cosine in cosines[1:])


def test_without_vectors_or_words_no_text_is_like_another(make, encoder, text):
    bare, full = make(), MemoryIndex([text("the pump holds water")], encoder=encoder)

    assert bare.likeness("pump", ["pump"]) == full.likeness(" ", ["pump"]) == [0.0]
    assert bare.coverage("pump", ["pump"]) == full.coverage("", ["pump"]) == [0.0]
    assert full.likeness("pump", []) == full.coverage("pump", []) == []
