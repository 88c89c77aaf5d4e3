"""What a check found, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from cedarprov.model.frozen import Frozen
from cedarprov.rdf.vocabulary import PREFIXES


class Severity(StrEnum):
    """How grave a finding is (SHACL, 2.1.4)."""

    VIOLATION = "Violation"
    WARNING = "Warning"
    INFO = "Info"


class Finding(Frozen, order=True):
    """One way in which a focus node does not meet a shape.

    `shape` is the IRI of the node shape that the constraint belongs to, `path` a predicate or a
    SPARQL property path (empty where the constraint is on the node itself), `value` the offending
    term in N-Triples (empty where something is missing).
    """

    focus: str
    shape: str
    path: str
    message: str
    value: str = ""
    severity: Severity = Severity.VIOLATION

    def __str__(self) -> str:
        where = f" {_short(self.path)}" if self.path else ""
        what = f" (it has {self.value})" if self.value else ""
        return f"{self.focus}{where}: {self.message}{what}"


class Report(Frozen):
    """The findings of one validation, and how many nodes each shape was applied to.

    A shape that is applied to nothing proves nothing: `focus_nodes` has a count for every shape,
    zero included.
    """

    findings: tuple[Finding, ...]
    focus_nodes: Mapping[str, int]

    @classmethod
    def of(cls, findings: Iterable[Finding], focus_nodes: Mapping[str, int]) -> Report:
        """Make a report of distinct findings, in a fixed order."""
        return cls(findings=tuple(sorted(set(findings))), focus_nodes=focus_nodes)

    @property
    def conforms(self) -> bool:
        """Whether there is no violation; warnings do not count."""
        return all(finding.severity is not Severity.VIOLATION for finding in self.findings)

    @property
    def checked(self) -> bool:
        """Whether any shape was applied to any node."""
        return any(self.focus_nodes.values())


def _short(path: str) -> str:
    for prefix, namespace in PREFIXES.items():
        path = path.replace(namespace, f"{prefix}:")
    return path
