"""Purges: what was removed for good, and what is left to say so."""

from __future__ import annotations

from datetime import datetime

from cedarprov.errors import BadValue
from cedarprov.model.edge import Agent
from cedarprov.model.frozen import Frozen


class Purge(Frozen):
    """The tombstone of a version, which is named by IRI and digest of its bytes. Times are UTC."""

    version: str
    digest: str
    agent: Agent
    started: datetime
    ended: datetime
    reason: str

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise BadValue("reason", self.reason, "words that say why it must not be kept")
        if self.ended < self.started:
            raise BadValue("ended", self.ended, f"at or after the start ({self.started})")


class Redaction(Frozen):
    """That `removed` statements of a bundle are gone; `digest` is that of what is left of it."""

    bundle: str
    digest: str
    removed: int
