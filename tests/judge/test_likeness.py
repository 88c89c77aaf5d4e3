"""Which pairs of texts go back to one origin, kind by kind, and which do not."""

from __future__ import annotations

from itertools import combinations

import pytest

from cedarprov.judge.likeness import likenesses
from cedarprov.judge.origins import origins
from cedarprov.judge.serialisation import overlap, syntax_of
from cedarprov.judge.witness import Witness
from cedarprov.model.answer import Interval
from cedarprov.model.origin import Kind

VALVE = (
    "The relief valve of the pump FP1 opens at a pressure of 9 bar and closes again at 8 bar, as "
    "the maker of the pump states in the manual for all of 40 mW."
)
LONG = " ".join(f"Chapter {at} tells of part {at} and of how it is kept." for at in range(30))


def witness(text, key="a", **stated):
    return Witness(key=key, text=text, **stated)


def kinds(one, other, claim=""):
    if isinstance(one, str):
        one, other = witness(one), witness(other, "b")
    return {link.kind for link in likenesses(one, other, claim)}


@pytest.mark.parametrize(
    "copy",
    [
        VALVE,
        VALVE.replace(" ", "\n    "),
        f"<p>{VALVE}</p>",
        VALVE.replace("valve", "``valve``").replace("manual", ":ref:`manual`"),
        f"“{VALVE}”",
    ],
)
def test_the_same_words_in_another_dress_are_the_same_text(copy):
    assert kinds(VALVE, copy) == {Kind.SAME_TEXT}


def test_the_same_bytes_are_known_by_their_digest():
    one, other = (witness(VALVE, key, content="sha256:1") for key in "ab")

    assert kinds(one, other) == {Kind.SAME_BYTES}


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        (f"Seen today. {VALVE} Good to know.", Kind.EMBEDDING),
        (f"{' '.join(VALVE.split()[:20])}, or so I read elsewhere.", Kind.QUOTATION),
        (
            VALVE.replace("opens", "lifts").replace("closes", "shuts").replace("states", "says"),
            Kind.NEAR_DUPLICATE,
        ),
    ],
)
def test_wording_in_common_is_found_and_is_not_certain(other, kind):
    assert kinds(VALVE, other) == {kind}
    assert not kind.is_certain


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9 bar", "10 bar"),
        ("40 mW", "40 MW"),
        ("FP1", "FP2"),
        ("opens", "never opens"),
        ("at a pressure of 9 bar", "at a pressure of -9 bar"),
    ],
)
def test_short_texts_that_differ_in_a_fact_are_kept_apart(one, other):
    changed = VALVE.replace(one, other)

    assert changed != VALVE
    assert kinds(VALVE, changed) == set()


def test_statements_of_the_same_form_are_as_many_origins_as_facts():
    said = [
        f"The default iteration count is increased from {at},000 to {at + 30},000."
        for at in range(150, 420, 30)
    ]

    found = origins([witness(text, str(at)) for at, text in enumerate(said)])

    assert found.count == Interval(low=9, high=9)


def test_a_long_text_that_changes_a_fact_is_a_revision():
    assert kinds(LONG, LONG.replace("part 12", "part 99")) == {Kind.REVISION}
    assert not Kind.REVISION.is_wording


def test_texts_about_the_same_thing_in_other_words_are_not_linked():
    assert kinds(VALVE, "On the bench we saw the pump's valve lift at about 9 bar.") == set()


# -- identifiers and sources ----------------------------------------------------------------------


def test_a_shared_advisory_number_links_what_is_worded_apart():
    one = "CVE-2021-33203: Potential directory traversal"
    other = "- Files outside the root could be seen (CVE-2021-33203)"

    [link] = likenesses(witness(one), witness(other, "b"))

    assert (link.kind, link.detail, link.is_certain) == (
        Kind.IDENTIFIER,
        "CVE-2021-33203",
        False,
    )


