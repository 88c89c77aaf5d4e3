from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadManifest
from cedarprov.ingest.manifest import NO_MANIFEST, load_manifest
from cedarprov.ingest.toml import read_toml
from cedarprov.ingest.walk import walk
from cedarprov.ingest.written import Kind
from cedarprov.model.source import Markup, Scheme
from cedarprov.model.time import Basis

MANUALS = """# Manuals of the cedar service, été

[[source]]
match = "manual/2.2/**"
name = "manual/{path}"
title = "Manual: {stem}"
format = "rst"
edition = "2.2"
scheme = "semver"
published = 2024-03-01
effective = "2024-04/.."

[source.scope]
release = "2.2.x"
deployment = "new"

# The next one.
[[source]]
match = ["manual/3/*.md", "!manual/3/draft.md"]
name = "manual/{path}"
edition = 3.10
scope = { release = 3.10 }
encoding = "Windows-1252"
"""


def load(text):
    return load_manifest(text, "cedarprov.toml")


def faults(text):
    with pytest.raises(BadManifest) as caught:
        load(text)
    assert caught.value.place == "cedarprov.toml"
    return caught.value.faults


def entry(lines):
    return f'[[source]]\nmatch = "**"\n{lines}\n'


def test_an_entry_describes_every_file_that_its_pattern_names():
    described = load(MANUALS).describe("manual/2.2/ref/settings.txt")

    edition = described.edition
    assert (edition.source.name, edition.source.title) == (
        "manual/ref/settings.txt",
        "Manual: settings",
    )
    assert (edition.label, edition.scheme) == ("2.2", Scheme.SEMVER)
    assert (edition.published.lexical, edition.published.basis) == (
        "2024-03-01",
        Basis.ASSERTED_BY_CURATOR,
    )
    assert (edition.effective.start.lexical, edition.effective.end) == ("2024-04", None)
    assert str(edition.scope) == "deployment=new release=2.2.x"
    assert (described.markup, described.encoding) == (Markup.RST, "utf-8")


def test_numbers_are_taken_as_they_are_written():
    described = load(MANUALS).describe("manual/3/a.md")

    assert (described.edition.label, str(described.edition.scope)) == ("3.10", "release=3.10")
    assert described.encoding == "cp1252"


def test_a_pattern_with_an_exclamation_mark_takes_files_back():
    assert load(MANUALS).describe("manual/3/draft.md").edition.label == ""


def test_the_declaration_is_located_in_the_text_of_the_manifest():
    manifest = load(MANUALS)
    first, second = (
        manifest.describe(place).declared for place in ("manual/2.2/a", "manual/3/a.md")
    )

    assert MANUALS[first.start : first.end].startswith('[[source]]\nmatch = "manual/2.2/**"')
    assert MANUALS[first.start : first.end].endswith('deployment = "new"')
    assert MANUALS[second.start : second.end].endswith('encoding = "Windows-1252"')
    assert first.place == "cedarprov.toml"
    assert [found.span for found in manifest.entries] == [
        (first.start, first.end),
        (second.start, second.end),
    ]


def test_a_file_that_no_entry_names_is_a_source_of_its_own():
    for manifest in (load(MANUALS), NO_MANIFEST):
        described = manifest.describe("notes/a.md")

        assert described.edition.source.name == "notes/a.md"
        assert (described.edition.label, bool(described.edition.scope)) == ("", False)
        assert (described.markup, described.declared) == (Markup.MARKDOWN, None)


def test_a_later_entry_overrides_and_the_scope_keeps_its_own_location():
    text = (
        '[[source]]\nmatch = "*.txt"\nscope.release = "1"\ntitle = "One"\n'
        '[[source]]\nmatch = "a.txt"\ntitle = "Two"\nformat = "md"\n'
    )

    described = load(text).describe("a.txt")

    assert (described.edition.source.title, described.markup) == ("Two", Markup.MARKDOWN)
    assert str(described.edition.scope) == "release=1"
    assert text[: described.declared.end].endswith('title = "One"')


