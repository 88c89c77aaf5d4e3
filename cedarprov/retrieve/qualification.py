"""What a sentence does to a value besides stating it: plans, denies, takes back, replaces, refers.

The cues are verbs and adverbs of English with their counterparts in the other languages, by
meaning: expectation, denial, retention, withdrawal, replacement, sameness.
"""

from __future__ import annotations

import re
from typing import Final

_PLAN_TITLE: Final = re.compile(
    r"\b(?:roadmap|road map|milestones?|programme|agenda|wish list|plans?|planned|proposal|proposed|draft|outlook|preview|vision|"
    r"fahrplan|entwurf|vorschau)\b|خطة|مسودة|予定|計画|案",
    re.IGNORECASE,
)
_PLAN: Final = re.compile(
    r"\b(?:we|they|it|who|council|team) (?:now )?(?:expect|plan|intend|aim|propose|hope)s?\b"
    r"|\b(?:expect|plan|intend|aim|propose|hope)(?:s|ed|ning)? (?:\w+ ){0,4}?to\b|\bplanned\b|\bproposed\b"
    r"|\b(?:is|are) (?:likely|scheduled|due|set|supposed|going) to\b|\bannounced (?:for|that)\b"
    r"|\bthink(?:s|ing)? (?:of|about)\b|\b(?:coming|next|upcoming|future) (?:years?|months?|winter|spring|"
    r"summer|autumn|seasons?|releases?|versions?|editions?)\b|\blater this year\b"
    r"|\bconsidering\b|\bunder consideration\b|\bin a (?:future|later) \w+\b"
    r"|\bwill (?:be (?:raised|lowered|changed|reduced|increased|cut|extended|removed|replaced)|"
    r"become|rise|fall|drop|grow|change|go up|go down)\b"
    r"|\b(?:geplant|soll künftig|voraussichtlich|vorgesehen|beabsichtigt)\b|予定|見込み|من المتوقع|نخطط",
    re.IGNORECASE,
)
# In a document of plans, any of these is a plan.
_FUTURE: Final = re.compile(
    r"\b(?:will|would|should|could|might|shall|to be|want|like to|soll|wird|werden)\b", re.IGNORECASE
)
_DENIED: Final = re.compile(
    r"\b(?:put off|postponed|cancelled|canceled|abandoned|dropped from|shelved|rejected|not adopted|"
    r"did not (?:happen|pass|come)|never (?:came|happened)|is wrong|was wrong|is an error|misprint)\b",
    re.IGNORECASE,
)
_WITHDRAWN: Final = re.compile(
    r"\b(?:is|are|was|were|been|hereby|now|stands?) (?:withdrawn|revoked|rescinded|repealed|suspended|"
    r"cancell?ed|void|annulled|deleted|struck|abolished|retracted|recalled)\b"
    r"|\b(?:withdraw|revoke|rescind|repeal|suspend|retract|annul)s?\b"
    r"|\bno longer (?:valid|applies|apply|holds?|in force|recommended|stands?|to be used)\b"
    r"|\bdisregard\b|\b(?:must|should) (?:not|no longer) be (?:used|relied|followed)\b"
    r"|\b(?:zurückgezogen|aufgehoben|widerrufen|ungültig|gilt nicht mehr)\b|撤回|廃止|取り消|ألغي|سحب",
    re.IGNORECASE,
)
_LEFT_OPEN: Final = re.compile(
    r"\b(?:keep|keeps|kept|retains?|retained|leaves?|stays? (?:as|where|at what)|remains? (?:as|at what))\b"
    r"|\b(?:does|do|did) not (?:apply|concern|extend|hold|cover|include)\b|\bsays? nothing\b|\bseparately\b"
    r"|\bnot (?:bound|affected|touched|limited) by\b|\bexempt(?:ed)?\b|\bexcepted\b|\bexcluded\b"
    r"|\bnot to be (?:taken over|used|relied on|applied)\b|\bnot (?:covered|meant|included)\b"
    r"|\b(?:has|have|is|are|needs?) to be (?:found|determined|agreed|set|asked|measured|decided|chosen)\b"
    r"|\bdepends? on\b|\bindividually\b|\bcase by case\b|\bno (?:figure|value|number|limit) (?:is|was|has)\b"
    r"|\bnot (?:yet )?(?:known|set|fixed|determined|measured|specified|decided)\b"
    r"|\b(?:behalten|beibehalten|bleibt unverändert|gilt nicht|gesondert)\b"
    r"|適用され(?:ない|ません)|据え置|لا ينطبق|لا تنطبق",
    re.IGNORECASE,
)
_REPLACES: Final = re.compile(
    r"\b(?:replac(?:es?|ing)|supersed(?:es?|ing)|obsoletes?|obsoleting|in place of|instead of|in lieu of|tak(?:es?|ing) the place of|"
    r"correct(?:s|ions?|ed|ing)|corrigendum|erratum|errata|amend(?:s|ments?|ing)|overrid(?:es|ing)|"
    r"cancels|repeals|revokes|misprint|printing error|is wrong|was wrong|takes over from|"
    r"ersetzt|anstelle|berichtigung|statt)\b|\bread\b.{1,40}\bfor\b|\bfor\b.{1,40}\bread\b"
    r"|に代わ|を改め|訂正|يحل محل|بدلا من|تصحيح",
    re.IGNORECASE,
)
_CORRECTION: Final = re.compile(
    r"\b(?:correct(?:s|ion|ions|ed)|(?:was|is) an error|should read|corrigend(?:um|a)|errat(?:um|a)|misprints?|printing error|typo|"
    r"(?:is|was|are|were) wrong|mistaken(?:ly)?|berichtigung|druckfehler)\b|訂正|誤り|تصحيح|خطأ",
    re.IGNORECASE,
)
_SAME: Final = re.compile(
    r"\b(?:the same|as in|as for|as on|as with|equal to|identical|unchanged from|just as|"
    r"reset to those|like those|under the (?:limit|rule|figure|terms) of|according to the|also appl(?:y|ies)|"
    r"carries over|same as|wie (?:in|bei)|gleich wie|dasselbe)\b|と同じ|نفس",
    re.IGNORECASE,
)
_CONFIRMED: Final = re.compile(
    r"\b(?:goes|go|going) on\b|\bcontinues? to (?:apply|hold|be valid|be used)\b|\bstill (?:applies|apply|holds?|stands?)\b"
    r"|\b(?:remains?|stays?|is|are|stands?) (?:in force|valid|unchanged|as (?:before|printed|it was|they were))\b"
    r"|\bgilt weiter\b|\bbleib(?:t|en) (?:gültig|in Kraft)\b|引き続き",
    re.IGNORECASE,
)
_EXCEPTION: Final = re.compile(
    r"^\s*(?:however|except|only|but|an exception|jedoch|ausgenommen|abweichend|ただし|但し|غير أن|إلا)",
    re.IGNORECASE,
)
_GROUP: Final = re.compile(
    r"\b(?:for|on|in|with) (?P<group>any(?:one|body)|everyone|those|all|new|existing|persons?|people|patients?|"
    r"children|adults?|customers?|users?|members?|units?|devices?|visitors?|students?|women|men)\b",
    re.IGNORECASE,
)
_COPY: Final = re.compile(
    r"\b(?:text|details?|data|figures?|values?|description|copied|taken|quoted|reproduced|reprinted|according)"
    r"\s+(?:by|from|as in|as given in|to)\b|\bas in the (?:maker|manufacturer|publisher|original)\b",
    re.IGNORECASE,
)
_FORMER: Final = re.compile(
    r"(?:\b(?:previously|formerly|up from|down from|instead of|rather than|no longer|in place of|"
    r"used to be|not the|not|statt|bisher|früher|zuvor)\s+(?:was\s+|of\s+|the\s+|about\s+)*)$",
    re.IGNORECASE,
)
_DROPPED: Final = re.compile(
    r"\b(?:drop\w*|remov\w*|end\w*|discontinu\w*|without|no|no longer)\s+(?:\w+\s+){0,2}support\w*\s+(?:for|of)\s+"
    r"(?:\w+\s+)?$",
    re.IGNORECASE,
)
_ERRATUM_BEFORE: Final = re.compile(r"\bfor\s+(?:the\s+)?$", re.IGNORECASE)
_ERRATUM_AFTER: Final = re.compile(r"^[\W]*read\b", re.IGNORECASE)
_WRONG_AFTER: Final = re.compile(
    r"^\W*(?:should read|must read|is to read|should be)\b|^\W*(?:\w+\s+){0,5}?(?:is wrong|was wrong|is an error|is a misprint|no longer (?:holds|applies))",
    re.IGNORECASE,
)


