from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from strategies import NAMES, spans, texts

from cedarprov.check.audit import (
    Extent,
    FaultKind,
    altered,
    broken_chain,
    misquoted,
    missing_head,
)
from cedarprov.model.frozen import replace
from cedarprov.model.passage import Span
from cedarprov.rdf.canonical import bundle_digest, chain_digest
from cedarprov.rdf.naming import digest_of
from cedarprov.store.ledger import GENESIS, Bundle

Content = list[list[bytes]]

contents = st.lists(
    st.lists(st.binary(min_size=1, max_size=9), min_size=1, max_size=3, unique=True),
    min_size=1,
    max_size=4,
    unique_by=frozenset,
)


def extent(span: Span) -> Extent:
    digest = digest_of(span.exact.encode())
    return Extent(iri="urn:span", start=span.start, end=span.end, digest=digest)


def chained(content: Content) -> list[Bundle]:
    bundles: list[Bundle] = []
    chain = GENESIS
    for number, lines in enumerate(content, start=1):
        digest = bundle_digest(lines)
        chain = chain_digest(chain, digest)
        iri = NAMES.bundle(digest).value
        bundles.append(Bundle(iri=iri, sequence=number, digest=digest, chain=chain))
    return bundles


def faults(bundles: list[Bundle], content: Content, original: list[Bundle]) -> list[FaultKind]:
    lines = {bundle.iri: lines for bundle, lines in zip(original, content, strict=True)}
    return [fault.kind for fault in broken_chain(bundles, lambda iri: bundle_digest(lines[iri]))]


@given(st.data(), texts)
def test_an_exact_quotation_has_no_fault(data: st.DataObject, text: str):
    span = data.draw(spans(text))

    assert list(misquoted(text, [extent(span)])) == []


@given(st.data(), texts)
def test_a_quotation_of_a_changed_text_is_named(data: st.DataObject, text: str):
    span = data.draw(spans(text))
    other = "x" if text[span.start] != "x" else "y"
    changed = text[: span.start] + other + text[span.start + 1 :]

    [fault] = misquoted(changed, [extent(span)])

    assert fault.kind is FaultKind.QUOTATION
    assert fault.subject == "urn:span"


def test_an_extent_beyond_its_text_is_named():
    beyond = Extent(iri="urn:span", start=3, end=9, digest=digest_of(b"ar"))

    [fault] = misquoted("Cedar", [beyond])

    assert str(fault) == "urn:span: [3, 9) is not within 5 code points"


def test_positions_count_code_points_and_not_bytes():
    quoted = Extent(iri="urn:span", start=2, end=6, digest=digest_of("café".encode()))

    assert list(misquoted("🌲 café", [quoted])) == []


def test_content_with_another_digest_is_named():
    digest = digest_of(b"kept")

    assert list(altered("urn:blob", digest, b"kept")) == []
    assert [fault.kind for fault in altered("urn:blob", digest, b"lost")] == [FaultKind.DIGEST]


@given(contents)
def test_a_whole_chain_has_no_fault(content: Content):
    bundles = chained(content)

    assert faults(bundles, content, bundles) == []


@given(contents, st.data())
def test_a_changed_statement_is_told_once_and_at_its_bundle(content: Content, data: st.DataObject):
    bundles = chained(content)
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = [*content[place], b"an added statement"]

    assert faults(bundles, content, bundles) == [FaultKind.DIGEST]


@given(contents.filter(lambda content: len(content) > 1), st.data())
def test_a_bundle_taken_out_of_the_middle_is_seen(content: Content, data: st.DataObject):
    bundles = chained(content)
    place = data.draw(st.integers(0, len(content) - 2))
    left = [*bundles[:place], *bundles[place + 1 :]]

    assert faults(left, content, bundles) == [FaultKind.SEQUENCE, FaultKind.CHAIN]


@given(contents)
def test_a_forged_chain_digest_is_seen(content: Content):
    bundles = chained(content)
    forged = [*bundles[:-1], replace(bundles[-1], chain=GENESIS)]

    assert faults(forged, content, bundles) == [FaultKind.CHAIN]


@given(contents)
def test_a_bundle_under_another_name_is_seen(content: Content):
    bundles = chained(content)
    renamed = [*bundles[:-1], replace(bundles[-1], iri=bundles[-1].iri + "0")]

    assert faults(renamed, content, renamed) == [FaultKind.DIGEST]


@given(contents)
def test_only_a_trusted_head_shows_that_the_end_was_cut_off(content: Content):
    bundles = chained(content)
    head = bundles[-1].chain

    assert faults(bundles[:-1], content, bundles) == []
    assert list(missing_head(bundles, head)) == []
    assert [fault.kind for fault in missing_head(bundles[:-1], head)] == [FaultKind.HEAD]
