from __future__ import annotations

import pytest

from cedarprov.evaluate.release import blind_status, dates_asked, scope_asked
from cedarprov.model.answer import Status
from cedarprov.model.scope import Scope


@pytest.mark.parametrize(
    ("written", "scope", "dates"),
    [
        ({}, {}, {}),
        ({"release": "2.2"}, {"release": "2.2"}, {}),
        ({"release": "<3.0"}, {"release": "<3.0"}, {}),
        ({"release": "2.0+"}, {"release": ">=2.0"}, {}),
        (
            {"release": "3.2", "deployment": "upgrade from 2.2"},
            {"release": "3.2", "deployment": "upgrade:2.2"},
            {},
        ),
        ({"release": "4.2", "deployment": "both"}, {"release": "4.2"}, {}),
        ({"release": "4.2", "deployment": "new"}, {"release": "4.2", "deployment": "new"}, {}),
        ({"as_of": "2026"}, {}, {"published": "2026"}),
        ({"as_of": "2.0.7 docs"}, {"release": "2.0.7"}, {}),
    ],
)
def test_wording_becomes_a_scope_and_a_date(written, scope, dates):
    assert scope_asked(written) == scope
    assert dates_asked(written) == dates
    assert Scope.of(scope).as_dict() == scope


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ({}, Status.NEEDS_SCOPE),
        ({"release": "5.2"}, Status.ANSWERED),
        ({"release": "6.1"}, Status.UNSUPPORTED),
        ({"release": "<3.0"}, Status.ANSWERED),
        ({"as_of": "2026"}, Status.ANSWERED),
    ],
)
def test_the_blind_rule_looks_at_the_scope_alone(written, status):
    assert blind_status(written, "5.2") is status
