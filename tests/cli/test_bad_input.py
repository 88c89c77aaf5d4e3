"""Bad input: a sentence, an exit code, nothing lost and nothing half written."""

from __future__ import annotations

import json
import resource
import signal
from pathlib import Path

import pytest

import cedarprov
from cedarprov.errors import StoreClosed

TEXT = "# Pump\n\nThe limit is 40 bar. A limit of 40 bar holds everywhere.\n"


def content(store: Path) -> dict[str, bytes]:
    """Return the files that hold the record; checkpoints and locks come and go."""
    kept = ("blobs", "cedarprov.json")
    return {
        str(path.relative_to(store)): path.read_bytes()
        for path in sorted(store.rglob("*"))
        if path.is_file() and path.relative_to(store).parts[0] in kept
    }


@pytest.fixture
def refused(run, store):
    """Run a command on a store that must refuse it, and return what was said."""

    def refused(command: str, *arguments: object, code: int = 2, **options: object) -> str:
        before, sequence = content(store), json.loads(run("info", store, "--json").stdout)
        done = run(command, store, *arguments, **options)
        assert done.exit_code == code, done.output
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        assert content(store) == before
        assert json.loads(run("info", store, "--json").stdout) == sequence
        return done.stderr

    return refused


def test_a_missing_file_is_named(refused, tmp_path):
    said = refused("ingest", tmp_path / "nowhere.md")

    assert "nowhere.md does not exist" in said


def test_a_directory_without_text_says_what_was_passed_over(refused, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.jpeg").write_bytes(b"\xff\xd8\xff")

    said = refused("ingest", tmp_path / "photos")

    assert "nothing to ingest in" in said


def test_a_bad_manifest_has_all_its_faults_told_with_their_lines(refused, cedar, tmp_path):
    manifest = tmp_path / "manifest.toml"
    manifest.write_text('[[source]]\nmatch = "*.md"\ntitel = "A"\nscope = { release = "3..2" }\n')

    said = refused("ingest", cedar, "--manifest", manifest)

    assert "line 3: there is no key 'titel'" in said
    assert "line 4" in said
    assert "runs backwards" in said


def test_a_missing_manifest_is_named(refused, cedar, tmp_path):
    said = refused("ingest", cedar, "--manifest", tmp_path / "nowhere.toml")

    assert "nowhere.toml" in said


def test_an_unknown_dimension_is_answered_with_the_known_ones(refused):
    said = refused("ask", "What is the timeout?", "--scope", "flavour=vanilla")

    assert "no scope dimension 'flavour'" in said
    assert "release" in said


def test_an_inverted_range_is_refused(refused):
    said = refused("ask", "What is the timeout?", "--scope", "release=3.0..2.0")

    assert "the range runs backwards, from 3.0 to 2.0" in said


@pytest.mark.parametrize("conditions", [["release"], ["release="], ["=2"], ["release=2"] * 2])
def test_a_scope_that_is_no_conjunction_of_conditions_is_refused(refused, conditions):
    options = [part for condition in conditions for part in ("--scope", condition)]

    said = refused("ask", "What is the timeout?", *options)

    assert "scope" in said


@pytest.mark.parametrize("words", ["", "   "])
def test_an_empty_question_is_refused(refused, words):
    said = refused("ask", words)

    assert "it has no words" in said


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--budget", 0, "a budget of 0 words shows nothing"),
        ("--hops", 3, "hops is 3"),
        ("--records", 41, "records is 41"),
        ("--as-of", "published=yesterday", "the date 'yesterday'"),
        ("--as-of", "published", "not of the form key=value"),
        ("--as-of", "moon=2024", "there is no clock 'moon'"),
    ],
)
def test_a_limit_or_date_that_cannot_be_is_refused(refused, option, value, sentence):
    said = refused("ask", "What is the timeout?", option, value)

    assert sentence in said


def test_a_question_without_bounds_is_refused(refused):
    said = refused("ask", "x" * 4001)

    assert "it has 4001 code points; say it in 4000 or fewer" in said


def test_a_span_outside_the_text_is_refused(refused, filled):
    version = versions(filled)[0]

    said = refused(
        "claim", "It is 30 s.", "--quote", "30 seconds", "--version", version, "--start", 99_999
    )

    assert "at 99999" in said


def test_an_ambiguous_quotation_has_its_places_named(run, tmp_path):
    store = tmp_path / "store"
    (tmp_path / "pump.md").write_text(TEXT)
    run("init", store)
    run("ingest", store, tmp_path / "pump.md")
    before = content(store)

    done = run("claim", store, "It holds.", "--quote", "40 bar", "--version", versions(store)[0])

    first, second = TEXT.index("40 bar"), TEXT.rindex("40 bar")
    assert done.exit_code == 2
    assert f"[{first}, {first + 6}), [{second}, {second + 6})" in done.stderr
    assert content(store) == before


def test_an_unknown_record_is_named(refused):
    said = refused("trail", "urn:nothing")

    assert "urn:nothing" in said


