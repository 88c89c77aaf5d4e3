"""Scopes and their conditions as nodes."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import NamedNode, Triple

from cedarprov.model.scope import Condition, Scope
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import Description, typed
from cedarprov.rdf.naming import Names


def write_scope(scope: Scope, names: Names) -> Iterator[Triple]:
    """Yield the triples of a scope and its conditions."""
    node = names.scope(scope)
    yield from typed(node, v.SCOPE, v.ENTITY)
    for condition in scope.conditions:
        part = names.condition(condition)
        yield Triple(node, v.CONDITION_OF, part)
        yield Triple(part, v.TYPE, v.CONDITION)
        yield Triple(part, v.DIMENSION, literal.text(condition.dimension))
        yield Triple(part, v.EXPRESSION, literal.text(condition.expression))


def read_scope(node: str, description: Description) -> Scope:
    """Return the scope that a node stands for."""
    parts = description.iris(node, v.CONDITION_OF)
    return Scope(tuple(_condition(part, description) for part in parts))


def _condition(node: str, description: Description) -> Condition:
    return Condition(
        description.text(node, v.DIMENSION),
        description.text(node, v.EXPRESSION),
    )


def scope_link(
    subject: NamedNode, predicate: NamedNode, scope: Scope, names: Names
) -> Iterator[Triple]:
    """Yield the link from a record to its scope, and the scope; nothing where none is stated."""
    if scope:
        yield Triple(subject, predicate, names.scope(scope))
        yield from write_scope(scope, names)
