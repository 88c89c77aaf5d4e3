"""What an ingest leaves behind: versions, captures, passages, and what is said of each file."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shelf import UNSHRUNK

import cedarprov
from cedarprov.errors import BadManifest, MissingPath, NothingToIngest
from cedarprov.ingest.report import IngestReport, Outcome
from cedarprov.knowledge import Knowledge
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import ASSERTED

LIMIT = "# Limits\n\nThe limit is {} bar.\n"
SCOPED = '[[source]]\nmatch = "*"\nname = "manual"\nedition = "1"\nscope = {{ release = "{}" }}\n'


def counted(report: IngestReport) -> tuple[int, int, int, int]:
    return (
        report.new_versions,
        report.new_captures,
        report.new_locations,
        report.passages_added,
    )


def outcomes(report: IngestReport) -> dict[str, str]:
    return {item.place: item.outcome.value for item in report.files}


def digest_of(folder: Path) -> str:
    """One digest of all names and contents below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def without_times(kb: Knowledge) -> set[str]:
    """Every statement of the bundles and texts but those that say when."""
    when = {v.STARTED_AT_TIME, v.ENDED_AT_TIME, v.GENERATED_AT_TIME, v.LAST_SEEN}
    index = f"{kb.base}graph/index"
    store = kb._reading().store
    return {
        str(quad.triple)
        for quad in store.quads()
        if quad.predicate not in when and quad.graph_name.value != index
    }


# -- once and again -------------------------------------------------------------------------------


def test_a_second_run_over_the_same_files_adds_nothing(kb, write):
    folder = write({"a.md": LIMIT.format(1), "b.md": LIMIT.format(2)})
    kb.ingest(folder)
    before, head = without_times(kb), kb.info().chain

    report = kb.ingest(folder)

    assert counted(report) == (0, 0, 0, 0)
    assert set(outcomes(report).values()) == {"unchanged"}
    assert (without_times(kb), kb.info().chain) == (before, head)


@pytest.mark.parametrize("found", [None, b"something else"], ids=["lost", "damaged"])
def test_a_second_run_brings_back_bytes_that_were_lost_or_damaged(kb, write, found):
    folder = write({"a.md": "# A\n\none\n"})
    version = kb.ingest(folder).files[0].version
    [blob] = [path for path in (kb.path / "blobs").rglob("*") if path.is_file()]
    blob.unlink() if found is None else blob.write_bytes(found)
    before = kb.sequence

    kb.ingest(folder)

    assert kb.verify().text == "checked"
    assert kb.claim("It is one", quote="one", version=version)
    assert kb.sequence == before + 1


def test_a_touched_file_is_unchanged(kb, write):
    folder = write({"a.md": LIMIT.format(1)})
    kb.ingest(folder)
    os.utime(folder / "a.md", (0, 0))

    assert counted(kb.ingest(folder)) == (0, 0, 0, 0)


def test_a_copy_under_a_new_name_is_a_new_location_without_passages(kb, write):
    folder = write({"a.md": LIMIT.format(1)})
    kb.ingest(folder)
    passages = kb.info().counts["Passage"]
    shutil.copy(folder / "a.md", folder / "copy.md")

    report = kb.ingest(folder)

    assert counted(report) == (0, 1, 1, 0)
    assert kb.info().counts["Passage"] == passages
    assert len({edition.version for source in kb.sources() for edition in source.editions}) == 1


def test_the_same_bytes_in_two_files_of_one_run_are_one_version(kb, write):
    report = kb.ingest(write({"a.md": LIMIT.format(1), "b.md": LIMIT.format(1)}))

    assert counted(report) == (1, 2, 1, 1)
    counts = kb.info().counts
    assert (counts["Source"], counts["SourceVersion"], counts["Passage"]) == (2, 1, 1)


@pytest.mark.parametrize("again", ["folder first", "file first"])
def test_a_file_that_is_named_twice_is_captured_once(kb, write, again):
    folder = write({"a.md": LIMIT.format(1)})
    paths = [folder, folder / "a.md"]

    report = kb.ingest(*(paths if again == "folder first" else reversed(paths)))

    assert counted(report) == (1, 1, 0, 1)
    assert outcomes(report) == {"papers/a.md": "new-version"}
    assert kb.verify().ok


