"""The paragraphs of a passage that hold prose, with the directives that they stand under.

What is no prose is left out: headings, code, tables, comments, and the lines that steer a builder.
It reads Markdown, reStructuredText and plain text alike, by what is common to them: blank lines,
indentation, list marks, fences, and `.. name:: argument`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cedarprov.model.frozen import Frozen, replace
from cedarprov.prose.language import listed


class Directive(Frozen):
    """A reStructuredText directive that indented text stands under, and other text if `open`."""

    name: str
    argument: str
    indent: int
    start: int
    end: int
    open: bool = False

    def holds(self, indent: int) -> bool:
        """Tell whether a line with that indentation stands under it."""
        return indent > self.indent or (self.open and indent == self.indent)


class Paragraph(Frozen):
    """A run of lines, `text[start:end]`, outermost directive first.

    `code` is the literal block that it introduces ("Default::"), if it does.
    """

    start: int
    end: int
    directives: tuple[Directive, ...] = ()
    code: tuple[int, int] | None = None


class _Line(Frozen):
    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


_DIRECTIVE: Final = re.compile(r"\s*\.\. (?P<name>[\w:.+-]+)::[ \t]*(?P<argument>.*)$")
_ADORNMENT: Final = re.compile(r"\s*([!-/:-@\[-`{-~])\1{2,}\s*$")
_TABLE: Final = re.compile(r"\s*(?:\||\+[-=+]+|[=-]{2,}(?:\s+[=-]{2,})+\s*$)")
_APART: Final = re.compile(
    r"\s*(?:>>>|\.\. |:[\w -]+:(?:\s|$)|#{1,6}\s|\$ |<!--|<[a-z/]+[^>]*>\s*$)"
)
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d+[.)]|#[.)])\s+")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
# Directives whose content is no prose.
_CODE: Final = listed(
    """
    code-block code sourcecode parsed-literal highlight math image figure toctree list-table
    csv-table literalinclude console doctest testcode module currentmodule raw include
    """
)


# Directives that describe an object under its name; their text may follow without indentation.
OBJECTS: Final = listed(
    """
    class method function attribute data exception setting django-admin option envvar templatetag
    templatefilter fieldlookup decorator property signal describe program confval
    """
)


def paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of prose of a text, in order."""
    lines = _lines(text)
    above: list[Directive] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        directive = _directive(line)
        above = _above(above, line, directive)
        if directive is not None and directive.name in _CODE:
            at = _past_indented(lines, at)
        elif directive is not None:
            above.append(_opened(directive, lines[at + 1 :]))
            at += 1
        elif _FENCE.match(line.text):
            at = _past_fence(lines, at)
        elif line.is_blank or _is_apart(lines, at):
            above = [] if _ADORNMENT.match(line.text) else above
            at += 1
        else:
            last = _last_of_paragraph(lines, at)
            end = lines[last].start + len(lines[last].text.rstrip())
            after = last + 1
            code = None
            if lines[last].text.rstrip().endswith("::"):
                after = _past_indented(lines, last)
                code = _extent(lines[last + 1 : after])
            yield Paragraph(start=_body(line), end=end, directives=tuple(above), code=code)
            at = after


def directives(text: str) -> Iterator[tuple[Directive, tuple[Directive, ...]]]:
    """Yield each directive of a text with those that it stands under."""
    above: list[Directive] = []
    lines = _lines(text)
    for number, line in enumerate(lines):
        found = _directive(line)
        above = [] if _ADORNMENT.match(line.text) else _above(above, line, found)
        if found is not None:
            yield found, tuple(above)
            above.append(_opened(found, lines[number + 1 :]))


def _above(above: list[Directive], line: _Line, directive: Directive | None) -> list[Directive]:
    """Return the directives that a line stands under; a new object takes the place of the last."""
    if line.is_blank:
        return above
    if directive is not None and directive.name.rpartition(":")[2] in OBJECTS:
        return [item for item in above if item.indent < line.indent]
    return [item for item in above if item.holds(line.indent)]


def _opened(directive: Directive, following: list[_Line]) -> Directive:
    """Return a directive, open if it describes an object and nothing is indented under it."""
    after = next((line for line in following if not line.is_blank), None)
    describes = directive.name.rpartition(":")[2] in OBJECTS
    is_open = describes and after is not None and after.indent <= directive.indent
    return replace(directive, open=is_open)


def _lines(text: str) -> list[_Line]:
    lines, start = [], 0
    for piece in text.splitlines(keepends=True):
        lines.append(_Line(start=start, text=piece.rstrip("\r\n")))
        start += len(piece)
    return lines


def _directive(line: _Line) -> Directive | None:
    match = _DIRECTIVE.match(line.text)
    if match is None:
        return None
    return Directive(
        name=match["name"],
        argument=match["argument"].strip(),
        indent=line.indent,
        start=line.start + line.indent,
        end=line.start + len(line.text.rstrip()),
    )


def _body(line: _Line) -> int:
    item = _ITEM.match(line.text)
    return line.start + (item.end() if item else line.indent)


def _is_apart(lines: list[_Line], at: int) -> bool:
    line = lines[at].text
    if _ADORNMENT.match(line) or _TABLE.match(line) or _APART.match(line):
        return True
    following = lines[at + 1].text if at + 1 < len(lines) else ""
    return bool(_ADORNMENT.match(following)) and not lines[at].indent


def _last_of_paragraph(lines: list[_Line], at: int) -> int:
    last = at
    for number in range(at + 1, len(lines)):
        line = lines[number]
        ends = (
            line.is_blank or _ITEM.match(line.text) or _directive(line) or _FENCE.match(line.text)
        )
        if ends or _is_apart(lines, number) or lines[last].text.rstrip().endswith("::"):
            break
        last = number
    return last


def _past_indented(lines: list[_Line], at: int) -> int:
    """Return the first line after `at` that is not indented more than it, blank lines aside."""
    after = at + 1
    while after < len(lines) and (lines[after].is_blank or lines[after].indent > lines[at].indent):
        after += 1
    return after


def _past_fence(lines: list[_Line], at: int) -> int:
    closing = (number for number in range(at + 1, len(lines)) if _FENCE.match(lines[number].text))
    return next(closing, len(lines) - 1) + 1


def _extent(lines: list[_Line]) -> tuple[int, int] | None:
    filled = [line for line in lines if not line.is_blank]
    if not filled:
        return None
    last = filled[-1]
    return filled[0].start + filled[0].indent, last.start + len(last.text.rstrip())
