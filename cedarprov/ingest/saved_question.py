"""Saved questions: a TOML file of `[[question]]` entries.

Each has an `id` and `words`, and may have a `scope` and `as_of` (tables of expressions and dates),
a `budget` of words, and `expect`: the `status` and the `values` that the answer should have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from cedarprov.errors import BadManifest, BadQuestions, InputError, ModelError
from cedarprov.ingest.dates import read_as_of
from cedarprov.ingest.toml import read_toml
from cedarprov.ingest.written import Fault, Kind, Written
from cedarprov.model.answer import Status
from cedarprov.model.question import Budget, Clock, Question
from cedarprov.model.saved_question import Expectation, SavedQuestion
from cedarprov.model.scope import Condition, Scope
from cedarprov.model.time import KnownTime

_KEYS: Final = frozenset({"id", "words", "scope", "as_of", "budget", "expect"})
_EXPECTED: Final = frozenset({"status", "values"})
_NOTHING: Final = Written(kind=Kind.NOTHING, line=1)


def read_questions(text: str, place: str) -> tuple[SavedQuestion, ...]:
    """Return the questions that `text` holds; `place` names it in errors.

    Raises:
        BadQuestions: All faults at once, each with its line.
    """
    try:
        top = read_toml(text, place=place)
    except BadManifest as error:
        raise BadQuestions(place, error.faults) from error
    faults = list(_unknown(top, ("question",)))
    listed = top.fields.get("question", _NOTHING)
    tables = [item for item in listed.items if item.kind is Kind.TABLE]
    if not tables or len(tables) < len(listed.items):
        faults.append((listed.line, "there are no [[question]] entries"))
    read = [_question(table, faults) for table in tables]
    faults += _repeated(read)
    if faults:
        raise BadQuestions(place, sorted(set(faults)))
    return tuple(item for item in read if item is not None)


def _question(table: Written, faults: list[Fault]) -> SavedQuestion | None:
    before = len(faults)
    faults += _unknown(table, _KEYS)
    name = _text(table, "id", faults, needed=True)
    words = _text(table, "words", faults, needed=True)
    scope = _scope(table, faults)
    as_of = _dates(table, faults)
    budget = _budget(table, faults)
    expect = _expectation(table, faults)
    if len(faults) > before:
        return None
    try:
        question = Question(words=words, scope=scope, as_of=as_of, budget=budget)
    except (InputError, ModelError) as error:
        faults.append((table.fields["words"].line, str(error)))
        return None
    return SavedQuestion(id=name, question=question, expect=expect, line=table.line)


def _repeated(read: Collection[SavedQuestion | None]) -> Iterator[Fault]:
    known: dict[str, int] = {}
    for item in read:
        if item is not None and item.id in known:
            yield item.line, f"the id {item.id!r} was given on line {known[item.id]} already"
        elif item is not None:
            known[item.id] = item.line


# -- fields ---------------------------------------------------------------------------------------


def _text(table: Written, key: str, faults: list[Fault], *, needed: bool = False) -> str:
    written = table.fields.get(key)
    if written is None:
        if needed:
            faults.append((table.line, f"there is no {key}"))
        return ""
    if not written.is_single or not written.text.strip():
        faults.append((written.line, f"{key} is {written.kind.value}; give a text"))
    return written.text.strip()


def _scope(table: Written, faults: list[Fault]) -> Scope:
    conditions = []
    for dimension, written in _table(table, "scope", faults).items():
        try:
            conditions.append(Condition(dimension, written.text))
        except ModelError as error:
            faults.append((written.line, str(error)))
    return Scope(tuple(conditions))


def _dates(table: Written, faults: list[Fault]) -> dict[Clock, KnownTime]:
    found = {}
    for name, written in _table(table, "as_of", faults).items():
        try:
            clock = Clock(name)
            found[clock] = read_as_of(written.text)
        except InputError as error:
            faults.append((written.line, str(error)))
        except ValueError:
            known = ", ".join(Clock)
            faults.append((written.line, f"there is no clock {name!r}; name one of {known}"))
    return found


def _budget(table: Written, faults: list[Fault]) -> Budget:
    written = table.fields.get("budget")
    if written is None:
        return Budget()
    if written.kind is not Kind.NUMBER or not written.text.isdecimal() or not int(written.text):
        faults.append((written.line, "budget must be a number of words, 1 or more"))
        return Budget()
    return Budget(words=int(written.text))


def _expectation(table: Written, faults: list[Fault]) -> Expectation:
    fields = _table(table, "expect", faults)
    faults += _unknown(table.fields.get("expect", _NOTHING), _EXPECTED)
    return Expectation(status=_status(fields, faults), values=_values(fields, faults))


def _status(fields: Mapping[str, Written], faults: list[Fault]) -> Status | None:
    written = fields.get("status")
    if written is None:
        return None
    try:
        return Status(written.text)
    except ValueError:
        known = ", ".join(Status)
        faults.append((written.line, f"there is no status {written.text!r}; name one of {known}"))
        return None


def _values(fields: Mapping[str, Written], faults: list[Fault]) -> tuple[str, ...]:
    written = fields.get("values")
    if written is None:
        return ()
    items = written.items if written.kind is Kind.LIST else [written]
    if not all(item.is_single for item in items):
        faults.append((written.line, "values must be a list of texts"))
    return tuple(item.text for item in items)


def _table(table: Written, key: str, faults: list[Fault]) -> Mapping[str, Written]:
    written = table.fields.get(key)
    if written is None:
        return {}
    if written.kind is not Kind.TABLE:
        faults.append((written.line, f"{key} is {written.kind.value}; give a table"))
        return {}
    if key != "expect":
        wrong = [item for item in written.fields.values() if not item.is_single]
        faults += [(item.line, f"{key} holds {item.kind.value}; give texts") for item in wrong]
        return {name: item for name, item in written.fields.items() if item.is_single}
    return written.fields


def _unknown(table: Written, known: Collection[str]) -> Iterator[Fault]:
    for key, item in table.fields.items():
        if key not in known:
            close = get_close_matches(key, known, n=1)
            advice = (
                f"did you mean {close[0]}" if close else f"known are {', '.join(sorted(known))}"
            )
            yield item.line, f"there is no key {key!r}; {advice}"
