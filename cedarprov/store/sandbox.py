"""Users' own SPARQL, run in a process of its own that is killed at its limits.

Oxigraph has no time limit and cannot be kept off the network from Python. So the query is parsed,
judged and answered by a worker that reads a checkpoint and nothing else: it is killed at the
deadline, which frees the processor, and it dies with its parent. The guard (`cedarprov.rdf.guard`)
runs in the worker too, since parsing also takes time. Where the system allows it (Linux with user
namespaces) the worker has no network to reach.
"""

from __future__ import annotations

import io
import json
import math
import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, cast

from cedarprov.errors import (
    BadQuery,
    BadValue,
    CedarprovError,
    ForbiddenQuery,
    NotAStore,
    QueryTimeout,
    QueryTooLarge,
    TooManyRows,
)
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.guard import QueryForm, ReadQuery, check_read_only
from cedarprov.store.result import QueryResult

if TYPE_CHECKING:
    from pyoxigraph import Store

_WORK: Final = "from cedarprov.store.sandbox import work; work()"
_MEBIBYTE: Final = 1 << 20
_LONGEST: Final = 86_400  # a day; timers of the system overflow far beyond
_MEMORY_SIGNALS: Final = {signal.SIGABRT, signal.SIGKILL, signal.SIGSEGV, signal.SIGBUS}
_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000
_PR_SET_PDEATHSIG: Final = 1


class Limits(Frozen):
    """How far one query may go: wall-clock seconds, rows or triples, and MiB of address space.

    The result itself may take a quarter of the memory.
    """

    seconds: float = 30.0
    rows: int = 100_000
    megabytes: int = 4096

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= _LONGEST:
            raise BadValue("seconds", self.seconds, f"more than 0, and {_LONGEST} at most")
        for name in ("rows", "megabytes"):
            if getattr(self, name) < 1:
                raise BadValue(name, getattr(self, name), "1 or more")


def answer(
    store: Path,
    query: str,
    *,
    limits: Limits | None = None,
    union: bool = True,
    quoted: str = "",
) -> QueryResult:
    """Return the whole result of `query` on the Oxigraph store in the folder `store`.

    The folder must not be written meanwhile: give that of a leased checkpoint. With `union` the
    default graph is all graphs together, unless the query has a FROM clause; a triple that stands
    in several graphs is then found several times, so ask for DISTINCT ones. `quoted` is the IRI of
    a text of N-Quads in the store: the query is then answered from these, and from nothing else.

    Raises:
        ForbiddenQuery: The query would write or reach out.
        BadQuery: It is not SPARQL 1.1, or failed while it was answered.
        QueryTimeout: It did not end in time.
        TooManyRows: Its result has more rows or triples than allowed.
        QueryTooLarge: It took, or gave, more bytes than allowed.
        NotAStore: The folder cannot be opened.
    """
    limits = limits or Limits()
    request = {
        "store": str(store),
        "query": query,
        "union": union,
        "quoted": quoted,
        "seconds": limits.seconds,
        "rows": limits.rows,
        "megabytes": limits.megabytes,
    }
    payload, notes, code = _run(json.dumps(request).encode(), limits)
    report = _report(notes)
    if code == 0 and "form" in report:
        return QueryResult(form=QueryForm(report["form"]), payload=payload)
    raise _failure(report, code, limits)


def _run(request: bytes, limits: Limits) -> tuple[bytes, bytes, int]:
    worker = subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, "-P", "-c", _WORK],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
    )
    try:
        payload, notes = worker.communicate(request, timeout=limits.seconds)
    except subprocess.TimeoutExpired:
        raise QueryTimeout(limits.seconds) from None
    finally:
        # Whatever happened, an interrupt included, no worker is left behind.
        worker.kill()
        with worker:
            pass
    return payload, notes, worker.returncode


def _environment() -> dict[str, str]:
    # What finds Python and its modules, and nothing else: no proxy, no credentials.
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    libraries = os.environ.get("LD_LIBRARY_PATH")
    kept = {"LD_LIBRARY_PATH": libraries} if libraries else {}
    return {"PYTHONPATH": path, "PYTHONUTF8": "1", **kept}


def _report(notes: bytes) -> dict[str, Any]:
    with suppress(ValueError, IndexError):
        return cast("dict[str, Any]", json.loads(notes.splitlines()[-1]))
    return {}


def _failure(report: dict[str, Any], code: int, limits: Limits) -> CedarprovError:
    if -code == signal.SIGXCPU:
        return QueryTimeout(limits.seconds)
    if "error" in report:
        evidence = report["evidence"]
        if "path" in evidence:
            evidence["path"] = Path(evidence["path"])
        return _REBUILT[report["error"]](**evidence)
    if -code in _MEMORY_SIGNALS:
        return QueryTooLarge(limits.megabytes, "the query ran out of memory")
    return BadQuery(f"the process that answered it ended with code {code}")


