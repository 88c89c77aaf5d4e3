"""Statements as rows of terms: definitions 1 to 4 and inference 11 of PROV-CONSTRAINTS."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cedarprov.check.prov.constraint import CONSTRAINTS, RESERVED_ATTRIBUTE, Constraint
from cedarprov.check.prov.report import Violation
from cedarprov.check.prov.term import PLACEHOLDER, Terms
from cedarprov.errors import TooManyStatements
from cedarprov.model.prov import ARGUMENTS, TIMES, WITHOUT_IDENTIFIER, Kind, Statement

PROV: Final = "http://www.w3.org/ns/prov#"

OBJECTS: Final = frozenset({Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT})

_OPTIONAL: Final[Mapping[Kind, frozenset[str]]] = {
    Kind.GENERATION: frozenset({"activity"}),
    Kind.USAGE: frozenset({"entity"}),
    Kind.START: frozenset({"trigger", "starter"}),
    Kind.END: frozenset({"trigger", "ender"}),
    Kind.INVALIDATION: frozenset({"activity"}),
    Kind.ASSOCIATION: frozenset({"agent"}),
    Kind.DELEGATION: frozenset({"responsible", "activity"}),
}
"""The arguments where a placeholder stands for something that was not written."""

_ABSENT: Final[Mapping[Kind, frozenset[str]]] = {
    Kind.DERIVATION: frozenset({"activity", "generation", "usage"}),
    Kind.ASSOCIATION: frozenset({"plan"}),
}
"""The arguments where a placeholder says that there is nothing."""

_STRICTLY_ABSENT: Final[Mapping[Kind, frozenset[str]]] = {
    **_ABSENT,
    Kind.DELEGATION: frozenset({"activity"}),
}
"""The same, as drafts of the Recommendation had it."""

_RELATIONS: Final = frozenset(
    PROV + name for kind, names in ARGUMENTS.items() for name in (kind.value, *names)
)
"""The names of statements of PROV and of their arguments, which are no attributes."""


class Row(NamedTuple):
    """A statement as terms: its identifier and its arguments, in the order of `ARGUMENTS`.

    `source` is the place of the statement that says it or that it was inferred from; `named` is
    whether its identifier may be that of another row.
    """

    kind: Kind
    source: int
    named: bool
    terms: tuple[int, ...]


class Instance:
    """The statements of an instance as rows, the terms of these, and what is wrong with them."""

    def __init__(self, statements: Sequence[Statement], limit: int, *, strict: bool) -> None:
        """Make rows of statements; `strict` is told of in `validation.validate`.

        Raises:
            TooManyStatements: They, and what follows from them, are more than `limit`.
        """
        self.statements, self.strict = statements, strict
        self._absent = _STRICTLY_ABSENT if strict else _ABSENT
        self.terms = Terms()
        self.rows: list[Row] = []
        self.violations: list[Violation] = []
        for source, statement in enumerate(statements):
            self._add(source, statement)
            if len(self.rows) > limit:
                raise TooManyStatements(limit)

    def violate(self, constraint: Constraint | int, message: str, sources: Iterable[int]) -> None:
        """Record that statements break a constraint."""
        rule = CONSTRAINTS[constraint] if isinstance(constraint, int) else constraint
        cited = tuple(self.statements[source] for source in dict.fromkeys(sources))
        found = Violation(constraint=rule, message=message, statements=cited)
        self.violations.append(found)

    def shown(self, term: int) -> str:
        """Return what a term is called in a report."""
        return self.terms.label(term) or "something that is not named"

    def _add(self, source: int, statement: Statement) -> None:
        for attribute, _ in statement.attributes:
            if attribute in _RELATIONS:
                message = f"{attribute} is a relation of PROV or an argument of one, no attribute"
                self.violate(RESERVED_ATTRIBUTE, message, [source])
        kind, index = statement.kind, len(self.rows)
        identifier = statement.identifier
        if identifier is not None:
            first = self.terms.name(identifier)
        else:
            first = PLACEHOLDER if kind in WITHOUT_IDENTIFIER else self.terms.unknown()
        terms = (first, *self._terms(source, statement, index))
        self.rows.append(Row(kind, source, identifier is not None, terms))
        if kind is Kind.DERIVATION:
            self._derive(source, statement, terms, index)

    def _terms(self, source: int, statement: Statement, index: int) -> Iterator[int]:
        """Yield the terms of the arguments (definitions 3 and 4)."""
        kind, terms = statement.kind, self.terms
        optional, absent = _OPTIONAL.get(kind, ()), self._absent.get(kind, ())
        for name, written in zip(ARGUMENTS[kind], statement.arguments, strict=True):
            if name in TIMES:
                yield terms.unknown() if written is None else terms.moment(written)
            elif written is not None:
                yield terms.name(written)
            elif name in absent:
                yield PLACEHOLDER
            elif name in optional:
                yield terms.unknown(index)
            else:
                self.violate(4, f"the {name} of {kind} cannot be a placeholder", [source])
                yield terms.unknown(index)

    def _derive(
        self, source: int, statement: Statement, terms: tuple[int, ...], index: int
    ) -> None:
        """Add what a derivation by an activity says of a generation and a usage (inference 11)."""
        _, derived, origin, activity, generation, usage = terms
        if activity == PLACEHOLDER:
            if (generation, usage) != (PLACEHOLDER, PLACEHOLDER):
                message = "a derivation names a generation or a usage, but no activity"
                self.violate(51, message, [source])
            return
        generation = self._event(generation, index + 1)
        usage = self._event(usage, index + 2)
        self.rows[index] = Row(
            statement.kind,
            source,
            statement.identifier is not None,
            (terms[0], derived, origin, activity, generation, usage),
        )
        made = (generation, derived, activity, self.terms.unknown())
        taken = (usage, activity, origin, self.terms.unknown())
        self.rows.append(Row(Kind.GENERATION, source, True, made))
        self.rows.append(Row(Kind.USAGE, source, True, taken))

    def _event(self, term: int, row: int) -> int:
        """Return the identifier of an event that a derivation may leave unsaid (definition 4)."""
        return self.terms.unknown(row) if term == PLACEHOLDER else term
