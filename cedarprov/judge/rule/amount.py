"""Limits, and quantities that are simply stated."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.judge.rule.value import CONDITION, Readings, last_clause, quantity_at, stated
from cedarprov.judge.subject import Surroundings, thing_and_attribute

_BOUNDS: Final = (
    (
        "maximum",
        re.compile(
            r"\b(?:up to|at most|no more than|not more than|(?:a )?maximum(?: of| is|:)?|"
            r"(?:not|never) exceed|limited to|restricted to|limit of|no longer than|capped at|"
            r"no larger than)\s+",
            re.IGNORECASE,
        ),
    ),
    (
        "minimum",
        re.compile(
            r"\b(?:at least|(?:a )?minimum(?: of| is|:)|no less than|no fewer than|"
            r"not less than)\s+",
            re.IGNORECASE,
        ),
    ),
)
_VERB: Final = re.compile(
    r"\s(?:(?:is|are|was|were|must|may|can|cannot|should|will|has|have|had|holds?|takes?|allows?|"
    r"accepts?|supports?|retains?|uses?|needs?|requires?|contains?|keeps?|waits?|returns?|stores?|"
    r"limits?|reads?|weighs?|lasts?|costs?|measures?|runs?|receives?|provides?|expects?|sends?|"
    r"tries|retries|follows?|opens?|closes?|stays?|serves?)|do(?:es)? not)\s",
    re.IGNORECASE,
)


def limit(flat: str, around: Surroundings) -> Readings:
    """Return the bound that a sentence sets: "holds up to 20 connections"."""
    for bound, cue in _BOUNDS:
        match = cue.search(flat)
        said = quantity_at(flat, match.end()) if match else None
        if match is None or said is None or CONDITION.search(flat):
            continue
        amount, unit, measured = said
        if not amount[-1].isdigit() and not unit:
            continue
        verb = _VERB.search(flat)
        if verb is None or verb.start() > match.start():
            return ()
        about, attribute = thing_and_attribute(last_clause(flat[: verb.start()]), around)
        return stated(
            about, f"{bound} {f'{attribute} {measured}'.strip() or 'value'}", amount, unit
        )
    return ()


_MEASURED: Final = re.compile(
    r"\s(?:is|are|takes?|lasts?|weighs?|measures?|holds?|has|have|costs?|contains?|expires? after|"
    r"retains?|keeps?|waits?)\s+"
    r"(?:for\s+|now\s+|set to\s+|exactly\s+|about\s+|approximately\s+)*(?=\d|[a-z]+\s)",
    re.IGNORECASE,
)


def measurement(flat: str, around: Surroundings) -> Readings:
    """Return the quantity that a sentence gives: "the pool holds 20 connections"."""
    if CONDITION.search(flat):
        return ()
    for verb in _MEASURED.finditer(flat):
        said = quantity_at(flat, verb.end())
        if said is None or not said[2]:
            continue
        amount, unit, measured = said
        about, attribute = thing_and_attribute(last_clause(flat[: verb.start()]), around)
        return stated(about, attribute or measured, amount, unit)
    return ()
