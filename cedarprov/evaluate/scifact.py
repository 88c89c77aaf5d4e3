"""Scientific claims: which abstracts speak for or against them, and by which sentences.

The claims and abstracts are those of SciFact (Wadden et al., Fact or Fiction, 2020). An abstract is
relevant to a claim where it has a rationale for it; every sentence of a rationale is relevant.
Only the claims of the development set are asked.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from cedarprov.evaluate.coverage import is_shown
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.held_text import HeldText, held_texts
from cedarprov.evaluate.measure import GroupMean
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.ranking import NDCG, ndcg_tally, recall_tallies
from cedarprov.evaluate.search import Search, fitting, searches_of
from cedarprov.evaluate.study import CLAIMS, StudiedClaim, Study, claims, inputs, studies
from cedarprov.evaluate.versioned_docs import store_for
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.progress import Progress
from cedarprov.model.rationale import Rationale

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge

BASE: Final = "urn:cedarprov:scifact:"
LOOKED_UP: Final = "sources"
DEPTHS: Final = (1, 3, 5, 10, 20)
SENTENCES: Final = (1, 3, 5, 10)
LATER: Final = 0.3
"""What the last sentence of an abstract has before its first; chosen on the training claims."""
OPEN: Final = 3
"""How many of the abstracts found are looked into where none is given."""
BUDGET: Final = 400
"""The words that are shown of the passages that rank best."""


class Shelved(Frozen):
    """The studies in a store, with the version of each, and the texts that its passages hold."""

    studies: Mapping[int, Study]
    versions: Mapping[int, str]
    texts: Mapping[str, HeldText]

    def ranked(self, texts: Sequence[str]) -> list[int]:
        """Return the studies that hold some texts (IRIs), each at the place of its first."""
        known = {version: study for study, version in self.versions.items()}
        found = (known[version] for text in texts for version in self.texts[text].versions)
        return list(dict.fromkeys(found))

    def spans(self, study: int) -> list[Span]:
        """Return the sentences of a study as spans of its version."""
        text = self.studies[study].document
        return [
            Span(version=self.versions[study], start=start, end=end, exact=text[start:end])
            for start, end in self.studies[study].spans
        ]

    def shown(self, texts: Sequence[str]) -> list[str]:
        """Return the words of the best texts that fit into the budget, each of them whole."""
        return fitting([self.texts[text].words for text in texts], BUDGET)


def shelve(kb: Knowledge, folder: Path, options: Options) -> Shelved:
    """Take in every study of a SciFact folder as a document of its own."""
    known = {study.identifier: study for study in studies(folder)}
    with tempfile.TemporaryDirectory() as scratch:
        abstracts = Path(scratch) / "abstracts"
        abstracts.mkdir()
        for study in known.values():
            path = abstracts / f"{study.identifier}.md"
            path.write_text(study.document, encoding="utf-8")
        report = kb.ingest(abstracts, on_progress=options.on_progress)
    versions = {int(Path(file.place).stem): file.version for file in report.files if file.version}
    return Shelved(
        studies=known,
        versions=versions,
        texts={text.iri: text for text in held_texts(kb.path)},
    )


class Ranked(Frozen):
    """What an arm makes of a claim: texts (IRIs) best first, and the words it shows of them."""

    texts: Sequence[str]
    shown: Sequence[str]


Arm = Callable[[str], Ranked]


def _asking(kb: Knowledge) -> Arm:
    """Return the arm that asks: the candidates of the receipt in their order, and the evidence."""

    def asked(claim: str) -> Ranked:
        answer = kb.ask(claim, budget=BUDGET)
        return Ranked(
            texts=[candidate.text for candidate in answer.receipt.candidates],
            shown=[evidence.text for evidence in answer.evidence],
        )

    return asked


def _looking_up(kb: Knowledge) -> Search:
    return lambda claim: [ranked.text for ranked in kb.sources_for(claim)]


def _searching(search: Search, shelved: Shelved) -> Arm:
    """Return the arm that shows of one ranking of texts what fits."""

    def searched(claim: str) -> Ranked:
        texts = search(claim)
        return Ranked(texts=texts, shown=shelved.shown(texts))

    return searched


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    asked = list(islice(claims(folder / CLAIMS), options.claims))
    with ExitStack() as stack:
        kb = store_for(stack, options, base=BASE)
        shelved = shelve(kb, folder, options)
        searches = stack.enter_context(
            searches_of(
                kb.path, [*shelved.texts.values()], dense=options.dense, peers=options.peers
            )
        )
        searches = {LOOKED_UP: _looking_up(kb), **searches}
        arms = {"ask": _asking(kb)}
        arms |= {name: _searching(search, shelved) for name, search in searches.items()}
        for done, claim in enumerate(asked, 1):
            for name, arm in arms.items():
                yield _outcome(claim, name, arm, kb, shelved)
            if options.on_progress:
                place = str(claim.identifier)
                options.on_progress(Progress(done=done, total=len(asked), place=place))


def _outcome(claim: StudiedClaim, name: str, arm: Arm, kb: Knowledge, shelved: Shelved) -> Outcome:
    begun = perf_counter()
    ranked = arm(claim.claim)
    seconds = perf_counter() - begun
    found = shelved.ranked(ranked.texts)
    names, relevant = [*map(str, found)], [*map(str, claim.rationales)]
    rationale = _rationale_tallies(claim, found, kb, shelved) if name == LOOKED_UP else {}
    return Outcome(
        item=str(claim.identifier),
        kind="several abstracts" if len(relevant) > 1 else "one abstract",
        group=str(claim.identifier),
        arm=name,
        tallies={
            **recall_tallies("abstract_recall", names, relevant, DEPTHS),
            **ndcg_tally(names, relevant),
            f"rationale_shown@{BUDGET}": _shown(claim, ranked.shown, shelved),
            **rationale,
        },
        seconds=seconds,
    )


def _shown(claim: StudiedClaim, texts: Sequence[str], shelved: Shelved) -> Tally:
    """Count the rationale sentences of which half or more is shown."""
    wanted = [
        is_shown(study.spans[at], study.document, texts)
        for study, sentences in (
            (shelved.studies[each], sentences) for each, sentences in claim.rationales.items()
        )
        for at in sentences
    ]
    return Tally(sum(wanted), len(wanted))


def _rationale_tallies(
    claim: StudiedClaim, found: Sequence[int], kb: Knowledge, shelved: Shelved
) -> dict[str, Tally]:
    """Return the recall of rationale sentences inside relevant studies, and in the first found.

    Inside, the recall of a claim is the mean over its studies.
    """
    inside: dict[str, list[Tally]] = defaultdict(list)
    for study, sentences in claim.rationales.items():
        spans = shelved.spans(study)
        ranked = kb.rationale(claim.claim, spans, later=LATER)
        relevant = [str(spans[at].start) for at in sentences]
        for name, order in (
            ("rationale_recall", ranked),
            ("rationale_plain_recall", _plain(ranked)),
        ):
            places = [str(each.span.start) for each in order]
            for measure, tally in recall_tallies(name, places, relevant, SENTENCES).items():
                inside[measure].append(tally)
    return {
        **{name: _mean(tallies) for name, tallies in inside.items()},
        **_open_tallies(claim, found, kb, shelved),
    }


def _open_tallies(
    claim: StudiedClaim, found: Sequence[int], kb: Knowledge, shelved: Shelved
) -> dict[str, Tally]:
    spans = [span for study in found[:OPEN] for span in shelved.spans(study)]
    ranked = kb.rationale(claim.claim, spans, later=LATER)
    relevant = [
        _place(shelved.spans(study)[at])
        for study, sentences in claim.rationales.items()
        for at in sentences
    ]
    return recall_tallies(
        "rationale_open_recall", [_place(each.span) for each in ranked], relevant, SENTENCES
    )


def _place(span: Span) -> str:
    return f"{span.version}#{span.start}"


def _plain(ranked: Sequence[Rationale]) -> list[Rationale]:
    """Return the same spans ranked by words and meaning alone."""
    return sorted(
        ranked,
        key=lambda each: (
            -sum(reason.share for reason in each.reasons if reason.ranking != "later"),
            each.span.start,
        ),
    )


def _mean(tallies: Sequence[Tally]) -> Tally:
    return Tally(sum(tally.found for tally in tallies), sum(tally.of for tally in tallies))


EVALUATION: Final = Evaluation(
    name="scifact",
    settings={
        "claims_file": CLAIMS,
        "budget": BUDGET,
        "depths": list(DEPTHS),
        "later": LATER,
        "abstracts looked into": OPEN,
    },
    measures=(
        *(GroupMean(f"abstract_recall@{depth}") for depth in DEPTHS),
        GroupMean(NDCG),
        GroupMean(f"rationale_shown@{BUDGET}"),
        *(
            GroupMean(f"{name}@{depth}")
            for name in ("rationale_recall", "rationale_plain_recall", "rationale_open_recall")
            for depth in SENTENCES
        ),
    ),
    inputs=inputs,
    outcomes=_outcomes,
    takes=("dense", "store", "claims", "peers"),
    verdicts=("abstract_recall@1",),
)
"""The evaluation of scientific claims on the abstracts that speak for or against them."""
