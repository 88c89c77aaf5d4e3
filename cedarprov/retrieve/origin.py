"""How many independent observations stand behind some evidence, as an interval.

Repeated paths, mirrors and editions of one source never raise the count. What is certain moves
both ends: the same bytes, the same text, the same source are one origin. Whether different sources
observed independently of each other is not known, so that the lower end stays at one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cedarprov.model.answer import Citation, Interval


def origins_of(citations: Sequence[Citation]) -> Interval:
    """Return bounds of the number of origins behind quotations."""
    if not citations:
        return Interval(low=0, high=0)
    groups = _joined(
        {("source", item.source), ("version", item.version), ("text", item.exact)}
        for item in citations
    )
    return Interval(low=1, high=groups)


def _joined(items: Iterable[set[tuple[str, str]]]) -> int:
    """Return how many groups remain when items that share a mark are one."""
    groups: list[set[tuple[str, str]]] = []
    for marks in items:
        apart = []
        merged = set(marks)
        for group in groups:
            if group & merged:
                merged |= group
            else:
                apart.append(group)
        groups = [*apart, merged]
    return len(groups)
