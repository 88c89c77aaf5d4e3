"""Two guards that validate data against SHACL shapes: a fast engine, and the reference engine."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from cedarprov.check.report import Finding, Report, Severity
from cedarprov.check.shape import Shapes, read_shapes, standard_shapes
from cedarprov.errors import BadShapes
from cedarprov.rdf import vocabulary as v

if TYPE_CHECKING:
    import shacl

_SH: Final = v.PREFIXES["sh"]

_Term = NamedNode | BlankNode | Literal


class FastGuard:
    """Validates with the compiled engine of the package `shacl`; the guard of the write path."""

    def __init__(self, shapes: Shapes | None = None) -> None:
        self.shapes = shapes or standard_shapes()

    def check(self, data: bytes, focus: Collection[str] | None = None) -> Report:
        """Validate canonical N-Triples; only findings on the nodes of `focus` count.

        Nodes outside `focus` may be described in part: give their classes, so that the nodes that
        refer to them can be judged.
        """
        report = _compiled(self.shapes.triples).validate_text(data.decode(), format="ntriples")
        findings = (self._finding(result) for result in report.results)
        return _report(findings, self.shapes, data, focus)

    def _finding(self, result: shacl.Result) -> Finding:
        part = _plain(result.source_shape or "")
        return Finding(
            focus=_plain(result.focus_node),
            shape=self.shapes.roots.get(part, part),
            path=self.shapes.paths.get(part, _plain(result.path or "")),
            message=result.message or result.component,
            value=result.value or "",
            severity=Severity(result.severity),
        )


class ReferenceGuard:
    """Validates with pySHACL: slower by more than ten times, and the measure of the fast guard."""

    def __init__(self, shapes: Shapes | None = None) -> None:
        self.shapes = shapes or standard_shapes()

    def check(self, data: bytes, focus: Collection[str] | None = None) -> Report:
        """Validate canonical N-Triples; only findings on the nodes of `focus` count."""
        import pyshacl  # noqa: PLC0415 - takes a second to load

        # A comment first: pySHACL takes bytes that begin with a blank node for a file name.
        _, graph, _ = pyshacl.validate(
            b"#\n" + data,
            data_graph_format="nt",
            shacl_graph=b"#\n" + self.shapes.triples,
            shacl_graph_format="nt",
        )
        results = graph.serialize(format="nt", encoding="utf-8")
        return _report(self._findings(results), self.shapes, data, focus)

    def _findings(self, results: bytes) -> Iterator[Finding]:
        properties: dict[str, dict[str, _Term]] = {}
        for quad in parse(results, format=RdfFormat.N_TRIPLES):
            name = quad.predicate.value.removeprefix(_SH)
            if not isinstance(quad.object, Triple):
                properties.setdefault(str(quad.subject), {})[name] = quad.object
        for found in properties.values():
            if "focusNode" in found:
                yield self._finding(found)

    def _finding(self, found: Mapping[str, _Term]) -> Finding:
        part = found["sourceShape"].value
        path = found["resultPath"].value if "resultPath" in found else ""
        return Finding(
            focus=found["focusNode"].value,
            shape=self.shapes.roots.get(part, part),
            path=self.shapes.paths.get(part, path),
            message=found["resultMessage"].value,
            value=str(found["value"]) if "value" in found else "",
            severity=Severity(found["resultSeverity"].value.removeprefix(_SH)),
        )


ShapeGuard = FastGuard | ReferenceGuard


def available_guard(shapes: Shapes | None = None) -> ShapeGuard:
    """Return the fast guard, or the reference guard where the fast engine is not installed."""
    return FastGuard(shapes) if find_spec("shacl") else ReferenceGuard(shapes)


def guard_of(path: Path) -> ShapeGuard:
    """Return a guard for the shapes of a user's file or folder (see `read_shapes`).

    Raises:
        MissingPath: There is no such file or folder.
        BadShapes: The engine cannot use what is there.
    """
    guard = available_guard(read_shapes(path))
    try:
        guard.check(b"")
    except Exception as error:
        raise BadShapes(path, str(error).partition("\n")[0]) from error
    return guard


@cache
def _compiled(triples: bytes) -> shacl.Shapes:
    import shacl  # noqa: PLC0415 - loaded by the first check

    return shacl.Shapes.from_text(triples.decode(), format="ntriples")


def _report(
    findings: Iterator[Finding], shapes: Shapes, data: bytes, focus: Collection[str] | None
) -> Report:
    kept = (finding for finding in findings if focus is None or finding.focus in focus)
    return Report.of(kept, shapes.focus_nodes(data, focus))


def _plain(term: str) -> str:
    return term[1:-1] if term.startswith("<") and term.endswith(">") else term
