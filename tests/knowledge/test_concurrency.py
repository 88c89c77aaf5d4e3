"""Several processes on one store: one writes, any number read, and any of them may be killed."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

import cedarprov
from cedarprov.errors import StoreLocked

PAPERS = 40
LATE = 120.0
"""Seconds after which a process that does not answer counts as hung."""

OPENED = """
import json, os, signal, sys, time
import cedarprov
from cedarprov.errors import CedarprovError

def tell(**said):
    print(json.dumps(said), flush=True)

kb = cedarprov.open(sys.argv[1], dense=False, wait=float(sys.argv[2]))
"""
INGEST = (
    OPENED
    + """
tell(ready=True)
sys.stdin.readline()
try:
    report = kb.ingest(sys.argv[3])
    tell(versions=report.new_versions, captures=report.new_captures, sequence=kb.sequence)
except CedarprovError as error:
    tell(error=type(error).__name__, code=error.exit_code, message=str(error))
kb.close()
"""
)
HOLD = OPENED + "kb.ingest(sys.argv[3])\ntell(ready=True)\nsys.stdin.readline()\n"
CLAIMS = (
    OPENED
    + """
version = kb.ingest(sys.argv[3]).files[0].version
tell(ready=True)
sys.stdin.readline()
for number in range(30):
    kb.claim(f"Claim {number}", quote="bar", version=version)
tell(sequence=kb.sequence)
kb.close()
"""
)
WATCH = (
    OPENED
    + """
tell(ready=True)
sys.stdin.readline()
seen = []
while len(seen) < int(sys.argv[3]):
    info = kb.info()
    seen.append((info.sequence, sum(info.counts.get(kind, 0) for kind in ("Capture", "Claim"))))
    kb.ask("What is the limit?")
