"""Positions that count other units are converted exactly, or refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadValue
from cedarprov.model.position import PositionUnit, from_code_points, in_code_points

TEXT = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("\U0001f6a8e\u0301é\ufe0f")
)


@given(TEXT, st.data(), st.sampled_from(PositionUnit))
def test_a_position_converted_both_ways_is_the_same(text, data, unit):
    position = data.draw(st.integers(0, len(text)))

    assert in_code_points(text, from_code_points(text, position, unit), unit) == position


@pytest.mark.parametrize(
    ("unit", "position"),
    [("utf16", 2), ("utf16", 5), ("utf8", 3), ("utf8", 8), ("codepoint", 4), ("utf16", -1)],
)
def test_a_position_amid_a_code_point_or_behind_the_text_is_refused(unit, position):
    with pytest.raises(BadValue):
        in_code_points("a\U0001f6a8b", position, PositionUnit(unit))


def test_composed_and_decomposed_text_have_positions_of_their_own():
    assert [from_code_points(text, len(text), PositionUnit.UTF8) for text in ("é", "e\u0301")] == [
        2,
        3,
    ]


def test_the_case_of_the_emoji_is_converted_as_it_says(shared: Path):
    folder = shared / "cases/S02"
    expected = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
    text = (folder / "status.txt").read_bytes().decode()
    start, end = expected["code_points"]

    assert text[start:end] == expected["quote"]
    for unit, name in ((PositionUnit.UTF8, "utf8_bytes"), (PositionUnit.UTF16, "utf16_units")):
        assert [from_code_points(text, at, unit) for at in (start, end)] == expected[name]
        assert [in_code_points(text, at, unit) for at in expected[name]] == [start, end]
    given_in = expected["selector_in"]
    found = in_code_points(text, given_in["start"], PositionUnit(given_in["unit"]))
    assert found == given_in["must_map_to_code_points"]
