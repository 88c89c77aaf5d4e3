"""Single keys from a terminal, or lines from a pipe that stand for them."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Final, Protocol

import typer

from cedarprov.cli.output import say
from cedarprov.model.frozen import Frozen

_ESCAPE: Final = "\x1b"


class Key(Frozen):
    """A key that was pressed, and the words that came with it."""

    key: str
    words: str = ""


class Keys(Protocol):
    """Where keys come from."""

    def press(self) -> Key:
        """Wait for a key and return it.

        Raises:
            EOFError: There are no more.
            KeyboardInterrupt: It was Control-C.
        """
        ...

    def words(self, prompt: str) -> str:
        """Ask for a line of words; it is empty where none are given."""
        ...


class Terminal:
    """The keyboard itself.

    What was typed before a key is asked for is thrown away, so that nobody decides on a record
    before it is shown.
    """

    def press(self) -> Key:
        """Wait for a key; keys such as arrows are none."""
        typed = typer.getchar()
        return Key(key="" if typed.startswith(_ESCAPE) else typed[:1])

    def words(self, prompt: str) -> str:
        """Ask for a line, with what the terminal offers to edit it."""
        print(prompt, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip()


class Lines:
    """A pipe or file: each line is a key and, after a blank, words."""

    def press(self) -> Key:
        """Return the key of the next line that is not blank."""
        for line in sys.stdin:
            if line.strip():
                key, _, words = line.strip().partition(" ")
                return Key(key=key, words=words.strip())
        raise EOFError

    def words(self, prompt: str) -> str:
        """Return the next line."""
        say(prompt)
        return sys.stdin.readline().strip()


def keys() -> Keys:
    """Return where keys come from."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are no reason to stop
    return Terminal() if sys.stdin.isatty() else Lines()
