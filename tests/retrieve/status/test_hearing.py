"""A hearing without some texts: those that take no part make no difference, whatever is missing."""

from __future__ import annotations

import pytest
from court import asked, exhibit
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cedarprov.model.answer import Status
from cedarprov.retrieve.status import Hearing, assess

QUESTIONS = (
    "How often must the impeller of an Orlo P4 be greased?",
    "What is the default interval for greasing the impeller?",
    "Is the impeller of an Orlo P4 greased every 200 hours?",
    "Why must the impeller be greased?",
    "Two handbooks disagree on how often the impeller is greased. Which is right?",
    "Was the `grease_log` setting removed?",
)
SENTENCES = (
    "Grease the impeller every 200 hours.",
    "Grease the impeller every 350 hours.",
    "The default interval for greasing the impeller is 400 hours.",
    "Existing pumps keep their greasing interval for the impeller.",
    "The greasing interval is the same as in release 1.",
    "This replaces the handbook of release 1: grease the impeller every 90 hours.",
    "The rule on greasing the impeller is withdrawn.",
    "Correction: instead of 200 hours read 250 hours.",
    "The impeller must be greased because dry seals leak.",
    "The `grease_log` setting is removed.",
    "The `grease_log` setting is restored.",
    "The `grease_log` setting will be removed in release 2.",
    "Changed: grease the impeller more often.",
    "Paint the housing every 3 years.",
    "Seals come in sets of 4.",
    "Visitors sign in at the gate.",
)
texts = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3, unique=True).map(" ".join)
titles = st.sampled_from(["Orlo P4 handbook", "Orlo P4 release notes", "Gate rules"])
headings = st.sampled_from([(), ("Orlo 2.1 release notes",), ("Greasing",)])
AGREEING = (SENTENCES[0], *SENTENCES[-3:], SENTENCES[8])
agreeing = st.lists(
    st.tuples(titles, st.sampled_from(AGREEING), st.sampled_from(["", "1"]), st.just(())),
    min_size=2,
    max_size=12,
)
shown = st.lists(
    st.tuples(titles, texts, st.sampled_from(["", "1", "2"]), headings), min_size=1, max_size=12
)


def hearing(words, said, **scope):
    question = asked(words, **scope)
    exhibits = tuple(
        exhibit(
            question,
            f"{title} {number}",
            text,
            label=label,
            headings=under,
            **({"release": label} if label else {}),
        )
        for number, (title, text, label, under) in enumerate(said)
    )
    return Hearing(question=question, exhibits=exhibits)


@settings(max_examples=300)
@given(st.sampled_from(QUESTIONS), shown, st.data())
def test_texts_that_take_no_part_make_no_difference_whatever_else_is_missing(words, said, data):
    case = hearing(words, said)
    places = range(len(case.exhibits))
    gone = data.draw(st.sets(st.sampled_from(places)))

    assert case.without(gone) == case.without(gone & {*case.parties})


@settings(max_examples=300)
@given(st.sampled_from(QUESTIONS[:4]), agreeing, st.data())
def test_where_each_voice_would_do_any_of_them_gives_the_answer_alone(words, said, data):
    case = hearing(words, said)
    assume(case.voices)
    kept = data.draw(st.sets(st.sampled_from(case.voices), min_size=1))
    others = {*range(len(case.exhibits))} - {*case.voices}
    gone = {*case.voices} - kept | data.draw(
        st.sets(st.sampled_from([*others])) if others else st.just(set())
    )

    left = case.without(gone)

    assert (left.status, left.values, left.cells) == (
        case.without().status,
        case.without().values,
        case.without().cells,
    )


@given(st.sampled_from(QUESTIONS), shown)
def test_with_all_texts_a_hearing_comes_to_the_assessment(words, said):
    case = hearing(words, said)

    assert case.without() == assess(case.question, case.exhibits)


def test_the_measure_stays_that_of_all_texts():
    # Alone, the weaker match would be heard; among many it is a chance match and stays one.
    noise = [
        ("Gate rules", f"Visitor {n} signs in at gate {n} within 5 hours.", "", ())
        for n in "abcdefghijkl"
    ]
    best = ("Orlo P4 handbook", "Grease the impeller every 200 hours.", "", ())
    case = hearing(QUESTIONS[0], [best, *noise])

    assert case.without().status is Status.ANSWERED
    assert case.without([0]).status is Status.UNSUPPORTED


@pytest.mark.parametrize("sentence", ["Visitors sign in at the gate.", "Seals come in sets."])
def test_a_text_that_says_nothing_on_the_question_takes_no_part(sentence):
    best = ("Orlo P4 handbook", "Grease the impeller every 200 hours.", "", ())
    case = hearing(QUESTIONS[0], [best, ("Gate rules", sentence, "", ())])

    assert case.parties == (0,)


@pytest.mark.parametrize(
    ("words", "title", "sentence", "under"),
    [
        (QUESTIONS[0], "Orlo P4 rules", "Existing pumps keep their greasing interval.", ()),
        (QUESTIONS[0], "Orlo P4 handbook", "The interval is the same as in release 1.", ()),
        (QUESTIONS[0], "Orlo P4 errata", "Instead of 200 hours read 250 hours.", ()),
        (QUESTIONS[0], "Orlo P4 notes", "The rule on greasing the impeller is withdrawn.", ()),
        (QUESTIONS[2], "Orlo P4 rules", "The `x` setting is removed.", ()),
        (
            QUESTIONS[0],
            "Orlo P4 notes",
            "Changed: the impeller is greased more often.",
            ("Orlo 2.1 notes",),
        ),
        (QUESTIONS[3], "Orlo P4 rules", "Grease the impeller, because dry seals leak.", ()),
        (
            "What is the default of `grease_log`?",
            "Orlo P4 notes",
            "The `grease_log` setting is removed.",
            (),
        ),
    ],
)
def test_a_text_takes_part_by_what_it_may_do_to_others(words, title, sentence, under):
    best = ("Orlo P4 handbook", "Grease the impeller every 200 hours.", "", ())
    case = hearing(words, [best, (title, sentence, "2", under)])

    assert 1 in case.parties
