"""Ask a knowledge store one question of an evaluation, as a user would."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import TYPE_CHECKING

from cedarprov.model.frozen import Frozen, field
from cedarprov.model.question import Arm
from cedarprov.model.reply import Answer

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge


class Inquiry(Frozen):
    """The words, the scope by dimension, and the dates by clock that are asked."""

    words: str
    scope: Mapping[str, str] = field(default_factory=dict)
    as_of: Mapping[str, str] = field(default_factory=dict)


class Reply(Frozen):
    """The answer, and the seconds it took."""

    answer: Answer
    seconds: float


def ask(knowledge: Knowledge, inquiry: Inquiry, *, arm: Arm, budget: int) -> Reply:
    """Ask in one arm under a budget of words."""
    begun = perf_counter()
    answer = knowledge.ask(
        inquiry.words, scope=inquiry.scope, as_of=inquiry.as_of, budget=budget, arm=arm
    )
    return Reply(answer=answer, seconds=perf_counter() - begun)
