"""This software as the agent of what it infers."""

from __future__ import annotations

from functools import cache

from cedarprov.model.edge import Agent, AgentKind


@cache
def software() -> Agent:
    """Return this software, as the version that is installed."""
    from importlib.metadata import version  # noqa: PLC0415 - a reader needs no version

    return Agent(name="cedarprov", kind=AgentKind.SOFTWARE, version=version("cedarprov"))
