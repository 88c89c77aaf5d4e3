"""What one inference found, before it is recorded."""

from __future__ import annotations

from cedarprov.model.edge import Claim, Edge
from cedarprov.model.frozen import Frozen, field


class Inferred(Frozen):
    """Claims and edges that one plan led to; `refused` counts by reason what did not qualify."""

    plan: str
    claims: tuple[Claim, ...] = ()
    edges: tuple[Edge, ...] = ()
    refused: dict[str, int] = field(default_factory=dict)
