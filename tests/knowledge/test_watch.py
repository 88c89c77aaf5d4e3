"""Saved questions: exactly the cells whose answer changed are reported, and why."""

from __future__ import annotations

import json

import pytest
from library import Document, Library

from cedarprov.errors import BadMap, BadQuestion, BadQuestions, BadValue, MissingPath
from cedarprov.model.answer import Status

TIMEOUT = """
[[question]]
id = "timeout"
words = "What is the default timeout of the pump?"
"""
QUESTIONS = f"""{TIMEOUT}
[[question]]
id = "speed"
words = "What is the speed limit of the crane?"
"""
PUMP = "# Pump\n\nThe default timeout of the pump is {} seconds.\n\nThe pump is {}.\n"


def pump(release: str, seconds: int, colour: str = "green") -> Document:
    return Document(
        name="works/pump",
        edition=release,
        scope=f"release={release}",
        text=PUMP.format(seconds, colour),
    )


CRANE = Document(name="works/crane", text="# Crane\n\nThe speed limit of the crane is 12 m/s.\n")


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path, pump("1", 30), pump("2", 30), pump("3", 10), CRANE) as library:
        yield library


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS)
    return path


@pytest.fixture(params=["since", "recorded", "baseline"])
def watch(request, library, questions, tmp_path):
    """Compares with the state that the store has now, kept in one of the three ways."""
    if request.param == "since":
        settings = {"since": library.kb.sequence}
    elif request.param == "recorded":
        library.kb.watch(questions, update=True)
        settings = {}
    else:
        settings = {"baseline": tmp_path / "baseline.json"}
        library.kb.watch(questions, update=True, **settings)
    return lambda: library.kb.watch(questions, **settings)


# -- what is reported -----------------------------------------------------------------------------


def test_nothing_is_reported_where_nothing_was_ingested(watch):
    report = watch()

    assert report.ok
    assert report.compared == 2
    assert report.changed == report.new == ()


def test_a_second_ingest_of_the_same_files_reports_nothing(watch, library):
    library.put(pump("1", 30), pump("2", 30), pump("3", 10), CRANE)

    assert watch().ok


def test_a_change_that_no_answer_rests_on_reports_nothing(watch, library):
    library.put(pump("2", 30, colour="red"), day="2024-07-01")

    report = watch()

    assert report.ok
    assert report.compared == 2


def test_a_changed_default_in_one_release_is_reported_as_that_cell_alone(watch, library):
    library.put(pump("2", 45), day="2024-07-01")

    report = watch()

    [changed] = report.changed
    assert (changed.id, changed.change.where) == ("timeout", "release=2")
    assert (changed.change.before.values, changed.change.after.values) == (("30 s",), ("45 s",))
    [span] = changed.change.spans
    assert (span.source, span.label) == ("works/pump", "2")
    assert span.exact == "The default timeout of the pump is 45 seconds."
    [cause] = changed.causes
    assert (cause.source, cause.label, cause.version) == ("works/pump", "2", span.version)
    assert cause.sequence == library.kb.sequence
    assert not report.ok


def test_a_new_release_is_reported_where_nothing_was_known(watch, library):
    library.put(pump("4", 5))

    [changed] = watch().changed

    assert changed.change.where == "release=4"
    assert changed.change.before.status is Status.UNSUPPORTED
    assert changed.change.after.values == ("5 s",)
    assert [cause.label for cause in changed.causes] == ["4"]


def test_an_answer_that_is_gone_is_reported_with_the_edition_that_said_it(watch, library):
    gone = Document(name="works/crane", text="# Crane\n\nThe crane is yellow.\n")
    library.put(gone, day="2024-07-01")

    [changed] = watch().changed

    assert changed.id == "speed"
    assert (changed.change.before.values, changed.change.after.values) == (("12 m/s",), ())
    assert changed.change.after.status is Status.UNSUPPORTED
    assert [cause.source for cause in changed.causes] == ["works/crane"]


def test_two_releases_that_change_alike_are_one_change(watch, library):
    library.put(pump("1", 60), pump("2", 60), day="2024-07-01")

    [changed] = watch().changed

    assert changed.change.where == "release=1..2"
    assert sorted(cause.label for cause in changed.causes) == ["1", "2"]


