"""How a question's wording of release, deployment and date becomes a scope and a date asked.

The rules are general and say the same thing in the store's way of writing:

- a release stays as it is (`2.2`, `2.x`, `<3.0`), and `2.0+` is `>=2.0`;
- a deployment `upgrade from 2.2` is `upgrade:2.2`, and `both` leaves the deployment open;
- a date such as `2026` is a date of publication, and `2.0.7 docs` is the release 2.0.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cedarprov.model.answer import Status
from cedarprov.model.scope import Condition

_UPGRADE: Final = "upgrade from "
_DOCUMENTS: Final = " docs"


def scope_asked(written: Mapping[str, str]) -> dict[str, str]:
    """Return the scope, by dimension."""
    scope = {}
    release, deployment = written.get("release"), written.get("deployment", "both")
    as_of = written.get("as_of", "")
    if as_of.endswith(_DOCUMENTS):
        scope["release"] = as_of.removesuffix(_DOCUMENTS)
    if release:
        scope["release"] = f">={release[:-1]}" if release.endswith("+") else release
    if deployment.startswith(_UPGRADE):
        scope["deployment"] = f"upgrade:{deployment.removeprefix(_UPGRADE)}"
    elif deployment != "both":
        scope["deployment"] = deployment
    return scope


def dates_asked(written: Mapping[str, str]) -> dict[str, str]:
    """Return the dates, by clock."""
    as_of = written.get("as_of")
    return {"published": as_of} if as_of and not as_of.endswith(_DOCUMENTS) else {}


def blind_status(written: Mapping[str, str], newest: str) -> Status:
    """Return the status that a rule gives which reads no document.

    Nothing is asked: needs-scope. A release beyond the newest is asked: unsupported. All else is
    answered. Whatever reads documents has to do better than this.
    """
    if not written:
        return Status.NEEDS_SCOPE
    release = scope_asked(written).get("release")
    known = Condition("release", f"<={newest}")
    if release and not known.overlaps(Condition("release", release)):
        return Status.UNSUPPORTED
    return Status.ANSWERED
