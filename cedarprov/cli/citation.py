"""The file that `cite` reads: an answer, its quotations, and the passages that were supplied.

::

    {"answer": "It is 30 s [1].",
     "claims": [{"quote": "30 seconds", "passage": "urn:p"}],
     "supplied": [{"number": 1, "passage": "urn:p", "text": "The default is 30 seconds."}]}

Answer and claims may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from cedarprov.errors import BadJson

if TYPE_CHECKING:
    from cedarprov.retrieve.citation import CitedClaim, Supplied


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
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
        try:
            claims = tuple(CitedClaim(**item) for item in found.get("claims", ()))
            supplied = tuple(Supplied(**item) for item in found["supplied"])
        except TypeError as error:
            raise BadJson(place, str(error)) from None
        return cls(answer=answer, claims=claims, supplied=supplied)
