"""`ingest`: what is reported, and what stays as it is."""

from __future__ import annotations

import json
import shutil


def test_a_dry_run_says_what_would_change_and_changes_nothing(run, cedar, tmp_path):
    store = tmp_path / "store"
    run("init", store)

    done = run("ingest", store, cedar, "--manifest", cedar / "manifest.toml", "--dry-run")

    assert done.exit_code == 0
    assert "new-version  cedar/manual-2.md" in done.stdout
    assert "would add 4 versions" in done.stdout
    assert json.loads(run("info", store, "--json").stdout)["sequence"] == 0


def test_the_same_files_again_add_nothing(run, store, cedar):
    before = run("info", store, "--json").stdout

    done = run("ingest", store, cedar, "--manifest", cedar / "manifest.toml")

    assert done.stdout == (
        "added 0 versions, 0 captures and 0 passages; 4 unchanged, 1 passed over; "
        f"sequence {json.loads(before)['sequence']}\n"
    )
    assert run("info", store, "--json").stdout == before


def test_a_file_that_is_no_text_is_named_and_the_others_are_taken_in(run, store, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "good.md").write_text("The limit is 40 bar.\n")
    (folder / "bad.md").write_bytes(b"The limit is 40 \xff bar.\n")

    done = run("ingest", store, folder)

    assert done.exit_code == 0
    assert "new-version  docs/good.md" in done.stdout
    assert "refused      docs/bad.md: bad.md is not utf-8 text at byte 16" in done.stdout


def test_the_exit_code_is_2_where_every_file_was_refused(run, store, tmp_path):
    (tmp_path / "bad.md").write_bytes(b"\xff")

    done = run("ingest", store, tmp_path / "bad.md")

    assert done.exit_code == 2
    assert "refused" in done.stdout


def test_a_file_that_is_gone_is_reported_and_stays_on_record(run, store, cedar, tmp_path):
    folder = shutil.copytree(cedar, tmp_path / "cedar")
    (folder / "upgrade-2.md").unlink()

    done = run("ingest", store, folder, "--manifest", folder / "manifest.toml")

    assert "not-seen     cedar/upgrade-2.md" in done.stdout
    assert "not seen since" in run("sources", store).stdout


def test_a_doubtful_manifest_entry_is_a_warning_beside_the_result(run, store, cedar, tmp_path):
    manifest = tmp_path / "manifest.toml"
    manifest.write_text('[[source]]\nmatch = "nothing/**"\n')

    done = run("ingest", store, cedar, "--manifest", manifest)

    assert done.exit_code == 0
    assert "line 1: no file is named by 'nothing/**'" in done.stderr


def test_the_person_who_ingests_is_on_record(run, store, tmp_path):
    (tmp_path / "pump.md").write_text("The limit is 40 bar.\n")
    query = "SELECT ?name WHERE { ?agent a <http://www.w3.org/ns/prov#Person> ; ?p ?name }"

    run("ingest", store, tmp_path / "pump.md", "--agent", "Grace")

    assert "Grace" in run("query", store, "-", given=query.encode()).stdout
