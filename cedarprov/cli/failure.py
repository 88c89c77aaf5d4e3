"""What a user sees when something goes wrong: one sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any, Final

import typer
from typer.core import TyperGroup

from cedarprov.cli.output import say
from cedarprov.errors import CedarprovError

DONE: Final = 0
FAULTS_FOUND: Final = 1
WRONG_USE: Final = 2
LIMITED: Final = 3
NOTHING_CHECKED: Final = 5
INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141


class Guarded(TyperGroup):
    """The group of all commands: each returns its exit code, and every failure is explained."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer has its own
        """Run the command that was asked for and end with its exit code."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            code = OUTPUT_CLOSED
        except KeyboardInterrupt:
            say("cedarprov: interrupted; what was committed before is whole")
            code = INTERRUPTED
        except (CedarprovError, OSError) as error:
            _trace_if_asked()
            say(f"cedarprov: {sentence(error)}")
            code = error.exit_code if isinstance(error, CedarprovError) else WRONG_USE
        except (typer.Exit, typer.Abort, typer.TyperException):
            raise
        except Exception as error:  # noqa: BLE001 - a user never meets a traceback
            _trace_if_asked()
            say(f"cedarprov: {fault(error)}")
            code = WRONG_USE
        raise typer.Exit(code or DONE)


def sentence(error: CedarprovError | OSError) -> str:
    """Return what happened, to what, and what to do."""
    if isinstance(error, CedarprovError):
        return str(error)
    from cedarprov.store.room import is_full  # noqa: PLC0415 - only a failure needs it

    name = f"{error.filename}" if error.filename is not None else "a file"
    why = error.strerror or type(error).__name__
    if is_full(error):
        return f"{name} could not be written ({why}); free some space, then run the command again"
    return f"{name} could not be used ({why}); correct the path or its permissions"


def fault(error: Exception) -> str:
    """Return what is said of an error that nobody foresaw."""
    return (
        f"this is a fault of cedarprov ({type(error).__name__}: {error}); "
        "run the command again with CEDARPROV_DEBUG=1 for the traceback and report it"
    )


def _drop_output() -> None:
    """Let what nobody reads go nowhere, or Python would try to write it again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _trace_if_asked() -> None:
    if os.environ.get("CEDARPROV_DEBUG"):
        import traceback  # noqa: PLC0415 - never needed otherwise

        traceback.print_exc()
