"""What may be run of the SPARQL that users bring, decided on its parse tree.

Oxigraph cannot be told to stay off the network, so a query is parsed by RDFLib first and refused
if it holds a SERVICE pattern anywhere, or is no query at all but an update (LOAD is one). What
RDFLib cannot parse is refused too: SPARQL 1.2 syntax, for one. FROM and FROM NAMED are let through,
since Oxigraph takes them for names of stored graphs and never fetches them.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadQuery, ForbiddenQuery
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_ESCAPE: Final = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\\\")
_SERVICE: Final = "a SERVICE pattern, which calls another server"
_TOO_DEEP: Final = "it nests too deeply; write it with fewer brackets within brackets"


class QueryForm(StrEnum):
    """The four forms of a query (SPARQL 1.1, section 16)."""

    SELECT = "SELECT"
    ASK = "ASK"
    CONSTRUCT = "CONSTRUCT"
    DESCRIBE = "DESCRIBE"


class ReadQuery(Frozen):
    """What is known of a query that was found harmless; `dataset`: it has a FROM clause."""

    form: QueryForm
    dataset: bool


def check_read_only(query: str) -> ReadQuery:
    """Return what `query` is, if it reads the store and reaches nothing else.

    Parsing takes time that grows faster than the query: run it under a time limit.

    Raises:
        ForbiddenQuery: It is an update, or has a SERVICE pattern.
        BadQuery: It is not SPARQL 1.1, or nests too deeply to be parsed.
    """
    from rdflib.plugins.sparql.parser import parseQuery  # noqa: PLC0415 - heavy

    text = _unambiguous(query)
    try:
        tree = parseQuery(text)
    except RecursionError:
        raise BadQuery(_TOO_DEEP) from None
    except Exception as error:  # noqa: BLE001 - what RDFLib cannot read is not known to be harmless
        _refuse_update(text)
        raise _refusal(error) from None
    names = set(_names(tree))
    if "ServiceGraphPattern" in names:
        raise ForbiddenQuery(_SERVICE)
    form = QueryForm(tree[1].name.removesuffix("Query").upper())
    return ReadQuery(form=form, dataset="DatasetClause" in names)


def _unambiguous(query: str) -> str:
    r"""Return `query` such that RDFLib and Oxigraph agree on where its strings and comments end.

    RDFLib expands code point escapes before it looks for strings, so that `"\u0022 #"` would end
    early and a comment would hide what follows; Oxigraph, which runs the query, expands them
    within strings and IRIs only. And a comment ends at a carriage return to Oxigraph, but not to
    RDFLib. The result keeps lines and columns, not the values of strings.
    """
    lines = query.replace("\r\n", " \n").replace("\r", "\n")
    return _ESCAPE.sub(lambda escape: "x" * len(escape[0]), lines)


def _refuse_update(text: str) -> None:
    from rdflib.plugins.sparql.parser import parseUpdate  # noqa: PLC0415 - heavy

    try:
        requests = parseUpdate(text).request
    except Exception:  # noqa: BLE001 - then it is no update either
        return
    if requests:
        raise ForbiddenQuery(f"an update ({requests[0].name})")


def _refusal(error: Exception) -> BadQuery | ForbiddenQuery:
    # RDFLib reads no SERVICE pattern that stands behind a string with a "#".
    if re.search(r"found 'service\b", str(error), re.IGNORECASE):
        return ForbiddenQuery(_SERVICE)
    why = re.sub(r"\s*\(at char .*", "", str(error), flags=re.DOTALL)
    return BadQuery(why, getattr(error, "lineno", None), getattr(error, "column", None))


def _names(tree: object) -> Iterator[str]:
    """Yield the name of every production in `tree`, without recursion."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str | bytes):
            continue
        if name := getattr(node, "name", None):
            yield name
        if isinstance(node, dict):
            waiting.extend(node.values())
        elif hasattr(node, "__iter__"):
            waiting.extend(node)
