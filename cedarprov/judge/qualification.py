"""Qualification: notes that take a value back for some case without giving another.

"Existing deployments keep their timeout" defeats the default of 10 s for upgraded deployments, and
says nothing of new ones. Such a note qualifies what it speaks of; it contradicts nothing. Nor does
an announced plan: "will be removed in 2.1" states an intent, which 2.1 may or may not have met.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cedarprov.judge.agent import software
from cedarprov.judge.attribute import (
    SINGLE_VALUED,
    AttributePolicy,
    attribute_stems,
    subject_of,
)
from cedarprov.judge.extent import Extent, Joint, extents, joint
from cedarprov.judge.inferred import Inferred
from cedarprov.judge.sentence import paragraph_of, paragraphs, span_of
from cedarprov.model.edge import Claim, Edge, Relation, Standing, StructuredReading
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.prose.language import language_of, stems_of
from cedarprov.prose.qualification import is_plan, leaves_open
from cedarprov.prose.quantity import mentions
from cedarprov.prose.sentence import Stretch, sentences
from cedarprov.rdf.edge import claim_node
from cedarprov.store.claim_record import ClaimRecord, claim_records
from cedarprov.store.edge_record import ReviewState

if TYPE_CHECKING:
    from cedarprov.rdf.naming import Names
    from cedarprov.store.catalogue import CaptureRecord
    from cedarprov.store.door import TextOf
    from cedarprov.store.session import Session

PLAN: Final = "notes that leave a case as it was, held to the values that they speak of"

_CONFIDENCE: Final = 0.7
_NEAR: Final = 0.5
"""Of a note that names nothing and stands beside the only value that it can mean."""

_PLACES: Final = (
    r"(?:deployments?|installations?|installs?|instances?|systems?|servers?|projects?|sites?|stores?"
    r"|databases?|clusters?|applications?|users?|customers?|accounts?|configurations?|settings)"
)
_UPGRADED: Final = re.compile(
    rf"\b(?:existing|upgraded|updated|migrated|previously (?:installed|deployed)|already running)"
    rf" (?:\w+ ){{0,2}}?{_PLACES}\b"
    rf"|\b{_PLACES} (?:that|which) (?:were|are|have been) (?:upgraded|updated|migrated)\b"
    rf"|\b(?:after|on|during|upon) (?:an?|the) (?:upgrade|update|migration)\b"
    rf"|\bwhen (?:you )?upgrad(?:e|ing)\b",
    re.IGNORECASE,
)
_UNCHANGED: Final = re.compile(
    r"\b(?:unchanged|as before|as (?:it|they) (?:was|were)|(?:is|are) not (?:changed|affected))\b",
    re.IGNORECASE,
)
_EXEMPT: Final = re.compile(
    r"\b(?:does|do|did) not (?:apply|extend) to (?:the |an? )?(?P<case>\w[\w-]*(?: [\w-]+){0,2})",
    re.IGNORECASE,
)
GENERAL: Final = frozenset({"default", "valu", "set"})
"""Stems of an attribute that do not tell one value from another."""

_MOST: Final = 0.5


def is_announced(words: str, title: str = "") -> bool:
    """Tell whether some sentence only announces what is to come."""
    return any(is_plan(sentence.text, title) for sentence in sentences(words))


def is_upgrade_note(words: str) -> bool:
    """Tell whether some sentence says that what is upgraded stays as it was."""
    return any(
        _UPGRADED.search(said) and (leaves_open(said) or _UNCHANGED.search(said))
        for said in (sentence.text for sentence in sentences(words))
    )


def case_of(sentence: str) -> Scope | None:
    """Return the case that a sentence leaves without a value of its own, or None.

    The case is `deployment=upgrade`, or `case=...` in the words of "does not apply to ...".
    """
    exempt = _EXEMPT.search(sentence)
    if is_upgrade_note(sentence):
        case = Scope.of({"deployment": "upgrade"})
    elif exempt is not None:
        case = Scope.of({"case": "-".join(exempt["case"].casefold().split())})
    else:
        return None
    has_value = mentions(sentence, language_of(sentence)) or is_plan(sentence, "")
    return None if has_value else case


class Note(Frozen):
    """A sentence that leaves a case open, the paragraph it stands in, and its edition."""

    version: str
    sentence: Stretch
    paragraph: Stretch
    case: Scope
    extent: Extent


class Valued(Frozen):
    """A claim that gives a value which a note may take back, and where it holds."""

    claim: ClaimRecord
    reading: StructuredReading
    extents: tuple[Extent, ...]


def infer_qualifications(
    session: Session, texts: TextOf, *, policy: AttributePolicy = SINGLE_VALUED
) -> Inferred:
    """Return notes, as claims, with an edge to each value that they take back for their case."""
    valued = [
        Valued(claim=claim, reading=claim.reading, extents=held)
        for claim in claim_records(session.store, session.names)
        if claim.reading is not None
        and claim.state not in (ReviewState.REJECTED, ReviewState.DISPUTED)
        and policy.is_single(claim.reading.attribute)
        and (held := extents(claim, session.catalogue))
    ]
    current = session.catalogue.current().values() if valued else ()
    found = [note for record in current for note in notes(texts(record.version), record)]
    return qualifications(found, valued, texts, session.names)


def notes(text: str, record: CaptureRecord) -> Iterator[Note]:
    """Yield the notes in the text of a capture."""
    edition = record.edition
    for paragraph in paragraphs(text):
        for said in sentences(paragraph.text):
            case = case_of(said.text)
            if case is not None:
                start, end = paragraph.start + said.start, paragraph.start + said.end
                yield Note(
                    version=record.version,
                    sentence=Stretch(start, end, said.text),
                    paragraph=paragraph,
                    case=case,
                    extent=Extent(
                        scope=edition.scope.narrowed(case),
                        effective=edition.effective,
                        edition=record.edition_iri,
                        source=record.source_iri,
                        title=f"{edition.source.name} {edition.source.title}",
                    ),
                )


def qualifications(
    found: Iterable[Note], valued: Sequence[Valued], texts: TextOf, names: Names
) -> Inferred:
    """Return the claims that notes make, and their edges to what they qualify."""
    claims: dict[str, Claim] = {}
    edges: list[Edge] = []
    refused: Counter[str] = Counter()
    for note in found:
        span = span_of(note.version, note.sentence)
        claim = Claim(statement=note.sentence.text, spans=(span,), scope=note.case)
        node = claim_node(claim, names).value
        meant, confidence = [item for item in valued if _names(note, item)], _CONFIDENCE
        if not meant:
            meant, confidence = _beside(note, valued, texts), _NEAR
        made = [
            _edge(node, item.claim, span, scope, confidence)
            for item in meant
            if (scope := _shared(note, item)) is not None and span not in item.claim.spans
        ]
        if made:
            claims[node] = claim
        elif meant:
            refused["a note and the value that it names never hold at once"] += 1
        else:
            refused["a note does not tell which value it means"] += 1
        edges += made
    return Inferred(
        plan=PLAN, claims=tuple(claims.values()), edges=tuple(edges), refused=dict(refused)
    )


def _names(note: Note, item: Valued) -> bool:
    """Tell whether a note names the attribute of a value, and its document the thing."""
    language = language_of(note.paragraph.text)
    said = stems_of(note.sentence.text, language)
    around = said | stems_of(f"{note.paragraph.text} {note.extent.title}", language)
    about = stems_of(item.reading.about, language) - GENERAL
    attribute = frozenset(attribute_stems(item.reading.attribute)) - GENERAL
    if not attribute:
        return bool(about) and about <= said
    is_on_it = about <= around or any(
        extent.source == note.extent.source for extent in item.extents
    )
    return is_on_it and len(attribute & said) > _MOST * len(attribute)


def _beside(note: Note, valued: Sequence[Valued], texts: TextOf) -> list[Valued]:
    """Return the claims on the only value given in the paragraph of a note, or right before it."""
    text = texts(note.version)
    before = text[: note.paragraph.start].rstrip()
    for start, end in (
        (note.paragraph.start, note.paragraph.end),
        (paragraph_of(text, len(before), len(before)).start, len(before)),
    ):
        near = [
            item
            for item in valued
            for span in item.claim.spans
            if span.version == note.version and start <= span.start < end
        ]
        if near:
            return near if len({subject_of(item.reading) for item in near}) == 1 else []
    return []


def _shared(note: Note, item: Valued) -> Scope | None:
    """Return the scope in which a note qualifies a value, or None where the two never meet.

    They need not meet in the case itself: what new deployments have by default is qualified by
    what existing ones keep.
    """
    scope = note.extent.scope
    apart = Scope(tuple(c for c in scope.conditions if c.dimension not in note.case.dimensions))
    found = (joint(replace(note.extent, scope=apart), extent) for extent in item.extents)
    shared = next((each for each in found if isinstance(each, Joint)), None)
    return None if shared is None else shared.scope.narrowed(note.case)


def _edge(node: str, on: ClaimRecord, span: Span, scope: Scope, confidence: float) -> Edge:
    return Edge(
        subjects=(node,),
        relation=Relation.QUALIFIES,
        object=on.iri,
        evidence=(span, on.spans[0]),
        standing=Standing.INFERRED,
        agent=software(),
        at=datetime.now(UTC),
        scope=scope,
        confidence=confidence,
        plan=PLAN,
    )
