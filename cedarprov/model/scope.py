"""Conditions under which a statement holds, and how a record's scope meets a question's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Final

from cedarprov.errors import BadScope
from cedarprov.model import version_order
from cedarprov.model.frozen import Frozen, settle
from cedarprov.model.text import WRITABLE, is_writable
from cedarprov.model.version_order import Interval

_DIMENSION: Final = re.compile(r"[^\W\d_][\w-]*")
_ANY: Final = "any"
LONGEST: Final = 2000
"""Code points of an expression; two scopes are compared alternative by alternative."""
_MOST_CONDITIONS: Final = 100


class Match(StrEnum):
    """How a record's scope meets what is asked."""

    APPLIES = "applies"
    IN_PART = "in-part"
    UNSTATED = "unstated"
    DOES_NOT_APPLY = "does-not-apply"


class Symbol(Frozen, kw_only=False):
    """A value that is no version, as a path: `upgrade:2.2` is a special case of `upgrade`."""

    path: tuple[str, ...]

    def covers(self, other: Symbol) -> bool:
        """Tell whether `other` is this value or a special case of it."""
        return other.path[: len(self.path)] == self.path

    def overlaps(self, other: Symbol) -> bool:
        """Tell whether one of the two is a special case of the other."""
        return self.covers(other) or other.covers(self)


Term = Interval | Symbol


class Condition(Frozen, kw_only=False, dict=True):
    """One dimension and the values it may take, as an expression.

    An expression is a value (`2.2`, `new`), alternatives (`a,b`), a range (`2.x`, `<3.0`,
    `>=2.0`, `2.0..2.6`, `>2.0..<2.6` without its ends) or `any`, which declares that the
    dimension makes no difference.
    """

    dimension: str
    expression: str

    def __post_init__(self) -> None:
        for name, text in (("dimension", self.dimension), ("expression", self.expression)):
            if len(text) > LONGEST:
                why = f"its {name} has {len(text)} code points, and {LONGEST} at most are read"
                raise BadScope(f"{self.dimension[:40]}={self.expression[:40]}...", why)
        if not _DIMENSION.fullmatch(self.dimension):
            raise BadScope(f"{self.dimension}={self.expression}", "the dimension is not a name")
        if not is_writable(self.expression):
            raise BadScope(f"{self.dimension}={self.expression}", f"it must be {WRITABLE}")
        _ = self.terms  # an unreadable expression is refused at birth

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The alternatives; an empty tuple stands for any value."""
        parts = [part.strip() for part in self.expression.split(",")]
        if not all(parts):
            raise BadScope(f"{self.dimension}={self.expression}", "a value is empty")
        if _ANY in {part.casefold() for part in parts}:
            return ()
        return tuple(_term(part, f"{self.dimension}={self.expression}") for part in parts)

    @property
    def is_any(self) -> bool:
        """Whether every value is declared to be covered."""
        return not self.terms

    def covers(self, other: Condition) -> bool:
        """Tell whether whatever meets `other` meets this condition too."""
        if self.is_any:
            return True
        return not other.is_any and all(
            any(_covers(mine, theirs) for mine in self.terms) for theirs in other.terms
        )

    def overlaps(self, other: Condition) -> bool:
        """Tell whether some value meets both conditions."""
        if self.is_any or other.is_any:
            return True
        return any(_overlaps(mine, theirs) for mine in self.terms for theirs in other.terms)

    def __str__(self) -> str:
        return f"{self.dimension}={self.expression}"


class Scope(Frozen, kw_only=False, dict=True):
    """A conjunction of conditions, at most one a dimension; not stated is not the same as any."""

    conditions: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        names = [condition.dimension for condition in self.conditions]
        if len(names) > _MOST_CONDITIONS:
            why = f"it has {len(names)} conditions, and {_MOST_CONDITIONS} at most are read"
            raise BadScope(f"{self.conditions[0]} ...", why)
        if len(set(names)) != len(names):
            raise BadScope(str(self), "a dimension is named twice")
        ordered = tuple(sorted(self.conditions, key=lambda condition: condition.dimension))
        settle(self, "conditions", ordered)

    @classmethod
    def of(cls, expressions: Mapping[str, str]) -> Scope:
        """Make a scope from expressions by dimension."""
        return cls(tuple(Condition(name, str(text)) for name, text in expressions.items()))

    @classmethod
    def parse(cls, conditions: Iterable[str]) -> Scope:
        """Make a scope from texts of the form `dimension=expression`."""
        pairs = [text.partition("=") for text in conditions]
        for name, equals, _ in pairs:
            if not equals:
                raise BadScope(name, "there is no '='")
        return cls(tuple(Condition(name.strip(), rest.strip()) for name, _, rest in pairs))

    def __bool__(self) -> bool:
        return bool(self.conditions)

    def __str__(self) -> str:
        return " ".join(map(str, self.conditions)) or "any scope"

    @property
    def dimensions(self) -> frozenset[str]:
        """The names of the dimensions that are stated."""
        return frozenset(condition.dimension for condition in self.conditions)

    def as_dict(self) -> dict[str, str]:
        """Return the expressions by dimension."""
        return {condition.dimension: condition.expression for condition in self.conditions}

    def get(self, dimension: str) -> Condition | None:
        """Return the condition on one dimension, or None where it is not stated."""
        found = (item for item in self.conditions if item.dimension == dimension)
        return next(found, None)

    def match(self, asked: Scope) -> Match:
        """Tell how this record's scope meets the scope `asked`: the worst of its dimensions."""
        outcomes = {_match(self.get(wanted.dimension), wanted) for wanted in asked.conditions}
        order = (Match.DOES_NOT_APPLY, Match.UNSTATED, Match.IN_PART)
        return next((outcome for outcome in order if outcome in outcomes), Match.APPLIES)

    def overlaps(self, other: Scope) -> bool:
        """Tell whether both scopes can hold at once."""
        return self.match(other) is not Match.DOES_NOT_APPLY

    def narrowed(self, other: Scope) -> Scope:
        """Return this scope with the conditions of `other` put in place of its own."""
        return Scope.of({**self.as_dict(), **other.as_dict()})


