"""PAPT from end to end on a tiny model of random weights, whose words are whole replies."""

from __future__ import annotations

import json

import pytest

from cedarprov.evaluate.graphecho.measure import FULL
from cedarprov.evaluate.graphecho.mitigation import Mitigation
from cedarprov.evaluate.graphecho.training.examples import development, training
from cedarprov.evaluate.graphecho.training.language import Recipe, Speaker, train

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


def test_x(tiny, tmp_path):
    r = train(
        str(tiny), FULL, training(Mitigation.M1, 8), development(Mitigation.M1, 1), tmp_path,
        Recipe(rate=0.01, reply_tokens=1, every=2),
    )
    print(r)
    assert 0
