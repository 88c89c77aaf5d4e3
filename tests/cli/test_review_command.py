"""`review`: the walk by keys and by lines, sheets out and in, and the report."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time

import pytest

import cedarprov
from cedarprov.model.edge import Agent, AgentKind
from cedarprov.store.lock import WriterLock

BOT = Agent(name="matcher", kind=AgentKind.SOFTWARE, version="1.0")
ANNA = Agent(name="Anna")
PATIENCE = 30
BLANK = '""\t""\t""\n'


@pytest.fixture
def waiting(store):
    """The store with three inferred edges, in the order of their agenda."""
    with cedarprov.open(store, dense=False) as kb:
        [manual] = [source for source in kb.sources() if source.name == "cedar-manual"]
        old, new = (
            kb.claim(f"It is {quote}", quote=quote, version=edition.version, agent=ANNA)
            for edition, quote in zip(
                manual.editions, ("up to 20 connections", "up to 50 connections"), strict=True
            )
        )
        for relation in ("supports", "contradicts", "qualifies"):
            kb.edge(new, relation, old, evidence="both say", agent=BOT, plan="same subject")
        return [item.iri for item in kb.agenda()]


def reviews(store) -> dict[str, list[tuple[str, str, str]]]:
    """The reviews so far by record: who decided what, and why."""
    with cedarprov.open(store, dense=False) as kb:
        agenda = kb.agenda(again=True, reviewer=Agent(name="nobody"))
    return {
        item.iri: [(each.name, each.verdict.value, each.reason) for each in item.reviews]
        for item in agenda
    }


def walk(run, store, *lines: str, options=()):
    given = "".join(f"{line}\n" for line in lines).encode()
    return run("review", store, *options, given=given)


# -- by lines -------------------------------------------------------------------------------------


def test_each_record_is_shown_with_both_quotations_and_the_keys(run, store, waiting):
    done = walk(run, store)

    assert done.exit_code == 0
    for words in (
        "[1 of 3] contradicts, pending",
        waiting[0],
        "«up to 20 connections»",
        "«up to 50 connections»",
        "cedar-manual 2 [release=2]",
        "published 2024-03-18",
        "inferred by matcher 1.0, plan “same subject”",
        "a accept  r reject",
    ):
        assert words in done.stderr
    assert done.stdout == "0 of 3 decided: 0 accepted, 0 rejected, in 0.0 minutes\n"


def test_of_a_content_with_many_editions_the_latest_are_named(run, tmp_path):
    entries = []
    for number in range(5):
        (tmp_path / f"{number}.md").write_text("The limit is 9 bar.\n")
        entries.append(f'[[source]]\nmatch = "{number}.md"\nname = "pump"\nedition = "{number}"\n')
    (tmp_path / "manifest.toml").write_text("\n".join(entries))
    store = tmp_path / "store"
    with cedarprov.create(store, dense=False) as kb:
        files = [tmp_path / f"{number}.md" for number in range(5)]
        version = kb.ingest(*files, manifest=tmp_path / "manifest.toml").files[0].version
        claim = kb.claim("It is 9 bar", quote="9 bar", version=version, agent=ANNA)
        kb.edge(claim, "supports", claim, evidence="so", agent=BOT, plan="itself")

    shown = walk(run, store).stderr

    assert "pump 4" in shown
    assert "pump 1\n" not in shown
    assert "and 2 earlier editions with the same content" in shown


def test_verdicts_are_recorded_with_reasons_and_times(run, store, waiting):
    done = walk(run, store, "a", "s", "r they do not", options=["--json"])

    report = json.loads(done.stdout)
    assert (report["accepted"], report["rejected"], len(report["recorded"])) == (1, 1, 2)
    assert reviews(store) == {
        waiting[0]: [("Ada", "accepted", "")],
        waiting[1]: [],
        waiting[2]: [("Ada", "rejected", "they do not")],
    }
    with cedarprov.open(store, dense=False) as kb:
        assert kb.review_report().total.unmeasured == 0


@pytest.mark.usefixtures("waiting")
def test_what_is_taken_back_before_the_next_decision_leaves_no_trace(run, store):
    done = walk(run, store, "a", "u", "s", "q")

    assert "taken back; nothing was recorded" in done.stderr
    assert set(map(len, reviews(store).values())) == {0}


@pytest.mark.usefixtures("waiting")
def test_the_last_decision_can_be_taken_back_too(run, store):
    walk(run, store, "a", "a", "a", "u", "r")

    assert [found[0][1] for found in reviews(store).values()] == [
        "accepted", "accepted", "rejected",
    ]  # fmt: skip


def test_a_recorded_decision_is_replaced_by_a_further_one(run, store, waiting):
    done = walk(run, store, "a", "a", "u", "u", "r", "q")

    assert "that one is recorded" in done.stderr
    assert reviews(store)[waiting[0]] == [("Ada", "accepted", ""), ("Ada", "rejected", "")]
    assert reviews(store)[waiting[1]] == []
    assert done.stdout.startswith("1 of 3 decided: 0 accepted, 1 rejected")


@pytest.mark.usefixtures("waiting")
def test_there_may_be_nothing_to_take_back(run, store):
    assert "there is no decision to take back" in walk(run, store, "u").stderr


def test_a_reason_can_be_written_before_the_verdict(run, store, waiting):
    walk(run, store, "w", "read both", "a", "w at once", "r", "q")

    found = reviews(store)
    assert found[waiting[0]] == [("Ada", "accepted", "read both")]
    assert found[waiting[1]] == [("Ada", "rejected", "at once")]


@pytest.mark.parametrize("mode", ["0", "1"])
def test_a_reason_that_is_no_text_is_made_one(start, store, waiting, mode):
    process = start(
        *("review", store, "--by", "Ada"),
        stdin=subprocess.PIPE,
        text=False,
        env={**os.environ, "PYTHONUTF8": mode, "PYTHONIOENCODING": "utf-8:strict" * int(mode)},
    )

    process.communicate(b"a \xff so\n", timeout=PATIENCE)

    [(_, verdict, reason)] = reviews(store)[waiting[0]]
    assert (verdict, reason.endswith("so")) == ("accepted", True)


@pytest.mark.usefixtures("waiting")
def test_more_context_and_help_decide_nothing(run, store):
    done = walk(run, store, "o", "?", "x", "yes")

    assert "Cedar writes one line" in done.stderr
    assert "u  undo: take back your last decision" in done.stderr
    assert "there is no key 'x'" in done.stderr
    assert "there is no key 'yes'" in done.stderr
    assert set(map(len, reviews(store).values())) == {0}


@pytest.mark.usefixtures("waiting")
def test_the_agenda_is_narrowed_and_cut(run, store):
    only = walk(run, store, options=["--only", "supports"])
    cut = walk(run, store, options=["--limit", "2"])
    wrong = walk(run, store, options=["--only", "quarrels"])

    assert "[1 of 1] supports" in only.stderr
    assert "[1 of 2]" in cut.stderr
    assert wrong.exit_code == 2
    assert "contradicts" in wrong.stderr


def test_with_nothing_waiting_that_is_said(run, store):
    assert walk(run, store).stdout == "nothing waits for review\n"


def test_another_reviewer_gives_a_second_opinion(run, store, waiting):
    walk(run, store, "a", "a", "a")

    done = walk(run, store, "r", "a", options=["--again", "--by", "Ben"])

    report = run("review", store, "--report")
    assert "accepted by Ada" in done.stderr
    assert "Ada, Ben" in report.stdout
    assert f"disputed: contradicts {waiting[0]}\n  Ada accepted, Ben rejected" in report.stdout
    found = json.loads(run("review", store, "--report", "--json").stdout)
    assert found["agreements"][0]["kappa"] == 0
    assert found["total"]["decisions"] == 5


@pytest.mark.usefixtures("waiting")
def test_decisions_wait_while_another_process_writes(start, store):
    process = start("review", store, "--by", "Ada", "--wait", "0", stdin=subprocess.PIPE)
    with WriterLock(store):
        process.stdin.write("a\na\n")
        process.stdin.flush()
        assert any("not recorded yet" in line for line in process.stderr)
    printed, _ = process.communicate("a\n", timeout=PATIENCE)

    assert printed.startswith("3 of 3 decided: 3 accepted")
    assert [len(found) for found in reviews(store).values()] == [1, 1, 1]


def test_decisions_that_could_not_be_recorded_to_the_end_are_named(run, store, waiting):
    with WriterLock(store):
        done = walk(run, store, "a", options=["--wait", "0"])

    assert done.exit_code == 4
    assert f"not recorded: accepted {waiting[0]}" in done.stderr
    assert set(map(len, reviews(store).values())) == {0}


# -- by keys --------------------------------------------------------------------------------------


class Desk:
    """A walk at a pseudo terminal."""

    def __init__(self, *arguments: object) -> None:
        self._ours, self._theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from cedarprov.cli import main; main()", *map(str, arguments)],
            stdin=self._theirs,
            stdout=subprocess.PIPE,
            stderr=self._theirs,
            env={**os.environ, "CEDARPROV_AGENT": "Ada"},
        )
        self.seen = ""

    def wait_for(self, words: str, *, single_keys: bool = True) -> None:
        """Wait until words are shown and the terminal takes keys."""
        end = time.monotonic() + PATIENCE
        while words not in self.seen or self._takes_single_keys() != single_keys:
            assert time.monotonic() < end, f"{words!r} was not shown: {self.seen}"
            os.set_blocking(self._ours, False)
            with contextlib.suppress(BlockingIOError):
                self.seen += os.read(self._ours, 65536).decode()
            time.sleep(0.01)

    def _takes_single_keys(self) -> bool:
        return not termios.tcgetattr(self._theirs)[3] & termios.ICANON

    def press(self, keys: str) -> None:
        self.seen = ""
        os.write(self._ours, keys.encode())

    def close(self) -> str:
        printed, _ = self.process.communicate(timeout=PATIENCE)
        return printed.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.mark.usefixtures("waiting")
def test_single_keys_are_read_from_a_terminal(store):
    with Desk("review", store) as desk:
        desk.wait_for("[1 of 3]")
        desk.press("\x1b[A")  # an arrow is no key of ours
        desk.wait_for("there is no key")
        desk.press("a")
        desk.wait_for("[2 of 3]")
        desk.press("w")
        desk.wait_for("reason: ", single_keys=False)
        desk.press("ä it is not\n")
        desk.wait_for("ä it is not")
        desk.press("r")
        desk.wait_for("[3 of 3]")
        desk.press("u")
        desk.wait_for("[2 of 3]")
        desk.press("a")
        desk.wait_for("[3 of 3]")
        desk.press("q")
        printed = desk.close()

    assert printed.startswith("2 of 3 decided: 2 accepted, 0 rejected")
    assert [len(found) for found in reviews(store).values()] == [1, 1, 0]


def test_control_c_ends_a_walk_and_what_was_decided_is_recorded(store, waiting):
    with Desk("review", store) as desk:
        desk.wait_for("[1 of 3]")
        desk.press("r")
        desk.wait_for("[2 of 3]")
        desk.press("\x03")
        printed = desk.close()

    assert printed.startswith("1 of 3 decided")
    assert desk.process.returncode == 0
    assert reviews(store)[waiting[0]] == [("Ada", "rejected", "")]


@pytest.mark.usefixtures("waiting")
def test_a_walk_that_is_killed_loses_the_decision_in_hand_and_no_other(start, store):
    process = start("review", store, "--by", "Ada", stdin=subprocess.PIPE)
    process.stdin.write("a\na\n")
    process.stdin.flush()
    for line in process.stderr:
        if "[3 of 3]" in line:
            break

    process.send_signal(signal.SIGKILL)
    process.wait()

    assert [len(found) for found in reviews(store).values()] == [1, 0, 0]
    with cedarprov.open(store, dense=False) as kb:
        assert kb.verify().ok


# -- sheets ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("waiting")
def test_a_sheet_goes_out_and_comes_back(run, store, tmp_path):
    sheet = tmp_path / "agenda.tsv"

    out = run("review", store, "--to", sheet)
    text = sheet.read_text(encoding="utf-8-sig")
    sheet.write_text(text.replace(BLANK, '"accepted"\t"both say so"\t"2"\n'), encoding="utf-8")
    back = run("review", store, "--from", sheet, "--by", "Ben")
    once_more = run("review", store, "--from", sheet, "--by", "Ben", "--json")

    assert "3 rows written" in out.stderr
    assert back.stdout == "3 verdicts recorded, 0 known already, 0 rows without a verdict\n"
    assert json.loads(once_more.stdout) == {"recorded": [], "known": 3, "undecided": 0}
    assert set(map(tuple, reviews(store).values())) == {(("Ben", "accepted", "both say so"),)}
    cost = json.loads(run("review", store, "--report", "--json").stdout)["total"]
    assert (cost["minutes"], cost["minutes_per_accepted_edge"]) == (6, 2)


@pytest.mark.usefixtures("waiting")
def test_a_sheet_may_be_written_to_the_output(run, store):
    done = run("review", store, "--to", "-", "--only", "supports")

    assert done.stdout.lstrip("\ufeff").startswith('"record"\t"kind"\t"relation"')
    assert done.stdout.count("urn:") + done.stdout.count("https://example.org/cedar/edge") == 1


def test_a_fault_in_a_sheet_is_named_with_its_line_and_nothing_is_recorded(
    run, store, waiting, tmp_path
):
    sheet = tmp_path / "agenda.tsv"
    run("review", store, "--to", sheet)
    text = sheet.read_text(encoding="utf-8-sig")
    sheet.write_text(
        text.replace(BLANK, '"accepted"\t""\t""\n', 1).replace(waiting[2], "urn:none"),
        encoding="utf-8",
    )

    done = run("review", store, "--from", sheet)

    assert done.exit_code == 2
    assert "row 4: the store holds no inferred edge or claim 'urn:none'" in done.stderr
    assert set(map(len, reviews(store).values())) == {0}


# -- one verdict ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["urn:e"], "say what you decide"),
        (["urn:e", "accepted", "--report"], "give only one of"),
        (["--to", "a", "--from", "b"], "give only one of"),
    ],
)
def test_a_command_has_one_task(run, store, arguments, said):
    done = run("review", store, *arguments)

    assert done.exit_code == 2
    assert said in done.stderr


def test_one_verdict_is_recorded_at_once(run, store, waiting):
    done = run("review", store, waiting[0], "rejected", "--reason", "no", "--by", "Ben")

    assert done.exit_code == 0
    assert reviews(store)[waiting[0]] == [("Ben", "rejected", "no")]
