"""Purges and redactions as triples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import NamedNode, Triple

from cedarprov.model.edge import Withdrawal
from cedarprov.model.purge import Purge, Redaction
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import write_activity, write_agent
from cedarprov.rdf.edge import withdrawal_node, write_withdrawal
from cedarprov.rdf.graph import Draft, typed
from cedarprov.rdf.naming import Names


def purge_node(purge: Purge, names: Names) -> NamedNode:
    """Return the IRI of a purge."""
    ended = literal.instant(purge.ended).value
    return names.record("purge", purge.version, names.agent(purge.agent).value, ended)


def write_purge(purge: Purge, names: Names) -> Iterator[Triple]:
    """Yield the tombstone of a version."""
    node = purge_node(purge, names)
    yield from typed(node, v.PURGE, v.ENTITY)
    yield Triple(node, v.PURGES, NamedNode(purge.version))
    yield Triple(node, v.PURGED_DIGEST, literal.text(purge.digest))
    yield Triple(node, v.BEGAN_AT, literal.instant(purge.started))
    yield Triple(node, v.GENERATED_AT_TIME, literal.instant(purge.ended))
    yield Triple(node, v.WAS_ATTRIBUTED_TO, names.agent(purge.agent))
    yield from write_agent(purge.agent, names)
    yield Triple(node, v.REASON, literal.text(purge.reason))


def write_redaction(redaction: Redaction, activity: NamedNode, names: Names) -> Iterator[Triple]:
    """Yield what is left to say that a bundle was redacted in an activity."""
    node = names.record("redaction", redaction.bundle, redaction.digest, activity.value)
    yield from typed(node, v.REDACTION, v.ENTITY)
    yield Triple(node, v.REDACTS, NamedNode(redaction.bundle))
    yield Triple(node, v.REMAINING_DIGEST, literal.text(redaction.digest))
    yield Triple(node, v.REMOVED_STATEMENTS, literal.count(redaction.removed))
    yield Triple(node, v.WAS_GENERATED_BY, activity)


def purge_draft(
    purges: Iterable[Purge],
    redactions: Iterable[Redaction],
    withdrawals: Iterable[Withdrawal],
    names: Names,
) -> Draft:
    """Return the purges of one activity, what they took from bundles, and what they withdrew."""
    purges = list(purges)
    first = purges[0]
    nodes = [purge_node(purge, names) for purge in purges]
    activity = names.activity("reviewing", *(node.value for node in nodes))
    span = (first.started, first.ended)
    draft = list(write_activity(activity, v.REVIEWING, first.agent, span, names))
    for purge in purges:
        draft += write_purge(purge, names)
    for redaction in redactions:
        draft += write_redaction(redaction, activity, names)
    for withdrawal in withdrawals:
        draft += write_withdrawal(withdrawal, names)
        nodes.append(withdrawal_node(withdrawal, names))
    draft += (Triple(node, v.WAS_GENERATED_BY, activity) for node in nodes)
    return draft