@pytest.mark.parametrize(
    ("pattern", "place", "path"),
    [
        ("django/2.2/**", "django/2.2/ref/a.txt", "ref/a.txt"),
        ("/django/2.2/", "django/2.2/ref/a.txt", "ref/a.txt"),
        ("django/2.2", "django/2.2/ref/a.txt", "ref/a.txt"),
        ("django/*/ref/*.txt", "django/2.2/ref/a.txt", "2.2/ref/a.txt"),
        ("docs/v1-*.md", "docs/v1-a.md", "v1-a.md"),
        ("docs/a.md", "docs/a.md", "a.md"),
        ("*.md", "docs/a.md", "docs/a.md"),
        ("docs", "old/docs/a.md", "old/docs/a.md"),
        ("**", "docs/a.md", "docs/a.md"),
    ],
)
def test_the_path_is_what_follows_the_fixed_folder_of_a_pattern(pattern, place, path):
    manifest = load(f'[[source]]\nmatch = "{pattern}"\nname = "{{path}}"\n')

    assert manifest.describe(place).edition.source.name == path
    assert manifest.check([place]) == ()


def test_all_faults_are_told_at_once_with_their_lines():
    told = faults(
        'colour = "red"\n'
        "[[source]]\n"
        'match = "a"\n'
        'tittle = "T"\n'
        'scheme = "roman"\n'
        'format = "pdf"\n'
        'published = "03/04/2017"\n'
        'effective = "2024-01-01/2023-01-01"\n'
        'encoding = "klingon"\n'
        "name = 3\n"
        "title = true\n"
        'scope = { release = "3.0..2.0", "1x" = "a", ok = "b" }\n'
        "[[source]]\n"
        'name = "{folder}"\n'
        "[source.scope]\n"
        'release = ""\n'
    )

    assert [line for line, _ in told] == [1, 4, 5, 6, 7, 8, 9, 11, 12, 12, 13, 14, 16]
    by_line = dict(told)
    assert "title" in by_line[4]
    assert "ambiguous" in by_line[7]
    assert "match" in by_line[13]
    assert "{path}" in by_line[14]


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("published = '2017-02-30'", "invalid"),
        ("scope = 'release=2'", "table"),
        ("name = ' '", "blank"),
        ("published = ['2017']", "a list"),
        ("source = 1", "no key"),
    ],
)
def test_a_value_that_cannot_be_is_a_fault(lines, what):
    [(line, sentence)] = faults(entry(lines))

    assert line == 3
    assert what in sentence


@pytest.mark.parametrize("match", ["''", "[]", "3", "['a', 1]", "[' ']"])
def test_a_match_that_is_no_pattern_is_a_fault(match):
    [(line, sentence)] = faults(f"\n[[source]]\nmatch = {match}\n")

    assert line == 3
    assert "pattern" in sentence


@pytest.mark.parametrize("text", ["", "# nothing\n", "[source]\nmatch = 'a'\n", "source = 3\n"])
def test_a_manifest_without_entries_is_a_fault(text):
    assert any("[[source]]" in sentence for _, sentence in faults(text))


def test_what_is_no_toml_is_a_fault_with_its_line():
    [(line, sentence)] = faults('[[source]]\nmatch = "a"\nname = \n')

    assert line == 3
    assert "not TOML" in sentence


@pytest.mark.parametrize("published", ["unknown", "n.d.", ""])
def test_a_date_that_is_unknown_by_its_own_words_is_no_fault(published):
    manifest = load(entry(f"published = '{published}'"))

    assert manifest.describe("a.md").edition.published.lexical == published
    assert manifest.check(["a.md"]) == ()


def test_other_words_for_a_date_are_kept_and_noted():
    notes = load(entry("published = 'spring 2017'")).check(["a.md"])

    assert [line for line, _ in notes] == [1]
    assert "spring 2017" in notes[0][1]


def test_an_entry_that_names_no_file_is_noted():
    notes = load(MANUALS).check(["manual/2.2/a.txt", "manual/3/draft.md"])

    assert [line for line, _ in notes] == [18]


