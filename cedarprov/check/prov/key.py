"""Keys: rows that must be one are merged, and their terms unified (constraints 22 to 29)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cedarprov.check.prov.constraint import (
    CONSTRAINTS,
    UNIQUE_MENTION,
    UNIQUE_USAGE,
    Constraint,
)
from cedarprov.check.prov.instance import Instance
from cedarprov.model.prov import ARGUMENTS, WITHOUT_IDENTIFIER, Kind

_IDENTIFIER: Final = (0,)
_WIDTH: Final = 40
"""Bits that a term takes in a key of two terms."""

_UNIQUE: Final[Mapping[Kind, tuple[Constraint, tuple[int, ...]]]] = {
    Kind.GENERATION: (CONSTRAINTS[24], (1, 2)),
    Kind.INVALIDATION: (CONSTRAINTS[25], (1, 2)),
    Kind.START: (CONSTRAINTS[26], (1, 3)),
    Kind.END: (CONSTRAINTS[27], (1, 3)),
    Kind.MENTION: (UNIQUE_MENTION, (1,)),
}
"""The keys beside the identifier, as places in the terms of a row."""

_STRICT: Final = {**_UNIQUE, Kind.USAGE: (UNIQUE_USAGE, (1, 2))}


def merge(instance: Instance) -> None:
    """Merge the rows of an instance until no two of them share a key.

    What cannot be merged, because two constants differ, is recorded and left as it is. Times are
    no part of a key: what an activity says of its start and end is compared in the end.
    """
    merging = _Merging(instance)
    for index in range(len(instance.rows)):
        merging.enter(index)
        merging.settle()
    merging.times()


class _Merging:
    """The keys of the rows so far, and the pairs of rows that are still to be merged."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._named: dict[Kind, dict[int, int]] = {kind: {} for kind in Kind}
        self._rules = _STRICT if instance.strict else _UNIQUE
        self._unique: dict[Kind, dict[int, int]] = {kind: {} for kind in self._rules}
        self._pending: list[tuple[int, int, Constraint]] = []
        self._told: set[tuple[int, int, int]] = set()

    def enter(self, index: int) -> None:
        """Enter a row under its keys; a row that is there already is to be merged with it."""
        kind, _, named, terms = self._instance.rows[index]
        root = self._instance.terms.root
        if named and ARGUMENTS[kind] and kind not in WITHOUT_IDENTIFIER:
            other = self._named[kind].setdefault(root(terms[0]), index)
            if other != index:
                rule = CONSTRAINTS[22 if kind is Kind.ACTIVITY else 23]
                self._pending.append((other, index, rule))
        if kind in self._rules:
            rule, places = self._rules[kind]
            key = 0
            for place in places:
                key = key << _WIDTH | root(terms[place])
            other = self._unique[kind].setdefault(key, index)
            if other != index:
                self._pending.append((other, index, rule))

    def settle(self) -> None:
        """Merge what is to be merged, and what follows from that."""
        rows = self._instance.rows
        while self._pending:
            one, other, rule = self._pending.pop()
            for place, pair in enumerate(zip(rows[one].terms, rows[other].terms, strict=True)):
                self._unify(one, other, place, pair, rule)

    def _unify(
        self, one: int, other: int, place: int, pair: tuple[int, int], rule: Constraint
    ) -> None:
        moved = self._instance.terms.unite(*pair)
        if moved is None:
            self._differ(one, other, place, pair, rule)
            return
        for index in moved:
            self.enter(index)

    def _differ(
        self, one: int, other: int, place: int, pair: tuple[int, int], rule: Constraint
    ) -> None:
        """Record that two rows must be one, but differ in one of their terms."""
        told = (min(one, other), max(one, other), place)
        if told in self._told:
            return
        self._told.add(told)
        rows, shown = self._instance.rows, self._instance.shown
        name = ("identifier", *ARGUMENTS[rows[one].kind])[place]
        message = f"these are one, but its {name} is both {shown(pair[0])} and {shown(pair[1])}"
        self._instance.violate(rule, message, [rows[one].source, rows[other].source])

    def times(self) -> None:
        """Compare what activities say of their times with their starts and ends (28 and 29)."""
        rows, root = self._instance.rows, self._instance.terms.root
        known = self._named[Kind.ACTIVITY]
        places = {Kind.START: (1, CONSTRAINTS[28]), Kind.END: (2, CONSTRAINTS[29])}
        for index, row in enumerate(rows):
            if row.kind not in places:
                continue
            activity = known.get(root(row.terms[1]))
            if activity is None:
                continue
            place, rule = places[row.kind]
            pair = (rows[activity].terms[place], row.terms[4])
            self._unify(activity, index, place, pair, rule)
