"""The same store gives the same file, and what is added to a store only adds lines to it."""

from __future__ import annotations

import difflib
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, Store, parse
from shelf import UNSHRUNK, Shelf, Telling, fill, stories

import cedarprov
from cedarprov.export.archive import ArchiveFormat
from cedarprov.knowledge import Knowledge

AT = datetime(2024, 3, 1, tzinfo=UTC)
BASE = "https://example.org/store/"
SUFFIXES = {"trig": ".trig", "nquads": ".nq"}
paragraphs = st.lists(st.text("ab \n#|é", min_size=1, max_size=40), min_size=1, max_size=4)


def store_of(folder: Path) -> Knowledge:
    return cedarprov.create(folder, base=BASE, dense=False)


def statements(kb: Knowledge) -> int:
    return kb.export("nquads").count(b"\n")


@given(paragraphs, st.randoms())
@settings(max_examples=10, phases=UNSHRUNK)
def test_the_order_in_which_files_are_named_makes_no_other_file(texts, random):
    with TemporaryDirectory() as place:
        folder = Path(place)
        files = [folder / f"{number}.md" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(f"Text. {text}\n")
        exports = []
        for name in ("one", "two"):
            with store_of(folder / name) as kb:
                kb.ingest(*files, at=AT)
                exports.append([kb.export(form) for form in ArchiveFormat])
            random.shuffle(files)

    assert exports[0] == exports[1]


@given(stories, st.sampled_from(ArchiveFormat))
@settings(max_examples=10, phases=UNSHRUNK)
def test_the_history_of_the_files_underneath_makes_no_other_file(story, form):
    with TemporaryDirectory() as place:
        folder = Path(place)
        with Shelf(folder / "told") as shelf:
            shelf.capture("first", b"The first line.\n")
            Telling(shelf).tell(story)
            shelf.session.publish()
        with cedarprov.open(folder / "told", dense=False) as told:
            written = told.export(form)
        (folder / f"archive{SUFFIXES[form]}").write_bytes(written)
        with cedarprov.create(folder / "again", dense=False) as again:
            again.import_(folder / f"archive{SUFFIXES[form]}")
            assert again.export(form) == written


@pytest.mark.parametrize("form", ArchiveFormat)
def test_one_document_more_only_adds_its_own_lines(form: ArchiveFormat, tmp_path: Path):
    with store_of(tmp_path / "store") as kb:
        for number in range(12):
            path = tmp_path / f"{number}.md"
            path.write_text(f"# Title {number}\n\nParagraph {number}.\n\nThe end of {number}.\n")
            kb.ingest(path, at=AT)
        before, sequence = kb.export(form).decode().splitlines(), kb.info().sequence
        stated = -statements(kb)
        path = tmp_path / "more.md"
        path.write_text("# More\n\nA paragraph that is new.\n\nParagraph 3.\n")
        kb.ingest(path, at=AT)
        stated += statements(kb)
        after, added = kb.export(form).decode().splitlines(), kb.info().sequence - sequence

    marks = [line[0] for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert (added, "-" in marks) == (1, False)
    # A line a statement; in TriG also a blank line a node, and the lines of the new block.
    assert 0 < len(marks) <= (stated if form == "nquads" else 2 * stated + 3)


def test_types_come_first_and_nodes_are_paragraphs(tmp_path: Path):
    with Shelf(tmp_path / "store") as shelf:
        fill(shelf)
        shelf.session.publish()
    with cedarprov.open(tmp_path / "store", dense=False) as kb:
        lines = kb.export("trig").decode().splitlines()

    blocks = lines[lines.index("graph:index {") :]
    heads = [line for line in blocks if line.startswith("\t") and not line.startswith("\t\t")]
    assert all(" a " in line or " cedar:text " in line or " dct" in line for line in heads)
    assert not any(line.startswith("\t\ta ") for line in blocks)
    assert all(
        below in {"", "}"} or below.startswith("\t\t")
        for line, below in pairwise(blocks)
        if line.startswith("\t")
    )


def test_passages_stand_in_the_order_of_the_text(tmp_path: Path):
    with Shelf(tmp_path / "store") as shelf:
        shelf.capture("long", "".join(f"This is line {n}.\n" for n in range(80)).encode())
        shelf.session.publish()
    with cedarprov.open(tmp_path / "store", dense=False) as kb:
        quads = parse(kb.export("trig"), RdfFormat.TRIG)
        starts = [int(q.object.value) for q in quads if q.predicate.value.endswith("#start")]

    assert starts == sorted(starts)
    assert len(starts) == 80


def test_a_thousand_texts_and_more_are_one_block_of_the_same_statements(tmp_path: Path):
    with Shelf(tmp_path / "store") as shelf:
        shelf.capture("long", "".join(f"This is line {n}.\n" for n in range(1100)).encode())
        shelf.session.publish()
    with cedarprov.open(tmp_path / "store", dense=False) as kb:
        trig, nquads = kb.export("trig"), kb.export("nquads")

    one, two = Store(), Store()
    one.load(trig, RdfFormat.TRIG)
    two.load(nquads, RdfFormat.N_QUADS)
    assert trig.count(b"graph:text {") == 1
    assert set(one) == set(two)
