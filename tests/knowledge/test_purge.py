"""What is purged is found nowhere any more, and the record of it stays whole."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from pyoxigraph import Store

import cedarprov
from cedarprov.errors import NothingToPurge, QuoteNotFound, SharedText, UnknownIri
from cedarprov.index.embedded import EmbeddedIndex
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Agent, Claim, StructuredReading
from cedarprov.rdf import vocabulary as v
from cedarprov.store.folder import StoreFolder

ANNA, BEN = Agent(name="Anna"), Agent(name="Ben")
CREW = "Who serviced pump P-2?"
WHY = "a court ordered it"


@pytest.fixture
def pumps(kb, shared):
    """The documents of case S06 and where they stand."""
    folder = shared / "cases/S06"
    report = kb.ingest(folder / "a.md", folder / "b.md")
    return {item.place.rpartition("/")[2]: item.version for item in report.files}


def source(kb: Knowledge, name: str) -> str:
    return next(each.iri for each in kb.sources() if each.name.endswith(name))


def holding(kb: Knowledge, text: str, scratch: Path) -> Iterator[str]:
    """Yield every place in a store where a text is found: raw, in RDF folders, in the index."""
    wanted = text.encode()
    for file in kb.path.rglob("*"):
        if file.is_file() and wanted in file.read_bytes():
            yield f"the file {file}"
    folders = [*kb.path.glob("data-*/rdf"), *kb.path.glob("data-*/checkpoints/*/store")]
    for number, folder in enumerate(folders):
        copy = scratch / str(number)  # read through the engine, which decompresses
        shutil.copytree(folder, copy)
        if any(text in str(quad) for quad in Store.read_only(str(copy))):
            yield f"the RDF folder {folder}"
    for index in kb.path.glob("data-*/index"):
        if EmbeddedIndex(index).lexical(text, limit=9):
            yield f"the index {index}"
    if wanted in kb.export("nquads"):
        yield "an export"


@pytest.fixture
def places(kb, tmp_path):
    """Names the places where the store holds a text."""

    def places(text: str) -> list[str]:
        scratch = tmp_path / "scratch"
        shutil.rmtree(scratch, ignore_errors=True)
        return list(holding(kb, text, scratch))

    return places


def everywhere(kb: Knowledge, version: str) -> dict[str, str]:
    """Repeat a source in all places that a store has for words, and return the claims by name."""
    red = kb.claim(
        "Pump P-2 was serviced by crew Red",
        quote="crew Red",
        version=version,
        reading=StructuredReading(about="pump P-2", attribute="crew", value="crew Red"),
        agent=ANNA,
    )
    other = kb.claim("A pump has a seal", quote="seal", version=version, agent=ANNA)
    edge = kb.edge(red, "supports", other, evidence="it was crew Red, I saw them", agent=ANNA)
    kb.review(edge, "accepted", reviewer=BEN, reason="yes, crew Red did it")
    kb.ask("Was pump P-2 serviced by crew Red?", record=True)
    kb.map("Was pump P-2 serviced by crew Red?", record=True)
    (kb.path / "sheet.csv").write_text("claim\nPump P-2 was serviced by crew Red\n")
    return {"red": red, "edge": edge}


def test_a_purged_text_is_in_no_file_checkpoint_index_record_or_export(kb, pumps, places):
    made = everywhere(kb, pumps["a.md"])
    kinds = {place.split("/")[0] for place in places("crew Red")}
    assert {"the file ", "the RDF folder ", "the index ", "an export"} <= kinds

    report = kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)

    assert places("crew Red") == []
    assert report.versions == (pumps["a.md"],)
    assert not (kb.path / "sheet.csv").exists()
    assert {claim.iri: claim.statement for claim in kb.claims()}[made["red"]] == "[purged]"


def test_after_a_purge_the_store_is_sound_its_chain_whole_and_an_old_head_still_in_it(kb, pumps):
    everywhere(kb, pumps["a.md"])
    head = kb.info().chain

    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)

    report = kb.verify(head=head)
    assert report.findings == ()
    assert (report.purged, report.unread, report.anchored) == (1, 0, "anchored")
    assert report.checked["redacted bundles"] > 1


def test_what_is_left_of_a_redacted_bundle_cannot_be_changed_unseen(kb, write):
    kb.ingest(write({"a.md": "# Heronry\n\nIt is high up.\n"}))
    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY)
    kb.close()
    folder = StoreFolder.open(kb.path)
    store = Store(str(folder.rdf))
    [redacted] = {quad.object for quad in store.quads_for_pattern(None, v.REDACTS, None)}
    store.remove(next(store.quads_for_pattern(None, v.PLACE, None, redacted)))
    folder.checkpoints.publish(store, 99)
    del store

    with cedarprov.open(kb.path, dense=False) as again:
        found = {fault.subject for fault in again.verify().findings}

    assert redacted.value in found


def test_a_tombstone_says_what_who_when_and_why(kb, pumps):
    [tombstone] = kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True).tombstones

    step = kb.trail(tombstone).root
    assert (step.label, step.by) == (WHY, "Anna")
    assert step.digest.removeprefix("sha256:") in pumps["a.md"]
    assert step.at.startswith("20")
    assert step.steps[0].iri == pumps["a.md"]


def test_a_claim_with_other_evidence_stays_live_and_one_without_is_stale(kb, pumps):
    red = kb.claim("crew Red did it", quote="crew Red", version=pumps["a.md"], agent=ANNA)
    spans = [kb.span("type K", version=pumps[name]) for name in ("a.md", "b.md")]
    seal = kb.add_claim(Claim(statement="The seal is type K", spans=tuple(spans)), agent=ANNA)

    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)

    stale = [item.claim for item in kb.stale().claims]
    statements = {claim.iri: claim.statement for claim in kb.claims()}
    assert stale == [red]
    assert statements == {red: "[purged]", seal: "The seal is type K"}


def test_a_question_about_the_time_before_finds_nothing_and_says_that_it_was_purged(kb, pumps):
    before = str(kb.sequence)
    assert pumps

    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)

    then = kb.ask(CREW, as_of={"record": before})
    now = kb.ask(CREW)
    assert "crew Red" not in "".join(item.text for item in then.evidence)
    assert any("purged since" in notice for notice in then.notices)
    assert not any("purged" in notice for notice in now.notices)
    captured = kb.ask(CREW, as_of={"captured": "2999"})
    assert not any("purged" in notice for notice in captured.notices)


SEAL = "# Seal\n\nThe seal of the pump is type K.\n"


def test_others_that_hold_some_of_it_are_named_first_and_nothing_is_removed(kb, write, places):
    kb.ingest(write({"a.md": f"# Code\n\nThe code is heron.\n\n{SEAL}", "b.md": SEAL}))
    record, before = source(kb, "a.md"), kb.export()

    with pytest.raises(SharedText, match=r"b\.md has 1 of the same texts") as refused:
        kb.purge(record, by=ANNA, reason=WHY)

    assert kb.purge(record, by=ANNA, reason=WHY, dry_run=True).shared == refused.value.shared
    assert kb.export() == before
    assert kb.verify().ok

    kb.purge(record, by=ANNA, reason=WHY, yes=True)

    assert places("heron") == []
    assert "type K" in kb.ask("What type is the seal of the pump?").text


def test_bytes_that_another_source_has_too_stay_unless_removed_everywhere(kb, write, places):
    folder = write({"a.md": "The code is heron.\n", "b.md": "The code is heron.\n"})
    kb.ingest(folder)

    with pytest.raises(NothingToPurge, match="others hold the same bytes"):
        kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)
    report = kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, everywhere=True)

    assert [item for item in report.shared if "b.md has the same bytes" in item]
    assert places("heron") == []


def test_an_edition_can_be_purged_and_the_other_editions_stay(kb, write, tmp_path, places):
    folder = write({"m-1.md": "The code is heron.\n", "m-2.md": "The code is egret.\n"})
    manifest = tmp_path / "cedar.toml"
    row = '[[source]]\nmatch = ["m-{0}.md"]\nname = "manual"\nedition = "{0}"\n'
    manifest.write_text(row.format(1) + row.format(2))
    kb.ingest(folder, manifest=manifest)
    [manual] = [each for each in kb.sources() if each.name == "manual"]
    first = next(each.iri for each in manual.editions if each.label == "1")

    kb.purge(first, by=ANNA, reason=WHY)

    assert places("heron") == []
    assert "egret" in kb.ask("What is the code?").text
    assert kb.verify().ok


def test_headings_and_titles_go_with_their_source_and_others_keep_theirs(kb, write, places):
    kb.ingest(write({
        "a.md": "---\ntitle: Ibises\n---\n# Heronry\n\nIt is high up.\n",
        "b.md": "# Egrets\n\nThey are low down.\n",
    }))  # fmt: skip
    assert places("Heronry")
    assert places("Ibises")

    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY)

    assert places("Heronry") == places("Ibises") == []
    assert places("Egrets")
    assert kb.verify().ok


def test_words_that_a_person_shares_with_the_text_by_chance_stay(kb, write):
    report = kb.ingest(write({"a.md": "The timeout is long.\n", "b.md": "A pool has ten slots.\n"}))
    versions = {item.place[-4:]: item.version for item in report.files}
    claim = kb.claim("It has ten slots", quote="ten slots", version=versions["b.md"], agent=ANNA)
    kb.review(claim, "accepted", reviewer=BEN, reason="the timeout bears it out")

    report = kb.purge(versions["a.md"], by=ANNA, reason=WHY)

    assert report.records == ()


def test_purged_bytes_are_refused_with_the_tombstone_and_taken_in_again_when_asked(kb, write):
    folder = write({"a.md": "The code is heron.\n", "b.md": "A pool has ten slots.\n"})
    kb.ingest(folder)
    [tombstone] = kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY).tombstones

    refused = kb.ingest(folder)

    [file] = [item for item in refused.files if item.outcome.value == "refused"]
    assert tombstone in file.detail
    assert "heron" not in kb.export().decode()

    again = kb.ingest(folder, restore_purged=True)

    assert again.new_captures == 1
    assert "heron" in kb.export().decode()
    assert kb.verify().findings == ()
    kb.close()
    with cedarprov.open(kb.path, dense=False) as later:
        assert later.ingest(folder).new_captures == 0  # the bytes were not swept again
        assert (later.verify().unread, later.verify().purged) == (0, 0)


def test_a_second_purge_of_the_same_record_is_refused_and_changes_nothing(kb, pumps):
    assert pumps
    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)
    before = kb.sequence

    with pytest.raises(NothingToPurge, match="purged already"):
        kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)

    assert kb.sequence == before


def test_two_purges_of_sources_that_one_bundle_repeats_leave_it_checkable(kb, write, places):
    report = kb.ingest(write({"a.md": "The code is heron.\n", "b.md": "The code is egret.\n"}))
    versions = {item.place[-4:]: item.version for item in report.files}
    one = kb.claim("It is heron", quote="heron", version=versions["a.md"], agent=ANNA)
    two = kb.claim("It is egret", quote="egret", version=versions["b.md"], agent=ANNA)
    kb.edge(one, "contradicts", two, evidence="heron is not egret", agent=ANNA)

    kb.purge(versions["a.md"], by=ANNA, reason=WHY)
    kb.purge(versions["b.md"], by=ANNA, reason=WHY)

    assert places("heron") == places("egret") == []
    assert kb.verify().findings == ()


def test_an_archive_made_after_a_purge_goes_into_an_empty_store_and_out_again_the_same(
    kb, pumps, tmp_path
):
    everywhere(kb, pumps["a.md"])
    kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)
    archive = tmp_path / "archive.nq"
    archive.write_bytes(kb.export("nquads"))

    with cedarprov.create(tmp_path / "copy", dense=False) as copy:
        copy.import_(archive)

        assert copy.export("nquads") == archive.read_bytes()
        assert copy.verify().findings == ()


def test_a_reader_that_was_open_goes_on_without_the_text(kb, pumps):
    assert pumps
    with cedarprov.open(kb.path, dense=False) as reader:
        assert "crew Red" in reader.ask(CREW).text

        kb.purge(source(kb, "a.md"), by=ANNA, reason=WHY, yes=True)

        assert "crew Red" not in reader.ask(CREW).text


def test_whatever_reads_sources_goes_on_without_what_was_purged(kb, write, tmp_path):
    folder = write({"m-1.md": "The pool size is 10.\n", "m-2.md": "The pool size is 20.\n"})
    manifest = tmp_path / "cedar.toml"
    row = '[[source]]\nmatch = ["m-{0}.md"]\nname = "m"\nedition = "{0}"\nscheme = "ordinal"\n'
    manifest.write_text(row.format(1) + row.format(2))
    report = kb.ingest(folder, manifest=manifest)
    old = next(item.version for item in report.files if item.place.endswith("m-1.md"))
    claim = kb.claim("The pool size is 10", quote="10", version=old, agent=ANNA)
    receipt = kb.ask("What is the pool size?", record=True).receipt
    kb.purge(old, by=ANNA, reason=WHY)

    for name in kb.inferences:
        kb.infer(name)
    assert kb.changes("m").steps
    assert kb.replay(receipt).differences
    assert claim in {item.claim for item in kb.stale().claims}
    assert b"[purged]" in kb.export("turtle", iri=claim)
    with pytest.raises(QuoteNotFound):
        kb.claim("The pool size is 10", quote="10", version=old, agent=ANNA)
    assert kb.verify().findings == ()


def test_what_was_set_aside_by_a_restoration_goes_too(kb, pumps, tmp_path):
    assert pumps
    kb.backup(tmp_path / "copy")
    kb.close()
    [kept] = cedarprov.restore(kb.path, tmp_path / "copy", dense=False).kept
    with cedarprov.open(kb.path, dense=False) as again:
        again.purge(source(again, "a.md"), by=ANNA, reason=WHY, yes=True)
        assert not kept.exists()
        assert list(holding(again, "crew Red", tmp_path / "scratch")) == []


KILLED = """
import os, signal, sys
import cedarprov
from cedarprov.model.edge import Agent
from cedarprov.store.blob import Blobs
from cedarprov.store.folder import StoreFolder
from cedarprov.store.ledger import Ledger

