"""Claims asked of a model, over a real connection to a server of our own."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import cedarprov
from cedarprov.errors import BadValue, ChatFailed
from cedarprov.judge.chat import Endpoint
from cedarprov.store.edge_record import ReviewState

pytest.importorskip("openai")

PAPER = "# Pool\n\nThe pool holds up to 20 connections.\nIt waits. It waits. The pool is small.\n"


class Server:
    """Answers every request with what `answer` says: a status and a body."""

    def __init__(self):
        self.asked = []
        self.headers = []
        self.answer = lambda: (200, completion({"claims": []}))
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                length = int(self.headers["Content-Length"])
                server.asked.append(json.loads(self.rfile.read(length)))
                server.headers.append(self.headers)
                status, body = server.answer()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


def completion(content):
    text = content if isinstance(content, str) else json.dumps(content)
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    whole = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    return json.dumps({**whole, "choices": [choice]}).encode()


def quoting(*quotes, **parts):
    return (200, completion({"claims": [{"quote": quote, **parts} for quote in quotes]}))


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("CEDARPROV_CHAT_KEY", "secret-key")
    made = Server()
    yield made
    made.http.shutdown()
    made.http.server_close()


@pytest.fixture
def kb(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "pool.md").write_text(PAPER)
    with cedarprov.create(tmp_path / "store", dense=False) as kb:
        kb.ingest(folder)
        yield kb


def ask(kb, server, **options):
    return kb.infer("claims", base_url=server.url, model="m", **options)


def test_a_quotation_that_is_exact_becomes_an_inferred_claim(kb, server):
    parts = {"about": "Pool", "attribute": "maximum", "value": 20, "unit": "connections"}
    server.answer = lambda: quoting("holds up to 20 connections", statement="20 at most", **parts)

    report = ask(kb, server)

    [claim] = kb.claims()
    assert (report.found, report.new, dict(report.refused)) == (1, 1, {})
    assert (claim.statement, claim.state) == ("20 at most", ReviewState.PENDING)
    assert claim.reading.value == "20"
    assert PAPER[claim.places[0].start : claim.places[0].end] == "holds up to 20 connections"
    assert "model m" in report.plan


def test_quotations_that_are_not_exact_are_refused_and_counted_by_reason(kb, server):
    server.answer = lambda: quoting(
        "holds up to 99 connections", "It waits.", "", "The pool holds ... is small.", "small"
    )

    report = ask(kb, server)

    assert report.refused == {"not found": 1, "ambiguous": 1, "empty": 1, "joined": 1}
    assert [claim.places[0].exact for claim in kb.claims()] == ["small"]


@pytest.mark.parametrize(
    "content",
    ["not JSON", "[]", "{}", '{"claims": 3}', '{"claims": [7]}', '{"claims": [{"quote": null}]}'],
)
def test_an_answer_of_another_form_is_counted(kb, server, content):
    server.answer = lambda: (200, completion(content))

    report = ask(kb, server)

    assert (report.found, report.refused) == (0, {"malformed answer": 1})


def test_what_a_model_names_gets_the_one_form_of_a_name(kb, server):
    parts = {"about": "The ``POOL_SIZE`` setting", "attribute": "Maximum", "value": "20"}
    server.answer = lambda: quoting("20 connections", **parts)

    ask(kb, server)

    [claim] = kb.claims(about="POOL_SIZE")
    assert (claim.reading.about, claim.reading.attribute) == ("pool_size", "maximum")


def test_a_text_that_cannot_be_written_is_no_text(kb, server):
    server.answer = lambda: quoting("small", statement="\ud800", about="\0")

    ask(kb, server)

    [claim] = kb.claims()
    assert (claim.statement, claim.reading) == ("small", None)


def test_an_answer_in_a_fence_is_read(kb, server):
    inner = json.dumps({"claims": [{"quote": "small"}]})
    server.answer = lambda: (200, completion(f"```json\n{inner}\n```"))

    assert ask(kb, server).found == 1


@pytest.mark.parametrize(
    "answer", [(401, b'{"error": {"message": "bad secret-key"}}'), (500, b"{}"), (200, b"<html>")]
)
def test_an_endpoint_that_fails_is_reported_without_the_key(kb, server, answer):
    server.answer = lambda: answer

    with pytest.raises(ChatFailed) as failed:
        ask(kb, server)

    assert server.url in str(failed.value)
    assert "secret-key" not in str(failed.value)
    assert kb.claims() == ()


def test_an_endpoint_that_answers_too_late_is_given_up(kb, server):
    def late():
        time.sleep(0.5)
        return quoting("small")

    server.answer = late

    with pytest.raises(ChatFailed, match="Timeout"):
        ask(kb, server, timeout=0.05)


def test_an_endpoint_that_fails_later_leaves_what_was_read_before(kb, server, tmp_path):
    more = tmp_path / "more"
    more.mkdir()
    (more / "other.md").write_text("The other pool is small too.\n")
    kb.ingest(more)
    answers = iter([quoting("small"), (400, b"{}")])
    server.answer = lambda: next(answers)

    report = ask(kb, server)

    assert (report.found, report.refused) == (1, {"endpoint failed": 1})


def test_what_was_read_is_not_asked_again(kb, server):
    server.answer = lambda: quoting("small")
    ask(kb, server)

    again = ask(kb, server)

    assert (again.found, len(server.asked)) == (0, 1)


def test_no_more_passages_are_asked_about_than_allowed(kb, server, tmp_path):
    more = tmp_path / "more"
    more.mkdir()
    (more / "other.md").write_text("The other pool is small too.\n")
    kb.ingest(more)

    ask(kb, server, passages=1)

    assert len(server.asked) == 1


def test_the_key_goes_to_the_endpoint_and_nowhere_else(kb, server):
    server.answer = lambda: quoting("small")

    report = ask(kb, server)

    assert server.headers[0]["Authorization"] == "Bearer secret-key"
    assert "secret-key" not in repr(report)
    assert b"secret-key" not in kb.export("nquads")


def test_half_an_endpoint_is_refused(kb):
    with pytest.raises(BadValue, match="an address and a model"):
        kb.infer("claims", model="m")
    with pytest.raises(BadValue, match="base_url"):
        Endpoint(base_url="file:///etc/passwd", model="m")
