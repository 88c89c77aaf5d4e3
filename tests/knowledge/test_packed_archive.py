"""The folder and the zip of an archive: there and back, and what an import refuses of them."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
import tempfile
import zipfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rocrate.rocrate import ROCrate
from shelf import UNSHRUNK, Shelf, Telling, stories

from cedarprov.check.guard import FastGuard
from cedarprov.errors import BadArchive, PathTaken
from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.export.packing import PackReport, pack
from cedarprov.knowledge.audit import archive_faults, verify
from cedarprov.store.adopt import ImportReport, adopt
from cedarprov.store.archive_files import Limits, open_files
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, create

FORMS = ["archive", "archive.zip"]


def packed(folder: StoreFolder, path: Path) -> PackReport:
    with Session.reading(StoreFolder.open(folder.path)) as session:
        return pack(session, path)


def take_in(folder: StoreFolder, path: Path) -> ImportReport:
    guard = FastGuard()
    opened = StoreFolder.open(folder.path)
    return adopt(opened, path, inspect=partial(archive_faults, guard), guard=guard)


def contents(path: Path) -> dict[str, bytes]:
    """What an archive holds, by name."""
    if path.is_dir():
        files = (each for each in path.rglob("*") if each.is_file())
        return {each.relative_to(path).as_posix(): each.read_bytes() for each in files}
    return {path.name: path.read_bytes()}


# -- there and back -------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None, phases=UNSHRUNK)
@given(story=stories, form=st.sampled_from(FORMS))
def test_an_archive_imported_into_an_empty_store_is_exported_as_the_same_bytes(story, form):
    with tempfile.TemporaryDirectory() as place:
        path = Path(place)
        with Shelf(path / "first") as shelf:
            Telling(shelf).tell([("capture", "manual", "a\nb", "1", ""), *story])
        packed(shelf.folder, path / form)
        copy = create(path / "copy")

        take_in(copy, path / form)

        packed(copy, path / f"again-{form}")
        assert list(contents(path / f"again-{form}").values()) == list(
            contents(path / form).values()
        )
        with Session.reading(StoreFolder.open(copy.path)) as session:
            report = verify(session, guard=FastGuard())
        assert (report.findings, report.text) == ((), "checked")


@pytest.mark.parametrize("form", FORMS)
def test_the_same_archive_again_adds_nothing(form, filled, empty, tmp_path):
    packed(filled, tmp_path / form)
    first = take_in(empty, tmp_path / form)

    again = take_in(empty, tmp_path / form)

    assert (first.added, first.known, first.texts, first.blobs) == (8, 0, 6, 2)
    assert (again.added, again.known, again.texts, again.blobs) == (0, 8, 0, 0)


def test_the_bytes_come_to_a_store_that_had_the_record_without_them(filled, empty, tmp_path):
    with (
        (tmp_path / "a.nq").open("wb") as file,
        Session.reading(StoreFolder.open(filled.path)) as session,
    ):
        write_archive(session, file, ArchiveFormat.N_QUADS)
    packed(filled, tmp_path / "archive")
    take_in(empty, tmp_path / "a.nq")

    report = take_in(empty, tmp_path / "archive")

    assert (report.added, report.blobs) == (0, 2)
    assert list(empty.blobs) == list(filled.blobs)


def test_bytes_that_no_version_has_stay_behind(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        shelf.capture("manual", b"one line")
        stray = shelf.folder.blobs.put(b"left by a killed ingest")

    report = packed(shelf.folder, tmp_path / "archive")

    assert report.blobs == 1
    assert not (tmp_path / "archive" / "blobs" / stray).exists()


def test_the_archive_of_a_store_with_nothing_in_it_comes_back_too(tmp_path):
    first, copy = create(tmp_path / "first", base="urn:first:"), create(tmp_path / "copy")
    packed(first, tmp_path / "a.zip")

    report = take_in(copy, tmp_path / "a.zip")

    packed(copy, tmp_path / "b.zip")
    assert (report.added, report.base) == (0, "urn:first:")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_zip_that_another_tool_packed_anew_is_read(filled, empty, tmp_path):
    packed(filled, tmp_path / "archive")
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted((tmp_path / "archive").rglob("*"), reverse=True):
            file.write(path, path.relative_to(tmp_path / "archive"))

    assert take_in(empty, tmp_path / "b.zip").added == 8


# -- what is written ------------------------------------------------------------------------------


def test_every_file_is_in_the_manifest_with_its_digest_and_size(filled, tmp_path):
    packed(filled, tmp_path / "archive")
    found = contents(tmp_path / "archive")

    manifest = json.loads(found.pop("manifest.json"))

    assert [(each["path"], each["sha256"], each["size"]) for each in manifest["files"]] == [
        (name, hashlib.sha256(content).hexdigest(), len(content))
        for name, content in sorted(found.items())
    ]


def test_the_metadata_is_a_crate_to_another_tool(filled, tmp_path):
    packed(filled, tmp_path / "archive")

    crate = ROCrate(tmp_path / "archive")

    with Session.reading(StoreFolder.open(filled.path)) as session:
        assert crate.root_dataset["identifier"] == session.ledger.head.chain
    parts = {part.id for part in crate.root_dataset["hasPart"]}
    files = {name.partition("/")[0] for name in contents(tmp_path / "archive")}
    assert {part.rstrip("/") for part in parts} == files - {"ro-crate-metadata.json"}
    assert crate.root_dataset["datePublished"].startswith("2024-03-01T17")


def test_an_archive_takes_the_place_of_an_earlier_one(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one line")
        packed(shelf.folder, tmp_path / "archive")
        shelf.claim("There is a line", held.span("one"))

        report = packed(shelf.folder, tmp_path / "archive")

    assert report.sequence == 2
    assert len(list((tmp_path / "archive" / "bundles").iterdir())) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"store", "archive"}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_no_archive_is_not_replaced(form, filled, tmp_path):
    folder = tmp_path / form
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")

    with pytest.raises(PathTaken):
        packed(filled, folder)

    assert (folder / "letter.txt").read_text() == "dear"


# -- what is refused ------------------------------------------------------------------------------


def refused(folder: StoreFolder, path: Path) -> BadArchive:
    before = (list(folder.blobs), StoreFolder.open(folder.path))
    with pytest.raises(BadArchive) as caught:
        take_in(folder, path)
    assert (list(folder.blobs), StoreFolder.open(folder.path)) == before
    assert not list(folder.path.glob(".import-*"))
    with Session.reading(StoreFolder.open(folder.path)) as session:
        assert session.sequence == 0
    return caught.value


@pytest.fixture
def archive(filled, tmp_path):
    packed(filled, tmp_path / "archive")
    return tmp_path / "archive"


def first(folder: Path, name: str) -> Path:
    return min((folder / name).iterdir())


def test_a_file_that_the_manifest_does_not_name_is_refused(archive, empty):
    (archive / "blobs" / ("0" * 64)).write_bytes(b"stowaway")

    assert f"blobs/{'0' * 64}: the manifest does not name" in str(refused(empty, archive))


@pytest.mark.parametrize("name", ["notes.txt", "bundles/a.nq", "blobs/0/1/2/3/4/5/6/7/8/9/a"])
def test_a_file_of_another_name_is_refused(name, archive, empty):
    path = archive / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"stowaway")

    assert name.split("/")[0] in str(refused(empty, archive))


@pytest.mark.parametrize(
    "name", ["index.nq", "texts.nq", "manifest.json", "ro-crate-metadata.json"]
)
def test_a_missing_file_is_named(name, archive, empty):
    (archive / name).unlink()

    assert f"{name}: the archive " in str(refused(empty, archive))


def test_a_missing_blob_is_named(archive, empty):
    blob = first(archive, "blobs")
    blob.unlink()

    assert blob.name in str(refused(empty, archive))


def test_another_digest_is_named_with_its_file(archive, empty):
    shape = first(archive, "shapes")
    shape.write_bytes(shape.read_bytes() + b"\n")

    assert f"shapes/{shape.name}: the manifest gives it" in str(refused(empty, archive))


def restated(archive: Path) -> None:
    """Make the manifest fit the files, as a forger would."""
    manifest = json.loads((archive / "manifest.json").read_bytes())
    found = contents(archive)
    found.pop("manifest.json")
    files = [
        {"path": name, "sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        for name, data in sorted(found.items())
    ]
    rows = ",\n".join(f"  {json.dumps(row)}" for row in files)
    head = [f" {json.dumps(key)}: {json.dumps(manifest[key])}" for key in list(manifest)[:4]]
    text = ",\n".join([*head, f' "files": [\n{rows}\n ]'])
    (archive / "manifest.json").write_text(f"{{\n{text}\n}}\n")


def test_a_statement_that_was_changed_along_with_the_manifest_is_refused(archive, empty):
    bundle = next(
        path
        for path in (archive / "bundles").iterdir()
        if b"The timeout is 30 s" in path.read_bytes()
    )
    bundle.write_bytes(bundle.read_bytes().replace(b"timeout is 30 s", b"timeout is 60 s"))
    restated(archive)

    assert bundle.name[:64] in str(refused(empty, archive))


def test_a_statement_in_the_file_of_another_bundle_is_refused(archive, empty):
    one, other = sorted((archive / "bundles").iterdir())[:2]
    one.write_bytes(one.read_bytes() + other.read_bytes().splitlines(keepends=True)[0])
    restated(archive)

    assert f"{one.name}: line " in str(refused(empty, archive))


def test_a_line_that_is_no_statement_is_refused_with_its_place(archive, empty):
    index = archive / "index.nq"
    lines = index.read_bytes().splitlines(keepends=True)
    graph = lines[1].split(b" ")[-2]
    index.write_bytes(lines[0] + b"nonsense " + graph + b" .\n" + b"".join(lines[1:]))
    restated(archive)

    assert "index.nq: line 2: " in str(refused(empty, archive))


def test_bytes_of_no_version_are_refused(archive, empty):
    content = b"stowaway"
    (archive / "blobs" / hashlib.sha256(content).hexdigest()).write_bytes(content)
    restated(archive)

    assert "of no version" in str(refused(empty, archive))


def test_bytes_under_the_name_of_others_are_refused(archive, empty):
    blob = first(archive, "blobs")
    blob.write_bytes(b"other words")
    restated(archive)

    assert "its name is not its digest" in str(refused(empty, archive))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"format": 1', '"format": 2'),
        ('"sequence": 8', '"sequence": 8.0'),
        ('{\n "format"', '{"format"'),
        ('"base": "urn:cedarprov:shelf:"', '"base": "urn:cedarprov:other:"'),
        ('"base": "urn:cedarprov:shelf:"', '"base": "urn:cedarprov:shelf"'),
        ("{", "[" * 100_000),
    ],
)
def test_a_manifest_that_was_changed_is_refused(before, after, archive, empty):
    path = archive / "manifest.json"
    path.write_text(path.read_text().replace(before, after, 1))

    assert str(refused(empty, archive))


def test_a_link_is_refused_and_not_followed(archive, empty, tmp_path):
    blob = first(archive, "blobs")
    blob.rename(tmp_path / "moved")
    blob.symlink_to(tmp_path / "moved")

    assert f"blobs/{blob.name}: it is a link" in str(refused(empty, archive))


def test_a_pipe_is_refused_and_not_waited_for(archive, empty):
    index = archive / "index.nq"
    index.unlink()
    os.mkfifo(index)

    assert "index.nq: it is a link or a device" in str(refused(empty, archive))


# -- zips -----------------------------------------------------------------------------------------


@pytest.fixture
def zipped(filled, tmp_path):
    packed(filled, tmp_path / "a.zip")
    return tmp_path / "a.zip"


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "blobs/../../evil", "C:\\evil", "a\\b"])
def test_a_name_that_leads_out_of_a_zip_is_refused(name, zipped, empty, tmp_path):
    with zipfile.ZipFile(zipped, "a") as file:
        file.writestr(name, b"evil")

    error = refused(empty, zipped)

    assert f"{name}: its name leads out" in str(error)
    assert not list(tmp_path.rglob("*evil*"))


def test_two_files_of_one_name_are_refused(zipped, empty):
    with zipfile.ZipFile(zipped, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("index.nq", b"")

    assert "index.nq: the archive has two files" in str(refused(empty, zipped))


def test_a_link_in_a_zip_is_refused(zipped, empty):
    link = zipfile.ZipInfo(f"blobs/{'0' * 64}")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(zipped, "a") as file:
        file.writestr(link, "/etc/passwd")

    assert "it is a link" in str(refused(empty, zipped))


def test_a_file_that_unpacks_to_far_more_than_it_is_refused_unread(zipped, empty):
    with zipfile.ZipFile(zipped, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"blobs/{'0' * 64}", bytes(20_000_000))

    assert "it unpacks to 20000000 bytes, over 200 for each" in str(refused(empty, zipped))


def test_a_size_that_a_zip_understates_is_found(archive, empty, tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in sorted(contents(archive).items()):
            file.writestr(name, content)
    size = (archive / "texts.nq").stat().st_size
    content = path.read_bytes()
    place = content.rindex(b"texts.nq") - 46 + 24  # uncompressed size in the central directory
    assert int.from_bytes(content[place : place + 4], "little") == size
    path.write_bytes(content[:place] + (size - 9).to_bytes(4, "little") + content[place + 4 :])

    assert "texts.nq: " in str(refused(empty, path))


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (Limits(files=3), "more than 3 files"),
        (Limits(size=1000), "over 1000"),
    ],
)
def test_an_archive_beyond_the_limits_is_flawed(limits, why, zipped, archive):
    for path in (zipped, archive):
        with open_files(path, limits) as files:
            assert why in str(files.flaws[-1])


def test_files_of_a_zip_that_overlap_are_measured_against_the_whole(zipped):
    with open_files(zipped, Limits(slack=1000, ratio=1)) as files:
        assert files.flaws == ()
    size = zipped.stat().st_size
    with zipfile.ZipFile(zipped) as file:
        infos = file.infolist()
    content = bytearray(zipped.read_bytes())
    largest = max(infos, key=lambda info: info.file_size)
    start = content.index(b"PK\x01\x02")
    for info in infos:  # every entry of the directory becomes the largest file
        content[start + 20 : start + 28] = largest.file_size.to_bytes(4, "little") * 2
        start += 46 + len(info.filename)
    zipped.write_bytes(content)

    with open_files(zipped, Limits(slack=1000, ratio=2)) as files:
        assert "over 2 for each" in str(files.flaws[-1])
    assert zipped.stat().st_size == size


def test_an_encrypted_file_is_refused(zipped, empty):
    content = bytearray(zipped.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    zipped.write_bytes(content)

    assert "it is encrypted" in str(refused(empty, zipped))


@pytest.mark.parametrize("share", [0.0, 0.2, 0.9, 0.999])
def test_a_zip_that_was_cut_off_is_refused(share, zipped, empty):
    content = zipped.read_bytes()
    zipped.write_bytes(content[: int(len(content) * share)])

    assert "no zip, or was cut off" in str(refused(empty, zipped))


# -- full disks -----------------------------------------------------------------------------------

CHILD = """
import resource, sys
from functools import partial
from pathlib import Path
from cedarprov.check.guard import FastGuard
from cedarprov.errors import DiskFull
from cedarprov.export.packing import pack
from cedarprov.knowledge.audit import archive_faults
from cedarprov.store.adopt import adopt
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session
verb, folder, path = sys.argv[1], StoreFolder.open(Path(sys.argv[2])), Path(sys.argv[3])
limit = int(sys.argv[4])
if verb == "import":
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    guard = FastGuard()
    inspect = partial(archive_faults, guard)
    work = lambda: adopt(folder, path, inspect=inspect, guard=guard)
else:
    session = Session.reading(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    work = lambda: pack(session, path)
try:
    work()
except DiskFull:
    sys.exit(7)
"""


def ended(*arguments: object) -> int:
    command = [sys.executable, "-c", CHILD, *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True).returncode


@pytest.mark.parametrize("form", FORMS)
def test_a_full_disk_leaves_no_archive_and_the_earlier_one_as_it_was(form, filled, tmp_path):
    packed(filled, tmp_path / form)
    before = contents(tmp_path / form)

    assert ended("export", filled.path, tmp_path / form, 3_000) == 7
    assert ended("export", filled.path, tmp_path / f"new-{form}", 3_000) == 7

    assert contents(tmp_path / form) == before
    assert [path.name for path in tmp_path.iterdir()] == [form]


@pytest.mark.parametrize("limit", [3_000, 20_000])
def test_a_full_disk_leaves_the_store_without_any_of_the_archive(limit, archive, empty):
    assert ended("import", empty.path, archive, limit) == 7

    assert list(empty.blobs) == []
    with Session.reading(StoreFolder.open(empty.path)) as session:
        assert session.sequence == 0
    assert take_in(empty, archive).added == 8
