"""What a small network is told of each thing that it may do: numbers read off the view alone.

It may walk to each neighbour, or stop with each verdict, counting paths or labels. All that is
known of the truth is what the view shows: no origin that is not on a label, nothing of what was
not visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from cedarprov.evaluate.graphecho.environment import Action, Judgement, Neighbour, Stop, View, Walk
from cedarprov.evaluate.graphecho.graph import NodeKind
from cedarprov.evaluate.graphecho.policy import by_origin, by_path, evidence
from cedarprov.evaluate.graphecho.verdict import Stance, Verdict, balance
from cedarprov.model.frozen import Frozen

Features = tuple[float, ...]

_KINDS: Final = tuple(NodeKind)
_VERDICTS: Final = tuple(Verdict)
_COUNTS: Final = (by_path, by_origin)
_SCALE: Final = 5.0
"""Counts are divided by it, so that they lie about 1."""
_AT_HAND: Final = 5
_OF_WALK: Final = len(_KINDS) + 4
_OF_STOP: Final = len(_VERDICTS) + 4
WIDTH: Final = _AT_HAND + _OF_WALK + _OF_STOP
"""How many features a choice has."""


class Choice(Frozen):
    """Something that may be done, and what is told of it."""

    action: Action
    features: Features


def choices(view: View) -> tuple[Choice, ...]:
    """Return all that may be done in a view: with no walk left, only to stop."""
    at_hand = _at_hand(view)
    walks = _walks(view, at_hand) if view.remaining else ()
    return (*walks, *_stops(view, at_hand))


def _at_hand(view: View) -> Features:
    unread = [e for e in view.known if e.kind is NodeKind.OBSERVATION and not e.visited]
    seen = _labels_seen(view)
    fresh = {each.label for each in unread} - seen - {""}
    return (
        view.remaining / max(1, view.budget),
        len(evidence(view)) / _SCALE,
        len(seen) / _SCALE,
        len(fresh) / _SCALE,
        len(unread) / _SCALE,
    )


def _labels_seen(view: View) -> set[str]:
    return {each.label for each in evidence(view)} - {""}


def _walks(view: View, at_hand: Features) -> Iterator[Choice]:
    seen = _labels_seen(view)
    for each in view.neighbours:
        told = (*_one_hot(_KINDS, each.kind), *_of_neighbour(each, seen))
        yield Choice(action=Walk(each.node), features=(*at_hand, *told, *(0.0,) * _OF_STOP))


def _of_neighbour(each: Neighbour, seen: set[str]) -> Features:
    repeats = each.label in seen
    fresh = bool(each.label) and not repeats
    return (1.0, float(each.visited), float(repeats), float(fresh))


def _stops(view: View, at_hand: Features) -> Iterator[Choice]:
    for verdict, count in product(_VERDICTS, _COUNTS):
        counted = count(view)
        supporting, refuting = counted[Stance.SUPPORT], counted[Stance.REFUTE]
        told = (
            *_one_hot(_VERDICTS, verdict),
            1.0,
            float(count is by_origin),
            float(verdict is balance(supporting, refuting)),
            abs(supporting - refuting) / _SCALE,
        )
        judgement = Judgement(
            verdict=verdict,
            confidence=(supporting + 1) / (supporting + refuting + 2),
            supporting=supporting,
            refuting=refuting,
        )
        features = (*at_hand, *(0.0,) * _OF_WALK, *told)
        yield Choice(action=Stop(judgement), features=features)


def _one_hot(values: tuple[object, ...], value: object) -> Features:
    return tuple(float(each is value) for each in values)
