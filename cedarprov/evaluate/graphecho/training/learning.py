"""Group-relative policy optimisation of a small network.

Each step lets the network walk every graph of a batch several times, and makes the decisions of a
walk likelier by as much as it did better than its group. A batch is used for one update, so that
the clipping of ratios, which are one then, has nothing to do; there is no Kullback-Leibler term,
and gradients are clipped at norm one, as in the paper. What differs is said in `Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Any, Final

from cedarprov.evaluate.graphecho.environment import Trace, walked
from cedarprov.evaluate.graphecho.measure import Weights, acquisition, reward
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.training.examples import Example, development, training
from cedarprov.evaluate.graphecho.training.network import (
    Decision,
    Network,
    NetworkPolicy,
    Parameters,
    load_torch,
)
from cedarprov.evaluate.graphecho.training.objective import GROUP, SEED, advantages
from cedarprov.evaluate.graphecho.training.selection import EVERY, RETAINED, best, mean_reward
from cedarprov.model.frozen import Frozen


class Plan(Frozen):
    """How a network is trained: 150 steps over 6 epochs by default, of 20 instances each.

    A network that knows nothing needs more epochs and a greater learning rate than a language
    model that is adapted. `claims` bounds the claims of each split (None: all).
    """

    epochs: int = 6
    batch: int = 20
    rate: float = 0.01
    seed: int = SEED
    claims: int | None = None


FULL_PLAN: Final = Plan()
QUICK: Final = Plan(epochs=6, batch=5, claims=25)


class Progress(Frozen):
    """Means over the walks of the steps since the last checkpoint; rewards are full ones."""

    step: int
    reward: float
    ewr: float
    usr: float


class Trained(Frozen):
    """The parameters of the checkpoint that was selected, its step, and how training went.

    `scores` are the steps of the checkpoints compared, each with its mean full reward on
    development claims.
    """

    parameters: Parameters
    step: int
    scores: tuple[tuple[int, float], ...]
    history: tuple[Progress, ...]


Report = Callable[[Progress], None]


def train(
    weights: Weights,
    mitigation: Mitigation,
    plan: Plan = FULL_PLAN,
    report: Report = lambda _: None,
) -> Trained:
    """Return a network trained on a reward, selected by the full reward on development claims.

    Raises:
        MissingExtra: The extra `train` is not installed.
    """
    network, random = Network(plan.seed), Random(plan.seed)  # noqa: S311 - the same walks each time
    update = _updating(network, plan.rate)
    kept: dict[int, Parameters] = {}
    history: list[Progress] = []
    recent: list[tuple[Trace, Example]] = []
    for step, batch in enumerate(_batches(training(mitigation, plan.claims), plan, random), 1):
        recent += _step(network, batch, weights, random, update)
        if step % EVERY == 0:
            kept[step] = network.parameters
            history.append(_progress(step, recent))
            report(history[-1])
            recent = []
    examples = development(mitigation, plan.claims)
    scores = {
        step: mean_reward(NetworkPolicy(Network.of(kept[step])), examples)
        for step in [*kept][-RETAINED:]
    }
    chosen = best(scores)
    return Trained(
        parameters=kept[chosen], step=chosen, scores=(*scores.items(),), history=(*history,)
    )


def _batches(
    examples: Sequence[Example], plan: Plan, random: Random
) -> Iterator[Sequence[Example]]:
    for _ in range(plan.epochs):
        order = random.sample(examples, len(examples))
        for start in range(0, len(order), plan.batch):
            yield order[start : start + plan.batch]


def _step(
    network: Network,
    batch: Sequence[Example],
    weights: Weights,
    random: Random,
    update: Callable[[Sequence[Decision], Sequence[float]], None],
) -> list[tuple[Trace, Example]]:
    policy = NetworkPolicy(network, random)
    decisions: list[Decision] = []
    gains: list[float] = []
    walks: list[tuple[Trace, Example]] = []
    for example in batch:
        taken, rewards = [], []
        for _ in range(GROUP):
            trace = walked(example.graph, policy)
            walks.append((trace, example))
            taken.append(policy.taken())
            rewards.append(reward(trace, example.instance, weights))
        for made, gain in zip(taken, advantages(rewards), strict=True):
            decisions += made
            gains += [gain] * len(made)
    update(decisions, gains)
    return walks


def _updating(
    network: Network, rate: float
) -> Callable[[Sequence[Decision], Sequence[float]], None]:
    torch: Any = load_torch()
    optimiser = torch.optim.Adam(network.module.parameters(), lr=rate)

    def update(decisions: Sequence[Decision], gains: Sequence[float]) -> None:
        loss = -(network.log_probabilities(decisions) * torch.tensor(gains)).mean()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.module.parameters(), 1.0)
        optimiser.step()

    return update


def _progress(step: int, walks: Sequence[tuple[Trace, Example]]) -> Progress:
    met = [acquisition(trace, example.instance) for trace, example in walks]
    return Progress(
        step=step,
        reward=fmean(reward(trace, example.instance) for trace, example in walks),
        ewr=fmean(each.echo_walk_rate for each in met),
        usr=fmean(each.unique_source_recall for each in met),
    )
