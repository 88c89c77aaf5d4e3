"""What a record rests on, or what rests on it, as a graph of records that can be shown."""

from __future__ import annotations

from cedarprov.model.frozen import Frozen


class LineageNode(Frozen):
    """A record and its state; `kind` and `label` say what it is, once that was looked up.

    `state` is the liveness of a claim, the review state of an edge, or "withdrawn"; `reason` says
    why a claim is not live. `then` is what the state would be if the root were withdrawn, empty
    where it would stay the same.
    """

    iri: str
    state: str = ""
    reason: str = ""
    then: str = ""
    kind: str = ""
    label: str = ""


class LineageLink(Frozen):
    """That `upper` rests on `lower`, and how: the words that lead from the one to the other."""

    upper: str
    lower: str
    how: str


class Lineage(Frozen):
    """The records around one record, and the links between them, in the order they were met.

    `downwards` says that it leads from the root to what the root rests on (else to what rests on
    the root). `path` leads from a root that is not live to what was lost.
    """

    root: str
    downwards: bool
    nodes: tuple[LineageNode, ...]
    links: tuple[LineageLink, ...]
    path: tuple[str, ...] = ()

    def node(self, iri: str) -> LineageNode:
        """Return the node of a record.

        Raises:
            KeyError: It is not part of this lineage.
        """
        for node in self.nodes:
            if node.iri == iri:
                return node
        raise KeyError(iri)
