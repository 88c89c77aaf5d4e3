"""How many independent observations stand behind a claim, as an interval with its derivation.

Certain links join witnesses for both ends; links that are not certain join them for the lower end
alone: they may be one origin, and may not be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final

from cedarprov.judge.grouping import grouped
from cedarprov.judge.likeness import Link, likenesses
from cedarprov.judge.witness import Witness
from cedarprov.model.answer import Interval
from cedarprov.model.frozen import Frozen

TELLING: Final = 0.9
"""The score from which on a link may be accepted by rule, where a reader chooses that."""


class Origins(Frozen):
    """The count of origins, and the links it follows from.

    `surely` groups the keys of witnesses that certainly share an origin, `perhaps` those that may;
    both list every witness once.
    """

    count: Interval
    surely: tuple[tuple[str, ...], ...]
    perhaps: tuple[tuple[str, ...], ...]
    links: tuple[Link, ...]


def origins(
    witnesses: Sequence[Witness], links: Iterable[Link] = (), *, claim: str = ""
) -> Origins:
    """Return the origins of a claim's witnesses; `links` are known already, as by a record.

    Every pair is compared, which a claim's witnesses are few enough for.
    """
    found = [
        link for one, other in combinations(witnesses, 2) for link in likenesses(one, other, claim)
    ]
    return counted([witness.key for witness in witnesses], [*links, *found])


def is_certain(link: Link) -> bool:
    """Accept what is certain alone, which is the rule unless a reader chooses another."""
    return link.is_certain


def is_telling(link: Link) -> bool:
    """Accept, as a reviewer by rule would, what is certain and what scores high."""
    return link.is_certain or link.score >= TELLING


def counted(
    keys: Sequence[str], links: Sequence[Link], *, accepts: Callable[[Link], bool] = is_certain
) -> Origins:
    """Return the origins of witnesses under links; those that `accepts` takes are certain."""
    certain = [(link.one, link.other) for link in links if accepts(link)]
    surely = grouped(keys, certain)
    perhaps = grouped(keys, ((link.one, link.other) for link in links))
    return Origins(
        count=Interval(low=len(perhaps), high=len(surely)),
        surely=surely,
        perhaps=perhaps,
        links=tuple(links),
    )
