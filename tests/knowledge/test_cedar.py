"""The manuals of Cedar: one question, and how scope decides what may be answered."""

from __future__ import annotations

import pytest
from library import ANNA, Document, Library, shown

import cedarprov
from cedarprov.model.answer import Status
from cedarprov.model.receipt import ReasonCode

QUESTION = "What is Cedar's default request timeout?"
KEPT = "Existing deployments keep their configured request timeout."
SCOPES = {
    "release 1": ["release=1"],
    "release 2, new": ["release=2", "deployment=new"],
    "release 2, upgrade": ["release=2", "deployment=upgrade"],
    "no scope": [],
    "release 3": ["release=3"],
}
NOTE = "cedar-upgrade-note"


@pytest.fixture(scope="module")
def cedar(root, tmp_path_factory):
    folder = root / "data" / "cedar"
    with cedarprov.create(tmp_path_factory.mktemp("cedar") / "store", dense=False) as kb:
        kb.ingest(*sorted(folder.glob("*.md")), manifest=folder / "manifest.toml")
        yield kb


def cells(answer):
    return {str(cell.scope): cell.values for cell in answer.assessment.cells}


# -- five questions -------------------------------------------------------------------------------


def test_release_1_has_a_default_of_30_seconds(cedar):
    answer = cedar.ask(QUESTION, scope=SCOPES["release 1"])

    assert answer.status is Status.ANSWERED
    assert answer.assessment.values == ("30 s",)
    assert answer.citations[0].exact == "The default request timeout is 30 seconds."


def test_a_new_deployment_of_release_2_has_a_default_of_10_seconds(cedar):
    answer = cedar.ask(QUESTION, scope=SCOPES["release 2, new"])

    assert answer.status is Status.ANSWERED
    assert answer.assessment.values == ("10 s",)


def test_an_upgraded_deployment_keeps_its_value_and_no_value_is_asserted(cedar):
    answer = cedar.ask(QUESTION, scope=SCOPES["release 2, upgrade"])

    assert answer.assessment.values == ()
    assert KEPT in [item.exact for item in answer.citations]
    assert answer.status in {Status.ANSWERED, Status.UNSUPPORTED}
    assert "10 seconds" not in answer.text
    assert "30 seconds" not in answer.text


def test_without_a_scope_the_answer_depends_on_it_and_is_given_for_each_cell(cedar):
    answer = cedar.ask(QUESTION)

    assert answer.status is Status.NEEDS_SCOPE
    assert sorted(answer.assessment.missing) == ["deployment", "release"]
    said = cells(answer)
    assert ("30 s",) in said.values()
    assert ("10 s",) in said.values()
    assert () in said.values()


def test_each_cell_answers_the_question_that_names_it(cedar):
    for cell in cedar.ask(QUESTION).assessment.cells:
        answer = cedar.ask(QUESTION, scope=cell.scope)

        assert answer.assessment.values == cell.values


def test_release_3_is_unsupported(cedar):
    answer = cedar.ask(QUESTION, scope=SCOPES["release 3"])

    assert answer.status is Status.UNSUPPORTED
    assert answer.assessment.values == ()
    assert answer.citations == ()


# -- what holds for all of them -------------------------------------------------------------------


@pytest.mark.parametrize("scope", SCOPES.values(), ids=SCOPES)
def test_the_graph_and_the_metadata_arm_select_the_same_evidence(cedar, scope):
    metadata, graph = (cedar.ask(QUESTION, scope=scope, arm=arm) for arm in ("metadata", "graph"))

    assert graph.evidence == metadata.evidence
    assert graph.citations == metadata.citations
    assert graph.assessment == metadata.assessment


@pytest.mark.parametrize("scope", SCOPES.values(), ids=SCOPES)
def test_every_exclusion_is_logged(cedar, scope):
    answer = cedar.ask(QUESTION, scope=scope, budget=40)
    everything = cedar.ask(QUESTION, arm="flat", budget=4000)

    codes = {item.text: item.code for item in answer.receipt.candidates}
    assert codes.keys() == {item.text for item in everything.receipt.candidates}
    assert sum(code is ReasonCode.SHOWN for code in codes.values()) == len(answer.evidence)
    for item in answer.receipt.candidates:
        for passage in item.passages:
            assert cedar.why_not(answer.receipt, passage).code is item.code


@pytest.mark.parametrize("scope", SCOPES.values(), ids=SCOPES)
def test_what_is_cited_stands_in_the_manuals_letter_for_letter(cedar, root, scope):
    texts = [path.read_text(encoding="utf-8") for path in (root / "data" / "cedar").glob("*.md")]

    for cited in cedar.ask(QUESTION, scope=scope).citations:
        assert any(text[cited.start : cited.end] == cited.exact for text in texts)


def test_the_receipt_of_every_question_replays(cedar):
    for scope in SCOPES.values():
        assert cedar.replay(cedar.ask(QUESTION, scope=scope).receipt).same


# -- neighbours of the question -------------------------------------------------------------------

MANUAL_1 = "The default request timeout of Cedar is 30 seconds."
MANUAL_2 = "In new deployments the default request timeout of Cedar is 10 seconds."


def manuals(*others):
    return (
        Document(name="manual", text=MANUAL_1, edition="1", scope="release=1", published="2022-05"),
        Document(name="manual", text=MANUAL_2, edition="2", scope="release=2", published="2024-03"),
        *others,
    )


@pytest.mark.parametrize("relation", ["supersedes", "qualifies", "contradicts"])
@pytest.mark.parametrize("arm", ["metadata", "graph"])
def test_an_upgrade_record_never_replaces_the_default_of_new_deployments(tmp_path, arm, relation):
    note = Document(name=NOTE, text=KEPT, edition="2", scope="release=2 deployment=upgrade")
    with Library(tmp_path, *manuals(note)) as library:
        library.link(
            "Existing deployments", relation, "In new deployments", scope={"deployment": "upgrade"}
        )

        answer = library.kb.ask(QUESTION, scope=SCOPES["release 2, new"], arm=arm)

    assert answer.assessment.values == ("10 s",)
    assert NOTE not in {item.source for item in answer.citations}
    assert KEPT not in shown(answer)


def test_two_agreeing_sources_do_not_ask_for_a_scope(tmp_path):
    documents = (
        Document(name="manual", text=MANUAL_1, edition="1", scope="release=1"),
        Document(
            name="guide",
            text="The default request timeout of Cedar is 30 s.",
            edition="2",
            scope="release=2",
        ),
    )
    with Library(tmp_path, *documents) as library:
        answer = library.kb.ask(QUESTION)

    assert answer.status is Status.ANSWERED
    assert answer.assessment.values == ("30 s",)
    assert answer.assessment.missing == ()
    assert answer.origins.low == 1


def test_a_qualification_reached_by_an_edge_takes_part_without_sharing_words(tmp_path):
    note = Document(
        name=NOTE,
        text="Whoever comes from an older installation goes on with what was set there.",
        edition="2",
        scope="release=2 deployment=upgrade",
    )
    with Library(tmp_path, *manuals(note)) as library:
        library.kb.edge(
            library.passage("older installation"),
            "qualifies",
            library.passage("In new deployments"),
            evidence="the note is about this default",
            agent=ANNA,
        )

        metadata, graph = (
            library.kb.ask(QUESTION, scope=SCOPES["release 2, upgrade"], arm=arm)
            for arm in ("metadata", "graph")
        )

    assert note.text not in shown(metadata)
    assert note.text in shown(graph)
