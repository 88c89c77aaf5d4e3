"""Any text can stand in a graph in DOT, and ends nothing early."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.export.dot import quoted


@given(st.text())
def test_a_quoted_text_is_one_string_that_reads_as_the_text_on_one_line(text):
    written = quoted(text)

    assert re.fullmatch(r'"(?:[^"\\\n]|\\["\\])*"', written)
    read = re.sub(r"\\(.)", r"\1", written[1:-1])
    assert read == re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", text)


def test_a_backslash_at_the_end_does_not_hide_the_closing_quote():
    assert quoted("a\\") == '"a\\\\"'
