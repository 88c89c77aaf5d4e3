"""Qualification: what a sentence does to a value besides stating it."""

from __future__ import annotations

from cedarprov.prose import cue


def is_plan(sentence: str, title: str) -> bool:
    """Tell whether a sentence only expects something; a plan is no fact."""
    if cue.DENIED.search(sentence):
        return False
    titled = cue.PLAN_TITLE.search(title) is not None and cue.FUTURE.search(sentence) is not None
    return titled or cue.PLAN.search(sentence) is not None


def is_denied(clause: str) -> bool:
    """Tell whether a clause says that something did not come about or is wrong."""
    return cue.DENIED.search(clause) is not None


def withdraws(sentence: str) -> bool:
    """Tell whether a sentence takes a value back for everybody."""
    return cue.WITHDRAWN.search(sentence) is not None


def leaves_open(sentence: str) -> bool:
    """Tell whether a sentence exempts its case, or leaves the value as it was or to somebody."""
    return cue.LEFT_OPEN.search(sentence) is not None


def keeps(sentence: str) -> bool:
    """Tell whether a sentence says that something stays as it was."""
    return cue.KEPT.search(sentence) is not None


def is_correction(text: str) -> bool:
    """Tell whether a text says that something printed is wrong."""
    return cue.CORRECTION.search(text) is not None


def replacement(sentence: str) -> str | None:
    """Return the words that say what a sentence replaces or corrects, or None."""
    match = cue.REPLACES.search(sentence)
    return sentence[match.start() :] if match else None


def is_exception(sentence: str) -> bool:
    """Tell whether a sentence begins as an exception to the one before it."""
    return cue.EXCEPTION.search(sentence) is not None


def confirms(sentence: str) -> bool:
    """Tell whether a sentence says that something goes on to hold."""
    return cue.CONFIRMED.search(sentence) is not None


def says_the_same(sentence: str) -> bool:
    """Tell whether a sentence refers to a value given elsewhere."""
    return cue.SAME.search(sentence) is not None


def is_copy(text: str) -> bool:
    """Tell whether a text says that it repeats what another source says."""
    return cue.COPY.search(text) is not None


def group_named(sentence: str) -> str | None:
    """Return the group that a sentence limits itself to ("for anyone under 18"), or None."""
    match = cue.GROUP.search(sentence)
    return match.group(match.lastgroup or 0) if match else None


def is_former(before: str, after: str) -> bool:
    """Tell whether a value, by the words around it, is one that no longer holds."""
    erratum = cue.ERRATUM_BEFORE.search(before) and cue.ERRATUM_AFTER.search(after)
    gone = cue.FORMER.search(before) or cue.DROPPED.search(before) or cue.WRONG_AFTER.search(after)
    return bool(erratum or gone)
