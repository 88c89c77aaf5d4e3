"""A foreign PROV document as what is quoted of it: its statements as N-Quads, whatever its syntax.

A document in a syntax of RDF is quoted as it is, what is not PROV in it included; any other in
PROV-O. Blank nodes get IRIs from what is said of them (see `rdf.canonicalization`), so that a node
which two of its graphs share stays one, and the same statements are the same text.
"""

from __future__ import annotations

from typing import Final

from pyoxigraph import Quad, RdfFormat, parse

from cedarprov.errors import BadProv, BadValue
from cedarprov.model.frozen import Frozen
from cedarprov.model.prov import Document
from cedarprov.rdf.canonicalization import skolemised
from cedarprov.rdf.naming import digest_of
from cedarprov.rdf.prov.losses import MEANING, Loss
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.rdf.prov.writing import write

_FORMS: Final = {
    Syntax.TURTLE: RdfFormat.TURTLE,
    Syntax.TRIG: RdfFormat.TRIG,
    Syntax.NQUADS: RdfFormat.N_QUADS,
    Syntax.NTRIPLES: RdfFormat.N_TRIPLES,
    Syntax.RDF_XML: RdfFormat.RDF_XML,
    Syntax.JSON_LD: RdfFormat.JSON_LD,
}


class Quotation(Frozen):
    """A document, and what is quoted of it.

    `text` is sorted N-Quads, `statements` counts its lines, `meaning` is the digest of what the
    document says in PROV, and `notes` are sentences on what was left out or is said otherwise.
    """

    document: Document
    text: str
    statements: int
    meaning: str
    notes: tuple[str, ...]


def quotation(data: bytes, syntax: Syntax, place: str = "the document") -> Quotation:
    """Return what is quoted of a PROV document; `place` names it in errors.

    Raises:
        BadProv: It is no PROV document in that syntax, or says nothing.
        CanonicalizationTooCostly: Its blank nodes are too much alike to be told apart in time.
    """
    document = read(data, syntax, place)
    try:
        written = write(document, Syntax.NQUADS)
        meant = skolemised(parse(written.data, format=RdfFormat.N_QUADS))
        form = _FORMS.get(syntax)
        quads = meant if form is None else skolemised(parse(data, format=form))
    except (BadValue, ValueError, SyntaxError) as error:
        raise BadProv(place, str(error)) from error
    if not quads:
        raise BadProv(place, "it says nothing that could be quoted")
    return Quotation(
        document=document,
        text=_text(quads),
        statements=len(quads),
        meaning=digest_of(_text(meant).encode()),
        notes=() if form else (*document.notes, *map(_note, written.losses)),
    )


def _text(quads: list[Quad]) -> str:
    return "".join(f"{line} .\n" for line in map(str, quads))


def _note(loss: Loss) -> str:
    statement = loss.statement
    names = (statement.identifier, *statement.arguments) if statement else ()
    about = next((name for name in names if name), loss.bundle or "the document")
    return f"{about}: {MEANING[loss.name]}"
