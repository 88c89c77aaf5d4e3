"""Long and deeply nested input stays within stated memory and processor time, without a traceback.

Each target reads it in a process that may have `MEGABYTES` of address space and `SECONDS` of
processor time: one line, many lines, and the words of its language nested in themselves. A query
is held to its limits by the sandbox, in which it is parsed, and gets less here.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from targets import TARGETS

MEGABYTES = 2048
SECONDS = 300
LENGTH = 30_000
SHORTER = {"sparql": 3000}
PROGRAM = """
import resource, sys

megabytes, seconds, length = map(int, sys.argv[2:])
from targets import TARGETS
from cedarprov.errors import CedarprovError

target = TARGETS[sys.argv[1]]
for seed in target.seeds:  # what is imported lazily is no part of the bound
    try:
        target.run(seed)
    except CedarprovError:
        pass
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
for word in (*target.words, "a", " ", "\\n", "\\r", "9", ".", ",", "1."):
    unit = word.encode("utf-8", "surrogatepass")
    for long in (unit * (length // len(unit)), target.seeds[0] + unit * (length // len(unit))):
        try:
            target.run(long)
        except CedarprovError:
            pass
        except BaseException as error:
            print(f"{word!r}: {type(error).__name__}: {error}"[:500])
print("done")
"""


@pytest.mark.parametrize("name", [name for name in TARGETS if not TARGETS[name].is_slow])
def test_long_and_nested_input_stays_within_memory_and_time(name):
    length = SHORTER.get(name, LENGTH)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, *map(str, (MEGABYTES, SECONDS, length))],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
        env={"PYTHONPATH": ":".join(sys.path)},
    )

    assert done.stdout == "done\n", done.stderr[-2000:]
    assert done.returncode == 0