def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

path, record, where = sys.argv[1:]
kb = cedarprov.open(path, dense=False)
owner, step = where.split(".")
setattr({"folder": StoreFolder, "blobs": Blobs, "ledger": Ledger}[owner], step, die)
kb.purge(record, by=Agent(name="Anna"), reason="a court ordered it")
"""


@pytest.mark.parametrize("where", ["ledger.commit", "folder.write_mark", "blobs.remove"])
def test_a_purge_that_is_killed_has_removed_nothing_or_is_finished(kb, write, where, tmp_path):
    kb.ingest(write({"a.md": "# Heronry\n\nIt is high up.\n", "b.md": "A pool has ten slots.\n"}))
    record = source(kb, "a.md")
    kb.close()

    done = subprocess.run([sys.executable, "-c", KILLED, kb.path, record, where], check=False)

    assert done.returncode == -signal.SIGKILL
    with cedarprov.open(kb.path, dense=False) as again:
        is_purged = where == "blobs.remove"
        assert ("Heronry" in again.export().decode()) is not is_purged
        assert again.verify().findings == ()
        with suppress(NothingToPurge):
            again.purge(record, by=ANNA, reason=WHY)
        assert again.verify().purged == 1
        assert list(holding(again, "Heronry", tmp_path / "scratch")) == []


@pytest.mark.parametrize("record", ["urn:nothing", "no iri"])
def test_only_what_was_captured_can_be_purged(kb, record):
    with pytest.raises(UnknownIri):
        kb.purge(record, by=ANNA, reason=WHY)
