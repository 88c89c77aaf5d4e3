"""PAPT of a language model: GRPO with LoRA, by trl and peft.

A walk is one conversation: the task, a view, a reply, the next view and so on. The tokens of the
replies are trained, those of views are not. The settings are those of appendix E of the paper; a
step trains on the walks of one instance, so that 500 instances are 500 steps, of which the last
three checkpoints, 450, 475 and 500, are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cedarprov.errors import MissingExtra
from cedarprov.evaluate.graphecho.environment import BUDGET, Action, Trace, View, walked
from cedarprov.evaluate.graphecho.measure import Weights, reward
from cedarprov.evaluate.graphecho.prompt import TASK, shown
from cedarprov.evaluate.graphecho.reply import parsed
from cedarprov.evaluate.graphecho.training.examples import Example
from cedarprov.evaluate.graphecho.training.objective import GROUP, SEED
from cedarprov.evaluate.graphecho.training.selection import EVERY, RETAINED, best, mean_reward
from cedarprov.model.frozen import Frozen

RANK: Final = 16
ALPHA: Final = 32
TEMPERATURE: Final = 0.7
TOP_P: Final = 0.9
CLIP: Final = 1.0


class Recipe(Frozen):
    """What may be chosen for a training run; the defaults are the paper's.

    `reply_tokens` bounds one reply, `every` counts the steps between checkpoints.
    """

    rate: float = 1e-5
    reply_tokens: int = 300
    every: int = EVERY
    budget: int = BUDGET


class Examples(Frozen):
    """What is trained on, and what checkpoints are selected by."""

    training: tuple[Example, ...]
    development: tuple[Example, ...]


class Selected(Frozen):
    """The folder of the checkpoint that was selected, and the score of each compared."""

    checkpoint: Path
    scores: Mapping[str, float]


PAPER: Final = Recipe()


def train(
    model: str,
    weights: Weights,
    examples: Examples,
    folder: Path,
    recipe: Recipe = PAPER,
) -> Selected:
    """Train adapters of a model on a reward, and select a checkpoint by the full reward.

    `model` names a folder, or a model that transformers finds. Checkpoints are written to `folder`.

    Raises:
        MissingExtra: The extra `train` is not installed.
    """
    trl, peft = _libraries()
    by_name = {each.instance.identifier: each for each in examples.training}
    trainer = trl.GRPOTrainer(
        model=model,
        args=_settings(trl, folder, recipe),
        train_dataset=_dataset([*by_name]),
        peft_config=peft.LoraConfig(
            r=RANK, lora_alpha=ALPHA, target_modules="all-linear", task_type="CAUSAL_LM"
        ),
        reward_funcs=_gained,
        rollout_func=_rollouts(by_name, weights, recipe),
    )
    trainer.train()
    return _select(trainer, examples.development, folder, recipe)


def _libraries() -> tuple[Any, Any]:
    try:
        import peft  # noqa: PLC0415 - slow, and an extra
        import trl  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("train", ["trl", "peft"]) from None
    return trl, peft


def _dataset(names: Sequence[str]) -> Any:  # noqa: ANN401
    import datasets  # noqa: PLC0415 - slow, and an extra

    return datasets.Dataset.from_dict({"prompt": list(names)})


def _settings(trl: Any, folder: Path, recipe: Recipe) -> Any:  # noqa: ANN401
    import torch  # noqa: PLC0415 - slow, and an extra

    return trl.GRPOConfig(
        output_dir=str(folder),
        num_train_epochs=1,
        per_device_train_batch_size=GROUP,
        num_generations=GROUP,
        learning_rate=recipe.rate,
        temperature=TEMPERATURE,
        top_p=TOP_P,
        beta=0.0,
        max_grad_norm=CLIP,
        seed=SEED,
        save_steps=recipe.every,
        save_total_limit=RETAINED,
        logging_steps=recipe.every,
        bf16=torch.cuda.is_available(),
        report_to=[],
    )


def _gained(walk_reward: Sequence[float], **_: object) -> list[float]:
    """Return the rewards that the walks have brought along."""
    return list(walk_reward)


def _rollouts(
    examples: Mapping[str, Example], weights: Weights, recipe: Recipe
) -> Callable[[list[str], Any], dict[str, list[Any] | None]]:
    """Return what trl calls for the walks of some instances, each named once for every walk."""

    def walk_all(names: list[str], trainer: Any) -> dict[str, list[Any] | None]:  # noqa: ANN401
        speaker = Speaker(trainer.model, trainer.processing_class, recipe, samples=True)
        told: dict[str, list[Any]] = {}
        with _generating(trainer.model):
            for name in names:
                for key, value in _walk(speaker, examples[name], weights, recipe).items():
                    told.setdefault(key, []).append(value)
        return {**told, "logprobs": None}

    return walk_all


def _walk(speaker: Speaker, example: Example, weights: Weights, recipe: Recipe) -> dict[str, Any]:
    talk, trace = speaker.walk(example, recipe.budget)
    return {
        "prompt_ids": talk.opening,
        "completion_ids": talk.tokens,
        "env_mask": talk.spoken,
        "walk_reward": reward(trace, example.instance, weights),
    }


@contextmanager
def _generating(model: Any) -> Iterator[None]:  # noqa: ANN401
    """Let a model that is being trained generate, without dropout."""
    was_training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(was_training)


def _select(
    trainer: Any,  # noqa: ANN401
    development: Sequence[Example],
    folder: Path,
    recipe: Recipe,
) -> Selected:
    model = trainer.accelerator.unwrap_model(trainer.model)
    found = sorted(folder.glob("checkpoint-*"), key=lambda path: int(path.name.split("-")[1]))
    scores: dict[str, float] = {}
    for path in found[-RETAINED:]:
        model.load_adapter(str(path), adapter_name=path.name)
        model.set_adapter(path.name)
        speaker = Speaker(model, trainer.processing_class, recipe)
        with _generating(model):
            scores[path.name] = mean_reward(speaker.policy(), development, budget=recipe.budget)
    return Selected(checkpoint=folder / best(scores), scores=scores)


class Talk:
    """The tokens of one conversation; `spoken` marks with 1 those that the model said."""

    def __init__(self) -> None:
        self.opening: list[int] = []
        self.tokens: list[int] = []
        self.spoken: list[int] = []

    def hear(self, tokens: Sequence[int]) -> None:
        """Add what was said to the model; what it is told first opens the conversation."""
        if not self.opening:
            self.opening += tokens
            return
        self.tokens += tokens
        self.spoken += [0] * len(tokens)

    def say(self, tokens: Sequence[int]) -> None:
        """Add what the model said."""
        self.tokens += tokens
        self.spoken += [1] * len(tokens)


class Speaker:
    """A causal language model with its tokenizer; it answers greedily unless it `samples`."""

    def __init__(
        self,
        model: Any,  # noqa: ANN401
        tokenizer: Any,  # noqa: ANN401
        recipe: Recipe,
        *,
        samples: bool = False,
    ) -> None:
        self._model, self._tokenizer = model, tokenizer
        sampling = {"temperature": TEMPERATURE, "top_p": TOP_P, "top_k": 0} if samples else {}
        self._settings = {
            "do_sample": samples,
            "max_new_tokens": recipe.reply_tokens,
            "pad_token_id": tokenizer.pad_token_id,
            **sampling,
        }

    def walk(self, example: Example, budget: int) -> tuple[Talk, Trace]:
        """Walk a graph in one conversation, and return both."""
        talk = Talk()
        trace = walked(example.graph, lambda view: self._act(view, talk), budget=budget)
        return talk, trace

    def policy(self) -> Callable[[View], Action]:
        """Return a policy that begins a conversation wherever a walk begins."""
        talk = Talk()

        def act(view: View) -> Action:
            nonlocal talk
            if view.remaining == view.budget:
                talk = Talk()
            return self._act(view, talk)

        return act

    def _act(self, view: View, talk: Talk) -> Action:
        talk.hear(self._next_turn(view) if talk.opening else self._first_turn(view))
        said = self._generate([*talk.opening, *talk.tokens])
        talk.say(said)
        return parsed(self._tokenizer.decode(said, skip_special_tokens=True))

    def _first_turn(self, view: View) -> list[int]:
        return self._encode(
            self._written(
                [{"role": "system", "content": TASK}, {"role": "user", "content": shown(view)}],
                opens=True,
            )
        )

    def _next_turn(self, view: View) -> list[int]:
        """Return what stands between a reply and the next, in the words of the chat template."""
        before = [{"role": "user", "content": "."}, {"role": "assistant", "content": "."}]
        after = [*before, {"role": "user", "content": shown(view)}]
        said = self._written(before).rstrip()
        return self._encode(self._written(after, opens=True).removeprefix(said))

    def _written(self, messages: Sequence[Mapping[str, str]], *, opens: bool = False) -> str:
        return str(
            self._tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=opens
            )
        )

    def _encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False))

    def _generate(self, tokens: Sequence[int]) -> list[int]:
        import torch  # noqa: PLC0415 - slow, and an extra

        device = next(self._model.parameters()).device
        given = torch.tensor([tokens], device=device)
        with torch.no_grad():
            whole = self._model.generate(
                input_ids=given, attention_mask=torch.ones_like(given), **self._settings
            )
        return [int(token) for token in whole[0, len(tokens) :]]
