"""What kind of answer a question expects: a duration, a count of cards, a port, a date, yes or no.

The question words are those of the grammars of four languages; the nouns that name a measurable
attribute are those of everyday measuring.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from cedarprov.model.frozen import Frozen, replace
from cedarprov.prose.language import Language, stem
from cedarprov.prose.sentence import sentences
from cedarprov.prose.unit import Dimension, Unit, find_unit
from cedarprov.prose.value import Kind, Value


class End(StrEnum):
    """Which end of a range is asked for."""

    EITHER = "either"
    LOW = "low"
    HIGH = "high"


class Expectation(Frozen):
    """The sort of value that would answer; `dimensions` empty: any.

    `noun` is the stem of what is counted or labelled, `per` the base of the unit of a rate;
    `several` says that a set of values is asked for ("which versions"), `told` that only an
    account answers: why or how something is, what changes, or several things at once.
    """

    kind: Kind
    dimensions: frozenset[Dimension] = frozenset()
    noun: str = ""
    per: str = ""
    recurs: bool = False
    several: bool = False
    told: bool = False
    end: End = End.EITHER

    def admits(self, value: Value) -> bool:
        """Tell whether `value` is of the sort that is asked for."""
        if self.kind is Kind.WORDS:
            return True
        if self.kind is Kind.LABEL:
            return self._admits_label(value)
        if self.kind is not value.kind:
            return False
        return self.kind is not Kind.QUANTITY or self._admits_quantity(value)

    def _admits_label(self, value: Value) -> bool:
        if value.kind is Kind.LABEL:
            return value.noun == self.noun
        if self.noun not in _NUMBERED:
            return self.several and value.kind is Kind.QUANTITY and "." in value.text
        bare = value.kind in (Kind.QUANTITY, Kind.LITERAL) and not value.base and not value.per
        return bare and re.fullmatch(r"\d[\w.]*", value.text) is not None

    def _admits_quantity(self, value: Value) -> bool:
        if self.per and value.per and value.per != self.per:
            return False
        if self.per and not value.per and value.unit is not None:
            return False
        if value.unit is None:
            if self.noun and not self.per and value.low % 1:
                return False
            countable = not value.noun or not self.noun or value.noun == self.noun or bool(self.per)
            return countable and not self._wants_unit()
        if self.noun and not self.dimensions:
            return False
        return not self.dimensions or value.unit.dimension in self.dimensions

    def _wants_unit(self) -> bool:
        # A price or a temperature is often a bare number; a weight hardly ever is.
        bare = {Dimension.MONEY, Dimension.TEMPERATURE, Dimension.DURATION, Dimension.COUNT}
        return bool(self.dimensions) and not (self.dimensions & bare)


_D = Dimension
_TIME: Final = frozenset({_D.DURATION, _D.MONTHS})
_SIZE: Final = frozenset({_D.DATA, _D.LENGTH, _D.AREA, _D.VOLUME, _D.MASS})

# "how ..." and "wie ...": the adjective says what is measured.
_DEGREES: Final[dict[str, frozenset[Dimension]]] = {
    "long lange lang": _TIME | {_D.LENGTH},
    "soon late quickly schnell bald": _TIME | {_D.SPEED, _D.DATA_RATE},
    "large big small groß": _SIZE,
    "far tall wide deep thick weit breit tief dick": frozenset({_D.LENGTH}),
    "high hoch": frozenset(
        {_D.LENGTH, _D.TEMPERATURE, _D.PERCENT, _D.MONEY, _D.POWER, _D.PRESSURE}
    ),
    "heavy schwer": frozenset({_D.MASS}),
    "fast": frozenset({_D.SPEED, _D.DATA_RATE, _D.FREQUENCY}),
    "hot cold warm heiß kalt": frozenset({_D.TEMPERATURE}),
    "old alt": _TIME,
    "loud laut": frozenset({_D.SOUND}),
    "expensive teuer": frozenset({_D.MONEY}),
}
_ATTRIBUTES: Final[dict[str, frozenset[Dimension]]] = {
    "timeout interval period duration delay lifetime validity age frist dauer": _TIME,
    "warranty guarantee notice garantie": _TIME,
    "temperature temperatur": frozenset({_D.TEMPERATURE}),
    "price cost costs costing fare rent toll deposit fine premium preis kosten kostet": (
        frozenset({_D.MONEY})
    ),
    "fee charge charges tariff commission interest gebühr": frozenset({_D.MONEY, _D.PERCENT}),
    "weight mass load payload gewicht": frozenset({_D.MASS}),
    "dose dosage dosis": frozenset({_D.MASS, _D.VOLUME}),
    "length height width depth distance clearance diameter altitude länge höhe": (
        frozenset({_D.LENGTH})
    ),
    "voltage spannung": frozenset({_D.VOLTAGE}),
    "power wattage leistung": frozenset({_D.POWER}),
    "speed": frozenset({_D.SPEED, _D.DATA_RATE}),
    "pressure druck": frozenset({_D.PRESSURE}),
    "percentage share proportion anteil": frozenset({_D.PERCENT}),
    "volume": frozenset({_D.VOLUME}),
}
_MOMENTS: Final = re.compile(
    r"\bwhen (?:is|are|was|were|does|do|did|must|can|may|should|will|has|have)\b|\bby when\b"
    r"|\bwhat time\b|\b(?:what|which) (?:day|date)\b|\bdeadline\b|\bwann\b|\bum wie ?viel uhr\b"
    r"|متى|いつ|何時(?!間)|何日(?!間)"
)
_OFTEN: Final = re.compile(r"\bhow (?:often|frequently)\b|\bwie oft\b|どのくらいの頻度|كم مرة")
_HOW: Final = re.compile(r"\b(?:how|wie) (?P<degree>[^\W\d_]+)")
_AFTER_NOUN: Final = (
    "per|a|an|each|can|may|does|do|did|is|are|was|were|must|should|will|has|have|had|to|in|on|of|at|"
    "for|with|pro|je|muss|müssen|kann|können|darf|dürfen|ist|sind|hat|haben|werden|wird"
)
_MANY: Final = re.compile(
    rf"(?:\bhow many|\bwie ?viele[nr]?|(?<!\w)كم)\s+(?:[\w-]+\s+){{0,3}}?(?P<noun>[^\W\d_]+)"
    rf"(?=\s+(?:{_AFTER_NOUN})\b|[?؟]|$|(?<=[؀-ۿ])\s)"
    rf"(?:\s+(?:per|a|an|each|pro|je)\s+(?P<each>[^\W\d_]+))?"
)
_MUCH: Final = re.compile(r"\bhow much\b|\bwie ?viel\b|いくら|بكم|\bwas kostet")
_LABEL: Final = re.compile(
    r"\b(?:which|what)\s+(?:(?:is|was|are|were)\s+the\s+)?(?:[\w-]+\s+){0,2}?(?P<word>[^\W\d_]+\s+)?"
    r"(?P<noun>port|version|release|edition|room|gate|platform|zone|channel|chapter|section)"
    r"(?P<plural>s?)\b"
)
_YES_NO: Final = re.compile(
    r"^(?:[^,?]{0,60},\s*)?(?:is|are|was|were|am|does|do|did|can|could|may|must|should|shall|has|"
    r"have|had|will|would|need|ist|sind|war|darf|dürfen|kann|können|muss|müssen|soll|hat|wird|gibt)\s"
    r"|^هل\s"
)
_COUNTED_JA: Final = re.compile(
    r"何(?P<unit>か月|ヶ月|週間|日間|時間|分間|秒間|[^\W\d_ぁ-ん]{1,2}?)(?=[でまはがを以の]|$)"
)
_WH_JA: Final = re.compile(r"何|いくら|いつ|どの|どこ|誰|どれ|なぜ|どう")
_HIGHEST: Final = re.compile(
    r"\b(?:up to|at most|maximum|max|highest|longest|largest|most|latest)\b"
    r"|\b(?:höchstens|maximal|bis zu)\b"
    r"|最大|最高|以内|上限|أقصى"
)
_LOWEST: Final = re.compile(
    r"\b(?:at least|minimum|min|lowest|shortest|smallest|least|earliest|mindestens|minimal)\b"
    r"|最小|最低|以上|下限|أدنى"
)


# Things that a bare number may name: "it listens on 8080".
_NUMBERED: Final = frozenset(
    {"port", "room", "gate", "platform", "zone", "channel", "chapter", "section"}
)


_IS_QUESTION: Final = re.compile(r"[?？؟]\W*$")  # noqa: RUF001


def expectation(question: str, language: Language) -> Expectation:
    """Return what kind of value would answer a question."""
    # Of several sentences the last one asks, or the last that is a question.
    said = [sentence.text.casefold() for sentence in sentences(question)]
    asked = next((text for text in reversed(said) if _IS_QUESTION.search(text)), said[-1])
    return replace(_sort(asked, language), end=_end(asked))


def _end(asked: str) -> End:
    if _HIGHEST.search(asked):
        return End.HIGH
    return End.LOW if _LOWEST.search(asked) else End.EITHER


def _sort(asked: str, language: Language) -> Expectation:
    if _is_yes_no(asked, language):
        return Expectation(kind=Kind.POLARITY)
    if _OFTEN.search(asked):
        return Expectation(kind=Kind.QUANTITY, dimensions=_TIME, recurs=True)
    counted = _counted(asked, language)
    if counted is None and _MOMENTS.search(asked):
        return Expectation(kind=Kind.MOMENT)
    return counted or _labelled(asked, language) or _measured(asked)


def _is_yes_no(asked: str, language: Language) -> bool:
    if language is Language.JAPANESE:
        return re.search(r"か[。？?]?$", asked) is not None and _WH_JA.search(asked) is None  # noqa: RUF001
    return _YES_NO.search(asked) is not None


def _counted(asked: str, language: Language) -> Expectation | None:
    if language is Language.JAPANESE:
        match = _COUNTED_JA.search(asked)
        return _of_unit(find_unit(match.group("unit"))) if match else None
    match = _MANY.search(asked)
    if match is None:
        return None
    unit = find_unit(match.group("noun"))
    if unit is not None:
        return _of_unit(unit)
    each = find_unit(match.group("each")) if match.group("each") else None
    noun = stem(match.group("noun"), language)
    return Expectation(kind=Kind.QUANTITY, noun=noun, per=each.base if each else "")


def _of_unit(unit: Unit | None) -> Expectation:
    dimensions = frozenset({unit.dimension}) if unit else frozenset[Dimension]()
    return Expectation(kind=Kind.QUANTITY, dimensions=dimensions)


def _labelled(asked: str, language: Language) -> Expectation | None:
    match = _LABEL.search(asked)
    if match is None:
        return None
    # "the lowest TLS version": what is labelled is TLS; "which port": the port itself.
    named = (match.group("word") or "").strip() if match.group("noun") == "version" else ""
    noun = match.group("noun") if named in _PLAIN else named
    several = bool(match.group("plural"))
    return Expectation(kind=Kind.LABEL, noun=stem(noun, language), several=several)


_PLAIN: Final = frozenset({"", "the", "lowest", "highest", "latest", "minimum", "maximum"})


def _measured(asked: str) -> Expectation:
    found = set(re.findall(r"[^\W\d_]+", asked))
    degrees = {match.group("degree") for match in _HOW.finditer(asked)}
    for table, held in ((_DEGREES, degrees), (_ATTRIBUTES, found)):
        for words, dimensions in table.items():
            if held & set(words.split()):
                return Expectation(kind=Kind.QUANTITY, dimensions=dimensions)
    if _MUCH.search(asked):
        price = frozenset({Dimension.MONEY}) if _is_price(asked) else frozenset[Dimension]()
        return Expectation(kind=Kind.QUANTITY, dimensions=price)
    return Expectation(kind=Kind.WORDS, told=_TOLD.search(asked) is not None)


_TOLD: Final = re.compile(
    r"\b(?:why|how|warum|weshalb|wieso)\b|\bwhat (?:\w+ )?(?:changes?|changed|happens?|happened)\b"
    r"|\bwhat (?:\w+ )?(?:do|should|must|can) (?:I|we|one|you)\b"
    r"|\b(?:each|respectively)\b|\band (?:which|what|when|where|who|whether)\b",
    re.IGNORECASE,
)


def _is_price(asked: str) -> bool:
    return re.search(r"cost|pay|charge|kostet|bezahl|いくら|بكم|price", asked) is not None
