#!/usr/bin/env python3
"""Take the three Cedar documents into a new store and ask their five questions.

What is shown is what you would type, and what you would see.
The exit code is 1 if an answer has not the status that data/cedar/questions.toml expects.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
CEDAR: Final = ROOT / "data" / "cedar"
PROGRAM: Final = Path(sysconfig.get_path("scripts")) / "cedarprov"


def main() -> int:
    """Run the demonstration in a folder of its own, which is removed afterwards."""
    questions = tomllib.loads((CEDAR / "questions.toml").read_text(encoding="utf-8"))["question"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cedar").symlink_to(CEDAR)
        run(folder, "init", "my-store")
        run(folder, "ingest", "my-store", "cedar", "--manifest", "cedar/manifest.toml")
        wrong = [question for question in questions if not is_answered(folder, question)]
    for question in wrong:
        print(f"not as expected: {question['words']} {' '.join(question['scope'])}")
    return 1 if wrong else 0


def is_answered(folder: str, question: dict[str, Any]) -> bool:
    """Ask one question and tell whether the answer has a status that is expected."""
    scope = [part for condition in question["scope"] for part in ("--scope", condition)]
    printed = run(folder, "ask", "my-store", question["words"], *scope)
    expected = (question["status"], *question.get("accept", ()))
    return printed.partition(":")[0] in expected


def run(folder: str, *arguments: str) -> str:
    """Run a command in a folder, show it with what it prints, and return that."""
    print(f"$ {shlex.join(['cedarprov', *arguments])}", flush=True)
    done = subprocess.run(
        [PROGRAM, *arguments], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    print(done.stdout, flush=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
