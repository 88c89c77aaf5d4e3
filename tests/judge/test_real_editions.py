"""Successions of real documents: the settings of Django, from one release to the next."""

from __future__ import annotations

import re

import pytest
from library import ANNA, Document, Library

from cedarprov.judge.succession import Fate, compare, infer_successions, steps
from cedarprov.model.edge import Claim, StructuredReading
from cedarprov.model.passage import Span
from cedarprov.store.claim_record import claim_records

SETTING = re.compile(r"^``(?P<name>[A-Z_]+)``\n[-~]+\n+(?P<field>Default: [^\n]+)$", re.MULTILINE)


# Two releases, and what became of the defaults of the first.
RELEASES = {
    ("3.2.25", "4.2.16"): {"carried": 159, "moved": 0, "changed": 0, "gone": 2},
    ("2.2.28", "5.2"): {"carried": 143, "moved": 0, "changed": 6, "gone": 6},
}


@pytest.fixture(scope="module", params=RELEASES, ids="-".join)
def settings(request, shared, tmp_path_factory):
    """Two releases of the page on settings, with a claim on each line that gives a default."""
    folder = shared / "data/versioned_docs/django"
    texts = {
        release: (folder / f"{release}/ref/settings.txt").read_text(encoding="utf-8")
        for release in request.param
    }
    documents = [
        Document(name="settings", edition=release, scope=f"release={release}", text=text)
        for release, text in texts.items()
    ]
    with Library(tmp_path_factory.mktemp("django"), *documents) as library:
        source = next(item for item in library.kb.sources() if item.name == "settings")
        versions = {item.label: item.version for item in source.editions}
        for release, text in texts.items():
            for found in SETTING.finditer(text):
                library.kb.add_claim(default(found, versions[release]), agent=ANNA)
        library.expected = RELEASES[request.param]
        yield library


def default(found: re.Match[str], version: str) -> Claim:
    span = Span(
        version=version,
        start=found.start("field"),
        end=found.end("field"),
        exact=found["field"],
    )
    value = found["field"].removeprefix("Default: ")
    reading = StructuredReading(about=found["name"], attribute="default", value=value)
    return Claim(statement=f"{found['name']}: {found['field']}", spans=(span,), reading=reading)


@pytest.fixture(scope="module")
def step(settings):
    session, texts = settings.kb._reading(), settings.kb._connection.texts
    claims = list(claim_records(session.store, session.names))
    [pair] = steps(session.catalogue)
    return compare(*pair, claims, texts)


def test_every_default_of_the_older_release_has_one_fate(settings, step):
    assert sum(step.counts.values()) == len(step.rows)
    assert step.counts == settings.expected


def test_a_default_is_followed_to_the_setting_of_the_same_name(settings, step):
    session = settings.kb._reading()
    records = {item.iri: item for item in claim_records(session.store, session.names)}
    names = {item.spans[0]: item.reading.about for item in records.values()}
    followed = [row for row in step.rows if row.after in names]

    wrong = [
        (names[row.before], names[row.after])
        for row in followed
        if names[row.before] != names[row.after]
    ]
    assert wrong == []


def test_the_defaults_that_changed_are_candidate_supersessions(settings, step):
    found = infer_successions(settings.kb._reading(), settings.kb._connection.texts)

    changed = {row.claim for row in step.rows if row.fate is Fate.CHANGED}
    candidates = {edge.object for edge in found.edges}
    assert candidates <= changed
    assert len(changed - candidates) == found.refused.get(
        "what stands in its place says the same in other marks", 0
    )
