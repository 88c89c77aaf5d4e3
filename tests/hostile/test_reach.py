"""Hostile input reaches neither the network nor a file that nobody gave: every verb, cut off.

The verbs run in a process of their own, in which an audit hook refuses sockets, and reports each
file that is opened within the folder of canaries. Where the system allows it (`unshare -rn`) the
process has no network at all, which holds for native code too.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import cedarprov

CANARY = "the canary sings in 7 keys"
PROGRAM = """
import json, os, sys

forbidden, lines = sys.argv[1], json.loads(sys.argv[2])


def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.bind", "socket.sendto"):
        print(f"REACHED {event} {arguments[1:]}", flush=True)
        raise PermissionError("no network here")
    if event == "open" and os.path.realpath(str(arguments[0])).startswith(forbidden):
        print(f"REACHED {arguments[0]}", flush=True)
    if event in ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen"):
        command = str(arguments)
        if "cedarprov" not in command:
            print(f"REACHED {event} {command}", flush=True)


import typer.testing
from cedarprov.cli.application import application

sys.addaudithook(watch)
runner = typer.testing.CliRunner(env={"CEDARPROV_AGENT": "Ada"})
for line in lines:
    done = runner.invoke(application, line, input=b"")
    print(json.dumps({"line": line, "code": done.exit_code, "out": done.output[:100_000]}))
