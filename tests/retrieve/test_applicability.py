"""How far a place applies to the scope asked: wholly, in part, by way of history, or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import scopes

from cedarprov.model.scope import Match, Scope
from cedarprov.retrieve.applicability import WHOLE, Applicability, applicability, speaks_of


def found(
    own: str, asked: str, *, words: str = "", siblings: tuple[str, ...] = ()
) -> Applicability:
    return applicability(
        Scope.parse(own.split()),
        Scope.parse(asked.split()),
        siblings=[Scope.parse(item.split()) for item in (own, *siblings)],
        words=words,
    )


@given(scopes, scopes, st.lists(scopes, max_size=3), st.text(max_size=20))
def test_what_meets_the_scope_counts_wholly_and_says_what_is_doubtful(own, asked, others, words):
    result = applicability(own, asked, siblings=others, words=words)

    match = own.match(asked)
    assert result.match is match
    assert result.weight == WHOLE or match is Match.DOES_NOT_APPLY
    assert result.is_fallback == (match is Match.DOES_NOT_APPLY and result.weight > 0)
    assert bool(result.flag) == (match is not Match.APPLIES and result.weight > 0)


def test_a_later_edition_that_speaks_of_the_release_asked_answers_where_none_is_its_own():
    result = found("release=3", "release=1.0", words="In 1.0 the limit was 8 MB.")

    assert result.weight == WHOLE
    assert result.is_fallback
    assert result.flag


def test_a_later_edition_counts_less_where_the_release_asked_has_one_of_its_own():
    result = found(
        "release=3", "release=1.0", words="In 1.0 the limit was 8 MB.", siblings=("release=1.0",)
    )

    assert 0 < result.weight < WHOLE


def test_the_next_edition_may_speak_of_the_state_before():
    text = "The limit, previously 8 MB, is 32 MB."

    assert found("release=2", "release=1", words=text).is_fallback
    assert not found("release=3", "release=1", words=text, siblings=("release=2",)).is_fallback


def test_a_later_edition_that_does_not_speak_of_it_does_not_apply():
    assert found("release=3", "release=1.0", words="The limit is 32 MB.").weight == 0


def test_an_earlier_edition_never_answers_for_a_later_release():
    assert found("release=1", "release=3.0", words="3.0 will change the limit.").weight == 0


def test_history_bridges_releases_and_no_other_dimension():
    text = "In 1.0 the limit was 8 MB."

    assert found("service=b", "service=a", words=text).weight == 0
    assert found("release=3 service=b", "release=1.0 service=a", words=text).weight == 0


def test_notes_between_the_release_upgraded_from_and_the_one_asked_apply():
    assert found("release=2.1", "release=2.3 deployment=upgrade:2.0").is_fallback
    assert not found("release=1.9", "release=2.3 deployment=upgrade:2.0").is_fallback
    assert not found("release=2.1", "release=2.3 deployment=new").is_fallback


def test_an_upgrade_from_something_that_is_no_version_is_an_upgrade_all_the_same():
    assert found("release=2.1", "release=2.3 deployment=upgrade:legacy").weight == 0


@pytest.mark.parametrize(
    ("words", "asked", "speaks"),
    [
        ("Since 2.2 it is on.", "2.2", True),
        ("Since v2.2.28 it is on.", "2.2", True),
        ("Since 2.2 it is on.", "2.2.28", False),
        ("Since 2.20 it is on.", "2.2", False),
        ("It takes 2 seconds.", "2", False),
        ("It costs 12.2.", "2.2", False),
    ],
)
def test_words_speak_of_a_release_they_name(words, asked, speaks):
    [condition] = Scope.of({"release": asked}).conditions

    assert speaks_of(words, condition) == speaks


@given(st.text(alphabet="0123456789.xv ", max_size=400))
def test_no_figures_are_too_odd_to_be_looked_at(words):
    [condition] = Scope.of({"release": "2.2"}).conditions

    assert speaks_of(words, condition) in {True, False}
    assert not speaks_of("1." + "7" * 5000, condition)


def test_an_edition_for_any_release_stands_beside_one_for_a_later_release():
    assert not found("release=3", "release=1", siblings=("release=any",)).is_fallback
    assert not found("release=3", "release=1", siblings=("release=latest",)).is_fallback
