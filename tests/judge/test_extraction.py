"""Claims taken out of passages by rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.judge.extraction import Reading, extract
from cedarprov.judge.kind import Kind, kind_of

VERSION = "urn:version"


def taken(text, *headings, **place):
    return extract(Reading(version=VERSION, text=text, headings=headings, **place))


def read(text, *headings, **place):
    """The readings of a text as tuples: about, attribute, value, unit."""
    found = [claim.reading for claim in taken(text, *headings, **place)]
    return [(item.about, item.attribute, item.value, item.unit) for item in found]


SETTING = ".. setting:: POOL_SIZE\n\n``POOL_SIZE``\n-------------\n\nDefault: ``{}``\n"


@pytest.mark.parametrize(
    ("kind", "text", "reading"),
    [
        ("default", "``retries`` defaults to 3.", ("retries", "default", "3", "")),
        ("default", "The default encoding is ``utf-8``.", ("encoding", "default", "utf-8", "")),
        ("default", "Caching is disabled by default.", ("caching", "default", "disabled", "")),
        (
            "limit",
            "The pool holds up to 20 connections.",
            ("pool", "maximum connections", "20", "connections"),
        ),
        (
            "limit",
            "A password must have at least 8 characters.",
            ("password", "minimum characters", "8", "characters"),
        ),
        (
            "change",
            "The default timeout of the client is increased from 30 s to 10 minutes.",
            ("client", "default timeout", "10", "minutes"),
        ),
        (
            "change",
            "Changed the default ``blocksize`` to 16 KB.",
            ("blocksize", "default", "16", "KB"),
        ),
        ("removal", "The ``open_all()`` method is removed.", ("open_all", "status", "removed", "")),
        (
            "removal",
            "Dropped support for Python 3.7.",
            ("python 3.7", "support", "removed", ""),
        ),
        ("deprecation", "Deprecated the ``old`` option.", ("old", "status", "deprecated", "")),
        (
            "plan",
            "``open_all()`` will be removed in version 3.0.",
            ("open_all", "planned removal", "3.0", ""),
        ),
        (
            "requirement",
            "Cedar requires Python 3.11 or later.",
            ("cedar", "requires python", "3.11 or later", ""),
        ),
        (
            "requirement",
            "``level`` must be ``'low'`` or ``'high'``.",
            ("level", "requires", "low or high", ""),
        ),
        ("measurement", "A session lasts 30 minutes.", ("session", "duration", "30", "minutes")),
    ],
)
def test_each_kind_of_sentence_gives_its_reading(kind, text, reading):
    [claim] = taken(text)

    assert read(text) == [reading]
    assert kind_of(claim.statement, claim.reading) is Kind(kind)


@pytest.mark.parametrize(
    "text",
    [
        "Does ``retries`` default to 3?",
        "If ``debug`` is set, ``retries`` defaults to 3.",
        "For example, the pool holds up to 20 connections.",
        "The command will be removed from the list once it has run.",
        "The library is easy to use.",
    ],
)
def test_what_is_asked_conditional_or_an_example_states_nothing(text):
    assert read(text) == []


def test_a_setting_is_named_by_its_heading_and_what_it_stands_under():
    text = SETTING.format(20)

    assert read(text, "Settings", "POOL_SIZE") == [("pool_size", "default", "20", "")]
    assert read("Default: ``20``", "Settings", "POOL", "POOL_SIZE")[0][0] == "pool.pool_size"


def test_a_default_in_a_literal_block_is_the_block():
    text = "Default::\n\n    {\n        'a': 1,\n    }\n\nA dictionary."

    [claim] = taken(text, "POOL_OPTIONS")

    assert claim.reading.value == "{\n        'a': 1,\n    }"
    assert claim.spans[0].exact == text[: text.index("}") + 1]


@pytest.mark.parametrize(
    "words",
    [
        "``POOL_SIZE`` defaults to 20.",
        "The :setting:`POOL_SIZE` setting defaults to 20.",
        "The default of :setting:`POOL_SIZE` is 20.",
        "The default value for the `POOL_SIZE` setting is 20.",
        'By default, "POOL_SIZE" is 20.',
    ],
)
def test_one_thing_has_one_name_however_it_is_written(words):
    found = [reading for reading in read(words) if reading]

    assert found in ([], [("pool_size", "default", "20", "")])
    assert found or words.startswith("By default")


def test_each_thing_of_a_list_has_a_claim_of_its_own():
    found = read("The ``first()`` and ``last()`` methods are deprecated.")

    assert [about for about, *_ in found] == ["first", "last"]


def test_a_qualified_thing_keeps_its_qualification():
    [(about, *_)] = read("Calling ``first()`` without an argument is deprecated.")

    assert about == "calling first() without an argument"


def test_what_is_deprecated_and_planned_is_two_claims():
    found = read("``first()`` is deprecated and will be removed in Cedar 5.0.")

    assert [attribute for _, attribute, *_ in found] == ["planned removal", "status"]


@pytest.mark.parametrize(
    ("text", "headings", "scope"),
    [
        (".. versionchanged:: 2.1\n\n    ``size`` now defaults to 5.", (), "release=>=2.1"),
        (".. versionadded:: 3.2", ("POOL_SIZE",), "release=>=3.2"),
        ("Dropped support for ``old``.", ("2.0.0 (2023-04-26)", "Removed"), "release=>=2.0.0"),
        ("``size`` defaults to 5 since version 3.2.", (), "release=>=3.2"),
        ("``size`` is ``5`` by default on Windows.", (), "platform=windows"),
        ("In new deployments ``size`` defaults to 5.", (), "deployment=new"),
        ("Cedar requires Python 3.11 or later.", (), "any scope"),
        ("``old`` will be removed in Cedar 5.0.", ("Cedar 4.2 release notes",), "release=>=4.2"),
    ],
)
def test_the_scope_that_the_text_states_is_the_claims_own(text, headings, scope):
    [claim] = taken(text, *headings, source="cedar manual", label="4.2")

    assert str(claim.scope) == scope


def test_a_release_of_another_product_is_no_scope():
    [claim] = taken("``size`` defaults to 5 with MySQL 8.0 and later.", source="cedar", label="2")

    assert not claim.scope


@pytest.mark.parametrize(
    "text",
    [
        "```\nretries defaults to `3`.\n```\n",
        ".. code-block:: text\n\n    ``retries`` defaults to 3.\n",
        "An example::\n\n    ``retries`` defaults to 3.\n",
        "| ``retries`` defaults to 3. |\n",
        ".. comment ``retries`` defaults to 3.\n",
    ],
)
def test_code_tables_and_comments_state_nothing(text):
    assert read(text) == []


def test_an_object_documented_by_a_directive_is_what_its_text_is_about():
    text = ".. attribute:: Field.null\n\n    Whether it may be empty. Default is ``False``.\n"

    assert read(text) == [("field.null", "default", "False", "")]


def test_positions_count_from_the_beginning_of_the_version():
    [claim] = taken("* ``a`` defaults to\n  3.", start=100)

    assert (claim.spans[0].start, claim.spans[0].end) == (102, 124)
    assert claim.statement == "``a`` defaults to 3."


_lines = st.sampled_from(
    [
        "``retries`` defaults to 3.",
        "The pool holds up to 20 connections;",
        "* Removed the ``old()`` method.",
        "Default: ``20``",
        "Default::",
        "    {'a': 1}",
        ".. deprecated:: 4.0",
        "   ``x`` will be removed in 5.0.",
        "Überall gilt: the maximum is 5 s. 😀",
        "",
        "Title",
        "=====",
    ]
)


@given(st.lists(_lines, max_size=12).map("\n".join), st.integers(0, 1000))
def test_every_claim_quotes_its_text_exactly(text, start):
    for claim in taken(text, "POOL_SIZE", start=start):
        [span] = claim.spans
        assert text[span.start - start : span.end - start] == span.exact
        assert claim.statement == " ".join(span.exact.split())


@given(st.text(max_size=300))
def test_any_text_can_be_read(text):
    for claim in taken(text, text.splitlines()[0] if text.splitlines() else ""):
        assert claim.spans[0].exact in text