_REBUILT: Final = {
    error.__name__: error
    for error in (BadQuery, ForbiddenQuery, NotAStore, QueryTooLarge, TooManyRows)
}


# -- within the worker ----------------------------------------------------------------------------


def work() -> None:
    """Answer the one request on standard input: the entry point of the worker process."""
    _cut_off()
    request = json.loads(sys.stdin.buffer.read())
    _limit(request["seconds"], request["megabytes"])
    try:
        form = _answer(request, sys.stdout.buffer)
    except CedarprovError as error:
        report: dict[str, Any] = {"error": type(error).__name__, "evidence": vars(error)}
    except MemoryError:
        evidence = {"megabytes": request["megabytes"], "why": "the query ran out of memory"}
        report = {"error": "QueryTooLarge", "evidence": evidence}
    else:
        report = {"form": form}
    sys.stdout.buffer.flush()
    sys.stderr.write("\n" + json.dumps(report, default=str))
    sys.stderr.flush()
    os._exit(int("error" in report))


def _cut_off() -> bool:
    """Ask to be killed when the parent dies, and tell whether the network could be left."""
    import ctypes  # noqa: PLC0415 - the worker alone needs it

    try:
        libc = ctypes.CDLL(None)
        left = bool(libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        # Neither is there outside Linux.
        return False
    return left


def _limit(seconds: float, megabytes: int) -> None:
    # The parent kills at the deadline; should it be dead itself, the kernel does.
    processor = math.ceil(seconds) + 1
    limits = {resource.RLIMIT_CPU: processor, resource.RLIMIT_AS: megabytes * _MEBIBYTE}
    for kind, limit in limits.items():
        # The system may hold this process to less already, or know no such limit.
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))


def _answer(request: dict[str, Any], output: IO[bytes]) -> QueryForm:
    kind = check_read_only(request["query"])
    meter = _Meter(
        output,
        rows=request["rows"],
        # The table of a SELECT query has one line more than rows, its head.
        head=int(kind.form is QueryForm.SELECT),
        megabytes=request["megabytes"] // 4,
    )
    _write(request, kind, cast("IO[bytes]", meter))
    return kind.form


def _write(request: dict[str, Any], kind: ReadQuery, output: IO[bytes]) -> None:
    from pyoxigraph import (  # noqa: PLC0415 - after the limits are set
        QueryResultsFormat,
        QuerySolutions,
        QueryTriples,
        RdfFormat,
        Store,
    )

    try:
        store = Store.read_only(request["store"])
        if request["quoted"]:
            store = _quoted(store, request["quoted"])
    except OSError as error:
        raise NotAStore(Path(request["store"]), str(error)) from None
    union = request["union"] and not kind.dataset
    try:
        found = store.query(request["query"], use_default_graph_as_union=union)
        if isinstance(found, QueryTriples):
            found.serialize(output, format=RdfFormat.N_TRIPLES)
        elif isinstance(found, QuerySolutions):
            found.serialize(output, format=QueryResultsFormat.TSV)
        else:
            found.serialize(output, format=QueryResultsFormat.JSON)
    except (SyntaxError, RuntimeError, ValueError, OSError) as error:
        raise BadQuery(str(error)) from None


def _quoted(store: Store, text: str) -> Store:
    """Return a store in memory that holds the statements of a text."""
    from pyoxigraph import Literal, NamedNode, RdfFormat, Store  # noqa: PLC0415

    apart = Store()
    for quad in store.quads_for_pattern(NamedNode(text), v.TEXT, None, None):
        if isinstance(quad.object, Literal):
            apart.load(quad.object.value.encode(), format=RdfFormat.N_QUADS)
    return apart


class _Meter(io.RawIOBase):
    """A pipe that counts the lines and bytes of a result, and refuses to go on at its limits.

    TSV and N-Triples escape line breaks within terms, so that a line is a row.
    """

    def __init__(self, output: IO[bytes], *, rows: int, head: int, megabytes: int) -> None:
        self.output, self.rows, self.megabytes = output, rows, megabytes
        self.lines, self.bytes = -head, 0

    def writable(self) -> bool:
        return True

    def write(self, written: Any, /) -> int:  # noqa: ANN401 - any buffer, as its parent has it
        self.lines += bytes(written).count(b"\n")
        self.bytes += len(written)
        if self.lines > self.rows:
            raise TooManyRows(self.rows)
        if self.bytes > self.megabytes * _MEBIBYTE:
            raise QueryTooLarge(self.megabytes, "the result is too long")
        self.output.write(written)
        return len(written)
