"""What is answered in one cell, what makes two answers the same, and how they are joined."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from cedarprov.model.answer import Assessment, Citation, Exhibit, Interval, Quotation, Status
from cedarprov.model.answer_map import Row
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.origin import Link
from cedarprov.model.scope import Match
from cedarprov.retrieve.extract import citations, passage_start
from cedarprov.retrieve.origin import grounds_of


class Told(Frozen):
    """An assessment, the citations of all that it quotes, and what is recorded on their origins."""

    assessment: Assessment
    citations: tuple[Citation, ...]
    links: tuple[Link, ...] = ()

    @property
    def origins(self) -> Interval:
        """How many independent observations stand behind it."""
        return grounds_of(self.citations, links=self.links).origins.count

    @property
    def said(self) -> Hashable:
        """What makes it the same answer as another one, whatever is quoted for it.

        That is the status with the values, or else with the sentence that is quoted first.
        """
        judged = self.assessment
        cells = {(str(cell.scope), cell.status, frozenset(cell.values)) for cell in judged.cells}
        return judged.status, frozenset(judged.values), frozenset(cells), self._words

    @property
    def gist(self) -> Hashable:
        """What is drawn as one row: the same answer, of sources that speak of it or do not."""
        return self.said, self.says_something

    @property
    def _words(self) -> str:
        judged = self.assessment
        if judged.values or judged.cells or judged.status is Status.UNSUPPORTED:
            return ""
        return " ".join(" ".join(item.exact.split()) for item in judged.quotations[:1])

    @property
    def says_something(self) -> bool:
        """Whether the sources speak of it at all, be it to say that there is no value."""
        return self.assessment.status is not Status.UNSUPPORTED or bool(self.citations)

    @property
    def is_at_home(self) -> bool:
        """Whether an edition for the scope asked says it, or one that states no scope."""
        return any(item.applies is not Match.DOES_NOT_APPLY for item in self.citations)


def told(assessment: Assessment, exhibits: Sequence[Exhibit], links: Sequence[Link]) -> Told:
    """Return an assessment with a citation for each quotation, from the exhibits judged."""
    cited = citations(assessment, exhibits)
    return Told(assessment=assessment, citations=cited, links=tuple(links))


def told_in(row: Row) -> Told:
    """Return what a row of a map says."""
    assessment = Assessment(
        status=row.status,
        values=row.values,
        cells=row.cells,
        missing=row.missing,
        quotations=tuple(quotation(item) for item in row.citations),
    )
    return Told(assessment=assessment, citations=row.citations)


def quotation(citation: Citation) -> Quotation:
    """Return what is cited as a quotation from its passage."""
    start = passage_start(citation.passage)
    return Quotation(
        passage=citation.passage,
        start=citation.start - start,
        end=citation.end - start,
        exact=citation.exact,
    )


def joined(answers: Iterable[Told]) -> Told:
    """Return answers of one gist as one, with all that is quoted for it."""
    first, *others = answers
    quoted = (item for each in (first, *others) for item in each.assessment.quotations)
    cited = {(c.passage, c.start, c.end): c for each in (first, *others) for c in each.citations}
    numbered = (replace(c, number=number) for number, c in enumerate(cited.values(), 1))
    return Told(
        assessment=replace(first.assessment, quotations=tuple(dict.fromkeys(quoted))),
        citations=tuple(numbered),
        links=tuple(dict.fromkeys(link for each in (first, *others) for link in each.links)),
    )
