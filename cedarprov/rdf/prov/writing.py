"""The one writer of PROV documents in each of their syntaxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pyoxigraph import RdfFormat

from cedarprov.errors import BadValue
from cedarprov.model.frozen import replace
from cedarprov.model.prov import Bundle, Document
from cedarprov.rdf.prov.losses import Written
from cedarprov.rdf.prov.provjson_writer import write_json
from cedarprov.rdf.prov.provn_writer import write_notation
from cedarprov.rdf.prov.provo_writer import write_rdf
from cedarprov.rdf.prov.provxml_writer import write_xml
from cedarprov.rdf.prov.syntax import Syntax


def write(document: Document, syntax: Syntax) -> Written:
    """Return a document in a syntax of `WRITABLE`; the same document gives the same bytes.

    Bundles of one name are one bundle.

    Raises:
        BadValue: Documents are read in the syntax, but not written.
        BundlesInOneGraph: The document has bundles, and the syntax has no place for any.
    """
    if syntax not in _WRITERS:
        raise BadValue("syntax", syntax.value, f"one of {', '.join(WRITABLE)}")
    bundles: dict[str, Bundle] = {}
    for bundle in document.bundles:
        before = bundles.get(bundle.identifier)
        bundles[bundle.identifier] = bundle if before is None else _joined(before, bundle)
    return _WRITERS[syntax](replace(document, bundles=tuple(bundles.values())))


def _joined(first: Bundle, second: Bundle) -> Bundle:
    return Bundle(
        identifier=first.identifier,
        statements=(*first.statements, *second.statements),
        prefixes={**second.prefixes, **first.prefixes},
    )


_WRITERS: Final[Mapping[Syntax, Callable[[Document], Written]]] = {
    Syntax.PROVN: write_notation,
    Syntax.JSON: write_json,
    Syntax.XML: write_xml,
    Syntax.TURTLE: partial(write_rdf, form=RdfFormat.TURTLE),
    Syntax.TRIG: partial(write_rdf, form=RdfFormat.TRIG),
    Syntax.NQUADS: partial(write_rdf, form=RdfFormat.N_QUADS),
    Syntax.NTRIPLES: partial(write_rdf, form=RdfFormat.N_TRIPLES),
}
"""The writer of each syntax that a document is written in."""

WRITABLE: Final = tuple(_WRITERS)
