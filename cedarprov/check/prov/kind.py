"""Types and impossible things: inferences 19 and 21, constraints 50 and 52 to 56.

Types are sets of bits by the root of a term, so that one pass over the rows tells them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntFlag
from itertools import chain, pairwise
from typing import Final

from cedarprov.check.prov.graph import components, shortest, successors
from cedarprov.check.prov.instance import OBJECTS, PROV, Instance, Row
from cedarprov.check.prov.term import PLACEHOLDER
from cedarprov.model.prov import Kind, Name

EMPTY_COLLECTION: Final = PROV + "EmptyCollection"


class Type(IntFlag):
    """What a thing is: the values of typeOf that a constraint turns on, and being declared."""

    ENTITY = 1
    ACTIVITY = 2
    EMPTY_COLLECTION = 4
    DECLARED = 8


_ENTITY, _ACTIVITY = int(Type.ENTITY), int(Type.ACTIVITY)

_TYPES: Final[Mapping[Kind, tuple[tuple[int, int], ...]]] = {
    Kind.ENTITY: ((0, _ENTITY | int(Type.DECLARED)),),
    Kind.ACTIVITY: ((0, _ACTIVITY),),
    Kind.GENERATION: ((1, _ENTITY), (2, _ACTIVITY)),
    Kind.USAGE: ((1, _ACTIVITY), (2, _ENTITY)),
    Kind.COMMUNICATION: ((1, _ACTIVITY), (2, _ACTIVITY)),
    Kind.START: ((1, _ACTIVITY), (2, _ENTITY), (3, _ACTIVITY)),
    Kind.END: ((1, _ACTIVITY), (2, _ENTITY), (3, _ACTIVITY)),
    Kind.INVALIDATION: ((1, _ENTITY), (2, _ACTIVITY)),
    Kind.DERIVATION: ((1, _ENTITY), (2, _ENTITY), (3, _ACTIVITY)),
    Kind.ATTRIBUTION: ((1, _ENTITY),),
    Kind.ASSOCIATION: ((1, _ACTIVITY), (3, _ENTITY)),
    Kind.DELEGATION: ((3, _ACTIVITY),),
    Kind.SPECIALIZATION: ((1, _ENTITY), (2, _ENTITY)),
    Kind.ALTERNATE: ((1, _ENTITY), (2, _ENTITY)),
    Kind.MEMBERSHIP: ((1, _ENTITY), (2, _ENTITY)),
    Kind.MENTION: ((1, _ENTITY), (2, _ENTITY), (3, _ENTITY)),
}
"""Constraint 50: the types that a row gives to its terms, by their place.

