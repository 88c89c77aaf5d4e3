"""A run record: everything that one evaluation ran on, did and measured, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cedarprov.errors import BadRunRecord
from cedarprov.evaluate.outcome import Json, Outcome, Tally
from cedarprov.evaluate.paired import Paired
from cedarprov.evaluate.summary import Summary
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen, from_data


class RunRecord(Frozen):
    """One run of an evaluation.

    `inputs` are SHA-256 digests by file name, `versions` those of Python and of the libraries that
    can change a result. `outcomes` hold each item in each arm; `summary` is measured on all of
    them and `kinds` on those of one kind. `paired` compares the arms two by two on the same items.
    A large record may be kept without its items.
    """

    name: str
    settings: Mapping[str, Json]
    seeds: Mapping[str, int]
    inputs: Mapping[str, str]
    versions: Mapping[str, str]
    outcomes: tuple[Outcome, ...]
    summary: Summary
    kinds: Mapping[str, Summary]
    paired: tuple[Paired, ...] = ()

    @property
    def arms(self) -> tuple[str, ...]:
        """The arms that were measured, in order."""
        if not self.outcomes:
            return tuple(dict.fromkeys(name.partition(".")[0] for name in self.summary.measures))
        return tuple(dict.fromkeys(outcome.arm for outcome in self.outcomes))

    def to_json(self) -> dict[str, Json]:
        """Return the record as JSON values; `measures` is flat, with names `arm.measure`."""
        return {
            "name": self.name,
            "settings": dict(self.settings),
            "seeds": dict(self.seeds),
            "inputs": dict(self.inputs),
            "versions": dict(self.versions),
            "measures": dict(self.summary.measures),
            "intervals": {name: list(bounds) for name, bounds in self.summary.intervals.items()},
            "kinds": {kind: _from_summary(summary) for kind, summary in self.kinds.items()},
            "paired": [_from_paired(pair) for pair in self.paired],
            "items": [_from_outcome(outcome) for outcome in self.outcomes],
        }

    def keep(self, path: Path, command: str) -> None:
        """Write the record without its items into a file, beginning with the command that made it.

        Raises:
            OSError: The file cannot be written.
        """
        whole = {name: part for name, part in self.to_json().items() if name != "items"}
        path.write_text(compact({"command": command, **whole}), encoding="utf-8")

    @classmethod
    def from_json(cls, written: Mapping[str, Json]) -> RunRecord:
        """Return the record that `written` holds.

        Raises:
            BadRunRecord: A part is missing or of the wrong kind.
        """
        try:
            found = from_data(_Written, written)
        except ValueError as error:
            raise BadRunRecord(str(error)) from error
        items = {item.id for item in found.items}
        # Without items, each was counted once, as one of its kind.
        count = len(items) or sum(summary.items for summary in found.kinds.values())
        return cls(
            name=found.name,
            settings=found.settings,
            seeds=found.seeds,
            inputs=found.inputs,
            versions=found.versions,
            outcomes=tuple(map(_to_outcome, found.items)),
            summary=Summary(items=count, measures=found.measures, intervals=found.intervals),
            kinds=found.kinds,
            paired=tuple(map(_to_paired, found.paired)),
        )


def compact(written: Mapping[str, Json]) -> str:
    """Return a record as a file holds it that is kept: in one line."""
    return json.dumps(written, ensure_ascii=False, separators=(",", ":")) + "\n"


class _WrittenItem(Frozen):
    """An outcome as JSON has it."""

    id: str
    kind: str
    group: str
    arm: str
    expected: Status | None
    accepted: frozenset[Status]
    given: Status | None
    tallies: dict[str, tuple[float | bool, float]]  # what is counted may be a truth
    seconds: float | None
    detail: dict[str, Any]


class _WrittenPair(Frozen):
    """Two arms beside each other as JSON has it; `p` follows from the counts."""

    verdict: str
    one: str
    other: str
    items: int
    only_one: int
    only_other: int
    p: float


class _Written(Frozen):
    """A record as JSON has it."""

    name: str
    settings: dict[str, Any]
    seeds: dict[str, int]
    inputs: dict[str, str]
    versions: dict[str, str]
    measures: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    kinds: dict[str, Summary]
    paired: tuple[_WrittenPair, ...] = ()
    items: tuple[_WrittenItem, ...] = ()


def _from_summary(summary: Summary) -> dict[str, Json]:
    return {
        "items": summary.items,
        "measures": dict(summary.measures),
        "intervals": {name: list(bounds) for name, bounds in summary.intervals.items()},
    }


def _from_paired(pair: Paired) -> dict[str, Json]:
    return {
        "verdict": pair.verdict,
        "one": pair.one,
        "other": pair.other,
        "items": pair.items,
        "only_one": pair.only_one,
        "only_other": pair.only_other,
        "p": pair.p,
    }


def _to_paired(written: _WrittenPair) -> Paired:
    return Paired(
        verdict=written.verdict,
        one=written.one,
        other=written.other,
        items=written.items,
        only_one=written.only_one,
        only_other=written.only_other,
    )


def _from_outcome(outcome: Outcome) -> dict[str, Json]:
    return {
        "id": outcome.item,
        "kind": outcome.kind,
        "group": outcome.group,
        "arm": outcome.arm,
        "expected": outcome.expected.value if outcome.expected else None,
        "accepted": sorted(status.value for status in outcome.accepted),
        "given": outcome.given.value if outcome.given else None,
        "tallies": {name: [tally.found, tally.of] for name, tally in outcome.tallies.items()},
        "seconds": outcome.seconds,
        "detail": dict(outcome.detail),
    }


def _to_outcome(written: _WrittenItem) -> Outcome:
    return Outcome(
        item=written.id,
        kind=written.kind,
        group=written.group,
        arm=written.arm,
        expected=written.expected,
        accepted=written.accepted,
        given=written.given,
        tallies={name: Tally(found, of) for name, (found, of) in written.tallies.items()},
        seconds=written.seconds,
        detail=written.detail,
    )
