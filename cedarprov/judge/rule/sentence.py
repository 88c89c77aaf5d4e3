"""The rules together: what a sentence states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from cedarprov.judge.rule.amount import limit, measurement
from cedarprov.judge.rule.change import change
from cedarprov.judge.rule.default import default
from cedarprov.judge.rule.plan import plan
from cedarprov.judge.rule.requirement import requirement
from cedarprov.judge.rule.status import status
from cedarprov.judge.rule.value import Readings
from cedarprov.judge.subject import Surroundings
from cedarprov.model.edge import StructuredReading

Rule = Callable[[str, Surroundings], Readings]

_NO_CLAIM: Final = re.compile(
    r"\?\W*$|\b(?:for example|for instance|e\.g\.|suppose|imagine)",
    re.IGNORECASE,
)


def readings(sentence: str, around: Surroundings) -> Iterator[StructuredReading]:
    """Yield what a sentence states: one reading, or one for each thing where it lists several."""
    flat = " ".join(sentence.split())
    if _NO_CLAIM.search(flat):
        return
    # What is planned may be said beside what holds now: "deprecated, and will be removed in 3.0".
    yield from plan(flat, around)
    for rule in RULES:
        found = rule(flat, around)
        if found:
            yield from found
            return


RULES: Final[tuple[Rule, ...]] = (
    default,
    change,
    status,
    requirement,
    limit,
    measurement,
)
"""In the order in which they are tried; the first that reads something decides."""
