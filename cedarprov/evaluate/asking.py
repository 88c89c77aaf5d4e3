"""Ask a knowledge store one question of an evaluation, as a user would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from cedarprov.errors import UnknownDimension
from cedarprov.model.question import Arm
from cedarprov.model.reply import Answer

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """The words, the scope by dimension, and the dates by clock that are asked."""

    words: str
    scope: Mapping[str, str] = field(default_factory=dict)
    as_of: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer, the seconds it took, and the dimensions that the store did not know."""

    answer: Answer
    seconds: float
    dropped: tuple[str, ...] = ()


def ask(knowledge: Knowledge, inquiry: Inquiry, *, arm: Arm, budget: int) -> Reply:
    """Ask in one arm under a budget of words.

    A scope dimension that no document of the store declares is refused by the store; like a user
    who is told so, the question is then asked without it, and the reply names what was dropped.
    """
    scope = dict(inquiry.scope)
    dropped: list[str] = []
    while True:
        begun = perf_counter()
        try:
            answer = knowledge.ask(
                inquiry.words, scope=scope, as_of=inquiry.as_of, budget=budget, arm=arm
            )
        except UnknownDimension as error:
            del scope[error.dimension]
            dropped.append(error.dimension)
        else:
            return Reply(answer=answer, seconds=perf_counter() - begun, dropped=tuple(dropped))
