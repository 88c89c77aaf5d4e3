"""What edges between claims make of an answer: once asserted or accepted, and not before."""

from __future__ import annotations

import pytest
from library import ANNA, BEN, MACHINE, Document, Library

from cedarprov.model.answer import Status
from cedarprov.model.edge import StructuredReading

OLD = "The default request timeout of Cedar is 30 seconds."
NEW = "From now on Cedar ends what takes longer than 10 seconds."
RIVAL = "The default request timeout of Cedar is 20 seconds."
NOTE = "Existing deployments keep their configured value."
WORDS = "What is the default request timeout of Cedar?"


class Shelf(Library):
    """A library in which claims are linked."""

    def claim_on(self, quote: str, value: str = "") -> str:
        """Make a claim on the whole of a sentence."""
        parts = {"about": "Cedar", "attribute": "timeout", "value": value, "unit": "s"}
        return self.kb.claim(
            quote,
            quote=quote,
            passage=self.passage(quote),
            reading=StructuredReading(**parts) if value else None,
            agent=ANNA,
        )

    def inferred(self, subject: str, relation: str, target: str, **options: object) -> str:
        """Infer an edge between two claims."""
        options = {"evidence": "same words", "agent": MACHINE, "plan": "same words"} | options
        return self.kb.edge(subject, relation, target, **options)

    def answer(self, **options: object):
        """Ask for the timeout over edges."""
        return self.kb.ask(WORDS, **{"arm": "graph", **options})


@pytest.fixture
def shelf(tmp_path):
    """Make a shelf of documents."""
    made = []

    def shelf(*documents: Document) -> Shelf:
        made.append(Shelf(tmp_path, *documents))
        return made[-1]

    yield shelf
    for one in made:
        one.kb.close()


def said(answer) -> list[str]:
    return [citation.exact for citation in answer.citations]


# -- supersedes -----------------------------------------------------------------------------------


def superseding(
    shelf, *, scope: str = "", edge_scope: dict[str, str] | None = None
) -> tuple[Shelf, str]:
    library = shelf(
        Document(name="manual", text=OLD), Document(name="notice", text=NEW, scope=scope)
    )
    old, new = library.claim_on(OLD, "30"), library.claim_on(NEW, "10")
    return library, library.inferred(new, "supersedes", old, scope=edge_scope or {})


def test_a_pending_supersession_changes_nothing(shelf):
    library, _ = superseding(shelf)

    answer = library.answer()

    assert (answer.assessment.status, answer.assessment.values) == (Status.ANSWERED, ("30 s",))


def test_an_accepted_supersession_puts_the_new_statement_in_the_place_of_the_old(shelf):
    library, edge = superseding(shelf)
    library.accept(edge)

    answer = library.answer()

    assert (answer.assessment.status, answer.assessment.values) == (Status.ANSWERED, ("10 s",))
    assert said(answer) == [NEW]
    assert OLD in [item.text for item in answer.evidence]


def test_a_supersession_that_is_rejected_later_is_undone(shelf):
    library, edge = superseding(shelf)
    library.accept(edge)
    accepted = library.kb.sequence
    library.reject(edge)

    assert library.answer().assessment.values == ("30 s",)
    assert library.answer(as_of={"record": str(accepted)}).assessment.values == ("10 s",)


def test_a_disputed_supersession_ends_nothing(shelf):
    library, edge = superseding(shelf)
    library.accept(edge, ANNA)
    library.reject(edge, BEN)

    assert library.answer().assessment.values == ("30 s",)


@pytest.mark.parametrize("which", [OLD, NEW])
def test_an_accepted_edge_at_a_claim_that_was_rejected_says_nothing(shelf, which):
    library, edge = superseding(shelf)
    library.accept(edge)
    before = library.kb.sequence
    [claim] = [item.iri for item in library.kb.claims() if item.statement == which]
    library.reject(claim)

    assert library.answer().assessment.values == ("30 s",)
    assert library.answer(as_of={"record": str(before)}).assessment.values == ("10 s",)


def test_only_the_graph_arm_knows_of_supersessions(shelf):
    library, edge = superseding(shelf)
    library.accept(edge)

    assert library.answer(arm="metadata").assessment.values == ("30 s",)


def test_only_what_is_superseded_ends_and_the_rest_of_its_passage_stands(shelf):
    other = "A request body may have up to 8 MB."
    library = shelf(
        Document(name="manual", text=f"{OLD} {other}"), Document(name="notice", text=NEW)
    )
    old, new = library.claim_on(OLD, "30"), library.claim_on(NEW, "10")
    library.accept(library.inferred(new, "supersedes", old))

    size = library.kb.ask("How large may a request body be?", arm="graph")

    assert size.assessment.values == ("8 MB",)
    assert library.answer().assessment.values == ("10 s",)


def test_a_claim_that_was_superseded_in_one_scope_stands_in_another(shelf):
    library = shelf(
        Document(name="manual", text=OLD, scope="release=1..3"),
        Document(name="notice", text=NEW, scope="release=3"),
    )
    old, new = library.claim_on(OLD, "30"), library.claim_on(NEW, "10")
    library.accept(library.inferred(new, "supersedes", old, scope={"release": "3"}))

    assert library.answer(scope={"release": "3"}).assessment.values == ("10 s",)
    assert library.answer(scope={"release": "2"}).assessment.values == ("30 s",)


