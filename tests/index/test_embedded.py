"""What only an index in a folder can get wrong: kills, readers, damage, disk and encoders."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap

import pytest

from cedarprov.errors import IndexDamaged, IndexNotWritable
from cedarprov.index import NoticeKind, folder
from cedarprov.index.embedded import EmbeddedIndex
from cedarprov.index.hash_encoder import HashEncoder
from cedarprov.index.manifest import read_manifest
from cedarprov.index.memory import MemoryIndex
from cedarprov.index.revision import crowded

STEPS = [
    "write_segment before",
    "write_segment after",
    "finish_work before",
    "finish_work after",
    "write_manifest before",
]

KILLED_WRITER = textwrap.dedent(
    """
    import hashlib, os, signal, sys
    from pathlib import Path
    from cedarprov.index import IndexText, revision
    from cedarprov.index.embedded import EmbeddedIndex
    from cedarprov.index.hash_encoder import HashEncoder

    def text(words):
        digest = "sha256:" + hashlib.sha256(words.encode()).hexdigest()
        return IndexText(digest=digest, text=words)

    index = EmbeddedIndex(Path(sys.argv[1]), encoder=HashEncoder(), writable=True)
    index.add([text("an old text")])
    index.commit(1)
    name, moment = sys.argv[2].split()
    step = getattr(revision, name)

    def killed(*given):
        if moment == "after":
            step(*given)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(revision, name, killed)
    index.add([text("a new text"), text("a newer text")])
    index.commit(2)
    """
)


def run(script, *given):
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, given)],
        capture_output=True,
        text=True,
        check=False,
    )


def everything(index):
    return index.info(), index.lexical("text", limit=9), index.dense("a new text", limit=9)


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_leaves_the_last_commit_and_adding_again_adds_once(tmp_path, text, step):
    killed = run(KILLED_WRITER, tmp_path, step)
    assert killed.returncode == -signal.SIGKILL, killed.stderr

    index = EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True)
    before = index.info()
    index.add([text("a new text"), text("a newer text")])
    index.commit(2)

    assert (before.sequence, before.documents, before.rows) == (1, 1, 1)
    whole = MemoryIndex(
        [text("an old text"), text("a new text"), text("a newer text")],
        sequence=2,
        encoder=HashEncoder(),
    )
    assert everything(index) == everything(whole)
    assert index.verify() == ()
    assert not (tmp_path / "lexical" / "work").exists()


def test_a_kill_after_the_manifest_leaves_the_new_commit(tmp_path):
    killed = run(KILLED_WRITER, tmp_path, "sweep before")

    index = EmbeddedIndex(tmp_path, encoder=HashEncoder())

    assert killed.returncode == -signal.SIGKILL
    assert (index.sequence, index.info().documents) == (2, 3)
    assert index.verify() == ()


def test_what_interrupts_adding_drops_the_draft_and_keeps_the_commit(tmp_path, text):
    index = EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True)
    index.add([text("an old text")])
    index.commit(1)

    def interrupted():
        yield text("a new text")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.add(interrupted())
    index.commit(2)

    assert index.info().documents == 1
    assert index.sequence == 2


def test_a_reader_keeps_its_commit_until_it_refreshes(tmp_path, text):
    writer = EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True)
    writer.add([text("the first text")])
    writer.commit(1)
    reader = EmbeddedIndex(tmp_path, encoder=HashEncoder())

    for at in range(2, 12):
        writer.add([text(f"text {at}")])
        writer.commit(at)

    assert len(reader.lexical("text", limit=50)) == len(reader.dense("text", limit=50)) == 1
    assert reader.refresh()
    assert not reader.refresh()
    assert len(reader.lexical("text", limit=50)) == len(reader.dense("text", limit=50)) == 11


def test_a_reader_that_a_sweep_overtakes_looks_again(tmp_path, text, monkeypatch):
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as writer:
        writer.add([text("the first text")])
        writer.commit(1)
        stale = read_manifest(tmp_path)
        for at in range(2, 5):
            writer.add([text(f"text {at}")])
            writer.commit(at)
    answers = iter([stale, read_manifest(tmp_path)])
    monkeypatch.setattr(folder, "read_manifest", lambda _: next(answers))

    reader = EmbeddedIndex(tmp_path, encoder=HashEncoder())

    assert reader.sequence == 4
    assert len(reader.lexical("text", limit=9)) == 4


def test_readers_in_other_processes_open_whole_commits_while_one_writes(tmp_path, text):
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from cedarprov.index.embedded import EmbeddedIndex
        from cedarprov.index.hash_encoder import HashEncoder

        seen = 0
        while seen < 25:
            with EmbeddedIndex(Path(sys.argv[1]), encoder=HashEncoder()) as index:
                found = len(index.lexical("text", limit=99)), len(index.dense("text", limit=99))
                assert found == (index.sequence, index.sequence), (found, index.sequence)
                assert index.sequence >= seen
                seen = index.sequence
        """
    )
    readers = [
        subprocess.Popen([sys.executable, "-c", script, tmp_path], stderr=subprocess.PIPE)
        for _ in range(2)
    ]

    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as writer:
        for at in range(1, 26):
            writer.add([text(f"text number {at}")])
            writer.commit(at)

    for reader in readers:
        _, faults = reader.communicate(timeout=60)
        assert reader.returncode == 0, faults.decode()


