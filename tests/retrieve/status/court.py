"""What the tests of the status put before it: texts with their places."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cedarprov.model.answer import Exhibit, Place
from cedarprov.model.question import Clock, Question
from cedarprov.model.scope import Scope
from cedarprov.model.source import Scheme
from cedarprov.model.time import (
    Certainty,
    KnownTime,
    Period,
    Precision,
    UnknownTime,
    happened_by,
    in_force,
)


def day(written):
    start = datetime.fromisoformat(written).replace(tzinfo=UTC)
    end = start + timedelta(days=1, microseconds=-1)
    return KnownTime(lexical=written, precision=Precision.DAY, earliest=start, latest=end)


def asked(words, *, published=None, effective=None, **scope):
    dates = {Clock.PUBLISHED: published, Clock.EFFECTIVE: effective}
    as_of = {clock: day(written) for clock, written in dates.items() if written}
    return Question(words=words, scope=Scope.of(scope), as_of=as_of)


def exhibit(question, title, text, *, label="", published=None, force=None, **more):
    """Put a text before the court as the pipeline would: matched with the question's scope."""
    scope = Scope.of(
        {key: value for key, value in more.items() if key not in {"source", "headings"}}
    )
    known = day(published) if published else UnknownTime()
    period = (
        Period(start=day(force[0]), end=day(force[1]) if force[1] else None) if force else Period()
    )
    source = more.get("source", title)
    place = Place(
        passage=f"urn:passage:{title}:{label}",
        version=f"urn:version:{title}:{label}",
        source=source,
        title=title,
        edition=f"{source}#{label}",
        label=label,
        scheme=Scheme.SEMVER if label else None,
        scope=scope,
        published=known,
        effective=period,
        captured=datetime(2025, 6, 1, tzinfo=UTC),
        current=True,
        match=scope.match(question.scope),
        certainty=_certainty(question, known, period),
    )
    return Exhibit(text=text, headings=more.get("headings", ()), places=(place,), score=1.0)


def _certainty(question, published, period):
    found = {Certainty.IN}
    if Clock.PUBLISHED in question.as_of:
        found.add(happened_by(published, question.as_of[Clock.PUBLISHED]))
    if Clock.EFFECTIVE in question.as_of:
        found.add(in_force(period, question.as_of[Clock.EFFECTIVE]))
    order = (Certainty.OUT, Certainty.POSSIBLY, Certainty.IN)
    return next(certainty for certainty in order if certainty in found)
