"""Passages-to-be: a text cut along its structure, at places that depend on local content only.

A heading always begins a new piece, and what stands between two headings is packed on its own;
so an edit moves boundaries in its own section and nowhere else, and the unchanged sections of a
new release give the same passages as before.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadValue
from cedarprov.ingest.structure import Block, Kind, blocks, is_blank
from cedarprov.model.frozen import Frozen, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semantic_text_splitter import TextSplitter

    from cedarprov.model.source import Markup


_STRETCH: Final = 32_000


class PassageSize(Frozen):
    """How long passages are, in Unicode code points.

    Blocks of one section are joined while they stay within `target`; a single block may be
    longer, up to `limit`, beyond which it is cut. `overlap` is how much of the piece before
    a piece repeats at most, within one section.
    """

    target: int = 250
    limit: int = 1200
    overlap: int = 0

    def __post_init__(self) -> None:
        """Refuse sizes that leave no room for text."""
        if self.limit < 1:
            raise BadValue("limit", self.limit, "at least 1 code point")
        if not 1 <= self.target <= self.limit:
            raise BadValue("target", self.target, f"between 1 and the limit, {self.limit}")
        if not 0 <= self.overlap < self.limit:
            raise BadValue("overlap", self.overlap, f"between 0 and less than {self.limit}")


DEFAULT: Final = PassageSize()


class Piece(Frozen):
    """A passage-to-be: `text[start:end]` in Unicode code points.

    `headings` is the path of headings, outermost first, without adornment; `overlap` the number
    of code points shared with the piece before; `cut` says that the piece ends inside a block
    that was longer than the limit.
    """

    start: int
    end: int
    headings: tuple[str, ...]
    overlap: int = 0
    cut: bool = False


def split(
    text: str, markup: Markup, *, size: PassageSize = DEFAULT, start: int = 0
) -> tuple[Piece, ...]:
    """Return the pieces of `text[start:]`; their starts strictly rise and none is blank.

    Together they hold every visible character. A text with nothing to see gives no piece.
    """
    return tuple(
        piece
        for section in _sections(blocks(text, markup, start=start))
        for piece in _overlapping(text, list(_pieces(text, section, size)), size)
    )


# -- sections -------------------------------------------------------------------------------------


class _Section(Frozen):
    """A heading, what leads to it, and the blocks down to the next heading."""

    headings: tuple[str, ...]
    lead: tuple[Block, ...]
    body: tuple[Block, ...]


def _sections(parts: Iterable[Block]) -> Iterator[_Section]:
    path: dict[int, str] = {}
    lead: list[Block] = []
    body: list[Block] = []
    for block in parts:
        if block.kind is not Kind.HEADING:
            body.append(block)
            continue
        anchors = _trailing_anchors(body)
        body = body[: len(body) - len(anchors)]
        # A heading with nothing under it but a deeper heading opens the section of the latter.
        if body or (lead and block.level <= max(path)):
            yield _Section(headings=_words(path), lead=tuple(lead), body=tuple(body))
            lead = []
        lead += [*anchors, block]
        body = []
        path = {level: title for level, title in path.items() if level < block.level}
        path[block.level] = block.title
    if lead or body:
        yield _Section(headings=_words(path), lead=tuple(lead), body=tuple(body))


def _words(path: dict[int, str]) -> tuple[str, ...]:
    # A heading without words begins a section as any other, and names nothing.
    return tuple(title for title in path.values() if title)


def _trailing_anchors(body: list[Block]) -> list[Block]:
    count = 0
    while count < len(body) and body[-1 - count].kind is Kind.ANCHOR:
        count += 1
    return body[len(body) - count :]


# -- packing --------------------------------------------------------------------------------------


def _pieces(text: str, section: _Section, size: PassageSize) -> Iterator[Piece]:
    run = list(section.lead)
    limit = size.limit - size.overlap
    room = replace(size, target=min(size.target, limit), limit=limit, overlap=0)
    for unit in _units(section.body, room):
        if run and not _fits(run, unit, room, leading=len(run) == len(section.lead)):
            yield from _whole_or_cut(text, section, run, room)
            run = []
        run += unit
    if run:
        yield from _whole_or_cut(text, section, run, room)


def _units(body: Iterable[Block], size: PassageSize) -> Iterator[list[Block]]:
    """Yield each block with what hangs on it, or singly where that would exceed the limit."""
    unit: list[Block] = []
    for block in body:
        follows = block.kind is Kind.HANGING or (unit and unit[-1].kind is Kind.ANCHOR)
        if unit and not (follows and block.end - unit[0].start <= size.limit):
            yield unit
            unit = []
        unit.append(block)
    if unit:
        yield unit


def _fits(run: list[Block], unit: list[Block], size: PassageSize, *, leading: bool) -> bool:
    length = unit[-1].end - run[0].start
    # A heading stays with the first text under it, even where a cut will follow.
    return leading or length <= size.target


def _whole_or_cut(
    text: str, section: _Section, run: list[Block], size: PassageSize
) -> Iterator[Piece]:
    start, end = run[0].start, run[-1].end
    if end - start <= size.limit:
        yield Piece(start=start, end=end, headings=section.headings)
        return
    whole = {block.end for block in run}
    for first, last in _cuts(text, run, size):
        yield Piece(start=first, end=last, headings=section.headings, cut=last not in whole)


def _cuts(text: str, run: list[Block], size: PassageSize) -> Iterator[tuple[int, int]]:
    from semantic_text_splitter import TextSplitter  # noqa: PLC0415 - long blocks alone

    start, end = run[0].start, run[-1].end
    inner = run[-1].start if run[-1].start - start <= size.limit // 2 else start
    splitter = TextSplitter(size.limit - (inner - start), trim=False)
    leads = inner > start
    for offset, chunk in _chunks(splitter, text[inner:end], max(_STRETCH, 4 * size.limit)):
        if is_blank(chunk):
            continue
        first = inner + offset + len(chunk) - len(chunk.lstrip())
        last = inner + offset + len(chunk.rstrip())
        if leads and last - start <= size.limit:
            first = start
        elif leads:
            yield start, run[-2].end
        leads = False
        yield first, last


def _chunks(splitter: TextSplitter, text: str, stretch: int) -> Iterator[tuple[int, str]]:
    """Yield the chunks of a text with their offsets, giving the splitter one stretch at a time.

    Its cost grows with the square of what it is given. The last chunk of a stretch may go on
    behind it, so that the next stretch begins there.
    """
    at = 0
    while at + stretch < len(text):
        *found, (last, _) = splitter.chunk_indices(text[at : at + stretch])
        yield from ((at + offset, chunk) for offset, chunk in found)
        at += last
    yield from ((at + offset, chunk) for offset, chunk in splitter.chunk_indices(text[at:]))


# -- overlap --------------------------------------------------------------------------------------

_WORD = re.compile(r"(?<=\s)\S")


def _overlapping(text: str, pieces: list[Piece], size: PassageSize) -> Iterator[Piece]:
    yield from pieces[:1]
    for before, piece in pairwise(pieces):
        earliest = max(before.start + 1, piece.start - size.overlap)
        word = _WORD.search(text, earliest, piece.start)
        start = word.start() if word else piece.start
        yield replace(piece, start=start, overlap=max(0, before.end - start))
