"""The report on some run records: for each what it ran on, measured, and how its arms compare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from cedarprov.evaluate.outcome import Outcome
from cedarprov.evaluate.paired import Paired, paired
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.report.page import (
    Block,
    Figure,
    Heading,
    Paragraph,
    Table,
    as_html,
    as_markdown,
)
from cedarprov.evaluate.report.plot import draw_curves, draw_measures
from cedarprov.evaluate.summary import Summary
from cedarprov.evaluate.table import number

_TITLE: Final = "What was measured"
_ABSENT: Final = "-"
_LONGEST: Final = 80


def write_report(records: Sequence[RunRecord], folder: Path) -> tuple[Path, ...]:
    """Write `report.md` and `report.html` with their plots into a folder, and return their paths.

    The same records give the same bytes.

    Raises:
        MissingExtra: The extra `report` is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    blocks: list[Block] = [Heading(_TITLE, 1), Paragraph(_HOW)]
    for number_, record in enumerate(records, 1):
        blocks += _section(record, folder, f"{number_}-{_file_name(record.name)}")
    pages = {"report.md": as_markdown(blocks), "report.html": as_html(blocks, _TITLE)}
    for name, text in pages.items():
        folder.joinpath(name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in pages)


def _file_name(name: str) -> str:
    """Return the name of a record with a hyphen for what has a meaning in a path or an address."""
    return re.sub(r"[^\w-]+", "-", name)[:_LONGEST]


_HOW: Final = (
    "Brackets hold the interval of 95 in 100 resamples of whole groups of items, such as all "
    "that was measured on one claim. Paired arms are compared by the exact McNemar test on the "
    "items that both have."
)


def _section(record: RunRecord, folder: Path, stem: str) -> Iterator[Block]:
    arms = record.arms
    yield Heading(record.name)
    yield Paragraph(_ran_on(record))
    yield _measures(record.summary, arms)
    shares = _shares(record.summary, arms)
    if shares:
        draw_measures(record.summary, arms, shares, folder / f"{stem}.svg")
        yield Figure(file=f"{stem}.svg", caption=f"{record.name}: measures from 0 to 1, by arm")
    yield from _kinds(record, arms)
    yield from _pairs(record.outcomes)
    for name, curves in _curves(record.outcomes).items():
        file = f"{stem}-{name}.svg"
        draw_curves(curves, "coverage", "risk", folder / file)
        yield Figure(file=file, caption=f"{record.name}: share wrong among those answered")


def _ran_on(record: RunRecord) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in record.settings.items())
    return f"{record.summary.items} items; {settings}; {len(record.inputs)} input files."


def _measures(summary: Summary, arms: Sequence[str]) -> Table:
    names = dict.fromkeys(name.partition(".")[2] for name in summary.measures)
    return Table(
        header=("measure", *arms),
        rows=tuple((name, *(_cell(summary, f"{arm}.{name}") for arm in arms)) for name in names),
    )


def _cell(summary: Summary, name: str) -> str:
    if name not in summary.measures:
        return _ABSENT
    value = number(summary.measures[name])
    low, high = summary.intervals.get(name, (0.0, 0.0))
    return value if low == high else f"{value} [{number(low)}, {number(high)}]"


def _shares(summary: Summary, arms: Sequence[str]) -> list[str]:
    """Return the measures that lie from 0 to 1 in every arm, which one plot can show."""
    names = dict.fromkeys(name.partition(".")[2] for name in summary.intervals)
    return [
        name
        for name in names
        if all(
            0 <= bound <= 1 for arm in arms for bound in summary.intervals.get(f"{arm}.{name}", ())
        )
    ]


def _kinds(record: RunRecord, arms: Sequence[str]) -> Iterator[Block]:
    if len(record.kinds) < 2:  # noqa: PLR2004 - one kind is the whole again
        return
    for kind, summary in record.kinds.items():
        yield Heading(f"{record.name}: {kind} ({summary.items} items)", 3)
        yield _measures(summary, arms)


def _pairs(outcomes: Sequence[Outcome]) -> Iterator[Block]:
    found = [("status", pair) for pair in paired(outcomes)]
    for tally in _verdicts(outcomes):
        found += [(tally, pair) for pair in paired(outcomes, tally)]
    if found:
        yield Table(
            header=("right on", "arms", "items", "only the first", "only the second", "p"),
            rows=tuple(_paired_row(on, pair) for on, pair in found),
        )


def _verdicts(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the tallies that are a verdict: wholly there or not, in every item."""
    kept: dict[str, bool] = {}
    for outcome in outcomes:
        for name, tally in outcome.tallies.items():
            is_verdict = tally.of in (0, 1) and tally.found in (0, tally.of)
            kept[name] = kept.get(name, True) and is_verdict
    return [name for name, is_verdict in kept.items() if is_verdict]


def _paired_row(on: str, pair: Paired) -> tuple[str, ...]:
    counts = (pair.items, pair.only_one, pair.only_other)
    return on, f"{pair.one}, {pair.other}", *map(str, counts), f"{pair.p:.3f}"


def _curves(
    outcomes: Sequence[Outcome],
) -> Mapping[str, Mapping[str, Sequence[tuple[float, float]]]]:
    """Return the coverage-risk curve of each arm whose outcomes hold a confidence."""
    by_arm: dict[str, list[tuple[float, bool]]] = {}
    for outcome in outcomes:
        confidence = outcome.detail.get("confidence")
        if isinstance(confidence, int | float) and outcome.expected is not None:
            by_arm.setdefault(outcome.arm, []).append((confidence, outcome.is_status_right))
    curves = {arm: coverage_risk(found) for arm, found in by_arm.items()}
    return {"coverage-risk": curves} if curves else {}


def coverage_risk(answers: Sequence[tuple[float, bool]]) -> list[tuple[float, float]]:
    """Return (coverage, risk) as answers are kept from the most confident on.

    Coverage is the share of answers kept, risk the share of these that is wrong; answers of one
    confidence are kept together (El-Yaniv and Wiener, On the foundations of noise-free selective
    classification, 2010).
    """
    ordered = sorted(answers, key=lambda answer: -answer[0])
    points: list[tuple[float, float]] = []
    wrong = 0
    for kept, (confidence, right) in enumerate(ordered, 1):
        wrong += not right
        if kept == len(ordered) or ordered[kept][0] != confidence:
            points.append((kept / len(ordered), wrong / kept))
    return points
