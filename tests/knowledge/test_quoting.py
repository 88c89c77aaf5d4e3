"""Foreign PROV documents are kept as what others say, and change nothing that the record says."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from prov_documents import documents
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, serialize
from shelf import ANNA, UNSHRUNK

import cedarprov
from cedarprov.errors import (
    BadArchive,
    BadProv,
    BadValue,
    CanonicalizationTooCostly,
    CedarprovError,
    FileTooLarge,
    NothingToPurge,
    PurgedDocument,
    SharedText,
    UnknownIri,
)
from cedarprov.export.record import Kind
from cedarprov.knowledge import Knowledge
from cedarprov.knowledge.archive_audit import verify_archive
from cedarprov.knowledge.quoting import QuoteReport
from cedarprov.rdf.prov.syntax import SUFFIXES, Syntax, read
from cedarprov.rdf.prov.writing import WRITABLE, write
from cedarprov.store.adopt import ImportReport

BASE = "https://example.org/store/"
PROV = "http://www.w3.org/ns/prov#"
ENDINGS = {syntax: suffix for suffix, syntax in reversed(SUFFIXES.items())}
EVIDENCE = """@prefix ex: <http://example.org/> .
@prefix prov: <http://www.w3.org/ns/prov#> .
ex:b1 a prov:Bundle .
ex:b1 { ex:c1 prov:wasDerivedFrom _:p ; prov:wasAttributedTo ex:ada . _:p ex:text "limit 40" . }
ex:b2 { ex:c2 prov:wasDerivedFrom _:p . _:q ex:text "limit 40" . }
"""
NOTATION = """document
prefix ex <http://example.org/>
entity(ex:c1)
wasAttributedTo(ex:c1, ex:ada)
bundle ex:b1
  used(ex:a, ex:e, 2012-03-31T09:21:00)
endBundle
bundle ex:b2
  used(ex:a, ex:e, 2012-03-31T09:21:00)
