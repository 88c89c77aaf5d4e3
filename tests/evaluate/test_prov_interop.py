"""One document in up to five syntaxes: what is read of each agrees, or the difference is named."""

from __future__ import annotations

import pytest

from cedarprov.errors import BadProv
from cedarprov.evaluate.prov_interop import (
    MEANING,
    Difference,
    compare_suite,
    differences,
    said_by,
)
from cedarprov.model.prov import Document, Kind, Statement
from cedarprov.rdf.prov.syntax import SUFFIXES, Syntax, read_file

EX = "http://example.org/"
RELATIVE = "an IRI in it is relative, and it declares no base"
REMOTE = "its JSON-LD context stands at another address, and nothing is fetched"
REFUSED = {
    "jsonld/pc1-full.jsonld": REMOTE,
    "jsonld/provtoolbox-mini-primer.jsonld": REMOTE,
    "jsonld/submission-example-3.jsonld": REMOTE,
    "nanopub/invalid__plain__emptyprov.trig": "nothing in it is PROV",
    "provn/container0.provn": "is no legal IRI",
    "provn/container1.provn": "is not expected here",
    "provn/container2.provn": "is not expected here",
    "provn/w3c-publication2.provn": "is not expected here",
    "wf4ever/workflow_1055_version_1.workflowrun.prov.ttl": RELATIVE,
    "wf4ever/workflow_1182_version_1.workflowrun.prov.ttl": RELATIVE,
    "wf4ever/workflow_2476_version_1.workflowrun.prov.ttl": RELATIVE,
}


def reading(*statements):
    return said_by(Document(statements=statements))


def used(identifier=None, time=None):
    return Statement(kind=Kind.USAGE, identifier=identifier, arguments=(EX + "a", EX + "e", time))


def test_the_syntaxes_of_a_document_agree_or_differ_by_name(shared):
    outcomes = list(compare_suite(shared / "suites" / "prov-interop"))
    refused = [each for each in outcomes if each.verdict == "refused"]

    assert len(outcomes) == 2385
    assert [each.file.name for each in outcomes if each.verdict == "unexplained"] == []
    assert {each.file.stem for each in refused} == {"entity100", "entity101"}
    assert all("IRI" in each.refused for each in refused)


def test_documents_of_others_are_read_or_refused_with_a_reason(shared):
    folder = shared / "data" / "prov_corpus"
    refused = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES or path.parent.name in {"schemas", "malformed"}:
            continue
        try:
            read_file(path)
        except BadProv as error:
            refused[f"{path.parent.name}/{path.name}"] = error.why

    assert set(refused) == set(REFUSED)
    assert [name for name, why in REFUSED.items() if why not in refused[name]] == []


def test_malformed_documents_are_refused_in_a_sentence(shared):
    paths = sorted((shared / "data" / "prov_corpus" / "malformed").iterdir())

    assert len(paths) == 17
    for path in paths:
        with pytest.raises(BadProv) as caught:
            read_file(path)
        assert caught.value.why


def test_one_run_says_the_same_in_both_trees_and_in_both_syntaxes_of_rdf(shared):
    # Its writer put 1 for true in PROV-N, and left agents out of qualified forms in RDF.
    folder = shared / "data" / "prov_corpus" / "cwlprov_revsort"
    json, xml, turtle, json_ld = (
        said_by(read_file(folder / f"primary.cwlprov.{ending}"))
        for ending in ("json", "xml", "ttl", "jsonld")
    )

    assert json == xml
    assert turtle == json_ld
    assert len(json) > 40
    assert len(json & turtle) > 40


def test_a_difference_without_a_name_stays_one():
    other = Statement(kind=Kind.ENTITY, identifier=EX + "e")

    assert differences(reading(used()), reading(used()), Syntax.XML) == ()
    assert differences(reading(used()), reading(used(), other), Syntax.TRIG) is None


def test_only_the_differences_that_are_needed_are_named():
    plain_too = reading(used(), used(EX + "u", "2012-03-31T09:21:00Z"))
    without = reading(used(EX + "u", "2012-03-31T09:21:00Z"))

    assert differences(plain_too, without, Syntax.TRIG) == (Difference.SAID_WITH_MORE,)
    assert differences(plain_too, without, Syntax.JSON) is None


def test_times_that_share_a_node_are_compared_one_by_one():
    first, second, third = (f"201{year}-03-31T09:21:00Z" for year in range(3))
    apart = reading(used(EX + "u", first), used(EX + "u", second))

    together = reading(used(EX + "u", second), used(EX + "u", first), used(EX + "u"))
    other = reading(used(EX + "u", first), used(EX + "u", third))
    assert differences(apart, together, Syntax.TURTLE) == (Difference.SHARED_NODE,)
    assert differences(apart, other, Syntax.TURTLE) is None


def test_every_difference_is_explained_here_and_in_the_reference(root):
    page = (root / "docs/reference/prov-formats.md").read_text(encoding="utf-8")

    assert set(MEANING) == set(Difference)
    assert [name for name in Difference if f"`{name}`" not in page] == []
