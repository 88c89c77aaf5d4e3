"""Values in running text, and when two of them say the same."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.prose.language import Language, language_of
from cedarprov.prose.quantity import mentions, same_value


def stated(text):
    return [mention.value.text for mention in mentions(text, language_of(text))]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("60 s", "once a minute"),
        ("20 s", "three times a minute"),
        ("110 cm", "1.10 m"),
        ("three days", "72 h"),
        ("600 per min", "10 per s"),
        ("1500 mg/kg", "1500 mg sulphite per kg"),
        ("40 l", "40 Liter"),
        ("1,8 Liter", "1.8 l"),
        ("310 000 hours", "310,000 h"),
        ("12 alarms", "12"),
        ("2025-04-03 17:00 local", "3 April 2025, 15:00 UTC"),
        ("half past", "Half past"),
        ("1,200円", "1200 yen"),
    ],
)
def test_one_value_is_the_same_in_another_unit_separator_or_word(first, second):
    assert same_value(first, second)
    assert same_value(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("16 KiB", "16 kB"),
        ("TLS 1.2", "TLS 1.3"),
        ("5 EUR", "5 USD"),
        ("2025-04-03", "2025-03-04"),
        ("60 s", "60 min"),
        ("yes", "no"),
        ("600 per min", "600 per s"),
    ],
)
def test_values_that_differ_in_unit_or_amount_are_not_the_same(first, second):
    assert not same_value(first, second)


def test_a_numbered_thing_is_no_quantity():
    assert stated("In order 7 the fee is 30 min of work") == ["order 7", "30 min"]


def test_a_range_is_one_value():
    assert stated("Supply 5 to 24 V, storage -40 to 85 degrees") == ["5..24 V", "-40..85 degrees"]


def test_a_verb_is_no_month():
    assert stated("A fee of 15 may be due") == ["15"]


def test_a_reference_to_another_page_is_no_value():
    assert stated("See :setting:`STORAGES`; default: ``'DENY'``") == ["DENY"]


@given(st.decimals(min_value=1, max_value=99999, places=2, allow_nan=False))
def test_every_metre_is_a_hundred_centimetres(length):
    assert same_value(f"{length} m", f"{length * Decimal(100):f} cm")


@given(st.integers(min_value=1000, max_value=10**9))
def test_separators_between_thousands_change_nothing(amount):
    assert same_value(f"{amount} bytes", f"{amount:,} bytes")


@given(st.text())
def test_values_lie_in_the_text_in_order_and_apart(text):
    for language in Language:
        spans = [(mention.start, mention.end) for mention in mentions(text, language)]

        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(first[1] <= second[0] for first, second in pairwise(spans))