endBundle
endDocument
"""
INVALID = """document
prefix ex <http://example.org/>
entity(ex:e)
activity(ex:e, -, -)
endDocument
"""


@pytest.fixture
def quote(kb, tmp_path):
    """Imports a document from a file of its own, and returns the report."""

    def quote(name: str, content: str | bytes, **options: object) -> QuoteReport:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return kb.import_(file, **options)

    return quote


def asked(kb: Knowledge, report: QuoteReport, pattern: str) -> list[dict[str, object]]:
    return list(kb.sparql(f"SELECT * {{ {pattern} }}", quoted=report.iri).records)


# -- what is kept ---------------------------------------------------------------------------------


def test_a_document_is_quoted_with_all_that_it_says_and_agents_of_its_own(kb, quote):
    report = quote("evidence.trig", EVIDENCE, agent=ANNA)

    assert (report.added, report.document.statements, report.document.bundles) == (1, 6, 2)
    assert report.agents == ("http://example.org/ada",)
    assert asked(kb, report, "GRAPH <http://example.org/b2> { ?s <http://example.org/text> ?o }")
    assert [each.iri for each in kb.quoted()] == [report.iri]
    assert kb.info().counts == {"QuotedDocument": 1}


def test_a_blank_node_that_two_graphs_share_stays_one_node(kb, quote):
    report = quote("evidence.trig", EVIDENCE)

    [row] = asked(
        kb,
        report,
        "GRAPH <http://example.org/b1> { ?c <http://example.org/text> ?t }"
        f" GRAPH <http://example.org/b2> {{ ?d <{PROV}wasDerivedFrom> ?c }}",
    )
    assert row["c"].startswith("urn:cedarprov:blank:")


def test_relations_without_a_name_in_two_bundles_are_two_nodes(kb, quote):
    report = quote("evidence.provn", NOTATION)

    usages = asked(kb, report, f"GRAPH ?g {{ ?usage a <{PROV}Usage> }}")
    assert len({row["usage"] for row in usages}) == 2


def test_the_trail_shows_the_import_the_digest_and_the_agents_that_are_named(kb, quote):
    report = quote("evidence.trig", EVIDENCE, agent=ANNA)

    [step] = kb.trail(report.iri).steps
    assert (step.kind, step.by, step.digest) == (
        Kind.QUOTED_DOCUMENT,
        "Anna",
        report.document.digest,
    )
    assert step.names_agents == ("http://example.org/ada",)
    assert "import/" in step.activity
    assert "names the agent http://example.org/ada" in str(kb.trail(report.iri))


def test_what_is_quoted_is_not_found_in_the_record(kb, quote):
    quote("evidence.trig", EVIDENCE)

    found = kb.sparql("SELECT * { <http://example.org/c1> ?p ?o }")

    assert list(found.records) == []


def test_the_shared_case_of_a_node_in_two_graphs_is_kept_whole(kb, shared, tmp_path):
    file = tmp_path / "evidence.trig"
    shutil.copy(shared / "cases" / "S11" / "evidence.trig", file)

    report, again = kb.import_(file), kb.import_(file)

    assert (report.document.statements, report.document.bundles) == (5, 2)
    assert (again.added, kb.sequence) == (0, 1)


@pytest.mark.parametrize(
    "local", ["a(b)", "it's", "x,y", "k=v", "end;", "100%25", "%41", "A", "日本", "a/b?c=d", "a--b"]
)
def test_odd_iris_stay_as_they_are(kb, quote, local):
    iri = f"http://example.org/{local}"
    report = quote("odd.nq", f"<{iri}> <{PROV}wasDerivedFrom> <{iri}2> .\n")

    [row] = asked(kb, report, f"?s <{PROV}wasDerivedFrom> ?o")
    assert (row["s"], row["o"]) == (iri, f"{iri}2")


# -- once -----------------------------------------------------------------------------------------


def test_the_same_file_adds_nothing_under_whatever_name(kb, quote):
    first = quote("evidence.trig", EVIDENCE)
    export = kb.export()

    again = quote("copy.trig", EVIDENCE)

    assert (again.added, again.iri, again.sequence) == (0, first.iri, first.sequence)
    assert kb.export() == export


def test_the_same_document_in_another_syntax_is_said_to_say_the_same(quote):
    first = quote("evidence.provn", NOTATION)
    document = write_of(NOTATION, Syntax.JSON)

    other = quote("evidence.json", document)

    assert other.added == 1
    assert other.iri != first.iri
    assert other.same == (first.iri,)
    assert other.document.meaning == first.document.meaning


def write_of(notation: str, syntax: Syntax) -> bytes:
    return write(read(notation.encode(), Syntax.PROVN), syntax).data


# -- validity -------------------------------------------------------------------------------------


def test_a_document_that_is_not_valid_is_quoted_and_leaves_the_record_valid(kb, quote):
    report = quote("wrong.provn", INVALID)

    checked = kb.verify_prov()
    assert report.validity.valid is False
    assert checked.valid
    [told] = checked.quoted
    assert (told.iri, told.valid) == (report.iri, False)
    assert "constraint 5" in told.violations[0]


def test_a_document_too_large_to_be_validated_does_not_stop_the_record(kb, quote):
    many = "\n".join(f"entity(ex:e{number})" for number in range(200))
    quote("many.provn", NOTATION.replace("entity(ex:c1)", many))

    checked = kb.verify_prov(limit=150)

    assert checked.valid
    assert [told.valid for told in checked.quoted] == [None]


def test_changed_bytes_of_a_document_are_found(kb, quote):
    report = quote("evidence.trig", EVIDENCE)
    digest = report.document.digest.removeprefix("sha256:")
    blob = kb.path / "blobs" / digest[:2] / digest[2:]
    assert kb.verify().ok
    blob.chmod(0o644)

    blob.write_bytes(b"another")

    found = kb.verify()
    assert [fault.subject for fault in found.findings] == [report.iri]


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.provn", "document entity(ex:e) endDocument", BadProv),
        ("a.trig", "<urn:a> <urn:b> <urn:c> .", BadProv),
        ("a.trig", "<urn:a> <urn:b", BadProv),
        ("a.json", "{}", BadProv),
        ("a.jsonld", '{"@context": "http://localhost:9/c", "@id": "urn:a"}', BadProv),
        ("a.txt", NOTATION, BadProv),
        ("a.trig", f"<urn:x:graph/index> {{ <urn:a> a <{PROV}Bundle> }}", BadArchive),
    ],
)
def test_what_is_neither_archive_nor_document_is_refused_and_adds_nothing(
    kb, quote, name, content, error
):
    with pytest.raises(error):
        quote(name, content)

    assert kb.sequence == 0
    assert not list((kb.path / "blobs").rglob("*"))


def test_a_syntax_can_be_named(quote):
    assert quote("a.txt", NOTATION, syntax="provn").added == 1
    with pytest.raises(BadValue):
        quote("a.txt", NOTATION, syntax="prolog")


def test_nodes_that_are_all_alike_are_refused_in_time(kb, quote):
    clique = [
        f"_:b{one} <{PROV}wasDerivedFrom> _:b{other} ."
        for one in range(12)
        for other in range(12)
        if one != other
    ]

    with pytest.raises(CanonicalizationTooCostly):
        quote("clique.nt", "\n".join(clique))

    assert kb.sequence == 0


def test_a_document_beyond_the_limit_is_not_read(kb, tmp_path):
    file = tmp_path / "large.provn"
    with file.open("wb") as output:
        output.truncate(50_000_001)

    with pytest.raises(FileTooLarge):
        kb.import_(file)


def test_a_document_that_is_not_quoted_cannot_be_asked(kb):
    with pytest.raises(UnknownIri):
        kb.sparql("ASK {}", quoted=f"{BASE}quoted/1")


# -- there and back -------------------------------------------------------------------------------


def exported(kb: Knowledge, form: str, path: Path) -> bytes:
    if form == "archive":
        kb.export_archive(path)
        assert verify_archive(path, processes=1).ok
    else:
        path.write_bytes(kb.export(form))
    return path.read_bytes()


@settings(max_examples=10, deadline=None, phases=UNSHRUNK)
@given(
    written=st.lists(st.tuples(documents(), st.sampled_from(WRITABLE)), min_size=1, max_size=3),
    form=st.sampled_from([("archive", ".zip"), ("trig", ".trig"), ("nquads", ".nq")]),
)
def test_a_store_with_quoted_documents_comes_back_as_the_same_bytes(written, form):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with cedarprov.create(folder / "first", dense=False) as kb:
            quote_all(kb, written, folder)
            before = exported(kb, form[0], folder / f"before{form[1]}")
            added = kb.sequence
        with cedarprov.create(folder / "second", dense=False) as copy:
            report = copy.import_(folder / f"before{form[1]}") if added else None
            again = copy.import_(folder / f"before{form[1]}") if added else None

            assert not added or (report.added, again.added) == (added, 0)
            assert isinstance(report, ImportReport) or not added
            assert not added or exported(copy, form[0], folder / f"after{form[1]}") == before


def quote_all(kb: Knowledge, written, folder: Path) -> None:
    for number, (document, syntax) in enumerate(written):
        file = folder / f"{number}{ENDINGS[syntax]}"
        try:
            file.write_bytes(write(document, syntax).data)
            kb.import_(file)
        except CedarprovError:
            continue  # it has bundles, and the syntax has none; or it says nothing


# -- what the record says -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A store with claims and edges, and all terms that its record uses."""
    folder = tmp_path_factory.mktemp("quoting")
    for name, limit in (("a.md", 40), ("b.md", 42)):
        (folder / name).write_text(f"# Pump\n\nThe pressure limit of the pump is {limit} bar.\n")
    with cedarprov.create(folder / "store", base=BASE, dense=False) as kb:
        kb.ingest(folder / "a.md", folder / "b.md")
        quote = "The pressure limit of the pump"
        claims = [
            kb.claim(f"It is {source.name}.", quote=quote, version=source.editions[0].version)
            for source in kb.sources()
        ]
        kb.edge(claims[0], "contradicts", claims[1], evidence="I read both.", agent=ANNA)
        kb.ask("What is the pressure limit of the pump?", record=True)
        yield kb


