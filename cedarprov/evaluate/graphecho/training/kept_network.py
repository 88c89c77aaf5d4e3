"""Networks in a folder: one file each, written by `scripts/train-papt`; its name is the arm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.environment import digest
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.training.learning import Progress, Trained
from cedarprov.evaluate.graphecho.training.network import Network
from cedarprov.model.frozen import Frozen, as_data, from_data

UNTRAINED: Final = "untrained"


class KeptNetwork(Frozen):
    """A network as it is kept: what it was trained on, what it was shown, and what came of it."""

    reward: str
    mitigation: Mitigation
    trained: Trained

    @property
    def name(self) -> str:
        """The name of its file and of its arm."""
        return f"{self.reward}-{self.mitigation}"

    def write(self, folder: Path) -> Path:
        """Write it into a folder, and return its file."""
        path = folder / f"{self.name}.json"
        path.write_text(json.dumps(as_data(self)) + "\n", encoding="utf-8")
        return path


def untrained(mitigation: Mitigation, seed: int) -> KeptNetwork:
    """Return a network before any step."""
    none: tuple[Progress, ...] = ()
    trained = Trained(parameters=Network(seed).parameters, step=0, scores=(), history=none)
    return KeptNetwork(reward=UNTRAINED, mitigation=mitigation, trained=trained)


def kept_networks(folder: Path) -> Iterator[tuple[KeptNetwork, Network]]:
    """Yield the networks of a folder in the order of their names, each as it is kept and at work.

    Raises:
        BadEvaluationData: A file holds no network, or there is none.
    """
    paths = _files(folder)
    if not paths:
        raise BadEvaluationData(folder, None, "there is no file of a network in it")
    for path in paths:
        try:
            found = from_data(KeptNetwork, json.loads(path.read_text(encoding="utf-8")))
            network = Network.of(found.trained.parameters)
        except ValueError as error:
            raise BadEvaluationData(path, None, f"this is no network: {error}") from error
        yield found, network


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of each file of a network in a folder, by name."""
    return {path.name: digest(path) for path in _files(folder)}


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))
