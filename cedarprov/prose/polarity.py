"""Yes or no: whether a clause affirms or denies, by the parity of its negations.

Negators and words of prohibition count alike, so that "not forbidden" and "no objection" affirm.
"""

from __future__ import annotations

import re
from typing import Final

from cedarprov.prose.language import Language

_NEGATIVE: Final = {
    Language.ENGLISH: re.compile(
        r"\b(?:not|no|never|neither|nor|none|nobody|nothing|cannot|without|forbid\w*|forbade|"
        r"prohibit\w*|ban|bans|banned|refus\w*|den(?:y|ies|ied)|disallow\w*|exclud\w*|illegal|"
        r"impossible|unable|disabled|objections?|restrictions?|obstacles?|false|off|stays? outside|"
        r"(?:must|have to|has to) be left|removed|dropped|stopped|unsupported)\b|n['’]t\b",  # noqa: RUF001
        re.IGNORECASE,
    ),
    Language.GERMAN: re.compile(
        r"\b(?:nicht|kein\w*|nie|niemals|weder|ohne|verboten|untersagt|unzulässig|verbot\w*|"
        r"ausgeschlossen|unmöglich|einwände?|bedenken)\b",
        re.IGNORECASE,
    ),
    Language.ARABIC: re.compile(
        r"(?<!\w)(?:لا|ليس|ليست|لم|لن|غير|دون|بدون|[فو]?(?:ممنوع|ممنوعة|محظور|محظورة|مانع|منع|يمنع|تمنع|يحظر|تحظر)"
        r"|يترك|تترك)(?!\w)"
    ),
    Language.JAPANESE: re.compile(r"な[いくかけ]|ません|禁止|禁じ|不可|できず|断り|差し支え"),
}
_WORDS: Final = {
    Language.ENGLISH: ("yes", "no"),
    Language.GERMAN: ("ja", "nein"),
    Language.ARABIC: ("نعم", "لا"),
    Language.JAPANESE: ("はい", "いいえ"),
}


def affirms(clause: str, language: Language) -> bool:
    """Tell whether a clause affirms what it speaks of."""
    decided = _UNDECIDED.sub("", clause)
    return len(_NEGATIVE[language].findall(decided)) % 2 == 0


# "whether or not" denies nothing.
_UNDECIDED: Final = re.compile(r"\bor not\b|\boder nicht\b|かどうか", re.IGNORECASE)


_LEADING: Final = re.compile(
    r"^\W*(?:(?P<yes>yes|ja|نعم|はい)|(?P<no>no|nein|لا|いいえ))(?!\w)", re.IGNORECASE
)


def leading_answer(sentence: str) -> bool | None:
    """Return whether a sentence begins with yes or with no, or None where it does with neither."""
    match = _LEADING.match(sentence)
    return None if match is None else match["yes"] is not None


def answer(*, yes: bool, language: Language) -> str:
    """Return the word for yes or no."""
    return _WORDS[language][0 if yes else 1]
