"""Succession: what became of claims from one edition to the next, and what it is evidence of."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from library import ANNA, Document, Library
from shelf import UNSHRUNK

from cedarprov.judge.ending import superseded
from cedarprov.judge.succession import Fate, compare, infer_successions, steps
from cedarprov.knowledge.inference import record
from cedarprov.model.edge import Relation, Standing, StructuredReading
from cedarprov.model.scope import Scope
from cedarprov.store.claim_record import claim_records

FIRST = """# Requests

The default timeout is 30 seconds.

A body may have 8 MB.

The hose is red.

# Logging

Lines go to standard error.
"""
SECOND = """# Logging

Lines go to standard error.

# Requests

The default timeout is 10 seconds.

A body may have 8 MB.
"""


@pytest.fixture
def library(tmp_path):
    documents = [
        Document(name="manual", edition=edition, scope=f"release={edition}", text=text)
        for edition, text in (("1", FIRST), ("2", SECOND))
    ]
    with Library(tmp_path, *documents) as filled:
        yield filled


def claim(library: Library, quote: str, edition: str = "1", value: str = "") -> str:
    [version] = {
        item.version
        for source in library.kb.sources()
        for item in source.editions
        if item.label == edition
    }
    reading = StructuredReading(about="Cedar", attribute="default", value=value or quote)
    return library.kb.claim(quote, quote=quote, version=version, reading=reading, agent=ANNA)


def inferred(library: Library):
    return infer_successions(library.kb._reading(), library.kb._connection.texts)


def rows(library: Library):
    connection = library.kb._connection
    session = connection.reading()
    claims = list(claim_records(session.store, session.names))
    return [
        compare(older, newer, claims, connection.texts) for older, newer in steps(session.catalogue)
    ]


QUOTES = {
    "The default timeout is 30 seconds.": Fate.CHANGED,
    "A body may have 8 MB.": Fate.MOVED,
    "Lines go to standard error.": Fate.CARRIED,
    "The hose is red.": Fate.GONE,
}


def test_each_claim_is_carried_changed_or_gone_and_the_counts_add_up(library):
    claims = {claim(library, quote): fate for quote, fate in QUOTES.items()}

    [step] = rows(library)

    assert {row.claim: row.fate for row in step.rows} == claims
    assert step.counts == {"carried": 1, "moved": 1, "changed": 1, "gone": 1}
    assert (step.older.label, step.newer.label) == ("1", "2")


def test_a_change_is_a_candidate_supersession_with_both_quotations(library):
    old = claim(library, "The default timeout is 30 seconds.")

    found = inferred(library)

    [edge], [new] = found.edges, found.claims
    assert (edge.relation, edge.object, edge.standing) == (
        Relation.SUPERSEDES,
        old,
        Standing.INFERRED,
    )
    assert [span.exact for span in edge.evidence] == [
        "The default timeout is 10 seconds.",
        "The default timeout is 30 seconds.",
    ]
    assert new.statement == "The default timeout is 10 seconds."
    assert edge.scope == Scope.of({"release": "2"})


def test_a_claim_that_was_made_on_the_new_sentence_is_what_supersedes(library):
    claim(library, "The default timeout is 30 seconds.")
    new = claim(library, "10 seconds", "2")

    found = inferred(library)

    assert (found.claims, found.edges[0].subjects) == ((), (new,))


def test_a_candidate_is_recorded_once_and_waits_for_review(library):
    old = claim(library, "The default timeout is 30 seconds.")
    made = record(library.kb._writing(), inferred(library))
    sequence = library.kb.sequence

    assert record(library.kb._writing(), inferred(library)) == made[-1:]
    assert library.kb.sequence == sequence
    assert superseded(library.kb._reading(), [old]) == ()


def test_release_one_keeps_its_value_when_release_two_has_another(library):
    claim(library, "The default timeout is 30 seconds.")
    *_, edge = record(library.kb._writing(), inferred(library))
    library.accept(edge)

    def values(scope):
        answer = library.kb.ask("What is the default timeout?", scope=scope, arm="graph")
        return answer.assessment.values

    assert values({"release": "1"}) == ("30 s",)
    assert values({"release": "2"}) == ("10 s",)


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        ("The default timeout will be raised to 60 seconds.", "announces a plan"),
        ("The default timeout of upgraded systems stays as it was.", "upgrade note"),
    ],
)
def test_a_plan_or_an_upgrade_note_in_its_place_supersedes_nothing(tmp_path, after, reason):
    before = "The default timeout of systems is 60 seconds."
    editions = [
        Document(name="manual", edition=edition, text=text)
        for edition, text in (("1", before), ("2", after))
    ]
    with Library(tmp_path, *editions) as library:
        claim(library, before)

        found = inferred(library)

    assert found.edges == ()
    assert any(reason in said for said in found.refused)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("Default: `'default'` unless set.", 'Default: ``"default"`` unless set.', "other marks"),
        (":setting:`CODE` must be `a` or `b`.", "``CODE`` must be ``a`` or ``b``.", "other marks"),
        (".. deprecated:: 3.1", ".. deprecated:: 4.2", "a change in one release"),
    ],
)
def test_another_way_of_writing_and_another_dated_note_supersede_nothing(
    tmp_path, before, after, reason
):
    editions = [
        Document(name="manual", edition=edition, text=text)
        for edition, text in (("1", before), ("2", after))
    ]
    with Library(tmp_path, *editions) as library:
        claim(library, before)

        found = inferred(library)

    assert found.edges == ()
    assert any(reason in said for said in found.refused)


def test_earlier_content_of_an_edition_is_followed_by_what_it_became(library):
    claim(library, "The hose is red.")
    changed = FIRST.replace("The hose is red.", "The hose is green.")
    library.put(
        Document(name="manual", edition="1", scope="release=1", text=changed), day="2024-07-01"
    )

    [edge] = inferred(library).edges

    assert edge.evidence[0].exact == "The hose is green."


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        (("2.10", "2.9"), ["2.9", "2.10"]),
        (("blue", "red"), ["red", "blue"]),
    ],
)
def test_editions_follow_each_other_by_version_else_by_publication(tmp_path, labels, order):
    documents = [
        Document(name="manual", edition=label, text=f"This is {label}.", published=year)
        for label, year in zip(labels, ("2024", "2023"), strict=True)
    ]
    with Library(tmp_path, *documents) as library:
        [step] = steps(library.kb._reading().catalogue)

    assert [record.edition.label for record in step] == order


def test_editions_whose_order_is_not_known_are_not_compared(tmp_path):
    documents = [
        Document(name="manual", edition=label, text=f"This is {label}.")
        for label in ("blue", "red")
    ]
    with Library(tmp_path, *documents) as library:
        assert steps(library.kb._reading().catalogue) == ()


# -- endings --------------------------------------------------------------------------------------


def test_an_ending_names_its_edge_its_words_and_since_when(tmp_path):
    documents = [
        Document(name="old", text="Blue runs line 3.", effective="2026-01-05/.."),
        Document(name="new", text="Green runs line 3.", effective="2026-04-01/.."),
    ]
    with Library(tmp_path, *documents) as library:
        old, new = (
            library.kb.claim(text, quote=text, passage=library.passage(text), agent=ANNA)
            for text in (document.text for document in documents)
        )
        words = library.kb.span("Green runs line 3.", passage=library.passage("Green"))
        edge = library.kb.edge(new, "supersedes", old, evidence=[words], agent=ANNA)
        [ending] = superseded(library.kb._reading(), [old, new])
        before = superseded(library.kb._reading(), [old], library.kb.sequence - 1)
        library.reject(edge)

        assert superseded(library.kb._reading(), [old]) == ()

    assert (ending.claim, ending.edge, ending.by) == (old, edge, (new,))
    assert ending.since.lexical == "2026-04-01"
    assert [span.exact for span in ending.words] == ["Green runs line 3."]
    assert before == ()


# -- for any texts --------------------------------------------------------------------------------

said = st.lists(
    st.sampled_from(
        ["The limit is 9 bar.", "The limit is 8 bar.", "It is red.", "# A", "# B", "Default: 5."]
    ),
    min_size=1,
    max_size=8,
).map("\n\n".join)


@given(said, said)
@settings(max_examples=15, phases=UNSHRUNK, suppress_health_check=list(HealthCheck))
def test_every_claim_has_one_fate_and_the_same_text_carries_all(tmp_path_factory, older, newer):
    documents = [
        Document(name=name, edition=edition, text=text)
        for name, editions in (("changed", (older, newer)), ("same", (older, older)))
        for edition, text in enumerate(editions, 1)
        for edition in [str(edition)]
    ]
    with Library(tmp_path_factory.mktemp("said"), *documents) as library:
        source = next(item for item in library.kb.sources() if item.name == "changed")
        version = next(item.version for item in source.editions if item.label == "1")
        starts = range(0, len(older), 9)
        for start in starts:
            quote = older[start:]
            library.kb.claim(f"It says {start}", quote=quote, version=version, start=start)
        found = {step.source: step for step in rows(library)}

    changed, same = found["changed"], found["same"]
    assert sum(changed.counts.values()) == len(changed.rows) == len(starts)
    assert same.counts["carried"] == len(starts)
    assert {row.before for row in same.rows} == {row.after for row in same.rows}
