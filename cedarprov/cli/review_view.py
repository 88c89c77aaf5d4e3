"""Records that wait for review and what reviews cost, as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cedarprov.cli.table import table
from cedarprov.model.time import KnownTime, Time

if TYPE_CHECKING:
    from cedarprov.judge.agreement import Agreement, Cost, ReviewReport
    from cedarprov.judge.exhibit import End, Exhibit, Quotation
    from cedarprov.store.catalogue import CaptureRecord

_EDITIONS: Final = 3


def exhibit_view(exhibit: Exhibit, lines: int) -> str:
    """Return a record with its quotations, each with some lines of context before and after."""
    return "\n".join(_exhibit(exhibit, lines))


def _exhibit(exhibit: Exhibit, lines: int) -> Iterator[str]:
    pending = exhibit.pending
    notes = [pending.kind, pending.state.value]
    notes += ["the values differ"] if pending.differs else []
    notes += ["an answer on record shows it"] if pending.answered else []
    yield ", ".join(notes)
    yield f"  {pending.iri}"
    for subject in exhibit.subjects:
        yield from _end("from", subject, lines)
    yield from _end("to" if exhibit.subjects else "claim", exhibit.object, lines)
    yield from (f"evidence: {_inline(item)}" for item in exhibit.evidence)
    yield from (f"evidence: {word.by} says: {word.statement}" for word in exhibit.words)
    if exhibit.scope:
        yield f"scope: {exhibit.scope}"
    yield f"inferred by {_method(exhibit)}"
    yield from _origins(exhibit)
    for review in exhibit.reviews:
        reason = f": {review.reason}" if review.reason else ""
        yield f"{review.verdict.value} by {review.name} on {review.ended:%Y-%m-%d}{reason}"


def _method(exhibit: Exhibit) -> str:
    method, confidence = exhibit.method, exhibit.pending.confidence
    plan = f", plan “{method.plan}”" if method.plan else ""
    sure = "" if confidence is None else f", confidence {confidence:g}"
    return f"{method.agent} {method.version}".strip() + plan + sure


def _origins(exhibit: Exhibit) -> Iterator[str]:
    group = exhibit.origins
    if not group.links:
        return
    more = " or more" if group.cut else ""
    where = f" in {', '.join(group.editions)}" if group.editions else ""
    yield f"origin group: {len(group.members)}{more} records{where}, linked by"
    yield from (f"  {link.edge} ({link.state.value})" for link in group.links)


def _end(role: str, end: End, lines: int) -> Iterator[str]:
    yield f"{role}: {end.statement or end.name or end.iri}"
    if reading := end.reading:
        value = f"{reading.value} {reading.unit}".strip()
        yield f"  {reading.about}, {reading.attribute}: {value}"
    if end.scope:
        yield f"  scope: {end.scope}"
    for quotation in end.quotations:
        yield from _quotation(quotation, lines)


def _quotation(quotation: Quotation, lines: int) -> Iterator[str]:
    state = "" if quotation.current else " (no longer current)"
    for capture in quotation.captures[-_EDITIONS:]:
        yield f"  {_edition(capture)}{state}"
        yield f"  {_times(capture)}"
    if (more := len(quotation.captures) - _EDITIONS) > 0:
        yield f"  and {more} earlier editions with the same content"
    if quotation.headings:
        yield f"  {' > '.join(quotation.headings)}"
    before = "\n".join(quotation.before.split("\n")[-lines:])
    after = "\n".join(quotation.after.split("\n")[:lines])
    text = f"{before}«{quotation.span.exact}»{after}"
    yield from (f"  | {line}".rstrip() for line in text.split("\n"))


def _inline(quotation: Quotation) -> str:
    editions = ", ".join(map(_edition, quotation.captures[-_EDITIONS:]))
    return f"«{quotation.span.exact}», {editions}"


def _edition(capture: CaptureRecord) -> str:
    edition = capture.edition
    scope = f" [{edition.scope}]" if edition.scope else ""
    return f"{edition.source.name} {edition.label}".strip() + scope


def _times(capture: CaptureRecord) -> str:
    effective = capture.edition.effective
    until = "on" if effective.end is None else f"until {_time(effective.end)}"
    return (
        f"published {_time(capture.edition.published)}, "
        f"effective from {_time(effective.start)} {until}, captured {capture.at:%Y-%m-%d}"
    )


def _time(time: Time) -> str:
    return time.lexical if isinstance(time, KnownTime) else time.lexical or "unknown"


# -- the report -----------------------------------------------------------------------------------


def report_view(report: ReviewReport) -> str:
    """Return what reviews cost and where reviewers differ."""
    if not report.decisions:
        return "nothing was reviewed yet"
    return "\n\n".join(_parts(report))


def _parts(report: ReviewReport) -> Iterator[str]:
    verdicts = ("accepted", "rejected")
    yield table(
        ("kind", *verdicts),
        [
            (kind, *(str(counted.get(verdict, 0)) for verdict in verdicts))
            for kind, counted in report.decisions.items()
        ],
    )
    costs = [(item.name, item.cost) for item in report.reviewers]
    yield table(
        ("reviewer", "decisions", "not timed", "minutes", "median", "minutes per accepted edge"),
        [_cost(name, cost) for name, cost in (*costs, ("all", report.total))],
    )
    if report.agreements:
        yield table(
            ("reviewers", "both judged", "both accept", "both reject", "differ", "Cohen's kappa"),
            map(_agreement, report.agreements),
        )
    for item in report.disputed:
        said = ", ".join(f"{name} {verdict}" for name, verdict in item.verdicts.items())
        yield f"disputed: {item.kind} {item.iri}\n  {said}"


def _cost(name: str, cost: Cost) -> tuple[str, ...]:
    counts = (str(cost.decisions), str(cost.unmeasured), f"{cost.minutes:.1f}")
    return (name, *counts, _figure(cost.median_minutes), _figure(cost.minutes_per_accepted_edge))


def _agreement(item: Agreement) -> tuple[str, ...]:
    differ = item.only_one_accepts + item.only_other_accepts
    counts = (item.judged, item.both_accept, item.both_reject, differ)
    return (f"{item.one}, {item.other}", *map(str, counts), _figure(item.kappa))


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
