"""Conditions, scopes and the four ways in which a record's scope meets what is asked."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import conditions, expressions, scopes

from cedarprov.errors import BadScope, CedarprovError
from cedarprov.model.scope import Condition, Match, Scope

same_dimension = st.tuples(expressions, expressions).map(
    lambda both: (Condition("release", both[0]), Condition("release", both[1]))
)


def release(expression: str) -> Scope:
    return Scope.of({"release": expression})


# -- algebra --------------------------------------------------------------------------------------


@given(conditions)
def test_a_condition_covers_itself(condition):
    assert condition.covers(condition)
    assert condition.overlaps(condition)


@given(same_dimension)
def test_what_covers_overlaps(both):
    mine, theirs = both

    assert not mine.covers(theirs) or mine.overlaps(theirs)


@given(same_dimension)
def test_overlap_goes_both_ways(both):
    mine, theirs = both

    assert mine.overlaps(theirs) == theirs.overlaps(mine)


@given(expressions, expressions, expressions)
def test_covering_is_handed_on(first, second, third):
    one, two, three = (Condition("release", text) for text in (first, second, third))

    assert not (one.covers(two) and two.covers(three)) or one.covers(three)


@given(conditions)
def test_any_covers_everything_and_nothing_else_covers_any(condition):
    declared = Condition(condition.dimension, "any")

    assert declared.covers(condition)
    assert condition.covers(declared) == condition.is_any


@given(expressions, expressions)
def test_alternatives_cover_each_of_theirs(first, second):
    both = Condition("release", f"{first},{second}")

    assert both.covers(Condition("release", first))
    assert both.covers(Condition("release", second))


# -- matching -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recorded", "asked", "outcome"),
    [
        ("2.2", "2.2", Match.APPLIES),
        ("2.2", "2.2.28", Match.APPLIES),
        ("2.2.28", "2.2", Match.IN_PART),
        ("2.2", "2.3", Match.DOES_NOT_APPLY),
        ("2.2", "2.20", Match.DOES_NOT_APPLY),
        ("2.x", "2.9.1", Match.APPLIES),
        ("2.*", "2.9.1", Match.APPLIES),
        ("2.x", "20", Match.DOES_NOT_APPLY),
        ("<3.0", "2.9", Match.APPLIES),
        ("<3.0", "3.0", Match.DOES_NOT_APPLY),
        ("<3.0", "3", Match.DOES_NOT_APPLY),
        ("<=3.0", "3.0.7", Match.APPLIES),
        (">3.0", "3.0.7", Match.DOES_NOT_APPLY),
        (">3.0", "3.1", Match.APPLIES),
        (">=2", "10.0", Match.APPLIES),
        (">=2.0", "2", Match.APPLIES),
        ("2+", "3.1", Match.APPLIES),
        ("2.0..2.6", "2.6.3", Match.APPLIES),
        ("2.0..2.6", "2.7", Match.DOES_NOT_APPLY),
        ("..2.6", "1.0", Match.APPLIES),
        ("2.6..", "1.0", Match.DOES_NOT_APPLY),
        ("2.0..2.6", "2.5..3.0", Match.IN_PART),
        ("1, 2", "2", Match.APPLIES),
        ("1", "1,2", Match.IN_PART),
        ("any", "2", Match.APPLIES),
        ("a,any", "b", Match.APPLIES),
        ("2", "any", Match.IN_PART),
        ("v2.2", "2.2", Match.APPLIES),
        ("2.2rc1", "2.2", Match.IN_PART),
        ("2.2", "2.2rc1", Match.APPLIES),
        ("<2.2", "2.2rc1", Match.DOES_NOT_APPLY),
        ("2024-05", "2024-05-03", Match.APPLIES),
        ("new", "NEW", Match.APPLIES),
        ("new", "upgrade", Match.DOES_NOT_APPLY),
        ("upgrade", "upgrade:2.2", Match.APPLIES),
        ("upgrade:2.2", "upgrade", Match.IN_PART),
        ("upgrade:2.2", "upgrade:2.3", Match.DOES_NOT_APPLY),
        ("new", "2.2", Match.DOES_NOT_APPLY),
    ],
)
def test_a_recorded_condition_meets_what_is_asked(recorded, asked, outcome):
    assert release(recorded).match(release(asked)) is outcome


def test_what_is_not_stated_is_not_the_same_as_any():
    asked = Scope.of({"release": "2", "service": "a"})

    assert release("2").match(asked) is Match.UNSTATED
    assert Scope.of({"release": "2", "service": "any"}).match(asked) is Match.APPLIES


def test_the_worst_dimension_decides():
    recorded = Scope.of({"release": "2.2.28", "service": "a"})

    assert recorded.match(Scope.of({"release": "2.2", "service": "b"})) is Match.DOES_NOT_APPLY
    assert recorded.match(Scope.of({"release": "2.2", "service": "a"})) is Match.IN_PART
    assert recorded.match(Scope.of({"release": "2.2", "os": "x"})) is Match.UNSTATED


@given(scopes)
def test_a_scope_applies_to_itself_and_to_no_question_about_scope(scope):
    assert scope.match(scope) is Match.APPLIES
    assert scope.match(Scope()) is Match.APPLIES


@given(scopes, scopes)
def test_scopes_that_are_asked_in_part_or_not_stated_overlap(recorded, asked):
    assert recorded.overlaps(asked) == (recorded.match(asked) is not Match.DOES_NOT_APPLY)


@given(scopes, scopes)
def test_a_narrowed_scope_states_what_narrowed_it(scope, narrower):
    narrowed = scope.narrowed(narrower)

    assert narrowed.match(narrower) is Match.APPLIES
    assert narrowed.dimensions == scope.dimensions | narrower.dimensions


# -- reading --------------------------------------------------------------------------------------


@given(scopes)
def test_a_scope_is_read_back_from_its_expressions(scope):
    assert Scope.of(scope.as_dict()) == scope
    assert Scope.parse(map(str, scope.conditions)) == scope


@given(scopes)
def test_the_order_of_conditions_does_not_matter(scope):
    assert Scope(tuple(reversed(scope.conditions))) == scope


def test_a_dimension_is_named_once():
    with pytest.raises(BadScope, match="named twice"):
        Scope.parse(["release=1", "release=2"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("release", "no '='"),
        ("=2", "not a name"),
        ("re lease=2", "not a name"),
        ("release=", "empty"),
        ("release=1,,2", "empty"),
        ("release=2.6..2.0", "backwards"),
        ("release=3..2", "backwards"),
        ("release=new..old", "not a version"),
        ("release=<new", "not a version"),
        ("release=>=", "not a version"),
        ("release==2.2", "compares nothing"),
        ("release=!=2.2", "compares nothing"),
        ("release=~2.2", "compares nothing"),
        ("deployment=upgrade:", "step"),
        ("deployment=:", "step"),
    ],
)
def test_an_unreadable_expression_is_refused_with_its_reason(text, why):
    with pytest.raises(BadScope, match=why):
        Scope.parse([text])


@given(st.text(max_size=60), st.text(max_size=60))
@example("release", "1" * 5000)
@example("release", "<" + "1" * 5000)
@example("release", "1" + "a" * 100 + "!")
@example("release", "٣.٤")
@example("release", "²")
def test_any_text_is_read_or_refused_by_our_own_error(dimension, expression):
    try:
        condition = Condition(dimension, expression)
    except CedarprovError:
        return

    assert condition.covers(condition)


@pytest.mark.parametrize("name", ["release", "機種", "Größe", "الإصدار", "os-version", "tier_2"])
def test_a_dimension_is_named_in_any_script(name):
    assert Scope.parse([f"{name}=a"]).dimensions == {name}


@pytest.mark.parametrize("name", ["", "2nd", "_x", "a b", "a.b", "a/b"])
def test_what_is_no_name_names_no_dimension(name):
    with pytest.raises(BadScope):
        Scope.of({name: "a"})
