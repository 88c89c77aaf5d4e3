"""What a language model answers, read strictly: one JSON object of one of two forms.

The object may stand in one code fence. Anything else is malformed: words around it, a key that is
missing or unknown, a value of another kind, a count below 0 or a confidence beyond 0 to 1. A node
that is no neighbour is well formed; that it follows no edge is for the environment to say.
"""

from __future__ import annotations

import json
import re
from typing import Final, Literal

from cedarprov.errors import BadValue
from cedarprov.evaluate.graphecho.environment import Action, Judgement, Malformed, Stop, Walk
from cedarprov.evaluate.graphecho.verdict import Verdict
from cedarprov.model.frozen import Frozen, from_data

_FENCED: Final = re.compile(r"\A\s*```\w*\n(?P<inner>.*)\n```\s*\Z", re.DOTALL)


class _Walking(Frozen, forbid_unknown_fields=True):
    action: Literal["walk"]
    node: str

    def to_action(self) -> Walk:
        return Walk(self.node)


class _Stopping(Frozen, forbid_unknown_fields=True):
    action: Literal["stop"]
    verdict: Verdict
    confidence: float
    supporting: int
    refuting: int
    cited: tuple[str, ...]
    rationale: str

    def to_action(self) -> Stop:
        return Stop(
            Judgement(
                verdict=self.verdict,
                confidence=self.confidence,
                supporting=self.supporting,
                refuting=self.refuting,
                cited=self.cited,
                rationale=self.rationale,
            )
        )


def parsed(reply: str) -> Action:
    """Return the action that a reply asks for, `Malformed` where it asks for none."""
    fenced = _FENCED.match(reply)
    try:
        data = json.loads(fenced["inner"] if fenced else reply)
        if isinstance(data, dict) and data.get("action") == "walk":
            return from_data(_Walking, data).to_action()
        return from_data(_Stopping, data).to_action()
    except (ValueError, RecursionError, BadValue):
        return Malformed(reply)
