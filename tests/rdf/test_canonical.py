from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import (
    CanonicalizationAlgorithm,
    Dataset,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
    serialize,
)
from strategies import Draft, characters, drafts

from cedarprov.rdf.canonical import bundle_digest, chain_digest

lines = st.lists(st.binary(min_size=1, max_size=12), max_size=6)


@given(lines, st.randoms())
def test_order_and_repetition_of_statements_make_no_other_digest(given_lines, random):
    again = [*given_lines, *given_lines]
    random.shuffle(again)

    assert bundle_digest(again) == bundle_digest(given_lines)


@given(lines, st.binary(min_size=1, max_size=12))
def test_one_statement_more_makes_another_digest(given_lines, more):
    assert (bundle_digest([*given_lines, more]) == bundle_digest(given_lines)) is (
        more in given_lines
    )


def test_the_digest_is_that_of_the_lines_each_with_its_end():
    digest = bundle_digest([b"<urn:b> <urn:p> <urn:o> .", b"<urn:a> <urn:p> <urn:o> ."])

    canonical = b"<urn:a> <urn:p> <urn:o> .\n<urn:b> <urn:p> <urn:o> .\n"
    assert digest == f"sha256:{hashlib.sha256(canonical).hexdigest()}"


@given(drafts())
def test_the_digest_is_that_of_rdfc_1_0_since_nothing_is_blank(draft: Draft):
    dataset = Dataset(Quad(*triple) for triple in draft.triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    canonical = sorted((serialize(dataset, format=RdfFormat.N_QUADS) or b"").split(b"\n")[:-1])

    digest = bundle_digest(serialize(draft.triples, format=RdfFormat.N_TRIPLES).splitlines())

    whole = b"".join(line + b"\n" for line in canonical)
    assert digest == f"sha256:{hashlib.sha256(whole).hexdigest()}"


@given(st.text(characters))
def test_any_text_stays_on_one_line(text: str):
    triple = Triple(NamedNode("urn:a"), NamedNode("urn:p"), Literal(text))

    written = serialize([triple], format=RdfFormat.N_TRIPLES)

    assert len(written.splitlines()) == 1


@given(st.text(characters), st.text(characters), st.text(characters), st.text(characters))
def test_a_chain_digest_depends_on_both_digests(one: str, two: str, three: str, four: str):
    first, second = (f"sha256:{hashlib.sha256(t.encode()).hexdigest()}" for t in (one, two))
    third, fourth = (f"sha256:{hashlib.sha256(t.encode()).hexdigest()}" for t in (three, four))

    same = chain_digest(first, second) == chain_digest(third, fourth)

    assert same is ((one, two) == (three, four))
