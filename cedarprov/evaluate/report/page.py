"""A page as values: headings, paragraphs, tables and figures, whatever syntax shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TypeAlias

from cedarprov.model.frozen import Frozen


class Heading(Frozen, kw_only=False):
    """A heading; level 1 is the title of the page."""

    text: str
    level: int = 2


class Paragraph(Frozen, kw_only=False):
    """A paragraph of plain text."""

    text: str


class Table(Frozen):
    """Rows of plain text under a header of as many cells."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Figure(Frozen):
    """A picture in a file beside the page, with what it shows in words."""

    file: str
    caption: str


Block: TypeAlias = Heading | Paragraph | Table | Figure


def as_markdown(blocks: Sequence[Block]) -> str:
    """Return a page as Markdown (GitHub Flavored Markdown Spec, 0.29, for the tables)."""
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Table(header=header, rows=rows):
            rule = ("---",) * len(header)
            return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in (header, rule, *rows))
        case Figure(file=file, caption=caption):
            return f"![{caption}]({file})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def as_html(blocks: Sequence[Block], title: str) -> str:
    """Return a page as HTML that needs nothing from elsewhere but the figures beside it."""
    return "\n".join((_HEAD.format(title=escape(title)), *_html(blocks), "</body></html>", ""))


_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif }}
table {{ border-collapse: collapse; display: block; overflow-x: auto }}
th, td {{ border-bottom: 1px solid #bbb; padding: .2rem .7rem; text-align: left }}
img {{ max-width: 100% }}
</style></head><body>"""


def _html(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(text, level):
                yield f"<h{level}>{escape(text)}</h{level}>"
            case Paragraph(text):
                yield f"<p>{escape(text)}</p>"
            case Table(header=header, rows=rows):
                yield "<table>"
                yield _row(header, "th")
                yield from (_row(row, "td") for row in rows)
                yield "</table>"
            case Figure(file=file, caption=caption):
                said = escape(caption)
                yield f'<figure><img src="{escape(file)}" alt="{said}">'
                yield f"<figcaption>{said}</figcaption></figure>"


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
