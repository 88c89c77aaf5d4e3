"""A survey reads and compares, and writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cedarprov.errors import BadManifest, MissingPath, NothingToIngest
from cedarprov.ingest.report import Outcome
from cedarprov.ingest.survey import Progress, Request, Sight, Survey
from cedarprov.model.edge import Agent
from cedarprov.store.session import Session, create

ANNA = Agent(name="Anna")


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    with Session.reading(create(tmp_path_factory.mktemp("survey") / "store")) as session:
        yield session


@pytest.fixture
def papers(tmp_path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n\nText of a.\n")
    (folder / "b.md").write_text("# B\n\nText of b.\n")
    return folder


def surveyed(session: Session, *paths: Path, **options: object) -> tuple[Survey, list[Sight]]:
    survey = Survey(session, Request(paths=paths, agent=ANNA, **options))
    return survey, list(survey.sights())


def test_files_come_in_the_order_of_their_names_whatever_order_they_are_given_in(session, papers):
    _, sights = surveyed(session, papers)
    _, reverse = surveyed(session, papers / "b.md", papers / "a.md")

    places = [sight.reading.place for sight in sights]
    assert places == ["papers/a.md", "papers/b.md"]
    assert sorted(sight.reading.place for sight in reverse) == places


def test_new_content_brings_its_passages_and_known_content_none(session, papers):
    (papers / "copy.md").write_bytes((papers / "a.md").read_bytes())

    survey, sights = surveyed(session, papers)

    assert [len(sight.pieces) for sight in sights] == [1, 1, 0]
    assert [sight.is_new_location for sight in sights] == [False, False, True]
    assert [item.passages for item in survey.notes] == [1, 1, 0]


def test_a_file_that_is_named_twice_is_seen_once(session, papers):
    survey, sights = surveyed(session, papers, papers / "a.md", papers)

    assert len(sights) == len(survey.notes) == 2


def test_a_second_file_of_one_edition_is_refused_and_the_first_is_named(session, papers):
    for name in ("a.md", "b.md"):
        (papers / name).write_text(f"---\nname: manual\nedition: '1'\n---\nText of {name}.\n")

    survey, sights = surveyed(session, papers)

    assert [sight.reading.place for sight in sights] == ["papers/a.md"]
    [refused] = [item for item in survey.notes if item.outcome is Outcome.REFUSED]
    assert refused.place == "papers/b.md"
    assert all(part in refused.detail for part in ("papers/a.md", "'1'", "'manual'"))


def test_a_manifest_comes_first_and_is_not_among_the_files_of_its_folder(session, papers):
    manifest = papers / "m.toml"
    manifest.write_text('[[source]]\nmatch = "*.toml"\nformat = "text"\n')

    _, sights = surveyed(session, papers, manifest=manifest)

    assert [sight.reading.place for sight in sights] == [
        "papers/m.toml",
        "papers/a.md",
        "papers/b.md",
    ]
    assert [sight.is_manifest for sight in sights] == [True, False, False]
    assert sights[0].pieces == ()


def test_the_words_that_declare_a_scope_are_quoted_from_where_they_stand(session, papers):
    manifest = papers / "m.toml"
    manifest.write_text('[[source]]\nmatch = "a.md"\nscope = { release = "1" }\n')
    (papers / "b.md").write_text("---\nscope:\n  release: '2'\n---\nText.\n")
    survey, sights = surveyed(session, papers, manifest=manifest)

    spans = [survey.evidence(sight.reading) for sight in sights]

    declared, of_a, of_b = spans
    assert declared is None
    assert of_a.exact == manifest.read_text()[of_a.start : of_a.end]
    assert "release = " in of_a.exact
    assert of_b.exact == (papers / "b.md").read_text()[of_b.start : of_b.end]
    assert "release: '2'" in of_b.exact


def test_progress_is_told_for_every_file_even_one_that_is_refused(session, papers):
    (papers / "c.txt").write_bytes(b"\xff\xfe\xff")
    told: list[Progress] = []

    survey, _ = surveyed(session, papers, on_progress=told.append)

    assert [item.done for item in told] == [1, 2, 3]
    assert {item.total for item in told} == {3}
    assert [item.place for item in survey.notes if item.outcome is Outcome.REFUSED] == [
        "papers/c.txt"
    ]


def test_a_file_that_may_not_be_read_is_refused_and_does_not_stop_the_others(session, papers):
    (papers / "link.md").symlink_to(papers / "nowhere.md")

    survey, sights = surveyed(session, papers)

    assert len(sights) == 2
    [note] = [item for item in survey.notes if item.place == "papers/link.md"]
    assert note.outcome in (Outcome.REFUSED, Outcome.SKIPPED)
    assert note.detail


def test_what_cannot_be_surveyed_is_an_error_before_anything_is_read(session, papers, tmp_path):
    (tmp_path / "hollow").mkdir()

    with pytest.raises(MissingPath):
        surveyed(session, papers, tmp_path / "nowhere")
    with pytest.raises(NothingToIngest):
        surveyed(session, tmp_path / "hollow")
    with pytest.raises(MissingPath):
        surveyed(session, papers, manifest=tmp_path / "no.toml")


@pytest.mark.parametrize(
    "faulty",
    [
        "[[source]]\nnothing = 1\n",
        '[[source]]\nmatch = "*"\nname = "one"\n[[source]]\nmatch = "a.md"\nname = "two"\n',
    ],
)
def test_the_faults_of_a_manifest_are_told_without_reading_the_files(session, papers, faulty):
    manifest = papers / "m.toml"
    manifest.write_text(faulty)
    survey = Survey(session, Request(paths=[papers], agent=ANNA, manifest=manifest))

    with pytest.raises(BadManifest):
        survey.warnings()

    assert survey.notes == []