def test_what_was_superseded_in_one_case_makes_the_case_worth_asking_for(shelf):
    library, edge = superseding(shelf, scope="", edge_scope={"deployment": "upgrade"})
    library.accept(edge)

    answer = library.answer()

    assert answer.assessment.status is Status.NEEDS_SCOPE
    assert answer.assessment.missing == ("deployment",)
    assert library.answer(scope={"deployment": "upgrade"}).assessment.values == ("10 s",)
    assert library.answer(scope={"deployment": "new"}).assessment.values == ("30 s",)


def test_what_does_not_apply_supersedes_nothing(shelf):
    library, edge = superseding(shelf, scope="release=2")
    library.accept(edge)

    assert library.answer(scope={"release": "1"}).assessment.values == ("30 s",)
    assert library.answer(scope={"release": "2"}).assessment.values == ("10 s",)


def test_what_is_not_in_force_yet_supersedes_nothing(shelf):
    library = shelf(
        Document(name="manual", text=OLD, effective="2020-01-01/.."),
        Document(name="notice", text=NEW, effective="2024-04-01/.."),
    )
    old, new = library.claim_on(OLD, "30"), library.claim_on(NEW, "10")
    library.accept(library.inferred(new, "supersedes", old))

    assert library.answer(as_of={"effective": "2024-03-01"}).assessment.values == ("30 s",)
    assert library.answer(as_of={"effective": "2024-05-01"}).assessment.values == ("10 s",)


# -- contradicts ----------------------------------------------------------------------------------


def contradicting(shelf) -> tuple[Shelf, str]:
    # Words that share nothing with the question hide the disagreement from it.
    library = shelf(Document(name="manual", text=OLD), Document(name="notice", text=NEW))
    old, new = library.claim_on(OLD, "30"), library.claim_on(NEW, "10")
    return library, library.inferred(new, "contradicts", old)


def test_a_pending_contradiction_is_a_flag_and_hides_nothing(shelf):
    library, _ = contradicting(shelf)

    answer = library.answer()

    assert (answer.assessment.status, answer.assessment.values) == (Status.ANSWERED, ("30 s",))


def test_an_accepted_contradiction_is_a_conflict_with_both_sides(shelf):
    library, edge = contradicting(shelf)
    library.accept(edge)

    answer = library.answer()

    assert answer.assessment.status is Status.CONFLICT
    assert set(answer.assessment.values) == {"30 s", "10 s"}
    assert set(said(answer)) == {OLD, NEW}


def test_a_side_that_was_superseded_contradicts_no_longer(shelf):
    library, edge = contradicting(shelf)
    library.accept(edge)
    old, new = (library.claim_on(text, value) for text, value in ((OLD, "30"), (NEW, "10")))
    library.accept(library.inferred(new, "supersedes", old))

    answer = library.answer()

    assert (answer.assessment.status, answer.assessment.values) == (Status.ANSWERED, ("10 s",))


def test_an_accepted_contradiction_holds_where_only_one_side_states_a_condition(shelf):
    library = shelf(
        Document(name="manual", text=OLD, scope="release=2"), Document(name="copy", text=RIVAL)
    )
    one, other = library.claim_on(OLD, "30"), library.claim_on(RIVAL, "20")
    edge = library.inferred(one, "contradicts", other)

    before = library.answer().assessment.status
    library.accept(edge)

    assert before is Status.NEEDS_SCOPE
    assert library.answer().assessment.status is Status.CONFLICT


# -- qualifies ------------------------------------------------------------------------------------


def qualifying(shelf, **options: object) -> tuple[Shelf, str]:
    library = shelf(
        Document(name="manual", text=OLD, scope="release=2"),
        Document(name="upgrade", text=NOTE, scope="release=2"),
    )
    default, note = library.claim_on(OLD, "30"), library.claim_on(NOTE)
    return library, library.inferred(note, "qualifies", default, **options)


UPGRADE = {"deployment": "upgrade"}


def test_a_pending_qualification_defeats_nothing(shelf):
    library, _ = qualifying(shelf, scope=UPGRADE)

    assert library.answer(scope=UPGRADE).assessment.values == ("30 s",)


def test_an_accepted_qualification_defeats_the_default_and_is_what_is_quoted(shelf):
    library, edge = qualifying(shelf, scope=UPGRADE)
    library.accept(edge)

    answer = library.answer(scope=UPGRADE)

    assert (answer.assessment.status, answer.assessment.values) == (Status.UNSUPPORTED, ())
    assert said(answer) == [NOTE]


def test_a_qualification_leaves_other_cases_alone(shelf):
    library, edge = qualifying(shelf, scope=UPGRADE)
    library.accept(edge)

    assert library.answer(scope={"deployment": "new"}).assessment.values == ("30 s",)


def test_a_qualification_of_one_case_makes_the_case_worth_asking_for(shelf):
    library, edge = qualifying(shelf, scope=UPGRADE)
    library.accept(edge)

    answer = library.answer()

    assert answer.assessment.status is Status.NEEDS_SCOPE
    assert answer.assessment.missing == ("deployment",)


def test_a_qualification_that_leaves_no_value_open_takes_none_away(shelf):
    library = shelf(
        Document(name="manual", text=OLD),
        Document(name="aside", text="It was measured on a wet day."),
    )
    default = library.claim_on(OLD, "30")
    aside = library.claim_on("It was measured on a wet day.")
    library.accept(library.inferred(aside, "qualifies", default))

    assert library.answer().assessment.values == ("30 s",)
