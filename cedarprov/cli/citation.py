"""The file that `cite` reads: an answer, its quotations, and the passages that were supplied.

::

    {"answer": "It is 30 s [1].",
     "claims": [{"quote": "30 seconds", "passage": "urn:p"}],
     "supplied": [{"number": 1, "passage": "urn:p", "text": "The default is 30 seconds."}]}

Answer and claims may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, get_type_hints

from cedarprov.errors import BadJson
from cedarprov.model.frozen import Frozen, required_names

if TYPE_CHECKING:
    from cedarprov.retrieve.citation import CitedClaim, Supplied

T = TypeVar("T", bound=Frozen)


class Cited(Frozen):
    """What is to be checked, and against what."""

    answer: str
    claims: tuple[CitedClaim, ...]
    supplied: tuple[Supplied, ...]

    @classmethod
    def read(cls, found: Mapping[str, Any], place: str) -> Self:
        """Return what an object holds; `place` names it in errors.

        Raises:
            BadJson: A key is unknown, missing or of the wrong type.
        """
        from cedarprov.retrieve.citation import (  # noqa: PLC0415 - `--help` needs none of it
            CitedClaim,
            Supplied,
        )

        if unknown := sorted(found.keys() - {"answer", "claims", "supplied"}):
            known = "answer, claims and supplied"
            raise BadJson(place, f"there is no key {unknown[0]!r}; there are {known}")
        if "supplied" not in found:
            raise BadJson(place, "it does not say which passages were supplied")
        answer = found.get("answer", "")
        if not isinstance(answer, str):
            raise BadJson(place, "answer must be a text")
        return cls(
            answer=answer,
            claims=_listed(CitedClaim, found.get("claims", []), "claims", place),
            supplied=_listed(Supplied, found["supplied"], "supplied", place),
        )


def _listed(kind: type[T], written: object, key: str, place: str) -> tuple[T, ...]:
    """Return the values of a class that a list of objects holds."""
    if not isinstance(written, list):
        raise BadJson(place, f"{key} must be a list")
    return tuple(_made(kind, item, f"{key}[{at}]", place) for at, item in enumerate(written))


def _made(kind: type[T], written: object, key: str, place: str) -> T:
    # The fields are numbers and texts, so that their annotations name their types.
    types = get_type_hints(kind)
    required = required_names(kind)
    if not isinstance(written, dict) or not {*required} <= written.keys() <= types.keys():
        raise BadJson(place, f"{key} must be an object of {', '.join(required)}")
    for name, wanted in types.items():
        if name not in written:
            continue
        if not isinstance(written[name], wanted) or isinstance(written[name], bool):
            said = "a number" if wanted is int else "a text"
            raise BadJson(place, f"{name} of {key} must be {said}")
    return kind(**written)
