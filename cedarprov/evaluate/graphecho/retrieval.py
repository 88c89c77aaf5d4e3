"""The store's own retrieval as a policy: walk to what an answer shows, and count what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cedarprov.evaluate.graphecho.environment import View
from cedarprov.evaluate.graphecho.graph import Graph, NodeKind
from cedarprov.evaluate.graphecho.policy import Scripted, by_origin

NAME: Final = "cedarprov"


def retrieval(graph: Graph, shown: Sequence[str]) -> Scripted:
    """Return the policy that walks to the observations of shown paths, in their order.

    An answer lets what repeats a shown text stand back for it; what it shows is counted by label.
    """
    nodes = {
        node.path: name for name, node in graph.nodes.items() if node.kind is NodeKind.OBSERVATION
    }
    order = [nodes[path] for path in shown if path in nodes]

    def choose(view: View) -> str | None:
        visited = {each.node for each in view.seen}
        wanted = next((node for node in order if node not in visited), None)
        near = {each.node: each.kind for each in view.neighbours}
        if wanted is None or wanted in near:
            return wanted
        return next((node for node, kind in near.items() if kind is NodeKind.CLAIM), None)

    return Scripted(name=NAME, choose=choose, count=by_origin)