def test_two_that_are_headed_by_an_identifier_score_higher_than_a_mention():
    head, other = "CVE-2021-33203: traversal", "* Fix CVE-2021-33203: no file is seen from outside"
    mention = "See the follow-up in the week after of CVE-2021-33203"

    [headed] = likenesses(witness(head), witness(other, "b"))
    [mentioned] = likenesses(witness(head), witness(mention, "b"))

    assert headed.score > mentioned.score


def test_a_claim_on_one_identifier_is_not_served_by_another():
    one, other = "CVE-2021-1111 and CVE-2021-2222", "CVE-2021-2222 came later"

    assert kinds(witness(one), witness(other, "b"), "what CVE-2021-1111 is") == set()
    assert kinds(witness(one), witness(other, "b")) == {Kind.IDENTIFIER}


def test_a_record_that_is_about_one_event_lends_its_identifier_to_its_words():
    record = witness("A traversal.", document="id: PYSEC-2021-98\nsee CVE-2021-33203")
    listing = witness("A traversal.", document="CVE-2021-33203 and CVE-2020-1111")
    note = witness("CVE-2021-33203: files outside the root", "b")

    assert kinds(record, note) == {Kind.IDENTIFIER}
    assert kinds(listing, note) == set()


OSV = """id: PYSEC-2021-98
aliases:
- CVE-2021-33203
references:
- type: FIX
  url: https://github.com/valves/pumpctl/commit/4e98d57
"""


def test_an_advisory_is_an_alternate_of_what_its_aliases_head_and_of_nothing_else():
    record = witness("A traversal.", document=OSV)
    json = witness("A traversal.", document='{"id": "A", "aliases": ["CVE-2021-33203"]}')
    note = witness("CVE-2021-33203: files outside the root", "b")
    mention = witness("See the follow-up in the week after of CVE-2021-33203", "b")

    assert kinds(record, note) == kinds(json, note) == {Kind.ALTERNATE}
    assert kinds(record, mention) == {Kind.IDENTIFIER}
    assert Kind.ALTERNATE.is_certain


def test_the_repository_that_an_advisory_refers_to_is_a_stated_source():
    record = witness("A traversal.", document=OSV)
    notes = witness("Files outside the root are refused.", "b", titles=("pumpctl changelog",))
    others = witness("Files outside the root are refused.", "b", titles=("valvectl changelog",))

    assert kinds(record, notes) == {Kind.CITATION}
    assert kinds(record, others) == set()


def test_a_stated_source_links_and_leaves_it_open():
    original = witness("A leak was fined.", titles=("River Gazette",))
    reworded = witness("Daily Board, citing the River Gazette on Monday: a fine for it", "b")
    other = witness("Daily Board, citing the Hill Gazette: a fine for it", "b")

    assert kinds(original, reworded) == {Kind.CITATION}
    assert kinds(original, other) == set()
    assert not Kind.CITATION.is_certain


# -- serialisations -------------------------------------------------------------------------------


def test_real_documents_are_linked_with_their_own_serialisations_alone(shared):
    folder = shared / "data" / "prov_corpus"
    files = [
        path
        for name in ("json", "jsonld", "provn", "rdf", "xml", "nanopub", "cwlprov_revsort")
        for path in sorted((folder / name).iterdir())
    ]
    texts = {path: path.read_text("utf-8", "replace") for path in files}
    linked = {
        tuple(path.stem.removesuffix("-full").split("_")[-1] for path in pair)
        for pair in combinations(texts, 2)
        if syntax_of(texts[pair[0]]) != syntax_of(texts[pair[1]])
        if overlap(texts[pair[0]], texts[pair[1]]) >= 0.8
    }

    assert ("primary.cwlprov", "primary.cwlprov") in linked
    apart = {pair for pair in linked if pair[0] != pair[1]}
    assert apart == {("primer", "example")}  # the PROV Primer's example, under two names


def test_every_serialisation_of_one_run_is_linked(shared):
    folder = shared / "data" / "prov_corpus" / "cwlprov_revsort"
    witnesses = [
        Witness(key=path.suffix, text=path.read_text("utf-8")) for path in sorted(folder.iterdir())
    ]

    assert origins(witnesses).count.low == 1
