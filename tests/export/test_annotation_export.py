"""Annotations hold every passage and claim with its exact place, and the report tells the rest."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from pyoxigraph import NamedNode
from shelf import UNSHRUNK, Shelf, Telling, fill, stories

from cedarprov.errors import FolderNotOurs, MissingBlob
from cedarprov.export.annotation import write_annotations
from cedarprov.export.report import ExportReport, Outcome
from cedarprov.export.split import write_split
from cedarprov.model.annotation import Annotation, Resource
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.annotation import read_annotations
from cedarprov.rdf.graph import TEXTS


@pytest.fixture
def shelf(tmp_path: Path) -> Iterable[Shelf]:
    with Shelf(tmp_path / "store") as shelf:
        yield shelf


def exported(shelf: Shelf) -> tuple[bytes, ExportReport]:
    output = io.BytesIO()
    report = write_annotations(shelf.session, shelf.texts, output)
    return output.getvalue(), report


def spans_of(
    annotations: Iterable[Annotation],
) -> set[tuple[str, str, int | None, int | None, str]]:
    return {
        (target.iri, target.source, position.start, position.end, quotation.exact)
        for annotation in annotations
        for target in annotation.targets
        for position, quotation in [target.selectors]
    }


def held_spans(shelf: Shelf) -> set[tuple[str, str, int, int, str]]:
    """What the store says of its passages, and of the spans of its claims."""
    store = shelf.session.store

    def one(node: str, predicate: NamedNode) -> str:
        return next(quad.object.value for quad in store.quads(NamedNode(node), predicate))

    passages = {quad.subject.value for quad in store.quads(None, v.TYPE, v.PASSAGE)}
    spans = {quad.object.value for quad in store.quads(None, v.RESOLVES_TO)}
    return {
        (
            node,
            one(node, v.WAS_QUOTED_FROM),
            int(one(node, v.START)),
            int(one(node, v.END)),
            one(one(node, v.HAS_TEXT), v.TEXT),
        )
        for node in passages | spans
    }


@given(stories)
@settings(max_examples=15, phases=UNSHRUNK)
def test_the_annotations_read_back_to_the_same_spans(story):
    with TemporaryDirectory() as place, Shelf(Path(place) / "store") as shelf:
        Telling(shelf).tell(story)

        content, _ = exported(shelf)

        read = read_annotations(content)
        assert spans_of(read.annotations) == held_spans(shelf)
        assert all(_fits(shelf, target) for each in read.annotations for target in each.targets)


def _fits(shelf: Shelf, target: Resource) -> bool:
    position, quotation = target.selectors
    text, start = shelf.texts(target.source), position.start or 0
    around = quotation.prefix + quotation.exact + quotation.suffix
    return text.find(around, start - len(quotation.prefix)) == start - len(quotation.prefix)


def test_a_claim_is_the_body_and_its_spans_are_the_targets(shelf: Shelf):
    held = fill(shelf)

    [claim] = [
        each
        for each in read_annotations(exported(shelf)[0]).annotations
        if each.iri == f"{held['old']}/annotation"
    ]

    assert (claim.bodies[0].value, claim.motivations) == ("The timeout is 30 s", ("describing",))
    assert claim.targets[0].selectors[1].exact == "30 s"
    assert claim.creators == (f"{shelf.names.base}agent/person/Anna",)


def test_an_annotation_is_a_line_so_that_files_can_be_compared(shelf: Shelf):
    fill(shelf)
    before = exported(shelf)[0].splitlines()
    shelf.capture("more", b"One more line.\n")

    after = exported(shelf)[0].splitlines()

    added = [line for line in after if line not in before]
    assert [b"One more line." in line for line in added].count(True) == 1
    assert len(added) == 3  # the passage, the line before it with a comma, and the total


def test_the_report_names_each_record_that_has_no_place(shelf: Shelf):
    held = fill(shelf)

    report = exported(shelf)[1]

    refused = {note.record for note in report.notes if note.outcome is Outcome.REFUSED}
    assert {held["edge"], held["inferred"], held["review"], held["first"]} <= refused
    assert held["old"] not in refused
    assert len(refused) == len(report.notes)
    assert "annotations have no place for records of the kind review" in str(report)


def test_a_text_that_is_not_kept_changes_its_annotation_and_is_reported(shelf: Shelf):
    fill(shelf)
    texts = shelf.names.graph(TEXTS)
    [gone] = [
        q for q in shelf.session.store.quads(None, v.TEXT, None, texts) if q.object.value == "30 s"
    ]
    shelf.session.store.remove([gone])

    def no_text(version: str) -> str:
        raise MissingBlob(version, shelf.folder.blobs.folder)

    output = io.BytesIO()
    report = write_annotations(shelf.session, no_text, output)

    changed = [note.why for note in report.notes if note.outcome is Outcome.CHANGED]
    assert any("only its position" in why for why in changed)
    assert any("nothing around it" in why for why in changed)
    assert b'"30 s"' not in output.getvalue()
    assert read_annotations(output.getvalue()).annotations


def test_an_empty_store_has_a_collection_without_annotations(shelf: Shelf):
    content, report = exported(shelf)

    assert json.loads(content)["total"] == report.written == 0
    assert read_annotations(content).annotations == ()


# -- turtle, a file a graph -----------------------------------------------------------------------


def test_a_store_as_turtle_is_a_file_a_graph_and_grows_by_files(shelf: Shelf, tmp_path: Path):
    fill(shelf)
    write_split(shelf.session, tmp_path / "split")
    before = {path.name: path.read_bytes() for path in (tmp_path / "split").iterdir()}
    shelf.capture("more", b"One more line.\n")

    report = write_split(shelf.session, tmp_path / "split")

    after = {path.name: path.read_bytes() for path in (tmp_path / "split").iterdir()}
    changed = {name for name, content in after.items() if before.get(name) != content}
    assert report.written == len(after) == shelf.session.sequence + 2
    assert {name.partition("-")[0] for name in changed} == {"index.ttl", "text.ttl", "bundle"}
    assert len(changed) == 3
    assert all(content.startswith(b"# graph <") for content in after.values())
    assert [loss.name for loss in report.losses][-1] == "names of graphs"


def test_a_folder_with_something_else_in_it_is_left_alone(shelf: Shelf, tmp_path: Path):
    fill(shelf)
    own = tmp_path / "split" / "notes.ttl"
    own.parent.mkdir()
    own.write_text("mine")

    with pytest.raises(FolderNotOurs, match=r"notes\.ttl"):
        write_split(shelf.session, own.parent)

    assert [path.name for path in own.parent.iterdir()] == ["notes.ttl"]
