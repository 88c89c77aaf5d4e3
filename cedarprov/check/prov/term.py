"""Terms and their unification: constants, and unknowns that stand for what was not written."""

from __future__ import annotations

from array import array
from typing import Final

from cedarprov.check.prov.moment import moment

PLACEHOLDER: Final = 0
"""The term of `-` where it means that there is nothing, and so equals nothing else."""


class Terms:
    """The terms of an instance as numbers, and the classes that they were united in.

    A class is a tree in an array, found by its root with path halving (R. E. Tarjan and J. van
    Leeuwen, 1984), in O(log n) time a step on average. The root of a class is its constant, if it
    has one.
    """

    def __init__(self) -> None:
        self._parent = array("q", [PLACEHOLDER])
        self._label: list[str | None] = ["-"]
        self._names: dict[str, int] = {}
        self._moments: dict[object, int] = {}

    def __len__(self) -> int:
        return len(self._parent)

    def name(self, iri: str) -> int:
        """Return the term of an IRI."""
        term = self._names.get(iri)
        if term is None:
            term = self._names[iri] = self._added(iri)
        return term

    def moment(self, written: str) -> int:
        """Return the term of a moment; texts that mean the same instant have the same term."""
        meant: object = moment(written) or written
        term = self._moments.get(meant)
        if term is None:
            term = self._moments[meant] = self._added(written)
        return term

    def unknown(self) -> int:
        """Return a new unknown."""
        return self._added(None)

    def _added(self, label: str | None) -> int:
        term = len(self._parent)
        self._parent.append(term)
        self._label.append(label)
        return term

    def root(self, term: int) -> int:
        """Return the term that stands for the class of a term."""
        parent = self._parent
        while (above := parent[term]) != term:
            parent[term] = term = parent[above]
        return term

    def label(self, term: int) -> str | None:
        """Return the constant that a term is equal to, if any."""
        return self._label[self.root(term)]

    def is_constant(self, root: int) -> bool:
        """Return whether a root is a constant."""
        return self._label[root] is not None

    def unite(self, one: int, other: int) -> bool:
        """Make two terms equal; return False if they are two constants, which are left alone."""
        one, other = self.root(one), self.root(other)
        if one == other:
            return True
        if self._label[other] is not None:
            one, other = other, one
        if self._label[other] is not None:
            return False
        self._parent[other] = one
        return True
