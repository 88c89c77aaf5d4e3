"""Turtle and TriG as people read them: one paragraph a node, types first, one property a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pyoxigraph import Quad, RdfFormat, Triple, serialize

from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.naming import Names

_PREFIXES: Final = ("cedar", "dcat", "dct", "prov", "rdf", "rdfs", "xsd")
# What stands after the base in the identifiers of records; each is a prefix of its own.
_KINDS: Final = tuple(
    """
    agent arm-choice association bundle capture claim condition curation
    declaration edge edition graph import inference passage plan
    purge quoted reading receipt redaction retrieval review reviewing
    scope source span text time version withdrawal
    """.split()  # noqa: SIM905 - easier to read
)


_STRETCH: Final = re.compile(r"/(\d+)-(\d+)>$")
Place = tuple[str, int, int, str]


def reading_order(statement: Quad | Triple) -> tuple[Place, bool, str, str]:
    """Return the place of a statement in its graph: by node, then types first, then by property.

    Passages and spans of one text are in its order, whatever the length of their numbers.
    """
    kind = statement.predicate
    return (_place(str(statement.subject)), kind != v.TYPE, str(kind), str(statement.object))


def _place(node: str) -> Place:
    found = _STRETCH.search(node)
    if found is None:
        return node, 0, 0, node
    return node[: found.start()], int(found[1]), int(found[2]), node


def prefixes_of(names: Names) -> Mapping[str, str]:
    """Return the prefixes of a written store; none is the beginning of another."""
    kinds = {kind: f"{names.base}{kind}/" for kind in _KINDS}
    return {name: v.PREFIXES[name] for name in _PREFIXES} | kinds


def header(prefixes: Mapping[str, str]) -> bytes:
    """Return the declarations of prefixes, sorted (Turtle, 6.5)."""
    return "".join(
        f"@prefix {name}: <{iri}> .\n" for name, iri in sorted(prefixes.items())
    ).encode()


def body(
    statements: Iterable[Quad] | Iterable[Triple], form: RdfFormat, prefixes: Mapping[str, str]
) -> bytes:
    """Return statements in Turtle or TriG without the declarations, which come in any order."""
    written = serialize(statements, format=form, prefixes=dict(prefixes)) or b""
    while written.startswith(b"@prefix "):
        written = written.partition(b"\n")[2]
    return b"".join(_paragraphs(written.splitlines(keepends=True)))


def _paragraphs(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines with an empty one between two nodes; the engine escapes breaks in literals."""
    before = b""
    for line in lines:
        if before.endswith(b" .\n") and line != b"}\n":
            yield b"\n"
        yield line
        before = line
