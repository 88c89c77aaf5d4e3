"""`default-arm`: which arm answers a question that names none."""

from __future__ import annotations

import json


def test_the_arm_that_is_chosen_answers_until_another_is(run, tmp_path):
    store = tmp_path / "copy"
    run("init", store)

    before = run("default-arm", store)
    chosen = run("default-arm", store, "graph", "--reason", "a trial")
    after = run("default-arm", store, "--json")

    assert (before.stdout, chosen.stdout) == ("metadata\n", "graph\n")
    assert json.loads(after.stdout) == {"arm": "graph"}


def test_an_arm_that_is_not_known_is_wrong_use(run, tmp_path):
    run("init", tmp_path / "store")

    done = run("default-arm", tmp_path / "store", "best")

    assert done.exit_code == 2
    assert "best" in done.stderr


def test_a_trial_without_a_plan_is_bad_input(run, tmp_path):
    done = run("trial", tmp_path)

    assert done.exit_code == 2
    assert "trial.toml" in done.stderr
