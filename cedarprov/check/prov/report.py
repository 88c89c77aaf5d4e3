"""What a validation says of a document."""

from __future__ import annotations

from typing import Final

from cedarprov.check.prov.constraint import Constraint
from cedarprov.model.frozen import Frozen
from cedarprov.model.prov import Kind, Statement


class Event(Frozen):
    """Something that happened at an instant; `of` is the IRI of what it happened to."""

    what: str
    of: str

    def __str__(self) -> str:
        return f"{self.what} of {self.of}"


class Step(Frozen):
    """One event that is before another or not after it, and the statement that says so."""

    before: Event
    after: Event
    strictly: bool
    constraint: Constraint
    statement: Statement

    def __str__(self) -> str:
        order = "is before" if self.strictly else "is not after"
        said = f"{cited(self.statement)} [{self.constraint}]"
        return f"{self.before} {order} {self.after}: {said}"


class Violation(Frozen):
    """A constraint that statements break; for an order that bites its own tail, the path of it."""

    constraint: Constraint
    message: str
    statements: tuple[Statement, ...]
    path: tuple[Step, ...] = ()

    def __str__(self) -> str:
        head = f"constraint {self.constraint}: {self.message}"
        below = self.path or [cited(each) for each in self.statements]
        return "\n".join([head, *(f"    {each}" for each in below)])


class ClockWarning(Frozen):
    """Two events whose times contradict their order; PROV orders events, not clocks."""

    earlier: Event
    earlier_time: str
    later: Event
    later_time: str
    statements: tuple[Statement, ...]

    def __str__(self) -> str:
        return (
            f"the {self.earlier} cannot be after the {self.later}, "
            f"but their times are {self.earlier_time} and {self.later_time}"
        )


UNION: Final = "the union of all bundles"
"""What stands for the name of a bundle where all were taken together."""


class InstanceReport(Frozen):
    """What was found in one instance: the top level of a document (None), a bundle, or the union.

    `rows` are its statements and those that were inferred, before any were merged.
    """

    bundle: str | None
    statements: int
    rows: int
    violations: tuple[Violation, ...] = ()
    warnings: tuple[ClockWarning, ...] = ()

    @property
    def is_union(self) -> bool:
        """Return whether the statements are those of the other instances."""
        return self.bundle == UNION


class QuotedReport(Frozen):
    """What was found in a foreign document that a store quotes; `stopped` says why it was not read.

    The violations are those of each of its instances on its own.
    """

    iri: str
    name: str
    violations: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def valid(self) -> bool | None:
        """Return whether no constraint is broken; None where it was not validated."""
        return None if self.stopped else not self.violations


class ProvReport(Frozen):
    """What was found in a document: it is valid if each of its instances is.

    What a store quotes of others is told apart, and does not count.
    """

    instances: tuple[InstanceReport, ...]
    notes: tuple[str, ...] = ()
    quoted: tuple[QuotedReport, ...] = ()

    @property
    def valid(self) -> bool:
        """Return whether no constraint is broken; contradictory clocks break none."""
        return not any(each.violations for each in self.instances)

    @property
    def exit_code(self) -> int:
        """Return 0 for a valid document and 1 for an invalid one."""
        return 0 if self.valid else 1


def cited(statement: Statement) -> str:
    """Return a statement as in PROV-N, with whole IRIs and its line, without its attributes."""
    arguments = [each or "-" for each in statement.arguments]
    if statement.kind in {Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT}:
        inner = ", ".join([statement.identifier or "-", *arguments])
    else:
        named = f"{statement.identifier}; " if statement.identifier else ""
        inner = named + ", ".join(arguments)
    where = "" if statement.line is None else f"line {statement.line}: "
    return f"{where}{statement.kind}({inner})"
