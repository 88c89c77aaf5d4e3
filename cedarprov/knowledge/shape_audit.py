"""What the shapes were applied to in a store, and what they found: ours, or those of a user."""

from __future__ import annotations

from pathlib import Path

from cedarprov.check.guard import available_guard, guard_of
from cedarprov.check.ledger_audit import audit_ledger
from cedarprov.check.pool import Pool
from cedarprov.check.report import ShapesReport
from cedarprov.check.shape import audit_shapes
from cedarprov.check.union_validation import validate_union
from cedarprov.store.session import Session


def shapes_report(session: Session, shapes: Path | None, *, infer: bool) -> ShapesReport:
    """Hold shapes against a store: our own by all cores, or those of a file or folder in one call.

    Raises:
        MissingPath: There is no such file or folder.
        BadShapes: The shapes cannot be used.
    """
    if shapes is not None:
        return validate_union(session.store, guard_of(shapes), infer=infer)
    guard = available_guard(audit_shapes())
    with Pool() as pool:
        return audit_ledger(session.store, session.names, guard, pool, infer=infer).shapes