def what_it_says(kb: Knowledge) -> object:
    """All that the record is asked in this file; the sequence number alone may differ."""
    answer = kb.ask("What is the pressure limit of the pump?")
    claims = kb.claims()
    counts = {name: count for name, count in kb.info().counts.items() if name != "QuotedDocument"}
    stale = kb.stale()
    return (
        (answer.text, answer.evidence, answer.citations, answer.assessment, answer.grounds),
        kb.sources(),
        claims,
        [kb.origins(claim.iri) for claim in claims],
        [str(kb.trail(claim.iri)) for claim in claims],
        [kb.why(claim.iri) for claim in claims],
        (stale.counts, stale.claims),
        (kb.info().edges, counts),
        kb.agenda(),
    )


@pytest.fixture(scope="module")
def terms(filled):
    """The IRIs and the predicates of the record, and the names of its graphs but for the index."""

    def found(pattern: str) -> list[str]:
        query = f"SELECT DISTINCT ?it {{ {pattern} FILTER isIRI(?it) }} ORDER BY ?it"
        return [row["it"] for row in filled.sparql(query).records]

    subjects, objects = found("GRAPH ?g { ?it ?p ?o }"), found("GRAPH ?g { ?s ?p ?it }")
    graphs = [graph for graph in found("GRAPH ?it { ?s ?p ?o }") if not graph.endswith("/index")]
    return sorted({*subjects, *objects}), found("GRAPH ?g { ?s ?it ?o }"), graphs


