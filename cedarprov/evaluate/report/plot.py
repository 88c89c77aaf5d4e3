"""Plots of a record, drawn with matplotlib: measures by arm with their intervals, and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cedarprov.errors import MissingExtra

if TYPE_CHECKING:
    from cedarprov.evaluate.summary import Summary

_WIDTH: Final = 8.0
_ROW: Final = 0.28


def _pyplot() -> Any:  # noqa: ANN401 - matplotlib is only there with the extra
    try:
        import matplotlib as mpl  # noqa: PLC0415 - with the extra, and slow
    except ImportError as error:
        raise MissingExtra("report", ["matplotlib"]) from error
    mpl.use("Agg")
    # Text stays text, and the same data gives the same bytes.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "cedarprov"})
    from matplotlib import pyplot as plt  # noqa: PLC0415

    return plt


def draw_measures(
    summary: Summary, arms: Sequence[str], measures: Sequence[str], path: Path
) -> None:
    """Draw measures that lie from 0 to 1, a row each with a mark and an interval an arm."""
    plt = _pyplot()
    height = 1.2 + _ROW * len(measures) * max(2, len(arms))
    figure, axes = plt.subplots(figsize=(_WIDTH, height), layout="constrained")
    step = 0.8 / max(1, len(arms))
    for number, arm in enumerate(arms):
        rows = [at for at, name in enumerate(measures) if f"{arm}.{name}" in summary.measures]
        values = [summary.measures[f"{arm}.{measures[at]}"] for at in rows]
        bounds = [
            summary.intervals.get(f"{arm}.{measures[at]}", (value, value))
            for at, value in zip(rows, values, strict=True)
        ]
        axes.errorbar(
            values,
            [at + step * (number - (len(arms) - 1) / 2) for at in rows],
            xerr=[
                [max(0.0, value - low) for value, (low, _) in zip(values, bounds, strict=True)],
                [max(0.0, high - value) for value, (_, high) in zip(values, bounds, strict=True)],
            ],
            fmt="o",
            capsize=3,
            label=arm,
        )
    axes.set_yticks(range(len(measures)), measures)
    axes.set_xlim(-0.02, 1.02)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="best")
    _save(plt, figure, path)


def draw_curves(
    curves: Mapping[str, Sequence[tuple[float, float]]], x: str, y: str, path: Path
) -> None:
    """Draw curves by name, each through points (x, y); `x` and `y` name the axes."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(_WIDTH, 4.5), layout="constrained")
    for name, points in curves.items():
        axes.plot([at for at, _ in points], [value for _, value in points], ".-", label=name)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(alpha=0.3)
    axes.legend(loc="best")
    _save(plt, figure, path)


def _save(plt: Any, figure: Any, path: Path) -> None:  # noqa: ANN401
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
