"""Inference 21 of PROV-CONSTRAINTS: what specializes an entity has the entity's attributes.

Attributes are what PROV-DM (5.7) calls so: whatever an entity states in vocabularies other than
PROV's, and of PROV's own prov:atLocation and prov:value. Relations to other records are not
inherited, and neither is rdf:type: in PROV-O it says of which class a record is, and a version of
a source is no source.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from cedarprov.rdf import vocabulary as v

_PROV: Final = v.PREFIXES["prov"]
_SPECIALIZES: Final = str(v.SPECIALIZATION_OF).encode()
_ATTRIBUTES: Final = {f"<{_PROV}{name}>".encode() for name in ("atLocation", "value")}
_NO_ATTRIBUTES: Final = (f"<{_PROV}".encode(), str(v.TYPE).encode())


def inherited(lines: Iterable[bytes]) -> set[bytes]:
    """Return the canonical N-Triples lines that follow from `lines` and are not among them.

    Specialization is transitive (inference 19), and what comes round in a circle is inherited once.
    """
    known = set(lines)
    general: dict[bytes, set[bytes]] = defaultdict(set)
    for line in known:
        specific, predicate, value = line.split(b" ", 2)
        if predicate == _SPECIALIZES:
            general[specific].add(value.removesuffix(b" ."))
    above = {node: _all_above(node, general) for node in list(general)}
    stated = _attributes(known, set[bytes]().union(*above.values()))
    return {
        node + said for node, nodes in above.items() for each in nodes for said in stated[each]
    } - known


def _all_above(node: bytes, general: dict[bytes, set[bytes]]) -> set[bytes]:
    reached: set[bytes] = set()
    waiting = list(general.get(node, ()))
    while waiting:
        if (each := waiting.pop()) not in reached:
            reached.add(each)
            waiting += general.get(each, ())
    return reached


def _attributes(lines: Iterable[bytes], nodes: set[bytes]) -> dict[bytes, list[bytes]]:
    """Return the attributes of nodes, as what follows the subject in a line."""
    stated: dict[bytes, list[bytes]] = defaultdict(list)
    for line in lines:
        subject, predicate, _ = line.split(b" ", 2)
        is_relation = predicate.startswith(_NO_ATTRIBUTES) and predicate not in _ATTRIBUTES
        if subject in nodes and not is_relation:
            stated[subject].append(line[len(subject) :])
    return stated