def test_a_folder_of_something_else_is_no_store(run, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.jpeg").write_bytes(b"x")

    opened = run("info", tmp_path / "photos")
    made = run("init", tmp_path / "photos")

    assert (opened.exit_code, made.exit_code) == (2, 2)
    assert "is not a cedarprov store" in opened.stderr
    assert "is not empty" in made.stderr
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["a.jpeg"]


def test_a_store_that_is_not_there_is_not_made_by_asking(run, tmp_path):
    done = run("ask", tmp_path / "nowhere", "What is the timeout?")

    assert done.exit_code == 2
    assert "cedarprov init" in done.stderr
    assert not (tmp_path / "nowhere").exists()


def test_a_closed_store_says_that_it_is_closed(store):
    kb = cedarprov.open(store)
    kb.close()

    with pytest.raises(StoreClosed, match="open it again"):
        kb.ask("What is the timeout?")


def test_a_held_store_refuses_a_writer_by_naming_the_first_and_still_answers(run, store, cedar):
    with cedarprov.open(store, dense=False) as holder:
        holder.ingest(cedar, manifest=cedar / "manifest.toml")

        written = run("ingest", store, cedar, "--wait", 0)
        asked = run("ask", store, "What is the timeout?", "--words-only")

    assert written.exit_code == 4
    assert "is being written by process" in written.stderr
    assert asked.exit_code == 0


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 99}', "[" * 100_000])
def test_a_receipt_that_is_none_is_refused(refused, tmp_path, content):
    file = tmp_path / "receipt.json"
    file.write_text(content)

    said = refused("replay", file)

    assert said.startswith("cedarprov: ")


def test_a_query_that_writes_or_reaches_out_is_refused(refused, tmp_path):
    file = tmp_path / "query.rq"
    file.write_text("SELECT * WHERE { SERVICE <http://localhost:9/> { ?s ?p ?o } }")

    assert "SERVICE" in refused("query", file)
    assert "nowhere.rq does not exist" in refused("query", tmp_path / "nowhere.rq")


def test_a_full_disk_leaves_the_store_as_it_was(start, run, store, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(20):
        lines = "\n\n".join(f"Line {line} of {number} is {line * number}." for line in range(2000))
        (folder / f"{number}.md").write_text(f"# Part {number}\n\n{lines}\n")
    before = json.loads(run("info", store, "--json").stdout)

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    process = start("ingest", store, folder, preexec_fn=limit)
    _, said = process.communicate(timeout=120)

    assert process.returncode == 2, said
    assert "could not be written" in said
    assert "Traceback" not in said
    after = json.loads(run("info", store, "--json").stdout)
    assert {**after, "notices": []} == {**before, "notices": []}
    assert run("ingest", store, folder).exit_code == 0


INTERRUPTED = """
import os, signal
from cedarprov.cli import main
from cedarprov.store.blob import Blobs

keep, kept = Blobs.put, []
# A process that was started in the background may have been told to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def keep_and_interrupt(blobs, content):
    kept.append(keep(blobs, content))
    if len(kept) == 3:
        os.kill(os.getpid(), signal.SIGINT)
    return kept[-1]


Blobs.put = keep_and_interrupt
main()
"""


def test_an_interrupted_ingest_leaves_a_whole_store(start, run, store, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.md").write_text(f"# Part {number}\n\nLine {number}.\n")
    before = json.loads(run("info", store, "--json").stdout)
    process = start("ingest", store, folder, program=INTERRUPTED)
    _, said = process.communicate(timeout=120)

    assert process.returncode == 130
    assert "interrupted" in said
    assert json.loads(run("info", store, "--json").stdout) == before
    assert run("verify", store).exit_code == 0
    assert run("ingest", store, folder).exit_code == 0


def test_a_reader_of_the_output_that_goes_away_is_no_fault(start, store):
    process = start("sources", store, "--json")
    process.stdout.close()

    said = process.stderr.read()

    assert process.wait() == 141
    assert said == ""


def test_an_unforeseen_failure_is_one_line(run, store, monkeypatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(cedarprov, "open", fail)

    done = run("info", store)

    assert done.exit_code == 2
    assert "this is a fault of cedarprov (ZeroDivisionError: by zero)" in done.stderr
    assert "CEDARPROV_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr


def test_control_characters_of_a_source_do_not_reach_the_terminal(run, tmp_path):
    (tmp_path / "pump.md").write_text("The limit of the pump is 40 \x1b[31mbar\x07.\n")
    store = tmp_path / "store"
    run("init", store)
    run("ingest", store, tmp_path / "pump.md")

    done = run("ask", store, "What is the limit of the pump?", "--words-only")

    assert "\x1b" not in done.stdout
    assert "40 ␛[31mbar␇" in done.stdout


def versions(store: Path) -> list[str]:
    with cedarprov.open(store, dense=False) as kb:
        return [edition.version for source in kb.sources() for edition in source.editions]
