"""Cells: the combinations of conditions within which the findings do not change.

Findings with different values are told apart by the dimensions on which their scopes exclude each
other, or which one states and the other leaves general; the fewest dimensions that separate all
of them are what a question has to say. Two findings that nothing separates are in conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from cedarprov.model.answer import Assessment, Cell, Quotation, Status
from cedarprov.model.scope import Scope

if TYPE_CHECKING:
    from cedarprov.retrieve.status.finding import Finding


def judged(findings: Sequence[Finding], asked: Scope) -> Assessment:
    """Return the status of findings under the scope asked, with the answer in each cell."""
    kept = _most_specific(findings, asked)
    classes = _classes(kept)
    if not classes or all(group[0].value is None for group in classes):
        return Assessment(status=Status.UNSUPPORTED, quotations=_quotations(kept))
    if len(classes) == 1:
        return Assessment(
            status=Status.ANSWERED, values=_values(classes[0]), quotations=_quotations(kept)
        )
    apart = {
        frozenset((id(first), id(second))): _separating(first, second, asked)
        for one, other in combinations(classes, 2)
        for first in one
        for second in other
    }
    if not all(apart.values()):
        return _conflict(kept)
    missing = _fewest([dimensions for dimensions in apart.values() if dimensions])
    return Assessment(
        status=Status.NEEDS_SCOPE,
        cells=_cells(kept, missing),
        missing=missing,
        quotations=_quotations(kept),
    )


def distinct_values(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the values of findings, one of each that say the same."""
    return tuple(value for group in _classes(findings) for value in _values(group))


def _conflict(kept: Sequence[Finding]) -> Assessment:
    values = distinct_values(kept)
    if len(values) == 1:
        # One side says that there is no value: it takes the other's away.
        silent = [finding for finding in kept if finding.value is None]
        return Assessment(status=Status.UNSUPPORTED, quotations=_quotations(silent))
    return Assessment(status=Status.CONFLICT, values=values, quotations=_quotations(kept))


def _most_specific(findings: Sequence[Finding], asked: Scope) -> tuple[Finding, ...]:
    """Return the findings that state most of the dimensions asked: the special beats all else."""
    counts = [len(finding.scope.dimensions & asked.dimensions) for finding in findings]
    return tuple(
        finding for finding, count in zip(findings, counts, strict=True) if count == max(counts)
    )


def _classes(findings: Sequence[Finding]) -> list[list[Finding]]:
    groups: list[list[Finding]] = []
    for finding in findings:
        for group in groups:
            if _agree(group[0], finding):
                group.append(finding)
                break
        else:
            groups.append([finding])
    return groups


def _agree(first: Finding, second: Finding) -> bool:
    if first.value is None or second.value is None:
        return first.value is second.value
    return first.value.same(second.value)


def _separating(first: Finding, second: Finding, asked: Scope) -> frozenset[str]:
    """Return the dimensions on which two findings can be told apart.

    Where both state what excludes the other, that tells them apart, whatever one of them leaves
    general besides: what is said in general holds in the special case too.
    """
    known = first.scope.dimensions | second.scope.dimensions
    excluding = frozenset(name for name in known if _exclude(first.scope, second.scope, name))
    return excluding or frozenset(
        name
        for name in known - asked.dimensions
        if _is_general_in_one(first.scope, second.scope, name)
    )


def _exclude(first: Scope, second: Scope, dimension: str) -> bool:
    mine, theirs = first.get(dimension), second.get(dimension)
    return mine is not None and theirs is not None and not mine.overlaps(theirs)


def _is_general_in_one(first: Scope, second: Scope, dimension: str) -> bool:
    stated = [item for scope in (first, second) if (item := scope.get(dimension)) is not None]
    return len(stated) == 1 and not stated[0].is_any


def _fewest(separators: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """Return the smallest set of dimensions that meets every separator, first in the alphabet."""
    known = sorted(frozenset().union(*separators))
    for size in range(1, len(known) + 1):
        for chosen in combinations(known, size):
            if all(separator & set(chosen) for separator in separators):
                return chosen
    return tuple(known)


def _cells(findings: Sequence[Finding], missing: Sequence[str]) -> tuple[Cell, ...]:
    by_scope: dict[Scope, list[Finding]] = {}
    for finding in findings:
        conditions = (finding.scope.get(dimension) for dimension in missing)
        scope = Scope(tuple(condition for condition in conditions if condition is not None))
        by_scope.setdefault(scope, []).append(finding)
    return tuple(_cell(scope, group) for scope, group in by_scope.items())


def _cell(scope: Scope, group: Sequence[Finding]) -> Cell:
    values = distinct_values(group)
    status = Status.ANSWERED if len(values) == 1 else Status.CONFLICT
    return Cell(
        scope=scope,
        status=status if values else Status.UNSUPPORTED,
        values=values,
        quotations=_quotations(group),
    )


def _values(group: Sequence[Finding]) -> tuple[str, ...]:
    # The fullest form of one value: "60 s" rather than a bare "60".
    texts = [finding.value.text for finding in group if finding.value and finding.value.text]
    return (max(texts, key=len),) if texts else ()


def _quotations(findings: Sequence[Finding]) -> tuple[Quotation, ...]:
    return tuple(dict.fromkeys(finding.quotation for finding in findings))
