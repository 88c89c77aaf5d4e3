"""Conditions that a clause states for itself, over and above the scope of its edition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadScope
from cedarprov.model.scope import Condition, Scope
from cedarprov.prose.condition import stated_deployment, stated_release

if TYPE_CHECKING:
    from cedarprov.model.answer import Place
    from cedarprov.retrieve.status.focus import Focus


def stated(clause: str, place: Place, focus: Focus) -> Scope:
    """Return the conditions that a clause states on releases and on deployment.

    "The earlier releases", said in an edition for 2.2.28, are those before 2.2.28.
    """
    found: dict[str, str] = {}
    dimension = release_dimension(place, focus)
    release = stated_release(clause, _label(place, dimension))
    if release is not None and release != _label(place, dimension).lstrip("vV"):
        found[dimension] = release
    deployment = stated_deployment(clause)
    if deployment is not None and "deployment" in {*focus.scope, *focus.dimensions}:
        found["deployment"] = deployment
    return Scope.of(found)


def release_dimension(place: Place, focus: Focus) -> str:
    """Return the name of the dimension on which releases are told apart."""
    present = {*focus.scope, *place.scope.dimensions}
    return next((name for name in RELEASES if name in present), "release")


# The names of dimensions on which releases are told apart.
RELEASES: Final = ("release", "version", "firmware", "edition", "hardware")


def _label(place: Place, dimension: str) -> str:
    declared = place.scope.get(dimension)
    return declared.expression if declared is not None else place.label


def as_condition(dimension: str, value: str) -> Condition | None:
    """Return a condition that was read in a text, or None where it makes no name or value."""
    name = re.sub(r"[^\w-]", "", dimension)
    try:
        return Condition(name, value.replace(",", "-").replace("..", "-").strip())
    except BadScope:
        return None
