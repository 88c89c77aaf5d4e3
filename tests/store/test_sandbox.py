"""Users' SPARQL is answered whole, or stopped at a limit that is named; nothing is left behind."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, QueryResultsFormat, RdfFormat, Store

from cedarprov.errors import (
    BadQuery,
    BadValue,
    ForbiddenQuery,
    NotAStore,
    QueryTimeout,
    QueryTooLarge,
    TooManyRows,
    WrongResultForm,
)
from cedarprov.rdf.guard import QueryForm
from cedarprov.store.checkpoint import Checkpoints
from cedarprov.store.result import QueryResult
from cedarprov.store.sandbox import Limits, answer

P = NamedNode("urn:p")
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h . ?i ?t ?j }"
ANSWER = """
import sys, pathlib
from cedarprov.store.sandbox import answer
print("asking", flush=True)
answer(pathlib.Path(sys.argv[1]), sys.argv[2])
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sandbox")
    store = Store(str(folder / "store"))
    store.extend(
        Quad(NamedNode(f"urn:s{n}"), P, Literal(n), NamedNode(f"urn:g{n % 2}")) for n in range(100)
    )
    store.add(Quad(NamedNode("urn:t"), NamedNode("urn:q"), Literal("a\tb\nc", language="en")))
    return Checkpoints(folder / "checkpoints").publish(store, 1).store


def children():
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in listed.stdout.splitlines() if "sandbox" in line]


def test_select_gives_terms_records_csv_and_json(store):
    result = answer(store, "SELECT ?s ?n ?no { ?s <urn:p> ?n FILTER(?n < 2) } ORDER BY ?n")

    assert result.form is QueryForm.SELECT
    assert result.variables == ("s", "n", "no")
    assert result.rows == [
        (NamedNode("urn:s0"), Literal(0), None),
        (NamedNode("urn:s1"), Literal(1), None),
    ]
    assert result.records[1] == {"s": "urn:s1", "n": 1, "no": None}
    assert result.to_csv() == "s,n,no\r\nurn:s0,0,\r\nurn:s1,1,\r\n"
    assert len(json.loads(result.to_json())["results"]["bindings"]) == 2


def test_ask_gives_a_boolean_and_json(store):
    result = answer(store, "ASK { <urn:s1> <urn:p> 1 }")

    assert result.boolean is True
    assert json.loads(result.to_json())["boolean"] is True


@pytest.mark.parametrize("query", ["CONSTRUCT WHERE { <urn:t> ?p ?o }", "DESCRIBE <urn:t>"])
def test_construct_and_describe_give_triples_and_turtle(store, query):
    result = answer(store, query)

    assert [str(each.object) for each in result.triples] == ['"a\\tb\\nc"@en']
    assert result.to_turtle() == '<urn:t> <urn:q> "a\\tb\\nc"@en .\n'


def test_a_form_that_the_query_does_not_give_is_refused(store):
    ask, select = answer(store, "ASK {}"), answer(store, "SELECT * {}")

    for wrong in (ask.to_csv, ask.to_turtle, select.to_turtle, lambda: select.boolean):
        with pytest.raises(WrongResultForm):
            wrong()
    with pytest.raises(WrongResultForm, match="ASK"):
        _ = ask.rows


@given(
    st.one_of(
        st.text(st.characters(exclude_categories=["Cs"])).map(Literal),
        st.builds(
            Literal,
            st.text(st.characters(exclude_categories=["Cs"])),
            language=st.sampled_from(["en", "de"]),
        ),
        st.one_of(st.integers(-(2**62), 2**62), st.floats(allow_nan=False), st.booleans()).map(
            Literal
        ),
    )
)
def test_any_term_is_read_back_from_the_table_it_was_sent_in(term):
    store = Store()
    store.add(Quad(P, P, term))
    query = "SELECT ?o { ?s ?p ?o }"
    [[kept]] = store.query(query)

    payload = store.query(query).serialize(format=QueryResultsFormat.TSV)

    assert QueryResult(form=QueryForm.SELECT, payload=payload).rows == [(kept,)]
    assert payload.count(b"\n") == 2


@given(st.text(st.characters(exclude_categories=["Cs"])).map(Literal))
def test_a_triple_is_one_line_whatever_its_text(term):
    store = Store()
    store.add(Quad(P, P, term))

    payload = store.query("CONSTRUCT WHERE { ?s ?p ?o }").serialize(format=RdfFormat.N_TRIPLES)

    assert payload.count(b"\n") == 1
    assert QueryResult(form=QueryForm.CONSTRUCT, payload=payload).triples[0].object == term


def test_the_default_graph_is_all_graphs_unless_the_query_names_its_own(store):
    count = "SELECT (COUNT(*) AS ?n) {} { ?s <urn:p> ?o }"

    def counted(query, **options):
        return answer(store, query, **options).records[0]["n"]

    assert counted(count.replace("{}", "")) == 100
    assert counted(count.replace("{}", ""), union=False) == 0
    assert counted(count.replace("{}", "FROM <urn:g1>")) == 50


@pytest.mark.parametrize("rows", [99, 100])
@pytest.mark.parametrize(
    "query", ["SELECT * { ?s <urn:p> ?o }", "CONSTRUCT WHERE { ?s <urn:p> ?o }"]
)
def test_a_result_is_whole_or_an_error_that_names_the_row_limit(store, query, rows):
    limits = Limits(rows=rows)

    if rows == 100:
        assert answer(store, query, limits=limits).payload.count(b"urn:s") == 100
        return
    with pytest.raises(TooManyRows, match="99") as caught:
        answer(store, query, limits=limits)

    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    "limit",
    [
        *({"seconds": seconds} for seconds in (0, -1, math.nan, math.inf)),
        *({"rows": 0}, {"megabytes": 0}),
    ],
    ids=str,
)
def test_a_limit_that_limits_nothing_or_everything_is_refused(limit):
    with pytest.raises(BadValue, match=next(iter(limit))):
        Limits(**limit)