@settings(max_examples=12, deadline=None, phases=UNSHRUNK)
@given(data=st.data())
def test_no_document_changes_what_the_record_says_even_in_its_own_terms(filled, terms, data):
    kb, (nodes, predicates, graphs) = filled, terms
    iris = st.sampled_from(nodes).map(NamedNode)
    statements = st.builds(
        Quad,
        iris,
        st.sampled_from(predicates).map(NamedNode),
        st.one_of(iris, st.just(Literal("40 bar"))),
        st.sampled_from(graphs).map(NamedNode),
    )
    quads = data.draw(st.lists(statements, min_size=5, max_size=40))
    said = NamedNode(f"{PROV}wasDerivedFrom")
    quads.append(Quad(NamedNode(nodes[0]), said, NamedNode(nodes[-1])))
    before = what_it_says(kb)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "theirs.nq"
        file.write_bytes(serialize(quads, format=RdfFormat.N_QUADS))

        try:
            report = kb.import_(file)
        except BadProv:
            reject()  # a property of PROV-O has a value that it cannot have

    assert report.document.statements == len(set(quads))
    assert what_it_says(kb) == before
    assert kb.verify().ok
    assert kb.verify_prov().valid
    assert [shape.findings for shape in kb.verify_shapes(infer=True).shapes if shape.findings] == []


# -- what must not be kept ------------------------------------------------------------------------


def purged(kb: Knowledge, iri: str, **options: bool):
    return kb.purge(iri, by=ANNA, reason="a court ordered it", **options)


def test_a_quoted_document_is_purged_from_every_file_and_leaves_a_tombstone(kb, quote, tmp_path):
    report = quote("evidence.trig", EVIDENCE)
    rehearsed = purged(kb, report.iri, dry_run=True)

    done = purged(kb, report.iri)

    assert (rehearsed.texts, done.texts, len(done.tombstones)) == (1, 1, 1)
    assert list(asked(kb, report, "?s ?p ?o")) == []
    assert b"limit 40" not in kb.export()
    assert not [file for file in kb.path.rglob("*") if file.is_file() and holds(file, b"limit 40")]
    assert kb.verify().ok
    assert [told.stopped for told in kb.verify_prov().quoted] == ["it was purged"]
    kb.export_archive(tmp_path / "archive.zip")
    assert verify_archive(tmp_path / "archive.zip", processes=1).ok
    with pytest.raises(NothingToPurge):
        purged(kb, report.iri)
    with pytest.raises(PurgedDocument):
        quote("again.trig", EVIDENCE)


def holds(file: Path, words: bytes) -> bool:
    return words in file.read_bytes()


def test_a_document_that_is_a_source_too_is_named_and_its_bytes_stay_for_the_source(
    kb, quote, tmp_path
):
    report = quote("evidence.txt", NOTATION, syntax="provn")
    kb.ingest(tmp_path / "evidence.txt")
    version = kb.sources()[0].editions[0].version
    with pytest.raises(SharedText):
        purged(kb, report.iri)

    purged(kb, report.iri, yes=True)

    kb.close()
    with cedarprov.open(kb.path, dense=False) as again:
        again.claim("It says who.", quote="ex:ada", version=version)
        found = again.verify()
        assert (found.ok, found.text) == (True, "checked")


def test_a_source_that_is_quoted_too_is_named_and_its_bytes_stay_for_the_quotation(
    kb, quote, tmp_path
):
    report = quote("evidence.txt", NOTATION, syntax="provn")
    kb.ingest(tmp_path / "evidence.txt")
    source = kb.sources()[0].iri
    with pytest.raises(SharedText) as told:
        purged(kb, source)
    assert report.iri in str(told.value)

    purged(kb, source, yes=True)

    kb.close()
    with cedarprov.open(kb.path, dense=False) as again:
        again.infer("claims")  # opens it for writing, which sweeps what was purged
        assert again.verify().checked["quoted documents"] == 1
