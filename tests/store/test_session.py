"""Sessions: one writer, readers of published states, and followers that keep up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from shelf import Shelf, fill

from cedarprov.check.guard import FastGuard
from cedarprov.errors import NoCheckpoint, StoreClosed, StoreExists, StoreLocked
from cedarprov.ingest.text import VersionTexts
from cedarprov.store.folder import StoreFolder
from cedarprov.store.ledger import Bundle
from cedarprov.store.session import Session, WritingSession, create


class Diary:
    """A follower that notes what it was given."""

    def __init__(self, reflects: int = 0) -> None:
        self.reflects = reflects
        self.given: list[int] = []

    def follow(self, bundles: Iterable[Bundle]) -> None:
        """Note the sequence numbers."""
        self.given += [bundle.sequence for bundle in bundles]
        self.reflects = self.given[-1]


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        yield shelf


def writing(folder: StoreFolder) -> WritingSession:
    return WritingSession.writing(
        folder, guard=FastGuard(), text_of=VersionTexts(folder.blobs, folder.names)
    )


def sequences(bundles: Sequence[Bundle]) -> list[int]:
    return [bundle.sequence for bundle in bundles]


def test_a_reader_of_an_empty_store_sees_nothing(tmp_path):
    with Session.reading(create(tmp_path / "store")) as session:
        assert session.sequence == 0
        assert not session.catalogue.records


def test_a_commit_is_seen_by_the_next_reader_and_not_by_one_that_was_open(shelf):
    shelf.capture("manual", b"text")
    with Session.reading(shelf.folder) as before:
        shelf.capture("manual", b"other")

        with Session.reading(shelf.folder) as after:
            assert (before.sequence, after.sequence) == (1, 2)
            assert len(before.catalogue.records) == 1


def test_a_store_is_made_only_where_there_is_nothing(shelf):
    with pytest.raises(StoreExists):
        create(shelf.folder.path)


def test_a_second_writer_of_the_same_process_is_refused_and_named(shelf):
    with pytest.raises(StoreLocked) as caught:
        writing(shelf.folder)

    assert caught.value.pid is not None


def test_a_writer_gives_way_once_it_is_closed(shelf):
    shelf.capture("manual", b"text")
    shelf.session.close()

    with writing(shelf.folder) as session:
        assert session.sequence == 1


def test_a_session_that_was_closed_says_so(shelf):
    shelf.session.close()

    with pytest.raises(StoreClosed):
        next(iter(shelf.session.store.quads()))


def test_a_follower_is_caught_up_when_it_joins_and_is_told_of_every_commit(shelf):
    shelf.capture("manual", b"text")
    late, early = Diary(), Diary(reflects=1)

    shelf.session.follow_with(lambda _: late)
    shelf.session.follow_with(lambda _: early)
    shelf.capture("manual", b"other")

    assert (late.given, early.given) == ([1, 2], [2])


def test_a_batch_is_one_step_for_followers_and_readers(shelf):
    diary = Diary()
    shelf.session.follow_with(lambda _: diary)

    fill(shelf)

    assert diary.given == sequences(list(shelf.session.ledger.bundles()))


def test_a_store_without_a_checkpoint_is_published_by_its_next_writer(tmp_path):
    folder = StoreFolder.create(tmp_path / "store")
    with pytest.raises(NoCheckpoint):
        Session.reading(folder)

    with writing(folder) as session:
        session.follow_with(lambda _: Diary())

    with Session.reading(folder) as reader:
        assert reader.sequence == 0


def test_a_write_that_was_cut_short_is_told_and_caught_up_by_the_next_writer(shelf):
    class Full(Diary):
        def follow(self, bundles: Iterable[Bundle]) -> None:
            del bundles
            raise KeyboardInterrupt

    shelf.session.follow_with(lambda _: Full())
    with pytest.raises(KeyboardInterrupt):
        shelf.capture("manual", b"text")
    assert shelf.session.is_cut_short
    shelf.session.close()
    diary = Diary()

    with writing(shelf.folder) as session:
        session.follow_with(lambda _: diary)

    assert diary.given == [1]
    with Session.reading(shelf.folder) as reader:
        assert reader.sequence == 1


def test_nothing_to_write_is_no_bundle(shelf):
    assert shelf.session.commit([], []) == ()
    assert shelf.session.sequence == 0


# -- bounded work ---------------------------------------------------------------------------------


def capture(shelf: Shelf, name: str, passages: int) -> None:
    lines = "\n".join(f"line {number} of {name}" for number in range(passages))
    shelf.capture(name, lines.encode(), label="1", scope="release=1")


def work_of_ten_passages(shelf: Shelf, name: str) -> tuple[int, int]:
    """Queries issued and rows read while ten passages are committed."""
    work = shelf.session.store.work
    queries, rows = work.queries, work.rows
    capture(shelf, name, 10)
    return work.queries - queries, work.rows - rows


def test_the_work_of_a_commit_does_not_grow_with_the_store(shelf):
    for number in range(5):
        capture(shelf, f"book {number}", 40)
    small = work_of_ten_passages(shelf, "measured at 200 passages")
    for number in range(9):
        capture(shelf, f"tome {number}", 200)

    large = work_of_ten_passages(shelf, "measured at 2,000 passages")

    assert large == small
