"""Web annotations are read by the model: what it allows is read, what it forbids is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cedarprov.errors import BadAnnotation
from cedarprov.rdf.annotation import CONTEXT, read_annotations

# The one sample whose fault only a schema sees: its `langauage` is a key that the model lacks.
ONLY_A_SCHEMA = {"anno15"}
SPAN = {"type": "TextPositionSelector", "start": 3, "end": 9}


def note(**more: object) -> str:
    said = {"@context": CONTEXT, "id": "urn:note", "type": "Annotation", "target": "urn:page"}
    return json.dumps(said | more)


def part(**selector: object) -> dict[str, object]:
    return {"source": "urn:page", "selector": selector}


def test_every_correct_sample_is_read(shared: Path):
    files = sorted((shared / "suites/web-annotation/correct").iterdir())
    read = [read_annotations(file.read_bytes()) for file in files]

    assert len(files) == 45
    assert all(each.annotations or each.elsewhere for each in read)


def test_every_incorrect_sample_is_refused(shared: Path):
    files = sorted((shared / "suites/web-annotation/incorrect").iterdir())
    assert len(files) == 39
    for file in files:
        with pytest.raises(BadAnnotation):
            read_annotations(file.read_bytes())


def test_an_incorrect_sample_is_refused_for_its_own_fault_as_well(shared: Path):
    # Most samples also have two ids or a comma too many; without these, their own fault is left.
    read = set()
    for file in sorted((shared / "suites/web-annotation/incorrect").iterdir()):
        text = file.read_text(encoding="utf-8")
        mended = re.sub(
            r'"id": ?\["http://example.org/1", ?"http://example.org/2"\]', '"id": "urn:a"', text
        )
        mended = re.sub(r",(\s*})", r"\1", mended)
        try:
            read_annotations(mended)
        except BadAnnotation:
            continue
        read.add(file.stem)

    assert read - {"anno7"} == ONLY_A_SCHEMA  # two ids are the fault of anno7


def test_positions_and_quotations_are_read():
    target = part(type="TextQuoteSelector", exact="b", prefix="a", suffix="c", refinedBy=SPAN)

    [annotation] = read_annotations(note(target=target)).annotations

    [selector] = annotation.targets[0].selectors
    assert (selector.prefix, selector.exact, selector.suffix) == ("a", "b", "c")
    assert (selector.refined_by[0].start, selector.refined_by[0].end) == (3, 9)
    assert annotation.targets[0].source == "urn:page"


def test_pages_that_are_only_named_are_told_and_not_fetched():
    document = {
        "@context": CONTEXT,
        "id": "urn:all",
        "type": "AnnotationCollection",
        "first": "http://127.0.0.1:9/page1",
    }

    read = read_annotations(json.dumps(document))

    assert (read.annotations, read.elsewhere) == ((), ("http://127.0.0.1:9/page1",))


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (note(target=part(**SPAN | {"start": -1})), "target.selector.start"),
        (note(target=part(**SPAN | {"start": True})), "target.selector.start"),
        (note(target=part(**SPAN | {"end": [3, 4]})), "target.selector.end"),
        (note(target=part(type="TextQuoteSelector")), "target.selector.exact"),
        (note(target=part(type="RangeSelector")), "target.selector.startSelector"),
        (note(target=part()), "target.selector.type"),
        (note(target={"format": "text/plain"}), "target"),
        (note(created="2024-03-01T10:00:00+00:00"), "created"),
        (note(body=[[]]), "body"),
        (note(motivation=3), "motivation"),
        (note(**{"@context": [CONTEXT, {"target": "urn:x"}]}), "@context"),
        ("[]", ""),
        ("NaN", ""),
        ("[" * 100_000, ""),
        (note(target=part(type="x", refinedBy={"type": "x", "id": "no iri"})), "refinedBy.id"),
    ],
)  # fmt: skip
def test_what_the_model_forbids_is_refused_at_its_place(document: str, place: str):
    with pytest.raises(BadAnnotation) as refused:
        read_annotations(document)

    assert refused.value.place.endswith(place)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(BadAnnotation):
        read_annotations(b"\xff\xfe\x00")


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ({"type": "TextPositionSelector"}, "codepoint"),
        ({"type": "TextPositionSelector", "unit": "utf16"}, "utf16"),
        ({"type": "DataPositionSelector"}, "utf8"),
    ],
)
def test_positions_tell_what_they_count(written: dict[str, object], unit: str):
    target = part(start=3, end=9, **written)

    [annotation] = read_annotations(note(target=target)).annotations

    assert annotation.targets[0].selectors[0].unit == unit


def test_positions_of_a_unit_that_is_not_known_are_refused():
    with pytest.raises(BadAnnotation, match=r"selector\.unit.*'grapheme' is no unit"):
        read_annotations(note(target=part(**SPAN, unit="grapheme")))
