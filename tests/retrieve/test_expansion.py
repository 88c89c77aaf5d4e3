"""Bounded expansion over asserted and accepted edges, one hop at a time."""

from __future__ import annotations

import pytest
from library import ANNA, BEN, Document, Library, candidate, shown

from cedarprov.model.receipt import ReasonCode, Step
from cedarprov.retrieve.expansion import HUB

PUMP = "The pump runs at 30 rpm."
ZEBRAS = "Zebras graze near water."
LIONS = "Lions sleep by day."
OWLS = "Owls hunt by night."


@pytest.fixture
def library(tmp_path):
    texts = (PUMP, ZEBRAS, LIONS, OWLS)
    documents = [Document(name=text.split()[0], text=text) for text in texts]
    with Library(tmp_path, *documents) as filled:
        yield filled


def asked(library, **options):
    return library.kb.ask("pump", **{"arm": "graph", **options})


# -- how far --------------------------------------------------------------------------------------


def test_an_edge_leads_to_what_shares_no_word_with_the_question(library):
    edge = library.link("Zebras", "qualifies", "pump")

    answer = asked(library)

    assert shown(answer) == [PUMP, ZEBRAS]
    assert answer.receipt.edges == (edge,)
    assert answer.evidence[1].via == (edge,)
    assert answer.evidence[1].hops == 1


def test_an_edge_is_followed_from_either_end(library):
    library.link("pump", "supports", "Zebras")

    assert shown(asked(library)) == [PUMP, ZEBRAS]


def test_two_hops_are_followed_and_never_a_third(library):
    first = library.link("Zebras", "supports", "pump")
    second = library.link("Lions", "supports", "Zebras")
    library.link("Owls", "supports", "Lions")

    answer = asked(library)

    assert shown(answer) == [PUMP, ZEBRAS, LIONS]
    assert answer.evidence[2].via == (first, second)


@pytest.mark.parametrize(("hops", "texts"), [(0, [PUMP]), (1, [PUMP, ZEBRAS])])
def test_a_caller_may_lower_the_number_of_hops(library, hops, texts):
    library.link("Zebras", "supports", "pump")
    library.link("Lions", "supports", "Zebras")

    assert shown(asked(library, hops=hops)) == texts


def test_a_circle_of_edges_ends(library):
    library.link("Zebras", "supports", "pump")
    library.link("pump", "supports", "Zebras")

    assert shown(asked(library)) == [PUMP, ZEBRAS]


@pytest.mark.parametrize("arm", ["metadata", "flat"])
def test_only_the_graph_arm_expands(library, arm):
    library.link("Zebras", "qualifies", "pump")

    answer = asked(library, arm=arm)

    assert shown(answer) == [PUMP]
    assert answer.receipt.edges == ()


def test_every_link_away_halves_the_score_and_says_so(library):
    library.link("Zebras", "supports", "pump")
    library.link("Lions", "supports", "Zebras")

    near, far = (candidate(asked(library), library.passage(word)) for word in ("Zebras", "Lions"))

    assert [reason.ranking for reason in near.reasons] == ["edge"]
    assert near.score == 2 * far.score


def test_what_is_ranked_and_linked_keeps_both_reasons(library):
    library.put(Document(name="again", text="Another pump stands idle."))
    library.link("idle", "supports", "30 rpm")
    library.link("idle", "supports", "Zebras")

    answer = library.kb.ask("zebras", arm="graph")

    rankings = [[reason.ranking for reason in item.reasons] for item in answer.receipt.candidates]
    assert rankings == [["lexical"], ["edge"], ["edge"]]


# -- passages and claims --------------------------------------------------------------------------


def test_going_between_a_passage_and_its_claims_is_no_hop(library):
    claims = [
        library.kb.claim(f"It says {quote}", quote=quote, passage=library.passage(quote))
        for quote in ("30 rpm", "near water")
    ]
    library.kb.edge(claims[1], "qualifies", claims[0], evidence="I know it", agent=ANNA)

    answer = asked(library, hops=1)

    assert shown(answer) == [PUMP, ZEBRAS]
    assert answer.evidence[1].hops == 1


def test_an_edge_of_an_edition_brings_the_texts_that_were_ranked(tmp_path):
    documents = (
        Document(name="note", text="The pump note."),
        Document(name="manual", text="The pump manual."),
    )
    with Library(tmp_path, *documents) as library:
        note, manual = (
            next(item.editions[0].iri for item in library.kb.sources() if item.name == name)
            for name in ("note", "manual")
        )
        edge = library.kb.edge(note, "qualifies", manual, evidence="I know it", agent=ANNA)

        answer = asked(library, records=1)

    assert answer.receipt.edges == (edge,)


# -- state ----------------------------------------------------------------------------------------


def test_an_inferred_edge_is_followed_once_it_is_accepted(library):
    edge = library.infer("Zebras", "qualifies", "pump")

    before = asked(library)
    library.accept(edge)
    after = asked(library)

    assert shown(before) == [PUMP]
    assert shown(after) == [PUMP, ZEBRAS]


def test_a_rejected_edge_is_not_followed_even_if_it_was_asserted(library):
    edge = library.link("Zebras", "qualifies", "pump")

    library.reject(edge)

    assert shown(asked(library)) == [PUMP]


def test_a_disputed_edge_is_not_followed(library):
    edge = library.infer("Zebras", "qualifies", "pump")

    library.accept(edge, ANNA)
    library.reject(edge, BEN)

    assert shown(asked(library)) == [PUMP]


def test_the_last_verdict_of_a_reviewer_stands(library):
    edge = library.infer("Zebras", "qualifies", "pump")

    library.reject(edge)
    library.accept(edge)

    assert shown(asked(library)) == [PUMP, ZEBRAS]


