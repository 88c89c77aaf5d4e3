"""`verify --prov`: a PROV document in a file, or the record of a store."""

from __future__ import annotations

import json

import pytest

VALID = "document prefix ex <http://example.org/>\nentity(ex:a)\nentity(ex:b)\n{}endDocument"
CYCLE = "wasDerivedFrom(ex:a, ex:b)\nwasDerivedFrom(ex:b, ex:a)\n"
APART = "wasDerivedFrom(ex:a, ex:b)\nbundle ex:x wasDerivedFrom(ex:b, ex:a) endBundle\n"


@pytest.fixture
def written(tmp_path):
    def written(body: str = "", name: str = "run.provn"):
        file = tmp_path / name
        file.write_text(VALID.format(body))
        return file

    return written


def test_a_valid_document_ends_with_0(run, written):
    done = run("verify", "--prov", written())

    assert done.exit_code == 0
    assert done.stdout == "valid: 2 statements in 1 instances, 0 clock warnings\n"


def test_an_invalid_document_ends_with_1_and_shows_the_cycle(run, written):
    done = run("verify", "--prov", written(CYCLE))

    assert done.exit_code == 1
    assert "constraint 42 (derivation-generation-generation-ordering)" in done.stdout
    assert "line 4: wasDerivedFrom(http://example.org/a, http://example.org/b" in done.stdout


def test_the_json_has_the_constraint_the_statements_and_the_path(run, written):
    done = run("verify", "--prov", written(CYCLE), "--json")

    found = json.loads(done.stdout)
    (violation,) = found["instances"][0]["violations"]
    assert found["valid"] is False
    assert violation["constraint"]["number"] == 42
    assert [statement["line"] for statement in violation["statements"]] == [4, 5]
    assert len(violation["path"]) == 2


def test_an_archive_is_validated_like_its_store(run, tmp_path, store):
    archive = tmp_path / "kept.zip"
    run("export", store, "--format", "archive", "-o", archive)

    done = run("verify", "--prov", archive)

    assert done.exit_code == 0
    assert done.stdout == run("verify", "--prov", store).stdout


def test_bundles_are_taken_together_only_if_asked(run, written):
    file = written(APART)

    assert run("verify", "--prov", file).exit_code == 0
    together = run("verify", "--prov", file, "--union")
    assert together.exit_code == 1
    assert together.stdout.startswith("in the union of all bundles: constraint 42")


def test_the_rules_of_drafts_are_left_out_if_asked(run, written):
    file = written("used(ex:u; ex:do, ex:a, -)\nused(ex:v; ex:do, ex:a, -)\n")

    assert run("verify", "--prov", file).exit_code == 1
    assert run("verify", "--prov", file, "--recommendation").exit_code == 0


@pytest.mark.parametrize(
    ("body", "name", "why"),
    [
        ("entity(no:c)\n", "run.provn", "line 4: the prefix no: is not declared"),
        ("", "run.txt", "its name ends in none of"),
    ],
)
def test_what_cannot_be_read_ends_with_2_and_a_reason(run, written, body, name, why):
    done = run("verify", "--prov", written(body, name))

    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr


def test_what_is_too_large_ends_with_3(run, written):
    done = run("verify", "--prov", written(), "--limit", 1)

    assert (done.exit_code, done.stdout) == (3, "")
    assert "limit of 1 statements" in done.stderr


def test_a_store_is_valid_bundle_by_bundle_and_as_a_whole(run, filled):
    done = run("verify", "--prov", filled, "--json")

    found = json.loads(done.stdout)
    assert (done.exit_code, found["valid"]) == (0, True)
    assert found["instances"][-1]["statements"] > 10


def test_an_empty_store_is_valid(run, tmp_path):
    run("init", tmp_path / "store")

    assert run("verify", "--prov", tmp_path / "store").exit_code == 0
