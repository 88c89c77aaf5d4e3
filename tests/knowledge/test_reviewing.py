"""What waits for review, the sheets it is judged on, and what reviews cost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import cedarprov
from cedarprov.errors import BadSheet, BadValue, MissingPath
from cedarprov.judge.inferred import Inferred
from cedarprov.judge.sheet import row_of, write_sheet
from cedarprov.knowledge.inference import record
from cedarprov.model.edge import Agent, AgentKind, Claim, StructuredReading, Verdict
from cedarprov.model.frozen import replace
from cedarprov.store.edge_record import ReviewState

ANNA, BEN = Agent(name="Anna"), Agent(name="Ben")
BOT = Agent(name="matcher", kind=AgentKind.SOFTWARE, version="1.0")
OLD = "# Pump\n\nIntro.\n\n## Limits\n\nThe limit is 9 bar.\nCheck it daily.\n"
NEW = "# Pump\n\n## Limits\n\nThe limit is 7 bar.\n"
MANIFEST = """
[[source]]
match = "1-old.md"
name = "pump"
edition = "1"
published = "2023-05"
scope = { release = "1" }

[[source]]
match = "2-new.md"
name = "pump"
edition = "2"
scope = { release = "2" }
"""


@pytest.fixture
def pump(kb, write):
    folder = write({"1-old.md": OLD, "2-new.md": NEW, "manifest.toml": MANIFEST})
    kb.ingest(folder / "1-old.md", folder / "2-new.md", manifest=folder / "manifest.toml")
    return kb


@pytest.fixture
def ends(pump) -> tuple[str, str]:
    """Claims of the limit in the old and the new edition, whose values differ."""
    versions = {edition.label: edition.version for edition in editions(pump)}
    made = []
    for label, bar in (("1", "9"), ("2", "7")):
        reading = StructuredReading(about="pump", attribute="limit", value=bar, unit="bar")
        said = f"The limit is {bar} bar."
        made.append(
            pump.claim(said, quote=said, version=versions[label], reading=reading, agent=ANNA)
        )
    return tuple(made)


def editions(kb, name: str = "pump"):
    [source] = [source for source in kb.sources() if source.name.endswith(name)]
    return source.editions


def infer(kb, subject, relation, target, **options):
    given = {"evidence": "same words", "agent": BOT, "plan": "same attribute", **options}
    return kb.edge(subject, relation, target, **given)


def agenda(kb, **options) -> list[str]:
    return [item.iri for item in kb.agenda(**options)]


def sheet(kb, path, **filled):
    """Write the agenda to a file, with what is given filled in on every row."""
    rows = [replace(row_of(item), **filled) for item in kb.agenda()]
    path.write_bytes(write_sheet(rows))
    return path


# -- the agenda -----------------------------------------------------------------------------------


def test_a_record_is_shown_with_both_quotations_in_context_scope_times_and_method(pump, ends):
    old, new = ends
    infer(pump, new, "contradicts", old, evidence="known", scope=["service=a"], confidence=0.75)

    [item] = pump.agenda()

    [subject], target = item.subjects, item.object
    [quoted], [older] = subject.quotations, target.quotations
    assert (subject.statement, quoted.span.exact) == ("The limit is 7 bar.", "The limit is 7 bar.")
    assert older.before.endswith("## Limits\n\n")
    assert older.after.startswith("\nCheck it daily.")
    assert older.headings == ("Pump", "Limits")
    [capture] = older.captures
    assert (capture.edition.source.name, capture.edition.label) == ("pump", "1")
    assert capture.edition.published.lexical == "2023-05"
    assert str(capture.edition.scope) == "release=1"
    assert str(item.scope) == "service=a"
    assert (item.method.agent, item.method.version, item.method.plan) == (
        "matcher", "1.0", "same attribute",
    )  # fmt: skip
    assert item.pending.confidence == 0.75
    assert [(word.by, word.statement) for word in item.words] == [("matcher", "known")]
    assert item.pending.differs


def test_the_evidence_of_an_edge_is_quoted_from_its_text(pump, ends):
    version = editions(pump)[0].version
    span = pump.span("9 bar", version=version)
    infer(pump, ends[0], "qualifies", ends[1], evidence=[span])

    [item] = pump.agenda()

    [evidence] = item.evidence
    assert evidence.span.exact == "9 bar"
    assert evidence.before.endswith("The limit is ")
    assert item.words == ()


def test_what_would_change_an_answer_comes_first_and_claims_come_last(pump, ends):
    old, new = ends
    version = editions(pump)[0].version
    found = Inferred(
        plan="limits",
        claims=(Claim(statement="Daily", spans=(pump.span("daily", version=version),)),),
    )
    [claim] = record(pump._writing(), found)
    duplicates = infer(pump, new, "duplicates", old, confidence=1.0)
    unread = infer(pump, claim, "contradicts", old, confidence=1.0)
    differing = infer(pump, new, "qualifies", old, confidence=0.1)

    assert agenda(pump) == [differing, unread, duplicates, claim]
    assert agenda(pump, limit=2) == [differing, unread]
    assert agenda(pump, only="claims") == [claim]
    assert agenda(pump, only=["duplicates", "qualifies"]) == [differing, duplicates]


def test_what_a_recorded_answer_shows_comes_first(pump, ends, write):
    pump.ingest(write({"hose.md": "The hose is red.\n\nThe hose is blue.\n"}) / "hose.md")
    [edition] = editions(pump, "hose.md")
    hoses = [
        pump.claim(said, quote=said, version=edition.version, agent=ANNA)
        for said in ("The hose is red.", "The hose is blue.")
    ]
    sure = infer(pump, hoses[0], "supports", hoses[1], confidence=1.0)
    shown = infer(pump, ends[0], "supports", ends[1], confidence=0.1)
    before = agenda(pump)

    pump.ask("What is the limit of the pump in bar?", budget=12, record=True)

    assert before == [sure, shown]
    assert agenda(pump) == [shown, sure]


def test_what_is_no_longer_current_comes_after_what_is(pump, ends, write):
    stale = infer(pump, ends[0], "supports", ends[0], confidence=1.0)
    live = infer(pump, ends[1], "supports", ends[1], confidence=0.1)
    before = agenda(pump)

    folder = write({"1-old.md": OLD.replace("9", "8")})
    pump.ingest(folder / "1-old.md", manifest=folder / "manifest.toml")

    assert (before, agenda(pump)) == ([stale, live], [live, stale])


def test_an_agenda_holds_what_is_inferred_and_not_yet_judged(pump, ends):
    pump.edge(ends[0], "supports", ends[1], evidence="I know it", agent=ANNA)
    judged, waiting = (
        infer(pump, ends[0], "supports", ends[1], evidence=word) for word in ("a", "b")
    )
    pump.review(judged, "rejected", reviewer=ANNA)

    assert agenda(pump) == [waiting]
    assert set(agenda(pump, again=True, reviewer=BEN)) == {judged, waiting}
    assert agenda(pump, again=True, reviewer=ANNA) == [waiting]
    [seen] = [item for item in pump.agenda(again=True, reviewer=BEN) if item.iri == judged]
    assert seen.state is ReviewState.REJECTED
    assert [(review.name, review.verdict) for review in seen.reviews] == [
        ("Anna", Verdict.REJECTED)
    ]


def test_a_second_opinion_is_somebody_s(pump):
    with pytest.raises(BadValue, match="reviewer"):
        pump.agenda(again=True)


def test_an_origin_group_follows_duplicates_that_nobody_rejected(pump, ends):
    old, new = ends
    version = editions(pump)[0].version
    far, gone = (
        pump.claim(said, quote=said, version=version, agent=ANNA) for said in ("Intro", "daily")
    )
    pump.edge(new, "duplicates", far, evidence="I know it", agent=ANNA)
    linking = infer(pump, old, "duplicates", new)
    rejected = infer(pump, far, "duplicates", gone)
    pump.review(rejected, "rejected", reviewer=ANNA)
    edge = infer(pump, old, "contradicts", new)

    [item] = [item for item in pump.agenda() if item.iri == edge]

    assert set(item.origins.members) == {old, new, far}
    assert {link.state for link in item.origins.links} == {
        ReviewState.ASSERTED,
        ReviewState.PENDING,
    }
    assert linking in {link.edge for link in item.origins.links}
    assert item.origins.editions == ("pump 1", "pump 2")


def test_an_end_that_quotes_nothing_has_a_name(pump):
    edition = editions(pump)[0].iri
    infer(pump, edition, "supersedes", editions(pump)[1].iri)

    [item] = pump.agenda()

    assert {item.subjects[0].name, item.object.name} == {"pump 1", "pump 2"}


def test_the_work_grows_with_what_waits_and_not_with_queries(pump, ends):
    def queries() -> int:
        work = pump._reading().store.work
        before = work.queries
        pump.agenda()
        return work.queries - before

    infer(pump, ends[0], "supports", ends[1], evidence="0")
    one = queries()
    for number in range(1, 12):
        infer(pump, ends[0], "supports", ends[1], evidence=str(number))

    assert queries() == one


# -- sheets ---------------------------------------------------------------------------------------


def test_a_sheet_is_recorded_as_one_batch_and_once(pump, ends, tmp_path):
    edges = [infer(pump, ends[0], "supports", ends[1], evidence=word) for word in "ab"]
    path = sheet(pump, tmp_path / "s.tsv", verdict="accepted", reason="both say so", minutes="1.5")

    first = pump.review_sheet(path, reviewer=ANNA)
    sequence = pump.sequence
    second = pump.review_sheet(path, reviewer=ANNA)

    assert (len(first.recorded), first.known, first.undecided) == (2, 0, 0)
    assert (second.recorded, second.known, pump.sequence) == ((), 2, sequence)
    assert pump.info().edges["accepted"] == 2
    total = pump.review_report().total
    assert (total.minutes, total.minutes_per_accepted_edge) == (3, 1.5)
    assert [item.reviews[0].reason for item in pump.agenda(again=True, reviewer=BEN)] == [
        "both say so"
    ] * len(edges)


def test_another_verdict_on_the_same_sheet_is_a_further_review(pump, ends, tmp_path):
    infer(pump, ends[0], "supports", ends[1])
    path = sheet(pump, tmp_path / "s.tsv", verdict="accepted")
    changed = tmp_path / "t.tsv"
    changed.write_bytes(path.read_bytes().replace(b"accepted", b"rejected"))

    for file in (path, changed):
        pump.review_sheet(file, reviewer=ANNA)

    assert pump.info().edges["rejected"] == 1
    assert pump.review_report().total.decisions == 2


def test_of_a_sheet_with_a_fault_nothing_is_recorded(pump, ends, tmp_path):
    for word in "ab":
        infer(pump, ends[0], "supports", ends[1], evidence=word)
    good, bad = (row_of(item) for item in pump.agenda())
    path = tmp_path / "s.tsv"
    path.write_bytes(
        write_sheet(
            [replace(good, verdict="accepted"), replace(bad, verdict="accepted", subject="9 bars")]
        )
    )
    before = pump.sequence

    with pytest.raises(BadSheet, match="row 3: its subject is not what the record quotes"):
        pump.review_sheet(path, reviewer=ANNA)
    with pytest.raises(BadValue, match="only people review"):
        pump.review_sheet(sheet(pump, path, verdict="accepted"), reviewer=BOT)
    with pytest.raises(MissingPath):
        pump.review_sheet(tmp_path / "none.tsv", reviewer=ANNA)

    assert pump.sequence == before


def test_a_sheet_can_be_judged_by_two_and_their_disagreement_is_kept(pump, ends, tmp_path):
    infer(pump, ends[0], "supports", ends[1])
    files = [sheet(pump, tmp_path / f"{word}.tsv", verdict=word) for word in Verdict]

    for file, reviewer in zip(files, (ANNA, BEN), strict=True):
        pump.review_sheet(file, reviewer=reviewer)

    report = pump.review_report()
    assert report.disputed[0].verdicts == {"Anna": "accepted", "Ben": "rejected"}
    assert (report.agreements[0].judged, report.agreements[0].kappa) == (1, 0)
    assert pump.info().edges["disputed"] == 1
    assert pump.verify().ok


# -- cost -----------------------------------------------------------------------------------------


def test_a_report_of_nothing_is_empty(kb):
    report = kb.review_report()

    assert (report.total.decisions, report.reviewers, report.disputed) == (0, (), ())


def test_the_report_counts_reviews_as_recorded(pump, ends):
    edge = infer(pump, ends[0], "supports", ends[1])
    started = datetime(2024, 3, 1, 12, tzinfo=UTC)
    pump.review(
        edge, "accepted", reviewer=ANNA, started=started, ended=started + timedelta(minutes=3)
    )
    pump.review(ends[0], "rejected", reviewer=BEN)

    report = pump.review_report()

    assert report.decisions == {"claim": {"rejected": 1}, "supports": {"accepted": 1}}
    assert (report.total.unmeasured, report.total.minutes_per_accepted_edge) == (1, 3)


def test_a_reader_sees_what_waits_while_another_writes(pump, ends):
    edge = infer(pump, ends[0], "supports", ends[1])

    with cedarprov.open(pump.path, dense=False, wait=0) as other:
        assert agenda(other) == [edge]
