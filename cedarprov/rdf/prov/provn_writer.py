"""PROV-N: statements to text (W3C Recommendation, 30 April 2013), one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from cedarprov.model.prov import (
    ARGUMENTS,
    TIMES,
    Bundle,
    Document,
    Name,
    Statement,
    Value,
)
from cedarprov.rdf.prov.grammar import INNER, LANGUAGE, LETTERS
from cedarprov.rdf.prov.losses import Loss, LossName, Written
from cedarprov.rdf.prov.shortening import Shortener
from cedarprov.rdf.prov.terms import ELEMENTS, NAMES, PREDECLARED, STRING
from cedarprov.rdf.prov.unblanking import without_blanks

# What a local part may hold: some of it stands behind a backslash (3.7.1, PN_LOCAL).
_LOCAL: Final = re.compile(rf"(?:[{INNER}{LETTERS}/@~&+*?#$!='(),:;\[\].]|%[0-9A-Fa-f]{{2}})*")
_TO_ESCAPE: Final = re.compile(r"[='(),:;\[\]]|^[.-]|[.-]$")
_IN_STRINGS: Final = {
    ord(character): f"\\{letter}"
    for character, letter in {
        "\\": "\\",
        '"': '"',
        "\n": "n",
        "\r": "r",
        "\t": "t",
        "\b": "b",
        "\f": "f",
    }.items()
}
_AS_STATEMENT: Final = frozenset({"default"})


def write_notation(document: Document) -> Written:
    """Return a document as PROV-N."""
    document, losses = without_blanks(document)
    scope = _Scope(document.prefixes, None, losses)
    body = [scope.line(each) for each in document.statements]
    bundles = [
        line for bundle in document.bundles for line in _bundle(bundle, document.prefixes, losses)
    ]
    lines = ["document", *scope.declarations(document.prefixes), *body, *bundles, "endDocument", ""]
    return Written(data="\n".join(lines).encode(), losses=tuple(losses))


def _bundle(bundle: Bundle, outer: Mapping[str, str], losses: list[Loss]) -> Iterator[str]:
    scope = _Scope({**outer, **bundle.prefixes}, bundle.identifier, losses)
    name = scope.name(bundle.identifier)
    body = [scope.line(each) for each in bundle.statements]
    yield f"bundle {name}"
    yield from scope.declarations(bundle.prefixes, outer)
    yield from body
    yield "endBundle"


class _Scope:
    """Where the prefixes of a document or of a bundle hold."""

    def __init__(self, prefixes: Mapping[str, str], bundle: str | None, losses: list[Loss]) -> None:
        self._short = Shortener(prefixes, _LOCAL, _AS_STATEMENT)
        self._bundle = bundle
        self._losses = losses

    def declarations(
        self, own: Mapping[str, str], outer: Mapping[str, str] | None = None
    ) -> Iterator[str]:
        """Yield the declarations that the names need, and those of the document itself."""
        if "" in own:
            yield f"default <{own['']}>"
        known = {**PREDECLARED, **(outer or {})}
        for prefix, space in self._short.prefixes.items():
            if known.get(prefix) != space:
                yield f"prefix {prefix} <{space}>"

    def name(self, iri: str) -> str:
        """Return the qualified name of an IRI."""
        prefix, local = self._short.loose_parts(iri)
        return f"{prefix}:" + _TO_ESCAPE.sub(r"\\\g<0>", local)

    def line(self, statement: Statement) -> str:
        """Return a statement."""
        kind, identifier = statement.kind, statement.identifier
        arguments = [
            "-" if value is None else value if name in TIMES else self.name(value)
            for name, value in zip(ARGUMENTS[kind], statement.arguments, strict=True)
        ]
        before = ""
        if identifier is not None:
            if kind in ELEMENTS:
                arguments.insert(0, self.name(identifier))
            else:
                before = f"{self.name(identifier)}; "
        pairs = [
            f"{self.name(key)} = {self._value(value, statement)}"
            for key, value in statement.attributes
        ]
        if pairs:
            arguments.append(f"[{', '.join(pairs)}]")
        return f"{kind}({before}{', '.join(arguments)})"

    def _value(self, value: Value, statement: Statement) -> str:
        if isinstance(value, Name):
            return f"'{self.name(value.iri)}'"
        text = f'"{value.lexical.translate(_IN_STRINGS)}"'
        if value.language is not None:
            if LANGUAGE.fullmatch(value.language):
                return f"{text}@{value.language}"
            self._lose(LossName.LANGUAGE_TAG, statement)
            return text
        if value.datatype in NAMES:
            self._lose(LossName.NAME_AS_TEXT, statement)
            return text
        return text if value.datatype == STRING else f"{text} %% {self.name(value.datatype)}"

    def _lose(self, name: LossName, statement: Statement) -> None:
        self._losses.append(Loss(name=name, statement=statement, bundle=self._bundle))
