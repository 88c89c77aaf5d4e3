"""A run record as plain text: measures by arm, statuses by arm, kinds, and what went unanswered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cedarprov.evaluate.confusion import STATUSES, confusion
from cedarprov.evaluate.measure import ANSWERABLE
from cedarprov.evaluate.outcome import Outcome
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.summary import Summary
from cedarprov.model.answer import Status

NO_SPREAD: Final = "†"
NO_SPREAD_MEANS: Final = f"{NO_SPREAD} no spread between groups: resampling tells nothing."
_NOTHING: Final = "-"
_LARGE: Final = 10
_WIDTH: Final = 120
_BY_KIND: Final = (
    "status_accuracy",
    "evidence_recall@400",
    "item_accuracy",
    "interval_score",
    "pair_precision",
    "pair_recall",
    "exact",
    "precision_strict",
    "precision_lenient",
)


def render(record: RunRecord) -> str:
    """Return the record as tables, each measure with its interval."""
    arms = record.arms
    parts = [
        _measures(record, arms),
        *(_confusion(arm, record.outcomes) for arm in arms if _has_status(arm, record.outcomes)),
        *(_kinds(measure, record, arms) for measure in _BY_KIND),
        _unanswered(record.outcomes, arms),
    ]
    if any(NO_SPREAD in part for part in parts):
        parts.append(NO_SPREAD_MEANS)
    return "\n\n".join(part for part in parts if part) + "\n"


def _measures(record: RunRecord, arms: Sequence[str]) -> str:
    summary = record.summary
    names = dict.fromkeys(name.partition(".")[2] for name in summary.measures)
    rows = [[name, *(with_interval(summary, f"{arm}.{name}") for arm in arms)] for name in names]
    return _table([f"{record.name}: {summary.items} items", *arms], rows)


def _has_status(arm: str, outcomes: Sequence[Outcome]) -> bool:
    return any(outcome.arm == arm and outcome.expected is not None for outcome in outcomes)


def _confusion(arm: str, outcomes: Sequence[Outcome]) -> str:
    counted = confusion(outcome for outcome in outcomes if outcome.arm == arm)
    rows = [
        [wanted, *(str(int(counted.get((wanted, given), 0))) for given in STATUSES)]
        for wanted in STATUSES
    ]
    return _table([f"{arm}: expected, given", *STATUSES], rows)


def _kinds(measure: str, record: RunRecord, arms: Sequence[str]) -> str:
    names = [f"{arm}.{measure}" for arm in arms]
    rows = [
        [f"{kind} ({summary.items})", *(with_interval(summary, name) for name in names)]
        for kind, summary in record.kinds.items()
        if any(name in summary.measures for name in names)
    ]
    return _table([measure, *arms], rows) if rows else ""


def _unanswered(outcomes: Sequence[Outcome], arms: Sequence[str]) -> str:
    return "\n".join(line for arm in arms for line in _unanswered_in(arm, outcomes))


def _unanswered_in(arm: str, outcomes: Sequence[Outcome]) -> Iterator[str]:
    for status in (Status.UNSUPPORTED, Status.NEEDS_SCOPE):
        found = [
            outcome.item
            for outcome in outcomes
            if outcome.arm == arm and outcome.expected in ANSWERABLE and outcome.counted is status
        ]
        if found:
            yield f"{arm}: {status} where an answer was expected ({len(found)}): {' '.join(found)}"


def with_interval(summary: Summary, name: str) -> str:
    """Return a measure with its interval in brackets, or with a mark where groups do not differ."""
    if name not in summary.measures:
        return _NOTHING
    value = number(summary.measures[name])
    if name not in summary.intervals:
        return value
    low, high = summary.intervals[name]
    if low == high:
        return f"{value}{NO_SPREAD}"
    return f"{value} [{number(low)}, {number(high)}]"


def number(value: float) -> str:
    """Return a number as it is shown: three places, or one from ten on."""
    return f"{value:.1f}" if value >= _LARGE else f"{value:.3f}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table, in several below one another where its columns do not fit a line."""
    first, *others = [
        [cell.ljust(max(map(len, column))) for cell in column]
        for column in zip(header, *rows, strict=True)
    ]
    return "\n\n".join(_lines([first, *fitting]) for fitting in _fitting(first, others))


def _fitting(
    first: Sequence[str], columns: Iterable[Sequence[str]]
) -> Iterator[list[Sequence[str]]]:
    """Yield columns together that fit a line beside the first one."""
    together: list[Sequence[str]] = []
    width = len(first[0])
    for column in columns:
        if together and width + 2 + len(column[0]) > _WIDTH:
            yield together
            together, width = [], len(first[0])
        together.append(column)
        width += 2 + len(column[0])
    yield together


def _lines(columns: Sequence[Sequence[str]]) -> str:
    header, *rows = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
    rule = "-" * (sum(len(column[0]) for column in columns) + 2 * (len(columns) - 1))
    return "\n".join([header, rule, *rows])
