"""A policy that asks a language model at a chat endpoint of the OpenAI-compatible kind."""

from __future__ import annotations

from typing import Final

from cedarprov.evaluate.graphecho.environment import Action, Policy, View
from cedarprov.evaluate.graphecho.prompt import TASK, shown
from cedarprov.evaluate.graphecho.reply import parsed
from cedarprov.judge.chat import Ask, Endpoint, asker

MOST_TOKENS: Final = 300
"""The longest reply in tokens; one that is cut off is malformed as a rule."""


def by_chat(endpoint: Endpoint) -> Policy:
    """Return a policy that asks the model of an endpoint, each view by itself.

    The policy raises ChatFailed where the endpoint fails: that is no answer, and counts as none.

    Raises:
        MissingExtra: The extra `chat` is not installed.
    """
    return by_asking(asker(endpoint, most_tokens=MOST_TOKENS))


def by_asking(ask: Ask) -> Policy:
    """Return a policy that puts the task and a view in words to something that answers."""

    def act(view: View) -> Action:
        return parsed(ask(TASK, shown(view)))

    return act
