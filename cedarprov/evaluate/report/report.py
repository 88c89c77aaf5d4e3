"""The report on some run records: for each what it ran on, measured, and how its arms compare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from cedarprov.evaluate.paired import Paired, holm
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
from cedarprov.evaluate.run import EVALUATIONS
from cedarprov.evaluate.selective import RiskCoverage, risk_coverage
from cedarprov.evaluate.summary import Summary
from cedarprov.evaluate.table import NO_SPREAD_MEANS, number, with_interval

_TITLE: Final = "What was measured"
_ABSENT: Final = "-"
_LONGEST: Final = 80
_MOST_ARMS: Final = 8
"""The arms that stand side by side in one table."""
_HALF: Final = 0.5
_LEAST: Final = 0.0005


def write_report(records: Sequence[RunRecord], folder: Path) -> tuple[Path, ...]:
    """Write `report.md` and `report.html` with their plots into a folder, and return their paths.

    The same records give the same bytes.

    Raises:
        MissingExtra: The extra `report` is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    blocks: list[Block] = [Heading(_TITLE, 1), *map(Paragraph, _HOW)]
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
    (
        "Brackets hold the interval of 95 in 100 resamples of whole groups of items, such as all "
        "that was measured on one claim. A resample for which a measure has no value is left out: "
        "the interval of a ratio such as pme_over_ise is that of the resamples whose denominator "
        "is not next to nothing. A time, and what was measured on a single group, has no interval."
    ),
    NO_SPREAD_MEANS,
    (
        "Paired arms are compared by the exact McNemar test on the items that both have. Beside "
        "each p value stands that of Holm, which allows for all comparisons of the record."
    ),
)


def _section(record: RunRecord, folder: Path, stem: str) -> Iterator[Block]:
    yield Heading(record.name)
    yield Paragraph(_ran_on(record))
    yield from _measures(record.summary, record.arms)
    yield from _plots(record, folder, stem)
    yield from _kinds(record)
    yield from _comparisons(record.paired)
    yield from _selective(record, folder, f"{stem}-coverage-risk.svg")


def _ran_on(record: RunRecord) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in record.settings.items())
    return f"{record.summary.items} items; {settings}; {len(record.inputs)} input files."


def _measures(summary: Summary, arms: Sequence[str]) -> Iterator[Table]:
    """Yield the measures by arm, some arms a table; what none of these has is left out."""
    measured = {name.partition(".")[0] for name in summary.measures}
    arms = [arm for arm in arms if arm in measured]
    for start in range(0, len(arms), _MOST_ARMS):
        some = arms[start : start + _MOST_ARMS]
        yield Table(
            header=("measure", *some),
            rows=tuple(
                (name, *(with_interval(summary, f"{arm}.{name}") for arm in some))
                for name in _names(summary.measures)
                if any(f"{arm}.{name}" in summary.measures for arm in some)
            ),
        )


def _names(named: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name.partition(".")[2] for name in named))


def _plots(record: RunRecord, folder: Path, stem: str) -> Iterator[Figure]:
    """Yield plots of the measures that the evaluation wants to be seen, or of all."""
    evaluation = EVALUATIONS.get(record.name)
    measured = _names(record.summary.intervals)
    wanted = evaluation.plotted if evaluation and evaluation.plotted else measured
    chosen = [name for name in wanted if name in measured]
    drawn = draw_measures(record.summary, record.arms, chosen, folder, stem)
    for file, shown in drawn.items():
        yield Figure(file=file, caption=f"{record.name}, by arm: {', '.join(shown)}")


def _kinds(record: RunRecord) -> Iterator[Block]:
    if len(record.kinds) < 2:  # noqa: PLR2004 - one kind is the whole again
        return
    for kind, summary in record.kinds.items():
        yield Heading(f"{record.name}: {kind} ({summary.items} items)", 3)
        yield from _measures(summary, record.arms)


def _comparisons(pairs: Sequence[Paired]) -> Iterator[Block]:
    """Yield the pairs that some item tells apart, and how many there are in all."""
    adjusted = holm([pair.p for pair in pairs])
    told = [(pair, p) for pair, p in zip(pairs, adjusted, strict=True) if pair.is_discordant]
    if pairs:
        yield Paragraph(
            f"Comparisons of two arms: {len(pairs)}. Both arms are right on the same items in "
            f"{len(pairs) - len(told)} of them, which are not listed."
        )
    if told:
        yield Table(
            header=("right on", "arms", "items", "only the first", "only the second", "p", "Holm"),
            rows=tuple(_compared(pair, p) for pair, p in told),
        )


def _compared(pair: Paired, adjusted: float) -> tuple[str, ...]:
    counts = (pair.items, pair.only_one, pair.only_other)
    arms = f"{pair.one}, {pair.other}"
    return pair.verdict, arms, *map(str, counts), _p(pair.p), _p(adjusted)


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= _LEAST else "< 0.001"


def _selective(record: RunRecord, folder: Path, file: str) -> Iterator[Block]:
    """Yield what is wrong among the surest answers, where a record says how sure they were."""
    curves = risk_coverage(record.outcomes)
    if not curves:
        return
    points = {arm: curve.points for arm, curve in curves.items()}
    draw_curves(points, "coverage: share of all that was asked", "risk", folder / file)
    yield Figure(file=file, caption=f"{record.name}: share wrong among the surest answers")
    yield Table(
        header=("arm", "asked", "answered", "wrong", "coverage", "risk", "risk at half", "AURC"),
        rows=tuple(_row(arm, curve) for arm, curve in curves.items()),
    )
    yield Paragraph(
        "Coverage is the share of all that was asked which is answered, risk the share of answers "
        "that is wrong; at half, where the surest half of all that was asked is covered. AURC is "
        "the area under the curve up to that coverage, so that an arm which answers less has less "
        "of it."
    )


def _row(arm: str, curve: RiskCoverage) -> tuple[str, ...]:
    counts = (curve.asked, curve.answered, curve.wrong)
    half = curve.risk_at(_HALF)
    shares = (curve.coverage, curve.risk, half, curve.area)
    return arm, *map(str, counts), *(_ABSENT if each is None else number(each) for each in shares)