"""


@pytest.fixture
def canary(tmp_path):
    """A file outside everything that is given, and its address."""
    file = tmp_path / "outside" / "canary.md"
    file.parent.mkdir()
    file.write_text(f"# Canary\n\n{CANARY}\n")
    return file


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "store"
    with cedarprov.create(path, base="urn:hostile:", dense=False) as kb:
        (tmp_path / "seed.md").write_text("# Pump\n\nThe limit is 40 bar.\n")
        kb.ingest(tmp_path / "seed.md")
    return path


def cut_off() -> list[str]:
    alone = ["unshare", "-rn"]
    works = (
        shutil.which("unshare")
        and not subprocess.run([*alone, "true"], capture_output=True, check=False).returncode
    )
    return alone if works else []


def run_all(canary: Path, lines: list[list[str]]) -> list[dict]:
    """Run command lines in one process; return what became of each."""
    program = [sys.executable, "-c", PROGRAM, str(canary.parent), json.dumps(lines)]
    done = subprocess.run(
        [*cut_off(), *program], capture_output=True, text=True, timeout=240, check=False
    )
    said = done.stdout.splitlines()
    assert [line for line in said if line.startswith("REACHED")] == []
    assert done.returncode == 0, done.stderr
    ended = [json.loads(line) for line in said]
    assert [item["line"] for item in ended] == lines
    for item in ended:
        assert item["code"] in (0, 1, 2, 3, 5), item
        assert "Traceback" not in item["out"], item
        assert "fault of cedarprov" not in item["out"], item
        assert CANARY not in item["out"], item
    return ended


def hostile_folder(folder: Path, canary: Path) -> Path:
    """Make documents that would have a careless reader look elsewhere."""
    folder.mkdir()
    (folder / "plain.md").write_text("# Plain\n\nThe limit is 50 bar.\n")
    (folder / "include.rst").write_text(
        f".. include:: {canary}\n.. literalinclude:: ../outside/canary.md\n"
        f".. raw:: html\n   :file: {canary}\n   :url: http://localhost:9/\n"
    )
    (folder / "image.md").write_text(
        f"![a](http://localhost:9/) [b]({canary})\n\n<img src='http://localhost:9/'>\n"
    )
    (folder / "yaml.md").write_text(
        f"---\nname: !!python/object/apply:os.system ['cat {canary}']\n"
        f"title: !include {canary}\n---\na\n"
    )
    (folder / "entity.txt").write_text(
        f'<!DOCTYPE a [<!ENTITY b SYSTEM "file://{canary}">]>\n<a>&b;</a>\n'
    )
    (folder / "link.md").symlink_to(canary)
    (folder / "folder").symlink_to(canary.parent)
    (folder / "loop").symlink_to(folder)
    (folder / ".cedarprovignore").symlink_to(canary)
    return folder


def test_ingest_reads_nothing_outside_the_folder_that_was_given(store, canary, tmp_path):
    folder = hostile_folder(tmp_path / "in", canary)
    manifest = tmp_path / "manifest.toml"
    manifest.write_text(
        '[[source]]\nmatch = ["../outside/**", "/../outside/canary.md", "**/../*", "*.txt", "**"]\n'
        'name = "../../{path}"\nformat = "text"\nencoding = "utf-8"\n'
    )

    ended = run_all(
        canary,
        [
            ["ingest", str(store), str(folder), "--json"],
            ["ingest", str(store), str(folder), "--manifest", str(manifest)],
            ["ask", str(store), "Which keys does the canary sing in?", "--words-only"],
            ["verify", str(store)],
        ],
    )

    assert [item["code"] for item in ended] == [0, 0, 0, 0]
    assert "it is a link that leads out of the folder" in ended[0]["out"]


QUERIES = {
    "service": "SELECT * {{ SERVICE <http://localhost:9/> {{ ?s ?p ?o }} }}",
    "hidden": 'SELECT * {{ FILTER("a" != "\\u0022) #") SERVICE <http://localhost:9/> {{}}\n}}',
    "load": "LOAD <file://{canary}>",
    "from": "SELECT * FROM <file://{canary}> FROM NAMED <http://localhost:9/> {{ ?s ?p ?o }}",
    "describe": "DESCRIBE <file://{canary}> <http://localhost:9/>",
    "base": "BASE <file://{canary}> SELECT * FROM <> {{ ?s ?p ?o }}",
}


def test_a_query_reads_neither_files_nor_servers(store, canary, tmp_path):
    lines = []
    for name, query in QUERIES.items():
        file = tmp_path / f"{name}.rq"
        file.write_text(query.format(canary=canary))
        lines.append(["query", str(store), str(file)])

    ended = run_all(canary, lines)

    assert [item["code"] for item in ended[:3]] == [2, 2, 2]


def documents(folder: Path, canary: Path) -> list[Path]:
    """Write what an import or a verification may be given, each with a way out."""
    quad = f"<urn:a> <urn:b> <file://{canary}> <http://localhost:9/> .\n"
    texts = {
        "a.nq": quad,
        "a.trig": f"@base <file://{canary}> .\n"
        "@prefix a: <http://localhost:9/> .\na:g { <> a: <#x> }",
        "a.jsonld": json.dumps(
            {"@context": "http://localhost:9/context", "@id": "urn:a", "a": "b"}
        ),
        "a.json": json.dumps(
            {"@context": f"file://{canary}", "prefix": {"a": "http://localhost:9/"}}
        ),
        "a.provn": "document prefix a <http://localhost:9/>\n"
        f"entity(a:b, [prov:location='file://{canary}']) endDocument",
        "a.xml": f'<!DOCTYPE d [<!ENTITY e SYSTEM "file://{canary}">'
        '<!ENTITY % p SYSTEM "http://localhost:9/">%p;]>'
        '<prov:document xmlns:prov="http://www.w3.org/ns/prov#" xmlns:a="http://a/">'
        '<prov:entity prov:id="a:b"><prov:label>&e;</prov:label></prov:entity></prov:document>',
        "bomb.xml": '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">'
        + "".join(
            f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
        + "]><d>&i;</d>",
        "a.ttl": f"@base <file://{canary}> . <> <#imports> <http://localhost:9/> .",
    }
    for name, content in texts.items():
        (folder / name).write_text(content)
    with zipfile.ZipFile(folder / "slip.zip", "w") as file:
        file.writestr("../outside/canary.md", "overwritten")
        file.writestr(str(canary), "overwritten")
        file.writestr("manifest.json", "{}")
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.json", " " * 50_000_000)
    linked = folder / "linked"
    linked.mkdir()
    for name in ("manifest.json", "index.nq", "texts.nq"):
        (linked / name).symlink_to(canary)
    return [folder / name for name in (*texts, "slip.zip", "bomb.zip", "linked")]


@pytest.mark.parametrize("command", [["import"], ["verify", "--prov"], ["verify"]])
def test_what_is_imported_or_verified_reads_no_other_file_and_writes_none(
    store, canary, tmp_path, command
):
    before = canary.read_bytes()
    given = tmp_path / "given"
    given.mkdir()
    target = [str(store)] if command == ["import"] else []

    lines = [[*command, *target, str(file)] for file in documents(given, canary)]
    ended = run_all(canary, [*lines, ["verify", str(store)]])

    assert ended[-1]["code"] == 0
    assert canary.read_bytes() == before
    assert [path.name for path in canary.parent.iterdir()] == ["canary.md"]


def test_what_other_verbs_are_given_stays_data(store, canary, tmp_path):
    outside = f"file://{canary}"
    (tmp_path / "questions.toml").write_text(
        f'[[question]]\nid = "../../outside/a"\nwords = "{outside} http://localhost:9/?"\n'
    )
    (tmp_path / "receipt.json").write_text(
        json.dumps({"format": 1, "question": {"words": outside}})
    )
    (tmp_path / "sheet.tsv").write_text(f"record\tverdict\n{outside}\taccepted\n")
    records = [
        outside,
        "http://localhost:9/",
        "../outside/canary.md",
        "a> . DROP ALL",
        "\x00",
        "%2e%2e",
    ]
    lines = [
        *(
            [verb, str(store), record]
            for verb in ("trail", "why", "impact", "withdraw")
            for record in records
        ),
        *(["export", str(store), "--format", "turtle", "--iri", record] for record in records),
        ["ask", str(store), f"What is {outside} and http://localhost:9/?", "--words-only"],
        ["ask", str(store), "a", "--scope", f"release={outside}"],
        ["map", str(store), outside],
        ["watch-questions", str(store), str(tmp_path / "questions.toml")],
        ["replay", str(store), str(tmp_path / "receipt.json")],
        ["review", str(store), "--tsv", str(tmp_path / "sheet.tsv")],
        ["claim", str(store), outside, "--quote", outside, "--version", outside],
        ["edge", str(store), outside, "supports", outside, "--evidence", outside],
        ["infer", str(store)],
        ["stale", str(store)],
        ["changes", str(store), outside, outside],
        ["sources", str(store)],
        ["info", str(store)],
        ["export", str(store)],
    ]

    run_all(canary, lines)
