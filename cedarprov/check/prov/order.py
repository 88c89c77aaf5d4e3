"""The order of events: constraints 30 to 49, as a graph of what is not after what.

All generations of an entity happen at once (39), and so do its invalidations (40), the starts of
an activity (31) and its ends (32): each of these is one node, by the root of the term. A usage is a
node of its own. What is inferred of generations, invalidations, starts and ends (inferences 5 to
10, 13 and 14) then says no more than that there is such an event, which `_happened` tells.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Final, TypeAlias

from cedarprov.check.prov.instance import Instance
from cedarprov.check.prov.kind import Type
from cedarprov.check.prov.term import PLACEHOLDER
from cedarprov.model.prov import Kind


class What(IntEnum):
    """What happens at an event."""

    GENERATION = 0
    INVALIDATION = 1
    START = 2
    END = 3
    USAGE = 4


_EACH: Final = len(What)
_STRICT: Final = 42
_BITS: Final = 6
"""Bits that the number of a constraint takes beside its row."""

Edge: TypeAlias = tuple[int, int, int]
"""Two keys of nodes, and the number of the constraint that orders them."""


class Order:
    """The events of an instance as numbered nodes, and the edges between them.

    `keys` has for each node its term and what happens to it; `starts`, `ends` and `reasons` have
    for each edge its nodes, and its row and constraint.
    """

    def __init__(self, instance: Instance, types: bytearray) -> None:
        self.keys = array("q")
        self.starts, self.ends = array("q"), array("q")
        self._reasons = array("q")
        self._nodes: dict[int, int] = {}
        rules = _Rules(instance, types)
        for index, row in enumerate(instance.rows):
            rule = _RULES.get(row.kind)
            if rule is not None:
                for one, other, number in rule(rules, row.terms):
                    self.starts.append(self._node(one))
                    self.ends.append(self._node(other))
                    self._reasons.append(index << _BITS | number)

    def __len__(self) -> int:
        return len(self.keys)

    def _node(self, key: int) -> int:
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = len(self.keys)
            self.keys.append(key)
        return node

    def node(self, root: int, what: What) -> int | None:
        """Return the node of an event, if an edge leads to it or away."""
        return self._nodes.get(root * _EACH + what)

    def event(self, node: int) -> tuple[int, What]:
        """Return the root of what an event happens to, and what happens."""
        root, what = divmod(self.keys[node], _EACH)
        return root, What(what)

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield the edges."""
        return zip(self.starts, self.ends, strict=True)

    def reason(self, edge: int) -> tuple[int, int]:
        """Return the row and the number of the constraint of an edge."""
        reason = self._reasons[edge]
        return reason >> _BITS, reason & (1 << _BITS) - 1

    def is_strict(self, edge: int) -> bool:
        """Return whether the first event of an edge is strictly before the second."""
        return self._reasons[edge] & (1 << _BITS) - 1 == _STRICT


