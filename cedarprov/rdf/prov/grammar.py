"""The grammar of PROV-N: what is written, before names are resolved (`provn.lark`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from cedarprov.errors import BadProv

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

LETTERS: Final = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
INNER: Final = LETTERS + "_0-9\u00b7\u0300-\u036f\u203f-\u2040\\-"
_OTHER: Final = r"[/@~&+*?#$!]|%[0-9A-Fa-f]{2}|\\[='(),\-:;\[\].]"
_PREFIX: Final = rf"[{LETTERS}](?:[{INNER}.]*[{INNER}])?"
_LOCAL: Final = rf"(?:[{LETTERS}_0-9]|{_OTHER})(?:\.*(?:[{INNER}]|{_OTHER}))*+"
# Lark takes a backslash away where a quotation mark follows two of them.
_ESCAPE: Final = r"""\\[\\tbnrf"']|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"""

QUALIFIED_NAME: Final = re.compile(rf"{_PREFIX}:(?:{_LOCAL})?|{_LOCAL}")

LANGUAGE: Final = re.compile("[A-Za-z]+(?:-[A-Za-z0-9]+)*")

_CHARACTERS: Final = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_ESCAPE_SEQUENCE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_LONG: Final = '"""'


class QuotedName(NamedTuple):
    """A qualified name where a literal may stand."""

    name: str


class Quoted(NamedTuple):
    """A literal; `datatype` is a qualified name."""

    text: str
    datatype: str | None = None
    language: str | None = None


class Attributes(NamedTuple):
    """The attributes of a statement: qualified names and literals."""

    pairs: tuple[tuple[str, QuotedName | Quoted], ...]


class Moment(NamedTuple):
    """A date and time."""

    text: str


class Group(NamedTuple):
    """A tuple of an extension."""

    items: tuple[Item, ...]


class Written(NamedTuple):
    """A statement; its names are qualified names, and None is `-`."""

    line: int
    name: str
    identifier: str | None
    items: tuple[Item, ...]


Item: TypeAlias = str | Moment | QuotedName | Quoted | Attributes | Group | Written | None


class Declaration(NamedTuple):
    """What a prefix stands for; the default namespace has the prefix of no characters."""

    prefix: str
    namespace: str


class Part(NamedTuple):
    """A bundle, or the document, whose name is that of no characters."""

    line: int
    name: str
    declarations: tuple[Declaration, ...]
    statements: tuple[Written, ...]


def parsed(text: str, place: str) -> Sequence[Part]:
    """Return the document and its bundles, in their order.

    Raises:
        BadProv: The text is no PROV-N.
    """
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 - only those who read PROV-N

    try:
        parts: Sequence[Part] = _parser().parse(text)  # type: ignore[assignment]
    except UnexpectedInput as error:
        raise BadProv(place, _complaint(error, text), _line(error, text)) from None
    return parts


def _line(error: UnexpectedInput, text: str) -> int:
    return text.count("\n") + 1 if _at_end(error) else error.line


def _at_end(error: UnexpectedInput) -> bool:
    return getattr(getattr(error, "token", None), "type", "") == "$END"


def _complaint(error: UnexpectedInput, text: str) -> str:
    """Return what stands where nothing of the grammar fits."""
    start = len(text) if _at_end(error) else error.pos_in_stream
    found = text[start:].split("\n", 1)[0][:40].strip()
    return f"{found!r} is not expected here" if found else "the text ends too early"


@cache
def _parser() -> Lark:
    from lark import Lark  # noqa: PLC0415 - only those who read PROV-N

    grammar = (Path(__file__).parent / "provn.lark").read_text(encoding="utf-8")
    for part, pattern in (("prefix", _PREFIX), ("local", _LOCAL), ("escape", _ESCAPE)):
        grammar = grammar.replace("{" + part + "}", pattern.replace("/", r"\/"))
    return Lark(grammar, parser="lalr", transformer=_Reading())


class _Reading:
    """Makes values of what the parser has found, rule by rule."""

    def start(self, found: list[Any]) -> list[Part]:
        bundles = [each for each in found if isinstance(each, Part)]
        return [_part(1, "", found), *bundles]

    def bundle(self, found: list[Any]) -> Part:
        return _part(found[0].line, str(found[0]), found[1:])

    def declaration(self, found: list[Any]) -> Declaration:
        prefix = "" if len(found) == 1 else str(found[0])
        return Declaration(prefix, str(found[-1])[1:-1])

    def statement(self, found: list[Any]) -> Written:
        name, identifier, *items = found
        return Written(name.line, str(name), identifier, tuple(items))

    def identifier(self, found: list[Any]) -> str | None:
        return found[0]  # type: ignore[no-any-return]

    def group(self, found: list[Any]) -> Group:
        return Group(tuple(found))

    def attributes(self, found: list[Any]) -> Attributes:
        return Attributes(tuple(found))

    def attribute(self, found: list[Any]) -> tuple[str, QuotedName | Quoted]:
        return str(found[0]), found[1]

    def string(self, found: list[Any]) -> Quoted:
        return Quoted(_unquoted(found[0]))

    def typed(self, found: list[Any]) -> Quoted:
        return Quoted(_unquoted(found[0]), datatype=str(found[1]))

    def tagged(self, found: list[Any]) -> Quoted:
        return Quoted(_unquoted(found[0]), language=str(found[1])[1:])

    def integer(self, found: list[Any]) -> Quoted:
        return Quoted(str(found[0]), datatype="xsd:int")

    def quoted_name(self, found: list[Any]) -> QuotedName:
        return QuotedName(str(found[0])[1:-1])

    def moment(self, found: list[Any]) -> Moment:
        return Moment(str(found[0]))

    def marker(self, _: list[Any]) -> None:
        return None


def _part(line: int, name: str, found: Sequence[Any]) -> Part:
    declarations = tuple(each for each in found if isinstance(each, Declaration))
    statements = tuple(each for each in found if isinstance(each, Written))
    return Part(line, name, declarations, statements)


def _unquoted(written: str) -> str:
    """Return the characters of a string: without its quotes, its escapes resolved."""
    width = len(_LONG) if written.startswith(_LONG) else 1
    inner = written[width:-width]
    return _ESCAPE_SEQUENCE.sub(_character, inner) if "\\" in inner else inner


def _character(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2]
    return chr(int(code, 16)) if code else _CHARACTERS.get(escape[3], escape[3])
