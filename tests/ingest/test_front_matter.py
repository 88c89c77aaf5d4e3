from __future__ import annotations

from itertools import dropwhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.ingest.front_matter import read_front_matter
from cedarprov.ingest.manifest import NO_MANIFEST, load_manifest
from cedarprov.model.time import Basis, Precision


def read(text):
    return read_front_matter(text, place="a.md")


YAML = """---
title: "The manual"
edition: 2.10
published: 2024-03
scope:
  release: 2.10
  deployment: [new, upgrade]
layout: post
---
# Body
"""


def test_yaml_front_matter_states_the_edition_as_it_is_written():
    front = read(YAML)

    edition = front.declaration.describe("a.md").edition
    assert (edition.source.title, edition.label) == ("The manual", "2.10")
    assert (edition.published.precision, edition.published.lexical) == (Precision.MONTH, "2024-03")
    assert edition.published.basis is Basis.STATED_IN_SOURCE
    assert str(edition.scope) == "deployment=new,upgrade release=2.10"
    assert front.faults == ()


def test_the_body_begins_after_the_closing_line():
    front = read(YAML)

    assert YAML[front.body :] == "# Body\n"


def test_toml_front_matter_states_the_same_fields():
    text = '+++\ntitle = "Manual"\npublished = 2024-03-01\nscope.release = "2.2"\n+++\nBody'

    front = read(text)

    edition = front.declaration.describe("a.md").edition
    assert (edition.source.title, edition.published.lexical) == ("Manual", "2024-03-01")
    assert str(edition.scope) == "release=2.2"
    assert text[front.body :] == "Body"


def test_the_location_of_a_declaration_holds_what_was_declared():
    declared = read(YAML).declaration.declared

    assert YAML[declared.start : declared.end].startswith('title: "The manual"\nedition')


def test_line_ends_of_another_system_are_no_obstacle():
    text = YAML.replace("\n", "\r\n")

    front = read(text)

    assert text[front.body :] == "# Body\r\n"
    assert front.declaration.edition == "2.10"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Title\n",
        "---\nno end\n",
        "---\nA text between two rules.\n---\nMore\n",
        " ---\na: b\n---\n",
        "----\na: b\n----\n",
        "text\n---\ntitle: x\n---\n",
    ],
)
def test_what_is_no_front_matter_stays_in_the_body(text):
    front = read(text)

    assert (front.body, front.faults) == (0, ())


@pytest.mark.parametrize("text", ["---\n---\nBody", "---\n# only a comment\n---\nBody"])
def test_empty_front_matter_declares_nothing_and_is_no_body(text):
    front = read(text)

    assert text[front.body :] == "Body"
    assert front.declaration.describe("a.md").declared is None


def test_bad_values_are_faults_with_their_lines_and_the_rest_is_kept():
    front = read(
        "---\ntitle: T\npublished: 03/04/2017\nscheme: x\nscope:\n  r: 3..1\n  s: 2\n---\n"
    )

    assert [line for line, _ in front.faults] == [3, 4, 6]
    assert "ambiguous" in front.faults[0][1]
    assert front.declaration.title == "T"
    assert str(front.declaration.scope) == "s=2"


@pytest.mark.parametrize("key", ["title", "edition", "published"])
def test_half_of_a_surrogate_pair_is_a_fault_and_declares_nothing(key):
    front = read(f'---\n{key}: "\\ud800"\n---\n# Body\n')

    assert [line for line, _ in front.faults] == [2]
    assert getattr(front.declaration, key) is None


def test_a_switch_of_another_program_says_nothing():
    front = read("---\npublished: true\ntitle: Yes\n---\nBody")

    assert (front.faults, front.declaration.published) == ((), None)
    assert front.declaration.title == "Yes"


def test_a_head_longer_than_any_front_matter_is_part_of_the_body():
    assert read(f"---\ntitle: {'x' * 70_000}\n---\nBody").body == 0


@pytest.mark.parametrize("value", ["", "~", "null"])
def test_a_key_without_a_value_says_nothing(value):
    front = read(f"---\ntitle: {value}\npublished: {value}\nscope: {value}\n---\n")

    assert front.faults == ()
    assert (front.declaration.title, front.declaration.published) == (None, None)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ntitle: [a\n---\nBody", 3),
        ("---\na: b\ntitle: 'x\n---\nBody", 4),
        ("---\ntitle: \x07\n---\nBody", 1),
        ("+++\ntitle = \n+++\nBody", 2),
    ],
)
def test_a_head_that_cannot_be_read_is_a_fault_and_stays_in_the_body(text, line):
    front = read(text)

    assert front.body == 0
    assert [at for at, _ in front.faults] == [line]


def test_aliases_are_refused_before_they_can_grow():
    bomb = "a: &a [x, x]\n" + "".join(
        f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}, *a]\n" for n in range(50)
    )

    front = read(f"---\n{bomb}---\nBody")

    assert "alias" in front.faults[0][1]


def test_deep_nesting_is_refused():
    assert "deep" in read(f"---\na: {'[' * 5000}{']' * 5000}\n---\n").faults[0][1]


def test_tags_make_no_objects():
    front = read("---\ntitle: !!python/object/apply:os.getcwd []\nedition: !!int '3'\n---\n")

    assert front.declaration.title is None
    assert front.declaration.edition == "3"


def test_the_manifest_is_right_where_both_speak():
    front = read("---\nname: mine\ntitle: Stated\nscope: {release: 1}\n---\n").declaration
    manifest = load_manifest('[[source]]\nmatch = "*.md"\nname = "manual"\n', "m.toml")

    described = manifest.describe("a.md", front)

    assert described.edition.source.name == "manual"
    assert described.edition.source.title == "Stated"
    assert described.declared.place == "a.md"
    assert NO_MANIFEST.describe("a.md", front).edition.source.name == "mine"


@given(st.text(st.sampled_from("-+\n\r: []{}'\"ab#&*!%|>.~\t")))
def test_any_head_is_read_without_an_error(text):
    front = read(f"---\n{text}\n---\nBody")

    assert 0 <= front.body <= len(text) + 14


def test_real_front_matter_is_read(shared):
    folder = shared / "data" / "messy_inputs" / "files"
    for path in sorted(folder.glob("fm-*")):
        text = path.read_bytes().decode()
        front = read(text)

        assert front.faults == ()
        assert bool(front.body) == (not path.name.startswith("fm-json"))
        body = "".join(dropwhile(lambda line: line.strip(), text.splitlines(keepends=True)))
        assert body.strip() in text[front.body :]
