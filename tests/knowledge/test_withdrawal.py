"""What is taken back no longer counts, but stays in the record as it stood before."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from cedarprov.errors import ShapeViolation, UnresolvedReference
from cedarprov.model.answer import Status
from cedarprov.model.edge import Agent, Claim
from cedarprov.model.receipt import ReasonCode, Step
from cedarprov.rdf.graph import ACCEPTED, ASSERTED, PENDING
from cedarprov.store.claim_record import claim_records
from cedarprov.store.edge_record import ReviewState, edge_records

ANNA, BEN = Agent(name="Anna"), Agent(name="Ben")
CREW = "Who serviced pump P-2?"


@pytest.fixture
def pumps(kb, shared):
    """The documents of case S06 and where they stand."""
    folder = shared / "cases/S06"
    report = kb.ingest(folder / "a.md", folder / "b.md")
    return {item.place.rpartition("/")[2]: item.version for item in report.files}


def source(kb, name: str) -> str:
    return next(each.iri for each in kb.sources() if each.name.endswith(name))


def shown(answer) -> str:
    return "\n".join(item.text for item in answer.evidence)


@pytest.mark.usefixtures("pumps")
def test_passages_of_a_withdrawn_source_leave_the_answers_and_stay_in_earlier_ones(kb):
    before = kb.sequence

    kb.withdraw(source(kb, "a.md"), by=ANNA, reason="wrong pump")

    now, then = kb.ask(CREW), kb.ask(CREW, as_of={"record": str(before)})
    assert "crew Red" not in shown(now)
    assert "crew Red" in shown(then)
    assert "some evidence was withdrawn later" in then.notices
    [left_out] = [item for item in now.receipt.candidates if item.code is ReasonCode.WITHDRAWN]
    assert left_out.step is Step.PLACES
    assert kb.why_not(now.receipt, left_out.passages[0]).code is ReasonCode.WITHDRAWN


@pytest.mark.usefixtures("pumps")
def test_a_text_that_another_source_has_too_stays_in_the_answers(kb):
    kb.withdraw(source(kb, "a.md"), by=ANNA)

    [evidence] = kb.ask("What type is the seal of pump P-2?").evidence
    assert {place.source for place in evidence.places} == {
        each.name for each in kb.sources() if each.name.endswith("b.md")
    }


@pytest.mark.parametrize("kind", ["source", "edition", "version"])
def test_a_source_an_edition_and_a_version_may_be_withdrawn(kb, pumps, kind):
    listed = next(each for each in kb.sources() if each.name.endswith("a.md"))
    records = {
        "source": listed.iri,
        "edition": listed.editions[0].iri,
        "version": pumps["a.md"],
    }

    kb.withdraw(records[kind], by=ANNA)

    assert "crew Red" not in shown(kb.ask(CREW))


def test_a_question_as_of_a_capture_time_before_the_withdrawal_still_finds_it(kb, write):
    captured = datetime(2024, 3, 1, tzinfo=UTC)
    kb.ingest(write({"a.md": "Pump P-2 was serviced by crew Red.\n"}), at=captured)
    decided = captured + timedelta(days=9)
    kb.withdraw(source(kb, "a.md"), by=ANNA, started=decided, ended=decided)

    assert "crew Red" in shown(kb.ask(CREW, as_of={"captured": "2024-03-05"}))
    assert "crew Red" in shown(kb.ask(CREW, as_of={"captured": "2024-03"}))
    assert "crew Red" not in shown(kb.ask(CREW, as_of={"captured": "2024-03-15"}))


@pytest.mark.usefixtures("pumps")
def test_a_review_that_rejects_a_withdrawal_undoes_it_and_a_later_one_counts_anew(kb):
    a = source(kb, "a.md")
    withdrawal = kb.withdraw(a, by=ANNA)
    between = kb.sequence

    kb.review(withdrawal, "rejected", reviewer=BEN, reason="it was the right pump")

    assert "crew Red" in shown(kb.ask(CREW))
    assert "crew Red" not in shown(kb.ask(CREW, as_of={"record": str(between)}))

    kb.withdraw(a, by=ANNA)

    assert "crew Red" not in shown(kb.ask(CREW))


@pytest.mark.usefixtures("pumps")
def test_a_receipt_from_before_a_withdrawal_replays_to_the_same_result(kb):
    receipt = kb.ask(CREW).receipt
    kb.withdraw(source(kb, "a.md"), by=ANNA)

    assert kb.replay(receipt).differences == ()
    assert kb.replay(kb.ask(CREW).receipt).differences == ()


def test_withdrawn_text_is_no_evidence_at_all(kb, write):
    kb.ingest(write({"a.md": "The timeout of the gateway is 30 s.\n"}))
    kb.withdraw(source(kb, "a.md"), by=ANNA)

    answer = kb.ask("What is the timeout of the gateway?")

    assert answer.status is Status.UNSUPPORTED
    assert answer.evidence == ()
    retrieval = kb._retrieval(answer.question)
    retrieval.gather()
    assert retrieval.exhibits == []


def test_a_newer_edition_that_was_withdrawn_takes_no_weight_from_the_older_one(kb, write, tmp_path):
    folder = write({"manual-1.md": "The timeout of the gateway is 30 s.\n"})
    manifest = tmp_path / "cedar.toml"
    rows = '[[source]]\nmatch = ["manual-{0}.md"]\nname = "manual"\nedition = "{0}"\n'
    manifest.write_text(rows.format(1))
    kb.ingest(folder, manifest=manifest)
    alone = kb.ask("What is the timeout of the gateway?").evidence[0].score
    (folder / "manual-2.md").write_text("The timeout of the gateway is 10 s.\n")
    manifest.write_text(rows.format(1) + rows.format(2))
    kb.ingest(folder, manifest=manifest)
    manual = next(each for each in kb.sources() if each.name == "manual")

    kb.withdraw(manual.editions[1].iri, by=ANNA)

    answer = kb.ask("What is the timeout of the gateway?")
    assert answer.assessment.values == ("30 s",)
    assert answer.evidence[0].score == alone


def test_a_withdrawn_edge_is_not_followed_and_shows_its_state(kb, pumps):
    one = kb.claim("crew Red", quote="crew Red", version=pumps["a.md"], agent=ANNA)
    two = kb.claim("type K", quote="type K", version=pumps["b.md"], agent=ANNA)
    edge = kb.edge(one, "supports", two, evidence="I know it", agent=ANNA)
    before = kb.sequence

    withdrawal = kb.withdraw(edge, by=BEN)

    session = kb._reading()

    def state(sequence=None):
        [record] = edge_records([edge], session.store, session.names, sequence=sequence)
        return record.state

    def followed():
        graphs = [session.names.graph(name) for name in (ASSERTED, ACCEPTED, PENDING)]
        return sum(len(list(session.store.quads(None, None, None, each))) for each in graphs)

    assert (state(), state(before)) == (ReviewState.WITHDRAWN, ReviewState.ASSERTED)
    assert followed() == 0
    assert kb.info().edges["withdrawn"] == 1

    kb.review(withdrawal, "rejected", reviewer=ANNA)

    assert state() is ReviewState.ASSERTED
    assert followed() == 1


def test_a_withdrawn_claim_shows_its_state_and_leads_nowhere(kb, write):
    folder = write({"a.md": "Valve A closes at noon.\n", "b.md": "Unrelated words on weather.\n"})
    files = kb.ingest(folder).files
    one, two = (
        kb.claim(quote, quote=quote, version=item.version, agent=ANNA)
        for item, quote in zip(files, ("Valve A closes", "weather"), strict=True)
    )
    kb.edge(two, "qualifies", one, evidence="I know it", agent=ANNA)
    asked = "When does valve A close?"
    assert "weather" in shown(kb.ask(asked, arm="graph"))

    kb.withdraw(two, by=ANNA)

    session = kb._reading()
    [record] = claim_records(session.store, session.names, [two])
    assert record.state is ReviewState.WITHDRAWN
    assert "weather" not in shown(kb.ask(asked, arm="graph"))


def test_only_what_counts_can_be_withdrawn(kb, pumps):
    withdrawal = kb.withdraw(pumps["a.md"], by=ANNA)

    with pytest.raises(ShapeViolation, match="source, edition, version, claim or edge"):
        kb.withdraw(withdrawal, by=ANNA)
    with pytest.raises(UnresolvedReference):
        kb.withdraw("urn:nothing", by=ANNA)


@pytest.mark.usefixtures("pumps")
def test_the_trail_of_a_withdrawal_leads_to_what_it_is_on(kb):
    withdrawal = kb.withdraw(source(kb, "a.md"), by=ANNA, reason="wrong pump")

    kinds = [step.kind.value for step in kb.trail(withdrawal).steps]
    assert kinds[:2] == ["withdrawal", "source"]
    assert "wrong pump" in str(kb.trail(withdrawal))
    assert b"wasInvalidatedBy" not in kb.export("turtle", iri=withdrawal)


def test_the_case_of_a_withdrawn_source_holds(kb, pumps, shared):
    steps = json.loads((shared / "cases/S06/steps.json").read_text())
    crew = kb.claim("serviced by crew Red", quote="crew Red", version=pumps["a.md"], agent=ANNA)
    spans = tuple(kb.span("type K", version=pumps[name]) for name in ("a.md", "b.md"))
    seal = kb.add_claim(Claim(statement="the seal is type K", spans=spans), agent=ANNA)
    before = kb.sequence

    assert steps[1]["do"] == "withdraw a.md"
    kb.withdraw(source(kb, "a.md"), by=ANNA)

    assert "left out of default answers" in steps[1]["expect"]["C1"]
    assert "crew Red" not in shown(kb.ask(CREW))
    assert [each.claim for each in kb.stale().claims] == [crew]
    assert kb.stale().counts["live"] == 1
    sources = {node.iri: node.state for node in kb.why(seal).nodes if node.kind == "source"}
    assert sources == {source(kb, "a.md"): "withdrawn", source(kb, "b.md"): ""}
    assert steps[2]["expect"]["C1"] == "returned, marked withdrawn later"
    then = kb.ask(CREW, as_of={"record": str(before)})
    assert all(place.withdrawn_later for place in then.evidence[0].places)
    assert kb.trail(crew).root.label == "serviced by crew Red"
