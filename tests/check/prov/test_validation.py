"""What each constraint finds, and what it leaves alone."""

from __future__ import annotations

import pytest

from cedarprov.check.prov.validation import validate
from cedarprov.errors import TooManyStatements
from cedarprov.rdf.prov.notation import read_notation

HEAD = "document prefix ex <http://example.org/>\n"


def report(body: str, **options):
    return validate(read_notation(f"{HEAD}{body}\nendDocument"), **options)


def broken(body: str, **options) -> list[int | str]:
    """The constraints that are broken, each once and in order."""
    found = [
        violation.constraint
        for instance in report(body, **options).instances
        for violation in instance.violations
    ]
    return list(dict.fromkeys(rule.number or rule.name for rule in found))


INVALID = {
    "a placeholder where a name is needed": ("specializationOf(ex:a, -)", 4),
    "two start times of one activity": (
        "activity(ex:a, 2020-01-01T00:00:00Z, -)\nactivity(ex:a, 2020-01-02T00:00:00Z, -)",
        22,
    ),
    "one identifier for two usages": ("used(ex:u; ex:a, ex:e, -)\nused(ex:u; ex:b, ex:e, -)", 23),
    "two generations by one activity": (
        "wasGeneratedBy(ex:g; ex:e, ex:a, -)\nwasGeneratedBy(ex:h; ex:e, ex:a, -)",
        24,
    ),
    "two invalidations by one activity": (
        "wasInvalidatedBy(ex:g; ex:e, ex:a, -)\nwasInvalidatedBy(ex:h; ex:e, ex:a, -)",
        25,
    ),
    "two starts by one activity": (
        "wasStartedBy(ex:s; ex:a, -, ex:b, -)\nwasStartedBy(ex:t; ex:a, -, ex:b, -)",
        26,
    ),
    "two ends by one activity": (
        "wasEndedBy(ex:s; ex:a, -, ex:b, -)\nwasEndedBy(ex:t; ex:a, -, ex:b, -)",
        27,
    ),
    "a start at another time than the activity's": (
        "activity(ex:a, 2020-01-01T00:00:00Z, -)\nwasStartedBy(ex:a, -, -, 2020-01-02T00:00:00Z)",
        28,
    ),
    "an end at another time than the activity's": (
        "activity(ex:a, -, 2020-01-01T00:00:00Z)\nwasEndedBy(ex:a, -, -, 2020-01-02T00:00:00Z)",
        29,
    ),
    "two entities that derive from each other": (
        "entity(ex:a)\nentity(ex:b)\nwasDerivedFrom(ex:a, ex:b)\nwasDerivedFrom(ex:b, ex:a)",
        42,
    ),
    "an entity that derives from itself": ("entity(ex:a)\nwasDerivedFrom(ex:a, ex:a)", 42),
    "a cycle through an activity's start": (
        "wasStartedBy(ex:x, ex:b, -, -)\nwasGeneratedBy(ex:a, ex:x, -)\nwasDerivedFrom(ex:b, ex:a)",
        42,
    ),
    "a cycle through the usage of a derivation": (
        (
            "wasStartedBy(ex:x, ex:b, -, -)\nwasDerivedFrom(ex:a, ex:c, ex:x, -, -)\n"
            "wasDerivedFrom(ex:b, ex:a)"
        ),
        42,
    ),
    "a cycle through a specialization of what has no generation": (
        (
            "entity(ex:a)\nentity(ex:c)\nspecializationOf(ex:b, ex:a)\n"
            "specializationOf(ex:c, ex:b)\n"
            "wasDerivedFrom(ex:a, ex:c)"
        ),
        42,
    ),
    "an agent that derives from what is attributed to it": (
        "entity(ex:g)\nwasAttributedTo(ex:e, ex:g)\nwasDerivedFrom(ex:g, ex:e)",
        42,
    ),
    "a usage of a derivation without an activity": (
        "wasDerivedFrom(ex:a, ex:b, -, -, ex:u)",
        51,
    ),
    "a specialization of itself": ("specializationOf(ex:a, ex:a)", 52),
    "a circle of specializations": (
        "specializationOf(ex:a, ex:b)\nspecializationOf(ex:b, ex:c)\nspecializationOf(ex:c, ex:a)",
        52,
    ),
    "an identifier of two relations": (
        "used(ex:u; ex:a, ex:e, -)\nwasInformedBy(ex:u; ex:a, ex:b)",
        53,
    ),
    "an identifier of an agent and an influence": (
        "agent(ex:u)\nwasInfluencedBy(ex:u; ex:a, ex:b)",
        54,
    ),
    "an entity that is an activity": ("entity(ex:a)\nused(ex:a, ex:b, -)", 55),
    "a plan that is an activity": (
        "activity(ex:p)\nwasAssociatedWith(ex:a, ex:g, ex:p)",
        55,
    ),
    "a member of an empty collection": (
        "entity(ex:c, [prov:type = 'prov:EmptyCollection'])\nhadMember(ex:c, ex:e)",
        56,
    ),
    "a member of a specialization of an empty collection": (
        (
            "entity(ex:c, [prov:type = 'prov:EmptyCollection'])\nspecializationOf(ex:d, ex:c)\n"
            "specializationOf(ex:f, ex:d)\nhadMember(ex:f, ex:e)"
        ),
        56,
    ),
    "a mention of two entities": (
        "mentionOf(ex:a, ex:b, ex:x)\nmentionOf(ex:a, ex:c, ex:x)",
        "unique-mention",
    ),
    "a relation as an attribute": ('entity(ex:a, [prov:hadMember = "b"])', "reserved-attribute"),
    "what two derivations say of one generation": (
        (
            "wasDerivedFrom(ex:d; ex:a, ex:b, ex:x, -, -)\n"
            "wasDerivedFrom(ex:d; ex:a, ex:b, ex:x, ex:g, -)\n"
            "wasGeneratedBy(ex:g; ex:other, ex:x, -)"
        ),
        23,
    ),
}

