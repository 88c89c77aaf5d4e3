from __future__ import annotations

import os

import pytest

from cedarprov.errors import BadPattern, MissingPath, NothingToIngest
from cedarprov.ingest.walk import walk


def write(folder, *places):
    for place in places:
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"text of {place}\n")


def places(walked):
    return [found.place for found in walked.found]


def reasons(walked):
    return {skipped.path.name: skipped.reason for skipped in walked.skipped}


def test_files_come_in_one_order_with_places_below_the_folder(tmp_path):
    write(tmp_path, "b.md", "a/z.txt", "a.rst", "a/b/c.md")

    walked = walk([tmp_path])

    assert places(walked) == ["a.rst", "a/b/c.md", "a/z.txt", "b.md"]
    assert all(found.path == tmp_path / found.place for found in walked.found)


def test_the_same_base_name_in_two_folders_gives_two_places(tmp_path):
    write(tmp_path, "one/manual.md", "two/manual.md")

    walked = walk([tmp_path / "one" / "manual.md", tmp_path / "two" / "manual.md"])

    assert places(walked) == ["one/manual.md", "two/manual.md"]


def test_a_file_that_is_reached_twice_is_taken_once(tmp_path):
    write(tmp_path, "docs/a.md")

    walked = walk([tmp_path / "docs", tmp_path / "docs" / "a.md", tmp_path / "docs" / "." / "a.md"])

    assert len(walked.found) == 1


def test_places_can_be_taken_from_a_base(tmp_path):
    write(tmp_path, "docs/a.md")

    assert places(walk([tmp_path / "docs"], base=tmp_path)) == ["docs/a.md"]


def test_hidden_cached_and_foreign_files_are_passed_over_with_a_reason(tmp_path):
    write(tmp_path, "a.md", ".hidden.md", ".git/x.md", "node_modules/y.md", "code.py", "CVS/z.md")

    walked = walk([tmp_path])

    assert places(walked) == ["a.md"]
    assert set(reasons(walked)) == {".hidden.md", ".git", "node_modules", "code.py", "CVS"}
    assert ".py" in reasons(walked)["code.py"]


def test_an_ignore_file_speaks_for_its_folder_and_all_below(tmp_path):
    write(tmp_path, "a.md", "draft.md", "sub/draft.md", "sub/b.md", "sub/old/c.md", "old/d.md")
    (tmp_path / ".cedarprovignore").write_text("# drafts\ndraft.md\n/old/\n")
    (tmp_path / "sub" / ".cedarprovignore").write_text("old/\n!draft.md\n")

    walked = walk([tmp_path])

    assert places(walked) == ["a.md", "sub/b.md"]
    passed = {skipped.path for skipped in walked.skipped}
    assert {tmp_path / "old", tmp_path / "sub" / "old"} <= passed


@pytest.mark.parametrize("line", ["!", "[z-a]", "folder\\"])
def test_an_ignore_file_with_a_line_that_is_no_pattern_is_named_with_the_line(tmp_path, line):
    (tmp_path / "a.md").touch()
    (tmp_path / ".cedarprovignore").write_text(f"*.txt\n{line}\n")

    with pytest.raises(BadPattern) as caught:
        walk([tmp_path])

    assert (caught.value.pattern, caught.value.line) == (line, 2)
    assert str(tmp_path / ".cedarprovignore") in str(caught.value)


def test_an_ignore_file_that_leads_out_of_the_folder_is_not_read(tmp_path):
    (tmp_path / "elsewhere").write_text("*.md\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").touch()
    (tmp_path / "docs" / ".cedarprovignore").symlink_to(tmp_path / "elsewhere")

    assert [item.place for item in walk([tmp_path / "docs"]).found] == ["a.md"]


def test_an_ignore_file_can_keep_one_file_of_many(tmp_path):
    write(tmp_path, "a.md", "b.md")
    (tmp_path / ".cedarprovignore").write_text("*.md\n!b.md\n")

    assert places(walk([tmp_path])) == ["b.md"]


def test_what_is_named_directly_is_taken_whatever_its_name(tmp_path):
    write(tmp_path, ".notes/.draft.md")

    assert places(walk([tmp_path / ".notes" / ".draft.md"])) == [".draft.md"]


def test_links_are_followed_to_files_inside_the_folder_only(tmp_path):
    write(tmp_path, "in/a.md", "out/secret.md", "in/sub/b.md")
    (tmp_path / "in" / "link.md").symlink_to(tmp_path / "in" / "a.md")
    (tmp_path / "in" / "leak.md").symlink_to(tmp_path / "out" / "secret.md")
    (tmp_path / "in" / "broken.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "in" / "self.md").symlink_to(tmp_path / "in" / "self.md")
    (tmp_path / "in" / "sub" / "loop").symlink_to(tmp_path / "in")

    walked = walk([tmp_path / "in"])

    assert places(walked) == ["a.md", "link.md", "sub/b.md"]
    assert set(reasons(walked)) == {"leak.md", "broken.md", "self.md", "loop"}


def test_a_folder_that_is_given_as_a_link_is_walked(tmp_path):
    write(tmp_path, "docs/a.md")
    (tmp_path / "current").symlink_to(tmp_path / "docs")

    assert places(walk([tmp_path / "current"])) == ["a.md"]


def test_a_file_above_the_size_limit_is_passed_over(tmp_path):
    write(tmp_path, "small.md")
    (tmp_path / "large.md").write_bytes(b"x" * 101)

    walked = walk([tmp_path], limit=100)

    assert places(walked) == ["small.md"]
    assert "101 bytes" in reasons(walked)["large.md"]


def test_a_pipe_is_passed_over(tmp_path):
    write(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")

    assert "neither" in reasons(walk([tmp_path]))["pipe.md"]


def test_a_name_that_is_no_unicode_is_passed_over(tmp_path):
    write(tmp_path, "a.md")
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    except OSError:
        pytest.skip("the file system takes only UTF-8 names")

    walked = walk([tmp_path])

    assert places(walked) == ["a.md"]
    assert len(walked.skipped) == 1


def test_what_is_taken_in_can_be_widened(tmp_path):
    write(tmp_path, "a.md", "notes.log")

    walked = walk([tmp_path], accepts=lambda place: place.endswith(".log"))

    assert places(walked) == ["notes.log"]


def test_a_path_that_leads_nowhere_is_an_error(tmp_path):
    with pytest.raises(MissingPath) as caught:
        walk([tmp_path / "absent"])

    assert caught.value.path == tmp_path / "absent"


def test_a_folder_without_text_is_an_error_that_says_what_was_passed_over(tmp_path):
    write(tmp_path, "code.py")

    with pytest.raises(NothingToIngest, match=r"code\.py"):
        walk([tmp_path])
    with pytest.raises(NothingToIngest, match="no file"):
        walk([])


def test_the_real_folders_give_every_text(shared):
    walked = walk([shared / "data" / "versioned_docs"], base=shared / "data" / "versioned_docs")

    releases = [found.place for found in walked.found if found.place.count("/") >= 2]
    assert len(releases) == 180
