"""The kept records: all are listed, each with the command that the script runs."""

from __future__ import annotations

import json
import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest

from cedarprov.evaluate import RunRecord, differences

ROW = re.compile(r"\| `([\w-]+)\.json` \| `([^`]+)` \|")


@pytest.fixture(scope="module")
def bench(root):
    loader = SourceFileLoader("bench_records", str(root / "scripts" / "bench-records"))
    module = module_from_spec(spec_from_loader("bench_records", loader))
    loader.exec_module(module)
    return module


def test_every_record_is_listed_with_its_command_and_no_other_is(root, bench):
    folder = root / "data" / "records"
    listed = dict(ROW.findall((folder / "README.md").read_text("utf-8")))

    assert {*listed} == {path.stem for path in folder.glob("*.json")}
    own = {name for name, command in listed.items() if command.startswith("scripts/")}
    assert {*listed} - own == {*bench.COMMANDS}
    for name, command in listed.items():
        record = json.loads((folder / f"{name}.json").read_text("utf-8"))
        if name in own:
            assert command == record["command"]
            assert (root / command.split()[0]).is_file()
            continue
        of_some = re.sub(r" --claims \d+", "", record["command"])
        assert command == bench.command_of(name) == of_some
        assert ("items" in record) == (name not in bench.WITHOUT_ITEMS)


def test_the_script_makes_a_record_that_is_as_the_kept_one(root, bench):
    kept = json.loads((root / "data" / "records" / "sixty-labels.json").read_text("utf-8"))
    made = bench.recorded("sixty-labels", None, ())

    assert [*made] == [*kept]
    assert made["command"] == kept["command"]
    assert differences(RunRecord.from_json(kept), RunRecord.from_json(made)) == ()


def test_a_quick_size_is_there_where_claims_can_be_bounded(bench):
    quick = {name for name in bench.COMMANDS if bench.has_quick_size(name)}

    assert quick == {*bench.WITHOUT_ITEMS, "scifact"}