def test_another_answer_from_sources_that_nobody_captured_since_has_only_shifted(
    library, questions, tmp_path
):
    baseline = tmp_path / "baseline.json"
    library.kb.watch(questions, baseline=baseline, update=True)
    baseline.write_text(baseline.read_text().replace('"10 s"', '"11 s"'))
    library.put(Document(name="works/dock", text="# Dock\n\nThe dock is wide.\n"))

    report = library.kb.watch(questions, baseline=baseline)

    [shifted] = report.shifted
    assert (shifted.change.where, shifted.change.before.values, shifted.change.after.values) == (
        "release=3", ("11 s",), ("10 s",),
    )  # fmt: skip
    assert report.changed == ()
    assert report.ok


# -- what it is compared with ---------------------------------------------------------------------


def test_without_anything_earlier_all_questions_are_new(library, questions):
    report = library.kb.watch(questions)

    assert report.new == ("timeout", "speed")
    assert not report.checked


def test_an_update_makes_a_change_the_new_state_of_things(library, questions, tmp_path):
    for settings in ({}, {"baseline": tmp_path / "baseline.json"}):
        library.kb.watch(questions, update=True, **settings)
    library.put(pump("2", 45), day="2024-07-01")

    for settings in ({}, {"baseline": tmp_path / "baseline.json"}):
        assert len(library.kb.watch(questions, update=True, **settings).changed) == 1
        assert library.kb.watch(questions, **settings).ok


def test_an_update_without_a_change_records_nothing(library, questions):
    library.kb.watch(questions, update=True)
    library.put(pump("2", 30, colour="red"), day="2024-07-01")
    before = library.kb.sequence

    library.kb.watch(questions, update=True)

    assert library.kb.sequence == before


def test_a_question_that_is_asked_otherwise_now_is_new(library, questions):
    library.kb.watch(questions, update=True)
    questions.write_text(QUESTIONS.replace('crane?"', 'crane?"\nbudget = 50'))

    assert library.kb.watch(questions).new == ("speed",)


def test_asking_and_recording_in_between_changes_nothing_and_nothing_is_asked_again(
    library, questions, monkeypatch
):
    library.kb.watch(questions, update=True)
    library.kb.ask("What is the speed limit?", record=True)
    monkeypatch.setattr("cedarprov.knowledge.mapping.survey", None)

    assert library.kb.watch(questions).compared == 2


def test_a_baseline_of_another_store_is_refused(library, questions, tmp_path):
    path = tmp_path / "baseline.json"
    path.write_text(json.dumps({"base": "urn:other:", "maps": {}}))

    with pytest.raises(BadMap, match="urn:other:"):
        library.kb.watch(questions, baseline=path)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"maps": 1}', '{"base": "@", "maps": {"timeout": {"format": 1}}}']
)
def test_a_baseline_that_cannot_be_read_is_refused(library, questions, tmp_path, text):
    path = tmp_path / "baseline.json"
    path.write_text(text.replace("@", library.kb.base))

    with pytest.raises(BadMap):
        library.kb.watch(questions, baseline=path)


def test_what_cannot_be_compared_with_is_refused(library, questions, tmp_path):
    with pytest.raises(MissingPath):
        library.kb.watch(questions, baseline=tmp_path / "none.json")
    with pytest.raises(BadQuestion, match="record ends"):
        library.kb.watch(questions, since=library.kb.sequence + 1)
    with pytest.raises(BadValue):
        library.kb.watch(questions, since=1, update=True)


# -- expectations ---------------------------------------------------------------------------------


def test_an_expectation_that_is_met_is_no_fault(library, questions):
    expect = 'expect = { status = "needs-scope", values = ["10 s", "30 s"] }\n'
    questions.write_text(TIMEOUT + expect)

    report = library.kb.watch(questions)

    assert report.ok
    assert report.checked


def test_an_expectation_that_is_not_met_says_what_the_answer_is(library, questions):
    questions.write_text(
        QUESTIONS.split("\n\n", maxsplit=1)[0] + '\nexpect = { values = ["10 s"] }\n'
    )

    report = library.kb.watch(questions)

    [unmet] = report.unmet
    assert (unmet.id, unmet.status, {*unmet.values}) == (
        "timeout", Status.NEEDS_SCOPE, {"10 s", "30 s"},
    )  # fmt: skip
    assert not report.ok


def test_faults_of_the_file_are_told_together(library, questions):
    questions.write_text("[[question]]\nwrds = 1\n")

    with pytest.raises(BadQuestions) as caught:
        library.kb.watch(questions)

    assert len(caught.value.faults) == 3
