"""This software as an agent."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Final

from cedarprov.model.edge import Agent, AgentKind


@cache
def software_version() -> str:
    """Return the version of the installed package."""
    return version("cedarprov")


SOFTWARE: Final = Agent(name="cedarprov", kind=AgentKind.SOFTWARE, version=software_version())
