from __future__ import annotations

import pytest

from cedarprov.evaluate.judgement import is_right
from cedarprov.evaluate.pair_item import Expected
from cedarprov.model.answer import Assessment, Cell, Status
from cedarprov.model.scope import Scope


def expected(status, *, values=(), missing=(), must_not=(), accepted=()):
    return Expected(
        status=status,
        accepted=frozenset(accepted),
        values=tuple(values),
        cells=(),
        missing=frozenset(missing),
        evidence=(),
        must_not=tuple(must_not),
    )


def given(status, *, values=(), missing=(), cells=()):
    return Assessment(
        status=status,
        values=tuple(values),
        missing=tuple(missing),
        cells=tuple(
            Cell(scope=Scope(), status=Status.ANSWERED, values=(value,)) for value in cells
        ),
    )


def test_a_value_is_right_in_any_unit():
    wanted = expected(Status.ANSWERED, values=["72 h"])

    assert is_right(wanted, given(Status.ANSWERED, values=["3 days"]))
    assert not is_right(wanted, given(Status.ANSWERED, values=["4 days"]))


def test_a_status_without_its_value_is_not_enough():
    assert not is_right(expected(Status.ANSWERED, values=["30 s"]), given(Status.ANSWERED))


def test_a_conflict_has_to_name_all_sides_and_no_other():
    wanted = expected(Status.CONFLICT, values=["30 s", "10 s"])

    assert is_right(wanted, given(Status.CONFLICT, values=["10 s", "30 s"]))
    assert not is_right(wanted, given(Status.CONFLICT, values=["10 s"]))
    assert not is_right(wanted, given(Status.CONFLICT, values=["10 s", "30 s", "5 s"]))


@pytest.mark.parametrize(
    ("missing", "right"),
    [(["release"], True), (["Release"], True), (["release", "service"], False), ([], False)],
)
def test_the_missing_dimensions_have_to_be_the_right_ones(missing, right):
    wanted = expected(Status.NEEDS_SCOPE, missing=["release"])

    assert is_right(wanted, given(Status.NEEDS_SCOPE, missing=missing)) is right


def test_nothing_may_be_asserted_that_is_wrong_not_even_in_one_cell():
    wanted = expected(Status.NEEDS_SCOPE, missing=["release"], must_not=["480 W"])

    answer = given(Status.NEEDS_SCOPE, missing=["release"], cells=["370 W", "0.48 kW"])

    assert not is_right(wanted, answer)


def test_the_quotation_that_takes_a_value_back_is_as_good_while_no_number_is_asserted():
    wanted = expected(Status.UNSUPPORTED, accepted=[Status.UNSUPPORTED, Status.ANSWERED])

    assert is_right(wanted, given(Status.UNSUPPORTED))
    assert is_right(wanted, given(Status.ANSWERED, values=["keep what they had"]))
    assert not is_right(wanted, given(Status.ANSWERED, values=["30 s"]))
    assert not is_right(expected(Status.UNSUPPORTED), given(Status.ANSWERED))