tell(seen=seen)
kb.close()
"""
)


def said(process: subprocess.Popen[str]) -> dict[str, object]:
    """The next line of a process; its errors where there is none."""
    line = process.stdout.readline()
    assert line, process.stderr.read()
    return json.loads(line)


def go(process: subprocess.Popen[str]) -> None:
    process.stdin.write("go\n")
    process.stdin.flush()


@pytest.fixture
def papers(write) -> Path:
    return write(
        {f"{number:02}.md": f"# Pump {number}\n\nThe limit of pump {number} is {number} bar.\n"
         for number in range(PAPERS)}
    )  # fmt: skip


@pytest.fixture
def store(kb) -> Path:
    kb.close()
    return kb.path


def opened(store: Path, **options: object) -> cedarprov.knowledge.Knowledge:
    return cedarprov.open(store, dense=False, **options)


# -- two writers ----------------------------------------------------------------------------------


def test_a_second_writer_is_refused_by_name_and_at_once(store, papers, start):
    holder = start(HOLD, store, 0, papers)
    said(holder)

    with opened(store, wait=0) as kb, pytest.raises(StoreLocked) as caught:
        kb.ingest(papers)

    error = caught.value
    assert (error.path, error.pid, error.exit_code) == (store, holder.pid, 4)
    assert str(store) in str(error)
    assert str(holder.pid) in str(error)


def test_a_store_opens_after_its_writer_was_killed_with_nothing_removed_by_hand(
    store, papers, start
):
    holder = start(HOLD, store, 0, papers)
    said(holder)
    holder.kill()
    holder.wait()

    with opened(store, wait=0) as kb:
        report = kb.ingest(papers)

        assert (report.new_versions, report.new_captures) == (0, 0)
        assert kb.verify().ok


def test_two_ingests_at_once_lose_nothing_and_double_nothing(store, papers, start):
    both = [start(INGEST, store, LATE, papers) for _ in range(2)]
    for process in both:
        said(process)
    for process in both:
        go(process)

    reports = [said(process) for process in both]

    assert sorted(report["versions"] for report in reports) == [0, PAPERS]
    assert sorted(report["captures"] for report in reports) == [0, PAPERS]
    with opened(store) as kb:
        assert kb.info().counts["SourceVersion"] == PAPERS
        assert kb.verify().ok


def test_of_two_ingests_that_do_not_wait_each_is_whole_or_refused(store, papers, start):
    both = [start(INGEST, store, 0, papers) for _ in range(2)]
    for process in both:
        said(process)
    for process in both:
        go(process)

    reports = [said(process) for process in both]

    assert {report.get("error", "none") for report in reports} <= {"none", "StoreLocked"}
    with opened(store) as kb:
        assert kb.info().counts["SourceVersion"] == PAPERS
        assert kb.verify().ok


# -- readers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("script", "last"), [(CLAIMS, PAPERS + 30), (INGEST, PAPERS)])
def test_readers_see_whole_states_in_order_while_another_process_writes(
    store, papers, start, script, last
):
    writer = start(script, store, 0, papers)
    readers = [start(WATCH, store, 0, 40) for _ in range(2)]
    for process in (writer, *readers):
        said(process)
    for process in (writer, *readers):
        go(process)

    seen = [said(reader)["seen"] for reader in readers]

    assert said(writer)["sequence"] == last
    for states in seen:
        assert states == sorted(states)
        # Every bundle is a capture or a claim: a state is all of its bundles and no more.
        assert all(sequence == records for sequence, records in states)


def test_a_reader_never_meets_the_lock(store, papers, start):
    holder = start(HOLD, store, 0, papers)
    said(holder)

    with opened(store, wait=0) as kb:
        answer = kb.ask("What is the limit of pump 7?")
        texts = [item.text for item in answer.evidence]
        sources = kb.sources()
        report = kb.verify()
        dry = kb.ingest(papers, dry_run=True)

    assert any("7 bar" in text for text in texts)
    assert (len(sources), report.ok, dry.new_versions) == (PAPERS, True, 0)


def test_an_open_reader_moves_on_to_what_is_written_later(store, papers, start):
    with opened(store) as reader:
        assert reader.sequence == 0
        holder = start(HOLD, store, 0, papers)
        said(holder)

        assert reader.sequence == PAPERS
        assert reader.ask("What is the limit of pump 7?").evidence


# -- killed and interrupted -----------------------------------------------------------------------


def test_a_writer_killed_before_it_published_leaves_nothing_that_readers_never_see(
    store, papers, start
):
    script = HOLD.replace("kb.ingest", "kill_at_publication()\nkb.ingest").replace(
        "kb = cedarprov",
        "from cedarprov.store.checkpoint import Checkpoints\n"
        "def kill_at_publication():\n"
        "    Checkpoints.publish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "kb = cedarprov",
    )
    process = start(script, store, 0, papers)
    process.wait(LATE)
    assert process.returncode == -signal.SIGKILL

    with opened(store) as kb:
        assert kb.sequence == 0
        assert not kb.ask("What is the limit of pump 7?").evidence
        report = kb.ingest(papers)

        assert report.new_versions == 0
        assert kb.sequence == PAPERS
    with opened(store) as kb:
        assert kb.ask("What is the limit of pump 7?").evidence


def test_a_store_whose_making_was_killed_can_be_opened_and_filled(tmp_path, papers, start):
    script = (
        "import os, signal, sys, cedarprov\n"
        "from cedarprov.store.checkpoint import Checkpoints\n"
        "Checkpoints.publish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "cedarprov.create(sys.argv[1])\n"
    )
    start(script, tmp_path / "half").wait(LATE)

    with opened(tmp_path / "half") as kb:
        kb.ingest(papers)

        assert kb.verify().ok


def test_an_interrupt_leaves_a_whole_store(store, papers, start):
    for moment in (0.02, 0.1, 0.3):
        process = start(INGEST, store, LATE, papers)
        said(process)
        go(process)
        time.sleep(moment)
        process.send_signal(signal.SIGINT)
        process.wait(LATE)

        with opened(store, wait=0) as kb:
            assert kb.verify().ok is not False
            assert kb.sequence in (0, PAPERS)
            kb.ingest(papers, dry_run=True)


def test_a_session_goes_on_after_an_interrupted_write(kb, papers, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("cedarprov.store.shortcut.Shortcuts.follow", interrupted)
        with pytest.raises(KeyboardInterrupt):
            kb.ingest(papers)

    report = kb.ingest(papers)

    assert report.new_versions == 0
    assert kb.info().counts["SourceVersion"] == PAPERS
    assert kb.ask("What is the limit of pump 7?").evidence
    assert kb.verify().ok
