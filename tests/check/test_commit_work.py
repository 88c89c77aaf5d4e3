"""What one commit looks at to be validated does not depend on how much the store holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

import cedarprov
from cedarprov.check.guard import FastGuard
from cedarprov.evaluate.synthetic import Corpus
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Agent
from cedarprov.store.door import Door

SMALL, LARGE = 30, 3_000
ANNA = Agent(name="Anna")


class Meter:
    """Counts what validation reads and judges, through the door's own store and guard."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    @property
    def patches(self) -> list[mock._patch]:
        admit, check = Door.admit, FastGuard.check

        def admitted(door: Door, *args: object) -> None:
            queries, rows = door.store.work.queries, door.store.work.rows
            admit(door, *args)
            self.counts["queries"] += door.store.work.queries - queries
            self.counts["rows"] += door.store.work.rows - rows

        def checked(guard: FastGuard, data: bytes, focus: object = None) -> object:
            report = check(guard, data, focus)
            self.counts["statements"] += len(data.splitlines())
            self.counts["focus nodes"] += sum(report.focus_nodes.values())
            return report

        return [
            mock.patch.object(Door, "admit", admitted),
            mock.patch.object(FastGuard, "check", checked),
        ]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Knowledge]]:
    """A store of some passages, and one of a hundred times as many."""
    opened = []
    for sections in (SMALL, LARGE):
        folder = tmp_path_factory.mktemp("size")
        Corpus(sections=sections).write(folder / "corpus")
        kb = cedarprov.create(folder / "store", base="urn:s:", dense=False)
        kb.ingest(folder / "corpus")
        opened.append(kb)
    yield opened
    for kb in opened:
        kb.close()


def capture(kb: Knowledge, folder: Path) -> None:
    Corpus(sections=10, seed=7).write(folder)
    kb.ingest(folder)


def claim(kb: Knowledge, _: Path) -> None:
    corpus = next(source for source in kb.sources() if source.name.startswith("corpus/"))
    version = corpus.editions[0].version
    kb.claim("There is an entry", quote="Entry 7 of series 1", version=version, agent=ANNA)


def withdraw(kb: Knowledge, _: Path) -> None:
    kb.withdraw(kb.sources()[0].iri, by=ANNA, reason="read it")


@pytest.mark.parametrize("act", [capture, claim, withdraw])
def test_the_validation_of_a_commit_costs_the_same_in_a_store_a_hundred_times_as_large(
    stores, tmp_path, act
):
    meters = []
    for kb in stores:
        meter = Meter()
        with meter.patches[0], meter.patches[1]:
            act(kb, tmp_path / str(len(meters)))
        meters.append(meter.counts)

    small, large = meters
    assert small["focus nodes"] > 0
    assert small["statements"] > 0
    assert small == large
