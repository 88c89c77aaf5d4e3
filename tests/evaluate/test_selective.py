"""Selective answering: coverage over everything asked, risk among what is answered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.outcome import Outcome
from cedarprov.evaluate.selective import risk_coverage
from cedarprov.model.answer import Status

ANSWERS = st.lists(st.tuples(st.none() | st.integers(0, 3), st.booleans()), max_size=12)


def outcomes(answers, arm="a"):
    """Return an outcome for each (confidence, right); without a confidence it abstains."""
    return [
        Outcome(
            item=str(n),
            kind="k",
            group=str(n),
            arm=arm,
            expected=Status.ANSWERED,
            given=Status.ANSWERED if right else Status.CONFLICT,
            detail={} if sure is None else {"confidence": sure},
        )
        for n, (sure, right) in enumerate(answers)
    ]


def curve(*answers):
    return risk_coverage(outcomes(answers))["a"]


def test_equally_sure_answers_are_kept_together():
    found = curve((0.9, True), (0.8, True), (0.8, False), (0.1, False))

    assert found.points == ((0.25, 0.0), (0.75, pytest.approx(1 / 3)), (1.0, 0.5))


def test_what_an_arm_abstains_from_is_asked_and_never_covered():
    found = curve((0.9, True), (0.5, False), (None, False), (None, True))

    assert found.points == ((0.25, 0.0), (0.5, 0.5))
    assert (found.asked, found.answered, found.wrong) == (4, 2, 1)
    assert (found.coverage, found.risk) == (0.5, 0.5)
    assert (found.risk_at(0.2), found.risk_at(0.5), found.risk_at(0.6)) == (0.0, 0.5, None)
    assert found.area == pytest.approx(0.25 * 0.5)


def test_an_arm_that_never_says_how_sure_it_is_has_no_curve():
    answers = [(0.5, True)]

    found = risk_coverage([*outcomes(answers, "told"), *outcomes([(None, True)], "untold")])

    assert set(found) == {"told"}


@given(ANSWERS)
def test_the_curve_ends_at_the_coverage_and_the_risk_of_all_answers(answers):
    found = risk_coverage(outcomes(answers)).get("a")

    answered = [right for sure, right in answers if sure is not None]
    assert (found is None) == (not answered)
    if found is not None:
        assert found.points[-1] == (found.coverage, found.risk)
        assert found.coverage == len(answered) / len(answers)
        assert found.risk == answered.count(False) / len(answered)
        assert 0 <= found.area <= found.coverage
        assert [*found.points] == sorted(found.points)
