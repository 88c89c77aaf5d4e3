"""A language model as a policy, over a real connection to a server of our own."""

from __future__ import annotations

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import ChatFailed
from cedarprov.evaluate.graphecho.chat import by_asking, by_chat
from cedarprov.evaluate.graphecho.claim import claims
from cedarprov.evaluate.graphecho.condition import instance
from cedarprov.evaluate.graphecho.environment import (
    Judgement,
    Malformed,
    Stop,
    Walk,
    judged,
    walked,
)
from cedarprov.evaluate.graphecho.graph import graph
from cedarprov.evaluate.graphecho.mitigation import INSTRUCTION, Mitigation, true_labelling
from cedarprov.evaluate.graphecho.reply import parsed
from cedarprov.evaluate.graphecho.verdict import Verdict
from cedarprov.judge.chat import Endpoint

CLAIM = claims(most=1)[0]
STOP = {
    "action": "stop",
    "verdict": "MIXED",
    "confidence": 0.5,
    "supporting": 1,
    "refuting": 1,
    "cited": ["n1"],
    "rationale": "One of each.",
}


def laid(condition="C2", mitigation=Mitigation.M0):
    shown = instance(CLAIM, condition)
    return graph(shown, true_labelling(shown), mitigation=mitigation)


def texts_of(made, *replies):
    """Return what a policy is shown while it gives some replies."""
    asked, waiting = [], iter(replies)

    def ask(_, text):
        asked.append(text)
        return next(waiting)

    walked(made, by_asking(ask))
    return asked


class Model(ThreadingHTTPServer):
    """Walks to the first neighbour that it did not visit, and judges once it cannot walk."""

    def __init__(self, status=200):
        self.asked = []
        self.status = status
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.endpoint = Endpoint(base_url=f"http://127.0.0.1:{self.server_port}/v1", model="m")

    def reply(self, text):
        fresh = re.search(r"^- (n\d+): (?!.*, visited$)", text, re.MULTILINE)
        return {"action": "walk", "node": fresh[1]} if fresh else STOP


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        content = json.dumps(self.server.reply(asked["messages"][1]["content"]))
        choice = {"index": 0, "message": {"role": "assistant", "content": content}}
        body = json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def model():
    pytest.importorskip("openai")
    made = Model()
    yield made
    made.shutdown()
    made.server_close()


def test_a_model_walks_over_a_connection_and_judges_when_the_budget_is_used(model):
    trace = walked(laid("C3"), by_chat(model.endpoint), budget=3)

    assert len(trace.steps) == 3
    assert trace.judgement.verdict is Verdict.MIXED
    assert trace.judgement.cited == ("n1",)
    assert [each["temperature"] for each in model.asked] == [0, 0, 0, 0]


def test_a_model_judges_all_evidence_at_once_without_a_walk(model):
    said = judged(laid(), by_chat(model.endpoint))

    assert said.supporting == 1
    assert "You cannot walk any more" in model.asked[0]["messages"][1]["content"]


def test_an_endpoint_that_fails_is_no_wrong_answer(model):
    model.status = 404
    with pytest.raises(ChatFailed):
        walked(laid(), by_chat(model.endpoint))


@pytest.mark.parametrize("mitigation", Mitigation)
def test_a_prompt_shows_what_the_mitigation_shows(mitigation):
    walk = json.dumps({"action": "walk", "node": "n1"})
    _, after = texts_of(laid("C2", mitigation), walk, json.dumps(STOP))

    assert (", origin syn-" in after) is mitigation.shows_labels
    assert (INSTRUCTION in after) is (mitigation is Mitigation.M2)
    assert (", 5 paths" in after) is (mitigation is Mitigation.M3)
    assert "n1 (observation" in after


def test_what_a_neighbour_says_is_not_shown_before_it_is_visited():
    made = laid("C1")
    (before,) = texts_of(made, json.dumps(STOP))

    for node in made.nodes.values():
        if node.bears_evidence:
            assert node.content not in before
    assert "SUPPORT" not in before
    assert "REFUTE" not in before


def test_a_well_formed_reply_is_read():
    assert parsed('{"action": "walk", "node": "n9"}') == Walk("n9")
    judgement = Judgement(
        verdict=Verdict.MIXED,
        confidence=0.5,
        supporting=1,
        refuting=1,
        cited=("n1",),
        rationale="One of each.",
    )
    assert parsed(json.dumps(STOP)) == Stop(judgement)
    assert parsed(f"```json\n{json.dumps(STOP)}\n```") == Stop(judgement)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "walk n1",
        "[]",
        "3",
        '{"action": "walk"}',
        '{"action": "walk", "node": 1}',
        '{"action": "walk", "node": "n1", "why": "near"}',
        '{"action": "run", "node": "n1"}',
        'Sure: {"action": "walk", "node": "n1"}',
        '{"action": "walk", "node": "n1"} {"action": "walk", "node": "n2"}',
        json.dumps({**STOP, "verdict": "mixed"}),
        json.dumps({**STOP, "confidence": 1.01}),
        json.dumps({**STOP, "confidence": float("nan")}),
        json.dumps({**STOP, "confidence": "0.5"}),
        json.dumps({**STOP, "supporting": -1}),
        json.dumps({**STOP, "supporting": True}),
        json.dumps({**STOP, "refuting": 1.5}),
        json.dumps({**STOP, "cited": "n1"}),
        json.dumps({name: value for name, value in STOP.items() if name != "rationale"}),
        json.dumps({**STOP, "mood": "good"}),
        "[" * 100_000,
    ],
)
def test_a_reply_of_any_other_form_is_malformed(reply):
    assert parsed(reply) == Malformed(reply)


@given(st.text())
def test_no_reply_is_an_error(reply):
    assert isinstance(parsed(reply), Walk | Stop | Malformed)


def test_a_malformed_reply_ends_the_walk_without_a_judgement():
    walk = json.dumps({"action": "walk", "node": "n1"})
    replies = iter((walk, "I would stop here."))
    trace = walked(laid(), by_asking(lambda *_: next(replies)))

    assert len(trace.steps) == 1
    assert trace.judgement is None