def test_a_pending_edge_does_not_hide_an_asserted_one_that_says_the_same(library):
    library.link("Zebras", "qualifies", "pump")
    library.infer("Zebras", "qualifies", "pump")

    assert shown(asked(library)) == [PUMP, ZEBRAS]


def test_of_several_edges_between_two_records_only_the_open_ones_are_named(library):
    kinds = ("supports", "contradicts", "duplicates", "derivedFrom")
    for kind in kinds:
        library.infer("Zebras", kind, "pump")
    edge = library.link("Zebras", "qualifies", "pump")

    answer = asked(library)

    assert answer.receipt.edges == (edge,)
    assert answer.evidence[1].via == (edge,)


def test_an_earlier_state_knows_no_later_edge_and_no_later_review(library):
    start = library.kb.sequence
    library.link("Zebras", "qualifies", "pump")
    linked = library.kb.sequence
    inferred = library.infer("Lions", "qualifies", "pump")
    library.accept(inferred)

    texts = [
        shown(asked(library, as_of={"record": str(sequence)}))
        for sequence in (start, linked, linked + 1, linked + 2)
    ]

    assert texts[:3] == [[PUMP], [PUMP, ZEBRAS], [PUMP, ZEBRAS]]
    assert sorted(texts[3]) == sorted([PUMP, ZEBRAS, LIONS])


def test_a_later_rejection_does_not_reach_back(library):
    edge = library.link("Zebras", "qualifies", "pump")
    before = library.kb.sequence

    library.reject(edge)

    assert shown(asked(library, as_of={"record": str(before)})) == [PUMP, ZEBRAS]


def test_what_an_edition_applies_to_is_no_link_between_records(library):
    library.link("Zebras", "appliesTo", "pump")
    library.infer("Zebras", "supports", "pump")

    assert shown(asked(library)) == [PUMP]
    assert shown(asked(library, as_of={"record": str(library.kb.sequence)})) == [PUMP]


# -- scope ----------------------------------------------------------------------------------------


@pytest.fixture
def scoped(tmp_path):
    documents = (
        Document(name="pump", text=PUMP, scope="release=any"),
        Document(name="zebras", text=ZEBRAS, scope="release=any"),
        Document(name="lions", text=LIONS, scope="release=2"),
    )
    with Library(tmp_path, *documents) as filled:
        yield filled


@pytest.mark.parametrize(
    ("asked_for", "is_followed"), [("1", True), ("1.2", True), ("any", True), ("2", False)]
)
def test_an_edge_is_followed_where_its_scope_overlaps_the_one_asked(scoped, asked_for, is_followed):
    scoped.link("Zebras", "qualifies", "pump", scope={"release": "1"})

    answer = asked(scoped, scope={"release": asked_for})

    assert (ZEBRAS in shown(answer)) == is_followed
    assert bool(answer.receipt.edges) == is_followed


def test_the_scopes_of_all_edges_of_a_path_must_hold_together(scoped):
    scoped.link("Zebras", "supports", "pump", scope={"release": "1"})
    scoped.link("Lions", "supports", "Zebras", scope={"release": "2"})

    answer = asked(scoped)

    assert shown(answer) == [PUMP, ZEBRAS]


def test_what_an_edge_leads_to_must_apply_itself(scoped):
    scoped.link("Lions", "supports", "pump")

    answer = asked(scoped, scope={"release": "1"})

    left_out = candidate(answer, scoped.passage("Lions"))
    assert shown(answer) == [PUMP]
    assert (left_out.code, left_out.step) == (ReasonCode.SCOPE_DOES_NOT_APPLY, Step.EXPANSION)


# -- hubs -----------------------------------------------------------------------------------------


def crowd(library, first, last, **options):
    """Link numbered passages to the pump by one edge, whose premises hold together."""
    documents = [
        Document(name=f"fact-{number}", text=f"Fact {number}x about grass.")
        for number in range(first, last)
    ]
    library.put(*documents)
    ends = [library.passage(f"Fact {number}x") for number in range(first, last)]
    return library.kb.edge(
        ends, "supports", library.passage("pump"), evidence="I know it", agent=ANNA, **options
    )


def test_a_hub_is_capped_and_the_receipt_tells_how_many_links_were_left_out(library):
    crowd(library, 0, HUB + 5)

    answer = asked(library)

    [notice] = answer.receipt.hubs
    reached = [item for item in answer.receipt.candidates if item.hops]
    assert (notice.node, notice.links, notice.followed) == (
        library.passage("pump"),
        HUB + 5,
        HUB,
    )
    assert len(reached) == HUB


def test_as_many_links_as_are_followed_make_no_hub(library):
    crowd(library, 0, HUB)

    answer = asked(library)

    assert answer.receipt.hubs == ()
    assert len([item for item in answer.receipt.candidates if item.hops]) == HUB


def test_a_hub_is_capped_alike_when_an_earlier_state_is_asked_about(library):
    crowd(library, 0, HUB - 5)
    small = library.kb.sequence
    crowd(library, HUB - 5, HUB + 5)
    for name in ("Zebras", "Lions"):
        library.infer(name, "supports", "pump")

    now = asked(library)
    again = asked(library, as_of={"record": str(library.kb.sequence)})
    before = asked(library, as_of={"record": str(small)})

    assert again.receipt.hubs == now.receipt.hubs
    assert again.receipt.candidates == now.receipt.candidates
    assert before.receipt.hubs == ()
    assert len([item for item in before.receipt.candidates if item.hops]) == HUB - 5
