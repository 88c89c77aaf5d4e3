"""Work, counted in queries and rows, does not grow with what is stored."""

from __future__ import annotations

from functools import partial

import pytest

import cedarprov
from cedarprov.evaluate.synthetic import Corpus

SMALL, LARGE = 100, 1_000


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stores")
    opened = {}
    for passages in (SMALL, LARGE):
        Corpus(sections=passages).write(folder / f"corpus-{passages}")
        opened[passages] = cedarprov.create(folder / f"store-{passages}", dense=False)
        opened[passages].ingest(folder / f"corpus-{passages}")
    yield opened
    for knowledge in opened.values():
        knowledge.close()


def work_of(knowledge, act):
    work = knowledge._reading().store.work
    queries, rows = work.queries, work.rows
    act()
    return work.queries - queries, work.rows - rows


def test_a_commit_of_ten_passages_asks_the_store_as_much_when_ten_times_as_much_is_stored(
    stores, tmp_path
):
    done = {}
    for passages, knowledge in stores.items():
        documents = tmp_path / str(passages)
        Corpus(sections=10, seed=7).write(documents)

        done[passages] = work_of(knowledge, partial(knowledge.ingest, documents))

    queries, rows = zip(done[SMALL], done[LARGE], strict=True)
    assert queries[1] <= queries[0]
    assert rows[1] <= 1.2 * rows[0]


def test_a_question_asks_the_store_a_bounded_number_of_times(stores):
    [words] = Corpus(sections=1).questions(1)

    done = {
        passages: work_of(knowledge, partial(knowledge.ask, words, arm="graph"))
        for passages, knowledge in stores.items()
    }

    assert max(queries for queries, _ in done.values()) <= 20
    # Three rows for each of at most 200 texts a ranking, and those of two hops.
    assert max(rows for _, rows in done.values()) <= 2_000
