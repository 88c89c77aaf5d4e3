"""Entries: the part of a reference work that stands under the very name of a thing.

What an entry gives for its thing ("Default: 5") goes before what other texts say in passing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cedarprov.retrieve.status.language import folded, stem

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.retrieve.status.finding import Finding
    from cedarprov.retrieve.status.focus import Focus

# "Default: ``5``": the name of an attribute, and its value.
_FIELD: Final = re.compile(r"^\W*(?P<name>[^\W\d_]+(?: [^\W\d_]+)?)\s*::?\s+\S")


def is_entry(exhibit: Exhibit, focus: Focus) -> bool:
    """Tell whether an exhibit stands under the name of a thing that is asked about."""
    heading = folded("".join(exhibit.headings[-1:]))
    return bool(heading) and heading in focus.things


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
