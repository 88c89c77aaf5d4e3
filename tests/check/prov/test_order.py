"""Each constraint on the order of events, seen by clocks that contradict it."""

from __future__ import annotations

import pytest

from cedarprov.check.prov.validation import validate
from cedarprov.rdf.prov.notation import read_notation

HEAD = "document prefix ex <http://example.org/>\n"
EARLY, LATE = "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"

ORDERED = [
    (30, "wasStartedBy(ex:a, -, -, @1) wasEndedBy(ex:a, -, -, @2)"),
    (33, "wasStartedBy(ex:a, -, -, @1) used(ex:a, ex:e, @2)"),
    (33, "used(ex:a, ex:e, @1) wasEndedBy(ex:a, -, -, @2)"),
    (34, "wasStartedBy(ex:a, -, -, @1) wasGeneratedBy(ex:e, ex:a, @2)"),
    (34, "wasGeneratedBy(ex:e, ex:a, @1) wasEndedBy(ex:a, -, -, @2)"),
    (35, "wasInformedBy(ex:b, ex:a) activity(ex:a, @1, -) activity(ex:b, -, @2)"),
    (36, "wasGeneratedBy(ex:e, -, @1) wasInvalidatedBy(ex:e, -, @2)"),
    (37, "wasGeneratedBy(ex:e, -, @1) used(ex:a, ex:e, @2)"),
    (38, "used(ex:a, ex:e, @1) wasInvalidatedBy(ex:e, -, @2)"),
    (
        41,
        (
            "wasDerivedFrom(ex:e, ex:o, ex:a, ex:g, ex:u) used(ex:u; ex:a, ex:o, @1)"
            " wasGeneratedBy(ex:g; ex:e, ex:a, @2)"
        ),
    ),
    (
        42,
        "wasDerivedFrom(ex:e, ex:o) wasGeneratedBy(ex:o, -, @1) wasGeneratedBy(ex:e, -, @2)",
    ),
    (43, "wasGeneratedBy(ex:e, -, @1) wasStartedBy(ex:a, ex:e, -, @2)"),
    (43, "wasStartedBy(ex:a, ex:e, -, @1) wasInvalidatedBy(ex:e, -, @2)"),
    (44, "wasGeneratedBy(ex:e, -, @1) wasEndedBy(ex:a, ex:e, -, @2)"),
    (44, "wasEndedBy(ex:a, ex:e, -, @1) wasInvalidatedBy(ex:e, -, @2)"),
    (
        45,
        "specializationOf(ex:s, ex:e) wasGeneratedBy(ex:e, -, @1) wasGeneratedBy(ex:s, -, @2)",
    ),
    (
        46,
        "specializationOf(ex:s, ex:e) wasInvalidatedBy(ex:s, -, @1) wasInvalidatedBy(ex:e, -, @2)",
    ),
    (47, "wasAssociatedWith(ex:a, ex:g, -) activity(ex:a, @1, -) wasInvalidatedBy(ex:g, -, @2)"),
    (47, "wasAssociatedWith(ex:a, ex:g, -) wasGeneratedBy(ex:g, -, @1) activity(ex:a, -, @2)"),
    (47, "wasAssociatedWith(ex:a, ex:g, -) activity(ex:a, @1, -) activity(ex:g, -, @2)"),
    (47, "wasAssociatedWith(ex:a, ex:g, -) activity(ex:g, @1, -) activity(ex:a, -, @2)"),
    (47, "actedOnBehalfOf(ex:h, ex:g, ex:a) activity(ex:g, @1, -) activity(ex:a, -, @2)"),
    (48, "wasAttributedTo(ex:e, ex:g) wasGeneratedBy(ex:g, -, @1) wasGeneratedBy(ex:e, -, @2)"),
    (48, "wasAttributedTo(ex:e, ex:g) activity(ex:g, @1, -) wasGeneratedBy(ex:e, -, @2)"),
    (49, "actedOnBehalfOf(ex:h, ex:g) wasGeneratedBy(ex:g, -, @1) wasInvalidatedBy(ex:h, -, @2)"),
    (49, "actedOnBehalfOf(ex:h, ex:g) activity(ex:g, @1, -) activity(ex:h, -, @2)"),
]

AT_ONCE = [
    (31, "wasStartedBy(ex:a, -, ex:b, @1) wasStartedBy(ex:a, -, ex:c, @2)"),
    (32, "wasEndedBy(ex:a, -, ex:b, @1) wasEndedBy(ex:a, -, ex:c, @2)"),
    (39, "wasGeneratedBy(ex:e, ex:a, @1) wasGeneratedBy(ex:e, ex:b, @2)"),
    (40, "wasInvalidatedBy(ex:e, ex:a, @1) wasInvalidatedBy(ex:e, ex:b, @2)"),
]


def warnings(body: str, first: str, second: str) -> int:
    text = body.replace("@1", first).replace("@2", second)
    (instance,) = validate(read_notation(f"{HEAD}{text}\nendDocument")).instances
    assert instance.violations == ()
    return len(instance.warnings)


@pytest.mark.parametrize(("number", "body"), ORDERED)
def test_the_first_event_is_not_after_the_second(number, body):
    assert warnings(body, EARLY, LATE) == 0, number
    assert warnings(body, EARLY, EARLY) == 0, number
    assert warnings(body, LATE, EARLY) == 1, number


@pytest.mark.parametrize(("number", "body"), AT_ONCE)
def test_two_events_of_one_thing_are_at_once(number, body):
    assert warnings(body, EARLY, EARLY) == 0, number
    assert warnings(body, EARLY, LATE) == warnings(body, LATE, EARLY) == 1, number
