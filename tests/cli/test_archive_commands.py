"""`export`, `import`, `verify`: the archive is enough."""

from __future__ import annotations

import json
import os

import pytest
from rdflib import Graph

import cedarprov
from cedarprov.rdf.annotation import read_annotations
from cedarprov.rdf.prov.syntax import read_file


@pytest.mark.parametrize(("syntax", "suffix"), [("trig", ".trig"), ("nquads", ".nq")])
def test_an_archive_comes_back_byte_for_byte(run, filled, tmp_path, syntax, suffix):
    file, copy, again = tmp_path / f"a{suffix}", tmp_path / "copy", tmp_path / f"b{suffix}"
    run("export", filled, "--format", syntax, "-o", file)
    run("init", copy)

    done = run("import", copy, file)

    run("export", copy, "--format", syntax, "-o", again)
    assert done.exit_code == 0, done.stderr
    assert file.read_bytes() == again.read_bytes()
    assert "base https://example.org/cedar/" in done.stdout


def test_an_archive_without_bytes_verifies_as_text_not_checked(run, filled, tmp_path):
    file, copy = tmp_path / "a.trig", tmp_path / "copy"
    run("export", filled, "-o", file)
    run("init", copy)
    run("import", copy, file)

    done = run("verify", copy, "--json")

    report = json.loads(done.stdout)
    assert (done.exit_code, report["ok"]) == (0, True)
    assert (report["text"], report["anchored"]) == ("text not checked", "unanchored")


def test_a_store_verifies_with_its_texts_and_a_trusted_head(run, filled):
    head = json.loads(run("info", filled, "--json").stdout)["chain"]

    done = run("verify", filled, "--head", head, "--json")

    report = json.loads(done.stdout)
    assert (report["ok"], report["text"], report["anchored"]) == (True, "checked", "anchored")


def test_a_changed_byte_is_found_and_the_exit_code_is_1(run, store):
    blob = next(path for path in (store / "blobs").rglob("*") if path.is_file())
    blob.chmod(0o644)
    blob.write_bytes(blob.read_bytes().replace(b"e", b"E", 1))

    done = run("verify", store)

    assert done.exit_code == 1
    assert blob.name[:12] in done.stdout or "sha256" in done.stdout


def test_an_empty_store_has_nothing_to_check(run, tmp_path):
    run("init", tmp_path / "store")

    done = run("verify", tmp_path / "store")

    assert done.exit_code == 5
    assert "nothing was checked" in done.stdout


def test_the_trail_of_one_record_is_turtle_that_another_tool_reads(run, filled):
    with cedarprov.open(filled, dense=False) as kb:
        version = kb.sources()[0].editions[0].version

    done = run("export", filled, "--format", "turtle", "--iri", version)

    assert done.exit_code == 0
    assert any(version in subject for subject in map(str, Graph().parse(data=done.stdout)))


@pytest.mark.parametrize(
    "options", [("--format", "turtle"), ("--format", "trig", "--iri", "urn:a")]
)
def test_a_format_that_does_not_fit_is_wrong_use(run, filled, options):
    done = run("export", filled, *options)

    assert done.exit_code == 2
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--format", "turtle"), "--split"),
        (("--format", "trig", "--split", "x"), "turtle"),
        (("--format", "turtle", "--split", "x", "--iri", "urn:a"), "--output"),
    ],
)
def test_a_format_that_does_not_fit_says_what_to_do(run, filled, options, said):
    done = run("export", filled, *options)

    assert done.exit_code == 2
    assert said in done.stderr


def test_annotations_come_with_a_report_of_what_has_no_place(run, filled, tmp_path):
    report = tmp_path / "report.json"

    done = run("export", filled, "--format", "annotations", "--report", report)

    told = json.loads(report.read_text())
    assert (done.exit_code, told["format"]) == (0, "annotations")
    assert len(read_annotations(done.stdout_bytes).annotations) == told["written"] > 0
    assert {note["outcome"] for note in told["notes"]} == {"refused"}
    assert f"annotations: {told['written']} annotations" in done.stderr
    assert {"bytes", "reviews"} <= {loss["name"] for loss in told["losses"]}


