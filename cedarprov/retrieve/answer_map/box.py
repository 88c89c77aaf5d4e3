"""Cells joined to boxes: neighbours with the same answer, until no two can be joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import permutations

from cedarprov.model.axis import Axis

Cell = tuple[int, ...]
"""One slab of each axis, by its number."""

Box = tuple[tuple[int, ...], ...]
"""The slabs of each axis between which it holds every cell."""


def boxes(axes: Sequence[Axis], gists: Mapping[Cell, Hashable]) -> list[Box]:
    """Return boxes of cells with one gist each, which hold every cell once; as few as were found.

    Joining along one axis after the other gives the fewest on one axis. On several, the fewest
    are as hard to find as the smallest cover of a shape by rectangles: every order of the axes is
    tried, and the best one taken.
    """
    orders = permutations(range(len(axes)))
    found = (_joined(axes, order, gists) for order in orders)
    return min(found, key=len)


def _joined(
    axes: Sequence[Axis], order: Iterable[int], gists: Mapping[Cell, Hashable]
) -> list[Box]:
    made: dict[Box, Hashable] = {tuple((at,) for at in cell): gist for cell, gist in gists.items()}
    for axis in order:
        beside: dict[Hashable, list[Box]] = defaultdict(list)
        for box, gist in made.items():
            beside[box[:axis], box[axis + 1 :], gist].append(box)
        made = {
            (*group[0][:axis], run, *group[0][axis + 1 :]): made[group[0]]
            for group in beside.values()
            for run in _runs(axes[axis], sorted(box[axis][0] for box in group))
        }
    return sorted(made)


def _runs(axis: Axis, numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Return slabs as runs of neighbours; values without order are all neighbours."""
    runs: list[list[int]] = []
    for at in numbers:
        before = runs[-1][-1] if runs else -1
        follows = axis.slabs[at].joins and before == at - 1
        if runs and (follows or (axis.is_value(at) and axis.is_value(before))):
            runs[-1].append(at)
        else:
            runs.append([at])
    return [tuple(run) for run in runs]
