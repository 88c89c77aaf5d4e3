"""Absence: texts that say that a thing asked about is no longer there, or is there again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cedarprov.retrieve.status.finding import Finding, vouched
from cedarprov.retrieve.status.language import thing_names
from cedarprov.retrieve.status.reading import text_reading
from cedarprov.retrieve.status.statement import Witness

if TYPE_CHECKING:
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.focus import Focus

# "The ``x`` setting is removed", "Removed the deprecated ``x``": the thing itself, not a part.
_GONE: Final = re.compile(
    r"(?P<thing>[\w.-]+)[^\w\s]*(?:\s+\w+){0,2}\s+"
    r"(?:(?:is|are|was|were|has been|have been)\s+(?:now\s+)?(?:removed|deleted|dropped)"
    r"|no longer exists?)\b"
    r"|\b(?:removed|deleted|dropped)\s+(?:\w+\s+){0,2}\W*(?P<object>[\w.-]+)",
    re.IGNORECASE,
)
_ASKED: Final = re.compile(r"\b(?:remov|delet|drop|exist|gone|restor|replac)\w*", re.IGNORECASE)


def absences(heard: Sequence[Witness], question: Question, focus: Focus) -> list[Finding]:
    """Return what says that a thing is gone whose attribute is asked for.

    Whether and when it went is another question, which such a text answers.
    """
    if not focus.codes or _ASKED.search(focus.words):
        return []
    return [
        replace(finding, value=None)
        for witness in heard
        for statement in witness.statements
        if focus.things & set(_gone(statement.sentence.text))
        for finding in vouched(statement, text_reading(statement), question, focus)
    ]


def _gone(sentence: str) -> Iterator[str]:
    for match in _GONE.finditer(sentence):
        yield from thing_names(match["thing"] or match["object"])
