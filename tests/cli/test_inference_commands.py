"""`infer` and `claims`."""

from __future__ import annotations

import json


def test_claims_are_inferred_and_listed(run, store):
    made = run("infer", store, "claims", "--json")
    listed = run("claims", store, "--state", "pending", "--json")
    shown = run("claims", store)

    report, claims = json.loads(made.stdout), json.loads(listed.stdout)
    assert made.exit_code == listed.exit_code == 0
    assert report["found"] == report["new"] == len(claims) > 0
    assert all(claim["inferred"] and claim["places"] for claim in claims)
    assert claims[0]["statement"] in shown.stdout
    assert "found 0, new 0" in run("infer", store, "claims").stdout


def test_without_a_name_everything_is_inferred_each_after_what_it_judges(run, store):
    made, again = (json.loads(run("infer", store, "--json").stdout) for _ in range(2))

    assert [*made] == ["claims", "qualifications", "successions", "contradictions", "origins"]
    assert made["claims"]["new"] > 0
    assert [report["new"] for report in again.values()] == [0] * len(again)


def test_an_endpoint_is_asked_for_claims_alone(run, store):
    done = run("infer", store, "--base-url", "http://localhost:1", "--model", "m")

    assert done.exit_code == 2
    assert "name claims" in done.stderr


def test_half_an_endpoint_is_wrong_use(run, store):
    done = run("infer", store, "claims", "--model", "m")

    assert done.exit_code == 2
    assert "--base-url and --model together" in done.stderr


def test_an_unknown_inference_is_wrong_use(run, store):
    done = run("infer", store, "weather")

    assert done.exit_code == 2
    assert "weather" in done.stderr


def test_no_claim_is_said_so(run, store):
    assert run("claims", store, "--about", "nothing").stdout == "no claim is of that kind\n"
