"""Where texts stand, and which of their places apply."""

from __future__ import annotations

import pytest
from library import Document, Library

from cedarprov.ingest.dates import read_as_of
from cedarprov.model.question import Arm, Clock, Question
from cedarprov.model.receipt import ReasonCode
from cedarprov.model.scope import Match, Scope
from cedarprov.rdf.naming import digest_of
from cedarprov.retrieve.place import NEWER_EDITION, Places

PUMP = "The pump runs at 30 rpm."
HELD = f"# Pumps\n\n## Speed\n\n{PUMP}"
MONTHS = {"1": "2023-01", "2": "2024-01", "3": "2025-01"}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    editions = [
        Document(
            name="manual",
            text=f"{HELD}\n",
            edition=release,
            scope=f"release={release}",
            published=month,
        )
        for release, month in MONTHS.items()
    ]
    note = Document(
        name="note",
        text=f"{HELD}\n\n# More\n\nOther words.\n",
        scope="release=2 deployment=upgrade",
    )
    with Library(tmp_path_factory.mktemp("places"), *editions, note) as filled:
        yield filled


def placed(library, *scope, **options):
    session = library.kb._reading()
    question = Question(words="pump", scope=Scope.parse(scope), **options)
    places = Places(session, question)
    text = session.names.text(digest_of(HELD.encode())).value
    return places.of([text])[text]


def labels(found):
    return [place.label or place.source for place in found]


def test_one_text_has_a_place_for_each_capture_of_each_version_that_holds_it(library):
    found = placed(library)

    assert found.words == HELD
    assert sorted(labels(found.places)) == ["1", "2", "3", "note"]


def test_the_heading_path_is_kept_in_its_steps(library):
    assert placed(library).headings == ("Pumps", "Speed")


def test_only_the_places_that_meet_the_scope_apply(library):
    found = placed(library, "release=2")

    assert sorted(labels(found.applying)) == ["2", "note"]
    assert {place.match for place in found.applying} == {Match.APPLIES}
    assert sorted(labels(found.others)) == ["1", "3"]


def test_a_place_whose_scope_is_not_stated_applies_and_is_flagged(library):
    found = placed(library, "deployment=new")

    assert labels(found.applying) == ["3", "2", "1"]
    assert {place.match for place in found.applying} == {Match.UNSTATED}
    assert found.flags == ("does not state the scope asked",)


def test_places_that_apply_outright_come_before_those_that_do_not_say(tmp_path):
    silent = [Document(name=f"memo-{at}", text=f"{HELD}\n\n# {at}\n\nx\n") for at in range(4)]
    stated = Document(name="manual", text=f"{HELD}\n", edition="2", scope="release=2")
    with Library(tmp_path, *silent, stated) as library:
        found = placed(library, "release=2")

    assert labels(found.applying)[0] == "2"
    assert len(found.applying) == 5
    assert found.flags == ()


def test_newer_editions_of_a_source_come_first_and_older_ones_weigh_less(library):
    everything = placed(library, "release=any")
    oldest = placed(library, "release=1")

    assert [name for name in labels(everything.applying) if name != "note"] == ["3", "2", "1"]
    assert everything.weight == 1.0
    assert oldest.weight == 1.0
    assert 0 < NEWER_EDITION < 1


def test_a_release_that_nothing_meets_applies_nowhere_and_says_why(library):
    found = placed(library, "release=4")

    assert found.applying == ()
    assert found.code is ReasonCode.SCOPE_DOES_NOT_APPLY
    assert found.weight == 0


def test_a_date_leaves_out_what_was_certainly_published_later(library):
    asked = {Clock.PUBLISHED: read_as_of("2023-06")}

    found = placed(library, as_of=asked)

    assert sorted(labels(found.applying)) == ["1", "note"]
    assert labels(found.applying)[0] == "1"
    assert {place.certainty.value for place in found.others} == {"out"}


def test_what_is_out_by_scope_and_by_date_is_told_by_its_nearest_place(library):
    asked = {Clock.PUBLISHED: read_as_of("2023-06")}

    assert placed(library, "release=3", as_of=asked).code is ReasonCode.CERTAINLY_OUT_OF_TIME


def test_the_flat_arm_knows_neither_scope_nor_publication(library):
    asked = {Clock.PUBLISHED: read_as_of("2023-06")}

    found = placed(library, "release=4", as_of=asked, arm=Arm.FLAT)

    assert sorted(labels(found.applying)) == ["1", "2", "3", "note"]
    assert {place.scope for place in found.applying} == {Scope()}


def test_an_earlier_state_of_the_record_has_fewer_places(tmp_path):
    with Library(tmp_path) as library:
        library.put(Document(name="a", text=HELD))
        before = library.kb.sequence
        library.put(Document(name="b", text=HELD + "\n"))

        now, then = placed(library), placed(library, sequence=before)

    assert sorted(place.source for place in now.applying) == ["a", "b"]
    assert [place.source for place in then.applying] == ["a"]


def test_a_text_that_the_store_does_not_hold_has_no_places(library):
    places = Places(library.kb._reading(), Question(words="pump"))

    assert places.of(["urn:nothing"]) == {}
    assert places.of([]) == {}