def test_an_index_open_for_reading_refuses_to_change(tmp_path, text):
    index = EmbeddedIndex(tmp_path)

    for change in (
        lambda: index.add([text("words")]),
        lambda: index.commit(1),
        lambda: index.rebuild([], sequence=1),
    ):
        with pytest.raises(IndexNotWritable):
            change()


@pytest.mark.parametrize("victim", ["manifest.json", "lexical/*/meta.json", "dense/*.vectors.npy"])
@pytest.mark.parametrize("harm", ["cut", "remove"])
def test_a_damaged_index_is_refused_and_can_be_made_anew(tmp_path, text, victim, harm):
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        index.add([text("some words")])
        index.commit(1)
    [path] = tmp_path.glob(victim)
    if harm == "remove" and victim != "manifest.json":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:20])

    with pytest.raises(IndexDamaged):
        EmbeddedIndex(tmp_path)

    index = EmbeddedIndex.create(tmp_path, encoder=HashEncoder())
    assert index.info().documents == 0
    index.add([text("some words")])
    index.commit(1)
    assert index.verify() == ()


@pytest.mark.parametrize("written", ['"words"', "[]", "7", "null"])
def test_a_manifest_that_is_no_object_is_a_damaged_index(tmp_path, written):
    (tmp_path / "manifest.json").write_text(written)

    with pytest.raises(IndexDamaged):
        EmbeddedIndex(tmp_path)


def test_verify_names_vectors_that_were_changed(tmp_path, text):
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        index.add([text("some words")])
        index.commit(1)
    [path] = tmp_path.glob("dense/*.vectors.npy")
    held = path.read_bytes()
    path.write_bytes(held[:-64] + bytes(64))

    [fault] = EmbeddedIndex(tmp_path, encoder=HashEncoder()).verify()

    assert "length 1" in fault


def test_a_full_disk_is_said_and_the_last_commit_stands(tmp_path, text):
    script = textwrap.dedent(
        """
        import resource, signal, sys
        from pathlib import Path
        from cedarprov.errors import DiskFull
        from cedarprov.index import IndexText
        from cedarprov.index.embedded import EmbeddedIndex
        from cedarprov.index.hash_encoder import HashEncoder

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        index = EmbeddedIndex(Path(sys.argv[1]), encoder=HashEncoder(), writable=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
        try:
            index.add(
                IndexText(digest=f"sha256:{at:064x}", text=" ".join(f"w{at}x{n}" for n in range(9)))
                for at in range(3_000)
            )
            index.commit(2)
        except DiskFull as fault:
            print("full:", fault)
        """
    )
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        index.add([text("an old text")])
        index.commit(1)

    for limit in (60_000, 500_000):
        said = run(script, tmp_path, limit)

        assert said.stdout.startswith("full:"), said.stderr
        index = EmbeddedIndex(tmp_path, encoder=HashEncoder())
        assert (index.sequence, index.info().documents, index.verify()) == (1, 1, ())


def test_vectors_of_another_encoder_are_never_mixed_in(tmp_path, text):
    first, other = HashEncoder("m-a", seed="a"), HashEncoder("m-b", seed="b")
    with EmbeddedIndex(tmp_path, encoder=first, writable=True) as index:
        index.add([text("cats purr"), text("dogs bark")])
        index.commit(1)

    with EmbeddedIndex(tmp_path, encoder=other, writable=True) as index:
        index.add([text("trees stand")])
        index.commit(2)

        assert index.dense("trees stand", limit=5) == []
        assert len(index.lexical("trees", limit=5)) == 1
        assert [notice.kind for notice in index.notices] == [NoticeKind.OTHER_ENCODER]
        assert other.encoded == 0


