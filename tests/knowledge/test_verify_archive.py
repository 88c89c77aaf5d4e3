"""An archive proves itself, without the store it came from."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shelf import UNSHRUNK, Shelf, Telling, fill, stories

from cedarprov.errors import BadArchive, MissingPath
from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.export.packing import pack
from cedarprov.knowledge.archive_audit import verify_archive
from cedarprov.knowledge.audit import VerifyReport
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session

FORMS = ["a", "a.zip", "a.nq", "a.trig"]


def exported(folder: StoreFolder, path: Path) -> Path:
    with Session.reading(StoreFolder.open(folder.path)) as session:
        if path.suffix in ("", ".zip"):
            pack(session, path)
            return path
        form = ArchiveFormat.TRIG if path.suffix == ".trig" else ArchiveFormat.N_QUADS
        with path.open("wb") as file:
            write_archive(session, file, form)
    return path


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("verify") / "store") as shelf:
        iris = fill(shelf)
    return shelf.folder, iris


@pytest.fixture(scope="module")
def archive(filled, tmp_path_factory):
    return exported(filled[0], tmp_path_factory.mktemp("packed") / "a")


def state(path: Path) -> dict[str, tuple[int, bytes]]:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return {str(each): (each.stat().st_mtime_ns, each.read_bytes()) for each in files}


def told(report: VerifyReport) -> str:
    return "\n".join(map(str, report.findings))


# -- sound archives -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_an_archive_is_sound_without_its_store_and_nothing_is_written_to_it(form, filled, tmp_path):
    path = exported(filled[0], tmp_path / form)
    before = state(tmp_path)

    report = verify_archive(path)

    assert (report.ok, report.exit_code, report.sequence) == (True, 0, 8)
    assert report.anchored == "unanchored"
    assert report.checked["bundles"] == report.checked["validations"] == 8
    assert (report.checked["texts"], report.unread) == (6, 0 if form in FORMS[:2] else 2)
    assert report.text == ("checked" if form in FORMS[:2] else "text not checked")
    assert state(tmp_path) == before


def test_several_processes_find_what_one_finds(archive, tmp_path):
    path = shutil.copytree(archive, tmp_path / "a")
    for name in ("blobs", "bundles", "shapes"):
        file = min(each for each in (path / name).iterdir() if each.is_file())
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)

    reports = [verify_archive(path, processes=processes) for processes in (1, 2)]

    assert sorted(map(str, reports[0].findings)) == sorted(map(str, reports[1].findings))
    assert reports[0].checked == reports[1].checked
    assert len(reports[0].findings) >= 3


@settings(max_examples=5, deadline=None, phases=UNSHRUNK)
@given(story=stories, form=st.sampled_from(FORMS))
def test_the_archive_of_whatever_was_written_through_the_door_is_sound(story, form):
    with tempfile.TemporaryDirectory() as place:
        with Shelf(Path(place) / "store") as shelf:
            Telling(shelf).tell([("capture", "manual", "a\nb", "1", ""), *story])

        report = verify_archive(exported(shelf.folder, Path(place) / form))

    assert report.findings == ()


# -- tampering ------------------------------------------------------------------------------------

Tamper = Callable[[Path, st.DataObject], None]


def drawn_file(root: Path, data: st.DataObject) -> Path:
    return data.draw(st.sampled_from(sorted(each for each in root.rglob("*") if each.is_file())))


def flip(root: Path, data: st.DataObject) -> None:
    path = drawn_file(root, data)
    content = bytearray(path.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)


def drop(root: Path, data: st.DataObject) -> None:
    drawn_file(root, data).unlink()


def swap(root: Path, data: st.DataObject) -> None:
    one, other = drawn_file(root, data), drawn_file(root, data)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def truncate(root: Path, data: st.DataObject) -> None:
    path = drawn_file(root, data)
    content = path.read_bytes()
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])


def edit(root: Path, data: st.DataObject) -> None:
    path = drawn_file(root, data)
    lines = path.read_bytes().splitlines(keepends=True)
    place = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["twice", "without", "moved"]))
    line = lines.pop(place)
    if change == "twice":
        lines[place:place] = [line, line]
    elif change == "moved":
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    path.write_bytes(b"".join(lines))


def add(root: Path, data: st.DataObject) -> None:
    folder = data.draw(st.sampled_from(["", "bundles/", "blobs/", "shapes/", "elsewhere/"]))
    name = data.draw(st.sampled_from(["0" * 64, f"{'0' * 64}.nq", "more.ttl", "letter"]))
    path = root / f"{folder}{name}"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.draw(st.binary(max_size=20)))


@settings(max_examples=120, deadline=None, phases=UNSHRUNK)
@given(data=st.data(), tamper=st.sampled_from([flip, drop, swap, truncate, edit, add]))
def test_whatever_was_tampered_with_is_found_and_named(archive, data, tamper):
    with tempfile.TemporaryDirectory() as place:
        path = shutil.copytree(archive, Path(place) / "a")
        before = {name: content for name, (_, content) in state(path).items()}
        tamper(path, data)
        after = {name: content for name, (_, content) in state(path).items()}

        report = verify_archive(path)

    names = {
        Path(name).relative_to(path).as_posix()
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
    }
    assert report.ok is (not names)
    if names - {"manifest.json"} and "manifest.json" not in names:
        subjects = {fault.subject for fault in report.findings}
        assert names <= subjects
    elif names:
        assert "manifest" in told(report)


@settings(max_examples=60, deadline=None, phases=UNSHRUNK)
@given(data=st.data())
def test_a_flipped_byte_of_a_zip_is_found_unless_every_file_is_as_it_was(archive, data):
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "a.zip"
        with zipfile.ZipFile(path, "w") as file:
            for each in sorted(each for each in archive.rglob("*") if each.is_file()):
                file.write(each, each.relative_to(archive))
        content = bytearray(path.read_bytes())
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)

        report = verify_archive(path)

        if report.ok:
            with zipfile.ZipFile(path) as file:
                found = {name: file.read(name) for name in file.namelist()}
            assert found == {
                each.relative_to(archive).as_posix(): each.read_bytes()
                for each in archive.rglob("*")
                if each.is_file()
            }


def test_an_edited_review_is_named(filled, tmp_path):
    path = exported(filled[0], tmp_path / "a.nq")
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(
        number
        for number, line in enumerate(lines)
        if filled[1]["review"].encode() in line and b"Accepted" in line
    )
    bundle = lines[place].split(b" ")[-2].decode().strip("<>")
    lines[place] = lines[place].replace(b"Accepted", b"Rejected")
    path.write_bytes(b"".join(lines))

    report = verify_archive(path)

    assert {fault.subject for fault in report.findings} == {bundle}
    assert "its statements have" in told(report)


def test_a_bundle_that_was_dropped_from_the_middle_is_told(filled, tmp_path):
    path = exported(filled[0], tmp_path / "a.nq")
    lines = path.read_bytes().splitlines(keepends=True)
    third = next(line for line in lines if b'sequence> "3"' in line).split(b" ")[0]
    path.write_bytes(b"".join(line for line in lines if third not in line))

    assert "sequence number is 4, where 3 was to come" in told(verify_archive(path))


def test_an_index_in_another_order_is_told(filled, tmp_path):
    path = exported(filled[0], tmp_path / "a.nq")
    third, fourth = (b'sequence> "%d"' % number for number in (3, 4))
    content = path.read_bytes()
    path.write_bytes(content.replace(third, b"@").replace(fourth, third).replace(b"@", fourth))

    assert "does not follow from the bundle before" in told(verify_archive(path))


def test_a_file_that_is_no_rdf_is_a_fault_with_its_line(filled, tmp_path):
    path = exported(filled[0], tmp_path / "a.nq")
    path.write_bytes(path.read_bytes() + b"nonsense\n")

    report = verify_archive(path)

    assert (report.ok, report.exit_code) == (False, 1)
    assert "(line " in told(report)


# -- heads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_lost_tail_is_found_against_a_head_only(form, tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        held = shelf.capture("manual", b"one line")
        path = exported(shelf.folder, tmp_path / form)
        earlier = verify_archive(path).head
        shelf.claim("There is a line", held.span("one"))
        head = shelf.session.ledger.head.chain

    assert verify_archive(path).ok
    assert verify_archive(path, head=earlier).anchored == "anchored"
    cut_off = verify_archive(path, head=head)
    assert (cut_off.ok, cut_off.anchored) == (False, "unanchored")
    assert "cut off or made anew" in told(cut_off)


def test_a_record_that_was_made_anew_is_found_against_a_head_only(tmp_path):
    heads, paths = [], []
    for name, words in (("true", b"it is 30 s"), ("forged", b"it is 60 s")):
        with Shelf(tmp_path / name) as shelf:
            shelf.capture("manual", words)
        paths.append(exported(shelf.folder, tmp_path / f"{name}.zip"))
        heads.append(verify_archive(paths[-1]).head)

    assert verify_archive(paths[1]).ok
    assert not verify_archive(paths[1], head=heads[0]).ok


# -- what is no archive ---------------------------------------------------------------------------


def test_a_path_that_leads_nowhere_is_named(tmp_path):
    with pytest.raises(MissingPath):
        verify_archive(tmp_path / "a.zip")


def test_a_file_of_another_ending_is_no_archive(tmp_path):
    (tmp_path / "a.txt").write_text("")

    with pytest.raises(BadArchive):
        verify_archive(tmp_path / "a.txt")