@pytest.mark.parametrize(
    ("syntax", "suffix"), [("provn", ".provn"), ("prov-json", ".json"), ("prov-xml", ".xml")]
)
def test_a_store_as_prov_is_a_document_that_is_read_and_valid(
    run, filled, tmp_path, syntax, suffix
):
    file = tmp_path / f"store{suffix}"

    done = run("export", filled, "--format", syntax, "-o", file)

    assert done.exit_code == 0, done.stderr
    assert len(read_file(file).bundles) == 4
    assert run("verify", "--prov", file, "--union").exit_code == 0


def test_a_split_is_said_to_have_lost_the_names_of_graphs(run, filled, tmp_path):
    done = run("export", filled, "--format", "turtle", "--split", tmp_path / "split")

    assert done.exit_code == 0
    assert "names of graphs" in done.stderr
    assert (tmp_path / "split" / "index.ttl").is_file()


def test_a_file_that_is_no_archive_is_refused(run, tmp_path):
    (tmp_path / "a.trig").write_text("this is no TriG")
    run("init", tmp_path / "store")

    done = run("import", tmp_path / "store", tmp_path / "a.trig")

    assert done.exit_code == 2
    assert "a.trig" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_export_that_fails_leaves_no_file(run, filled, tmp_path):
    file = tmp_path / "trail.ttl"

    done = run("export", filled, "--format", "turtle", "--iri", "urn:nothing", "-o", file)

    assert done.exit_code == 2
    assert "urn:nothing" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["", ".", "/"])
def test_a_folder_is_no_file_to_write_an_archive_to(run, filled, place):
    done = run("export", filled, "-o", place)

    assert done.exit_code == 2
    assert "Is a directory" in done.stderr
    assert "fault of cedarprov" not in done.stderr


def test_an_archive_goes_through_a_link_to_the_file_it_names(run, filled, tmp_path):
    (tmp_path / "newest.trig").symlink_to(tmp_path / "a.trig")

    run("export", filled, "-o", tmp_path / "newest.trig")

    assert (tmp_path / "newest.trig").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.trig", "newest.trig"]


def test_a_pipe_is_written_to_and_not_replaced(start, run, filled, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = start("export", filled, "-o", pipe)

    written = pipe.read_bytes()

    assert process.wait() == 0
    assert pipe.is_fifo()
    assert written == run("export", filled).stdout_bytes


def test_an_archive_goes_to_standard_output_where_no_file_is_named(run, filled, tmp_path):
    run("export", filled, "-o", tmp_path / "a.trig")

    done = run("export", filled)

    assert done.stdout == (tmp_path / "a.trig").read_text()


# -- foreign documents ----------------------------------------------------------------------------

EVIDENCE = """document
prefix ex <http://example.org/>
entity(ex:e)
wasAttributedTo(ex:e, ex:ada)
endDocument
"""


def test_a_foreign_document_is_quoted_once_and_can_be_asked(run, store, tmp_path):
    file, query = tmp_path / "evidence.provn", tmp_path / "q.rq"
    file.write_text(EVIDENCE)
    query.write_text("SELECT ?agent { ?e <http://www.w3.org/ns/prov#wasAttributedTo> ?agent }")

    report = json.loads(run("import", store, file, "--json").stdout)
    again = run("import", store, file)

    assert (report["added"], report["agents"]) == (1, ["http://example.org/ada"])
    assert report["valid"] is True
    assert "quoted already: evidence.provn" in again.stdout
    found = run("query", store, query, "--quoted", report["iri"], "--format", "csv")
    assert found.stdout.splitlines() == ["agent", "http://example.org/ada"]
    assert "by Ada" in run("trail", store, report["iri"]).stdout
    assert f"quoted document evidence.provn ({report['iri']}): valid" in (
        run("verify", store, "--prov").stdout
    )


def test_a_file_that_is_no_document_is_refused_with_a_reason_and_exit_code_2(run, store, tmp_path):
    file = tmp_path / "evidence.provn"
    file.write_text(EVIDENCE.replace("prefix ex <http://example.org/>", ""))

    done = run("import", store, file)

    assert done.exit_code == 2
    assert "the prefix ex: is not declared" in done.stderr
