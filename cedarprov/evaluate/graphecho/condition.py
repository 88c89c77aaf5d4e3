"""The conditions in which a fictional claim is shown: which atoms, and by which paths.

A condition sSkP shows s supporting origins by k paths. Of the table of the conflict conditions only
the text is known to us; these are our readings, each with as few paths as the text allows:

- C1: one supporting and one refuting atom, one path each: MIXED;
- C2: C1 with four more paths of the supporting atom: MIXED;
- C3: five supporting atoms and one refuting, one path each: SUPPORT;
- C4: one supporting atom and five refuting, one path each, which reverses C3: REFUTE;
- C2R: C1 with four more paths of the refuting atom: MIXED.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cedarprov.evaluate.graphecho.claim import ATOMS, PATHS, FictionalClaim
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.model.frozen import Frozen


class Side(Frozen):
    """So many paths of one stance that go back to so many atoms."""

    stance: Stance
    origins: int
    paths: int


def _one_sided(origins: int, paths: int) -> tuple[Side, ...]:
    return (Side(stance=Stance.SUPPORT, origins=origins, paths=paths),)


def _conflict(supporting: tuple[int, int], refuting: tuple[int, int]) -> tuple[Side, ...]:
    return tuple(
        Side(stance=stance, origins=origins, paths=paths)
        for stance, (origins, paths) in zip(Stance, (supporting, refuting), strict=True)
    )


ONE_SIDED: Final[Mapping[str, tuple[Side, ...]]] = {
    f"{origins}S{paths}P": _one_sided(origins, paths)
    for origins, paths in ((1, 1), (1, 3), (3, 3), (1, PATHS), (ATOMS, PATHS))
}
CONFLICTS: Final[Mapping[str, tuple[Side, ...]]] = {
    "C1": _conflict((1, 1), (1, 1)),
    "C2": _conflict((1, PATHS), (1, 1)),
    "C3": _conflict((ATOMS, ATOMS), (1, 1)),
    "C4": _conflict((1, 1), (ATOMS, ATOMS)),
    "C2R": _conflict((1, 1), (1, PATHS)),
}
CONDITIONS: Final[Mapping[str, tuple[Side, ...]]] = {**ONE_SIDED, **CONFLICTS}
WALKED: Final = ("C1", "C2", "C3", "C2R")
"""The conditions that agents walk, as in the table of agents of the paper."""


def instance(claim: FictionalClaim, condition: str) -> Instance:
    """Return a claim in a condition; path k is always told in representation k."""
    return Instance(
        claim_id=claim.identifier,
        claim=claim.text,
        condition=condition,
        paths=tuple(
            claim.path(side.stance, at % side.origins, at)
            for side in CONDITIONS[condition]
            for at in range(side.paths)
        ),
    )


def instances(
    claims: Iterable[FictionalClaim], conditions: Iterable[str] = CONDITIONS
) -> tuple[Instance, ...]:
    """Return every claim in every one of some conditions."""
    wanted = tuple(conditions)
    return tuple(instance(claim, condition) for claim in claims for condition in wanted)