def _match(recorded: Condition | None, asked: Condition) -> Match:
    if recorded is None:
        return Match.UNSTATED
    if recorded.covers(asked):
        return Match.APPLIES
    return Match.IN_PART if recorded.overlaps(asked) else Match.DOES_NOT_APPLY


def _covers(mine: Term, theirs: Term) -> bool:
    if isinstance(mine, Interval):
        return isinstance(theirs, Interval) and mine.covers(theirs)
    return isinstance(theirs, Symbol) and mine.covers(theirs)


def _overlaps(mine: Term, theirs: Term) -> bool:
    if isinstance(mine, Interval):
        return isinstance(theirs, Interval) and mine.overlaps(theirs)
    return isinstance(theirs, Symbol) and mine.overlaps(theirs)


def _term(part: str, whole: str) -> Term:
    if ".." in part:
        return _range(part, whole)
    for sign, interval in _COMPARISONS:
        if part.startswith(sign):
            return interval(_version(part.removeprefix(sign).strip(), whole))
    if part.endswith("+") and version_order.is_version(part[:-1]):
        return version_order.at_least(part[:-1])
    stem = re.sub(r"[.](?:[xX]|[*])$", "", part)
    if version_order.is_version(stem):
        return version_order.series(stem)
    return _symbol(part, whole)


def _symbol(part: str, whole: str) -> Symbol:
    if part.startswith(_NO_SIGNS):
        raise BadScope(whole, f"{part[0]!r} compares nothing; there are <, <=, > and >=")
    path = tuple(step.strip().casefold() for step in part.split(":"))
    if not all(path):
        raise BadScope(whole, f"a step of {part!r} is empty")
    return Symbol(path)


_AFTER: Final = ">"
_BEFORE: Final = "<"
_NO_SIGNS: Final = ("=", "!", "~", "^")
_COMPARISONS: Final = (
    ("<=", version_order.at_most),
    (">=", version_order.at_least),
    ("<", version_order.below),
    (">", version_order.above),
)


def _range(part: str, whole: str) -> Interval:
    first, _, last = (piece.strip() for piece in part.partition(".."))
    if not first:
        return version_order.at_most(_version(last, whole))
    if not last:
        return version_order.at_least(_version(first, whole))
    after, before = first.startswith(_AFTER), last.startswith(_BEFORE)
    interval = version_order.between(
        _version(first.removeprefix(_AFTER).strip(), whole),
        _version(last.removeprefix(_BEFORE).strip(), whole),
        after=after,
        before=before,
    )
    if interval.low >= interval.high:
        raise BadScope(whole, f"the range runs backwards, from {first} to {last}")
    return interval


def _version(text: str, whole: str) -> str:
    if not version_order.is_version(text):
        raise BadScope(whole, f"{text!r} is not a version number")
    return text
