"""PROV-JSON: statements to objects by kind and identifier (W3C Member Submission, 2013)."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cedarprov.model.prov import ARGUMENTS, TIMES, Document, Name, Statement, Value
from cedarprov.rdf.prov.losses import Loss, LossName, Written
from cedarprov.rdf.prov.shortening import Shortener
from cedarprov.rdf.prov.terms import NAMES, STRING, free_blanks, is_argument, is_blank

_LOCAL: Final = re.compile(".*", re.DOTALL)
_RESERVED: Final = frozenset({"default"})

_Object = dict[str, Any]


def write_json(document: Document) -> Written:
    """Return a document as PROV-JSON.

    A relation without an identifier is named by a blank name, such as `_:id1`, which no other
    statement has.
    """
    losses: list[Loss] = []
    scope = _Scope(document.prefixes, document.statements, None, losses)
    content = scope.content(document.prefixes, {})
    for bundle in document.bundles:
        inner = _Scope(
            {**document.prefixes, **bundle.prefixes}, bundle.statements, bundle.identifier, losses
        )
        name = inner.name(bundle.identifier)
        found = inner.content(bundle.prefixes, document.prefixes)
        content.setdefault("bundle", {})[name] = found
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    return Written(data=text.encode(), losses=tuple(losses))


class _Scope:
    """Where the prefixes of a document or of a bundle hold."""

    def __init__(
        self,
        prefixes: Mapping[str, str],
        statements: Sequence[Statement],
        bundle: str | None,
        losses: list[Loss],
    ) -> None:
        self._short = Shortener(prefixes, _LOCAL, _RESERVED)
        self._statements = statements
        self._bundle = bundle
        self._losses = losses
        self._blanks = free_blanks(statements)

    def content(self, own: Mapping[str, str], outer: Mapping[str, str]) -> _Object:
        """Return the prefixes and the statements, each kind where it is met first."""
        groups: _Object = {}
        for statement in self._statements:
            group = groups.setdefault(statement.kind.value, {})
            name = self._key(statement)
            body = self._body(statement)
            if name not in group:
                group[name] = body
            elif isinstance(group[name], list):
                group[name].append(body)
            else:
                group[name] = [group[name], body]
        default = {"default": own[""]} if "" in own else {}
        needed = {
            prefix: space
            for prefix, space in self._short.prefixes.items()
            if outer.get(prefix) != space
        }
        prefixes = {**default, **needed}
        return {"prefix": prefixes, **groups} if prefixes else groups

    def name(self, iri: str) -> str:
        """Return the qualified name of an IRI, or a blank name as it is."""
        if is_blank(iri):
            return iri
        prefix, local = self._short.loose_parts(iri)
        return f"{prefix}:{local}"

    def _key(self, statement: Statement) -> str:
        if statement.identifier is None:
            return next(self._blanks)
        return self.name(statement.identifier)

    def _body(self, statement: Statement) -> _Object:
        body: _Object = {
            f"prov:{name}": value if name in TIMES else self.name(value)
            for name, value in zip(ARGUMENTS[statement.kind], statement.arguments, strict=True)
            if value is not None
        }
        attributes: dict[str, list[Any]] = defaultdict(list)
        for key, value in statement.attributes:
            if is_argument(statement.kind, key):
                self._lose(LossName.RESERVED_TERM, statement)
            else:
                attributes[self.name(key)].append(self._value(value, statement))
        for name, values in attributes.items():
            body[name] = values if len(values) > 1 else values[0]
        return body

    def _value(self, value: Value, statement: Statement) -> Any:  # noqa: ANN401 - JSON
        if isinstance(value, Name):
            return {"$": self.name(value.iri), "type": "prov:QUALIFIED_NAME"}
        if value.language is not None:
            return {"$": value.lexical, "lang": value.language}
        if value.datatype in NAMES:
            self._lose(LossName.NAME_AS_TEXT, statement)
            return value.lexical
        if value.datatype == STRING:
            return value.lexical
        return {"$": value.lexical, "type": self.name(value.datatype)}

    def _lose(self, name: LossName, statement: Statement) -> None:
        self._losses.append(Loss(name=name, statement=statement, bundle=self._bundle))
