"""What holds a claim up, compared with the definition taken literally: there is a finite proof."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.judge.support import (
    Liveness,
    Loss,
    LossReason,
    Standings,
    Support,
    SupportGraph,
    Text,
    held_by,
)
from cedarprov.model.frozen import replace

CLAIMS = tuple("ABCDEFG")
SOURCES = ("a", "b", "c")


def loss(record: str) -> Loss:
    return Loss(reason=LossReason.WITHDRAWN, record=record, by="w")


def text(source: str) -> Text:
    return Text(version=f"v{source}", sources=frozenset({source}))


def graph(
    texts: dict[str, str], *arrows: str, lost: str = "", origins: dict[str, str] | None = None
) -> SupportGraph:
    """A graph from arrows: `AB>C` joint premises, `A?C` an edge that nobody reviewed."""
    supports = []
    for number, arrow in enumerate(arrows):
        premises, mark, claim = arrow.partition("?" if "?" in arrow else ">")
        supports.append(
            Support(edge=f"e{number}", premises=tuple(premises), claim=claim, reviewed=mark == ">")
        )
    return SupportGraph(
        texts={claim: tuple(map(text, sources)) for claim, sources in texts.items()},
        supports=tuple(supports),
        lost={record: loss(record) for record in lost.split()},
        origins=origins or {},
    )


def live(subject: SupportGraph) -> str:
    found = Standings(subject)
    return "".join(sorted(c for c, each in found.items() if each.liveness is Liveness.LIVE))


# -- examples -------------------------------------------------------------------------------------


def test_a_claim_is_stale_when_the_only_claim_that_it_rests_on_is_withdrawn():
    found = Standings(graph({"A": "a", "B": "a", "C": "a"}, "A>B", "B>C", lost="A"))

    assert found["C"].liveness is Liveness.STALE
    assert found["C"].path == ("C", "e1", "B", "e0", "A")
    assert found["C"].loss == loss("A")


def test_joint_premises_hold_only_together():
    texts = {"A": "a", "B": "a", "C": "a"}

    assert live(graph(texts, "AB>C")) == "ABC"
    assert live(graph(texts, "AB>C", lost="A")) == "B"


def test_one_of_several_supports_is_enough():
    texts = {"A": "a", "B": "a", "C": "a"}

    assert live(graph(texts, "A>C", "B>C", lost="A")) == "BC"
    assert held_by(graph(texts, "A>C", "B>C", lost="A"), "C") == ("e1",)
    assert live(graph(texts, "A>C", "B>C", lost="A B")) == ""


def test_a_text_of_another_source_holds_a_claim_up_by_itself():
    assert live(graph({"A": "a", "C": "b"}, "A>C", lost="A")) == "C"
    assert live(graph({"A": "a", "C": "ab"}, "A>C", lost="A va")) == "C"


def test_the_copy_of_what_was_taken_back_does_not_stand_in_for_it():
    texts = {"A": "a", "B": "b", "C": "a"}
    copies = {"A": "same", "B": "same"}

    assert live(graph(texts, "A>C", "B>C", lost="A")) == "BC"
    assert live(graph(texts, "A>C", "B>C", lost="A", origins=copies)) == "B"


def test_circular_support_supports_nothing():
    texts = {"A": "a", "B": "a", "C": "a"}

    assert live(graph(texts, "A>B", "B>C", "C>B")) == "ABC"
    assert live(graph(texts, "A>B", "B>C", "C>B", lost="A")) == ""
    assert held_by(graph(texts | {"C": ""}, "A>B", "B>C", "C>B"), "B") == ("va", "e0")


def test_nothing_is_stale_where_nothing_is_lost():
    assert live(graph({"A": "a", "B": "a"}, "A>B", "B>A")) == "AB"


def test_a_claim_that_only_an_unreviewed_edge_holds_up_is_in_doubt():
    found = Standings(graph({"A": "a", "B": "a", "C": "a"}, "A>C", "B?C", lost="A"))

    assert found["C"].liveness is Liveness.IN_DOUBT
    assert found["C"].path == ("C", "e0", "A")


def test_a_loss_that_others_make_up_for_reaches_no_further():
    texts = {"A": "a", "B": "a", "C": "b", "D": "a"}

    assert live(graph(texts, "A>B", "C>B", "BD>D", lost="A")) == "BCD"


def test_an_unreviewed_edge_takes_nothing_down():
    assert live(graph({"A": "a", "C": "a"}, "A?C", lost="A")) == "C"


def test_a_claim_is_stale_when_all_texts_that_it_quotes_are_lost():
    source = replace(loss("va"), record="a")
    subject = replace(graph({"A": "a", "B": "ab"}), lost={"va": source})

    assert live(subject) == "B"
    assert Standings(subject)["A"].path == ("A", "va", "a")


def test_an_edge_whose_evidence_is_lost_holds_nothing_up():
    found = Standings(graph({"A": "a", "B": "a"}, "A>B", lost="e0"))

    assert found["B"].liveness is Liveness.STALE
    assert found["B"].path == ("B", "e0")


def test_a_passage_holds_a_claim_up_until_it_is_lost():
    subject = graph({"A": "a"}, "p>A")
    subject = replace(subject, sources={"p": frozenset({"a"})})

    assert live(subject) == "A"
    assert live(replace(subject, lost={"p": loss("a")})) == ""


def test_a_chain_of_many_claims_is_judged_without_recursion():
    names = [f"c{number}" for number in range(5000)]
    chain = SupportGraph(
        texts={name: (text("a"),) for name in names},
        supports=tuple(
            Support(edge=f"e{n}", premises=(names[n],), claim=names[n + 1])
            for n in range(len(names) - 1)
        ),
        lost={names[0]: loss(names[0])},
    )

    found = Standings(chain)

    assert all(each.liveness is Liveness.STALE for each in found.values())
    assert len(found[names[-1]].path) == 2 * len(names) - 1


# -- random graphs --------------------------------------------------------------------------------

premises = st.lists(st.sampled_from([*CLAIMS, "p", "q"]), min_size=1, max_size=3)
supports = st.lists(st.tuples(premises, st.sampled_from(CLAIMS), st.booleans()), max_size=12)


@st.composite
def graphs(draw: st.DrawFn) -> SupportGraph:
    """Claims with and without texts, joint and alternative supports, cycles, and losses."""
    drawn = enumerate(draw(supports))
    made = tuple(
        Support(edge=f"e{n}", premises=tuple(each), claim=claim, reviewed=reviewed)
        for n, (each, claim, reviewed) in drawn
    )
    sources = st.frozensets(st.sampled_from(SOURCES), max_size=2)
    records = (*CLAIMS, "p", "q", *(f"v{each}" for each in SOURCES), *(each.edge for each in made))
    lost = draw(st.frozensets(st.sampled_from(records), max_size=4))
    return SupportGraph(
        texts={claim: tuple(map(text, sorted(draw(sources)))) for claim in CLAIMS},
        supports=made,
        lost={record: loss(record) for record in lost},
        sources={each: draw(sources) for each in ("p", "q")},
        origins=draw(st.dictionaries(st.sampled_from(CLAIMS), st.sampled_from("xyz"))),
    )


class Naive:
    """The definition taken literally: a proof is a tree in which no claim proves itself."""

    def __init__(self, subject: SupportGraph, *, reviewed: bool = True) -> None:
        self.graph = subject
        self.counted = [each for each in subject.supports if each.reviewed or not reviewed]
        self.reviewed = [each for each in subject.supports if each.reviewed]
        self.standing: set[str] = set()
        if reviewed:
            while (found := self.live()) != self.standing:
                self.standing = found
        else:
            self.standing = Naive(subject).standing

    def live(self) -> set[str]:
        return {claim for claim in self.graph.texts if self.holds(claim, frozenset())}

    def holds(self, node: str, above: frozenset[str]) -> bool:
        if node in self.graph.lost or node in above:
            return False
        if node not in self.graph.texts:
            return True
        below = above | {node}
        return any(map(self.is_own(node), self.graph.texts[node])) or any(
            self.is_usable(each) and all(self.holds(premise, below) for premise in each.premises)
            for each in self.counted
            if each.claim == node
        )

    def is_own(self, claim: str):
        supports = [each for each in self.reviewed if each.claim == claim]
        premises = {premise for each in supports for premise in each.premises}
        taken = {source for premise in premises for source in self.sources(premise)}
        free = not supports or not self.is_downstream(claim, frozenset())
        return lambda item: (
            item.version not in self.graph.lost and (free or bool(item.sources - taken))
        )

    def sources(self, premise: str) -> set[str]:
        texts = self.graph.texts.get(premise)
        if texts is None:
            return set(self.graph.sources[premise])
        return {source for item in texts for source in item.sources}

    def is_downstream(self, node: str, above: frozenset[str]) -> bool:
        lost = self.graph.lost
        texts = self.graph.texts.get(node, ())
        if node in lost or any(item.version in lost for item in texts):
            return True
        return any(
            each.edge in lost
            or any(
                self.is_downstream(premise, above | {node})
                for premise in each.premises
                if premise not in above and premise not in self.standing
            )
            for each in self.reviewed
            if each.claim == node
        )

    def is_usable(self, support: Support) -> bool:
        origins = self.graph.origins
        gone = {
            origins.get(premise, premise)
            for each in self.reviewed
            if each.claim == support.claim
            for premise in each.premises
            if premise in self.graph.lost
        }
        taken_back = any(origins.get(premise, premise) in gone for premise in support.premises)
        return support.edge not in self.graph.lost and not taken_back


@given(graphs())
def test_exactly_what_has_a_proof_is_live_and_what_an_unreviewed_edge_proves_is_in_doubt(subject):
    found = Standings(subject)
    proven, possible = Naive(subject).live(), Naive(subject, reviewed=False).live()

    assert {c for c, each in found.items() if each.liveness is Liveness.LIVE} == proven
    assert {c for c, each in found.items() if each.liveness is Liveness.STALE} == (
        set(CLAIMS) - proven - possible
    )


@given(graphs())
def test_a_claim_is_live_exactly_when_something_holds_it_up_without_its_own_help(subject):
    alive = set(live(subject))

    assert {claim for claim in CLAIMS if held_by(subject, claim)} == alive


@given(graphs())
def test_a_claim_with_a_text_is_stale_only_by_a_path_that_ends_in_a_loss(subject):
    arrows = {(each.edge, premise, each.claim) for each in subject.supports
              for premise in each.premises}  # fmt: skip
    for claim, each in Standings(subject).items():
        if each.liveness is Liveness.LIVE or not each.path:
            assert each.liveness is Liveness.LIVE or not subject.texts[claim]
            continue
        path = each.path
        assert path[0] == claim
        assert path[-1] in subject.lost
        steps = range(0, len(path) - 2, 2)
        assert {(path[n + 1], path[n + 2], path[n]) for n in steps} <= arrows


@given(graphs(), st.sampled_from([*CLAIMS, "p", "q", "va", "vb", "vc", "e0", "e1"]))
def test_losing_more_never_makes_anything_live(subject, record):
    fewer = replace(subject, lost={**subject.lost, record: loss(record)})

    assert set(live(fewer)) <= set(live(subject))


@given(graphs(), st.sampled_from([f"e{number}" for number in range(12)]))
def test_the_supports_that_are_left_are_counted_right_when_one_is_lost(subject, edge):
    fewer = replace(subject, lost={**subject.lost, edge: loss(edge)})
    naive = Naive(fewer)

    for claim in set(CLAIMS) - fewer.lost.keys():
        texts = [each.version for each in fewer.texts[claim] if naive.is_own(claim)(each)]
        edges = [
            each.edge
            for each in naive.reviewed
            if each.claim == claim
            and naive.is_usable(each)
            and all(naive.holds(premise, frozenset({claim})) for premise in each.premises)
        ]
        assert list(held_by(fewer, claim)) == [*texts, *edges]
