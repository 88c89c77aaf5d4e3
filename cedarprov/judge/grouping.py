"""Groups of what is linked, directly or by way of others (union-find, Tarjan 1975)."""

from __future__ import annotations

from collections.abc import Iterable


class Groups:
    """Names in groups that only ever grow together."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def head(self, name: str) -> str:
        """Return the name that stands for a name's group."""
        above = self._above
        while (parent := above.setdefault(name, name)) != name:
            above[name] = above[parent]
            name = above[parent]
        return name

    def join(self, one: str, other: str) -> None:
        """Make the groups of two names one."""
        first, last = sorted((self.head(one), self.head(other)))
        self._above[last] = first


def grouped(names: Iterable[str], pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the names in groups; pairs may lead by way of names that are not among them."""
    groups = Groups()
    for one, other in pairs:
        groups.join(one, other)
    members: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        members.setdefault(groups.head(name), []).append(name)
    return tuple(map(tuple, members.values()))
