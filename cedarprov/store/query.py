"""SPARQL queries that live in files, are bound by token and answer in typed rows.

A query file is `queries/<area>/<name>.rq`: a sentence, then what goes in and what comes out::

    # Passages that support one claim, the most confident first.
    #
    # @param  $claim      iri      the claim to explain
    # @column ?passage    iri      where the words are
    # @column ?confidence double?  how sure the linking activity was

`$name` goes in, `?name` comes out. A type is one of `iri`, `string`, `integer`, `double`,
`boolean`, `dateTime` and `term` (any of them). A parameter marked `*` takes any number of values,
for a data block (`VALUES ?node { $nodes }`); a column marked `?` may be unbound. The file is legal
SPARQL as it stands, lists apart, and sets no LIMIT: the caller slices.

Binding replaces the tokens of the query language, never text: a `$name` within a string, an IRI, a
comment or an escape is left alone, and what replaces it is the N-Triples form of an RDF term.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from pyoxigraph import BlankNode, Triple

from cedarprov import assets
from cedarprov.errors import BadBinding, BadQueryFile, UnexpectedTerm
from cedarprov.model.frozen import Frozen, field_names
from cedarprov.store.datatype import DATATYPES, Reading, Term

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Scalar = Term | str | int | float | bool
Value = Scalar | Iterable[Scalar]

Row = TypeVar("Row", bound=Frozen)

# SPARQL 1.1, section 19.8: the tokens in which a `$` or a keyword is not what it seems.
_TOKEN: Final = re.compile(
    r'''
      (?P<opaque> """(?:"{0,2}(?:[^"\\]|\\.))*""" | \'\'\'(?:'{0,2}(?:[^'\\]|\\.))*\'\'\'
                | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'
                | <[^<>"{}|^`\\\x00-\x20]*>
                | \#[^\n\r]* | \\. )
    | \$(?P<parameter> \w+)
    | \?\w+ | \w*:[\w.-]*
    | (?P<word> [A-Za-z]+)
    ''',
    re.VERBOSE | re.DOTALL,
)
_DECLARATION: Final = re.compile(
    r"#\s*@(?P<kind>\w+)\s+(?P<mark>[$?])(?P<name>\w+)\s+(?P<type>\w+)(?P<many>[*?]?)\s+\S"
)


class Solution(Protocol):
    """One solution of a SELECT query: its terms by the names of their variables."""

    def __getitem__(self, variable: str, /) -> Term | None: ...


class Reader(Protocol):
    """Whatever answers read-only SPARQL 1.1."""

    def select(self, sparql: str, /) -> Iterable[Solution]:
        """Return the solutions of a SELECT query."""
        ...

    def ask(self, sparql: str, /) -> bool:
        """Return the answer to an ASK query."""
        ...

    def construct(self, sparql: str, /) -> Iterable[Triple]:
        """Return the triples of a CONSTRUCT query."""
        ...


class Slot(Frozen):
    """One declared parameter or column; `flexible` is a list parameter or an optional column."""

    name: str
    type: str
    flexible: bool

    def reading(self) -> Reading:
        """Return the function that turns a term of this column into a value."""
        datatype = DATATYPES[self.type]
        return datatype.optional() if self.flexible else datatype.value


class Query(Frozen):
    """One query file, checked when it was read."""

    name: str
    summary: str
    parameters: Mapping[str, Slot]
    columns: tuple[Slot, ...]
    text: str
    path: Path

    def bind(self, **values: Value) -> str:
        """Return the SPARQL text with every parameter replaced by its value.

        A value is an RDF term, or a plain Python value that the declared type turns into one.

        Raises:
            BadBinding: A parameter is missing or unknown, or its value is not of the declared
                type. Blank nodes are refused: in a query they are variables (SPARQL 1.1, 4.1.4).
        """
        for name in self.parameters.keys() ^ values.keys():
            known = "it has no value" if name in self.parameters else "the query has none such"
            raise BadBinding(self.name, name, known)
        written = {
            name: self._written(slot, values[name]) for name, slot in self.parameters.items()
        }
        return _TOKEN.sub(
            lambda token: written[token["parameter"]] if token["parameter"] else token[0], self.text
        )

    def ask(self, reader: Reader, **values: Value) -> bool:
        """Return the answer to this ASK query."""
        return reader.ask(self.bind(**values))

    def triples(self, reader: Reader, **values: Value) -> Iterator[Triple]:
        """Yield the triples of this CONSTRUCT query."""
        yield from reader.construct(self.bind(**values))

    def _written(self, slot: Slot, value: Value) -> str:
        if not slot.flexible:
            return self._term(slot, value)
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise BadBinding(self.name, slot.name, f"it takes a list, not {value!r}")
        return " ".join(self._term(slot, each) for each in value)

    def _term(self, slot: Slot, value: object) -> str:
        if isinstance(value, BlankNode):
            raise BadBinding(self.name, slot.name, "a blank node would match anything; name an IRI")
        try:
            return str(DATATYPES[slot.type].term(value))
        except (TypeError, ValueError) as error:
            why = f"{value!r} is not of type {slot.type}: {error}"
            raise BadBinding(self.name, slot.name, why) from None


class Table(Frozen, Generic[Row]):
    """A SELECT query and the value that each of its rows becomes."""

    query: Query
    row: type[Row]

    def rows(self, reader: Reader, **values: Value) -> Iterator[Row]:
        """Yield the rows in the order of the query.

        Raises:
            BadBinding: As `Query.bind`.
            UnexpectedTerm: A term is not of the type that its column declares.
        """
        readings = [(slot.name, slot.reading()) for slot in self.query.columns]
        for solution in reader.select(self.query.bind(**values)):
            try:
                cells = {name: reading(solution[name]) for name, reading in readings}
            except (TypeError, ValueError):
                raise self._unexpected(solution) from None
            yield self.row(**cells)

    def _unexpected(self, solution: Solution) -> UnexpectedTerm:
        for slot in self.query.columns:
            try:
                slot.reading()(solution[slot.name])
            except (TypeError, ValueError):
                break
        return UnexpectedTerm(self.query.name, slot.name, solution[slot.name], slot.type)


def table(name: str, row: type[Row]) -> Table[Row]:
    """Return the SELECT query `name` ("area/name"), read into values of the class `row`.

    Raises:
        BadQueryFile: As `load`, or the columns are not the fields of `row`.
    """
    query = load(name)
    declared = {slot.name for slot in query.columns}
    wanted = set(field_names(row))
    if declared != wanted:
        why = f"its columns and the fields of {row.__name__} differ in {sorted(declared ^ wanted)}"
        raise BadQueryFile(query.path, 1, why)
    return Table(query=query, row=row)


@cache
def load(name: str) -> Query:
    """Return the query `name` ("area/name"), read once and checked.

    Raises:
        BadQueryFile: The file is missing, its header is not as described above, what it declares
            is not what its body uses, or it sets a LIMIT or an OFFSET.
    """
    path = assets.queries() / f"{name}.rq"
    if not path.is_file():
        raise BadQueryFile(path, 0, "there is no such file")
    return parse(name, path.read_text(encoding="utf-8"), path)


def parse(name: str, text: str, path: Path) -> Query:
    """Return the query that `text`, the content of the file at `path`, declares.

    Raises:
        BadQueryFile: As `load`.
    """
    first = text.partition("\n")[0]
    if not re.fullmatch(r"# [A-Z].*\.", first):
        raise BadQueryFile(path, 1, "the first line must be a comment and a sentence")
    declared = list(_declarations(text, path))
    parameters = {slot.name: slot for mark, slot in declared if mark == "$"}
    columns = {slot.name: slot for mark, slot in declared if mark == "?"}
    if len(parameters) + len(columns) < len(declared):
        raise BadQueryFile(path, 1, "a parameter or column is declared twice")
    _check_body(text, parameters, path)
    return Query(
        name=name,
        summary=first.removeprefix("# "),
        parameters=parameters,
        columns=tuple(columns.values()),
        text=text,
        path=path,
    )


def _declarations(text: str, path: Path) -> Iterator[tuple[str, Slot]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not re.match(r"#\s*@", line):
            continue
        found = _DECLARATION.match(line)
        expected = {"param": ("$", "*"), "column": ("?", "?")}
        mark, flag = expected.get(found["kind"], ("", "")) if found else ("", "")
        if not found or found["mark"] != mark or found["many"] not in ("", flag):
            why = "write `# @param $name type description` or `# @column ?name type description`"
            raise BadQueryFile(path, number, why)
        if found["type"] not in DATATYPES:
            why = f"the type {found['type']} is not one of {', '.join(DATATYPES)}"
            raise BadQueryFile(path, number, why)
        yield mark, Slot(name=found["name"], type=found["type"], flexible=bool(found["many"]))


def _check_body(text: str, parameters: Mapping[str, Slot], path: Path) -> None:
    used = dict[str, int]()
    for token in _TOKEN.finditer(text):
        line = text.count("\n", 0, token.start()) + 1
        if token["word"] and token["word"].upper() in {"LIMIT", "OFFSET"}:
            raise BadQueryFile(path, line, f"{token['word']} is for the caller to set")
        if token["parameter"]:
            used.setdefault(token["parameter"], line)
    for name, line in used.items():
        if name not in parameters:
            raise BadQueryFile(path, line, f"${name} is used but not declared by an @param line")
    for name in parameters:
        if name not in used:
            line = text[: text.index(f"${name}")].count("\n") + 1
            raise BadQueryFile(path, line, f"${name} is declared but not used")
