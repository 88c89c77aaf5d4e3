"""Policies that follow a rule: where to go next, and how to count what was seen.

They read the stance of what they saw without fault, so that what they show is exploration and
counting alone. Labels count where they are shown; a node without one is an origin of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from cedarprov.evaluate.graphecho.environment import (
    Action,
    Judgement,
    Neighbour,
    Policy,
    Seen,
    Stop,
    View,
    Walk,
)
from cedarprov.evaluate.graphecho.graph import NodeKind
from cedarprov.evaluate.graphecho.verdict import Stance, balance
from cedarprov.model.frozen import Frozen

Choose = Callable[[View], str | None]
"""Names the neighbour to walk to, None to stop."""
Count = Callable[[View], Mapping[Stance, int]]
"""Counts what speaks for and against."""


class Scripted(Frozen):
    """A policy of two rules; called with a view, it acts."""

    name: str
    choose: Choose
    count: Count

    def __call__(self, view: View) -> Action:
        """Walk as long as the first rule names a neighbour and the budget lasts, then judge."""
        node = self.choose(view) if view.remaining else None
        return Walk(node) if node is not None else Stop(self._judgement(view))

    def _judgement(self, view: View) -> Judgement:
        counted = self.count(view)
        supporting, refuting = counted[Stance.SUPPORT], counted[Stance.REFUTE]
        return Judgement(
            verdict=balance(supporting, refuting),
            confidence=(supporting + 1) / (supporting + refuting + 2),
            supporting=supporting,
            refuting=refuting,
            cited=tuple(each.node for each in evidence(view)),
        )


def evidence(view: View) -> tuple[Seen, ...]:
    """Return what was seen that bears evidence."""
    return tuple(each for each in view.seen if each.stance is not None)


# -- how to count ---------------------------------------------------------------------------------


def by_path(view: View) -> Mapping[Stance, int]:
    """Count every path that was seen, and all those that a grouped one stands for."""
    return _sum(evidence(view), lambda each: each.multiplicity)


def by_origin(view: View) -> Mapping[Stance, int]:
    """Count every distinct label once."""
    return _sum({each.label or each.node: each for each in evidence(view)}.values(), lambda _: 1)


def as_told(view: View) -> Mapping[Stance, int]:
    """Count what was seen node by node, and by origin where the instruction says so."""
    return by_origin(view) if view.instruction else _sum(evidence(view), lambda _: 1)


def _sum(seen: Iterable[Seen], weight: Callable[[Seen], int]) -> Mapping[Stance, int]:
    counted = dict.fromkeys(Stance, 0)
    for each in seen:
        if each.stance is not None:
            counted[each.stance] += weight(each)
    return counted


# -- where to go ----------------------------------------------------------------------------------


def breadth_first(view: View) -> str | None:
    """The node shown first of those not visited; back to the claim where it is not near."""
    return _towards(view, [each for each in view.known if not each.visited])


def anywhere(view: View) -> str | None:
    """Any neighbour, each as likely; the same view is answered in the same way."""
    random = Random(f"{view.claim} {view.position} {view.remaining} {view.neighbours}")  # noqa: S311
    return random.choice(view.neighbours).node if view.neighbours else None


def fresh_path(view: View) -> str | None:
    """The first observation that was not visited, whatever its label says."""
    return _towards(view, _unread(view))


def fresh_origin(view: View) -> str | None:
    """The first observation whose label was not seen; one without a label was not seen."""
    seen = {each.label for each in view.seen if each.stance is not None} - {""}
    return _towards(view, [each for each in _unread(view) if each.label not in seen])


def greedy(view: View) -> str | None:
    """A fresh origin while there is one, then any fresh path."""
    return fresh_origin(view) or fresh_path(view)


def until_balanced(view: View) -> str | None:
    """As `fresh_origin`, but stop once as much speaks for as against."""
    counted = by_origin(view)
    if counted[Stance.SUPPORT] and counted[Stance.SUPPORT] == counted[Stance.REFUTE]:
        return None
    return fresh_origin(view)


def _unread(view: View) -> list[Neighbour]:
    return [e for e in view.known if e.kind is NodeKind.OBSERVATION and not e.visited]


def _towards(view: View, wanted: Sequence[Neighbour]) -> str | None:
    """The first wanted node if it is near; else the claim, from which most are; None: nowhere."""
    near = {each.node: each for each in view.neighbours}
    reached = next((each.node for each in wanted if each.node in near), None)
    if reached is not None or not wanted:
        return reached
    back = (each.node for each in view.neighbours if each.kind is NodeKind.CLAIM)
    return next(back, None)


POLICIES: Final[Mapping[str, Policy]] = {
    policy.name: policy
    for policy in (
        Scripted(name="breadth-first", choose=breadth_first, count=as_told),
        Scripted(name="random", choose=anywhere, count=as_told),
        Scripted(name="greedy", choose=greedy, count=as_told),
        Scripted(name="path-counter", choose=fresh_path, count=by_path),
        Scripted(name="origin-counter", choose=fresh_origin, count=by_origin),
        Scripted(name="stop-on-balance", choose=until_balanced, count=by_origin),
    )
}
"""The policies by name.

`breadth-first`, `random` and `greedy` count what they saw node by node unless they are told to
count origins; `path-counter` counts paths whatever it is told, the other two count labels.
"""
