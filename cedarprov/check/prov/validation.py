"""The validation of a document: each of its instances on its own, or their union."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from cedarprov.check.prov.history import order_events
from cedarprov.check.prov.instance import Instance
from cedarprov.check.prov.key import merge
from cedarprov.check.prov.kind import judge, types_of
from cedarprov.check.prov.report import UNION, InstanceReport, ProvReport
from cedarprov.model.prov import Document, Statement

LIMIT: Final = 5_000_000
"""How many statements, given and inferred, an instance may have unless it is said otherwise."""


def validate(
    document: Document, *, union: bool = False, strict: bool = False, limit: int = LIMIT
) -> ProvReport:
    """Return what is wrong with a document by PROV-CONSTRAINTS (W3C Recommendation, 2013).

    The Recommendation validates the top level and each bundle apart, so that a cycle that runs
    through two bundles is found only in their union.

    Args:
        document: What to validate.
        union: Whether to validate all statements together as well, as if there were no bundles.
        strict: Whether to hold to two rules that drafts had and the Recommendation does not: an
            activity uses an entity once, and a delegation without an activity has none.
        limit: How many statements, given and inferred, one instance may have.

    Raises:
        TooManyStatements: There are more.
    """
    parts = chain(_apart(document), _together(document) if union else ())
    instances = tuple(
        _report(bundle, Instance(statements, limit, strict=strict)) for bundle, statements in parts
    )
    return ProvReport(instances=instances, notes=document.notes)


_Part: TypeAlias = tuple[str | None, Sequence[Statement]]


def _apart(document: Document) -> Iterator[_Part]:
    yield None, document.statements
    for bundle in document.bundles:
        yield bundle.identifier, bundle.statements


def _together(document: Document) -> Iterator[_Part]:
    bundles = chain.from_iterable(bundle.statements for bundle in document.bundles)
    yield UNION, [*document.statements, *bundles]


def _report(bundle: str | None, instance: Instance) -> InstanceReport:
    merge(instance)
    types = types_of(instance)
    judge(instance, types)
    warnings = order_events(instance, types)
    return InstanceReport(
        bundle=bundle,
        statements=len(instance.statements),
        rows=len(instance.rows),
        violations=tuple(instance.violations),
        warnings=tuple(warnings),
    )
