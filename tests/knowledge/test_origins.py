"""Origins in a store: inferred, reviewed, counted, and not raised by whatever is repeated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cedarprov.cli.application import application
from cedarprov.errors import UnknownIri
from cedarprov.model.answer import Interval
from cedarprov.model.edge import Agent, Claim, Relation
from cedarprov.model.origin import Kind
from cedarprov.model.passage import Span
from cedarprov.model.receipt import ReasonCode
from cedarprov.retrieve.receipt import to_json

TIMES = 50
RANK = 2
"""How far what repeats others may move distinct evidence."""
ANNA = Agent(name="Anna")
VALVE = (
    "The relief valve of the feed pump opens at a pressure of 9 bar and closes again at 8 bar, "
    "as the maker states."
)
PAPERS = {
    "manual.txt": f"Pump manual\n\n{VALVE}\n\nOil is changed every year.",
    "report.txt": "Test report 12\n\nIn our own bench test on 3 May the feed pump's relief valve "
    "opened at 9 bar after two hours of running.",
    "forum.txt": "Forum\n\nHoses wear out soon when the feed pump runs hot.",
    "other.txt": "Compressor manual\n\nThe compressor starts at 5 bar and stops at 7 bar.",
}
QUESTION = "At what pressure does the relief valve of the feed pump open?"


@pytest.fixture
def run_command():
    def run(*arguments):
        return CliRunner().invoke(application, [str(part) for part in arguments])

    return run


@pytest.fixture
def library(kb, write):
    kb.ingest(write(PAPERS))
    kb.infer("origins")
    return kb


def add(kb, folder: Path, files):
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    kb.ingest(folder)


def mirrors(kb, folder, _):
    add(kb, folder, {f"m{at}.txt": PAPERS["manual.txt"] for at in range(TIMES)})


def framed_mirrors(kb, folder, _):
    page = "Mirror {0}\n\nFrom https://m{0}.example/x\n\n{1}\n\nSubscribe to mirror {0}."
    add(kb, folder, {f"m{at}.txt": page.format(at, PAPERS["manual.txt"]) for at in range(TIMES)})


def ingested_again(kb, folder, _):
    for _ in range(TIMES):
        kb.ingest(folder.parent / "papers")


def quotations(kb, folder, _):
    page = "Weblog of writer {0}\n\nToday I read this: “{1}” What do you think, reader {0}?"
    add(kb, folder, {f"q{at}.txt": page.format(at, VALVE) for at in range(TIMES)})


def answers(kb, folder, answer):
    add(kb, folder, {f"a{at}.txt": answer.text for at in range(TIMES)})


def memories(kb, folder, answer):
    page = "# Memory {0}\n\nAsked: {1}\n\n{2}"
    add(kb, folder, {f"a{at}.md": page.format(at, QUESTION, answer.text) for at in range(TIMES)})


def receipts(kb, folder, answer):
    written = [json.dumps(to_json(answer.receipt), indent=at) for at in range(3)]
    add(kb, folder, {f"r{at}.txt": text for at, text in enumerate(written)})


def exports(kb, folder, _):
    add(kb, folder, {"all.txt": kb.export("nquads").decode()})


def evidence(answer):
    return {item.text for item in answer.evidence}


def ranks(answer, among):
    return {
        item.text: at
        for at, item in enumerate(item for item in answer.receipt.candidates if item.text in among)
    }


@pytest.mark.parametrize(
    "repeat",
    [
        mirrors,
        framed_mirrors,
        ingested_again,
        quotations,
        answers,
        memories,
        receipts,
        exports,
    ],
)
def test_what_repeats_others_changes_no_count_no_status_and_nothing_shown(
    library, tmp_path, repeat
):
    before = library.ask(QUESTION)
    repeat(library, tmp_path / "more", before)
    library.infer("origins")

    after = library.ask(QUESTION)

    assert after.origins == before.origins == Interval(low=2, high=2)
    assert after.status is before.status
    assert evidence(after) == evidence(before)
    known = {item.text for item in before.receipt.candidates}
    old, new = ranks(before, known), ranks(after, known)
    assert all(abs(new[text] - old[text]) <= RANK for text in known)


def test_an_independent_document_changes_the_count_and_what_is_shown(library, tmp_path):
    before = library.ask(QUESTION)
    text = "Inspection 77\n\nOn 9 June we saw the relief valve on the feed pump open at 9 bar."
    add(library, tmp_path / "more", {"inspection.txt": text})
    library.infer("origins")

    after = library.ask(QUESTION)

    assert after.origins == Interval(low=3, high=3)
    assert evidence(after) > evidence(before)


def test_copies_push_nothing_out_however_many_there_are(library, tmp_path):
    before = library.ask(QUESTION)
    page = "# Note {0}\n\nOn the relief valve of the feed pump, pressure, open: “{1}”"
    add(library, tmp_path / "more", {f"n{at}.md": page.format(at, VALVE) for at in range(130)})
    library.infer("origins")

    after = library.ask(QUESTION)

    assert evidence(after) == evidence(before)
    assert after.origins == before.origins


def test_one_that_stands_for_others_says_for_how_many_and_the_receipt_for_which(library, tmp_path):
    quotations(library, tmp_path / "more", None)
    library.infer("origins")

    answer = library.ask(QUESTION)

    [shown] = [item for item in answer.evidence if VALVE in item.text]
    assert shown.sharing == TIMES
    back = [each for each in answer.receipt.candidates if each.code is ReasonCode.SHARES_ORIGIN]
    [original] = {each.detail for each in back}
    assert original in {each.text for each in answer.receipt.candidates if each.is_shown}
    assert library.replay(answer.receipt).same


def test_a_text_that_denies_what_it_repeats_keeps_its_place(library, tmp_path):
    text = f"Correction\n\nIt is not true, as was written, that so it is: {VALVE}"
    add(library, tmp_path / "more", {"correction.txt": text})

    assert library.infer("origins").new

    codes = {each.code for each in library.ask(QUESTION).receipt.candidates}
    assert ReasonCode.SHARES_ORIGIN not in codes


# -- inference and review -------------------------------------------------------------------------


def test_an_inference_is_recorded_once(library, tmp_path):
    quotations(library, tmp_path / "more", None)

    first = library.infer("origins")
    sequence = library.sequence
    again = library.infer("origins")

    assert first.new == TIMES
    assert sorted(again.records) == sorted(first.records)
    assert (again.new, library.sequence) == (0, sequence)


@pytest.fixture
def leak(kb, shared, tmp_path):
    """The documents of a case: an original, two mirrors, a rewording and another observation."""
    folder = tmp_path / "leak"
    folder.mkdir()
    for path in (shared / "cases" / "S21").glob("*.txt"):
        (folder / path.name).write_bytes(path.read_bytes())
    kb.ingest(folder)
    return kb


def leak_claim(kb):
    quotes = {
        "1-original": "The regulator fined the Alder plant after a leak on 4 May.",
        "2-mirror": "The regulator fined the Alder plant after a leak on 4 May.",
        "3-mirror": "The regulator fined the Alder plant after a leak on 4 May.",
        "4-reworded": "the regulator fined the Alder plant after the 4 May leak",
        "5-independent": "penalty notice issued to Alder plant",
    }
    versions = {
        source.name.rpartition("/")[2].partition(".")[0]: edition.version
        for source in kb.sources()
        for edition in source.editions
    }
    spans = {name: kb.span(quote, version=versions[name]) for name, quote in quotes.items()}
    claims = {
        name: kb.claim("The plant was fined", quote=span.exact, version=span.version)
        for name, span in spans.items()
    }
    for name, claim in claims.items():
        if name != "1-original":
            kb.edge(
                claim, Relation.SUPPORTS, claims["1-original"], evidence="it says so", agent=ANNA
            )
    return claims["1-original"]


def test_a_rewording_with_a_stated_source_is_open_until_it_is_reviewed(leak):
    claim = leak_claim(leak)
    before = leak.origins(claim)
    leak.infer("origins")

    open_ = leak.origins(claim)
    [edge] = [link.edge for link in open_.origins.links if link.kind is Kind.CITATION]
    leak.review(edge, "accepted", reviewer=ANNA)
    accepted = leak.origins(claim)

    assert before.origins.count == Interval(low=3, high=3)
    assert open_.origins.count == Interval(low=2, high=3)
    assert accepted.origins.count == Interval(low=2, high=2)
    assert (accepted.records, accepted.versions, accepted.paths) == (5, 5, 5)


def test_a_rejected_link_is_forgotten(leak):
    claim = leak_claim(leak)
    leak.infer("origins")
    [edge] = [link.edge for link in leak.origins(claim).origins.links if link.kind is Kind.CITATION]

    leak.review(edge, "rejected", reviewer=ANNA)
    leak.infer("origins")

    assert leak.origins(claim).origins.count == Interval(low=3, high=3)


def test_no_more_than_one_of_an_origin_is_among_the_first_shown(leak):
    leak.infer("origins")

    answer = leak.ask("Was the Alder plant fined after a leak?")

    verbatim = [item for item in answer.evidence[:3] if "after a leak on 4 May" in item.text]
    assert len(verbatim) == 1


def test_a_declared_derivation_joins_at_both_ends(library):
    answer = library.ask(QUESTION)
    one, other = (citation.version for citation in answer.citations)

    library.edge(other, Relation.DERIVED_FROM, one, evidence="they told me", agent=ANNA)

    assert library.ask(QUESTION).origins == Interval(low=1, high=1)
    assert library.ask(QUESTION, as_of={"record": str(answer.receipt.sequence)}).origins.low == 2


def test_a_claim_that_is_not_held_is_named(library):
    with pytest.raises(UnknownIri):
        library.origins("urn:cedarprov:none")


def test_a_claim_on_what_this_store_said_rests_on_what_that_repeats(library, tmp_path):
    answers(library, tmp_path / "more", library.ask(QUESTION))
    library.infer("origins")
    [echo] = {
        edition.version
        for source in library.sources()
        for edition in source.editions
        if source.name.endswith("a0.txt")
    }
    claim = library.claim("It opens at 9 bar", quote="opens at a pressure of 9 bar", version=echo)

    grounds = library.origins(claim)

    assert grounds.origins.echoes
    assert grounds.origins.count == Interval(low=2, high=2)


def test_the_command_line_infers_and_counts(library, run_command, tmp_path):
    quotations(library, tmp_path / "more", None)
    version = library.ask(QUESTION).citations[0].version
    claim = library.claim("It opens", quote="opens at a pressure of 9 bar", version=version)
    path = library.path
    library.close()

    inferred = run_command("infer", path, "origins", "--json")
    counted = run_command("origins", path, claim, "--json")
    told = run_command("origins", path, claim)

    assert json.loads(inferred.stdout)["new"] == TIMES
    assert json.loads(counted.stdout)["origins"]["count"] == {"low": 1, "high": 1}
    assert "independent origins: 1 (paths 1, records 1, versions 1)" in told.stdout


def test_counting_the_origins_of_a_claim_reads_no_other_claims(library):
    start = PAPERS["manual.txt"].index(VALVE)
    [manual] = [each for each in library.sources() if each.name.endswith("manual.txt")]
    span = Span(
        version=manual.editions[0].version, start=start, end=start + len(VALVE), exact=VALVE
    )

    def rows_read(claim):
        work = library._reading().store.work
        before = work.rows
        assert library.origins(claim).paths == 1
        return work.rows - before

    def claims(statements):
        made = [Claim(statement=statement, spans=(span,)) for statement in statements]
        return library.add_claims(made, agent=ANNA)

    [first] = claims(["The valve opens at 9 bar"])
    alone = rows_read(first)
    claims(f"The valve of pump {number} opens at 9 bar" for number in range(100))

    assert rows_read(first) == alone


STUDY = (
    "Result. Under zinc the measured duration of a cold {}. The study followed {} patients in the "
    "second season, and some were left out of the analysis."
)


@pytest.fixture
def studies(kb, write):
    """Two like-worded reports, each of a study of its own; what they are made from is not said."""
    kb.ingest(
        write(
            {
                "one.txt": STUDY.format("fell", 120),
                "two.txt": STUDY.format("rose", 340),
                "a.txt": "The register of trial A.",
                "b.txt": "The register of trial B.",
            }
        )
    )
    return kb


def derive(kb, report, register):
    versions = {each.name.rpartition("/")[2]: each.editions[0].version for each in kb.sources()}
    kb.edge(
        versions[report],
        Relation.DERIVED_FROM,
        versions[register],
        evidence="the report names its register",
        agent=ANNA,
    )


def reports_shown(kb):
    answer = kb.ask("Does zinc change the duration of a cold?")
    return sum(record.text.startswith("Result.") for record in answer.evidence)


def test_like_words_of_two_known_origins_are_both_shown(studies):
    derive(studies, "one.txt", "a.txt")
    derive(studies, "two.txt", "b.txt")

    assert reports_shown(studies) == 2


@pytest.mark.parametrize("known", [(), ("one.txt",), ("one.txt", "two.txt")])
def test_like_words_of_one_origin_or_of_one_unknown_are_shown_once(studies, known):
    for report in known:
        derive(studies, report, "a.txt")

    assert reports_shown(studies) == 1


def test_a_survey_of_several_origins_does_not_make_them_one(studies, write):
    studies.ingest(write({"survey.txt": "A survey of zinc and a cold read both registers."}))
    derive(studies, "one.txt", "a.txt")
    derive(studies, "two.txt", "b.txt")
    for register in ("a.txt", "b.txt"):
        derive(studies, "survey.txt", register)

    assert reports_shown(studies) == 2