class _Rules:
    """What the rows of each kind say of the order of events."""

    def __init__(self, instance: Instance, types: bytearray) -> None:
        self._root = instance.terms.root
        self._is_constant = instance.terms.is_constant
        self._generated = _happened(instance, types)

    def entity(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        entity = self._root(terms[0])
        yield _generation(entity), _invalidation(entity), 36

    def activity(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        activity = self._root(terms[0])
        yield _start(activity), _end(activity), 30

    def generation(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        entity, activity = self._root(terms[1]), self._root(terms[2])
        yield _generation(entity), _invalidation(entity), 36
        yield _start(activity), _generation(entity), 34
        yield _generation(entity), _end(activity), 34

    def usage(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        usage, activity, entity = (self._root(term) for term in terms[:3])
        yield _start(activity), _usage(usage), 33
        yield _usage(usage), _end(activity), 33
        if self._is_constant(entity):
            yield _generation(entity), _usage(usage), 37
            yield _usage(usage), _invalidation(entity), 38

    def communication(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        yield _start(self._root(terms[2])), _end(self._root(terms[1])), 35

    def start(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        activity, trigger = self._root(terms[1]), self._root(terms[2])
        yield _start(activity), _end(activity), 30
        if self._is_constant(trigger):
            yield _generation(trigger), _start(activity), 43
            yield _start(activity), _invalidation(trigger), 43

    def end(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        activity, trigger = self._root(terms[1]), self._root(terms[2])
        yield _start(activity), _end(activity), 30
        if self._is_constant(trigger):
            yield _generation(trigger), _end(activity), 44
            yield _end(activity), _invalidation(trigger), 44

    def invalidation(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        entity = self._root(terms[1])
        yield _generation(entity), _invalidation(entity), 36

    def derivation(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        derived, origin = self._root(terms[1]), self._root(terms[2])
        if terms[3] != PLACEHOLDER:
            yield _usage(self._root(terms[5])), _generation(derived), 41
        if derived in self._generated and origin in self._generated:
            yield _generation(origin), _generation(derived), _STRICT

    def attribution(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        entity, agent = self._root(terms[1]), self._root(terms[2])
        if agent in self._generated:
            yield _generation(agent), _generation(entity), 48
        yield _start(agent), _generation(entity), 48

    def association(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        activity, agent = self._root(terms[1]), self._root(terms[2])
        if self._is_constant(agent):
            yield from self._associated(activity, agent)

    def delegation(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        delegate, responsible = self._root(terms[1]), self._root(terms[2])
        if responsible in self._generated:
            yield _generation(responsible), _invalidation(delegate), 49
        yield _start(responsible), _end(delegate), 49
        if terms[3] != PLACEHOLDER:
            activity = self._root(terms[3])
            yield from self._associated(activity, delegate)
            yield from self._associated(activity, responsible)

    def _associated(self, activity: int, agent: int) -> Iterator[Edge]:
        """Yield what an association says; a delegation is two of them (inference 14)."""
        yield _start(activity), _invalidation(agent), 47
        if agent in self._generated:
            yield _generation(agent), _end(activity), 47
        yield _start(activity), _end(agent), 47
        yield _start(agent), _end(activity), 47

    def specialization(self, terms: tuple[int, ...]) -> Iterator[Edge]:
        """Yield the order of a specific and its general entity, whatever lies between them (19)."""
        specific, general = self._root(terms[1]), self._root(terms[2])
        yield _generation(general), _generation(specific), 45
        yield _invalidation(specific), _invalidation(general), 46


_RULES: Final[Mapping[Kind, Callable[[_Rules, tuple[int, ...]], Iterator[Edge]]]] = {
    Kind.ENTITY: _Rules.entity,
    Kind.ACTIVITY: _Rules.activity,
    Kind.GENERATION: _Rules.generation,
    Kind.USAGE: _Rules.usage,
    Kind.COMMUNICATION: _Rules.communication,
    Kind.START: _Rules.start,
    Kind.END: _Rules.end,
    Kind.INVALIDATION: _Rules.invalidation,
    Kind.DERIVATION: _Rules.derivation,
    Kind.ATTRIBUTION: _Rules.attribution,
    Kind.ASSOCIATION: _Rules.association,
    Kind.DELEGATION: _Rules.delegation,
    Kind.SPECIALIZATION: _Rules.specialization,
    Kind.MENTION: _Rules.specialization,
}


def _happened(instance: Instance, types: bytearray) -> set[int]:
    """Return the roots of all that has a generation, given or inferred (7, 9, 10, 11, 13 and 21).

    A derivation orders the generations of two entities only if there are any. Other events that
    are nowhere said to be have no event before them, so that they are on no cycle.
    """
    root = instance.terms.root
    places = {
        Kind.GENERATION: 1,
        Kind.ATTRIBUTION: 1,
        Kind.START: 2,
        Kind.END: 2,
    }
    declared = int(Type.DECLARED)
    found = {term for term, bits in enumerate(types) if bits & declared}
    found.update(root(row.terms[places[row.kind]]) for row in instance.rows if row.kind in places)
    return found


def _generation(root: int) -> int:
    return root * _EACH + What.GENERATION


def _invalidation(root: int) -> int:
    return root * _EACH + What.INVALIDATION


def _start(root: int) -> int:
    return root * _EACH + What.START


def _end(root: int) -> int:
    return root * _EACH + What.END


def _usage(root: int) -> int:
    return root * _EACH + What.USAGE
