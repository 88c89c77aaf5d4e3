"""How many origins would have to go for an answer to change, in a store."""

from __future__ import annotations

from itertools import combinations

import pytest

from cedarprov.errors import BadReceipt
from cedarprov.model.answer import Interval, Status
from cedarprov.model.edge import Agent, AgentKind
from cedarprov.retrieve.receipt import to_json

ANNA = Agent(name="Anna")
ASKED = "What is the timeout of the gateway?"
SAID = "The timeout of the gateway is 30 s"


def files(count: int, **more: str) -> dict[str, str]:
    # Every text is another one: the same text would be the same origin.
    same = {f"n{n}.md": f"{SAID} in hall {'ABCDEF'[n]}.\n" for n in range(count)}
    return same | {f"{name}.md": text for name, text in more.items()}


def apart(kb) -> dict[str, str]:
    return {source.name: source.name for source in kb.sources()}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_as_many_origins_as_say_it_alone_must_go_before_an_answer_changes(kb, write, count):
    kb.ingest(write(files(count)))
    answer = kb.ask(ASKED)
    assert answer.assessment.values == ("30 s",)

    found = kb.fragility(answer, possible=apart(kb))

    assert found.size == Interval(low=count, high=count)
    assert found.is_exact
    assert found.status is Status.UNSUPPORTED
    assert len(found.removed) == count


def test_forty_origins_that_agree_must_all_go_and_none_is_tried_in_vain(kb, write):
    halls = {f"n{n}.md": f"{SAID} in hall number {n}.\n" for n in range(40)}
    kb.ingest(write(halls))
    answer = kb.ask(ASKED)

    found = kb.fragility(answer, possible=apart(kb))

    assert found.size == Interval(low=40, high=40)
    assert found.is_exact
    assert found.judgements < 100


def test_the_size_is_that_of_the_smallest_set_of_sources_that_can_be_withdrawn(kb, write):
    kb.ingest(write(files(2, x="The timeout of the gateway is 10 s.\n")))
    answer = kb.ask(ASKED)
    assert answer.status is Status.CONFLICT

    found = kb.fragility(answer, possible=apart(kb))

    names = [source.name for source in kb.sources()]
    iris = {source.name: source.iri for source in kb.sources()}
    changing = []
    for size in range(1, len(names) + 1):
        for chosen in combinations(names, size):
            undo = [kb.withdraw(iris[name], by=ANNA) for name in chosen]
            again = kb.ask(ASKED)
            if (again.status, again.assessment.values) != (
                answer.status,
                answer.assessment.values,
            ):
                changing.append(size)
            for withdrawal in undo:
                kb.review(withdrawal, "rejected", reviewer=ANNA)
    assert found.size == Interval(low=min(changing), high=min(changing))
    assert found.status is Status.ANSWERED
    assert found.values == ("30 s",)


def test_it_is_an_interval_where_an_origin_is_not_known(kb, write):
    kb.ingest(write(files(3)))
    answer = kb.ask(ASKED)
    names = sorted(apart(kb))

    apart_on_record = kb.fragility(answer)
    one, other, *_ = [item.passages[0] for item in answer.receipt.candidates]
    machine = Agent(name="matcher", kind=AgentKind.SOFTWARE, version="1")
    kb.edge(one, "duplicates", other, evidence="alike", agent=machine, plan="likeness")
    doubtful = kb.fragility(kb.ask(ASKED))
    linked = kb.fragility(answer, possible={names[0]: "one", names[1]: "one"})
    certain = kb.fragility(answer, certain={names[0]: "one", names[1]: "one"}, possible={})

    assert apart_on_record.size == apart_on_record.origins == Interval(low=3, high=3)
    assert doubtful.size == doubtful.origins == Interval(low=2, high=3)
    assert (linked.size, linked.origins) == (Interval(low=2, high=3), Interval(low=2, high=3))
    assert (certain.size, certain.origins) == (Interval(low=2, high=2), Interval(low=2, high=2))


def test_sources_with_the_same_text_are_one_origin(kb, write):
    kb.ingest(write({"a.md": f"{SAID}.\n", "b.md": f"{SAID}.\n"}))

    found = kb.fragility(kb.ask(ASKED))

    assert found.size == Interval(low=1, high=1)
    assert len(found.removed[0]) == 2


def test_a_ceiling_gives_bounds_and_says_so(kb, write):
    others = {c: f"The timeout of the gateway is 10 s in yard {c.upper()}.\n" for c in "xyz"}
    kb.ingest(write(files(3, **others)))

    found = kb.fragility(kb.ask(ASKED), possible=apart(kb), ceiling=5)

    assert not found.is_exact
    assert found.size == Interval(low=1, high=3)


def test_what_nothing_supports_nothing_can_take_away(kb, write):
    kb.ingest(write({"a.md": "The valve is red.\n"}))

    found = kb.fragility(kb.ask("Who wrote the song of the sea?"))

    assert found.size is None
    assert found.is_exact


def test_a_receipt_is_as_fragile_as_its_answer_was_on_its_state(kb, write):
    kb.ingest(write(files(2)))
    receipt = to_json(kb.ask(ASKED).receipt)
    kb.withdraw(kb.sources()[0].iri, by=ANNA)

    assert kb.fragility(receipt, possible=apart(kb)).size == Interval(low=2, high=2)
    assert kb.fragility(kb.ask(ASKED), possible=apart(kb)).size == Interval(low=1, high=1)
    with pytest.raises(BadReceipt):
        kb.fragility({"format": 0})
