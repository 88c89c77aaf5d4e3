"""What is wrong with the order of events: cycles, and clocks that contradict it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from cedarprov.check.prov.constraint import CONSTRAINTS
from cedarprov.check.prov.graph import components, shortest, successors
from cedarprov.check.prov.instance import Instance
from cedarprov.check.prov.moment import Moment, moment
from cedarprov.check.prov.order import Order, What
from cedarprov.check.prov.report import ClockWarning, Event, Step, Violation
from cedarprov.model.prov import Kind

_WORK: Final = 200_000
"""Events that may be visited to find the shortest cycle of one component.

One strict edge is tried in any case: its shortest way back makes the cycle that is shown if there
are more of them than this pays for.
"""

_TIMED: Final[Mapping[Kind, tuple[tuple[int, int, What], ...]]] = {
    Kind.GENERATION: ((1, 3, What.GENERATION),),
    Kind.INVALIDATION: ((1, 3, What.INVALIDATION),),
    Kind.USAGE: ((0, 3, What.USAGE),),
    Kind.START: ((1, 4, What.START),),
    Kind.END: ((1, 4, What.END),),
    Kind.ACTIVITY: ((0, 1, What.START), (0, 2, What.END)),
}
"""Where a row names what an event happens to, and where its time."""

_EVENTS: Final = {
    What.GENERATION: "generation",
    What.INVALIDATION: "invalidation",
    What.START: "start",
    What.END: "end",
    What.USAGE: "usage",
}


def order_events(instance: Instance, types: bytearray) -> Sequence[ClockWarning]:
    """Record each cycle of events that has a strict step; return where clocks contradict the order.

    One cycle is shown of each set of events that are all before one another.
    """
    order = Order(instance, types)
    groups = components(len(order), order.edges())
    group_of = [0] * len(order)
    for number, group in enumerate(groups):
        for node in group:
            group_of[node] = number
    instance.violations += _cycles(instance, order, group_of, [len(group) for group in groups])
    times = _times(instance, order)
    return _contradictions(instance, order, groups, group_of, times) if times else ()


# -- cycles ---------------------------------------------------------------------------------------


def _cycles(
    instance: Instance, order: Order, group_of: Sequence[int], sizes: Sequence[int]
) -> Iterator[Violation]:
    strict: dict[int, list[int]] = defaultdict(list)
    for edge, (one, other) in enumerate(order.edges()):
        if group_of[one] == group_of[other] and order.is_strict(edge):
            strict[group_of[one]].append(edge)
    if not strict:
        return
    inner: dict[tuple[int, int], int] = {}
    for edge, (one, other) in enumerate(order.edges()):
        if group_of[one] == group_of[other] and group_of[one] in strict:
            inner.setdefault((one, other), edge)
    after = successors(inner)
    for edges in strict.values():
        size = sizes[group_of[order.starts[edges[0]]]]
        tried = edges[: max(1, _WORK // size)]
        ways = [(edge, shortest(after, order.ends[edge], order.starts[edge])) for edge in tried]
        edge, back = min(ways, key=lambda way: len(way[1]))
        path = [edge, *(inner[pair] for pair in pairwise(back))]
        yield _cycle(instance, order, path)


def _cycle(instance: Instance, order: Order, path: Sequence[int]) -> Violation:
    steps = tuple(_step(instance, order, edge) for edge in path)
    statements = tuple({id(step.statement): step.statement for step in steps}.values())
    first = steps[0]
    return Violation(
        constraint=first.constraint,
        message=f"the {first.before} would be strictly before itself",
        statements=statements,
        path=steps,
    )


def _step(instance: Instance, order: Order, edge: int) -> Step:
    row, number = order.reason(edge)
    return Step(
        before=_event(instance, *order.event(order.starts[edge])),
        after=_event(instance, *order.event(order.ends[edge])),
        strictly=order.is_strict(edge),
        constraint=CONSTRAINTS[number],
        statement=instance.statements[instance.rows[row].source],
    )


def _event(instance: Instance, root: int, what: What) -> Event:
    return Event(what=_EVENTS[what], of=instance.shown(root))


# -- clocks ---------------------------------------------------------------------------------------


class _Timed(NamedTuple):
    """An event whose time is written, and the statement that writes it."""

    node: int
    moment: Moment
    written: str
    source: int


def _times(instance: Instance, order: Order) -> Mapping[int, Sequence[_Timed]]:
    """Return the times of events, by their nodes; rows that were merged say one time once."""
    terms, found = instance.terms, defaultdict(list)
    known: set[tuple[int, str]] = set()
    for row in instance.rows:
        for place, time, what in _TIMED.get(row.kind, ()):
            written = terms.label(row.terms[time])
            meant = moment(written) if written else None
            node = order.node(terms.root(row.terms[place]), what)
            if written and meant and node is not None and (node, written) not in known:
                known.add((node, written))
                found[node].append(_Timed(node, meant, written, row.source))
    return found


def _contradictions(
    instance: Instance,
    order: Order,
    groups: Sequence[Sequence[int]],
    group_of: Sequence[int],
    times: Mapping[int, Sequence[_Timed]],
) -> Sequence[ClockWarning]:
    """Return a warning for each event whose time is before that of an event that it is not before.

    The latest time is carried along the order, so that it is compared across events without one.
    A time without a zone may be 14 hours off, and is compared only where that cannot matter.
    """
    latest: dict[int, _Timed] = {}
    before: dict[int, list[int]] = defaultdict(list)
    for one, other in order.edges():
        if group_of[one] != group_of[other]:
            before[group_of[other]].append(group_of[one])
    found = []
    for number in range(len(groups) - 1, -1, -1):
        own = [timed for node in groups[number] for timed in times.get(node, ())]
        bound = _last([*(latest[each] for each in before.get(number, ()) if each in latest), *own])
        if bound is None:
            continue
        latest[number] = bound
        found += [
            _warning(instance, order, bound, timed)
            for timed in own
            if timed.moment.latest < bound.moment.earliest
        ]
    return found


def _last(timed: Iterable[_Timed]) -> _Timed | None:
    return max(timed, key=lambda each: each.moment.earliest, default=None)


def _warning(instance: Instance, order: Order, earlier: _Timed, later: _Timed) -> ClockWarning:
    return ClockWarning(
        earlier=_event(instance, *order.event(earlier.node)),
        earlier_time=earlier.written,
        later=_event(instance, *order.event(later.node)),
        later_time=later.written,
        statements=(instance.statements[earlier.source], instance.statements[later.source]),
    )
