"""The page of limits says what the code holds to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cedarprov.check import signature
from cedarprov.check.prov import validation
from cedarprov.errors import BadManifest, TermTooLong
from cedarprov.ingest import front_matter, plan, toml, walk
from cedarprov.model import question, scope
from cedarprov.rdf import bounded, canonicalization
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.store import archive_files, archive_manifest, sandbox

QUERY, ARCHIVE = sandbox.Limits(), archive_files.LIMITS
LIMITS = {
    "a document, in bytes": walk.SIZE_LIMIT,
    "a document, in lines": plan.LINE_LIMIT,
    "front matter, in code points": front_matter._SIZE_LIMIT,
    "front matter, nested lists and tables": front_matter._DEPTH_LIMIT,
    "any other file that a command is given, in bytes": bounded.GIVEN_LIMIT,
    "a manifest or a file of saved questions, in code points": toml.LENGTH_LIMIT,
    "the parts of a key of TOML": toml._PARTS_LIMIT,
    "the words of a question, in code points": question.LONGEST_WORDS,
    "the conditions of a scope": scope._MOST_CONDITIONS,
    "an expression of a scope, in code points": scope.LONGEST,
    "one term of RDF, in bytes": bounded.TERM_LIMIT,
    "a signature, in bytes": signature._LARGEST,
    "the files of an archive": ARCHIVE.files,
    "all files together, unpacked, in bytes": ARCHIVE.size,
    "bytes unpacked for each byte of a zip": ARCHIVE.ratio,
    "bytes unpacked that count as small": ARCHIVE.slack,
    "the folders of an archive within each other": archive_files._DEEPEST,
    "the manifest of an archive, in bytes": archive_manifest._LARGEST,
    "a query, in seconds": QUERY.seconds,
    "a query, in rows or triples": QUERY.rows,
    "a query, in MiB of address space": QUERY.megabytes,
    "a PROV document, statements given and inferred": validation.LIMIT,
    "canonical names for blank nodes, in steps": canonicalization._STEPS,
    "the same, steps more for each blank node": canonicalization._STEPS_EACH,
    "the same, nodes alike in a chain": canonicalization._DEPTH,
}


def test_the_page_names_every_limit_as_it_is(root: Path):
    page = (root / "docs/reference/limits.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([\d,]+) \|", page, re.MULTILINE)

    assert {what: int(value.replace(",", "")) for what, value in rows} == LIMITS


@pytest.mark.parametrize("syntax", [Syntax.NQUADS, Syntax.TRIG, Syntax.TURTLE, Syntax.NTRIPLES])
def test_a_term_of_rdf_beyond_the_limit_is_told_as_such(syntax):
    written = b'<urn:a> <http://www.w3.org/2000/01/rdf-schema#label> "%b" .'

    with pytest.raises(TermTooLong, match="more than 16777216 bytes"):
        read(written % (b"x" * bounded.TERM_LIMIT), syntax)


@pytest.mark.parametrize("parts", [50, 51])
def test_a_key_of_toml_may_have_as_many_parts_as_are_said(parts):
    written = ".".join("a" * parts) + " = 1"

    if parts <= toml._PARTS_LIMIT:
        toml.read_toml(written, place="a.toml")
    else:
        with pytest.raises(BadManifest, match="more than 50 parts"):
            toml.read_toml(written, place="a.toml")
