"""A store whose writer was killed: what was acknowledged is there, and nothing is half there."""

from __future__ import annotations

import pytest

from tests.survival.killing import Trial, kills, tally
from tests.survival.operation import OPERATIONS

KILLS = 3
"""For each operation; `scripts/kill-store` kills more often."""


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_killed_at_any_moment_leaves_a_whole_store_and_a_rerun_finishes_it(
    name, tmp_path
):
    trial = Trial(name, tmp_path)

    killed = list(kills(trial, KILLS, seed=7))

    assert tally(killed)["kills"] == KILLS
