"""How many independent observations stand behind a claim, as an interval with its derivation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from cedarprov.judge.likeness import likenesses
from cedarprov.judge.witness import Witness
from cedarprov.model.origin import Link, Origins, counted


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
