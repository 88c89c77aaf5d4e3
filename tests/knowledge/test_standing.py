"""Which claims are stale, why, and what rests on a record, in a store."""

from __future__ import annotations

import re

import pytest
from pyoxigraph import RdfFormat, parse

from cedarprov.errors import BadValue, UnknownIri
from cedarprov.judge.agent import software
from cedarprov.judge.support import Liveness
from cedarprov.model.edge import Agent, Claim

ANNA, BEN = Agent(name="Anna"), Agent(name="Ben")
DOCS = {
    "a.md": "The pump runs at 5 bar.\nThe seal is type K.\nThe filter is clean.\n",
    "b.md": "The pump was seen at 5 bar.\n",
    "c.md": "The line is safe.\n",
}


class Bench:
    """A store with three documents, and short ways to add claims and edges."""

    def __init__(self, kb, folder) -> None:
        self.kb = kb
        self.versions = {
            item.place.rpartition("/")[2]: item.version for item in kb.ingest(folder).files
        }
        self.sources = {each.name.rpartition("/")[2]: each.iri for each in kb.sources()}

    def claim(self, quote: str, name: str, **more) -> str:
        return self.kb.claim(quote, quote=quote, version=self.versions[name], agent=ANNA, **more)

    def edge(self, subject, relation: str, target: str, **more) -> str:
        more = {"evidence": "I know it", "agent": ANNA} | more
        return self.kb.edge(subject, relation, target, **more)

    def infer(self, subject, relation: str, target: str) -> str:
        return self.edge(subject, relation, target, agent=software(), plan="same words")

    def state(self, claim: str, sequence: int | None = None) -> str:
        return self.kb.why(claim, sequence=sequence).node(claim).state


@pytest.fixture
def bench(kb, write) -> Bench:
    return Bench(kb, write(DOCS))


# -- staleness ------------------------------------------------------------------------------------


