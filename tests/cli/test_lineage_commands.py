"""`withdraw`, `why`, `impact`, `stale`: what is taken back, and what that does to the rest."""

from __future__ import annotations

import json

import pytest
from pyoxigraph import RdfFormat, parse

import cedarprov
from cedarprov.cli.failure import DONE, WRONG_USE
from cedarprov.model.edge import Agent

ANNA = Agent(name="Anna")


@pytest.fixture
def chain(store) -> tuple[str, str, str]:
    """Two claims of one passage and the edge between them."""
    with cedarprov.open(store, dense=False) as kb:
        answer = kb.ask("default request timeout in new deployments", scope=["release=2"])
        passage = next(item for item in answer.evidence if "10 seconds" in item.text).places[0]
        premise, claim = (
            kb.claim(said, quote="10 seconds", passage=passage.passage, agent=ANNA)
            for said in ("It is ten seconds.", 'It is "short".')
        )
        edge = kb.edge(premise, "supports", claim, evidence="so it is", agent=ANNA)
    return premise, edge, claim


def test_a_withdrawn_premise_makes_what_rests_on_it_stale(run, store, chain):
    premise, edge, claim = chain

    done = run("withdraw", store, premise, "--reason", "misread", "--json")

    withdrawal = json.loads(done.stdout)["iri"]
    why = run("why", store, claim)
    assert why.stdout.startswith('claim: It is "short". - stale (withdrawn: ')
    assert f"  path: {claim} <- {edge} <- {premise}\n" in why.stdout
    assert "withdrawn by: withdrawal: misread" in why.stdout
    stale = run("stale", store)
    assert stale.stdout.endswith("0 live, 0 in doubt, 2 stale\n")
    listed = json.loads(run("stale", store, "--json").stdout)["claims"]
    assert {each["claim"]: each["loss"]["by"] for each in listed} == dict.fromkeys(
        (premise, claim), withdrawal
    )


def test_the_state_before_is_still_seen(run, store, chain):
    with cedarprov.open(store, dense=False) as kb:
        before = kb.sequence
    run("withdraw", store, chain[0])

    assert " - live" in run("why", store, chain[2], "--at", before).stdout.splitlines()[0]
    assert run("stale", store, "--at", before).stdout == "2 live, 0 in doubt, 0 stale\n"


def test_impact_says_what_would_go_stale(run, store, chain):
    premise, edge, claim = chain

    done = run("impact", store, premise)

    assert done.exit_code == DONE
    assert 'claim: It is "short". - live and stale without it' in done.stdout
    found = json.loads(run("impact", store, premise, "--json").stdout)
    assert {node["iri"]: node["then"] for node in found["nodes"]} == {
        premise: "stale",
        edge: "",
        claim: "stale",
    }


@pytest.mark.parametrize("command", ["why", "impact"])
def test_a_lineage_is_printed_as_turtle_and_as_dot(run, store, chain, command):
    turtle = run(command, store, chain[2], "--format", "turtle")
    dot = run(command, store, chain[2], "--format", "dot")

    subjects = {quad.subject.value for quad in parse(turtle.stdout.encode(), RdfFormat.TURTLE)}
    assert chain[2] in subjects
    assert dot.stdout.startswith("digraph lineage {\n")
    assert dot.stdout.endswith("}\n")


@pytest.mark.parametrize("command", ["why", "impact", "withdraw"])
def test_what_the_store_does_not_hold_is_wrong_use(run, store, command):
    done = run(command, store, "urn:nothing")

    assert done.exit_code == WRONG_USE
    assert "urn:nothing" in done.stderr
    assert "Traceback" not in done.stderr


def test_fragility_names_the_sources_that_an_answer_hangs_on(run, store, tmp_path):
    asked = "What is the default request timeout?"
    receipt = tmp_path / "receipt.json"
    run("ask", store, asked, "--words-only", "--receipt", receipt)

    done = run("fragility", store, asked, "--words-only")
    again = run("fragility", store, "--receipt", receipt, "--words-only", "--json")

    assert done.exit_code == DONE
    assert done.stdout.startswith("fragility: 1 of ")
    assert "\n  without " in done.stdout
    found = json.loads(again.stdout)
    assert found["size"] == {"low": 1, "high": 1}
    assert found["is_exact"] is True


def test_fragility_takes_a_question_or_a_receipt(run, store):
    assert run("fragility", store).exit_code == WRONG_USE
