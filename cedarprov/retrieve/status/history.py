"""Notes of releases: what they say holds from their release on, until later notes say otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model import version_order
from cedarprov.model.frozen import replace
from cedarprov.model.scope import Condition, Scope
from cedarprov.retrieve.status.condition import release_dimension

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.retrieve.status.finding import Finding
    from cedarprov.retrieve.status.focus import Focus

# "Django 4.1 release notes", "2.2.2 (2024-06-17)", "What's new in 3.0".
_VERSION: Final = r"v?\d{1,20}\.\d{1,20}(?:\.\d{1,20}){0,20}"
_NOTES: Final = re.compile(
    rf"^\W*(?P<first>{_VERSION})\s*\(|\b(?P<named>{_VERSION})\s+(?:release )?notes\b"
    rf"|\bnew in\b.*?(?P<new>{_VERSION})",
    re.IGNORECASE,
)


def release_of_notes(exhibit: Exhibit) -> str | None:
    """Return the release that an exhibit's headings declare it to be notes of, or None."""
    for heading in reversed(exhibit.headings):
        match = _NOTES.search(heading)
        if match is not None:
            return next(group for group in match.groups() if group).lstrip("vV")
    return None


# "since 2.1", "new in version 2.1", ".. versionadded:: 2.1".
_INTRODUCED: Final = re.compile(
    rf"(?:\b(?:since|as of|starting (?:with|in)|(?:new|added|changed|introduced|removed|fixed) in)"
    rf"(?:\s+[^\W\d_]+)?|\bversion(?:added|changed)::)\s+(?P<release>{_VERSION})",
    re.IGNORECASE,
)


def release_of_change(exhibit: Exhibit, sentence: str) -> str | None:
    """Return the release that a sentence dates something to, or that it is a note of, or None."""
    match = _INTRODUCED.search(sentence)
    return match["release"].lstrip("vV") if match else release_of_notes(exhibit)


def noted_release(exhibit: Exhibit, place: Place, focus: Focus) -> Scope:
    """Return the releases for which the notes in an exhibit hold: `release=>=4.1`."""
    release = release_of_notes(exhibit)
    if release is None:
        return Scope()
    return Scope((Condition(release_dimension(place, focus), f">={release}"),))


def in_turn(findings: Sequence[Finding], asked: Scope) -> tuple[Finding, ...]:
    """Return findings of which later notes take the turn of earlier ones.

    For a release asked, the latest notes up to it hold; otherwise each holds for its own release.
    """
    noted = [finding for finding in findings if finding.since]
    if not noted:
        return tuple(findings)
    wanted = asked.get(noted[0].since)
    if wanted is None:
        return tuple(_of_own_release(item) if item.since else item for item in findings)
    latest = max(map(_release, noted))
    return tuple(item for item in findings if not item.since or _release(item) == latest)


def _release(finding: Finding) -> version_order.Key:
    condition = finding.scope.get(finding.since)
    return version_order.key(condition.expression.lstrip(">=")) if condition else ()


def _of_own_release(finding: Finding) -> Finding:
    condition = finding.scope.get(finding.since)
    expression = condition.expression.lstrip(">=") if condition else ""
    own = Scope((Condition(finding.since, expression),))
    return replace(finding, scope=finding.scope.narrowed(own))
