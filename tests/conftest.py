"""Fixtures that every part of the suite shares."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is slow, and slowness is no fault of what is tested.
settings.register_profile("cedarprov", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("cedarprov")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference material beside the checkout."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference material (../shared) is not here")
    return folder
