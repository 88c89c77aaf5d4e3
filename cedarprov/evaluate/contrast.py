"""Contrasts: by how much one arm exceeds another on the items that both have."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.frozen import replace


def contrast(
    one: Iterable[Outcome], other: Iterable[Outcome], *, but: Collection[str] = ()
) -> Iterator[Outcome]:
    """Yield an outcome for each item of two arms: the mean of each tally, one less the other.

    Its arm is called `one minus other`. Since each difference is taken within an item, the
    interval of their mean is that of paired resampling. Tallies that `but` names are left out, such
    as verdicts, of which a difference is none.
    """
    others = {outcome.item: outcome for outcome in other}
    for mine in one:
        if (theirs := others.get(mine.item)) is not None:
            yield replace(
                mine,
                arm=f"{mine.arm} minus {theirs.arm}",
                tallies={
                    name: tally
                    for name, tally in _differences(mine.tallies, theirs.tallies)
                    if name not in but
                },
            )


def _differences(
    mine: Mapping[str, Tally], theirs: Mapping[str, Tally]
) -> Iterator[tuple[str, Tally]]:
    for name, tally in mine.items():
        if name in theirs and tally.of and theirs[name].of:
            yield name, Tally(tally.found / tally.of - theirs[name].found / theirs[name].of)