def test_two_files_that_are_one_edition_are_told_and_only_the_first_is_captured(kb, write):
    folder = write({"x/docs/a.md": LIMIT.format(1), "y/docs/a.md": LIMIT.format(2)})
    paths = folder / "x/docs", folder / "y/docs"

    first = kb.ingest(*paths)
    again = kb.ingest(*paths)

    [refused] = first.of(Outcome.REFUSED)
    assert "docs/a.md" in refused.detail
    assert "tell them apart" in refused.detail
    assert (counted(first), counted(again)) == ((1, 1, 0, 1), (0, 0, 0, 0))


def test_the_same_name_in_two_folders_is_two_sources(kb, write):
    kb.ingest(write({"x/manual.md": LIMIT.format(1), "y/manual.md": LIMIT.format(2)}))

    assert [source.name for source in kb.sources()] == ["papers/x/manual.md", "papers/y/manual.md"]


papers = st.lists(
    st.text(st.characters(categories=["L", "N", "Zs"], include_characters="\n#.-")), max_size=4
)


@settings(max_examples=8, deadline=None, phases=UNSHRUNK)
@given(texts=papers, data=st.data())
def test_the_order_of_files_and_runs_does_not_matter(texts, data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("order")
    paths = [folder / "papers" / f"{number}.md" for number in range(len(texts))]
    (folder / "papers").mkdir()
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    stores = []
    for name in ("one", "other"):
        with cedarprov.create(folder / name, base="urn:order:", dense=False) as kb:
            for path in data.draw(st.permutations(paths)):
                kb.ingest(path)
            if name == "other" and paths:
                kb.ingest(folder / "papers")
            stores.append(without_times(kb))

    assert _without_order(stores[0]) == _without_order(stores[1])


def _without_order(statements: set[str]) -> set[str]:
    # Of files with the same bytes, the first one's capture generates the version, others use it.
    told = (v.REFLECTS.value, v.USED.value, v.WAS_GENERATED_BY.value)
    return {line for line in statements if not any(each in line for each in told)}


# -- edits, and clocks ----------------------------------------------------------------------------


def test_an_edit_undone_is_three_captures_of_two_contents(kb, shared, tmp_path):
    place = tmp_path / "papers" / "manual.md"
    place.parent.mkdir()
    reports = []
    for step in "123":
        shutil.copy(shared / "cases/S04" / step / "manual.md", place)
        reports.append(kb.ingest(place))

    [source] = kb.sources()
    [edition] = source.editions
    versions = [report.files[0].version for report in reports]
    assert (edition.captures, kb.info().counts["SourceVersion"]) == (3, 2)
    assert edition.version == versions[0] == versions[2] != versions[1]


def test_a_claim_on_a_replaced_version_still_resolves(kb, write):
    folder = write({"a.md": LIMIT.format(30)})
    old = kb.ingest(folder).files[0].version
    claim = kb.claim("It is 30", quote="30 bar", version=old)
    write({"a.md": LIMIT.format(40)})
    kb.ingest(folder)

    assert kb.span("30 bar", version=old).exact == "30 bar"
    assert old in {step.iri for step in kb.trail(claim).steps}
    assert kb.verify().ok


def test_an_old_fact_is_not_answered_after_an_edit_but_is_found_as_of_the_record(kb, shared, write):
    cases = shared / "cases/S19"
    question = "In which year was Unit 4 commissioned?"
    folder = write({"units.txt": (cases / "v1.txt").read_bytes()})
    before = kb.ingest(folder).sequence
    write({"units.txt": (cases / "v2.txt").read_bytes()})
    kb.ingest(folder)

    now = kb.ask(question)
    then = kb.ask(question, as_of={"record": str(before)})

    assert "2010" in shown(now)
    assert "2011" not in shown(now)
    assert "2011" in shown(then)
    assert "2010" not in shown(then)


def shown(answer) -> str:
    return answer.text + "".join(item.text for item in answer.evidence)


# -- line ends, marks and blanks ------------------------------------------------------------------


def test_line_ends_are_kept_so_that_each_file_is_a_version_with_its_own_positions(kb, shared):
    folder = shared / "cases/S03"

    report = kb.ingest(folder)

    spans = {
        Path(item.place).name: kb.span("limit is 40 bar", version=item.version)
        for item in report.files
        if item.place.endswith(".txt")
    }
    positions = {name: (span.start, span.end) for name, span in spans.items()}
    assert positions == {"crlf.txt": (21, 36), "lf.txt": (20, 35), "mixed.txt": (25, 40)}
    assert len({span.version for span in spans.values()}) == 3


@pytest.mark.parametrize("content", [b"", b" \t \n\n", b"\r\r\r", b"\xef\xbb\xbf"])
def test_a_file_without_text_is_captured_without_passages_and_does_not_stop_the_others(
    kb, write, content
):
    report = kb.ingest(write({"blank.txt": content, "a.md": LIMIT.format(1)}))

    by_place = {item.place: item for item in report.files}
    blank, other = by_place["papers/blank.txt"], by_place["papers/a.md"]
    assert (blank.outcome, blank.passages) == (Outcome.NO_TEXT, 0)
    assert (other.outcome, other.passages) == (Outcome.NEW_VERSION, 1)
    assert (report.new_versions, report.new_captures) == (2, 2)
    assert kb.verify().ok


def test_a_file_of_headings_only_is_captured_and_its_headings_are_found(kb, write):
    report = kb.ingest(write({"heads.md": "# Pumps\n\n## Valves\n\n### Seals\n"}))

    assert report.files[0].passages == report.passages_added == 1
    assert "Valves" in shown(kb.ask("Valves"))


def test_bytes_that_are_no_text_are_refused_by_file_and_byte_and_do_not_stop_the_others(kb, write):
    report = kb.ingest(write({"bad.txt": b"ok \xff\xfe", "a.md": LIMIT.format(1)}))

    [refused] = report.of(Outcome.REFUSED)
    assert refused.place == "papers/bad.txt"
    assert "bad.txt" in refused.detail
    assert "byte 3" in refused.detail
    assert report.new_versions == 1


def test_a_marker_in_a_line_of_300_000_letters_is_found_with_its_exact_span(kb, write):
    content = "x" * 299_000 + "MARKER-OMEGA" + "y" * 988
    version = kb.ingest(write({"huge.txt": content})).files[0].version

    span = kb.span("MARKER-OMEGA", version=version)
    answer = kb.ask("MARKER-OMEGA", budget=400)

    assert (span.start, span.end) == (299_000, 299_012)
    assert any("MARKER-OMEGA" in item.text for item in answer.evidence)


# -- manifests ------------------------------------------------------------------------------------


def scoped(kb: Knowledge, write, release: str) -> IngestReport:
    folder = write({"in/a.md": LIMIT.format(1), "m.toml": SCOPED.format(release)})
    return kb.ingest(folder / "in", manifest=folder / "m.toml")


def applied(kb: Knowledge) -> list[str]:
    """Release expressions that the asserted graph applies editions to."""
    session = kb._reading()
    edges = session.store.quads(None, v.APPLIES_TO, None, session.names.graph(ASSERTED))
    links = [quad for edge in edges for quad in session.store.quads(edge.object, v.CONDITION_OF)]
    found = [quad for link in links for quad in session.store.quads(link.object, v.EXPRESSION)]
    return sorted({quad.object.value for quad in found})


def test_a_manifest_is_a_source_and_its_words_are_the_evidence_of_the_scope(kb, write):
    report = scoped(kb, write, "1.0")

    by_place = {item.place: item for item in report.files}
    manifest = by_place["papers/m.toml"]
    session = kb._reading()
    [edge] = {quad.subject for quad in session.store.quads(None, v.TYPE, v.EDGE)}
    [evidence] = {quad.object for quad in session.store.quads(edge, v.EVIDENCE)}
    versions = {quad.object.value for quad in session.store.quads(evidence, v.WAS_QUOTED_FROM)}
    assert versions == {manifest.version}
    assert manifest.passages == 0
    assert 'scope = { release = "1.0" }' in kb._connection.texts(manifest.version)


def test_an_edited_manifest_over_the_same_bytes_replaces_the_scope(kb, write):
    scoped(kb, write, "1.0")
    assert applied(kb) == ["1.0"]

    report = scoped(kb, write, "2.0")

    by_place = outcomes(report)
    assert (by_place["in/a.md"], report.passages_added) == ("new-capture", 0)
    assert applied(kb) == ["2.0"]
    question = "What is the limit?"
    assert kb.ask(question, scope={"release": "2.0"}).evidence
    assert not kb.ask(question, scope={"release": "1.0"}).evidence
    assert kb.verify().ok


def test_a_scope_that_comes_back_applies_again(kb, write):
    for release in ("1.0", "2.0", "1.0"):
        scoped(kb, write, release)

    assert applied(kb) == ["1.0"]
    assert kb.verify().ok


def test_a_scope_that_is_taken_out_of_the_manifest_no_longer_applies(kb, write):
    scoped(kb, write, "1.0")
    folder = write({"m.toml": '[[source]]\nmatch = "*"\nname = "manual"\nedition = "1"\n'})

    kb.ingest(folder / "in", manifest=folder / "m.toml")

    assert applied(kb) == []


@pytest.mark.parametrize(
    "faulty",
    [
        '[[source]]\nmatch = "*"\npublisht = 1\n',
        '[[source]]\nmatch = "*"\nname = "one"\n[[source]]\nmatch = "a.md"\nname = "two"\n',
    ],
)
@pytest.mark.parametrize("dry_run", [True, False])
def test_a_manifest_with_faults_leaves_the_store_as_it_was(kb, write, faulty, dry_run):
    folder = write({"in/a.md": LIMIT.format(1), "m.toml": faulty})

    with pytest.raises(BadManifest):
        kb.ingest(folder / "in", manifest=folder / "m.toml", dry_run=dry_run)

    assert kb.sequence == 0


# -- absence --------------------------------------------------------------------------------------


def test_a_file_that_is_gone_is_reported_and_kept_and_is_seen_again_when_it_is_back(kb, write):
    folder = write({"a.md": "The pump is blue.\n", "b.md": LIMIT.format(2)})
    kb.ingest(folder)
    (folder / "b.md").unlink()

    gone = kb.ingest(folder)
    missing = {source.name: source.editions[0].not_seen for source in kb.sources()}
    still = kb.ask("What is the limit?")
    write({"b.md": LIMIT.format(2)})
    back = kb.ingest(folder)

    assert [item.place for item in gone.of(Outcome.NOT_SEEN)] == ["papers/b.md"]
    assert missing["papers/a.md"] is None
    assert missing["papers/b.md"] is not None
    assert "2 bar" in still.text
    assert counted(back) == (0, 0, 0, 0)
    assert all(edition.not_seen is None for source in kb.sources() for edition in source.editions)


def test_the_last_file_of_a_folder_is_missed_like_any_other(kb, write):
    folder = write({"a.md": "A\n"})
    kb.ingest(folder)
    (folder / "a.md").unlink()

    report = kb.ingest(folder)

    assert outcomes(report) == {"papers/a.md": "not-seen"}
    assert kb.sources()[0].editions[0].not_seen is not None


def test_a_file_that_is_gone_stays_gone_since_it_was_first_missed(kb, write):
    folder = write({"a.md": LIMIT.format(1), "b.md": LIMIT.format(2)})
    kb.ingest(folder)
    (folder / "b.md").unlink()

    kb.ingest(folder)
    first = {source.name: source.editions[0].not_seen for source in kb.sources()}
    kb.ingest(folder)

    assert {source.name: source.editions[0].not_seen for source in kb.sources()} == first


def test_files_of_other_folders_are_not_missed(kb, write):
    folder = write({"x/a.md": LIMIT.format(1), "y/b.md": LIMIT.format(2)})
    kb.ingest(folder / "x", folder / "y")

    assert kb.ingest(folder / "x").count(Outcome.NOT_SEEN) == 0


# -- rehearsal ------------------------------------------------------------------------------------


def test_a_dry_run_counts_what_the_run_does_and_writes_nothing(kb, write):
    folder = write({"a.md": LIMIT.format(1), "b.md": LIMIT.format(2), "gone.md": LIMIT.format(3)})
    kb.ingest(folder)
    kb.close()
    write({"b.md": LIMIT.format(22), "c.md": LIMIT.format(1), "d.txt": b"\xff", "e.txt": ""})
    (folder / "gone.md").unlink()
    with cedarprov.open(kb.path, dense=False) as opened:
        before = digest_of(kb.path)

        dry = opened.ingest(folder, dry_run=True)

        assert digest_of(kb.path) == before
        wet = opened.ingest(folder)
    assert (dry.dry_run, wet.dry_run) == (True, False)
    assert counted(dry) == counted(wet) == (2, 3, 1, 1)
    assert dry.files == wet.files


# -- what there is nothing to do with -------------------------------------------------------------


def test_a_path_that_is_missing_and_a_folder_without_text_are_refused(kb, tmp_path):
    (tmp_path / "hollow").mkdir()

    with pytest.raises(MissingPath):
        kb.ingest(tmp_path / "nowhere")
    with pytest.raises(NothingToIngest):
        kb.ingest(tmp_path / "hollow")

    assert kb.sequence == 0
