from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
    parse,
)

from cedarprov.errors import BadValue, CanonicalizationTooCostly
from cedarprov.rdf.canonicalization import canonical_labels, canonical_lines, skolemised

P = NamedNode("urn:p")
NODES = [BlankNode(name) for name in "abcd"]
terms = st.sampled_from([*NODES, NamedNode("urn:a"), NamedNode("urn:b")])
quads = st.builds(
    Quad,
    terms,
    st.sampled_from([P, NamedNode("urn:q")]),
    st.one_of(terms, st.builds(Literal, st.text(max_size=2))),
    st.one_of(terms, st.just(DefaultGraph())),
)
documents = st.lists(quads, max_size=7)


def cases(shared: Path) -> Iterator[tuple[str, str, Path]]:
    folder = shared / "suites/rdf-canon"
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            algorithm = (row["hashAlgorithm"] or "SHA256").lower()
            yield row["rdfc10"], algorithm, folder / "rdfc10" / row["test"]


def read(path: Path) -> list[Quad]:
    return list(parse(path.with_name(f"{path.name}-in.nq").read_bytes(), RdfFormat.N_QUADS))


def test_every_evaluation_case_of_the_test_suite_gives_the_expected_file(shared: Path):
    wrong, right = [], 0
    for kind, algorithm, path in cases(shared):
        if kind == "TRUE":
            lines = canonical_lines(read(path), algorithm)
            expected = path.with_name(f"{path.name}-rdfc10.nq").read_bytes()
            right += b"".join(line + b"\n" for line in lines) == expected
            wrong += [path.name] if b"".join(line + b"\n" for line in lines) != expected else []

    assert (wrong, right) == ([], 64)


def test_the_labels_are_those_of_the_test_suite(shared: Path):
    wrong, right = [], 0
    for _, algorithm, path in cases(shared):
        expected = path.with_name(f"{path.name}-rdfc10map.json")
        if expected.exists():
            # The reader gives blank nodes names of its own: they are found again by their lines.
            labels = canonical_labels(read(path), algorithm)
            fits = sorted(labels.values()) == sorted(json.loads(expected.read_text()).values())
            right += fits
            wrong += [] if fits else [path.name]

    assert wrong == []
    assert right > 20


def test_the_hostile_clique_is_stopped_at_the_limit(shared: Path):
    [path] = [path for kind, _, path in cases(shared) if "Negative" in kind]

    with pytest.raises(CanonicalizationTooCostly, match="10 blank nodes"):
        canonical_lines(read(path))


def test_a_long_chain_of_nodes_that_look_alike_is_stopped_and_not_followed_without_end():
    chain = [BlankNode(f"n{number}") for number in range(1000)]
    ring = [Quad(one, P, chain[(at + 1) % 1000]) for at, one in enumerate(chain)]

    with pytest.raises(CanonicalizationTooCostly):
        canonical_labels(ring)


def test_many_nodes_that_stand_alone_are_named():
    alone = [Quad(BlankNode(f"n{number}"), P, NamedNode("urn:a")) for number in range(2000)]

    assert len(set(canonical_labels(alone).values())) == 2000


@given(documents)
def test_the_result_is_that_of_the_engine(document: list[Quad]):
    engine = Dataset(document)
    engine.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)

    assert canonical_lines(document) == sorted(f"{quad} .".encode() for quad in engine)


@given(documents, st.permutations(NODES), st.randoms())
def test_other_names_and_another_order_give_the_same_iris(document, renamed, random):
    names = dict(zip(NODES, renamed, strict=True))
    again = [Quad(*(names.get(term, term) for term in quad)) for quad in document]
    random.shuffle(again)

    assert skolemised(again) == skolemised(document)


@given(documents)
def test_nothing_is_blank_once_the_nodes_have_iris_and_nothing_is_lost(document: list[Quad]):
    named = skolemised(document)

    assert not any(isinstance(term, BlankNode) for quad in named for term in quad)
    assert len(set(named)) == len(set(document))


def test_another_document_gives_other_iris():
    first, second = (
        skolemised([Quad(BlankNode(), P, Literal(text))])[0].subject for text in ("one", "two")
    )

    assert first != second


def test_a_term_that_is_a_triple_is_refused():
    said = Triple(NamedNode("urn:a"), P, NamedNode("urn:b"))

    with pytest.raises(BadValue, match="blank node"):
        canonical_lines([Quad(NamedNode("urn:c"), P, said)])
