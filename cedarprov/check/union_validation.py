"""Shapes of somebody else held against a store: all of its graphs taken together, in one call.

Such shapes may follow a path through any graph, so that nothing can be judged in parts. The store
is read and never written: what is inferred is put beside the statements for this call alone.
"""

from __future__ import annotations

from pyoxigraph import DefaultGraph

from cedarprov.check.guard import ShapeGuard
from cedarprov.check.inheritance import inherited
from cedarprov.check.report import ShapesReport
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.statement import graph_lines, value_of


def validate_union(store: EmbeddedStore, guard: ShapeGuard, *, infer: bool = False) -> ShapesReport:
    """Validate the union of all graphs against the shapes of a guard.

    `infer` adds what inference 21 of PROV-CONSTRAINTS says first. The memory grows with the store.

    Raises:
        ValueError: The engine cannot use the shapes.
    """
    graphs = [*store.engine.named_graphs(), DefaultGraph()]
    read = {graph: graph_lines(store, graph) for graph in graphs}
    data = {line for lines in read.values() for line in lines}
    extra = inherited(data) if infer else set()
    report = guard.check(b"\n".join(sorted(data | extra)))
    return ShapesReport.of(
        report,
        prohibitions=guard.shapes.prohibitions,
        graphs=[value_of(graph) for graph, lines in read.items() if lines],
        statements=sum(map(len, read.values())),
        inferred=len(extra) if infer else None,
    )
