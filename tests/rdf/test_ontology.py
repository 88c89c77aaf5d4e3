from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, parse, serialize
from strategies import Draft, drafts

from cedarprov import assets
from cedarprov.check.guard import FastGuard, ReferenceGuard
from cedarprov.check.shape import Shapes
from cedarprov.rdf import vocabulary as v

HERE: Final = Path(__file__).parent
RDFS: Final = v.PREFIXES["rdfs"]
PROV: Final = v.PREFIXES["prov"]
CITO: Final = "http://purl.org/spar/cito/"
FILES: Final = sorted(assets.ontologies().glob("*.ttl"))
ONTOLOGY: Final = [
    quad.triple for file in FILES for quad in parse(path=file, format=RdfFormat.TURTLE)
]
OURS: Final = {
    item.subject.value.removeprefix(v.NAMESPACE)
    for item in ONTOLOGY
    if isinstance(item.subject, NamedNode) and item.subject.value != v.NAMESPACE
}
CONSTANTS: Final = {
    term.value.removeprefix(v.NAMESPACE): name
    for name, term in vars(v).items()
    if isinstance(term, NamedNode) and term.value.startswith(v.NAMESPACE)
}


def stated(predicate: str) -> dict[str, set[str]]:
    values = defaultdict(set)
    for item in ONTOLOGY:
        if item.predicate.value == predicate:
            values[item.subject.value].add(item.object.value)
    return values


def test_the_ontologies_and_the_vocabulary_have_the_same_terms():
    assert set(CONSTANTS) == OURS


def test_every_term_is_used_by_a_shape_a_query_or_the_code():
    files = (*assets.shapes().rglob("*.ttl"), *assets.queries().rglob("*.rq"))
    shapes = "".join(file.read_text() for file in files)
    package = Path(v.__file__).parent.parent
    modules = [file for file in package.rglob("*.py") if file.name != "vocabulary.py"]
    code = "".join(file.read_text() for file in modules)

    used = {f"cedar:{name}" for name in re.findall(r"cedar:(\w+)", shapes)}
    used |= {f"v.{name}" for name in re.findall(r"\bv\.([A-Z_]+)", code)}

    unused = {
        name
        for name, constant in CONSTANTS.items()
        if not used & {f"cedar:{name}", f"v.{constant}"}
    }
    assert unused == set()


@pytest.mark.parametrize("engine", [FastGuard, ReferenceGuard])
def test_every_term_says_what_it_is_and_every_class_has_a_parent(
    engine: type[FastGuard | ReferenceGuard],
):
    shapes = Shapes.parse([(HERE / "term-shape.ttl").read_bytes()])

    report = engine(shapes).check(serialize(ONTOLOGY, format=RdfFormat.N_TRIPLES) or b"")

    assert [str(finding) for finding in report.findings] == []
    assert report.focus_nodes["urn:test:Term"] == len(OURS)


def roots(kind: str) -> set[str]:
    """The classes of PROV-O that a class descends from."""
    if kind.startswith(PROV):
        return {kind}
    parents = stated(RDFS + "subClassOf").get(kind, ())
    return {root for parent in parents for root in roots(parent)}


def test_every_class_descends_from_a_class_of_prov():
    kinds = stated(v.TYPE.value)
    classes = [node for node, types in kinds.items() if any(t.endswith("#Class") for t in types)]

    assert classes
    assert [kind for kind in classes if not roots(kind)] == []


def test_cito_is_only_ever_a_close_match():
    """Its properties entail cito:cites, which an edge between records need not mean."""
    links = {
        item.predicate.value
        for item in ONTOLOGY
        if not isinstance(item.object, Literal) and item.object.value.startswith(CITO)
    }

    assert links == {v.PREFIXES["skos"] + "closeMatch"}


# What PROV-O says of the subjects of the properties that the mapping uses.
PROV_DOMAINS: Final = {
    v.STARTED_AT_TIME.value: "Activity",
    v.ENDED_AT_TIME.value: "Activity",
    v.USED.value: "Activity",
    v.WAS_ASSOCIATED_WITH.value: "Activity",
    v.QUALIFIED_ASSOCIATION.value: "Activity",
    v.WAS_INFORMED_BY.value: "Activity",
    v.HAD_PLAN.value: "Association",
    v.GENERATED_AT_TIME.value: "Entity",
    v.WAS_GENERATED_BY.value: "Entity",
    v.WAS_ATTRIBUTED_TO.value: "Entity",
    v.WAS_DERIVED_FROM.value: "Entity",
    v.WAS_QUOTED_FROM.value: "Entity",
    v.SPECIALIZATION_OF.value: "Entity",
}
DISJOINT: Final = {PROV + "Entity", PROV + "Activity", PROV + "Association"}


def entailed(triples: tuple[Triple, ...]) -> dict[str, set[str]]:
    """The classes of PROV-O that types, domains and ranges put each node in."""
    domains, ranges = stated(RDFS + "domain"), stated(RDFS + "range")
    kinds: dict[str, set[str]] = defaultdict(set)
    for item in triples:
        predicate, subject, value = item.predicate.value, item.subject.value, item.object.value
        if predicate in PROV_DOMAINS:
            kinds[subject].add(PROV + PROV_DOMAINS[predicate])
        for domain in (*domains[predicate], *([value] if predicate == v.TYPE.value else ())):
            kinds[subject] |= roots(domain)
        for kind in ranges[predicate]:
            kinds[value] |= roots(kind)
    return kinds


@given(drafts())
def test_no_domain_or_range_makes_an_entity_an_activity(draft: Draft):
    """The two are disjoint (PROV-CONSTRAINTS, 55)."""
    kinds = entailed(draft.triples)

    assert [node for node, found in kinds.items() if len(found & DISJOINT) > 1] == []
