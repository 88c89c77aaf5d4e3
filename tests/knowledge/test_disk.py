"""A disk that is full: a clear error, nothing half written, and everything goes on with room."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cedarprov

LIMITED = """
import json, resource, sys
import cedarprov
from cedarprov.errors import CedarprovError

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

kb = cedarprov.open(sys.argv[1], dense=False)
for path in sys.argv[4:]:
    kb.ingest(path)
limit(int(sys.argv[3]))
said = {"error": ""}
try:
    kb.ingest(sys.argv[2])
except Exception as error:
    said = {"error": type(error).__name__, "said": str(error)}
print(json.dumps(said), flush=True)
"""
WITH_ROOM_AGAIN = (
    LIMITED
    + """
limit(resource.RLIM_INFINITY)
kb.ingest(sys.argv[2])
print(json.dumps({"ok": kb.verify().ok, "versions": kb.info().counts["SourceVersion"]}))
"""
)
CREATE = """
import json, resource, sys
import cedarprov

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    cedarprov.create(sys.argv[1]).close()
    print(json.dumps({"error": ""}))
except Exception as error:
    print(json.dumps({"error": type(error).__name__, "said": str(error)}))
"""
PAPERS = 12
SIZES = [0, 300, 2_000, 8_000, 20_000, 66_000, 150_000, 600_000, 2_000_000]


@pytest.fixture
def papers(write) -> Path:
    words = " ".join(f"word{number}" for number in range(400))
    return write({f"{number}.md": f"# {number}\n\n{number} {words}\n" for number in range(PAPERS)})


@pytest.mark.parametrize("limit", SIZES)
def test_an_ingest_without_room_says_so_and_leaves_a_whole_store(kb, papers, start, limit):
    kb.close()

    said = json.loads(start(LIMITED, kb.path, papers, limit).communicate()[0])

    assert said["error"] in ("", "DiskFull"), said
    with cedarprov.open(kb.path, dense=False) as opened:
        assert opened.verify().ok is not False
        assert opened.sequence in (0, PAPERS)
    with cedarprov.open(kb.path, dense=False) as opened:
        opened.ingest(papers)
        assert opened.info().counts["SourceVersion"] == PAPERS
        assert opened.verify().ok
    assert not list(kb.path.rglob(".unfinished-*"))


@pytest.mark.parametrize("limit", SIZES)
def test_the_same_session_goes_on_once_there_is_room(kb, papers, start, limit):
    kb.close()

    lines = (
        start(WITH_ROOM_AGAIN, kb.path, papers, limit, papers / "0.md")
        .communicate()[0]
        .splitlines()
    )

    first, last = map(json.loads, lines)
    assert first["error"] in ("", "DiskFull"), first
    assert last == {"ok": True, "versions": PAPERS}


@pytest.mark.parametrize("limit", [0, 20, 300, 2_000])
def test_a_store_that_there_is_no_room_to_make_is_refused_as_such(tmp_path, start, limit):
    said = json.loads(start(CREATE, tmp_path / "store", limit).communicate()[0])

    assert said["error"] in ("", "DiskFull"), said