def test_a_renamed_encoder_of_the_same_fingerprint_rebuilds_nothing(tmp_path, text):
    with EmbeddedIndex(tmp_path, encoder=HashEncoder("m-a"), writable=True) as index:
        index.add([text("cats purr")])
        index.commit(1)

    renamed = HashEncoder("gateway/m-a")
    with EmbeddedIndex(tmp_path, encoder=renamed, writable=True) as index:
        index.add([text("cats purr"), text("dogs bark")])
        index.commit(2)

        assert renamed.encoded == 1
        assert index.notices == ()
        assert index.info().encoder == renamed.mark


def test_texts_added_without_the_encoder_are_named_until_a_rebuild(tmp_path, text):
    texts = [text("cats purr"), text("dogs bark")]
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        index.add(texts[:1])
        index.commit(1)
    with EmbeddedIndex(tmp_path, writable=True) as index:
        index.add(texts[1:])
        index.commit(2)

    encoder = HashEncoder()
    with EmbeddedIndex(tmp_path, encoder=encoder, writable=True) as index:
        assert [notice.kind for notice in index.notices] == [NoticeKind.VECTORS_MISSING]
        index.rebuild(texts, sequence=2)

        assert encoder.encoded == 1
        assert index.notices == ()
        assert len(index.dense("dogs", limit=5)) == 2


def test_an_index_begun_by_words_takes_an_encoder_only_by_a_rebuild(tmp_path, text):
    with EmbeddedIndex(tmp_path, writable=True) as index:
        index.add([text("cats purr")])
        index.commit(1)

    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        index.add([text("dogs bark")])
        index.commit(2)
        assert [notice.kind for notice in index.notices] == [NoticeKind.NO_VECTORS]
        index.rebuild([text("cats purr"), text("dogs bark")], sequence=2)

        assert len(index.dense("dogs", limit=5)) == 2


def test_the_old_index_serves_until_a_stopped_rebuild_is_whole(tmp_path, text):
    texts = [text("cats purr"), text("dogs bark")]
    first, other = HashEncoder("m-a", seed="a"), HashEncoder("m-b", seed="b")
    with EmbeddedIndex(tmp_path, encoder=first, writable=True) as index:
        index.add(texts)
        index.commit(1)

    def stopped():
        yield texts[0]
        raise KeyboardInterrupt

    with EmbeddedIndex(tmp_path, encoder=other, writable=True) as index:
        with pytest.raises(KeyboardInterrupt):
            index.rebuild(stopped(), sequence=1)
        assert len(EmbeddedIndex(tmp_path, encoder=first).dense("dogs bark", limit=5)) == 2
        index.rebuild(texts, sequence=1)

        assert len(index.dense("dogs bark", limit=5)) == 2
        assert EmbeddedIndex(tmp_path, encoder=first).dense("dogs bark", limit=5) == []


def test_a_rebuild_leaves_no_trace_of_a_text_that_it_drops(tmp_path, text):
    def traces():
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        raw = bytes.fromhex(purged.digest.removeprefix("sha256:"))
        return [path for path in files if b"xyzzy" in (held := path.read_bytes()) or raw in held]

    purged = text("xyzzy")
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        index.add([text("kept words"), purged])
        index.commit(1)
        before = traces()

        index.rebuild([text("kept words")], sequence=2)

        assert before
        assert traces() == []


def test_the_folder_holds_no_more_than_two_commits(tmp_path, text):
    with EmbeddedIndex(tmp_path, encoder=HashEncoder(), writable=True) as index:
        for at in range(12):
            index.add([text(f"text {at}")])
            index.commit(at)

    assert len(list((tmp_path / "lexical").iterdir())) == 2
    assert len(list((tmp_path / "dense").glob("*.vectors.npy"))) <= 8


def test_segments_grow_so_that_few_are_joined():
    assert crowded([]) == 0
    assert crowded([100_000, 10]) == 1
    assert crowded([100_000, 10, 10]) == 2
    assert crowded([100_000, 40, 20, 10, 10]) == 4
    assert crowded([131_072, 100_000]) == 1
