"""What differs between a run record and the same evaluation run again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isclose
from typing import Final

from cedarprov.evaluate.outcome import Json
from cedarprov.evaluate.record import RunRecord

TOLERANCE: Final = 1e-9
_TIMED: Final = ("latency", "seconds")
_MISSING: Final = "nothing"


def differences(recorded: RunRecord, again: RunRecord) -> tuple[str, ...]:
    """Return a line for each value that differs, times left aside; none where all is the same.

    Versions of libraries are no difference by themselves; they are named after others, which they
    may explain. A record that was kept without its items is compared by its measures.
    """
    before, after = _comparable(recorded), _comparable(again)
    if not recorded.outcomes:
        after["items"] = before["items"]
    versions = before.pop("versions"), after.pop("versions")
    found = [*_differing("", before, after)]
    if found:
        found += _differing("versions", *versions)
    return tuple(found)


def _comparable(record: RunRecord) -> dict[str, Json]:
    written = record.to_json()
    written["items"] = {
        f"{outcome['id']} {outcome['arm']}": outcome
        for outcome in written["items"]  # type: ignore[union-attr]
        if isinstance(outcome, dict)
    }
    written["paired"] = {
        f"{pair['verdict']} {pair['one']}, {pair['other']}": pair
        for pair in written["paired"]  # type: ignore[union-attr]
        if isinstance(pair, dict)
    }
    return written


def _differing(path: str, before: Json, after: Json) -> Iterator[str]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in sorted({*before, *after}):
            if not any(word in key for word in _TIMED):
                step = f"{path}/{key}" if path else key
                yield from _differing(step, before.get(key, _MISSING), after.get(key, _MISSING))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _differing(f"{path}/{at}", one, other)
    elif not _same(before, after):
        yield f"{path}: {before} was recorded, {after} now"


def _same(before: Json, after: Json) -> bool:
    if isinstance(before, float | int) and isinstance(after, float | int):
        return isclose(before, after, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return before == after
