"""An archive is enough: export, import, and what an import refuses."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Triple
from shelf import BASE, UNSHRUNK, Shelf, Telling, stories

from cedarprov.check.guard import FastGuard
from cedarprov.errors import ArchiveOfAnotherStore, BadArchive, DivergingArchive, MissingPath
from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.knowledge.audit import archive_faults, verify
from cedarprov.rdf import vocabulary as v
from cedarprov.store.adopt import ImportReport, adopt
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, create

SUFFIXES = {ArchiveFormat.N_QUADS: ".nq", ArchiveFormat.TRIG: ".trig"}


def archive_of(folder: StoreFolder, form: ArchiveFormat = ArchiveFormat.N_QUADS) -> bytes:
    output = io.BytesIO()
    with Session.reading(StoreFolder.open(folder.path)) as session:
        write_archive(session, output, form)
    return output.getvalue()


def written(path: Path, content: bytes, form: ArchiveFormat = ArchiveFormat.N_QUADS) -> Path:
    file = path / f"archive{SUFFIXES[form]}"
    file.write_bytes(content)
    return file


def take_in(folder: StoreFolder, file: Path) -> ImportReport:
    guard = FastGuard()
    return adopt(folder, file, inspect=partial(archive_faults, guard), guard=guard)


# -- there and back -------------------------------------------------------------------------------


@settings(max_examples=10, deadline=None, phases=UNSHRUNK)
@given(story=stories, form=st.sampled_from(ArchiveFormat))
def test_an_archive_imported_into_an_empty_store_is_exported_as_the_same_bytes(story, form):
    with tempfile.TemporaryDirectory() as place:
        path = Path(place)
        with Shelf(path / "first") as shelf:
            Telling(shelf).tell([("capture", "manual", "a\nb", "1", ""), *story])
        content = archive_of(shelf.folder, form)
        copy = create(path / "copy")

        take_in(copy, written(path, content, form))

        assert archive_of(copy, form) == content
        with Session.reading(StoreFolder.open(copy.path)) as session:
            report = verify(session, guard=FastGuard())
        assert (report.findings, report.text) == ((), "text not checked")


def test_an_empty_store_takes_on_the_base_of_the_archive(filled, empty, tmp_path):
    report = take_in(empty, written(tmp_path, archive_of(filled)))

    assert StoreFolder.open(empty.path).base == BASE == report.base
    assert (report.added, report.known, report.sequence) == (8, 0, 8)


def test_the_same_archive_again_adds_nothing(filled, empty, tmp_path):
    file = written(tmp_path, archive_of(filled))
    take_in(empty, file)

    report = take_in(StoreFolder.open(empty.path), file)

    assert (report.added, report.known, report.texts) == (0, 8, 0)
    assert archive_of(empty) == file.read_bytes()


def test_a_later_archive_adds_what_was_written_since(empty, tmp_path):
    with Shelf(tmp_path / "growing") as shelf:
        first = shelf.capture("manual", b"one line")
        take_in(empty, written(tmp_path, archive_of(shelf.folder)))
        shelf.claim("There is one line", first.span("one"))
        later = archive_of(shelf.folder)

    report = take_in(StoreFolder.open(empty.path), written(tmp_path, later))

    assert (report.added, report.known, report.texts) == (1, 1, 1)
    assert archive_of(empty) == later


def test_an_earlier_archive_adds_nothing(tmp_path):
    with Shelf(tmp_path / "growing") as shelf:
        first = shelf.capture("manual", b"one line")
        early = written(tmp_path, archive_of(shelf.folder))
        shelf.claim("There is one line", first.span("one"))
    before = archive_of(shelf.folder)

    report = take_in(shelf.folder, early)

    assert (report.added, report.known, report.sequence) == (0, 1, 2)
    assert archive_of(shelf.folder) == before


def test_the_shortcut_graphs_are_made_anew_and_keep_inferred_edges_apart(filled, empty, tmp_path):
    def shortcuts(folder):
        with Session.reading(StoreFolder.open(folder.path)) as session:
            graphs = [session.names.graph(name) for name in ("asserted", "accepted", "pending")]
            return [set(session.store.quads(None, None, None, graph)) for graph in graphs]

    take_in(empty, written(tmp_path, archive_of(filled)))

    assert shortcuts(empty) == shortcuts(filled)
    assert all(shortcuts(empty))


# -- what is refused ------------------------------------------------------------------------------


def refused(folder: StoreFolder, file: Path) -> BadArchive:
    before = archive_of(folder)
    with pytest.raises(BadArchive) as caught:
        take_in(folder, file)
    assert archive_of(folder) == before
    assert StoreFolder.open(folder.path) == folder
    assert not list(folder.path.glob(".import-*"))
    return caught.value


def test_a_changed_statement_is_refused_and_its_bundle_named(filled, empty, tmp_path):
    content = archive_of(filled).replace(b'"The timeout is 30 s"', b'"The timeout is 60 s"')

    error = refused(empty, written(tmp_path, content))

    assert "statements have sha256:" in str(error)


def test_a_changed_text_is_refused(filled, empty, tmp_path):
    content = archive_of(filled).replace(b'"The timeout is 30 s."', b'"The timeout is 60 s."')

    error = refused(empty, written(tmp_path, content))

    assert f"{BASE}text/" in str(error)


def test_a_text_that_is_left_out_is_refused(filled, empty, tmp_path):
    lines = archive_of(filled).splitlines(keepends=True)
    content = b"".join(line for line in lines if b'"10 s"' not in line)

    assert "not in the text graph" in str(refused(empty, written(tmp_path, content)))


def test_a_bundle_taken_out_of_the_middle_is_refused(filled, empty, tmp_path):
    lines = archive_of(filled).splitlines(keepends=True)
    third = next(line for line in lines if b'sequence> "3"' in line).split(b" ")[0]
    content = b"".join(line for line in lines if third not in line)

    assert "sequence number is 4, where 3 was to come" in str(
        refused(empty, written(tmp_path, content))
    )


def test_bundles_in_another_order_are_refused(filled, empty, tmp_path):
    content = archive_of(filled)
    first, second = (b'sequence> "%d"' % number for number in (3, 4))
    swapped = content.replace(first, b"@").replace(second, first).replace(b"@", second)

    assert "chain" in str(refused(empty, written(tmp_path, swapped)))


class NoGuard(FastGuard):
    """A door that lets everything in."""

    def check(self, data, focus=None):  # noqa: ARG002 - the port has it
        return super().check(data, ())


def test_what_breaks_a_shape_is_refused_although_its_digests_agree(empty, tmp_path):
    with Shelf(tmp_path / "lenient", guard=NoGuard()) as shelf:
        claim = shelf.names.record("claim", "of nothing")
        shelf.session.commit([[Triple(claim, v.TYPE, v.CLAIM)]], [])
    file = written(tmp_path, archive_of(shelf.folder))

    assert "breaks a shape" in str(refused(empty, file))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"<urn:a> <urn:b> <urn:c> .\n", "the default graph"),
        (b"<urn:a> <urn:b> <urn:c> <urn:g> .\n", "the index lists no such graph"),
        (b"<urn:a> <urn:b> <urn:c> <urn:x:graph/index> .\n", "2 index graphs"),
    ],
)
def test_statements_outside_the_record_are_refused(line, why, filled, empty, tmp_path):
    error = refused(empty, written(tmp_path, archive_of(filled) + line))

    assert why in str(error)


def test_a_damaged_file_is_refused_with_its_line(filled, empty, tmp_path):
    lines = archive_of(filled).splitlines(keepends=True)
    lines[4] = lines[4][:30] + b"\n"

    error = refused(empty, written(tmp_path, b"".join(lines)))

    assert error.line == 5


@pytest.mark.parametrize("content", [b"", b"plain words\n", b"\xff\xfe\x00"])
def test_a_file_that_is_no_archive_is_refused(content, empty, tmp_path):
    refused(empty, written(tmp_path, content))


def test_a_file_of_another_format_is_refused_by_its_name(empty, tmp_path):
    file = tmp_path / "archive.ttl"
    file.write_bytes(b"")

    assert ".trig" in str(refused(empty, file))


def test_a_missing_file_is_named(empty, tmp_path):
    with pytest.raises(MissingPath):
        take_in(empty, tmp_path / "nowhere.nq")


def test_an_archive_of_another_store_is_not_joined_to_this_one(filled, tmp_path):
    with Shelf(tmp_path / "other", base="urn:other:") as other:
        other.capture("manual", b"one line")

    with pytest.raises(ArchiveOfAnotherStore):
        take_in(other.folder, written(tmp_path, archive_of(filled)))


def test_a_chain_that_diverges_is_refused_with_the_place(tmp_path):
    folders = []
    for name, statement in (("left", "It has one line"), ("right", "It has a line")):
        with Shelf(tmp_path / name) as shelf:
            held = shelf.capture("manual", b"one line")
            shelf.claim(statement, held.span("one"))
        folders.append(shelf.folder)

    with pytest.raises(DivergingArchive) as caught:
        take_in(folders[0], written(tmp_path, archive_of(folders[1])))

    assert caught.value.sequence == 2


CHILD = """
import resource, sys
from functools import partial
from pathlib import Path
from cedarprov.check.guard import FastGuard
from cedarprov.errors import DiskFull
from cedarprov.knowledge.audit import archive_faults
from cedarprov.store.adopt import adopt
from cedarprov.store.folder import StoreFolder
folder, file, limit = StoreFolder.open(Path(sys.argv[1])), Path(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    adopt(folder, file, inspect=partial(archive_faults, FastGuard()), guard=FastGuard())
except DiskFull:
    sys.exit(7)
"""


@pytest.mark.parametrize("limit", [2_000, 20_000])
def test_a_full_disk_leaves_the_store_as_it_was_and_the_import_can_be_repeated(
    limit, filled, empty, tmp_path
):
    file = written(tmp_path, archive_of(filled))

    command = [sys.executable, "-c", CHILD, str(empty.path), str(file), str(limit)]
    child = subprocess.run(command, check=False, capture_output=True, text=True)

    assert child.returncode == 7, child.stderr
    assert archive_of(empty) == b""
    take_in(StoreFolder.open(empty.path), file)
    assert archive_of(empty) == file.read_bytes()