def test_the_time_limit_ends_the_worker_and_frees_the_processor(store):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    with pytest.raises(QueryTimeout, match=r"1\.5 s"):
        answer(store, ENDLESS, limits=Limits(seconds=1.5))

    # The worker's own processor limit, which is for a parent that died, would be 3 s.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 2.5
    assert children() == []


def test_a_query_that_only_takes_long_to_parse_is_stopped_too(store):
    query = "SELECT * { FILTER(1" + " + 1" * 100_000 + " > 0) }"

    with pytest.raises(QueryTimeout):
        answer(store, query, limits=Limits(seconds=1.5))

    assert children() == []


def test_the_memory_limit_ends_the_worker(store):
    long = f'BIND(CONCAT(STR(?a), "{"x" * 1000}") AS ?x)'
    query = f"SELECT (GROUP_CONCAT(?x) AS ?all) {{ ?a ?p ?b . ?c ?q ?d . ?e ?r ?f {long} }}"

    with pytest.raises(QueryTooLarge, match="512 MiB"):
        answer(store, query, limits=Limits(megabytes=512))


def test_a_result_that_is_long_in_few_rows_is_stopped(store):
    doubled = "".join(f"BIND(CONCAT(?x{n}, ?x{n}) AS ?x{n + 1}) " for n in range(21))
    query = f'SELECT ?s ?x21 {{ ?s <urn:p> ?o BIND("0123456789" AS ?x0) {doubled} }}'

    with pytest.raises(QueryTooLarge, match="too long"):
        answer(store, query, limits=Limits(megabytes=800))


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("SELECT * { SERVICE <http://localhost:9/> { ?s ?p ?o } }", ForbiddenQuery),
        ("LOAD <http://localhost:9/>", ForbiddenQuery),
        ("INSERT DATA { <urn:a> <urn:b> <urn:c> }", ForbiddenQuery),
        ("SELECT * {", BadQuery),
        ("SELECT (1 AS ?x) (2 AS ?x) {}", BadQuery),
        ("SELECT * { ?s unknown:p ?o }", BadQuery),
        ("SELECT * { ?s ?p '\ud800' }", BadQuery),
    ],
)
def test_what_is_not_a_harmless_query_is_refused_as_such(store, query, error):
    with pytest.raises(error):
        answer(store, query)


def test_a_folder_that_is_no_store_is_named(tmp_path):
    with pytest.raises(NotAStore, match=str(tmp_path)):
        answer(tmp_path / "nothing", "ASK {}")


def test_nothing_is_called_even_if_the_guard_let_a_service_through():
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(1.0)
        port = server.getsockname()[1]
        query = f"SELECT * {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}"
        code = (
            "import sys, pyoxigraph; from cedarprov.store import sandbox\n"
            "if not sandbox._cut_off(): sys.exit('no namespaces')\n"
            "try: print(list(pyoxigraph.Store().query(sys.argv[1])))\n"
            "except OSError as error: print('cut off', error)"
        )
        worker = subprocess.Popen(
            [sys.executable, "-c", code, query],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with pytest.raises(TimeoutError):
            server.accept()
        written, refused = worker.communicate(timeout=30)

    if "no namespaces" in refused:
        pytest.skip("this system lets no user leave the network")
    assert "cut off" in written


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_or_killed_caller_leaves_no_worker_behind(store, end):
    caller = subprocess.Popen(
        [sys.executable, "-c", ANSWER, str(store), ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert caller.stdout
    caller.stdout.readline()
    worker = awaited(lambda: running(caller.pid))
    time.sleep(1)

    caller.send_signal(end)
    caller.communicate()

    assert awaited(lambda: not alive(worker))


def running(parent):
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False
    )
    return int(listed.stdout.split()[0]) if listed.stdout.strip() else None


def alive(pid):
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return listed.stdout.strip()[:1] not in {"", "Z"}


def awaited(condition):
    for _ in range(200):
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(condition)


@pytest.fixture(scope="module")
def ring(shared, tmp_path_factory):
    case = shared / "cases" / "S15"
    folder = tmp_path_factory.mktemp("ring")
    triples = subprocess.run(
        [sys.executable, str(case / "make.py")], capture_output=True, check=True
    ).stdout
    store = Store(str(folder / "store"))
    store.load(triples, format=RdfFormat.N_TRIPLES)
    return case, Checkpoints(folder / "checkpoints").publish(store, 1).store


@pytest.mark.parametrize(
    ("name", "ends"), [("q1", QueryTimeout), ("q2", None), ("q3", (QueryTimeout, TooManyRows))]
)
def test_a_query_that_never_ends_is_stopped_and_the_next_one_answers(ring, name, ends):
    case, store = ring
    query = (case / f"{name}.rq").read_text(encoding="utf-8")
    limits = Limits(seconds=json.loads((case / "expect.json").read_text())["time_limit_s"])

    if ends is None:
        assert len(answer(store, query, limits=limits).rows) == 5
        return
    with pytest.raises(ends):
        answer(store, query, limits=limits)

    assert children() == []
    assert answer(store, "ASK { ?s ?p ?o }").boolean


def test_queries_in_many_threads_do_not_disturb_one_another(store):
    found = []

    def ask(n):
        found.append(
            answer(store, f"SELECT ?s {{ ?s <urn:p> {n} }}").records == [{"s": f"urn:s{n}"}]
        )

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [True] * 4