Agents and plans are compatible with everything, so only entities and activities are told apart.
"""

_DISJOINT: Final = frozenset(
    {
        Kind.USAGE,
        Kind.GENERATION,
        Kind.INVALIDATION,
        Kind.START,
        Kind.END,
        Kind.COMMUNICATION,
        Kind.ATTRIBUTION,
        Kind.ASSOCIATION,
        Kind.DELEGATION,
    }
)
"""The relations of which no two share an identifier (constraint 53)."""

_IDENTIFIED: Final = _DISJOINT | {Kind.DERIVATION, Kind.INFLUENCE}


def types_of(instance: Instance) -> bytearray:
    """Return the types of each root, those inherited through specialization included."""
    root = instance.terms.root
    types = bytearray(len(instance.terms))
    for kind, source, _, terms in instance.rows:
        for place, bits in _TYPES.get(kind, ()):
            types[root(terms[place])] |= bits
        if kind is Kind.ENTITY and _is_empty(instance, source):
            types[root(terms[0])] |= int(Type.EMPTY_COLLECTION)
    types[PLACEHOLDER] = 0
    _inherit(instance, types)
    return types


def _is_empty(instance: Instance, source: int) -> bool:
    return any(
        attribute == PROV + "type" and isinstance(value, Name) and value.iri == EMPTY_COLLECTION
        for attribute, value in instance.statements[source].attributes
    )


def specializations(instance: Instance) -> Iterator[tuple[int, int, int]]:
    """Yield the roots of each specific and its general entity, and the row that says so."""
    root = instance.terms.root
    for index, row in enumerate(instance.rows):
        if row.kind in (Kind.SPECIALIZATION, Kind.MENTION):
            yield root(row.terms[1]), root(row.terms[2]), index


def _inherit(instance: Instance, types: bytearray) -> None:
    """Give entities the attributes of what they specialise (inference 21)."""
    inherited = int(Type.DECLARED | Type.EMPTY_COLLECTION)
    below = successors((general, specific) for specific, general, _ in specializations(instance))
    waiting = [general for general in below if types[general] & int(Type.DECLARED)]
    while waiting:
        general = waiting.pop()
        for specific in below.get(general, ()):
            found = types[specific] | types[general] & inherited
            if found != types[specific]:
                types[specific] = found
                waiting.append(specific)


def judge(instance: Instance, types: bytearray) -> None:
    """Record what is impossible (constraints 52 to 56)."""
    _reflexive_specializations(instance)
    _overlaps(instance)
    _disjoint(instance, types)
    _members_of_nothing(instance, types)


def _reflexive_specializations(instance: Instance) -> None:
    """Find entities that specialise themselves, by a path of any length (inference 19, 52)."""
    rows = {(one, other): index for one, other, index in specializations(instance)}
    number = {root: at for at, root in enumerate(dict.fromkeys(chain.from_iterable(rows)))}
    edges = [(number[one], number[other]) for one, other in rows]
    place = {node: at for at, group in enumerate(components(len(number), edges)) for node in group}
    inner = [edge for edge in edges if place[edge[0]] == place[edge[1]]]
    roots, after, told = list(number), successors(inner), set()
    for one, other in inner:
        if place[one] not in told:
            told.add(place[one])
            path = [one, *shortest(after, other, one)]
            steps = pairwise(path)
            sources = [instance.rows[rows[roots[a], roots[b]]].source for a, b in steps]
            name = instance.shown(roots[one])
            instance.violate(52, f"{name} would be a specialization of itself", sources)


def _overlaps(instance: Instance) -> None:
    """Find identifiers of two kinds of relation, or of a relation and an object (53 and 54)."""
    terms = instance.terms
    objects = {terms.root(row.terms[0]): row.source for row in instance.rows if row.kind in OBJECTS}
    first: dict[int, Row] = {}
    told: set[tuple[int, Kind]] = set()
    for row in instance.rows:
        if row.kind not in _IDENTIFIED or not row.named:
            continue
        root = terms.root(row.terms[0])
        if root in objects and (root, row.kind) not in told:
            told.add((root, row.kind))
            message = f"{instance.shown(root)} is an object and a {row.kind} at once"
            instance.violate(54, message, [objects[root], row.source])
        if row.kind in _DISJOINT:
            other = first.setdefault(root, row)
            if other.kind is not row.kind and (root, row.kind) not in told:
                told.add((root, row.kind))
                message = f"{instance.shown(root)} is a {other.kind} and a {row.kind} at once"
                instance.violate(53, message, [other.source, row.source])


def _disjoint(instance: Instance, types: bytearray) -> None:
    """Find what is an entity and an activity at once (55)."""
    both = _ENTITY | _ACTIVITY
    wrong = {root for root, bits in enumerate(types) if bits & both == both}
    if not wrong:
        return
    because = _because(instance, wrong)
    for root in sorted(wrong):
        sources = [because[root, bits] for bits in (_ENTITY, _ACTIVITY)]
        message = f"{instance.shown(root)} is an entity and an activity at once"
        instance.violate(55, message, sources)


def _because(instance: Instance, roots: Iterable[int]) -> Mapping[tuple[int, int], int]:
    """Return a statement for each type that each of some roots has."""
    wanted = set(roots)
    found: dict[tuple[int, int], int] = {}
    for kind, source, _, terms in instance.rows:
        for place, bits in _TYPES.get(kind, ()):
            root = instance.terms.root(terms[place])
            if root in wanted:
                found.setdefault((root, bits & (_ENTITY | _ACTIVITY)), source)
    return found


def _members_of_nothing(instance: Instance, types: bytearray) -> None:
    """Find members of empty collections (56)."""
    empty = int(Type.EMPTY_COLLECTION)
    if not any(bits & empty for bits in types):
        return
    root = instance.terms.root
    said = {root(row.terms[0]): row.source for row in instance.rows if row.kind is Kind.ENTITY}
    for row in instance.rows:
        if row.kind is Kind.MEMBERSHIP and types[collection := root(row.terms[1])] & empty:
            sources = [row.source, said.get(collection, row.source)]
            message = f"{instance.shown(collection)} is an empty collection, but has a member"
            instance.violate(56, message, sources)
