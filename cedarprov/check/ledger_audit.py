"""The shapes held against a whole ledger, lot by lot, with the verdicts of one call over all of it.

Most records are described by one bundle. They are judged with it, beside what is said anywhere of
the records that it refers to. What several bundles describe is judged once, by all that they say
together. Sources and editions are the exception, since every capture describes them anew: they are
judged by each description on its own. So the work grows with the ledger, and lots are independent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, zip_longest
from typing import Final, TypeVar

from pyoxigraph import NamedNode, Quad

from cedarprov.check.audit import Fault, FaultKind
from cedarprov.check.guard import ShapeGuard
from cedarprov.check.inheritance import inherited
from cedarprov.check.pool import Pool
from cedarprov.check.report import Finding, Report, ShapesReport
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.canonical import bundle_digest
from cedarprov.rdf.graph import DERIVED, INDEX, SHORTCUTS, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.sighting import SIGHTINGS
from cedarprov.store.statement import graph_lines, value_of

BESIDE_THE_LEDGER: Final = (DERIVED, *SHORTCUTS, SIGHTINGS)
"""The graphs that follow from the ledger or lie beside it; no shape of ours is for them."""

_BUNDLES_IN_A_LOT: Final = 16
_NODES_IN_A_LOT: Final = 500
_REMEMBERED: Final = 10_000
_DESCRIBED_ANEW: Final = tuple(f" {v.TYPE} {kind} .".encode() for kind in (v.SOURCE, v.EDITION))

Item = TypeVar("Item")
Lines = Collection[bytes]


class LotFound(Frozen):
    """What was found in one lot of bundles or nodes.

    `focus_nodes` counts the nodes that each shape was applied to, `statements` those of the bundles
    and `inferred` those that were inferred. `shared` are the nodes that other bundles describe too
    and that were left to be judged by all that is said of them. `digests` are by bundle.
    """

    findings: frozenset[Finding]
    focus_nodes: Mapping[str, int]
    inferred: int
    statements: int = 0
    shared: frozenset[str] = frozenset()
    digests: Mapping[str, str] = {}
    faults: tuple[Fault, ...] = ()


class LedgerFound(Frozen):
    """What was found in a ledger: the report on its shapes, and the digest of every bundle."""

    shapes: ShapesReport
    digests: Mapping[str, str]


class LedgerAudit:
    """Judges lots of one ledger; with `infer`, by what inference 21 adds to them too.

    Sent to another process, it opens the same checkpoint there.
    """

    def __init__(
        self, store: EmbeddedStore, names: Names, guard: ShapeGuard, *, infer: bool = False
    ) -> None:
        self._store, self._names = store, names
        self._guard, self._infer = guard, infer
        self._beside = {names.graph(name).value for name in BESIDE_THE_LEDGER}
        self._remembered = lru_cache(_REMEMBERED)(self._said)

    def __reduce__(self) -> tuple[object, ...]:
        return _audit, (self._store, self._names, self._guard, self._infer)

    # -- bundles ----------------------------------------------------------------------------------

    def of_bundles(self, bundles: Sequence[str]) -> LotFound:
        """Judge what only these bundles describe, each bundle on its own."""
        found = [self._of_bundle(bundle) for bundle in bundles]
        return LotFound(
            findings=frozenset[Finding]().union(*(each.findings for each in found)),
            focus_nodes=_sum(each.focus_nodes for each in found),
            inferred=sum(each.inferred for each in found),
            statements=sum(each.statements for each in found),
            shared=frozenset[str]().union(*(each.shared for each in found)),
            digests={iri: digest for each in found for iri, digest in each.digests.items()},
            faults=tuple(fault for each in found for fault in each.faults),
        )

    def _of_bundle(self, bundle: str) -> LotFound:
        graph = NamedNode(bundle)
        lines = graph_lines(self._store, graph)
        plain = [line for line in lines if _is_plain(line)]
        subjects = {_subject(line) for line in plain}
        shared = frozenset(node for node in subjects if self._is_shared(node, graph))
        report, inferred = self._judged(plain, subjects - shared)
        return LotFound(
            findings=frozenset(report.findings),
            focus_nodes=report.focus_nodes,
            inferred=inferred,
            statements=len(lines),
            shared=shared,
            digests={bundle: bundle_digest(lines)},
            faults=tuple(_strange(bundle, len(lines) - len(plain))),
        )

    def _is_shared(self, node: str, bundle: NamedNode) -> bool:
        elsewhere = (q for q in self._store.quads(NamedNode(node)) if q.graph_name != bundle)
        return any(value_of(quad.graph_name) not in self._beside for quad in elsewhere)

    # -- nodes ------------------------------------------------------------------------------------

    def of_nodes(self, nodes: Sequence[str]) -> LotFound:
        """Judge nodes by all that the ledger says of them, or by each description on its own.

        What a node refers to is always judged by all that is said of it: so those with several
        descriptions are judged apart from the others, and sources apart from editions.
        """
        described = {node: self._descriptions(node) for node in nodes}
        groups: dict[tuple[bool, bool], list[str]] = defaultdict(list)
        for node, found in described.items():
            groups[len(found) > 1, _is_source(found)].append(node)
        judged = [
            self._judged(layer, set(group))
            for group in groups.values()
            # The first description of every node together, then the second of those with one.
            for layer in map(
                _joined, zip_longest(*(described[node] for node in group), fillvalue=())
            )
        ]
        lines = _joined(each for found in described.values() for each in found)
        return LotFound(
            findings=frozenset(found for report, _ in judged for found in report.findings),
            focus_nodes=self._guard.shapes.focus_nodes(b"\n".join(lines), nodes),
            inferred=sum(inferred for _, inferred in judged),
        )

    def _descriptions(self, node: str) -> list[Lines]:
        by_graph: dict[str, set[bytes]] = defaultdict(set)
        for quad in self._quads(node):
            by_graph[value_of(quad.graph_name)].add(_line(quad))
        said = {line for lines in by_graph.values() for line in lines if _is_plain(line)}
        if any(line.endswith(_DESCRIBED_ANEW) for line in said):
            return list({frozenset(filter(_is_plain, each)) for each in by_graph.values()})
        return [said]

    # -- what is said -----------------------------------------------------------------------------

    def _judged(self, lines: Lines, focus: Collection[str]) -> tuple[Report, int]:
        """Return the report on `focus`, and how much was inferred.

        `lines` say all that counts of those nodes of `focus` that they say something of.
        """
        data = set(lines)
        for node in _referred(lines) - set(focus).intersection(map(_subject, lines)):
            data.update(self._remembered(node))
        extra = inherited(data) if self._infer else set()
        return self._guard.check(b"\n".join(data | extra), focus), len(extra)

    def _said(self, node: str) -> frozenset[bytes]:
        return frozenset(filter(_is_plain, map(_line, self._quads(node))))

    def _quads(self, node: str) -> Iterator[Quad]:
        for quad in self._store.quads(NamedNode(node)):
            if value_of(quad.graph_name) not in self._beside:
                yield quad


def audit_ledger(
    store: EmbeddedStore, names: Names, guard: ShapeGuard, pool: Pool, *, infer: bool = False
) -> LedgerFound:
    """Hold the shapes of a guard against everything in the ledger, and digest every bundle.

    The verdicts are those of one call over all graphs together, but for sources and editions.
    """
    audit = LedgerAudit(store, names, guard, infer=infer)
    index, texts = names.graph(INDEX), names.graph(TEXTS)
    beside = {names.graph(name).value for name in BESIDE_THE_LEDGER}
    graphs = {value_of(graph) for graph in store.engine.named_graphs()} - beside
    bundles = sorted(graphs - {index.value, texts.value})
    found = list(pool.map(audit.of_bundles, lots(bundles, _BUNDLES_IN_A_LOT)))
    rows = {value_of(quad.subject) for quad in store.quads(None, None, None, index)}
    shared = sorted(rows.union(*(each.shared for each in found)))
    found += pool.map(audit.of_nodes, lots(shared, _NODES_IN_A_LOT))
    beyond = sum(1 for graph in (index, texts) for _ in store.quads(None, None, None, graph))
    report = Report.of(
        (finding for each in found for finding in each.findings),
        _sum(each.focus_nodes for each in found) or dict.fromkeys(guard.shapes.targets, 0),
    )
    return LedgerFound(
        shapes=ShapesReport.of(
            report,
            prohibitions=guard.shapes.prohibitions,
            graphs=graphs,
            statements=beyond + sum(each.statements for each in found),
            inferred=sum(each.inferred for each in found) if infer else None,
            faults=(fault for each in found for fault in each.faults),
        ),
        digests={iri: digest for each in found for iri, digest in each.digests.items()},
    )


def lots(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield items in lists of a size, the last of which may be shorter."""
    waiting = iter(items)
    while lot := list(islice(waiting, size)):
        yield lot


