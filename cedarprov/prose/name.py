"""Names of things: what markup stands for, and one form for all the ways to write a name.

`The :setting:`USE_TZ` setting`, ``USE_TZ`` and use_tz are one name; so are
:meth:`~django.http.HttpRequest.get_host()` and ``HttpRequest.get_host``.
"""

from __future__ import annotations

import re
from typing import Final

from cedarprov.prose.language import listed

MARKED: Final = (
    r"(?:``[^`\n]+``|:[\w:+-]+:`[^`]+`|(?<![`\w])`[^`\s<>][^`<>]*`(?![`_])"
    r"|(?<!\w)'[^'\s]+'(?!\w)|\"[^\"\s]+\")"
)
"""A pattern for what markup sets apart: a literal, a role, a code span, a quoted word."""

_ROLE: Final = re.compile(r":[\w:+-]+:`(?P<target>[^`]+)`")
_TITLED: Final = re.compile(r"(?P<title>[^<]*?)\s*<(?P<target>[^>]+)>\s*")
_LINK: Final = re.compile(r"\[(?P<words>[^\]]*)\]\([^)\s]*\)|`(?P<title>[^`<]+?)\s*<[^>]+>`__?")
_MARKS: Final = re.compile(r"`+|\*\*|(?<!\w)[*](?=\w)|(?<=\w)[*](?!\w)|[\"“”]|(?<!\w)'|'(?!\w)")
_MODULES: Final = re.compile(r"^(?:[a-z_]\w*\.)+(?=[A-Z])")
_ARTICLES: Final = re.compile(
    r"^(?:the|an?|its|their|your|our|this|that|these|those|all|any|each|every|both|der|die|das|"
    r"den|dem|ein|eine)\s+",
    re.IGNORECASE,
)
# Nouns that say what sort of thing a name in code is, and add nothing to the name.
_SORTS: Final = listed(
    """
    setting settings parameter parameters option options argument arguments method methods function
    functions attribute attributes class classes keyword keywords module modules header headers
    field fields command property variable flag value values
    """
)


def plain(text: str) -> str:
    """Return a text as a reader sees it: markup resolved, white space made single."""
    # In reStructuredText "\\ " is a blank that nobody sees.
    linked = _LINK.sub(
        lambda link: link["words"] or link["title"] or "", " ".join(text.split()).replace("\\ ", "")
    )
    return _MARKS.sub("", _ROLE.sub(lambda role: _shown(role["target"]), linked)).strip()


def _shown(target: str) -> str:
    titled = _TITLED.fullmatch(target)
    if titled is not None:
        return titled["title"] or titled["target"]
    return target.rpartition(".")[2] if target.startswith(("~", "!")) else target


def marked_names(text: str) -> list[str]:
    """Return what markup sets apart in a text, as it stands there, in order."""
    return [match.group() for match in _MARKED.finditer(text)]


_MARKED: Final = re.compile(MARKED)


def is_code_name(text: str) -> bool:
    """Tell whether a plain text is written like a name in code: USE_TZ, urllib3.util, save()."""
    return _CODE.fullmatch(text.strip()) is not None


_CODE: Final = re.compile(
    r"(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|\w*_\w+|(?![\d.]+$)v?[^\W\d]\w*(?:\.\w+)+|[\w.]+\(.*\)|[A-Z]\w*[a-z][A-Z]\w*|[A-Z]{2,}[a-z]\w*"
    r"|-{1,2}[a-z][\w-]*)"
)


def same_name(text: str) -> str:
    """Return the one form of a name: plain, folded, without articles, modules and call marks."""
    bare = text.strip(" .,;()[]").rstrip(":")
    # Before markup is resolved: "the ``all`` option" is named "all".
    while (shorter := _ARTICLES.sub("", bare)) != bare:
        bare = shorter
    name = plain(bare).strip(" .,:;()[]")
    name = _MODULES.sub("", re.sub(r"\((?:[^()]*)\)?$", "", name)).strip()
    words = name.split()
    while len(words) > 1 and words[-1].casefold() in _SORTS and is_code_name(" ".join(words[:-1])):
        words.pop()
    return re.sub(r"\(\)$", "", " ".join(words)).casefold()