VALID = {
    "two usages of one entity by one activity": (
        "used(ex:u; ex:a, ex:e, -)\nused(ex:v; ex:a, ex:e, -)"
    ),
    "generations at once by two activities": (
        "wasGeneratedBy(ex:g; ex:e, ex:a, -)\nwasGeneratedBy(ex:h; ex:e, ex:b, -)"
    ),
    "one instant in two zones": (
        "activity(ex:a, 2020-01-01T00:00:00Z, -)\nactivity(ex:a, 2020-01-01T02:00:00.0+02:00, -)"
    ),
    "agents that are entities and activities": (
        "entity(ex:p)\nagent(ex:p)\nactivity(ex:q)\nagent(ex:q)"
    ),
    "an influence that shares the identifier of a usage": (
        "used(ex:u; ex:a, ex:e, -)\nwasInfluencedBy(ex:u; ex:a, ex:e)"
    ),
    "alternates of each other": "alternateOf(ex:a, ex:b)\nalternateOf(ex:b, ex:a)",
    "a circle of events that may be at once": (
        "entity(ex:a)\nentity(ex:b)\nwasAttributedTo(ex:a, ex:b)\nwasAttributedTo(ex:b, ex:a)"
    ),
    "derivations of what nobody says to have been generated": (
        "wasDerivedFrom(ex:a, ex:b)\nwasDerivedFrom(ex:b, ex:a)"
    ),
    "an empty document": "",
}


@pytest.mark.parametrize("case", INVALID)
def test_it_is_invalid_by_one_constraint_to_have(case):
    body, number = INVALID[case]

    assert broken(body) == [number]


@pytest.mark.parametrize("case", VALID)
def test_it_is_valid_to_have(case):
    assert broken(VALID[case]) == []


def test_a_violation_names_its_statements_by_their_lines():
    (instance,) = report("used(ex:u; ex:a, ex:e, -)\nused(ex:u; ex:b, ex:e, -)").instances
    (violation,) = instance.violations

    assert [statement.line for statement in violation.statements] == [2, 3]
    assert "its activity is both http://example.org/a and http://example.org/b" in str(violation)


def test_a_cycle_is_shown_by_its_shortest_path():
    ring = "\n".join(f"wasDerivedFrom(ex:e{(n + 1) % 5}, ex:e{n})" for n in range(5))
    declared = "\n".join(f"entity(ex:e{n})" for n in range(5))
    (instance,) = report(f"{declared}\n{ring}\nwasDerivedFrom(ex:e0, ex:e1)").instances

    (violation,) = instance.violations
    assert len(violation.path) == 2
    assert {statement.line for statement in violation.statements} == {7, 12}


def test_bundles_are_apart_unless_their_union_is_asked_for():
    body = (
        "entity(ex:a)\nentity(ex:b)\nwasDerivedFrom(ex:a, ex:b)\n"
        "bundle ex:x entity(ex:a) entity(ex:b) wasDerivedFrom(ex:b, ex:a) endBundle"
    )

    assert broken(body) == []
    assert broken(body, union=True) == [42]


def test_what_is_wrong_in_a_bundle_is_told_of_the_bundle():
    found = report("entity(ex:e)\nbundle ex:x entity(ex:a) activity(ex:a) endBundle")

    wrong = [instance.bundle for instance in found.instances if instance.violations]
    assert wrong == ["http://example.org/x"]
    assert found.exit_code == 1


def test_clocks_that_contradict_the_order_are_a_warning_and_no_violation():
    (instance,) = report(
        "wasGeneratedBy(ex:e, ex:a, 2020-01-02T00:00:00Z)\nused(ex:b, ex:e, 2020-01-01T00:00:00Z)"
    ).instances

    assert instance.violations == ()
    (warning,) = instance.warnings
    assert (warning.earlier.what, warning.later.what) == ("generation", "usage")


def test_clocks_are_compared_across_events_without_a_time():
    (instance,) = report(
        "wasGeneratedBy(ex:e, -, 2020-01-02T00:00:00Z)\nentity(ex:f)\nwasDerivedFrom(ex:f, ex:e)\n"
        "used(ex:b, ex:f, 2020-01-01T00:00:00Z)"
    ).instances

    assert [warning.later_time for warning in instance.warnings] == ["2020-01-01T00:00:00Z"]


@pytest.mark.parametrize(
    ("time", "warnings"), [("2020-01-02T00:00:00", 0), ("2020-01-01T09:59:00", 1)]
)
def test_a_time_without_a_zone_is_compared_only_where_fourteen_hours_do_not_matter(time, warnings):
    (instance,) = report(
        f"wasGeneratedBy(ex:e, -, 2020-01-02T00:00:00Z)\nused(ex:b, ex:e, {time})"
    ).instances

    assert len(instance.warnings) == warnings


def test_years_before_the_common_era_are_in_order():
    (instance,) = report(
        "wasGeneratedBy(ex:e, -, -0043-03-15T00:00:00Z)\nused(ex:b, ex:e, -0044-03-15T00:00:00Z)"
    ).instances

    assert len(instance.warnings) == 1


def test_too_many_statements_stop_the_validation_at_its_limit():
    body = "\n".join(f"entity(ex:e{n})" for n in range(11))

    with pytest.raises(TooManyStatements) as caught:
        report(body, limit=10)

    assert caught.value.exit_code == 3
    assert report(body, limit=11).valid
