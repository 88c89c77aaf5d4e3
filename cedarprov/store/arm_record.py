"""In which arm a store answers questions that name none, as recorded."""

from __future__ import annotations

from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.question import Arm
from cedarprov.rdf.graph import INDEX
from cedarprov.store.query import table
from cedarprov.store.session import Session


class _Choice(Frozen):
    choice: str
    arm: str
    sequence: int


_CHOICES: Final = table("retrieve/arm-choices", _Choice)


def chosen_arm(session: Session) -> Arm:
    """Return the arm that was chosen last, `metadata` where none ever was."""
    found = _CHOICES.rows(session.store, index=session.names.graph(INDEX))
    last = max(found, key=lambda choice: (choice.sequence, choice.choice), default=None)
    return Arm.METADATA if last is None else Arm(last.arm)
