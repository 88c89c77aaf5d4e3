"""Contrasts: by how much one arm exceeds another on the items that both have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.frozen import replace


def contrast(one: Iterable[Outcome], other: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield an outcome for each item of two arms: the mean of each tally, one less the other.

    Its arm is called `one minus other`. Since each difference is taken within an item, the
    interval of their mean is that of paired resampling.
    """
    others = {outcome.item: outcome for outcome in other}
    for mine in one:
        if (theirs := others.get(mine.item)) is not None:
            yield replace(
                mine,
                arm=f"{mine.arm} minus {theirs.arm}",
                tallies=dict(_differences(mine.tallies, theirs.tallies)),
            )


def _differences(
    mine: Mapping[str, Tally], theirs: Mapping[str, Tally]
) -> Iterator[tuple[str, Tally]]:
    for name, tally in mine.items():
        if name in theirs and tally.of and theirs[name].of:
            yield name, Tally(tally.found / tally.of - theirs[name].found / theirs[name].of)
