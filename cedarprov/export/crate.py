"""The RO-Crate metadata of an archive, by which tools that do not know this format can place it.

RO-Crate Metadata Specification 1.1. The files are described by their folders; each of them, with
its digest, is in the manifest.
"""

from __future__ import annotations

import json
from typing import Any, Final

from cedarprov.model.frozen import Frozen

_PROFILE: Final = "https://w3id.org/ro/crate/1.1"
_N_QUADS: Final = "application/n-quads"
_N_QUADS_PAGE: Final = "https://www.w3.org/TR/n-quads/"

_PARTS: Final = (
    ("bundles/", "Bundles", "What each activity wrote: one named graph, in one file, each."),
    (
        "blobs/",
        "Blobs",
        "The bytes of versions and quoted documents, each under its SHA-256 digest.",
    ),
    ("ontologies/", "Ontologies", "The terms of the record, in Turtle."),
    ("shapes/", "Shapes", "The SHACL shapes that the record meets, in Turtle."),
)
_FILES: Final = (
    ("index.nq", "Index", "The order of the bundles, and the chain of their digests.", _N_QUADS),
    ("texts.nq", "Texts", "Every quotation, under the digest of its UTF-8 form.", _N_QUADS),
    ("manifest.json", "Manifest", "Every other file with its digest.", "application/json"),
)


class CrateFacts(Frozen):
    """What the metadata says of one archive; `folders` are the parts that hold something.

    `published` is when the last activity of the record ended (xsd:dateTime), if there is one.
    """

    base: str
    sequence: int
    head: str
    published: str
    release: str
    folders: frozenset[str]


def crate_metadata(facts: CrateFacts) -> bytes:
    """Return the RO-Crate metadata file of an archive, as JSON-LD."""
    graph = [_descriptor(), _root(facts), *_parts(facts), *_context(facts)]
    document = {"@context": f"{_PROFILE}/context", "@graph": graph}
    return f"{json.dumps(document, ensure_ascii=False, indent=1)}\n".encode()


def _descriptor() -> dict[str, Any]:
    return {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "about": {"@id": "./"},
        "conformsTo": {"@id": _PROFILE},
    }


def _root(facts: CrateFacts) -> dict[str, Any]:
    parts = [{"@id": part["@id"]} for part in _parts(facts)]
    dated = {"datePublished": facts.published} if facts.published else {}
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": f"Archive of the knowledge store {facts.base}",
        "description": (
            f"{facts.sequence} bundles of W3C PROV statements, the texts and bytes that they "
            f"quote, and the chain of their digests, which ends in {facts.head}."
        ),
        **dated,
        "identifier": facts.head,
        "license": {"@id": "#rights"},
        "isBasedOn": {"@id": "#software"},
        "hasPart": parts,
    }


def _parts(facts: CrateFacts) -> list[dict[str, Any]]:
    folders: list[dict[str, Any]] = [
        {"@id": path, "@type": "Dataset", "name": name, "description": said}
        for path, name, said in _PARTS
        if path in facts.folders
    ]
    files: list[dict[str, Any]] = [
        {
            "@id": path,
            "@type": "File",
            "name": name,
            "description": said,
            "encodingFormat": [form, {"@id": _N_QUADS_PAGE}] if form == _N_QUADS else form,
        }
        for path, name, said, form in _FILES
    ]
    return [*folders, *files]


def _context(facts: CrateFacts) -> list[dict[str, Any]]:
    rights = "The sources that are quoted are under the terms of those who published them."
    return [
        {"@id": "#rights", "@type": "CreativeWork", "name": "Rights", "description": rights},
        {
            "@id": "#software",
            "@type": "SoftwareApplication",
            "name": "cedarprov",
            "softwareVersion": facts.release,
        },
        {"@id": _N_QUADS_PAGE, "@type": "WebPage", "name": "RDF 1.1 N-Quads"},
    ]
