"""The command line: it parses, calls the library and prints."""

from cedarprov.cli.application import main

__all__ = ["main"]
