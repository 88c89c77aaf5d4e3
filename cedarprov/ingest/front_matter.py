"""The front matter of a Markdown file: what the source itself states about its edition.

Front matter is the first thing in a file: YAML between two lines of three hyphens, or TOML
between two lines of three plus signs. `name`, `title`, `edition`, `scheme`, `published`,
`effective` and `scope` mean what they mean in a manifest, which is right where both speak. Other
keys are left aside, since other programs read front matter too, and so is a value of true or
false (`published: true` is how some of them switch a page on).

YAML is read to its nodes and no further: every scalar stays as it is written (a date is not made
a date, 2.10 stays 2.10), no tag makes an object, and aliases are refused.
"""

from __future__ import annotations

import re
from typing import Final

import yaml

from cedarprov.errors import BadManifest, ModelError
from cedarprov.ingest.declaration import KEYS, UNDECLARED, Declaration, Location, read_declaration
from cedarprov.ingest.toml import read_toml
from cedarprov.ingest.written import Fault, Kind, Written
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.time import Basis

_FRONT: Final = re.compile(
    r"(?P<mark>---|\+\+\+)[ \t]*\r?\n(?P<body>(?:.*\n)*?)(?:(?P=mark)|[.]{3})[ \t]*(?:\r?\n|\Z)"
)
_SIZE_LIMIT: Final = 65_536  # code points; a longer head is a text between two rules
_DEPTH_LIMIT: Final = 20
# `format` and `encoding` mean other things in other programs' front matter, and come too late.
_KEYS: Final = KEYS - {"format", "encoding"}
_FLAGS: Final = frozenset({"true", "false"})
_NOTHING: Final = frozenset({"", "~", "null"})


class FrontMatter(Frozen):
    """What the head of a file declares, its faults, and where the body begins (in code points).

    A head that cannot be read is part of the body, so that no word is lost.
    """

    declaration: Declaration = UNDECLARED
    body: int = 0
    faults: tuple[Fault, ...] = ()


def read_front_matter(text: str, *, place: str) -> FrontMatter:
    """Return the front matter of a Markdown text; lines of faults count from its first line."""
    found = _FRONT.match(text)
    if found is None or found.end() > _SIZE_LIMIT:
        return FrontMatter()
    try:
        table = _read_head(_blanked(text, found), found["mark"], place)
    except BadManifest as error:
        return FrontMatter(faults=error.faults)
    if table.kind not in (Kind.TABLE, Kind.NOTHING):
        return FrontMatter()  # a text between two rules
    ours = {
        key: item
        for key, item in table.fields.items()
        if key in _KEYS and item.kind is not Kind.FLAG
    }
    if not ours:
        return FrontMatter(body=found.end())
    start, end = found.span("body")
    declaration, faults = read_declaration(
        replace(table, fields=ours),
        basis=Basis.STATED_IN_SOURCE,
        declared=Location(place=place, start=start, end=end),
    )
    return FrontMatter(declaration=declaration, body=found.end(), faults=tuple(faults))


def _blanked(text: str, found: re.Match[str]) -> str:
    # The opening mark becomes blanks: lines and positions stay those of the file.
    opening = text[: found.start("body")]
    return re.sub(r"[^\r\n]", " ", opening) + found["body"]


def _read_head(head: str, mark: str, place: str) -> Written:
    if mark == "+++":
        return read_toml(head, place=place)
    try:
        return _read_yaml(head)
    except yaml.YAMLError as error:
        raise BadManifest(place, [_yaml_fault(error)]) from error
    except ModelError as error:
        raise BadManifest(place, [(1, str(error))]) from error


# -- YAML -----------------------------------------------------------------------------------------


def _read_yaml(head: str) -> Written:
    depth = 0
    for event in yaml.parse(head, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise ModelError("the front matter has an alias; write the value out where it belongs")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEPTH_LIMIT:
            raise ModelError(f"the front matter is nested more than {_DEPTH_LIMIT} levels deep")
    node = yaml.compose(head, Loader=yaml.SafeLoader)
    return Written(kind=Kind.NOTHING, line=1) if node is None else _written(node)


def _yaml_fault(error: yaml.YAMLError) -> Fault:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or "it holds a character that YAML does not allow"
    return (mark.line + 1 if mark else 1), f"the front matter is not YAML: {problem}"


def _written(node: yaml.Node) -> Written:
    blank = Written(
        kind=_kind(node),
        line=node.start_mark.line + 1,
        start=node.start_mark.index,
        end=node.end_mark.index,
    )
    if isinstance(node, yaml.MappingNode):
        pairs = [(key.value, value) for key, value in node.value]
        return replace(blank, fields={str(key): _written(value) for key, value in pairs})
    if isinstance(node, yaml.SequenceNode):
        return replace(blank, items=[_written(item) for item in node.value])
    return replace(blank, text=str(node.value))


def _kind(node: yaml.Node) -> Kind:
    if isinstance(node, yaml.MappingNode):
        return Kind.TABLE
    if isinstance(node, yaml.SequenceNode):
        return Kind.LIST
    plain = isinstance(node, yaml.ScalarNode) and node.style is None
    if plain and node.value.casefold() in _NOTHING:
        return Kind.NOTHING
    return Kind.FLAG if plain and node.value.casefold() in _FLAGS else Kind.TEXT
