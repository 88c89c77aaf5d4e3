"""Claims that a model proposes, asked through a chat endpoint of the OpenAI-compatible kind.

The model is shown one passage at a time and asked for quotations with what they state. What it
answers is a proposal: a quotation that does not stand in the passage exactly once is refused and
counted. The network is used only when an endpoint is given, and only to that address.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from cedarprov.errors import BadValue, ChatFailed, MissingExtra
from cedarprov.judge.claims import unread
from cedarprov.judge.extraction import Reading
from cedarprov.judge.inferred import Inferred
from cedarprov.model.edge import Claim, StructuredReading
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.prose.name import same_name
from cedarprov.store.door import TextOf
from cedarprov.store.session import Session

Place = Callable[[str, str], tuple[int, int] | str]
"""Returns where a quotation stands in a text, or the reason why it is refused."""
Ask = Callable[[str, str], str]
"""Puts an instruction and a text to a model, and returns its answer."""

KEYS: Final = ("CEDARPROV_CHAT_KEY", "OPENAI_API_KEY")
"""Environment variables that may hold the key of the endpoint, in this order."""

_PROMPT: Final = """\
You take claims out of documentation. A claim is a sentence of the passage that states a default, \
limit, change, removal, deprecation, plan, requirement or measurement. Answer with one JSON object \
and nothing else: {"claims": [{"quote": "...", "statement": "...", "about": "...", \
"attribute": "...", "value": "...", "unit": "..."}]}. "quote" is copied from the passage letter \
for letter, line breaks included, without leaving anything out. "about" names the thing, \
"attribute" what is said of it (default, maximum, minimum, requires, status), "value" and "unit" \
are as written; leave "unit" empty where there is none. If the passage states nothing of the kind, \
answer {"claims": []}.\
"""
_MALFORMED: Final = "malformed answer"
_JOINED: Final = "joined"
_FAILED: Final = "endpoint failed"


class Endpoint(Frozen):
    """A chat endpoint: its address, the model, and the seconds that one answer may take.

    `passages` is the largest number of passages that one inference asks about. The key is read
    from the environment when it is needed, and kept nowhere.
    """

    base_url: str
    model: str
    timeout: float = 60.0
    passages: int = 1000

    def __post_init__(self) -> None:
        if not re.match(r"https?://\S+$", self.base_url):
            raise BadValue("base_url", self.base_url, "an address such as https://host/v1")
        if not self.model.strip():
            raise BadValue("model", self.model, "the name of a model")
        if self.timeout <= 0 or self.passages < 1:
            raise BadValue("timeout or passages", (self.timeout, self.passages), "above 0")

    @property
    def plan(self) -> str:
        """The plan that claims by this endpoint follow."""
        return f"claims asked of the model {self.model}, prompt 1"


def claims_by_chat(session: Session, texts: TextOf, endpoint: Endpoint, place: Place) -> Inferred:
    """Return what a model claims of the current versions that it made no claims on yet.

    Where the endpoint fails, the versions that were read until then count and the rest is left
    for the next inference.

    Raises:
        MissingExtra: The extra `chat` is not installed.
        ChatFailed: The endpoint failed before any version was read.
    """
    ask = asker(endpoint)
    claims: list[Claim] = []
    refused: Counter[str] = Counter()
    read = False
    for passages in _versions(unread(session, texts, endpoint.plan), endpoint.passages):
        try:
            answers = [(passage, ask(_PROMPT, _shown(passage))) for passage in passages]
        except ChatFailed:
            if not read:
                raise
            refused[_FAILED] += 1
            break
        read = True
        for passage, answer in answers:
            claims += proposed(passage, answer, place, refused)
    return Inferred(plan=endpoint.plan, claims=tuple(dict.fromkeys(claims)), refused=dict(refused))


def proposed(passage: Reading, answer: str, place: Place, refused: Counter[str]) -> Iterator[Claim]:
    """Yield the claims of an answer whose quotations are exact; count the others by reason."""
    for item in _items(answer, refused):
        found = place(passage.text, item["quote"])
        if isinstance(found, str):
            refused[_JOINED if _is_joined(passage.text, item["quote"]) else found] += 1
            continue
        start, end = found
        span = Span(
            version=passage.version,
            start=passage.start + start,
            end=passage.start + end,
            exact=item["quote"],
        )
        statement = item["statement"].strip() or " ".join(item["quote"].split())
        yield Claim(statement=statement, spans=(span,), reading=_reading(item))


# -- answers --------------------------------------------------------------------------------------

_FIELDS: Final = ("quote", "statement", "about", "attribute", "value", "unit")
_FENCED: Final = re.compile(r"\A\s*```\w*\n(?P<inner>.*)\n```\s*\Z", re.DOTALL)


def _items(answer: str, refused: Counter[str]) -> Iterator[dict[str, str]]:
    fenced = _FENCED.match(answer)
    try:
        claims = json.loads(fenced["inner"] if fenced else answer)["claims"]
    except (ValueError, TypeError, KeyError, RecursionError):
        refused[_MALFORMED] += 1
        return
    if not isinstance(claims, list):
        refused[_MALFORMED] += 1
        return
    for item in claims:
        if isinstance(item, dict) and isinstance(item.get("quote"), str):
            yield {name: _text(item.get(name)) for name in _FIELDS}
        else:
            refused[_MALFORMED] += 1


def _text(value: object) -> str:
    """Return a value as text, empty where it is none or cannot be written (a lone surrogate)."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    written = str(value)
    try:
        written.encode()
    except UnicodeEncodeError:
        return ""
    return "" if "\0" in written else written


