"""Entries: the part of a reference work that stands under the very name of a thing.

What an entry gives for its thing ("Default: 5") goes before what other texts say in passing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import replace
from cedarprov.prose.language import folded, stem, thing_names

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.retrieve.status.finding import Finding
    from cedarprov.retrieve.status.focus import Focus
    from cedarprov.retrieve.status.statement import Witness

# "Default: ``5``": the name of an attribute, and its value.
_FIELD: Final = re.compile(r"^\W*(?P<name>[^\W\d_]+(?: [^\W\d_]+)?)\s*::?\s+\S")


def is_entry(exhibit: Exhibit, focus: Focus) -> bool:
    """Tell whether an exhibit stands under the name of a thing that is asked about."""
    heading = folded("".join(exhibit.headings[-1:]))
    return bool(heading) and heading in focus.things


def with_leading_entry(focus: Focus, heard: Sequence[Witness]) -> Focus:
    """Return the question as one on the thing whose entry fits best by retrieval and by words.

    Only where it names no thing of its own and asks for a default, which entries give.
    """
    if focus.things or not heard or stem("default", focus.language) not in focus.terms:
        return focus
    said = (statement for witness in heard for statement in witness.statements)
    best = max(said, key=lambda statement: statement.fitness.rank, default=None)
    heading = "".join(heard[0].exhibit.headings[-1:])
    if best is None or "".join(best.exhibit.headings[-1:]) != heading:
        return focus
    things = thing_names(heading) & {folded(heading)}
    return replace(focus, things=things)


def authoritative(found: Sequence[Finding], focus: Focus) -> list[Finding]:
    """Return the findings of entries where they give a value, else all; a field goes first."""
    entries = [item for item in found if item.value is not None and is_entry(item.exhibit, focus)]
    if not entries:
        return list(found)
    fields = [item for item in entries if is_field(item.quotation.exact, focus)]
    best = max(item.fit for item in found)
    return [replace(item, fit=best) for item in fields or entries]


def is_field(sentence: str, focus: Focus) -> bool:
    """Tell whether a sentence is a field of the attribute that is asked for."""
    match = _FIELD.match(sentence)
    return match is not None and any(
        stem(word, focus.language) in focus.terms for word in match["name"].split()
    )
