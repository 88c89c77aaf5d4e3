"""IRIs for blank names, for the syntaxes that have none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from cedarprov.model.frozen import replace
from cedarprov.model.prov import ARGUMENTS, TIMES, Bundle, Document, Name, Statement
from cedarprov.rdf.prov.losses import Loss, LossName
from cedarprov.rdf.prov.terms import is_blank

_SPACE: Final = "https://w3id.org/cedarprov/.well-known/genid/"
"""Where the IRIs of blank nodes stand (RDF 1.1 Concepts, 3.5)."""


def without_blanks(document: Document) -> tuple[Document, list[Loss]]:
    """Return a document in which blank names are IRIs, and a loss for each statement changed."""
    losses: list[Loss] = []
    statements = _renamed(document.statements, None, losses)
    bundles = tuple(
        Bundle(
            identifier=_named(bundle.identifier),
            statements=_renamed(bundle.statements, bundle.identifier, losses),
            prefixes=bundle.prefixes,
        )
        for bundle in document.bundles
    )
    return replace(document, statements=statements, bundles=bundles), losses


def _renamed(
    statements: Sequence[Statement], bundle: str | None, losses: list[Loss]
) -> tuple[Statement, ...]:
    renamed = tuple(map(_without_blanks, statements))
    losses.extend(
        Loss(name=LossName.BLANK_NAME, statement=before, bundle=bundle)
        for before, after in zip(statements, renamed, strict=True)
        if before != after
    )
    return renamed


def _without_blanks(statement: Statement) -> Statement:
    names = ARGUMENTS[statement.kind]
    return replace(
        statement,
        identifier=None if statement.identifier is None else _named(statement.identifier),
        arguments=tuple(
            value if value is None or name in TIMES else _named(value)
            for name, value in zip(names, statement.arguments, strict=True)
        ),
        attributes=tuple(
            (key, Name(iri=_named(value.iri)) if isinstance(value, Name) else value)
            for key, value in statement.attributes
        ),
    )


def _named(name: str) -> str:
    return _SPACE + quote(name[2:], safe="") if is_blank(name) else name
