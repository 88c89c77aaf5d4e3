"""Many readers beside one writer, and many writers that want the same at once."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

import cedarprov
from tests.survival.company import insert_at_once, keep_company
from tests.survival.operation import AT, BASE

TURNS = 15
ATTEMPTS = 200
WRITERS = 4


@pytest.fixture
def store(tmp_path):
    (tmp_path / "pump.md").write_text("# Pump\n\nIt bears 3 bar.\n", encoding="utf-8")
    with cedarprov.create(tmp_path / "store", base=BASE, dense=False) as kb:
        kb.ingest(tmp_path / "pump.md", at=AT)
    return tmp_path / "store"


def claims_of(store):
    """How often each claim is described, by statement, and the number of bundles."""
    with cedarprov.open(store, dense=False) as kb:
        assert kb.verify().ok
        claims = [claim.statement for claim in kb.claims()]
        return Counter(claims), kb.sequence


def test_readers_in_threads_and_processes_see_whole_states_and_no_update_is_lost(tmp_path):
    company = keep_company(tmp_path, turns=TURNS)

    assert company.faults == ()
    assert (company.turns, company.found) == (TURNS, company.records)
    assert company.reads > 0


def test_of_writers_that_insert_different_things_at_once_none_loses_any(store):
    shares = [[f"{writer}/{number}" for number in range(5)] for writer in range(WRITERS)]

    told, faults = insert_at_once(store, shares)

    assert faults == []
    assert len({iri for iris in told for iri in iris}) == 5 * WRITERS
    claims, sequence = claims_of(store)
    assert sequence == 1 + 5 * WRITERS
    assert set(claims.values()) == {1}


def test_of_writers_that_insert_the_same_things_at_once_one_inserts_each(store):
    shares = [[str(number) for number in range(5)]] * WRITERS

    told, faults = insert_at_once(store, shares)

    assert faults == []
    assert all(iris == told[0] for iris in told)
    claims, sequence = claims_of(store)
    assert sequence == 1 + 5
    assert set(claims.values()) == {1}


def test_of_two_hundred_attempts_to_insert_what_is_not_there_in_threads_none_is_lost(store):
    """Unguarded, most of such attempts find nothing and insert the same thing again."""
    barrier, faults = threading.Barrier(WRITERS), []

    def attempt() -> None:
        try:
            with cedarprov.open(store, dense=False) as reader:
                version = reader.sources()[0].editions[0].version
            for number in range(ATTEMPTS // WRITERS):
                barrier.wait(60)
                with cedarprov.open(store, dense=False, wait=60) as kb:
                    kb.claim(f"Claim {number}", quote="bar", version=version)
        except Exception as error:  # noqa: BLE001 - a thread has nobody else to tell
            faults.append(error)
            barrier.abort()

    threads = [threading.Thread(target=attempt) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    claims, sequence = claims_of(store)
    assert sequence == 1 + ATTEMPTS // WRITERS
    assert len(claims) == ATTEMPTS // WRITERS
    assert set(claims.values()) == {1}
