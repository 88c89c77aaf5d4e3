"""Words that ask for and state the same attribute, as stems; near synonyms of everyday English.

The groups follow the headings of a thesaurus (Roget): measuring, permitting, beginning, ending,
holding, paying, connecting. They are general on purpose; whatever they lack, an encoder may add.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cedarprov.prose.language import Language, stem

_GROUPS: Final = """
cost price fee fare charge rent rate tariff pay payable toll amount sum expense
limit maximum max cap ceiling most quota allowance threshold budget
minimum min lowest least floor
timeout wait expire elapse give
connect dial connection link
default preset standard factory
save store write autosave persist
temperature degree thermal celsius
allow permit may permission admit admissible authorise authorize let
forbid prohibit ban refuse deny reject disallow
open start begin commence launch initial initiate
close end finish stop shut expire cease terminate deadline conclude
carry take transport hold fit room accommodate contain seat capacity
large big size length
keep retain remain stay hold preserve leave
send issue make submit transmit
request call query invocation
accept support take honour honor
require need demand must necessary
automatic automatically auto unattended
dose dosage
treatment therapy medication
register registration enrol enroll enrolment enrollment signup application apply
use run employ utilise utilize
update upgrade refresh
interval period every frequency often
retry attempt retries
delete remove erase purge wipe
display show screen
lend borrow loan
return bring hand
parking park
crossing passage trip voyage
bicycle bike cycle
car vehicle automobile
upload file transfer
listen listener
notify notification inform
clean wash rinse
replace change swap exchange
repair fix mend
check inspect test examine
measure gauge
child children kid
adult grown
weight mass heavy weigh
speed fast quick
height tall high
old age
wide width broad
deep depth deepen deepened
distance far
time duration long
visit visitor guest
member membership
discount reduction rebate reduced
"""
_GERMAN: Final = """
preis kosten kostet gebühr entgelt betrag tarif miete zahlen
höchstens maximal grenze obergrenze limit
entkalken entkalkung entkalkt
öffnen beginn start anfangen
schließen ende enden frist
erlaubt gestattet zulässig darf
verboten untersagt unzulässig
wechseln austauschen tauschen
"""


@cache
def _synonyms() -> dict[tuple[Language, str], frozenset[str]]:
    found: dict[tuple[Language, str], frozenset[str]] = {}
    for language, table in ((Language.ENGLISH, _GROUPS), (Language.GERMAN, _GERMAN)):
        for line in table.strip().splitlines():
            group = frozenset(stem(word, language) for word in line.split())
            for word in group:
                key = (language, word)
                found[key] = found.get(key, frozenset()) | group
    return found


def has_synonyms(word: str, language: Language) -> bool:
    """Tell whether a stem is one of the attribute words known here."""
    return (language, word) in _synonyms()


def likeness(asked: str, said: str, language: Language) -> float:
    """Return how far the stem `said` stands for the stem `asked`, from 0 to 1."""
    if asked == said:
        return 1.0
    if said in _synonyms().get((language, asked), ()):
        return 0.8
    if language is Language.ARABIC:
        return 0.8 if _skeleton(asked) == _skeleton(said) else 0.0
    return 0.7 if language is not Language.JAPANESE and _related(asked, said) else 0.0


def _skeleton(word: str) -> str:
    # Arabic plurals change vowels within the word and keep its consonants.
    return word.translate(_VOWELS)


_VOWELS: Final = {ord(letter): None for letter in "اويىةآأإئؤء"}


def _related(asked: str, said: str) -> bool:
    # Words of one family share a long beginning; German compounds hold the word within.
    short, long = sorted((asked, said), key=len)
    return len(short) >= _FAMILY and (
        long.startswith(short) or (len(short) > _FAMILY and short in long)
    )


_FAMILY: Final = 5
