"""The status of an answer, from the question and the texts put before it."""

from __future__ import annotations

import pytest
from court import asked, exhibit
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.model.answer import Status
from cedarprov.prose.quantity import same_value
from cedarprov.retrieve.status import assess

GREASE = "How often must the impeller of an Orlo P4 be greased?"
PORT = "On which port does Pagora 7 listen?"


def judged(words, *texts, published=None, effective=None, scope=None):
    question = asked(words, published=published, effective=effective, **(scope or {}))
    shown = [exhibit(question, title, text, **more) for title, text, more in texts]
    return assess(question, shown)


def manual(release, hours):
    text = f"Prime the pump. Grease the impeller every {hours} hours. Seals come in sets of 4."
    return "Orlo P4 pump handbook", text, {"release": release, "label": release}


def test_two_releases_that_agree_need_no_scope():
    found = judged(GREASE, manual("1", 200), manual("2", 200))

    assert found.status is Status.ANSWERED
    assert found.values == ("200 h",)
    assert len(found.quotations) == 2


def test_two_releases_that_differ_need_the_release():
    found = judged(GREASE, manual("1", 200), manual("2", 350))

    assert (found.status, found.missing) == (Status.NEEDS_SCOPE, ("release",))
    assert {str(cell.scope): cell.values for cell in found.cells} == {
        "release=1": ("200 h",),
        "release=2": ("350 h",),
    }


def test_the_release_asked_answers_alone():
    found = judged(GREASE, manual("1", 200), manual("2", 350), scope={"release": "2"})

    assert (found.status, found.values) == (Status.ANSWERED, ("350 h",))


def test_a_release_that_no_text_is_about_is_unsupported():
    found = judged(GREASE, manual("1", 200), scope={"release": "3"})

    assert (found.status, found.values) == (Status.UNSUPPORTED, ())


def test_different_values_under_the_same_conditions_are_a_conflict_with_both_sides():
    sticker = ("Orlo P4, sticker", "Grease impeller every 100 hours.", {"release": "1"})

    found = judged(GREASE, manual("1", 200), sticker)

    assert found.status is Status.CONFLICT
    assert set(found.values) == {"200 h", "100 h"}


def test_the_same_value_in_another_unit_is_no_conflict():
    found = judged(
        "How long may the cable of the Glanza X1 be?",
        ("Glanza X1 manual", "The cable may be at most 1.5 m long. Keep 20 cm from walls.", {}),
        ("Glanza X1 card", "Longest cable 150 cm. Two screws are enclosed.", {}),
    )

    assert found.status is Status.ANSWERED
    assert same_value(found.values[0], "1.5 m")


def test_a_value_of_another_attribute_is_no_evidence():
    found = judged(
        "How long does a consumer of the Vesper queue have to acknowledge a message?",
        ("Vesper queue guide", "A message lives for 7 days. Acknowledge it when done.", {}),
    )

    assert found.status is Status.UNSUPPORTED


def upgrade(sentence):
    return "Pagora 7 upgrade guide", f"Back up first. {sentence}", {"deployment": "upgrade"}


FRESH = ("Pagora 7 installation guide", "A fresh install listens on 8443.", {"deployment": "new"})


def test_what_upgraded_systems_keep_takes_the_default_back_and_no_value_is_asserted():
    kept = upgrade("Upgraded instances keep the port they listened on.")

    found = judged(PORT, FRESH, kept, scope={"deployment": "upgrade"})

    assert (found.status, found.values) == (Status.UNSUPPORTED, ())
    assert "keep the port" in found.quotations[0].exact


def test_a_default_that_upgrades_do_not_share_leaves_the_deployment_open():
    kept = upgrade("Instances upgraded from 6 keep listening on 8080.")

    found = judged(PORT, FRESH, kept)

    assert (found.status, found.missing) == (Status.NEEDS_SCOPE, ("deployment",))


@pytest.mark.parametrize(
    ("sentence", "dimension"),
    [
        ("The rent is 75 a year with water and 45 without.", "water"),
        ("The rent is 75 for plots with one shed, 90 for plots with two.", "sheds"),
        ("On weekdays the rent is 75, on Sundays 90.", "day"),
        ("Corner plots have a rent of 75, middle plots of 90.", "plot"),
    ],
)
def test_a_condition_in_the_sentence_itself_opens_a_dimension_named_after_it(sentence, dimension):
    found = judged("What is the rent at Ostley Gardens?", ("Ostley Gardens", sentence, {}))

    assert (found.status, found.missing) == (Status.NEEDS_SCOPE, (dimension,))
    assert {value for cell in found.cells for value in cell.values} >= {
        "90"
    } or dimension == "water"


def test_the_words_of_the_question_pick_one_of_several_values_of_a_sentence():
    found = judged(
        "What does a seat on the balcony of Cinema Rex cost?",
        ("Cinema Rex, prices", "Seats in the stalls 9.50, balcony 11.00. Popcorn 4.00.", {}),
    )

    assert (found.status, found.values) == (Status.ANSWERED, ("11",))


def test_a_plan_is_no_fact():
    found = judged(
        "What is the fine for riding without a ticket in Hale?",
        ("Hale transport, outlook", "The council intends to raise the fine for riding to 90.", {}),
    )

    assert found.status is Status.UNSUPPORTED


