"""The record of a store is a valid PROV document, whatever was done with it."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prov_documents import documents
from shelf import ANNA, UNSHRUNK

import cedarprov
from cedarprov.check.prov.record import recorded_document
from cedarprov.errors import BadProv, ModelError, RefusedError, TooManyStatements
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Relation, Verdict
from cedarprov.model.prov import Document, Kind
from cedarprov.rdf.prov.syntax import Syntax
from cedarprov.rdf.prov.writing import write

QUESTION = "What is the pressure limit of the pump?"
SENTENCE = "The pressure limit of the pump is {} bar."

steps = st.lists(
    st.one_of(
        st.tuples(st.just("ingest"), st.sampled_from(["a.md", "b.md"]), st.integers(40, 42)),
        st.tuples(st.just("ask")),
        st.tuples(st.just("map")),
        st.tuples(st.just("infer"), st.sampled_from(["claims", "contradictions", "origins"])),
        st.tuples(st.just("claim"), st.integers(0, 9)),
        st.tuples(st.just("edge"), st.integers(0, 9), st.integers(0, 9), st.sampled_from(Relation)),
        st.tuples(st.just("review"), st.integers(0, 9), st.sampled_from(Verdict)),
        st.tuples(st.just("withdraw"), st.integers(0, 9)),
        st.tuples(st.just("quote"), documents(), st.sampled_from([Syntax.PROVN, Syntax.TRIG])),
        st.tuples(st.just("quote_itself"), st.sampled_from(["provn", "prov-json", "prov-xml"])),
    ),
    min_size=3,
    max_size=9,
)


class Use:
    """A store in use; a step that rests on nothing yet, or is refused, changes nothing."""

    def __init__(self, kb: Knowledge, folder: Path) -> None:
        self.kb, self.folder = kb, folder
        self.claims: list[str] = []
        self.records: list[str] = []

    def do(self, name: str, *parts) -> None:
        with contextlib.suppress(RefusedError, ModelError, BadProv):
            getattr(self, f"_{name}")(*parts)

    def _ingest(self, name: str, limit: int) -> None:
        file = self.folder / name
        file.write_text(f"---\ntitle: The pump\n---\n# Pump\n\n{SENTENCE.format(limit)}\n")
        self.kb.ingest(file)
        self.records += [source.iri for source in self.kb.sources()]

    def _ask(self) -> None:
        if self.kb.sources():
            self.kb.ask(QUESTION, record=True)

    def _map(self) -> None:
        if self.kb.sources():
            self.kb.map(QUESTION, record=True)

    def _infer(self, name: str) -> None:
        self.kb.infer(name)

    def _claim(self, which: int) -> None:
        editions = [edition for source in self.kb.sources() for edition in source.editions]
        if editions:
            version = editions[which % len(editions)].version
            quote = "The pressure limit of the pump"
            claim = self.kb.claim(f"It has limit {which}.", quote=quote, version=version)
            self.claims.append(claim)
            self.records.append(claim)

    def _edge(self, one: int, other: int, relation: Relation) -> None:
        if self.claims:
            ends = [self.claims[each % len(self.claims)] for each in (one, other)]
            edge = self.kb.edge(ends[0], relation, ends[1], evidence="I read both.", agent=ANNA)
            self.records.append(edge)

    def _review(self, which: int, verdict: Verdict) -> None:
        if self.records:
            self.kb.review(self.records[which % len(self.records)], verdict, reviewer=ANNA)

    def _withdraw(self, which: int) -> None:
        if self.records:
            self.records.append(self.kb.withdraw(self.records[which % len(self.records)], by=ANNA))

    def _quote(self, document: Document, syntax: Syntax) -> None:
        self._quoted("theirs", write(document, syntax).data, syntax.value)

    def _quote_itself(self, form: str) -> None:
        """Take in what the store says as if somebody else had said it, under the same names."""
        self._quoted("ours", self.kb.export(form), form.removeprefix("prov-"))

    def _quoted(self, name: str, data: bytes, syntax: str) -> None:
        file = self.folder / name
        file.write_bytes(data)
        self.kb.import_(file, syntax=syntax)


@settings(max_examples=15, deadline=None, phases=UNSHRUNK)
@given(steps)
def test_a_store_in_use_is_valid_as_a_whole_and_keeps_its_shapes_after_inference(steps):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with cedarprov.create(folder / "store", dense=False) as kb:
            use = Use(kb, folder)
            use.do("ingest", "a.md", 40)
            for step in steps:
                use.do(*step)

            report = kb.verify_prov()
            # Specializations have the attributes of what they specialize (inference 21).
            shapes = kb.verify_shapes(infer=True)
            quoted = kb.quoted()

    assert list(shapes.all_faults()) == []
    assert shapes.inferred > 0
    assert [each.iri for each in report.quoted] == [each.iri for each in quoted]
    assert [violation for each in report.instances for violation in each.violations] == []
    assert report.instances[-1].is_union


def test_the_record_is_a_bundle_for_each_commit(kb, write):
    kb.ingest(write({"a.md": "# Pump\n\nThe limit is 40 bar.\n"}))

    document = recorded_document(kb._reading().store, kb._reading().names)

    kinds = {statement.kind for bundle in document.bundles for statement in bundle.statements}
    assert {Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT, Kind.GENERATION} <= kinds
    assert len(document.bundles) >= kb.sequence


def test_a_record_that_is_larger_than_the_limit_is_not_validated(kb, write):
    kb.ingest(write({"a.md": "# Pump\n\nThe limit is 40 bar.\n"}))

    with pytest.raises(TooManyStatements):
        kb.verify_prov(limit=3)
