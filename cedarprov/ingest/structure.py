"""The blocks of a text: its headings, and the paragraphs, list items and code between them.

Blocks carry positions in Unicode code points of the text as it stands; no line end is translated.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from cedarprov.model.frozen import Frozen
from cedarprov.model.source import Markup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class Kind(Enum):
    """What a block is to the blocks around it."""

    HEADING = "heading"
    ANCHOR = "anchor"  # a one-line target or directive: it belongs to what follows
    BODY = "body"
    HANGING = "hanging"  # indented text or code: it belongs to what precedes


class Block(Frozen):
    """A run of whole lines, `text[start:end]`, without blank lines around it.

    `level` (1 is outermost) and `title` (without adornment) are those of a heading.
    """

    start: int
    end: int
    kind: Kind
    level: int = 0
    title: str = ""


def blocks(text: str, markup: Markup, *, start: int = 0) -> tuple[Block, ...]:
    """Return the blocks of `text[start:]` in order; together they hold every visible character.

    `start` is where the body begins, after any front matter. Headings are those of CommonMark
    (ATX and setext) and of the reStructuredText specification (a style is an adornment character
    with or without overline; levels follow the order in which styles appear).
    """
    lines = _lines(text, start)
    if markup is Markup.MARKDOWN:
        return tuple(_markdown_blocks(text, start, lines))
    return tuple(_line_blocks(text, lines, with_headings=markup is Markup.RST))


def is_blank(text: str) -> bool:
    """Tell whether nothing in `text` can be seen: only white space and zero-width marks."""
    return _VISIBLE.search(text) is None


def line_count(text: str) -> int:
    """Return how many lines `text` has; CR LF, CR and LF end one."""
    return text.count("\n") + text.count("\r") - text.count("\r\n") + 1


# -- lines ----------------------------------------------------------------------------------------

_Line = tuple[int, int]  # without its end

_VISIBLE = re.compile("[^\\s\ufeff\u200b]")
_LINE_END = re.compile(r"\r\n|\r|\n")


def _lines(text: str, start: int) -> list[_Line]:
    lines = []
    position = start
    for found in _LINE_END.finditer(text, start):
        lines.append((position, found.start()))
        position = found.end()
    lines.append((position, len(text)))
    return lines


def _block(text: str, lines: list[_Line], kind: Kind = Kind.BODY) -> Block:
    start, end = lines[0][0], lines[-1][1]
    return Block(start=start, end=start + len(text[start:end].rstrip()), kind=kind)


# -- Markdown -------------------------------------------------------------------------------------

_ITEM = "list_item_open"
_LISTS = ("bullet_list_open", "ordered_list_open")
_CODE = ("code_block", "fence")


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only Markdown needs it

    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _markdown_blocks(text: str, start: int, lines: list[_Line]) -> Iterator[Block]:
    done = 0
    for first, last, token, title in _markdown_ranges(_parser().parse(text[start:])):
        # Link definitions make no token, yet their lines must not be lost.
        yield from _paragraphs(text, lines[done:first], Kind.BODY)
        yield from _markdown_block(text, lines[first:last], token, title)
        done = last
    yield from _paragraphs(text, lines[done:], Kind.BODY)


def _markdown_ranges(tokens: list[Token]) -> Iterator[tuple[int, int, Token, str]]:
    for position, token in enumerate(tokens):
        outermost = token.level == 0 and token.type not in _LISTS
        if token.map and (outermost or (token.type == _ITEM and token.level == 1)):
            title = tokens[position + 1].content if token.type == "heading_open" else ""
            yield token.map[0], token.map[1], token, title


def _markdown_block(text: str, lines: list[_Line], token: Token, title: str) -> Iterator[Block]:
    visible = [line for line in lines if not is_blank(text[slice(*line)])]
    if not visible:
        return
    lines = lines[lines.index(visible[0]) : lines.index(visible[-1]) + 1]
    block = _block(text, lines, Kind.HANGING if token.type in _CODE else Kind.BODY)
    if token.type == "heading_open":
        level = int(token.tag.removeprefix("h"))
        block = _heading(block.start, block.end, level, title)
    yield block


# -- reStructuredText and plain text --------------------------------------------------------------

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\s*\Z")
_NOT_A_TITLE = re.compile(r"\s*\Z|\.\. |>>>|[-*+\u2022] ")
_ANCHOR = re.compile(r"\.\. (_|[\w:.+-]+::)")
_BULLET = re.compile(r"\s*(?:[-*+\u2022]|\(?(?:\d+|[a-zA-Z#])[.)])\s+\S")
_CERTAIN = 4  # an adornment this long makes a title even where it is shorter than the title


def _line_blocks(text: str, lines: list[_Line], *, with_headings: bool) -> Iterator[Block]:
    styles: list[tuple[str, bool]] = []
    done = position = 0
    while position < len(lines):
        rows = _title_rows(text, lines, position) if with_headings else 0
        if not rows:
            position += 1
            continue
        yield from _paragraphs(text, lines[done:position], None)
        style = (text[lines[position + rows - 1][0]], rows == len(("over", "title", "under")))
        if style not in styles:
            styles.append(style)
        yield _rst_heading(text, lines[position : position + rows], styles.index(style) + 1)
        done = position = position + rows
    yield from _paragraphs(text, lines[done:], None)


def _title_rows(text: str, lines: list[_Line], position: int) -> int:
    """Return of how many lines the title at `position` is made; 0 where there is none."""
    before = text[slice(*lines[position - 1])] if position else ""
    if before.strip() and not before.startswith(".. ") and not _is_adornment(before):
        return 0
    rows = [text[slice(*line)] for line in lines[position : position + 3]]
    if len(rows) == 3 and _is_overlined(*rows):  # noqa: PLR2004 (over, title, under)
        return 3
    return 2 if len(rows) > 1 and _is_underlined(rows[0], rows[1]) else 0


def _is_adornment(line: str) -> bool:
    return _ADORNMENT.match(line) is not None


def _is_overlined(over: str, title: str, under: str) -> bool:
    return (
        _is_adornment(over)
        and over.rstrip() == under.rstrip()
        and not is_blank(title)
        and not _is_adornment(title)
        and len(over.rstrip()) >= min(_CERTAIN, len(title.strip()))
    )


def _is_underlined(title: str, under: str) -> bool:
    return (
        _is_adornment(under)
        and not title[:1].isspace()
        and not _NOT_A_TITLE.match(title)
        and not _is_adornment(title)
        and len(under.rstrip()) >= min(_CERTAIN, len(title.rstrip()))
    )


def _rst_heading(text: str, rows: list[_Line], level: int) -> Block:
    title = text[slice(*rows[-2])]
    whole = _block(text, rows)
    return _heading(whole.start, whole.end, level, title)


def _paragraphs(text: str, lines: list[_Line], kind: Kind | None) -> Iterator[Block]:
    """Yield the blocks between blank lines; the items of a list without them are blocks too."""
    run: list[_Line] = []
    for line in lines:
        row = text[slice(*line)]
        blank = is_blank(row)
        if run and (blank or _starts_item(row, text[slice(*run[0])])):
            yield _block(text, run, kind or _kind(text, run))
            run = []
        if not blank:
            run.append(line)
    if run:
        yield _block(text, run, kind or _kind(text, run))


def _starts_item(row: str, first: str) -> bool:
    return bool(_BULLET.match(row) and _BULLET.match(first)) and _indent(row) == _indent(first)


def _kind(text: str, run: list[_Line]) -> Kind:
    first = text[slice(*run[0])]
    if _indent(first):
        return Kind.HANGING
    return Kind.ANCHOR if len(run) == 1 and _ANCHOR.match(first) else Kind.BODY


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


# -- titles ---------------------------------------------------------------------------------------

_INLINE = re.compile(r":[\w:+.-]+:(?=`)|`+|\*\*")


# A heading names what follows; a line longer than this is none that anybody would read as a name.
_LONGEST_TITLE = 300


def _heading(start: int, end: int, level: int, title: str) -> Block:
    plain = " ".join(_INLINE.sub("", title).split())[:_LONGEST_TITLE]
    return Block(start=start, end=end, kind=Kind.HEADING, level=level, title=plain)
