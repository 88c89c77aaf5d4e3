"""A run record: everything that one evaluation ran on, did and measured, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from cedarprov.errors import BadRunRecord
from cedarprov.evaluate.outcome import Json, Outcome, Tally
from cedarprov.evaluate.paired import Paired
from cedarprov.evaluate.summary import Summary
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen


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

    @classmethod
    def from_json(cls, written: Mapping[str, Json]) -> RunRecord:
        """Return the record that `written` holds.

        Raises:
            BadRunRecord: A part is missing or of the wrong kind.
        """
        try:
            outcomes = tuple(
                _to_outcome(item) for item in cast("list[_Object]", written.get("items", []))
            )
            written_kinds = cast("dict[str, _Object]", written["kinds"])
            kinds = {kind: _to_summary(summary) for kind, summary in written_kinds.items()}
            items = {outcome.item for outcome in outcomes}
            # Without items, each was counted once, as one of its kind.
            count = len(items) or sum(summary.items for summary in kinds.values())
            return cls(
                name=cast("str", written["name"]),
                settings=dict(cast("_Object", written["settings"])),
                seeds=dict(cast("dict[str, int]", written["seeds"])),
                inputs=dict(cast("dict[str, str]", written["inputs"])),
                versions=dict(cast("dict[str, str]", written["versions"])),
                outcomes=outcomes,
                summary=_to_summary({**written, "items": count}),
                kinds=kinds,
                paired=tuple(map(_to_paired, cast("list[_Object]", written.get("paired", [])))),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadRunRecord(f"{type(error).__name__}: {error}") from error


_Object = dict[str, Json]


def _from_summary(summary: Summary) -> _Object:
    return {
        "items": summary.items,
        "measures": dict(summary.measures),
        "intervals": {name: list(bounds) for name, bounds in summary.intervals.items()},
    }


def _to_summary(written: Mapping[str, Json]) -> Summary:
    intervals = cast("dict[str, tuple[float, float]]", written["intervals"])
    return Summary(
        items=cast("int", written["items"]),
        measures=dict(cast("dict[str, float]", written["measures"])),
        intervals={name: (low, high) for name, (low, high) in intervals.items()},
    )


def _from_paired(pair: Paired) -> _Object:
    return {
        "verdict": pair.verdict,
        "one": pair.one,
        "other": pair.other,
        "items": pair.items,
        "only_one": pair.only_one,
        "only_other": pair.only_other,
        "p": pair.p,
    }


def _to_paired(written: Mapping[str, Json]) -> Paired:
    return Paired(
        verdict=cast("str", written["verdict"]),
        one=cast("str", written["one"]),
        other=cast("str", written["other"]),
        items=cast("int", written["items"]),
        only_one=cast("int", written["only_one"]),
        only_other=cast("int", written["only_other"]),
    )


def _from_outcome(outcome: Outcome) -> _Object:
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


def _status(written: Json) -> Status | None:
    return None if written is None else Status(cast("str", written))


def _to_outcome(written: Mapping[str, Json]) -> Outcome:
    tallies = cast("dict[str, tuple[float, float]]", written["tallies"])
    return Outcome(
        item=cast("str", written["id"]),
        kind=cast("str", written["kind"]),
        group=cast("str", written["group"]),
        arm=cast("str", written["arm"]),
        expected=_status(written["expected"]),
        accepted=frozenset(Status(name) for name in cast("list[str]", written["accepted"])),
        given=_status(written["given"]),
        tallies={name: Tally(found, of) for name, (found, of) in tallies.items()},
        seconds=cast("float | None", written["seconds"]),
        detail=dict(cast("_Object", written["detail"])),
    )
