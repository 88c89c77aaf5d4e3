"""A trail leads from any record to who made it, from what, down to the bytes."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace

import pytest
from shelf import BASE, Shelf, fill

from cedarprov.errors import UnknownIri
from cedarprov.export.record import Kind
from cedarprov.export.trail import trail

CONTENT = b"# Timeouts\nThe timeout is 30 s.\n"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("trail") / "store") as shelf:
        yield SimpleNamespace(shelf=shelf, **fill(shelf))


def kinds_of(found):
    return [step.kind for step in found.steps]


def test_a_passage_leads_to_its_version_capture_edition_source_and_scope(filled):
    passage = f"{filled.first.replace('version/', 'passage/')}/11-31"

    found = trail(passage, filled.shelf.session)

    assert kinds_of(found) == [
        *(Kind.PASSAGE, Kind.VERSION, Kind.CAPTURE, Kind.EDITION, Kind.SOURCE),
        *(Kind.EDGE, Kind.DECLARATION, Kind.EDITION, Kind.SCOPE),
    ]
    assert found.root.quote == "The timeout is 30 s."
    version, capture = found.steps[1:3]
    assert version.digest == "sha256:" + hashlib.sha256(CONTENT).hexdigest()
    assert (capture.place, capture.by, capture.at) == (
        "manual.md",
        "cedarprov",
        "2024-03-01T10:00:00Z",
    )


def test_a_review_leads_through_the_edge_and_both_claims_to_the_bytes(filled):
    found = trail(filled.review, filled.shelf.session)

    kinds = kinds_of(found)
    assert kinds[:2] == [Kind.REVIEW, Kind.EDGE]
    assert kinds.count(Kind.CLAIM) == 2
    versions = {step.iri for step in found.steps if step.kind is Kind.VERSION}
    assert versions == {filled.first, filled.second}
    assert (found.root.by, found.root.label) == ("Anna", "accepted: read it")


def test_an_inferred_edge_that_was_accepted_is_still_called_inferred(filled):
    found = trail(filled.inferred, filled.shelf.session)

    assert found.root.label == "inferred contradicts"
    assert "edge: inferred contradicts (by cedarprov " in str(found)


def test_a_source_leads_down_to_every_version_once(filled):
    found = trail(f"{BASE}source/manual", filled.shelf.session)

    assert kinds_of(found).count(Kind.EDITION) == 4  # two, and two that scopes apply to
    versions = [step.iri for step in found.steps if step.kind is Kind.VERSION]
    assert versions == [filled.first, filled.second]


def test_a_version_keeps_to_its_own_edition(filled):
    found = trail(filled.first, filled.shelf.session)

    assert filled.second not in {step.iri for step in found.steps}
    assert "edition: manual 1 (recorded by cedarprov" in str(found)


def test_a_scope_leads_to_the_declaration_that_applied_it(filled):
    edition = trail(f"{BASE}edition/manual/1", filled.shelf.session)
    scope = next(step.iri for step in edition.steps if step.kind is Kind.SCOPE)

    found = trail(scope, filled.shelf.session)

    assert found.root.label == "release=1"
    assert [step.label for step in found.steps if step.kind is Kind.DECLARATION] == [
        "it is for release=1"
    ]


def test_a_record_that_stands_in_a_trail_twice_is_followed_once(filled):
    found = trail(filled.edge, filled.shelf.session)

    again = [step for step in found.steps if step.again]
    assert again
    assert all(step.steps == () for step in again)


def test_content_that_comes_back_has_a_trail_through_every_capture(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one")
        shelf.capture("manual", b"two")
        shelf.capture("manual", b"one")

        found = trail(held.iri, shelf.session)

    captures = [step.at for step in found.steps if step.kind is Kind.CAPTURE]
    assert captures == ["2024-03-01T10:00:00Z", "2024-03-01T12:00:00Z"]


@pytest.mark.parametrize("iri", [f"{BASE}claim/none", "no iri", f"{BASE}agent/person/Anna"])
def test_an_iri_without_a_trail_is_refused_by_name(iri, filled):
    with pytest.raises(UnknownIri) as caught:
        trail(iri, filled.shelf.session)

    assert caught.value.iri == iri
