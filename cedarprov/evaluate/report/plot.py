"""Plots of a record, drawn with matplotlib: measures by arm with their intervals, and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cedarprov.errors import MissingExtra

if TYPE_CHECKING:
    from cedarprov.evaluate.summary import Summary

_WIDTH: Final = 8.0
_TALLEST: Final = 10.0
"""A plot fits on a page (inches)."""
_ROW: Final = 0.2
_AROUND: Final = 0.7
"""What a panel needs beside its rows: its name and its axis."""
_COLUMNS: Final = 3
_STYLES: Final = ("-", "--", ":")
"""Curves that lie upon each other are told apart by them."""
_MOST_ARMS: Final = int((_TALLEST - _AROUND) / _ROW)

_Item = TypeVar("_Item")


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
    summary: Summary, arms: Sequence[str], measures: Sequence[str], folder: Path, stem: str
) -> dict[str, Sequence[str]]:
    """Draw a panel a measure, a row an arm, on plots of at most a page each.

    Returns:
        The measures that each file `STEM-N.svg` shows.
    """
    found: dict[str, Sequence[str]] = {}
    for some in _parts(arms, _MOST_ARMS):
        rows = max(1, int(_TALLEST / _panel(some)))
        for shown in _parts(measures, rows * _COLUMNS):
            file = f"{stem}-{len(found) + 1}.svg"
            _draw_page(summary, some, shown, folder / file)
            found[file] = shown
    return found


def _panel(arms: Sequence[str]) -> float:
    return _AROUND + _ROW * len(arms)


def _parts(items: Sequence[_Item], most: int) -> list[Sequence[_Item]]:
    return [items[at : at + most] for at in range(0, len(items), most)]


def _draw_page(summary: Summary, arms: Sequence[str], measures: Sequence[str], path: Path) -> None:
    plt = _pyplot()
    rows = _parts(measures, _COLUMNS)
    figure, axes = plt.subplots(
        len(rows),
        _COLUMNS,
        figsize=(_WIDTH, len(rows) * _panel(arms)),
        layout="constrained",
        sharey=True,
        squeeze=False,
    )
    for (row, column), panel in zip(
        product(range(len(rows)), range(_COLUMNS)), axes.flat, strict=True
    ):
        if column < len(rows[row]):
            _draw_panel(panel, summary, arms, rows[row][column])
        else:
            panel.set_visible(False)
    axes[0][0].set_yticks(range(len(arms)), arms, fontsize="small")
    axes[0][0].set_ylim(len(arms) - 0.5, -0.5)
    _save(plt, figure, path)


def _draw_panel(panel: Any, summary: Summary, arms: Sequence[str], measure: str) -> None:  # noqa: ANN401
    names = {at: f"{arm}.{measure}" for at, arm in enumerate(arms)}
    rows = [at for at, name in names.items() if name in summary.measures]
    values = [summary.measures[names[at]] for at in rows]
    bounds = [
        summary.intervals.get(names[at], (value, value))
        for at, value in zip(rows, values, strict=True)
    ]
    panel.errorbar(
        values,
        rows,
        xerr=[
            [max(0.0, value - low) for value, (low, _) in zip(values, bounds, strict=True)],
            [max(0.0, high - value) for value, (_, high) in zip(values, bounds, strict=True)],
        ],
        fmt="o",
        markersize=3,
        capsize=2,
    )
    if all(0 <= bound <= 1 for each in bounds for bound in each):
        panel.set_xlim(-0.03, 1.03)
    panel.set_title(measure, fontsize="small")
    panel.tick_params(labelsize="small")
    panel.grid(alpha=0.3)


def draw_curves(
    curves: Mapping[str, Sequence[tuple[float, float]]], x: str, y: str, path: Path
) -> None:
    """Draw curves by name, each through points (x, y); `x` and `y` name the axes."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(_WIDTH, 4.5), layout="constrained")
    for (name, points), style in zip(curves.items(), cycle(_STYLES)):
        axes.plot(
            [at for at, _ in points],
            [value for _, value in points],
            marker=".",
            linestyle=style,
            label=name,
        )
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(alpha=0.3)
    axes.legend(loc="best")
    _save(plt, figure, path)


def _save(plt: Any, figure: Any, path: Path) -> None:  # noqa: ANN401
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
