"""Extents: under which conditions and when a claim holds, by the editions that its spans lie in."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Condition, Scope
from cedarprov.model.time import Certainty, Period, overlap

if TYPE_CHECKING:
    from cedarprov.store.catalogue import Catalogue
    from cedarprov.store.claim_record import ClaimRecord


class Extent(Frozen):
    """Where a claim holds: the scope and the period of one edition, narrowed by the claim's own."""

    scope: Scope
    effective: Period
    edition: str
    source: str
    title: str = ""


class Apart(StrEnum):
    """Why two claims never hold at once."""

    SCOPE = "their scopes exclude each other"
    TIME = "they are in force at different times"
    EDITIONS = "they stand in editions of one source that follow each other"


class Joint(Frozen):
    """What two extents share; `in_time` and `stated` say how sure that is."""

    scope: Scope
    in_time: Certainty
    stated: bool


def extents(claim: ClaimRecord, catalogue: Catalogue) -> tuple[Extent, ...]:
    """Return an extent for each edition whose current version holds a span of a claim."""
    return tuple(dict.fromkeys(_extents(claim, catalogue)))


def _extents(claim: ClaimRecord, catalogue: Catalogue) -> Iterator[Extent]:
    for span in claim.spans:
        for record in catalogue.of_version(span.version):
            last = catalogue.last_of(record.edition_iri)
            if last is None or last.iri != record.iri:
                continue
            edition = record.edition
            yield Extent(
                scope=edition.scope.narrowed(claim.scope),
                effective=edition.effective,
                edition=record.edition_iri,
                source=record.source_iri,
                title=edition.source.title,
            )


def joint(one: Extent, other: Extent) -> Joint | Apart:
    """Return what two extents share, or why they share nothing.

    What is not stated may be anything: it overlaps, and takes from the certainty. Only editions of
    one source need a common condition, since without one the later edition takes the place of the
    earlier.
    """
    if not one.scope.overlaps(other.scope):
        return Apart.SCOPE
    in_time = overlap(one.effective, other.effective)
    if in_time is Certainty.OUT:
        return Apart.TIME
    common = one.scope.dimensions & other.scope.dimensions
    if one.source == other.source and one.edition != other.edition and not common:
        return Apart.EDITIONS
    return Joint(
        scope=common_scope(one.scope, other.scope),
        in_time=in_time,
        stated=one.scope.dimensions == other.scope.dimensions,
    )


def common_scope(one: Scope, other: Scope) -> Scope:
    """Return the conditions of two scopes that overlap, the narrower one of each dimension."""
    shared = (
        _narrower(mine, theirs) if mine and theirs else mine or theirs
        for name in sorted(one.dimensions | other.dimensions)
        for mine, theirs in [(one.get(name), other.get(name))]
    )
    return Scope(tuple(condition for condition in shared if condition is not None))


def _narrower(one: Condition, other: Condition) -> Condition:
    if one.covers(other):
        return other
    if other.covers(one):
        return one
    # Alternatives and ranges that cover each other in part: those of the one that the other meets.
    parts = [part.strip() for part in one.expression.split(",")]
    met = [part for part in parts if Condition(one.dimension, part).overlaps(other)]
    return Condition(one.dimension, ",".join(met))
