"""Terms and their unification: constants, and unknowns that stand for what was not written."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from cedarprov.check.prov.moment import moment

PLACEHOLDER: Final = 0
"""The term of `-` where it means that there is nothing, and so equals nothing else."""

_NOBODY: Final = -1


class Terms:
    """The terms of an instance as numbers, and the classes that they were united in.

    A class is a tree in an array, found by its root with path halving (R. E. Tarjan and J. van
    Leeuwen, 1984). A root that is a constant stays one: only unknowns are moved, the smaller class
    into the larger, so that n unions move each row O(log n) times.
    """

    def __init__(self) -> None:
        self._parent = array("q", [PLACEHOLDER])
        self._owner = array("q", [_NOBODY])
        self._label: list[str | None] = ["-"]
        self._names: dict[str, int] = {}
        self._moments: dict[object, int] = {}
        self._rows: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._parent)

    def name(self, iri: str) -> int:
        """Return the term of an IRI."""
        term = self._names.get(iri)
        if term is None:
            term = self._names[iri] = self._added(iri, _NOBODY)
        return term

    def moment(self, written: str) -> int:
        """Return the term of a moment; texts that mean the same instant have the same term."""
        meant: object = moment(written) or written
        term = self._moments.get(meant)
        if term is None:
            term = self._moments[meant] = self._added(written, _NOBODY)
        return term

    def unknown(self, row: int = _NOBODY) -> int:
        """Return a new unknown, which a row holds where a key may turn on it."""
        return self._added(None, row)

    def _added(self, label: str | None, row: int) -> int:
        term = len(self._parent)
        self._parent.append(term)
        self._owner.append(row)
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

    def hold(self, term: int, row: int) -> None:
        """Say that a row holds an unknown where a key may turn on it."""
        root = self.root(term)
        self._rows.setdefault(root, list(self._held(root))).append(row)

    def unite(self, one: int, other: int) -> Sequence[int] | None:
        """Make two terms equal and return the rows that hold what has moved.

        None says that they are two constants, which were left as they are.
        """
        one, other = self.root(one), self.root(other)
        if one == other:
            return ()
        if self._label[other] is not None:
            if self._label[one] is not None:
                return None
            one, other = other, one
        elif self._label[one] is None and len(self._held(one)) < len(self._held(other)):
            one, other = other, one
        moved = self._held(other)
        self._rows.pop(other, None)
        if self._label[one] is None and moved:
            self._rows.setdefault(one, list(self._held(one))).extend(moved)
        self._parent[other] = one
        return moved

    def _held(self, root: int) -> Sequence[int]:
        """Return the rows that hold an unknown."""
        rows = self._rows.get(root)
        if rows is not None:
            return rows
        owner = self._owner[root]
        return () if owner == _NOBODY else (owner,)
