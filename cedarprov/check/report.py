"""What a check found and what it looked at, as values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from cedarprov.check.audit import Fault, FaultKind
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
        return f"{self.focus}{' ' if self.path else ': '}{self.reason}"

    @property
    def reason(self) -> str:
        """Where it is wrong, what to do, and the offending value."""
        where = f"{_short(self.path)}: " if self.path else ""
        what = f" (it has {self.value})" if self.value else ""
        return f"{where}{self.message}{what}"


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


class ShapeVerdict(StrEnum):
    """What can be said of one shape; one that was applied to nothing proves nothing."""

    HOLDS = "holds"
    BROKEN = "broken"
    NOT_CHECKED = "not checked"


_EXIT_CODES: Final = {
    ShapeVerdict.HOLDS: 0,
    ShapeVerdict.BROKEN: 1,
    ShapeVerdict.NOT_CHECKED: 5,
}


class ShapeResult(Frozen):
    """One shape: how many distinct nodes it was applied to, and what was found of them."""

    shape: str
    focus_nodes: int
    is_prohibition: bool = False
    findings: tuple[Finding, ...] = ()

    @property
    def verdict(self) -> ShapeVerdict:
        """Whether it holds; warnings do not break it, and a prohibition has to match nothing."""
        if any(finding.severity is Severity.VIOLATION for finding in self.findings):
            return ShapeVerdict.BROKEN
        seen = self.focus_nodes or self.is_prohibition
        return ShapeVerdict.HOLDS if seen else ShapeVerdict.NOT_CHECKED


class ShapesReport(Frozen):
    """What a validation of a whole store looked at, and what it found, shape by shape.

    `graphs` are the IRIs of the graphs that were read, and `statements` is how many those hold.
    `inferred` is how many statements were inferred before the shapes were applied, and None where
    nothing was to be. `faults` tell what no shape could be applied to. The store is never changed.
    """

    shapes: tuple[ShapeResult, ...]
    graphs: tuple[str, ...]
    statements: int
    inferred: int | None = None
    faults: tuple[Fault, ...] = ()

    @classmethod
    def of(
        cls,
        report: Report,
        *,
        prohibitions: Collection[str],
        graphs: Iterable[str],
        statements: int,
        inferred: int | None = None,
        faults: Iterable[Fault] = (),
    ) -> ShapesReport:
        """Sort the findings of a report by shape."""
        by_shape: dict[str, list[Finding]] = {shape: [] for shape in report.focus_nodes}
        for finding in report.findings:
            by_shape.setdefault(finding.shape, []).append(finding)
        return cls(
            shapes=tuple(
                ShapeResult(
                    shape=shape,
                    focus_nodes=report.focus_nodes.get(shape, 0),
                    is_prohibition=shape in prohibitions,
                    findings=tuple(findings),
                )
                for shape, findings in sorted(by_shape.items())
            ),
            graphs=tuple(sorted(graphs)),
            statements=statements,
            inferred=inferred,
            faults=tuple(faults),
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all shapes, warnings among them, shape by shape."""
        return tuple(finding for result in self.shapes for finding in result.findings)

    def all_faults(self) -> Iterator[Fault]:
        """Yield what was found, but for warnings, as faults of the records."""
        yield from self.faults
        for finding in self.findings:
            if finding.severity is Severity.VIOLATION:
                message = f"it breaks a shape: {finding.reason}"
                yield Fault(kind=FaultKind.SHAPE, subject=finding.focus, message=message)

    @property
    def not_checked(self) -> tuple[str, ...]:
        """The shapes that were applied to nothing."""
        unseen = (each for each in self.shapes if each.verdict is ShapeVerdict.NOT_CHECKED)
        return tuple(each.shape for each in unseen)

    @property
    def exit_code(self) -> int:
        """The exit code of the command: 0 all hold, 1 some are broken, 5 some matched nothing."""
        return _EXIT_CODES[self.verdict]

    @property
    def verdict(self) -> ShapeVerdict:
        """The verdict on the whole: `holds` says that every shape was applied, and holds."""
        verdicts = {result.verdict for result in self.shapes}
        if self.faults or ShapeVerdict.BROKEN in verdicts:
            return ShapeVerdict.BROKEN
        return ShapeVerdict.HOLDS if verdicts == {ShapeVerdict.HOLDS} else ShapeVerdict.NOT_CHECKED


def _short(path: str) -> str:
    for prefix, namespace in PREFIXES.items():
        path = path.replace(namespace, f"{prefix}:")
    return path
