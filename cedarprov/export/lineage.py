"""A lineage as people and tools read it: as text, as Turtle and in the language of Graphviz."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from pyoxigraph import NamedNode, Triple

from cedarprov.errors import UnknownIri
from cedarprov.export.dot import quoted
from cedarprov.export.interchange import write_records
from cedarprov.export.label import label_of
from cedarprov.export.record import Kind, Records
from cedarprov.model.frozen import replace
from cedarprov.model.lineage import Lineage, LineageLink, LineageNode
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.store.session import Session

_SHOWN: Final = 80
_FADED: Final = {"stale", "withdrawn", "rejected", "disputed", "pending", "in doubt"}


def labelled(lineage: Lineage, session: Session) -> Lineage:
    """Return a lineage whose nodes say of which kind they are, and what.

    Raises:
        UnknownIri: The store holds no record with the IRI of the root.
    """
    records = Records(session)
    records.get(lineage.root)
    return replace(lineage, nodes=tuple(_labelled(node, records) for node in lineage.nodes))


def _labelled(node: LineageNode, records: Records) -> LineageNode:
    record = records.find(node.iri)
    if record is None:
        raise UnknownIri(node.iri)
    if record.kind in (Kind.SPAN, Kind.PASSAGE):
        text = records.text(record.said.iri(record.iri, v.HAS_TEXT) or "")
        label = repr(_shortened(text)) if text else label_of(record, records)
        return replace(node, kind=record.kind.value, label=label)
    return replace(node, kind=record.kind.value, label=label_of(record, records))


# -- text -----------------------------------------------------------------------------------------


def write_text(lineage: Lineage) -> str:
    """Return a lineage as lines indented by two spaces a step, each record told of once."""
    nodes = {node.iri: node for node in lineage.nodes}
    lines = [_line(nodes[lineage.root])]
    if lineage.path:
        lines.append(f"  path: {' <- '.join(lineage.path)}")
    told = {lineage.root}
    steps = _steps(lineage)
    waiting = [(1, link) for link in reversed(steps[lineage.root])]
    while waiting:
        depth, link = waiting.pop()
        iri = link.lower if lineage.downwards else link.upper
        indent = "  " * depth
        lines.append(f"{indent}{_way(link, lineage)} {_line(nodes[iri])}")
        if iri in told:
            if steps[iri]:
                lines.append(f"{indent}  (see above)")
            continue
        told.add(iri)
        lines.append(f"{indent}  iri {iri}")
        waiting += [(depth + 1, below) for below in reversed(steps[iri])]
    return "\n".join(lines)


def _steps(lineage: Lineage) -> Mapping[str, list[LineageLink]]:
    steps: dict[str, list[LineageLink]] = defaultdict(list)
    for link in lineage.links:
        steps[link.upper if lineage.downwards else link.lower].append(link)
    return steps


def _way(link: LineageLink, lineage: Lineage) -> str:
    """Return the words of a link; told from below they say what the upper record does."""
    return f"{link.how}:" if lineage.downwards else f"({link.how} it)"


def _line(node: LineageNode) -> str:
    states = [part for part in (node.state, node.reason and f"({node.reason})") if part]
    if node.then:
        states.append(f"and {node.then} without it")
    state = f" - {' '.join(states)}" if states else ""
    return f"{node.kind}: {_shortened(node.label)}{state}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."


# -- Turtle and DOT -------------------------------------------------------------------------------


def write_turtle(lineage: Lineage, session: Session) -> bytes:
    """Return the records of a lineage in Turtle, and the liveness of its claims."""
    return write_records(
        (node.iri for node in lineage.nodes), session, added=_liveness(lineage.nodes)
    )


def _liveness(nodes: tuple[LineageNode, ...]) -> Iterator[Triple]:
    for node in nodes:
        if node.kind == Kind.CLAIM:
            yield Triple(NamedNode(node.iri), v.LIVENESS, literal.text(node.state))
            if node.then:
                yield Triple(NamedNode(node.iri), v.LIVENESS_WITHOUT, literal.text(node.then))


def write_dot(lineage: Lineage) -> str:
    """Return a lineage as a directed graph in DOT; arrows lead to what a record rests on."""
    lines = ["digraph lineage {", "  rankdir=TB;", "  node [shape=box];"]
    lines += [f"  {quoted(node.iri)} [{_attributes(node)}];" for node in lineage.nodes]
    lines += [
        f"  {quoted(link.upper)} -> {quoted(link.lower)} [label={quoted(link.how)}];"
        for link in lineage.links
    ]
    return "\n".join((*lines, "}"))


def _attributes(node: LineageNode) -> str:
    style = ", style=dashed" if node.state in _FADED or node.then in _FADED else ""
    return f"label={quoted(_line(node))}{style}"