def _reading(item: dict[str, str]) -> StructuredReading | None:
    parts = {name: item[name].strip() for name in ("about", "attribute", "value", "unit")}
    if not all(parts[name] for name in ("about", "attribute", "value")):
        return None
    about = same_name(parts["about"]) or parts["about"]
    attribute = " ".join(parts["attribute"].casefold().split())
    return StructuredReading(**parts | {"about": about, "attribute": attribute})


def _is_joined(text: str, quote: str) -> bool:
    """Tell whether a quotation puts together parts that stand apart in the text."""
    parts = [part.strip() for part in re.split(r"\.{3}|…|\[\.\.\.\]", quote)]
    return len(parts) > 1 and all(part in text for part in parts)


# -- the endpoint ---------------------------------------------------------------------------------


def _versions(passages: Iterable[Reading], limit: int) -> Iterator[list[Reading]]:
    """Yield the passages of one version after the other, as long as they stay within a limit."""
    asked = 0
    for _, group in groupby(passages, key=lambda passage: passage.version):
        some = list(group)
        asked += len(some)
        if asked > limit:
            return
        yield some


def asker(endpoint: Endpoint, *, most_tokens: int | None = None) -> Ask:
    """Return a function that puts an instruction and a text to a model, and returns its answer.

    `most_tokens` bounds the length of an answer (None: as the endpoint does). The model is asked
    at temperature 0. The function raises ChatFailed where the endpoint fails.

    Raises:
        MissingExtra: The extra `chat` is not installed.
    """
    try:
        import openai  # noqa: PLC0415 - heavy, and an extra
    except ImportError:
        raise MissingExtra("chat", ["openai"]) from None
    key = next((os.environ[name] for name in KEYS if os.environ.get(name)), "none")
    client = openai.OpenAI(
        base_url=endpoint.base_url, api_key=key, timeout=endpoint.timeout, max_retries=1
    )
    bounds: dict[str, Any] = {} if most_tokens is None else {"max_tokens": most_tokens}

    def ask(instruction: str, text: str) -> str:
        try:
            reply = client.chat.completions.create(
                model=endpoint.model,
                temperature=0,
                messages=[
                    {"role": "system", "content": instruction},
                    {"role": "user", "content": text},
                ],
                **bounds,
            )
            return reply.choices[0].message.content or ""
        # An answer of another form than the protocol's shows itself in any of these.
        except (openai.OpenAIError, AttributeError, IndexError, TypeError, ValueError) as error:
            # Not the error's own words: an endpoint may repeat the key in them.
            status = getattr(error, "status_code", None)
            raise ChatFailed(endpoint.base_url, type(error).__name__, status) from None

    return ask


def _shown(passage: Reading) -> str:
    heading = " > ".join(passage.headings)
    return f"Heading: {heading}\n\nPassage:\n{passage.text}"
