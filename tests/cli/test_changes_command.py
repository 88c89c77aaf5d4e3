"""`changes`: what became of claims, with both quotations."""

from __future__ import annotations

import json

import pytest

import cedarprov
from cedarprov.model.edge import Agent

OLD = "The default request timeout is 30 seconds."
NEW = "In new deployments the default request timeout is 10 seconds."
KEPT = "Log files are not rotated by Cedar."
DROPPED = "Writes are never repeated by the server"


@pytest.fixture
def claims(store):
    """Claims on the first edition of the Cedar manual, by their words."""
    with cedarprov.open(store) as kb:
        manual = next(source for source in kb.sources() if source.name == "cedar-manual")
        version = next(item.version for item in manual.editions if item.label == "1")
        return {
            quote: kb.claim(quote, quote=quote, version=version, agent=Agent(name="Ada"))
            for quote in (OLD, KEPT, DROPPED)
        }


def test_each_claim_is_shown_with_its_fate_and_both_quotations(run, store, claims):
    done = run("changes", store, "cedar-manual")

    assert done.exit_code == 0
    assert "1 carried, 0 moved, 1 changed, 1 gone" in done.stdout
    assert f"changed  {claims[OLD]}\n    - {OLD!r}\n    + {NEW!r}" in done.stdout
    assert f"carried  {claims[KEPT]}" in done.stdout


@pytest.mark.parametrize(
    "options", [(), ("--from", "1"), ("--to", "2"), ("--from", "1", "--to", "2")]
)
def test_the_steps_are_one_json_value(run, store, claims, options):
    done = run("changes", store, "cedar-manual", *options, "--json")

    found = json.loads(done.stdout)
    [step] = found["steps"]
    assert step["counts"] == {"carried": 1, "moved": 0, "changed": 1, "gone": 1}
    assert (step["older"]["label"], step["newer"]["label"]) == ("1", "2")
    rows = {row["claim"]: row for row in step["rows"]}
    assert rows[claims[OLD]]["after"]["exact"] == NEW
    assert rows[claims[DROPPED]]["after"] is None
    assert found["endings"] == []


def test_an_ending_is_listed_with_the_edge_that_undoes_it(run, store, claims):
    with cedarprov.open(store) as kb:
        manual = next(source for source in kb.sources() if source.name == "cedar-manual")
        version = next(item.version for item in manual.editions if item.label == "2")
        new = kb.claim(NEW, quote=NEW, version=version)
        words = [kb.span(NEW, version=version)]
        edge = kb.edge(new, "supersedes", claims[OLD], evidence=words, agent=Agent(name="Ada"))

    ended = run("changes", store, "cedar-manual")
    run("review", store, edge, "rejected")
    undone = run("changes", store, "cedar-manual", "--json")

    assert f"ended  {claims[OLD]} by {new}" in ended.stdout
    assert edge in ended.stdout
    assert json.loads(undone.stdout)["endings"] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere",), "no source 'nowhere'"),
        (("cedar-manual", "--from", "9"), "no edition of cedar-manual '9'"),
        (("cedar-manual", "--from", "2"), "followed by another"),
        (("cedar-manual", "--to", "1"), "preceded by another"),
    ],
)
def test_what_cannot_be_compared_is_told(run, store, arguments, told):
    done = run("changes", store, *arguments)

    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_a_source_of_one_edition_has_nothing_to_compare(run, store):
    done = run("changes", store, "cedar-upgrade-note")

    assert done.exit_code == 0
    assert "nothing is known to follow" in done.stdout
