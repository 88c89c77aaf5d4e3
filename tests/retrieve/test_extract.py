"""The extractive answer: quotations with the numbers of their citations, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime

from cedarprov.model.answer import Assessment, Cell, Evidence, Place, Quotation, Status
from cedarprov.model.scope import Match, Scope
from cedarprov.model.time import NEVER_STATED, Certainty, Period
from cedarprov.retrieve.extract import answer_text, citations, passage_start

TEXT = "The timeout is 30 s."


def place(passage, **options):
    values = {"source": "manual", "label": "1", "match": Match.APPLIES} | options
    return Place(
        passage=passage,
        version=passage.rpartition("/")[0],
        title="",
        edition="urn:e",
        scheme=None,
        scope=Scope(),
        published=NEVER_STATED,
        effective=Period(),
        captured=datetime(2024, 3, 1, tzinfo=UTC),
        current=True,
        certainty=Certainty.IN,
        **values,
    )


def evidence(*places):
    return Evidence(text=TEXT, headings=(), places=places, score=1.0, words=5)


def quotation(passage, exact="30 s"):
    start = TEXT.index(exact)
    return Quotation(passage=passage, start=start, end=start + len(exact), exact=exact)


def answered(*quotations):
    return Assessment(status=Status.ANSWERED, values=("30 s",), quotations=quotations)


def test_a_citation_counts_code_points_of_the_version():
    [cited] = citations(answered(quotation("urn:v/100-120")), [evidence(place("urn:v/100-120"))])

    assert (cited.number, cited.start, cited.end, cited.exact) == (1, 115, 119, "30 s")
    assert passage_start("urn:v/100-120") == 100


def test_what_is_not_shown_is_not_cited():
    found = citations(
        answered(quotation("urn:w/0-20"), quotation("urn:v/0-20")), [evidence(place("urn:v/0-20"))]
    )

    assert [(item.number, item.passage) for item in found] == [(1, "urn:v/0-20")]


def test_the_best_place_of_a_passage_is_cited():
    places = (
        place("urn:v/0-20", label="2"),
        place("urn:v/0-20", label="1", match=Match.IN_PART),
    )

    [cited] = citations(answered(quotation("urn:v/0-20")), [evidence(*places)])

    assert (cited.label, cited.applies) == ("2", Match.APPLIES)


def test_an_answer_is_its_quotations_with_their_numbers():
    judged = answered(quotation("urn:v/0-20"), quotation("urn:w/0-20", "timeout"))
    cited = citations(judged, [evidence(place("urn:v/0-20"), place("urn:w/0-20"))])

    assert answer_text(judged, cited) == "“30 s” [1]\n“timeout” [2]"


def test_where_nothing_is_found_the_sources_do_not_say():
    judged = Assessment(status=Status.UNSUPPORTED)

    assert answer_text(judged, ()) == "The sources do not say."


def test_an_answer_that_depends_on_scope_is_given_for_each_cell():
    first, second = quotation("urn:v/0-20"), quotation("urn:w/0-20", "timeout")
    judged = Assessment(
        status=Status.NEEDS_SCOPE,
        missing=("release",),
        quotations=(first, second),
        cells=tuple(
            Cell(
                scope=Scope.of({"release": release}),
                status=Status.ANSWERED,
                values=(value,),
                quotations=(quoted,),
            )
            for release, value, quoted in (("1", "30 s", first), ("2", "10 s", second))
        ),
    )
    cited = citations(judged, [evidence(place("urn:v/0-20"), place("urn:w/0-20"))])

    assert answer_text(judged, cited).splitlines() == [
        "release=1: 30 s: “30 s” [1]",
        "release=2: 10 s: “timeout” [2]",
    ]
