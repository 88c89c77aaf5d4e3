"""`why-not`, `cite`, `replay`: what accounts for an answer."""

from __future__ import annotations

import json

import pytest

WORDS = "What is Cedar's default request timeout?"


@pytest.fixture
def receipt(run, filled, tmp_path):
    """The receipt of one question, as a file."""
    file = tmp_path / "receipt.json"
    run("ask", filled, WORDS, "--scope", "release=1", "--words-only", "--receipt", file)
    return file


def test_a_receipt_replays_to_the_same_result(run, filled, receipt):
    done = run("replay", filled, receipt)

    assert (done.exit_code, done.stdout) == (0, "the same result\n")


def test_a_receipt_replays_on_the_state_that_it_ran_on(run, store, receipt, tmp_path):
    (tmp_path / "more.md").write_text("Cedar's default request timeout is 99 seconds.\n")
    run("ingest", store, tmp_path / "more.md")

    done = run("replay", store, receipt, "--json")

    assert json.loads(done.stdout) == {"same": True, "differences": []}


def test_a_receipt_that_was_changed_does_not_replay(run, filled, receipt):
    changed = json.loads(receipt.read_text())
    changed["candidates"][0]["score"] += 1
    receipt.write_text(json.dumps(changed))

    done = run("replay", filled, receipt)

    assert done.exit_code == 1
    assert changed["candidates"][0]["text"] in done.stdout


def test_why_not_names_the_step_for_every_candidate(run, filled, receipt):
    for candidate in json.loads(receipt.read_text())["candidates"]:
        done = run("why-not", filled, receipt, candidate["passages"][0], "--json")

        explained = json.loads(done.stdout)
        assert (explained["step"], explained["code"]) == (candidate["step"], candidate["code"])


def test_why_not_knows_a_passage_that_is_not_stored(run, filled, receipt):
    done = run("why-not", filled, receipt, "urn:nothing")

    assert done.exit_code == 0
    assert "the store holds no such passage" in done.stdout


def test_citations_are_checked_by_number_passage_and_letter(run, filled, shared, tmp_path):
    case = shared / "cases" / "S22"
    supplied = [
        {"number": item["n"], "passage": item["id"], "text": item["text"]}
        for item in json.loads((case / "context.json").read_text())
    ]
    file = tmp_path / "cited.json"
    given = {
        "answer": json.loads((case / "answer.json").read_text())["text"],
        "claims": json.loads((case / "claims.json").read_text()),
        "supplied": supplied,
    }
    file.write_text(json.dumps(given))

    done = run("cite", filled, file, "--json")

    report = json.loads(done.stdout)
    expected = json.loads((case / "expect.json").read_text())
    resolved = [at for at, claim in enumerate(report["claims"]) if claim["refusal"] is None]
    flagged = [at for at, sentence in enumerate(report["sentences"], 1) if sentence["flags"]]
    assert done.exit_code == 1
    assert resolved == expected["accept"]
    assert flagged == [2, 3]  # [7] was not supplied, and 14:50 stands in no passage
    assert any("[7]" in flag for item in report["sentences"] for flag in item["flags"])


SUPPLIED = {"number": 1, "passage": "urn:p", "text": "The default is 30 seconds."}


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ({}, "which passages were supplied"),
        ({"supplied": [{"id": 1}]}, "supplied[0] must be an object of number, passage, text"),
        ({"supplied": [{**SUPPLIED, "number": "1"}]}, "number of supplied[0] must be a number"),
        ({"supplied": [{**SUPPLIED, "text": None}]}, "text of supplied[0] must be a text"),
        ({"supplied": {}}, "supplied must be a list"),
        ({"supplied": [], "claims": [{"quote": 5, "passage": "urn:p"}]}, "quote of claims[0]"),
        ({"supplied": [], "answer": 7}, "answer must be a text"),
        ({"supply": []}, "there is no key 'supply'"),
    ],
)
def test_a_file_of_another_form_is_refused(run, filled, tmp_path, written, sentence):
    file = tmp_path / "cited.json"
    file.write_text(json.dumps(written))

    done = run("cite", filled, file)

    assert done.exit_code == 2
    assert sentence in done.stderr


def test_a_number_in_brackets_that_is_no_citation_is_no_fault_of_the_program(run, filled, tmp_path):
    file = tmp_path / "cited.json"
    file.write_text(json.dumps({"supplied": [SUPPLIED], "answer": f"It is [{'1' * 5000}]."}))

    done = run("cite", filled, file)

    assert done.exit_code == 1
    assert "it cites nothing" in done.stdout


def test_a_number_too_long_to_read_is_no_fault_of_the_program(run, filled, tmp_path):
    file = tmp_path / "cited.json"
    file.write_text(f'{{"supplied": {"1" * 5000}}}')

    done = run("cite", filled, file)

    assert done.exit_code == 2
    assert "a number that is too long" in done.stderr
