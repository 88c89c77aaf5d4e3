"""TOML with positions: the standard library judges it, a concrete syntax tree says where it is.

`tomllib` follows TOML 1.0.0 and refuses what is not; its values carry no position. The tree of
tree-sitter has positions and forgives everything. So the first decides and the second locates.
What is too long, or has keys of too many parts, is refused before either sees it: both take time
and memory that grow with the square of the parts.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from cedarprov.errors import BadManifest
from cedarprov.ingest.written import Kind, Written
from cedarprov.model.text import WRITABLE, is_writable

if TYPE_CHECKING:
    from collections.abc import Sequence

_KINDS: Final = {
    "string": Kind.TEXT,
    "integer": Kind.NUMBER,
    "float": Kind.NUMBER,
    "boolean": Kind.FLAG,
    "offset_date_time": Kind.DATE,
    "local_date_time": Kind.DATE,
    "local_date": Kind.DATE,
    "local_time": Kind.DATE,
    "array": Kind.LIST,
    "inline_table": Kind.TABLE,
}
_KEYS: Final = frozenset({"bare_key", "quoted_key", "dotted_key"})
LENGTH_LIMIT: Final = 2_000_000
"""The longest document that is read, in code points."""

_PARTS_LIMIT: Final = 50
# Strings up to their end, or the end of the text; comments; and what may be a key of many parts.
_OPAQUE: Final = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*(?:"{3}|\Z)|'{3}(?:[^']|'(?!''))*(?:'{3}|\Z)"""
    r"""|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|\#[^\n]*""",
    re.DOTALL,
)
# It is looked for where a part may begin only, so that the search is linear.
_PART: Final = r"[^.=,\[\]{}\n]"
_MANY_PARTS: Final = re.compile(rf"(?<!{_PART})(?:{_PART}*+\.){{{_PARTS_LIMIT}}}")
_PLACE: Final = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")


def read_toml(text: str, *, place: str) -> Written:
    """Return the table that a TOML document is, each value with its line and span.

    Raises:
        BadManifest: the document is not TOML 1.0.0, or beyond a limit; one fault, with its line.
    """
    if (fault := _excess(text)) is not None:
        raise BadManifest(place, [fault])
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadManifest(place, [_syntax_fault(str(error), text)]) from error
    except ValueError as error:
        # Python reads no number of more than 4300 digits.
        raise BadManifest(place, [(1, "it holds a number that is too long to be one")]) from error
    except RecursionError as error:
        raise BadManifest(place, [(1, "lists or tables are nested too deeply")]) from error
    reader = _Reader(text)
    if reader.root.has_error:
        raise BadManifest(place, [(1, "its tables cannot be located; write them more plainly")])
    return reader.document()


def _excess(text: str) -> tuple[int, str] | None:
    if len(text) > LENGTH_LIMIT:
        return 1, f"it has {len(text)} code points, more than the {LENGTH_LIMIT} that are read"
    if not is_writable(text):
        return 1, f"this is not TOML: it is not {WRITABLE}"
    bare = _OPAQUE.sub(lambda opaque: "_" + "\n" * opaque[0].count("\n"), text)
    found = _MANY_PARTS.search(bare)
    if found is None:
        return None
    return bare.count("\n", 0, found.end()) + 1, f"a key has more than {_PARTS_LIMIT} parts"


def _syntax_fault(message: str, text: str) -> tuple[int, str]:
    found = _PLACE.search(message)
    line = int(found[1]) if found and found[1] else text.count("\n") + 1
    said = _PLACE.sub("", message)
    return line, f"this is not TOML: {said[:1].lower()}{said[1:]}"


class _Reader:
    def __init__(self, text: str) -> None:
        data = text.encode()
        self.root = Parser(Language(tree_sitter_toml.language())).parse(data).root_node
        widths = accumulate(len(letter.encode()) for letter in text)
        self.ends: Sequence[int] = range(1, len(data) + 1) if text.isascii() else list(widths)

    def document(self) -> Written:
        top = Written(kind=Kind.TABLE, line=1)
        for node in self.root.named_children:
            if node.type == "pair":
                self._add_pair(top, node)
            elif node.type in ("table", "table_array_element"):
                self._add_pairs(self._open(top, node), node)
        return top

    def _open(self, top: Written, node: Node) -> Written:
        *path, last = _path(_key(node))
        above = top
        for name in path:
            above = self._step(above, name, node)
        if node.type == "table":
            return self._step(above, last, node)
        listed = above.fields.setdefault(last, Written(kind=Kind.LIST, line=_line(node)))
        entry = self._table(node)
        listed.items.append(entry)
        return entry

    def _step(self, table: Written, name: str, node: Node) -> Written:
        below = table.fields.setdefault(name, self._table(node))
        return below.items[-1] if below.kind is Kind.LIST else below

    def _table(self, node: Node) -> Written:
        if node.type in ("table", "table_array_element"):  # up to the end of its header
            closing = next(child for child in node.children if child.type in ("]", "]]"))
            return self._written(Kind.TABLE, node, last=closing)
        return self._written(Kind.TABLE, node)

    def _add_pairs(self, table: Written, node: Node) -> None:
        for child in node.named_children:
            if child.type == "pair":
                self._add_pair(table, child)

    def _add_pair(self, table: Written, node: Node) -> None:
        *path, last = _path(_key(node))
        for name in path:
            table = self._step(table, name, node)
        table.fields[last] = self._value(next(c for c in node.named_children if c.type in _KINDS))

    def _value(self, node: Node) -> Written:
        kind = _KINDS[node.type]
        if kind is Kind.LIST:
            items = [self._value(item) for item in node.named_children if item.type in _KINDS]
            return self._written(kind, node, items=items)
        if kind is Kind.TABLE:
            table = self._written(kind, node)
            self._add_pairs(table, node)
            return table
        return self._written(kind, node, text=_text(node))

    def _written(
        self,
        kind: Kind,
        node: Node,
        *,
        last: Node | None = None,
        text: str = "",
        items: Sequence[Written] = (),
    ) -> Written:
        end = (last or node).end_byte
        return Written(
            kind=kind,
            line=_line(node),
            start=bisect_right(self.ends, node.start_byte),
            end=bisect_right(self.ends, end),
            text=text,
            items=list(items),
        )


def _line(node: Node) -> int:
    return node.start_point.row + 1


def _key(node: Node) -> Node:
    return next(child for child in node.named_children if child.type in _KEYS)


def _source(node: Node) -> str:
    return (node.text or b"").decode()


def _path(key: Node) -> list[str]:
    table: object = tomllib.loads(f"{_source(key)} = 0")
    names = []
    while isinstance(table, dict):
        name, table = next(iter(table.items()))
        names.append(name)
    return names


def _text(node: Node) -> str:
    if node.type != "string":
        return _source(node)
    return str(tomllib.loads(f"value = {_source(node)}")["value"])
