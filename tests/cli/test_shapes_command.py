"""`verify --shapes`: what was looked at, shape by shape."""

from __future__ import annotations

import json

import pytest

SHAPES = """
    @prefix cedar: <https://w3id.org/cedarprov/ns#> .
    @prefix dct: <http://purl.org/dc/terms/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    <urn:Edition> a sh:NodeShape ; sh:targetClass cedar:Edition ;
        sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:message "Give a title." ] .
"""


def test_every_shape_has_its_count_and_verdict(run, filled):
    done = run("verify", filled, "--shapes", "--json")

    report = json.loads(done.stdout)
    by_name = {each["shape"].partition("#")[2]: each for each in report["shapes"]}
    assert done.exit_code == 5
    assert (by_name["Edition"]["focus_nodes"], by_name["Edition"]["verdict"]) == (4, "holds")
    assert (by_name["Claim"]["focus_nodes"], by_name["Claim"]["verdict"]) == (0, "not checked")
    assert (by_name["BareRelation"]["is_prohibition"], by_name["BareRelation"]["verdict"]) == (
        True,
        "holds",
    )
    assert report["verdict"] == "not checked"
    assert report["inferred"] is None
    assert len(report["graphs"]) == 6


def test_the_text_tells_what_was_read_and_that_nothing_was_inferred(run, filled):
    done = run("verify", filled, "--shapes")

    assert done.stdout.startswith("not checked: ")
    assert "read 6 graphs with " in done.stdout
    assert "nothing was inferred" in done.stdout
    assert "Withdrawal" in done.stdout


def test_editions_inherit_the_title_of_their_source_where_that_is_asked_for(run, filled, tmp_path):
    (tmp_path / "own.ttl").write_text(SHAPES)
    arguments = ("verify", filled, "--shapes-from", tmp_path / "own.ttl")

    plain, inferred = run(*arguments), run(*arguments, "--infer")

    assert plain.stdout.count("Give a title.") == 4
    assert "nothing was inferred" in plain.stdout
    # One document is not in the manifest, and its source has no title to be inherited.
    assert inferred.stdout.count("Give a title.") == 1
    assert "6 statements were inferred first" in inferred.stdout


def test_own_shapes_that_match_nothing_end_with_5(run, filled, shared):
    done = run("verify", filled, "--shapes-from", shared / "cases" / "S13" / "shapes.ttl")

    assert done.exit_code == 5


@pytest.mark.parametrize(
    "options",
    [
        ("--infer",),
        ("--shapes", "--head", "sha256:0"),
        ("--shapes-from", "/nowhere.ttl"),
    ],
)
def test_options_that_lead_nowhere_are_wrong_use(run, filled, options):
    done = run("verify", filled, *options)

    assert done.exit_code == 2
    assert done.stdout == ""
