"""An ingest commits in whole batches, bytes first, and is finished by running it again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cedarprov.check.guard import FastGuard
from cedarprov.ingest import job
from cedarprov.ingest.survey import Request
from cedarprov.ingest.text import VersionTexts
from cedarprov.model.edge import Agent
from cedarprov.model.frozen import replace
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, WritingSession, create

PAPERS = 6


@pytest.fixture
def folder(tmp_path) -> StoreFolder:
    return create(tmp_path / "store", base="urn:test:")


@pytest.fixture
def wanted(tmp_path) -> Request:
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(PAPERS):
        (papers / f"{number}.md").write_text(f"# {number}\n\nThe text of paper {number}.\n")
    return Request(paths=[papers], agent=Agent(name="Anna"))


def run(folder: StoreFolder, request: Request):
    texts = VersionTexts(folder.blobs, folder.names)
    with WritingSession.writing(folder, guard=FastGuard(), text_of=texts) as session:
        return job.run(session, request, texts)


def test_a_run_is_one_batch_with_a_bundle_for_each_capture(folder, wanted, monkeypatch):
    commits = []
    commit = WritingSession.commit
    monkeypatch.setattr(
        WritingSession,
        "commit",
        lambda session, drafts, texts: (
            commits.append(len(drafts)) or commit(session, drafts, texts)
        ),
    )

    report = run(folder, wanted)

    assert commits == [PAPERS]
    assert (report.sequence, report.new_captures, report.passages_added) == (PAPERS,) * 3


def test_the_bytes_of_every_version_are_kept(folder, wanted):
    report = run(folder, wanted)

    texts = VersionTexts(folder.blobs, folder.names)
    for item in report.files:
        path = wanted.paths[0] / Path(item.place).name
        assert texts(item.version) == path.read_text()


def test_a_run_that_is_stopped_between_batches_is_finished_by_the_next(folder, wanted, monkeypatch):
    monkeypatch.setattr(job, "_PASSAGES_AT_ONCE", 2)
    commit, done = WritingSession.commit, []

    def stopped(session, drafts, texts):
        if done:
            raise KeyboardInterrupt
        done.append(len(drafts))
        return commit(session, drafts, texts)

    with monkeypatch.context() as patch:
        patch.setattr(WritingSession, "commit", stopped)
        with pytest.raises(KeyboardInterrupt):
            run(folder, wanted)
    with Session.reading(folder) as reader:
        assert reader.sequence == done[0] == 2

    report = run(folder, wanted)

    assert (report.new_versions, report.sequence) == (PAPERS - 2, PAPERS)


def test_a_rehearsal_reports_what_the_run_then_does(folder, wanted):
    with Session.reading(folder) as session:
        rehearsed = job.rehearse(session, wanted)

    report = run(folder, wanted)

    assert rehearsed.dry_run
    assert rehearsed.files == report.files
    assert rehearsed.passages_added == report.passages_added == PAPERS


def test_a_capture_has_the_time_that_was_given(folder, wanted):
    at = datetime(2020, 2, 29, 12, tzinfo=UTC)
    run(folder, replace(wanted, at=at))

    with Session.reading(folder) as session:
        assert {record.at for record in session.catalogue.records} == {at}
