"""Questions about a change, and texts that speak of one."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.model.question import Question

SPEAKS_OF_CHANGE: Final = 1.2
"""What a text that speaks of a change is multiplied by where the question asks about one."""

# English, by the words of release notes and of those who ask for them.
_ASKED: Final = re.compile(
    r"\b(which|what)\s+(\w+\s+)?(release|version)s?\s+(did|has|have|was|were|is|\w+ed\b)"
    r"|\b(in|since|from) (which|what) (\w+ )?(release|version)|\bwhen did\b|\bsince when\b",
    re.IGNORECASE,
)
_SPOKEN: Final = re.compile(
    r"\b(chang\w+|now|new(ly)?|no longer|remov\w+|drop(s|ped)|deprecat\w+|add(s|ed)|previous(ly)?"
    r"|older versions?|instead|increas\w+|restor\w+|introduc\w+|renam\w+|replac\w+"
    r"|backwards?[- ]incompatible|upgrad\w+|migrat\w+)\b",
    re.IGNORECASE,
)
_UPGRADE: Final = "upgrade:"


def asks_about_change(question: Question) -> bool:
    """Tell whether a question asks when something changed, or about an upgrade from a release."""
    deployment = question.scope.get("deployment")
    upgrades = deployment is not None and deployment.expression.startswith(_UPGRADE)
    return upgrades or _ASKED.search(question.words) is not None


def speaks_of_change(text: str) -> bool:
    """Tell whether a text, its headings included, speaks of a change."""
    return _SPOKEN.search(text) is not None
