"""What a user's query gave, whole, as values and in the formats that other tools read."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from pyoxigraph import (
    Literal,
    NamedNode,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Triple,
    parse,
    parse_query_results,
    serialize,
)

from cedarprov.errors import WrongResultForm
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.guard import QueryForm
from cedarprov.store.datatype import DATATYPES

if TYPE_CHECKING:
    from cedarprov.store.datatype import Term

_GRAPHS = {QueryForm.CONSTRUCT, QueryForm.DESCRIBE}


class QueryResult(Frozen):
    """The whole result of one query.

    `payload` is the result as it was sent: SPARQL 1.1 TSV for SELECT, SPARQL 1.1 JSON for ASK,
    N-Triples for CONSTRUCT and DESCRIBE. Asking for what the form of the query does not give
    raises WrongResultForm.
    """

    form: QueryForm
    payload: bytes

    def __repr__(self) -> str:
        return f"{type(self).__name__}(form={self.form!r})"

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of a SELECT query, in the order of the query."""
        return tuple(variable.value for variable in self._solutions("variables").variables)

    @property
    def rows(self) -> list[tuple[Term | None, ...]]:
        """The solutions of a SELECT query as RDF terms, None where a variable is unbound."""
        return [tuple(solution) for solution in self._solutions("rows")]

    @property
    def records(self) -> list[dict[str, object]]:
        """The solutions as plain values by variable: int, float (decimals too), bool or str."""
        names = self.variables
        return [dict(zip(names, map(_plain, row), strict=True)) for row in self.rows]

    @property
    def boolean(self) -> bool:
        """The answer to an ASK query."""
        self._check("boolean", QueryForm.ASK)
        return bool(parse_query_results(self.payload, QueryResultsFormat.JSON))

    @property
    def triples(self) -> list[Triple]:
        """The triples of a CONSTRUCT or DESCRIBE query."""
        self._check("triples", *_GRAPHS)
        return [quad.triple for quad in parse(self.payload, RdfFormat.N_TRIPLES)]

    def to_csv(self) -> str:
        """Return the rows in SPARQL 1.1 CSV, which keeps the text of terms but not their types."""
        return _text(self._solutions("CSV").serialize(format=QueryResultsFormat.CSV))

    def to_json(self) -> str:
        """Return the rows, or the boolean, in SPARQL 1.1 Query Results JSON."""
        if self.form is QueryForm.ASK:
            return self.payload.decode()
        return _text(self._solutions("JSON").serialize(format=QueryResultsFormat.JSON))

    def to_turtle(self) -> str:
        """Return the triples in Turtle."""
        self._check("Turtle", *_GRAPHS)
        return _text(serialize(self.triples, format=RdfFormat.TURTLE))

    def _solutions(self, wanted: str) -> QuerySolutions:
        self._check(wanted, QueryForm.SELECT)
        found = parse_query_results(self.payload, QueryResultsFormat.TSV)
        assert isinstance(found, QuerySolutions)  # noqa: S101 - for the type checker: a table
        return found

    def _check(self, wanted: str, *forms: QueryForm) -> None:
        if self.form not in forms:
            allowed = {
                QueryForm.SELECT: "variables, rows, records, CSV and JSON",
                QueryForm.ASK: "a boolean and JSON",
            }.get(self.form, "triples and Turtle")
            raise WrongResultForm(self.form, wanted, allowed)


def _plain(term: Term | None) -> object:
    if isinstance(term, NamedNode):
        return term.value
    if not isinstance(term, Literal):
        return None if term is None else str(term)
    for name in ("integer", "double", "boolean"):
        with suppress(TypeError, ValueError):
            return DATATYPES[name].value(term)
    return term.value


def _text(written: bytes | None) -> str:
    return (written or b"").decode()