def test_two_names_for_one_file_are_a_fault_told_once_for_each_pair_of_entries():
    text = '[[source]]\nmatch = "*.md"\nname = "a"\n[[source]]\nmatch = "**"\nname = "b/{path}"\n'

    with pytest.raises(BadManifest) as caught:
        load(text).check(["x.md", "y.md", "z.txt"])

    [(line, sentence)] = caught.value.faults
    assert line == 4
    assert "line 1" in sentence


def test_two_entries_may_give_one_file_the_same_name():
    text = '[[source]]\nmatch = "*.md"\nname = "x"\n[[source]]\nmatch = "x.md"\nname = "{stem}"\n'

    assert load(text).check(["x.md"]) == ()


def test_files_that_would_be_one_edition_are_noted():
    [(line, sentence)] = load(entry('name = "manual"')).check(["a.md", "b.md", "c.md"])

    assert line == 1
    assert "2 more" in sentence


def test_eight_short_entries_describe_the_eight_real_releases(shared):
    root = shared / "data" / "versioned_docs"
    releases = json.loads((root / "releases.json").read_text())
    manifest = load(
        "".join(
            f'[[source]]\nmatch = "{each["project"]}/{each["release"]}/**"\n'
            f'name = "{each["project"]}/{{path}}"\nedition = "{each["release"]}"\n'
            f'scheme = "semver"\nformat = "rst"\npublished = "{each["published"]}"\n'
            f'scope.release = "{each["release"]}"\n'
            for each in releases
        )
    )

    found = walk([root], accepts=lambda place: place.count("/") >= 2)
    notes = manifest.check([item.place for item in found.found])
    first = manifest.describe("django/2.2.28/ref/settings.txt").edition
    last = manifest.describe("django/5.2/ref/settings.txt").edition

    assert notes == ()
    assert len(found.found) == 180
    assert first.source == last.source
    assert first.source.name == "django/ref/settings.txt"
    assert (first.label, last.label) == ("2.2.28", "5.2")
    assert (first.published.lexical, str(last.scope)) == ("2022-04-11", "release=5.2")


# -- TOML with positions --------------------------------------------------------------------------


def values(written):
    if written.kind is Kind.TABLE:
        return {key: values(item) for key, item in written.fields.items()}
    if written.kind is Kind.LIST:
        return [values(item) for item in written.items]
    return written.text


def test_tables_are_put_together_as_the_standard_library_does():
    text = (
        'a.b."c d" = "1"\n"été" = """\nx\\u00e9\n"""\n[t]\nk = [\'y\', ["z"], {i = "1", j.k = "2"}]'
        '\n[[l]]\nn = "1"\n[l.sub]\nm = "2"\n[[l.deep]]\no = "3"\n[[l]]\nn = "4"\n[t.u.v]\nw = "5"'
    )

    assert values(read_toml(text, place="x")) == tomllib.loads(text)


KEY = st.text(st.sampled_from("ab-_1"), min_size=1, max_size=3)
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")))


@given(st.dictionaries(KEY, TEXT, min_size=1), st.sampled_from(["\n", "\r\n"]))
def test_every_value_is_found_again_at_its_span(pairs, line_end):
    lines = [
        "# é 🙂",
        *(f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in pairs.items()),
    ]
    text = line_end.join(lines)

    table = read_toml(text, place="x")

    assert values(table) == pairs
    for number, (key, item) in enumerate(table.fields.items(), start=2):
        assert item.line == number
        assert text[item.start : item.end] == json.dumps(pairs[key], ensure_ascii=False)


@pytest.mark.parametrize("pattern", ["!", "[z-a]"])
def test_a_pattern_that_is_none_is_a_fault_with_its_line(pattern):
    with pytest.raises(BadManifest) as caught:
        load_manifest(f'[[source]]\nmatch = "{pattern}"\n', "cedar.toml")

    assert [line for line, _ in caught.value.faults] == [2]
    assert repr(pattern) in caught.value.faults[0][1]
