"""Conditions that running text sets."""

from __future__ import annotations

import pytest

from cedarprov.prose.condition import stated_deployment, stated_release


@pytest.mark.parametrize(
    ("clause", "release"),
    [
        ("since 3.2", ">=3.2"),
        ("2.1 and later", ">=2.1"),
        ("before version 2", "<2"),
        ("up to 2.6", "<=2.6"),
        ("in version 2.1", "2.1"),
        ("In older versions", "<4.2"),
        ("from this release on", ">=4.2"),
        ("in the kitchen", None),
    ],
)
def test_releases_become_an_expression(clause, release):
    assert stated_release(clause, "4.2") == release


def test_a_deployment_is_stated_where_one_kind_is_named():
    assert stated_deployment("in new installations") == "new"
    assert stated_deployment("when you upgrade") == "upgrade"
    assert stated_deployment("new installations and existing ones") is None