def is_plan(sentence: str, title: str) -> bool:
    """Tell whether a sentence only expects something; a plan is no fact."""
    if _DENIED.search(sentence):
        return False
    titled = _PLAN_TITLE.search(title) is not None and _FUTURE.search(sentence) is not None
    return titled or _PLAN.search(sentence) is not None


def is_denied(clause: str) -> bool:
    """Tell whether a clause says that something did not come about or is wrong."""
    return _DENIED.search(clause) is not None


def withdraws(sentence: str) -> bool:
    """Tell whether a sentence takes a value back for everybody."""
    return _WITHDRAWN.search(sentence) is not None


def leaves_open(sentence: str) -> bool:
    """Tell whether a sentence exempts its case, or leaves the value as it was or to somebody."""
    return _LEFT_OPEN.search(sentence) is not None


def is_correction(text: str) -> bool:
    """Tell whether a text says that something printed is wrong."""
    return _CORRECTION.search(text) is not None


def replacement(sentence: str) -> str | None:
    """Return the words that say what a sentence replaces or corrects, or None."""
    match = _REPLACES.search(sentence)
    return sentence[match.start() :] if match else None


def is_exception(sentence: str) -> bool:
    """Tell whether a sentence begins as an exception to the one before it."""
    return _EXCEPTION.search(sentence) is not None


def confirms(sentence: str) -> bool:
    """Tell whether a sentence says that something goes on to hold."""
    return _CONFIRMED.search(sentence) is not None


def group_named(sentence: str) -> str | None:
    """Return the group that a sentence limits itself to ("for anyone under 18"), or None."""
    match = _GROUP.search(sentence)
    return match["group"] if match else None


def says_the_same(sentence: str) -> bool:
    """Tell whether a sentence refers to a value given elsewhere."""
    return _SAME.search(sentence) is not None


def is_copy(text: str) -> bool:
    """Tell whether a text says that it repeats what another source says."""
    return _COPY.search(text) is not None


def is_former(before: str, after: str) -> bool:
    """Tell whether a value, by the words around it, is one that no longer holds."""
    erratum = _ERRATUM_BEFORE.search(before) and _ERRATUM_AFTER.search(after)  # "for 5 read 6"
    return bool(erratum or _DROPPED.search(before) or _FORMER.search(before) or _WRONG_AFTER.search(after))
