"""How far a place applies to the scope asked: wholly, in part, by way of history, or not.

An edition that does not meet the asked release may still speak of it: the notes of a later release
tell what the earlier one did. Such a place takes part with a lower weight and is flagged; nothing
answers for a release beyond the newest one that is documented.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import LONGEST, Condition, Match, Scope
from cedarprov.model.version_order import Interval, is_version

WHOLE: Final = 1.0
ON_THE_WAY: Final = 0.7
SPEAKS_OF_IT: Final = 0.8
SPEAKS_OF_BEFORE: Final = 0.7

_VERSION: Final = re.compile(r"(?<![\w.])v?(\d+(?:\.(?:\d+|x))+)", re.IGNORECASE)
# Words by which English release notes speak of the state before.
_BEFORE: Final = re.compile(
    r"\b(previous(ly)?|older versions?|prior to|before|historical(ly)?|no longer|formerly|"
    r"used to|until|earlier|now defaults?|changed|removed|dropped|deprecated)\b",
    re.IGNORECASE,
)
_UPGRADE: Final = "upgrade"


class Applicability(Frozen):
    """The weight of a place (0: it does not apply), its match, and what is doubtful about it."""

    weight: float
    match: Match
    flag: str = ""

    @property
    def is_fallback(self) -> bool:
        """Whether the place answers for a release that is not its own."""
        return self.match is Match.DOES_NOT_APPLY and self.weight > 0


_DOUBTFUL: Final = {
    Match.IN_PART: "applies to a part of the scope asked",
    Match.UNSTATED: "does not state the scope asked",
}
_NOTHING: Final = Applicability(weight=0.0, match=Match.DOES_NOT_APPLY)


class Standing(Frozen):
    """How an edition stands to the scope asked, before the words of a place are read.

    `wanted` are the versions asked for, where a later edition may tell of them; `is_known` says
    that some edition meets them, `is_nearest` that no other later edition comes before this one.
    """

    whatever: Applicability
    wanted: Condition | None = None
    is_known: bool = False
    is_nearest: bool = False

    def of(self, words: str) -> Applicability:
        """Return how far a place with these words applies."""
        if self.wanted is None:
            return self.whatever
        if speaks_of(words, self.wanted):
            weight = WHOLE if self.is_nearest and not self.is_known else SPEAKS_OF_IT
            return _flagged(weight, "comes from a later edition that speaks of what is asked")
        if self.is_nearest and _BEFORE.search(words):
            flag = "comes from the next edition, which speaks of the state before"
            return _flagged(SPEAKS_OF_BEFORE, flag)
        return self.whatever


def standing(scope: Scope, siblings: Iterable[Scope], asked: Scope) -> Standing:
    """Return how an edition stands to the scope asked.

    `siblings` are the scopes of the editions that are released together with it.
    """
    match = scope.match(asked)
    if match is not Match.DOES_NOT_APPLY:
        flag = _DOUBTFUL.get(match, "")
        return Standing(whatever=Applicability(weight=WHOLE, match=match, flag=flag))
    pair = _versions_apart(scope, asked)
    if pair is None:
        return Standing(whatever=_NOTHING)
    own, wanted = pair
    if _is_on_the_way(own, wanted, asked):
        flag = "lies between the release upgraded from and the one asked"
        return Standing(whatever=_flagged(ON_THE_WAY, flag))
    if not _is_later(own, wanted):
        return Standing(whatever=_NOTHING)
    others = [item for sibling in siblings if (item := sibling.get(wanted.dimension))]
    return Standing(
        whatever=_NOTHING,
        wanted=wanted,
        is_known=any(item.overlaps(wanted) for item in others),
        is_nearest=not any(
            _is_later(item, wanted) and _is_later(own, item)
            for item in filter(_is_versioned, others)
        ),
    )


def applicability(
    scope: Scope, asked: Scope, *, siblings: Iterable[Scope] = (), words: str = ""
) -> Applicability:
    """Return how far a place with some words, in an edition of a scope, applies to a question."""
    return standing(scope, siblings, asked).of(words)


def _versions_apart(scope: Scope, asked: Scope) -> tuple[Condition, Condition] | None:
    """Return the one dimension on which two scopes differ, if both state versions there."""
    failing = [item for item in asked.conditions if _fails(scope, item)]
    if len(failing) != 1:
        return None
    [wanted] = failing
    own = scope.get(wanted.dimension)
    if own is None or not _is_versioned(own) or not _is_versioned(wanted):
        return None
    return own, wanted


def _flagged(weight: float, flag: str) -> Applicability:
    return Applicability(weight=weight, match=Match.DOES_NOT_APPLY, flag=flag)


def _fails(scope: Scope, wanted: Condition) -> bool:
    own = scope.get(wanted.dimension)
    return own is not None and not own.overlaps(wanted)


def _is_versioned(condition: Condition) -> bool:
    return bool(condition.terms) and all(isinstance(term, Interval) for term in condition.terms)


def _is_later(one: Condition, other: Condition) -> bool:
    """Tell whether every version of `one` comes after every version of `other`."""
    return _bounds(other)[1] <= _bounds(one)[0]


def _bounds(condition: Condition) -> tuple[tuple[object, ...], tuple[object, ...]]:
    intervals = [term for term in condition.terms if isinstance(term, Interval)]
    return min(item.low for item in intervals), max(item.high for item in intervals)


def _is_on_the_way(own: Condition, wanted: Condition, asked: Scope) -> bool:
    """Tell whether an edition lies between the release upgraded from and the release asked."""
    deployment = asked.get("deployment")
    start = deployment.expression.partition(":")[2] if deployment else ""
    if deployment is None or not deployment.expression.startswith(_UPGRADE):
        return False
    if not is_version(start):
        return False
    begin = Condition(wanted.dimension, f">={start}")
    return begin.overlaps(own) and _is_later(wanted, own)


def speaks_of(words: str, wanted: Condition) -> bool:
    """Tell whether the words name a version that is wanted, or the one that ends the range."""
    return any(
        wanted.covers(named) or _bounds(named)[0] == _bounds(wanted)[1]
        for named in _versions(words, wanted.dimension)
    )


# The same texts are judged in many places at once; no more of them need be kept than that.
@lru_cache(maxsize=4096)
def _versions(words: str, dimension: str) -> tuple[Condition, ...]:
    found = {match.group(1) for match in _VERSION.finditer(words)}
    found = {version for version in found if len(version) <= LONGEST}  # no version of anything
    written = (Condition(dimension, version) for version in sorted(found))
    return tuple(condition for condition in written if _is_versioned(condition))
