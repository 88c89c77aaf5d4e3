"""Values of readings: how they are measured, and when two of them exclude each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.judge.attribute import AttributePolicy, Ground, difference, subject_of
from cedarprov.judge.measure import measure
from cedarprov.model.edge import StructuredReading


def reading(value: str, unit: str = "", attribute: str = "default", about: str = "pump"):
    return StructuredReading(about=about, attribute=attribute, value=value, unit=unit)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("30", "s"), ("0.5", "min")),
        (("30 seconds", ""), ("thirty", "seconds")),
        (("1,000", "ms"), ("1", "second")),
        (("8", "MB"), ("8000", "kB")),
        (("36", "km/h"), ("10", "m/s")),
        (("600", "requests per minute"), ("10", "requests/s")),
        (("68", "°F"), ("20", "°C")),
        (("500", "ct"), ("€5", "")),
        (("2", "years"), ("24", "months")),
        (("30", "Sekunden"), ("30", "s")),
        (("10..20", "s"), ("10 to 20 seconds", "")),
    ],
)
def test_the_same_amount_however_it_is_written_is_one_value(one, other):
    first, second = measure(*one), measure(*other)

    assert first is not None
    assert first.same(second)
    assert difference(reading(*one), reading(*other)) is None


@pytest.mark.parametrize(
    ("one", "other", "ground"),
    [
        (("30", "s"), ("10", "s"), Ground.AMOUNT),
        (("30", "s"), ("30", "min"), Ground.AMOUNT),
        (("1..5", "s"), ("6..9", "s"), Ground.AMOUNT),
        (("up to 5", "s"), ("at least 6", "s"), Ground.AMOUNT),
        (("unlimited", ""), ("30", "s"), Ground.AMOUNT),
        (("-5", "°C"), ("5", "°C"), Ground.AMOUNT),
        (("1.5", "bar"), ("15", "bar"), Ground.AMOUNT),
        (("enabled", ""), ("disabled", ""), Ground.POLARITY),
        (("enabled by default", ""), ("not enabled by default", ""), Ground.POLARITY),
        (("``True``", ""), ("``False``", ""), Ground.POLARITY),
        (("'DENY'", ""), ("'SAMEORIGIN'", ""), Ground.NAME),
        (("1 June 2024", ""), ("2024-06-02", ""), Ground.DATE),
    ],
)
def test_values_that_cannot_both_hold_differ_and_say_on_what_ground(one, other, ground):
    assert difference(reading(*one), reading(*other)) is ground
    assert difference(reading(*other), reading(*one)) is ground


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("10..20", "s"), ("15", "s")),
        (("up to 40", "bar"), ("30", "bar")),
        (("30", "s"), ("10", "bar")),
        (("30", "s"), ("10", "")),
        (("1", "month"), ("30", "days")),
        (("5", "EUR"), ("6", "USD")),
        (("about 30", "s"), ("10", "s")),
        (("enabled", ""), ("30", "s")),
        (("`JSON`", ""), ("json", "")),
        ((":class:`~django.db.models.AutoField`", ""), ("``AutoField``", "")),
        (("1 June 2024", ""), ("2024-06-01", "")),
        (("whatever the operating system gives to it", ""), ("a value that is chosen", "")),
    ],
)
def test_values_that_may_both_hold_or_cannot_be_compared_do_not_differ(one, other):
    assert difference(reading(*one), reading(*other)) is None


def test_versions_are_compared_as_versions_and_not_as_numbers():
    versions = [reading(value, attribute="minimum Python version") for value in ("3.1", "3.10")]

    assert difference(*versions) is Ground.VERSION
    assert difference(versions[0], reading("3.1.0", attribute="minimum Python version")) is None


def test_two_limits_of_one_thing_differ_although_what_is_below_both_is_within_both():
    lower, higher = (reading(f"up to {n}", "bar", attribute="limit") for n in (9, 12))

    assert difference(lower, higher) is Ground.AMOUNT


amounts = st.decimals(
    allow_nan=False, allow_infinity=False, places=2, min_value=-999, max_value=999
)
values = st.one_of(
    amounts.map(str),
    st.tuples(amounts, amounts).map(lambda pair: f"{min(pair)}..{max(pair)}"),
    st.sampled_from(["enabled", "disabled", "none", "'DENY'", "2024-06-01", "v2.1"]),
)
readings = st.builds(reading, values, st.sampled_from(["", "s", "min", "bar", "requests"]))


@given(readings, readings)
def test_whether_two_values_differ_does_not_depend_on_their_order(one, other):
    assert difference(one, other) is difference(other, one)
    assert difference(one, one) is None


# -- attributes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "attribute",
    [
        "default", "default request timeout", "request_timeout", "maxConnections", "port",
        "maximum number of supported connections", "minimum Python version",
    ],
)  # fmt: skip
def test_a_default_a_limit_or_a_port_has_one_value(attribute):
    assert AttributePolicy().is_single(attribute)


@pytest.mark.parametrize(
    "attribute", ["supports", "supported versions", "included features", "authors", "colour"]
)
def test_what_a_thing_supports_or_includes_and_what_is_not_known_is_not_judged(attribute):
    assert not AttributePolicy().is_single(attribute)


def test_a_caller_may_say_which_attributes_have_one_value():
    policy = AttributePolicy(single=frozenset({"operator"}), several=frozenset())

    assert policy.is_single("operators")
    assert not policy.is_single("default")


def test_things_and_attributes_are_the_same_however_they_are_written():
    one = reading("1", about="The ``USE_TZ``", attribute="default value")
    other = reading("2", about="use tz", attribute="values default")

    assert subject_of(one) == subject_of(other)
