"""Names of things: one form for all the ways to write one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.prose.name import is_code_name, plain, same_name


@pytest.mark.parametrize(
    "written",
    ["USE_TZ", "``USE_TZ``", ":setting:`USE_TZ`", "the ``USE_TZ`` setting", "`use_tz`", "USE_TZ,"],
)
def test_a_setting_is_one_name_however_it_is_marked(written):
    assert same_name(written) == "use_tz"


@pytest.mark.parametrize(
    "written",
    [
        ":meth:`~django.http.HttpRequest.get_host()`",
        "``get_host()``",
        "the get_host() method",
        "``get_host(request, name)``",
    ],
)
def test_a_method_is_one_name_with_or_without_its_call(written):
    assert same_name(written) == "get_host"


def test_an_article_in_code_is_a_name():
    assert same_name("the ``all`` option of ``find()``") == "all option of find"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (":ref:`the guide <guide>`", "the guide"),
        ("`Emscripten <https://example.org>`__", "Emscripten"),
        ("[the guide](guide.md) is **short**", "the guide is short"),
        ("``a``\\ ``b``", "ab"),
        ("``_private`` and __init__()", "_private and __init__()"),
    ],
)
def test_markup_is_shown_as_a_reader_sees_it(written, shown):
    assert plain(written) == shown


@pytest.mark.parametrize("name", ["USE_TZ", "save()", "HTTPResponse", "urllib3.util", "--wait"])
def test_names_in_code_are_told_from_words(name):
    assert is_code_name(name)


@pytest.mark.parametrize("name", ["Settings", "1.5", "2.0.0", "How it works", ""])
def test_words_and_releases_are_no_names_in_code(name):
    assert not is_code_name(name)


@given(st.text(max_size=60))
def test_the_one_form_of_a_name_has_single_blanks_and_is_folded(text):
    name = same_name(text)

    assert name == name.casefold() == " ".join(name.split())
