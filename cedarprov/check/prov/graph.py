"""Directed graphs of numbers: components, and the shortest way back (rustworkx)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence


def components(size: int, edges: Iterable[tuple[int, int]]) -> Sequence[Sequence[int]]:
    """Return the strongly connected components, those that others lead to first.

    Nodes are the numbers below `size`. The order is that of R. E. Tarjan (1972): a component comes
    after all that can be reached from it.
    """
    import rustworkx  # noqa: PLC0415 - only those who validate

    graph: rustworkx.PyDiGraph[None, None] = rustworkx.PyDiGraph()
    graph.add_nodes_from([None] * size)
    graph.extend_from_edge_list(list(edges))
    return rustworkx.strongly_connected_components(graph)


def successors(edges: Iterable[tuple[int, int]]) -> Mapping[int, Sequence[int]]:
    """Return the nodes that edges lead to, by the node that they start at."""
    found: dict[int, list[int]] = defaultdict(list)
    for one, other in edges:
        found[one].append(other)
    return found


def shortest(after: Mapping[int, Sequence[int]], start: int, end: int) -> Sequence[int]:
    """Return the nodes of a shortest path, both ends included; () if there is none."""
    came: dict[int, int] = {start: start}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        if node == end:
            path = [node]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        for following in after.get(node, ()):
            if following not in came:
                came[following] = node
                waiting.append(following)
    return ()
