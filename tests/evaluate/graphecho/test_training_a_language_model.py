"""PAPT from end to end on a tiny model of random weights, whose words are whole replies."""

from __future__ import annotations

import json

import pytest

from cedarprov.evaluate.graphecho.measure import FULL
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.training.examples import development, training
from cedarprov.evaluate.graphecho.training.language import (
    Examples,
    Recipe,
    Speaker,
    train,
)
from cedarprov.evaluate.graphecho.verdict import Verdict

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # those of the libraries are theirs
]

TEMPLATE = "{% for each in messages %}{{ each['content'] }}<end>\n{% endfor %}"
REPLIES = [
    *(json.dumps({"action": "walk", "node": f"n{number}"}) for number in range(8)),
    *(
        json.dumps({
            "action": "stop", "verdict": verdict, "confidence": 0.5,
            "supporting": 1, "refuting": 1, "cited": [], "rationale": "",
        })
        for verdict in ("SUPPORT", "REFUTE", "MIXED")
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Save a model of two layers and its tokenizer, and return their folder."""
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    words = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({"<unknown>": 0, "<end>": 1}, unk_token="<unknown>")  # noqa: S106
    )
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    words.decoder = tokenizers.decoders.Fuse()
    words.add_tokens([tokenizers.AddedToken(reply) for reply in REPLIES])
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words,
        unk_token="<unknown>",  # noqa: S106
        eos_token="<end>",  # noqa: S106
        pad_token="<end>",  # noqa: S106
    )
    tokenizer.chat_template = TEMPLATE
    transformers.set_seed(0)
    model = transformers.LlamaForCausalLM(
        transformers.LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            eos_token_id=1,
            pad_token_id=1,
        )
    )
    folder = tmp_path_factory.mktemp("tiny")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def trained(tiny, tmp_path_factory):
    """Train for eight steps, and return the folder and what was selected."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("trl")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("trained")
    examples = Examples(
        training=training(Mitigation.M1, 8), development=development(Mitigation.M1, 1)
    )
    selected = train(str(tiny), FULL, examples, folder, Recipe(rate=0.01, reply_tokens=1, every=2))
    torch.set_num_threads(before)
    return folder, selected


def test_the_last_three_checkpoints_are_compared_and_the_best_is_kept(trained):
    folder, selected = trained

    assert [*selected.scores] == ["checkpoint-4", "checkpoint-6", "checkpoint-8"]
    assert {path.name for path in folder.glob("checkpoint-*")} == {*selected.scores}
    assert selected.scores[selected.checkpoint.name] == max(selected.scores.values())
    assert all(-1.45 <= score <= 1.8 for score in selected.scores.values())


def test_adapters_of_rank_sixteen_have_learned_something(trained):
    _, selected = trained
    safetensors = pytest.importorskip("safetensors.torch")
    settings = json.loads((selected.checkpoint / "adapter_config.json").read_text())
    weights = safetensors.load_file(selected.checkpoint / "adapter_model.safetensors")

    assert (settings["r"], settings["lora_alpha"]) == (16, 32)
    # The second factor of an adapter is zero until a step has changed it.
    assert all(value.abs().max() > 0 for name, value in weights.items() if "lora_B" in name)


def test_a_conversation_marks_what_the_model_said(tiny):
    transformers = pytest.importorskip("transformers")
    model = transformers.AutoModelForCausalLM.from_pretrained(tiny)
    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny)
    speaker = Speaker(model, tokenizer, Recipe(reply_tokens=1))
    example = training(Mitigation.M1, 1)[0]
    replies = iter([[tokenizer.convert_tokens_to_ids(REPLIES[at])] for at in (1, -1)])
    speaker._generate = lambda _: next(replies)

    talk, trace = speaker.walk(example, 6)

    said = [token for token, spoken in zip(talk.tokens, talk.spoken, strict=True) if spoken]
    assert tokenizer.convert_ids_to_tokens(said) == [REPLIES[1], REPLIES[-1]]
    assert [step.node for step in trace.steps] == ["n1"]
    assert trace.judgement.verdict is Verdict.MIXED
    heard = [token for token, spoken in zip(talk.tokens, talk.spoken, strict=True) if not spoken]
    assert heard
    assert not {*said} & {*heard}
