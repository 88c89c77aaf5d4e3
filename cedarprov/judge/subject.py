"""What a sentence is about: the thing that it names, else the thing that it stands under."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import FUNCTION_WORDS, Language, listed
from cedarprov.prose.name import MARKED, is_code_name, marked_names, plain, same_name
from cedarprov.prose.paragraph import OBJECTS, Directive

_LONGEST: Final = 6
# Subjects that point to what the text is about instead of naming it.
_POINTERS: Final = re.compile(
    r"(?:(?:this|that|the|its|each|these|both)\s+)?(?:(?:new|transitional|same|optional|following)\s+)?"
    r"(?:it|this|they|these|one|defaults?(?: value)?|(?:value|setting|parameter|"
    r"option|argument|method|function|attribute|class|field|property|command|flag|behaviou?r|"
    r"feature|limit|length|size|number|maximum|minimum|module|check|warning|error)s?)?(?: itself)?",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"^(?:(?:by default|also|however|note that|in addition|additionally|therefore|thus|instead|"
    r"currently|as such|and|but|so|(?:in|on|as of|since|with|for|under|from|until|due to|given|"
    r"despite|because of)\s[^,]{1,120}|"
    r"starting (?:in|with)\s[^,]{1,60}),?\s+)(?=\S)",
    re.IGNORECASE,
)
_OF: Final = re.compile(
    r"^(?P<attribute>[^`:\"']+?)\s+(?:of|for|in)\s+(?P<thing>.+)$", re.IGNORECASE
)


class Surroundings(Frozen):
    """What a sentence stands under: headings of its passage, and directives, outermost first.

    `release` is the one that they say it is about, None where they name none.
    """

    headings: Sequence[str] = ()
    directives: tuple[Directive, ...] = ()
    release: str | None = None

    @property
    def thing(self) -> str | None:
        """The name of the thing that the text here is about, or None where nothing names one."""
        return self._described() or self._headed()

    def _described(self) -> str | None:
        for directive in reversed(self.directives):
            sort = directive.name.rpartition(":")[2]
            if sort in OBJECTS and directive.argument:
                return same_name(directive.argument.partition("(")[0].partition("=")[0])
        return None

    def _headed(self) -> str | None:
        """Return the last heading that is a name in code, within those that directly hold it."""
        names: list[str] = []
        for heading in reversed(self.headings):
            name = plain(heading)
            # A module, unlike a setting or a class, holds too much to be what "it" refers to.
            if not is_code_name(name) or (name.islower() and "." in name):
                break
            names.append(same_name(heading))
        return ".".join(reversed(names)) or None


def subject(words: str, around: Surroundings) -> str | None:
    """Return the one name of what `words`, the subject of a clause, refer to; None if unclear."""
    thing, _ = thing_and_attribute(words, around)
    return thing


def thing_and_attribute(words: str, around: Surroundings) -> tuple[str | None, str]:
    """Return the thing that a subject refers to and the attribute of it that it names, if any.

    "The default timeout of the client" is the attribute "timeout" of "client".
    """
    clause = _without_lead(words)
    if not marked_names(clause) and _POINTERS.fullmatch(plain(clause)):
        return around.thing, ""
    parted = _OF.match(clause)
    if parted is not None:
        thing, _ = thing_and_attribute(parted["thing"], around)
        return thing, _attribute(parted["attribute"])
    named = marked_names(clause)
    if _ONE_OF.match(clause):
        return None, ""
    if named:
        rest = clause.replace(named[0], " ") if len(named) == 1 else ""
        return same_name(named[0]), _attribute(rest)
    return _noun_phrase(plain(clause)), ""


# What is said of one or the other is said of neither.
_ONE_OF: Final = re.compile(r"(?:either|neither|not|only)\b", re.IGNORECASE)


def things(words: str, around: Surroundings) -> tuple[str, ...]:
    """Return the names of all that a subject lists, or the one name of what it describes.

    "``a()`` and ``b()``" are two things; "calling ``a()`` without ``b``" is one of its own.
    """
    clause = _without_lead(words)
    if not marked_names(clause) and _POINTERS.fullmatch(plain(clause)):
        return (around.thing,) if around.thing else ()
    listed_names = _LIST.fullmatch(clause)
    if listed_names is not None and _is_sort(listed_names):
        return tuple(dict.fromkeys(map(same_name, marked_names(clause))))
    name = same_name(clause)
    begins = clause.split()[0].casefold() if name else ""
    if not name or len(name.split()) > _LONGEST_PHRASE or begins in _NO_NAME or "://" in name:
        return ()
    # What a pronoun in the phrase refers to stands elsewhere.
    return () if _REFERENCE.search(name) else (name,)


_LIST: Final = re.compile(
    rf"(?P<lead>(?:[^\W\d][\w-]*\s+){{0,3}}){MARKED}"
    rf"(?:\s*(?:,\s*and|,\s*or|,|and|or|as well as)\s*(?:the\s+)?{MARKED})*"
    r"(?P<sort>(?:\s+[^\W\d][\w-]*){0,3})"
)
_REFERENCE: Final = re.compile(r"\b(?:it|this|these|they|them|such|latter|former)\b")
_LONGEST_PHRASE: Final = 14


def _is_sort(match: re.Match[str]) -> bool:
    """Tell whether the words around listed names only say of what sort the things are."""
    lead, sort = match["lead"].casefold().split(), match["sort"].casefold().split()
    relating = FUNCTION_WORDS[Language.ENGLISH] - _ARTICLES
    return not relating.intersection((*lead, *sort)) and not any(
        word.endswith("ing") for word in lead
    )


_ARTICLES: Final = listed("the a an all both own any each")


def _without_lead(words: str) -> str:
    clause = " ".join(words.split())
    while (shorter := _LEADING.sub("", clause, count=1)) != clause:
        clause = shorter
    clause = _LABEL.sub("", clause).rpartition("; ")[2].strip()
    # The verb of "things that have no name" belongs to the things.
    clause = clause if _RELATIVE.search(clause) else _PREDICATE.sub("", clause)
    return _CONJUNCTION.sub("", clause)


# A label in bold before a sentence, and the verb or conjunction after a subject.
_LABEL: Final = re.compile(r"^\*\*[^*]+\*\*:?\s+")
_RELATIVE: Final = re.compile(r"\b(?:that|which|who)\s+\w")
_PREDICATE: Final = re.compile(r"\s+(?:is|are|was|were|has|have|had)\s.*$")
_CONJUNCTION: Final = re.compile(r"(?:\s*,|\s+(?:and|but|which|that|now|also))+\s*$")


def _attribute(words: str) -> str:
    """Return the noun phrase of an attribute, without the words that every attribute has."""
    kept = [
        word
        for word in re.findall(r"[^\W\d_][\w-]*", plain(words).casefold())
        if word not in FUNCTION_WORDS[Language.ENGLISH] and word not in _COMMON
    ]
    return " ".join(kept) if len(kept) <= _LONGEST // 2 else ""


_COMMON: Final = listed(
    """
    default value values setting settings parameter parameters option options argument arguments
    method methods function functions attribute attributes class classes new keyword header field
    maximum minimum allowed number amount also undocumented previously module
    """
)


def _noun_phrase(words: str) -> str | None:
    # "Cedar 2.1" is the thing "Cedar"; the release belongs to the scope.
    if words.split()[:1] and words.split(maxsplit=1)[0].casefold() in _NO_NAME:
        return None
    name = re.sub(r"^([^\W\d]+\w*) v?\d+(?:\.\d+)+$", r"\1", same_name(words))
    count = len(name.split())
    first = name.split()[0] if count else ""
    if not 0 < count <= _LONGEST or re.search(r"[,;:?!()\[\]{}<>=]|\.\s", name):
        return None
    return None if first in _NO_NAME or not re.search(r"[^\W\d_]{2}", name) else name


# What begins like this is a pronoun or a clause, and names nothing.
_NO_NAME: Final = listed(
    """
    it this that these those they which who what there you we i he she one ones some many most
    if when while where because since although unless to as for in on at by from with and or but
    not no only also please note note: e.g once either neither use see both make it's there's
    """
)