def _audit(
    store: EmbeddedStore,
    names: Names,
    guard: ShapeGuard,
    infer: bool,  # noqa: FBT001 - pickle gives arguments by position
) -> LedgerAudit:
    return LedgerAudit(store, names, guard, infer=infer)


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total = Counter[str]()
    for each in counts:
        total.update(each)
    return dict(total)


def _strange(bundle: str, count: int) -> Iterator[Fault]:
    if count:
        message = f"it has {count} statement(s) with a blank node or a triple term"
        yield Fault(kind=FaultKind.SHAPE, subject=bundle, message=message)


def _joined(parts: Iterable[Lines]) -> Lines:
    return [line for lines in parts for line in lines]


def _line(quad: Quad) -> bytes:
    return f"{quad.triple} .".encode()


def _is_source(descriptions: Iterable[Lines]) -> bool:
    ending = f" {v.TYPE} {v.SOURCE} .".encode()
    return any(line.endswith(ending) for lines in descriptions for line in lines)


def _is_plain(line: bytes) -> bool:
    subject, _, value = line.split(b" ", 2)
    return not any(term.startswith((b"_:", b"<<")) for term in (subject, value))


def _subject(line: bytes) -> str:
    return line[1 : line.index(b">")].decode()


def _referred(lines: Iterable[bytes]) -> set[str]:
    objects = (line.split(b" ", 2)[2] for line in lines)
    return {item[1:-3].decode() for item in objects if item.startswith(b"<")}
