"""A small network that scores each choice; the higher the score, the likelier it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from cedarprov.errors import MissingExtra
from cedarprov.evaluate.graphecho.environment import Action, View
from cedarprov.evaluate.graphecho.training.features import WIDTH, Features, choices

HIDDEN: Final = 16

Parameters = Mapping[str, Any]
"""The numbers of a network by name, as nested lists."""
Decision = tuple[tuple[Features, ...], int]
"""What was told of each choice, and which was made."""


def load_torch() -> Any:  # noqa: ANN401 - a module that is only there with the extra
    """Return torch.

    Raises:
        MissingExtra: The extra `train` is not installed.
    """
    try:
        import torch  # noqa: PLC0415 - slow, and an extra
    except ImportError:
        raise MissingExtra("train", ["torch"]) from None
    return torch


class Network:
    """One hidden layer over the features of a choice, and a softmax over the choices of a view."""

    def __init__(self, seed: int) -> None:
        self._torch = load_torch()
        nn = self._torch.nn
        with self._torch.random.fork_rng():
            self._torch.manual_seed(seed)
            self.module = nn.Sequential(nn.Linear(WIDTH, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))

    @classmethod
    def of(cls, parameters: Parameters) -> Network:
        """Return the network with some parameters.

        Raises:
            ValueError: They are those of another network.
        """
        network = cls(0)
        tensor = network._torch.tensor
        try:
            found = {name: tensor(value) for name, value in parameters.items()}
            network.module.load_state_dict(found)
        except (RuntimeError, TypeError) as error:
            raise ValueError(str(error)) from error
        return network

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters, to be kept."""
        return {name: value.tolist() for name, value in self.module.state_dict().items()}

    def log_probabilities(self, decisions: Sequence[Decision]) -> Any:  # noqa: ANN401 - a tensor
        """Return the logarithm of how likely each decision is."""
        torch = self._torch
        rows = torch.tensor([row for told, _ in decisions for row in told])
        scores = self.module(rows).squeeze(-1).split([len(told) for told, _ in decisions])
        padded = torch.nn.utils.rnn.pad_sequence(scores, batch_first=True, padding_value=-torch.inf)
        chosen = torch.tensor([[at] for _, at in decisions])
        return padded.log_softmax(-1).gather(1, chosen).squeeze(-1)

    def probabilities(self, told: Sequence[Features]) -> list[float]:
        """Return how likely each choice is."""
        with self._torch.no_grad():
            scores = self.module(self._torch.tensor(told)).squeeze(-1)
        return [float(value) for value in scores.softmax(-1)]


class NetworkPolicy:
    """Acts as a network says: at random by its probabilities, or the likeliest without `random`.

    `decisions` holds what was decided. The network must not change while the policy is used.
    """

    def __init__(self, network: Network, random: Random | None = None) -> None:
        self.decisions: list[Decision] = []
        self._network, self._random = network, random
        self._known: dict[tuple[Features, ...], list[float]] = {}

    def __call__(self, view: View) -> Action:
        """Return what is done in a view."""
        open_ = choices(view)
        told = tuple(choice.features for choice in open_)
        if told not in self._known:
            self._known[told] = self._network.probabilities(told)
        chances = self._known[told]
        if self._random is None:
            at = max(range(len(chances)), key=chances.__getitem__)
        else:
            (at,) = self._random.choices(range(len(chances)), chances)
        self.decisions.append((told, at))
        return open_[at].action

    def taken(self) -> list[Decision]:
        """Return what was decided since the last call, and forget it."""
        decisions, self.decisions = self.decisions, []
        return decisions
