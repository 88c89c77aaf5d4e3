"""Cues: the turns of phrase by which a language plans, denies, withdraws, replaces or refers.

Each table has one turn a line, as a regular expression: English first, then what says the same in
German, Arabic and Japanese. They are those of the grammars and of the drafting manuals for laws,
standards and release notes, not those of any one text.
"""

from __future__ import annotations

import re
from typing import Final


def cue(table: str) -> re.Pattern[str]:
    """Return the pattern that finds any turn of a table, as whole words where there are spaces."""
    turns = [line.strip() for line in table.splitlines() if line.strip()]
    spaced = "|".join(turn for turn in turns if turn.isascii() or re.match(r"\(?[a-zäöü]", turn))
    others = "|".join(turn for turn in turns if not re.match(r"[(\\a-zäöü]", turn))
    words = rf"(?<!\w)(?:{spaced})(?!\w)"
    return re.compile(f"{words}|{others}" if others else words, re.IGNORECASE)


# Of questions: that documents disagree, what one of them says, and doubt of it.
_SAYS: Final = (
    r"(?:says?|said|states?|stated|lists?|claims?|gives?|shows?|mentions?|reads?|tells?"
    r"|announce[sd]?|promise[sd]?|recommends?|warns?|had|has it)"
)
_HOLDS: Final = r"(?:true|right|correct|valid|the case|accurate|hold|stand|happen(?:ed)?)"
DISAGREEMENT: Final = cue(r"""
    disagrees?|disagreement|contradicts?|contradicting|contradictory|contradictions?|inconsistent
    at odds|conflicting|in conflict|conflicts? with|does not match|do not match
    widersprechen|widerspricht|widerspruch|uneinig
    يتعارض|تناقض
    矛盾|食い違
""")
REPORT: Final = cue(rf"""
    (?:one|another|some|others?|the other|first|second) (?:\w+ ){{0,4}}{_SAYS}
    (?:notes|docs?|documents?|documentation|manual|guide|page|changelog) (?:\w+ ){{0,3}}{_SAYS}
    (?:reference|readme|article|book|edition|copy|website|text|entry) (?:\w+ ){{0,3}}{_SAYS}
    (?:I|we) (?:\w+ )?(?:read|heard|was told|were told|remember) (?:\w+ )?that
    (?:is|was|were) (?:announced|documented|promised|supposed|said|planned) (?:to|for|as|that|in)
    according to (?:\w+ ){{0,3}}(?:notes|docs?|documentation|manual|guide|page|changelog|readme)
""")
DOUBT: Final = cue(rf"""
    (?:is|was|are|were|does|do|did|has|have) (?:that|this|it|they) (?:\w+ ){{0,2}}?{_HOLDS}
    (?:is|are|were|do|did|have) (?:both|these|those) (?:\w+ ){{0,2}}?{_HOLDS}
    (?:is|was|are|were|does|do|did|has|have|will) (?:that|this|it|they|both|these)(?= ?\?)
    (?:is|was|are|were|did|has|have) (?:that|this|it|they) (?:ever|really|actually|indeed|finally)
    which (?:one |of \w+ )?(?:\w+ )?(?:holds?|applies|counts|to believe|is {_HOLDS})
    who is right|did (?:that|this|it) (?:\w+ )?(?:happen|come)
    (?:really|actually|still) (?:\w+ )?{_HOLDS}
""")
# Of notes: that something is not what it was.
CHANGED: Final = cue(r"""
    now|no longer|anymore|previously|formerly|instead of|rather than|used to
    chang(?:es?|ed|ing)|switch(?:es|ed)|replac(?:es?|ed|ing)|increas(?:es?|ed)|decreas(?:es?|ed)
    rais(?:es?|ed)|lower(?:s|ed)|reduc(?:es?|ed)|remov(?:es?|ed)|restor(?:es?|ed)|add(?:s|ed)
    (?:older|earlier|previous|prior) (?:versions?|releases?|editions?)
""")
PLAN_TITLE: Final = cue(r"""
    road ?map|milestones?|programme|agenda|wish list|vision
    plans?|planned|proposals?|proposed|draft|outlook|preview
    fahrplan|entwurf|vorschau
    خطة|مسودة
    予定|計画|案
""")
PLAN: Final = cue(r"""
    (?:we|they|it|who|council|team) (?:now )?(?:expect|plan|intend|aim|propose|hope)s?
    (?:expect|plan|intend|aim|propose|hope)(?:s|ed|ning)? (?:\w+ ){0,4}?to
    in principle|agreed to|wants? to
    hopes|expects|intends|proposes|envisages
    (?:coming|next) (?:january|february|march|april|may|june|july|august|september)
    (?:coming|next) (?:october|november|december|week|quarter)
    planned|proposed|considering|under consideration|think(?:s|ing)? (?:of|about)
    (?:is|are) (?:likely|scheduled|due|set|supposed|going) to
    announced (?:for|that)|later this year|in a (?:future|later) \w+
    (?:coming|next|upcoming|future) (?:years?|months?|winter|spring|summer|autumn|seasons?)
    (?:coming|next|upcoming|future) (?:releases?|versions?|editions?)
    will be (?:raised|lowered|changed|reduced|increased|cut|extended|removed|replaced)
    will (?:become|rise|fall|drop|grow|change|go up|go down)
    geplant|soll künftig|voraussichtlich|vorgesehen|beabsichtigt
    من المتوقع|نخطط
    予定|見込み
""")
# In a document of plans, any of these is a plan.
FUTURE: Final = cue(r"""
    will|would|should|could|might|shall|to be|want|like to
    soll|wird|werden
""")
DENIED: Final = cue(r"""
    put off|postponed|cancell?ed|abandoned|dropped from|shelved|rejected|not adopted
    did not (?:happen|pass|come)|never (?:came|happened)
    is wrong|was wrong|is an error(?! (?:to|if|when))|misprint
""")
WITHDRAWN: Final = cue(r"""
    (?:is|are|was|were|been|hereby|now|stands?) (?:withdrawn|revoked|rescinded|repealed|suspended)
    (?:is|are|was|were|been|hereby|now|stands?) (?:cancell?ed|void|annulled|deleted|struck)
    (?:is|are|was|were|been|hereby|now|stands?) (?:abolished|retracted|recalled)
    (?:withdraw|revoke|rescind|repeal|suspend|retract|annul)s?
    no longer (?:valid|applies|apply|holds?|in force|recommended|stands?|to be used)
    disregard|(?:must|should) (?:not|no longer) be (?:used|relied|followed)
    zurückgezogen|aufgehoben|widerrufen|ungültig|gilt nicht mehr
    ألغي|سحب
    撤回|廃止|取り消
""")
_KEPT: Final = r"""
    keeps?|kept|retain(?:s|ed)?|leaves?|(?:stay|remain)s? (?:as|where|at what)
    behalten|beibehalten|bleibt unverändert
    据え置
"""
KEPT: Final = cue(_KEPT)
LEFT_OPEN: Final = cue(rf"""{_KEPT}
    (?:does|do|did) not (?:apply|concern|extend|hold|cover|include)|says? nothing|separately
    not (?:bound|affected|touched|limited) by|exempt(?:ed)?|excepted|excluded
    not to be (?:taken over|used|relied on|applied)|not (?:covered|meant|included)
    (?:has|have|is|are|needs?) to be (?:found|determined|agreed|set|asked|measured|decided|chosen)
    (?:is|are) (?:agreed|negotiated|arranged|settled|subject) (?:in|by|with|to|for each)
    depends? on|individually|case by case|no (?:figure|value|number|limit) (?:is|was|has)
    not (?:yet )?(?:known|set|fixed|determined|measured|specified|decided)(?! to)
    gilt nicht|gesondert
    لا ينطبق|لا تنطبق
    適用され(?:ない|ません)
""")
REPLACES: Final = cue(r"""
    replac(?:es?|ing)|supersed(?:es?|ing)|obsolet(?:es|ing)|overrid(?:es|ing)|takes over from
    in place of|instead of|in lieu of|tak(?:es?|ing) the place of|cancels|repeals|revokes
    correct(?:s|ions?|ed|ing)|corrigend(?:um|a)|errat(?:um|a)|amend(?:s|ments?|ing)
    misprint|printing error|is wrong|was wrong|read .{1,40} for|for .{1,40} read
    ersetzt|anstelle|berichtigung|statt
    يحل محل|بدلا من|تصحيح
    に代わ|を改め|訂正
""")
CORRECTION: Final = cue(r"""
    correct(?:s|ions?|ed)|corrigend(?:um|a)|errat(?:um|a)|misprints?|printing error|typo
    (?:is|was) an error(?! (?:to|if|when))|should read|(?:is|was|are|were) wrong|mistaken(?:ly)?
    berichtigung|druckfehler
    تصحيح|خطأ
    訂正|誤り
""")
SAME: Final = cue(r"""
    the same|same as|as (?:in|for|on|with)|just as|equal to|identical|unchanged from
    reset to those|like those|under the (?:limit|rule|figure|terms) of|according to the
    also appl(?:y|ies)|carries over
    wie (?:in|bei)|gleich wie|dasselbe
    نفس
    と同じ
""")
CONFIRMED: Final = cue(r"""
    (?:go|goes|going) on|continues? to (?:apply|hold|be valid|be used)
    still (?:applies|apply|holds?|stands?)
    (?:remains?|stays?|is|are|stands?) (?:in force|valid|unchanged|as (?:before|printed|it was))
    gilt weiter|bleib(?:t|en) (?:gültig|in Kraft)
    引き続き
""")
COPY: Final = cue(r"""
    (?:text|details?|data|figures?|values?|description) (?:by|from|as in|as given in)
    (?:copied|taken|quoted|reproduced|reprinted) (?:by|from)|according to
    as in the (?:maker|manufacturer|publisher|original)
""")
GROUP: Final = cue(r"""
    (?:for|on|in|with) (?P<group>any(?:one|body)|everyone|those|all|new|existing|persons?|people)
    (?:for|on|in|with) (?P<kind>patients?|children|adults?|customers?|users?|members?|visitors?)
    (?:for|on|in|with) (?P<sort>units?|devices?|students?|systems?|installations?|accounts?)
""")
EXCEPTION: Final = re.compile(
    r"^\s*(?:however|except|only|but|an exception|jedoch|ausgenommen|abweichend|غير أن|إلا|ただし)",
    re.IGNORECASE,
)
# These stand right before a value, or right after it.
FORMER: Final = re.compile(
    r"\b(?:previously|formerly|up from|down from|instead of|rather than|no longer|in place of|"
    r"used to be|not|statt|bisher|früher|zuvor)\s+(?:(?:was|of|the|about|set|to)\s+)*$",
    re.IGNORECASE,
)
DROPPED: Final = re.compile(
    r"\b(?:drop\w*|remov\w*|end\w*|discontinu\w*|without|no|no longer)\s+(?:\w+\s+){0,2}"
    r"support\w*\s+(?:for|of)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
ERRATUM_BEFORE: Final = re.compile(r"\bfor\s+(?:the\s+)?$", re.IGNORECASE)
ERRATUM_AFTER: Final = re.compile(r"^\W*read\b", re.IGNORECASE)
WRONG_AFTER: Final = re.compile(
    r"^\W*(?:(?:should|must|is to) read|should be)\b"
    r"|^\W*(?:\w+\s+){0,5}?"
    r"(?:(?:is|was) wrong|is an? (?:error(?! (?:to|if|when))|misprint)"
    r"|no longer (?:holds|applies))",
    re.IGNORECASE,
)