RULES = ("Pelham society, statutes", "A deposit of 15 is taken for each key.", {})
CIRCULAR = (
    "Pelham society, circular",
    "The key deposit is 20 in place of that in the statutes.",
    {},
)
DEPOSIT = "What is the deposit for a key at the Pelham society?"


def test_what_replaces_another_text_wins_over_it():
    found = judged(DEPOSIT, RULES, CIRCULAR)

    assert (found.status, found.values) == (Status.ANSWERED, ("20",))


def test_a_replacement_does_not_hold_before_it_was_published():
    title, text, _ = CIRCULAR
    later = (title, text, {"published": "2024-05-01"})
    before = (RULES[0], RULES[1], {"published": "2019-01-01"})

    found = judged(DEPOSIT, before, later, published="2022-01-01")

    assert (found.status, found.values) == (Status.ANSWERED, ("15",))


def test_a_copy_of_what_was_replaced_makes_no_conflict():
    copy = ("Waterpedia", "Quellbach: sodium 18 mg per litre, according to analysis 1.", {})

    found = judged(
        "How much sodium does Quellbach water contain?",
        ("Quellbach water, analysis 1", "Sodium 18 mg per litre.", {}),
        copy,
        ("Quellbach water, analysis 2", "Replaces analysis 1. Sodium 11 mg per litre.", {}),
    )

    assert (found.status, found.values) == (Status.ANSWERED, ("11 mg/l",))


def test_a_reference_to_another_release_takes_its_value():
    found = judged(
        "How long may a voice note in Mipsy be?",
        ("Mipsy 2 handbook", "Voice notes may last 3 min.", {"release": "2", "label": "2"}),
        (
            "Mipsy 3: what is new",
            "For voice notes the limit of Mipsy 2 still holds.",
            {"release": "3", "label": "3"},
        ),
        scope={"release": "3"},
    )

    assert (found.status, found.values) == (Status.ANSWERED, ("3 min",))


def test_earlier_releases_named_in_later_notes_answer_for_themselves():
    notes = (
        "Quiver 1.4 notes",
        "Batches may hold up to 500 rows now; earlier releases stopped at 200.",
        {"release": "1.4", "label": "1.4"},
    )

    words = "How many rows may a Quiver batch hold?"

    assert judged(words, notes, scope={"release": "1.2"}).values == ("200",)
    assert judged(words, notes, scope={"release": "1.x"}).missing == ("release",)


TRANSITION = (
    "Replaces order 7. Pears may hold 1500 mg sulphite. Goods packed before 1 June 2024 may be "
    "sold under the limit of order 7 until 31 December 2024."
)


def test_a_transition_holds_until_its_end_and_then_no_more():
    old = (
        "Ardal order 7",
        "Pears may hold 2000 mg sulphite.",
        {"force": ("2019-01-01", "2024-05-31")},
    )
    new = (
        "Ardal order 11",
        TRANSITION,
        {"force": ("2024-06-01", None)},
    )
    words = "How much sulphite may pears in Ardal hold?"

    during = judged(words, old, new, effective="2024-09-01")
    after = judged(words, old, new, effective="2025-02-01")

    assert (during.status, during.missing) == (Status.NEEDS_SCOPE, ("packed",))
    assert (after.status, after.values) == (Status.ANSWERED, ("1500 mg",))


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Dogs are not allowed in the walled garden.", "no"),
        ("There is no objection to dogs in the walled garden.", "yes"),
        ("Dogs are welcome in the walled garden.", "yes"),
        ("Dogs are forbidden in the walled garden.", "no"),
    ],
)
def test_yes_or_no_follows_the_parity_of_negations(sentence, value):
    found = judged("Are dogs allowed in the walled garden of Astley?", ("Astley", sentence, {}))

    assert (found.status, found.values) == (Status.ANSWERED, (value,))


def test_one_text_among_forty_on_the_same_thing_answers():
    question = asked(GREASE)
    noise = "The housing is of steel and has four feet. It may be painted every 10 years. " * 4
    shown = [exhibit(question, f"Orlo P4 part {n}", noise, label=str(n)) for n in range(39)]

    found = assess(question, [*shown, exhibit(question, *manual("1", 200)[:2])])

    assert (found.status, found.values) == (Status.ANSWERED, ("200 h",))


def test_notes_of_a_later_release_take_the_turn_of_earlier_ones():
    notes = [
        (
            f"Django notes {release}",
            f"The default iteration count for the hasher is increased to {count}.",
            {"release": "4.2", "headings": (f"Django {release} release notes",)},
        )
        for release, count in (("4.0", 320000), ("4.1", 390000))
    ]

    found = judged("What is the default iteration count?", *notes, scope={"release": "4.2"})

    assert (found.status, found.values) == (Status.ANSWERED, ("390000",))


texts = st.lists(st.text(alphabet="ab 12.,;kgs\n", max_size=60), max_size=6)


@given(texts)
def test_every_quotation_is_exact_and_the_status_says_what_is_given(written):
    question = asked("How heavy is a kg?")
    shown = [exhibit(question, f"title {n}", text) for n, text in enumerate(written)]

    found = assess(question, shown)

    by_passage = {item.places[0].passage: item.text for item in shown}
    for quotation in found.quotations:
        assert by_passage[quotation.passage][quotation.start : quotation.end] == quotation.exact
    assert (found.status is Status.NEEDS_SCOPE) == bool(found.missing)
    assert found.status is not Status.CONFLICT or len(found.values) > 1
