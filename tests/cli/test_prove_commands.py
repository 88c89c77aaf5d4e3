"""`export --format archive`, `verify` of archives, `head`, `sign`."""

from __future__ import annotations

import json
import subprocess

import pytest

import cedarprov


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    private, public = folder / "key.pem", folder / "key.pub.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True)
    return private, public


@pytest.fixture(scope="module")
def archive(filled, tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "a.zip"
    with cedarprov.open(filled, dense=False) as kb:
        kb.export_archive(path)
    return path


@pytest.fixture
def proved(filled, archive):
    """A store and its archive."""
    return filled, archive


@pytest.mark.parametrize("form", ["a", "a.zip"])
def test_an_archive_comes_back_byte_for_byte_with_its_bytes(run, filled, tmp_path, form):
    made = run("export", filled, "--format", "archive", "-o", tmp_path / form)
    run("init", tmp_path / "copy")
    done = run("import", tmp_path / "copy", tmp_path / form)
    run("export", tmp_path / "copy", "--format", "archive", "-o", tmp_path / f"again-{form}")

    compared = subprocess.run(
        ["diff", "-r", tmp_path / form, tmp_path / f"again-{form}"], check=False
    )
    report = json.loads(run("verify", tmp_path / "copy", "--json").stdout)

    assert (made.exit_code, made.stdout) == (0, "")
    assert "4 blobs" in done.stdout
    assert compared.returncode == 0
    assert (report["ok"], report["text"]) == (True, "checked")


def test_an_archive_needs_a_name(run, filled):
    done = run("export", filled, "--format", "archive")

    assert done.exit_code == 2
    assert "--output" in done.stderr


def test_an_archive_does_not_take_the_place_of_anything_else(run, filled, tmp_path):
    (tmp_path / "notes").write_text("mine")

    done = run("export", filled, "--format", "archive", "-o", tmp_path / "notes")

    assert done.exit_code == 2
    assert "is no archive" in done.stderr
    assert (tmp_path / "notes").read_text() == "mine"


def test_an_archive_is_verified_on_its_own(run, archive):
    done = run("verify", archive)

    assert done.exit_code == 0
    assert "sound" in done.stdout
    assert "unanchored" in done.stdout


def test_several_processes_print_what_one_does(run, archive):
    printed = [run("verify", archive, "--processes", count).stdout for count in (1, 2)]

    assert printed[0] == printed[1]


def test_an_archive_that_was_cut_off_ends_with_1(run, archive, tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(archive.read_bytes()[:-100])

    done = run("verify", path)

    assert done.exit_code == 1
    assert "not sound" in done.stdout
    assert "cut off" in done.stdout


def test_a_store_and_its_archive_have_one_head(run, filled, archive):
    heads = [json.loads(run("head", path, "--json").stdout) for path in (filled, archive)]

    assert heads[0] == heads[1]
    assert heads[0]["head"] == json.loads(run("info", filled, "--json").stdout)["chain"]
    assert heads[0]["head"] in run("head", filled).stdout


def test_an_archive_is_anchored_by_the_head_of_its_store(run, filled, archive):
    head = run("head", filled).stdout.split()[0]

    assert "; anchored" in run("verify", archive, "--head", head).stdout
    assert run("verify", archive, "--head", f"sha256:{'f' * 64}").exit_code == 1


@pytest.mark.parametrize("signed", [0, 1])
def test_a_signed_head_anchors_store_and_archive(run, proved, keys, tmp_path, signed):
    done = run("sign", proved[signed], "--key", keys[0], "-o", tmp_path / "head.json")

    trust = ("--key", keys[1], "--signature", tmp_path / "head.json")
    assert done.exit_code == 0, done.stderr
    for each in proved:
        checked = json.loads(run("verify", each, *trust, "--json").stdout)
        assert (checked["ok"], checked["anchored"]) == (True, "anchored")


def test_the_head_of_an_empty_record_anchors_nothing(run, keys, tmp_path):
    run("init", tmp_path / "store")
    run("sign", tmp_path / "store", "--key", keys[0], "-o", tmp_path / "head.json")
    (tmp_path / "notes.md").write_text("# Notes\n\nThe pool has 9 connections.\n")
    run("ingest", tmp_path / "store", tmp_path / "notes.md")

    trust = ("--key", keys[1], "--signature", tmp_path / "head.json")
    checked = json.loads(run("verify", tmp_path / "store", *trust, "--json").stdout)

    assert (checked["ok"], checked["anchored"]) == (True, "unanchored")


def test_the_signature_of_another_store_is_refused(run, archive, keys, tmp_path):
    with cedarprov.create(tmp_path / "other", dense=False) as kb:
        (tmp_path / "head.json").write_bytes(kb.sign(keys[0]))

    done = run("verify", archive, "--key", keys[1], "--signature", tmp_path / "head.json")

    assert done.exit_code == 1
    assert "it is of the store urn:cedarprov:" in done.stderr


def test_a_signed_head_that_the_chain_does_not_have_is_a_fault(run, store, keys, tmp_path):
    run("export", store, "--format", "archive", "-o", tmp_path / "early")
    (tmp_path / "notes.md").write_text("# Notes\n\nThe pool has 9 connections.\n")
    run("ingest", store, tmp_path / "notes.md")
    run("sign", store, "--key", keys[0], "-o", tmp_path / "head.json")

    trust = ("--key", keys[1], "--signature", tmp_path / "head.json")
    done = run("verify", tmp_path / "early", *trust)

    assert done.exit_code == 1
    assert "cut off or made anew" in done.stdout


def test_the_passphrase_of_a_key_comes_from_the_environment(run, filled, tmp_path, monkeypatch):
    key = tmp_path / "locked.pem"
    command = ["openssl", "genpkey", "-algorithm", "ed25519", "-aes256", "-pass", "pass:sesame"]
    subprocess.run([*command, "-out", key], check=True)

    without = run("sign", filled, "--key", key)
    monkeypatch.setenv("CEDARPROV_PASSPHRASE", "sesame")
    done = run("sign", filled, "--key", key)

    assert without.exit_code == 2
    assert "no passphrase was given" in without.stderr
    assert json.loads(done.stdout)["payloadType"] == "application/vnd.in-toto+json"
    assert "sesame" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--key", "a.pem"),
        ("--signature", "a.json"),
        ("--head", "x", "--key", "a", "--signature", "b"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_use(run, filled, options):
    done = run("verify", filled, *options)

    assert done.exit_code == 2
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["verify", "head"])
def test_a_path_that_leads_nowhere_is_told(run, tmp_path, command):
    done = run(command, tmp_path / "nowhere.zip")

    assert done.exit_code == 2
    assert "nowhere.zip" in done.stderr
    assert "fault of cedarprov" not in done.stderr
