"""Agents and the activities they are associated with (PROV-O, 3.1 and 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from pyoxigraph import NamedNode, Triple

from cedarprov.model.edge import Agent, AgentKind
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import Description, typed
from cedarprov.rdf.naming import Names

_CLASSES: Final = {
    AgentKind.PERSON: v.PERSON,
    AgentKind.ORGANIZATION: v.ORGANIZATION,
    AgentKind.SOFTWARE: v.SOFTWARE_AGENT,
}


def write_agent(agent: Agent, names: Names) -> Iterator[Triple]:
    """Yield the triples of an agent, typed prov:Agent as well as by its kind."""
    node = names.agent(agent)
    yield from typed(node, v.AGENT, _CLASSES[agent.kind])
    yield Triple(node, v.LABEL, literal.text(agent.name))
    if agent.version:
        yield Triple(node, v.SOFTWARE_VERSION, literal.text(agent.version))


def read_agent(node: str, description: Description) -> Agent:
    """Return the agent that a node stands for."""
    kinds = (kind for kind, cls in _CLASSES.items() if description.is_a(node, cls))
    return Agent(
        name=description.text(node, v.LABEL),
        kind=next(kinds, AgentKind.PERSON),
        version=description.text(node, v.SOFTWARE_VERSION),
    )


def write_activity(
    activity: NamedNode, kind: NamedNode, agent: Agent, span: tuple[datetime, datetime],
    names: Names,
) -> Iterator[Triple]:  # fmt: skip
    """Yield an activity of a kind, from `span[0]` to `span[1]` (UTC), and its agent."""
    yield from typed(activity, kind, v.ACTIVITY)
    yield Triple(activity, v.STARTED_AT_TIME, literal.instant(span[0]))
    yield Triple(activity, v.ENDED_AT_TIME, literal.instant(span[1]))
    yield Triple(activity, v.WAS_ASSOCIATED_WITH, names.agent(agent))
    yield from write_agent(agent, names)


def write_plan(activity: NamedNode, agent: Agent, plan: str, names: Names) -> Iterator[Triple]:
    """Yield the qualified association that names the plan which an agent followed."""
    association = names.record("association", activity.value, names.agent(agent).value, plan)
    node = names.record("plan", plan)
    yield Triple(activity, v.QUALIFIED_ASSOCIATION, association)
    yield Triple(association, v.TYPE, v.ASSOCIATION)
    yield Triple(association, v.PROV_AGENT, names.agent(agent))
    yield Triple(association, v.HAD_PLAN, node)
    yield from typed(node, v.PLAN, v.ENTITY)
    yield Triple(node, v.LABEL, literal.text(plan))