def test_what_rests_on_a_withdrawn_claim_is_stale_with_its_path_and_was_live_before(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    edge = bench.edge(pump, "supports", filter_)
    before = bench.kb.sequence

    withdrawal = bench.kb.withdraw(pump, by=BEN, reason="misread")

    found = bench.kb.why(filter_)
    assert found.node(filter_).state == "stale"
    assert found.node(filter_).reason == f"withdrawn: {pump}"
    assert found.path == (filter_, edge, pump)
    assert bench.state(filter_, before) == "live"
    report = bench.kb.stale()
    assert report.counts == {"live": 0, "in doubt": 0, "stale": 2}
    assert {each.claim: each.loss.by for each in report.claims} == dict.fromkeys(
        (pump, filter_), withdrawal
    )
    assert bench.kb.stale(sequence=before).counts["live"] == 2


def test_live_support_from_another_source_keeps_a_claim_live(bench):
    pump, seen = bench.claim("pump runs", "a.md"), bench.claim("pump was seen", "b.md")
    filter_ = bench.claim("filter is clean", "a.md")
    for premise in (pump, seen):
        bench.edge(premise, "supports", filter_)

    bench.kb.withdraw(pump, by=BEN)
    assert bench.state(filter_) == "live"

    bench.kb.withdraw(seen, by=BEN)
    assert bench.state(filter_) == "stale"


def test_joint_premises_fall_together(bench):
    pump, seal = bench.claim("pump runs", "a.md"), bench.claim("seal is type K", "a.md")
    filter_ = bench.claim("filter is clean", "a.md")
    bench.edge((pump, seal), "supports", filter_)

    bench.kb.withdraw(seal, by=BEN)

    assert (bench.state(filter_), bench.state(pump)) == ("stale", "live")


def test_a_claim_that_only_an_unreviewed_edge_holds_up_is_in_doubt_until_it_is_accepted(bench):
    pump, seal = bench.claim("pump runs", "a.md"), bench.claim("seal is type K", "a.md")
    filter_ = bench.claim("filter is clean", "a.md")
    bench.edge(pump, "supports", filter_)
    inferred = bench.infer(seal, "supports", filter_)
    bench.kb.withdraw(pump, by=BEN)

    assert bench.state(filter_) == "in doubt"

    bench.kb.review(inferred, "accepted", reviewer=BEN)

    assert bench.state(filter_) == "live"


@pytest.mark.parametrize("name", ["source", "version"])
def test_claims_are_stale_when_their_text_is_withdrawn_and_live_again_when_that_is_undone(
    bench, name
):
    pump, line = bench.claim("pump runs", "a.md"), bench.claim("line is safe", "c.md")
    bench.edge(line, "derivedFrom", pump)
    struck = {"source": bench.sources["a.md"], "version": bench.versions["a.md"]}[name]

    withdrawal = bench.kb.withdraw(struck, by=BEN)

    assert (bench.state(pump), bench.state(line)) == ("stale", "live")
    assert bench.kb.why(pump).path[-1] == struck

    bench.kb.review(withdrawal, "rejected", reviewer=ANNA)

    assert bench.state(pump) == "live"


def test_a_claim_that_two_sources_say_is_stale_only_without_both(bench):
    kb = bench.kb
    spans = tuple(kb.span("5 bar", version=bench.versions[name]) for name in ("a.md", "b.md"))
    both = kb.add_claim(Claim(statement="5 bar", spans=spans), agent=ANNA)

    kb.withdraw(bench.sources["a.md"], by=BEN)
    assert bench.state(both) == "live"

    kb.withdraw(bench.sources["b.md"], by=BEN)
    assert bench.state(both) == "stale"


def test_a_superseded_claim_is_stale_and_one_superseded_under_another_scope_is_not(bench):
    old = bench.claim("pump runs", "a.md", scope={"release": "1"})
    new = bench.claim("pump was seen", "b.md")
    elsewhere = bench.edge(new, "supersedes", old, scope={"release": "2"})

    assert bench.state(old) == "live"

    here = bench.edge(new, "supersedes", old, scope={"release": "1..2"})

    found = bench.kb.why(old)
    assert found.node(old).state == "stale"
    assert {link.lower for link in found.links if link.how == "superseded by"} == {here, elsewhere}


def test_what_is_withdrawn_itself_supersedes_nothing(bench):
    old, new = bench.claim("pump runs", "a.md"), bench.claim("pump was seen", "b.md")
    bench.edge(new, "supersedes", old)

    bench.kb.withdraw(bench.sources["b.md"], by=BEN)

    assert (bench.state(old), bench.state(new)) == ("live", "stale")


def test_a_contradiction_counts_once_a_review_accepts_it(bench):
    pump, seen = bench.claim("pump runs", "a.md"), bench.claim("pump was seen", "b.md")
    stated = bench.edge(seen, "contradicts", pump)

    assert bench.state(pump) == "live"

    bench.kb.review(stated, "accepted", reviewer=BEN)

    assert bench.kb.why(pump).node(pump).reason.startswith("contradicted")


def test_a_rejected_claim_and_a_rejected_edge_hold_nothing_up(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    line = bench.claim("line is safe", "c.md")
    bench.edge(pump, "supports", filter_)
    other = bench.edge(pump, "supports", line)
    bench.kb.review(other, "rejected", reviewer=BEN)

    bench.kb.review(pump, "rejected", reviewer=BEN)

    assert bench.state(filter_) == "stale"
    assert bench.state(line) == "live"


def test_an_edge_whose_evidence_was_withdrawn_holds_nothing_up(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    span = bench.kb.span("line is safe", version=bench.versions["c.md"])
    edge = bench.edge(pump, "supports", filter_, evidence=(span,))

    bench.kb.withdraw(bench.sources["c.md"], by=BEN)

    assert bench.kb.why(filter_).path == (filter_, edge, bench.sources["c.md"])


def test_the_duplicate_of_a_withdrawn_claim_does_not_stand_in_for_it(bench):
    pump, seen = bench.claim("pump runs", "a.md"), bench.claim("pump was seen", "b.md")
    filter_ = bench.claim("filter is clean", "a.md")
    for premise in (pump, seen):
        bench.edge(premise, "supports", filter_)
    bench.edge(seen, "duplicates", pump)

    bench.kb.withdraw(pump, by=BEN)

    assert bench.state(filter_) == "stale"


# -- why and impact -------------------------------------------------------------------------------


def test_why_leads_from_a_claim_over_edges_and_premises_to_the_sources(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    edge = bench.edge(pump, "supports", filter_)
    bench.claim("line is safe", "c.md")

    found = bench.kb.why(filter_)

    links = {(link.upper, link.how, link.lower) for link in found.links}
    assert {(filter_, "rests on", edge), (edge, "premise", pump)} <= links
    assert {node.kind for node in found.nodes} == {
        "claim", "edge", "declaration", "span", "version", "edition", "source",
    }  # fmt: skip
    assert bench.sources["a.md"] in {node.iri for node in found.nodes}
    assert bench.sources["c.md"] not in {node.iri for node in found.nodes}
    assert found.node(edge).label == "asserted supports"


def test_impact_names_all_that_rests_on_a_source_and_what_would_go_stale(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    line, seen = bench.claim("line is safe", "c.md"), bench.claim("pump was seen", "b.md")
    edges = [bench.edge(pump, "supports", filter_), bench.edge(filter_, "supports", line)]
    bench.edge(seen, "supports", line)
    bench.kb.ask("What does the pump run at?", record=True)

    found = bench.kb.impact(bench.sources["a.md"])

    claims = {node.iri: node.then for node in found.nodes if node.kind == "claim"}
    assert claims == {pump: "stale", filter_: "stale", line: ""}
    assert {node.iri for node in found.nodes if node.kind == "edge"} == set(edges)
    assert [node.label for node in found.nodes if node.kind == "receipt"] == [
        "answered: What does the pump run at?"
    ]
    bench.kb.withdraw(bench.sources["a.md"], by=BEN)
    assert {claim: bench.state(claim) for claim in claims} == {
        claim: then or "live" for claim, then in claims.items()
    }


def test_impact_of_a_claim_and_of_an_edge(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    edge = bench.edge(filter_, "derivedFrom", pump)

    of_claim, of_edge = bench.kb.impact(pump), bench.kb.impact(edge)

    assert of_claim.node(filter_).then == "stale"
    assert {node.iri for node in of_claim.nodes} == {pump, edge, filter_}
    # Without the edge the claim does not rest on the other: its own text holds it up.
    assert of_edge.node(filter_).then == ""


def test_a_lineage_is_written_as_text_turtle_and_dot(bench):
    pump, filter_ = bench.claim("pump runs", "a.md"), bench.claim("filter is clean", "a.md")
    edge = bench.edge(pump, "supports", filter_)
    bench.kb.withdraw(pump, by=BEN, reason='he said "no"')
    found = bench.kb.why(filter_)

    text = bench.kb.draw(found)
    assert text.startswith("claim: filter is clean - stale (withdrawn: ")
    assert f"path: {filter_} <- {edge} <- {pump}" in text
    turtle = bench.kb.draw(found, "turtle")
    stated = [quad for quad in parse(turtle.encode(), RdfFormat.TURTLE)
              if quad.predicate.value.endswith("#liveness")]  # fmt: skip
    assert {(quad.subject.value, quad.object.value) for quad in stated} == {
        (pump, "stale"), (filter_, "stale"),
    }  # fmt: skip
    dot = bench.kb.draw(found, "dot")
    assert len(re.findall(r"^  \".*\" -> \".*\" \[label=", dot, re.MULTILINE)) == len(found.links)
    assert r"he said \"no\"" in dot
    with pytest.raises(BadValue):
        bench.kb.draw(found, "png")


def test_only_what_is_stored_has_a_reason_or_an_impact(bench):
    with pytest.raises(UnknownIri):
        bench.kb.why(bench.sources["a.md"])
    for iri in ("urn:nothing", "no iri"):
        with pytest.raises(UnknownIri):
            bench.kb.why(iri)
        with pytest.raises(UnknownIri):
            bench.kb.impact(iri)


def test_every_state_of_liveness_is_counted_in_an_empty_store(kb):
    assert kb.stale().counts == dict.fromkeys((each.value for each in Liveness), 0)
