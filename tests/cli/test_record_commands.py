"""`claim`, `edge`, `review`, `trail`: what people add, and where it comes from."""

from __future__ import annotations

import json

import pytest

import cedarprov

QUOTE = "Existing deployments keep their configured request timeout."


@pytest.fixture
def passages(store):
    """The passages of the two request timeouts: the quoted one, and that of release 2."""
    with cedarprov.open(store, dense=False) as kb:
        kept = kb.ask(QUOTE, scope=["release=2", "deployment=upgrade"])
        new = kb.ask("default request timeout in new deployments", scope=["release=2"])
    return tuple(
        next(item.places[0].passage for item in answer.evidence if words in item.text)
        for answer, words in ((kept, QUOTE), (new, "10 seconds"))
    )


def test_a_claim_can_be_followed_back_to_the_bytes(run, store, passages):
    made = run("claim", store, "It is kept.", "--quote", QUOTE, "--passage", passages[0])

    trail = run("trail", store, made.stdout.strip()).stdout
    assert made.exit_code == 0
    assert "It is kept." in trail
    assert QUOTE in trail
    assert "by Ada" in trail
    assert "cedar/upgrade-2.md" in trail
    assert "sha256:" in trail


def test_the_same_claim_again_has_the_same_identifier(run, store, passages):
    arguments = ("claim", store, "It is kept.", "--quote", QUOTE, "--passage", passages[0])

    first, second = run(*arguments), run(*arguments, "--json")

    assert json.loads(second.stdout) == {"iri": first.stdout.strip()}


def test_a_claim_may_be_taken_apart(run, store, passages):
    parts = ("about=Cedar", "attribute=request timeout", "value=kept")
    options = [option for part in parts for option in ("--reading", part)]

    done = run("claim", store, "Kept.", "--quote", QUOTE, "--passage", passages[0], *options)

    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("part", "sentence"),
    [("colour=red", "there is no part 'colour'"), ("about=Cedar", "attribute is not given")],
)
def test_a_reading_with_unknown_or_lacking_parts_is_refused(run, store, part, sentence):
    done = run("claim", store, "Kept.", "--quote", QUOTE, "--reading", part)

    assert done.exit_code == 2
    assert sentence in done.stderr


def test_an_edge_rests_on_a_quotation_or_on_a_declaration(run, store, passages):
    quoted = run(
        *("edge", store, passages[0], "qualifies", passages[1]),
        *("--quote", QUOTE, "--passage", passages[0]),
    )
    declared = run("edge", store, passages[0], "contradicts", passages[1], "--declare", "I know.")
    neither = run("edge", store, passages[0], "supports", passages[1])

    assert (quoted.exit_code, declared.exit_code, neither.exit_code) == (0, 0, 2)
    assert QUOTE in run("trail", store, quoted.stdout.strip()).stdout
    assert "I know." in run("trail", store, declared.stdout.strip()).stdout
    assert "either --quote or --declare" in neither.stderr


def test_a_quotation_is_looked_up_in_one_place_that_is_named(run, store, passages):
    claimed = run("claim", store, "It is kept.", "--quote", QUOTE)
    linked = run("edge", store, passages[0], "qualifies", passages[1], "--quote", QUOTE)

    for done in (claimed, linked):
        assert done.exit_code == 2
        assert "either --passage or --version" in done.stderr


def test_a_declaration_that_is_empty_is_refused(run, store, passages):
    done = run("edge", store, passages[0], "qualifies", passages[1], "--declare", "")

    assert done.exit_code == 2
    assert "statement is ''" in done.stderr


def test_a_review_keeps_how_long_it_took_and_does_not_edit_the_edge(run, store, passages):
    edge = run("edge", store, passages[0], "qualifies", passages[1], "--declare", "I know.")
    iri = edge.stdout.strip()
    before = run("info", store, "--json").stdout

    done = run(
        *("review", store, iri, "rejected", "--reason", "It does not."),
        *("--started", "2024-03-09T10:00:00Z", "--ended", "2024-03-09T10:05:00Z"),
    )

    counted = json.loads(run("info", store, "--json").stdout)["edges"]
    assert done.exit_code == 0
    assert counted != json.loads(before)["edges"]
    assert counted["rejected"] == 1


@pytest.mark.parametrize("written", ["yesterday", "9999-12-31T23:59:59-12:00"])
def test_a_review_with_a_time_that_is_none_is_refused(run, store, written):
    done = run("review", store, "urn:e", "accepted", "--started", written)

    assert done.exit_code == 2
    assert f"'{written}' is no instant" in done.stderr
