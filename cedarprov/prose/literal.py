"""Literals of code and settings in running text: ``True``, 'SAMEORIGIN', :class:`AutoField`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cedarprov.prose.language import listed
from cedarprov.prose.value import Kind, Mention, Value

_LITERAL: Final = re.compile(
    r"``(?P<inline>[^`\n]{1,60})``"
    r"|:(?P<role>[\w:+-]{1,60}):`(?P<target>[^`\n]{1,80})`"
    r"|(?<![`:\w])`(?P<code>[^`<>\s]{1,60})`(?![`_])"
    r"|(?<!\w)'(?P<single>[^'\s]{1,40})'(?!\w)|\"(?P<double>[^\"\s]{1,40})\""
)
# Roles of reStructuredText whose target is an object of a program, and so may be a value.
_OBJECTS: Final = listed(
    """
    class func meth attr data exc mod const obj type
    """
)


def literals(text: str) -> Iterator[Mention]:
    """Yield the literals of a text; a reference to another page or setting is none."""
    for match in _LITERAL.finditer(text):
        parts = {name: part for name, part in match.groupdict().items() if part}
        role = parts.get("role")
        if role is not None and role.rpartition(":")[2] not in _OBJECTS:
            continue
        written = parts["target"] if role else next(iter(parts.values()))
        # "~package.module.Name" stands for Name.
        plain = written.rpartition(".")[2] if written.startswith("~") else written
        # The empty string stands as it is written: nothing would be left of it.
        value = Value(kind=Kind.LITERAL, text=plain.strip("'\"` ") or plain)
        yield Mention(value, match.start(), match.end())
