"""Sentences that cite a source *as* retracted, in English, German and French.

Precision matters more than recall: needles and offers are retracted too, and patients withdrawn, so a word counts only
beside words for publications.
"""

from __future__ import annotations

import re

from argcheck.files.patterns import lazy

_PAPER = (
    r"(?:(?:pre-?)?prints?|papers?|articles?|stud(?:y|ies)|works?|publications?|reports?|manuscripts?|claims?|"
    r"findings?|results?|trials?|reviews?|analys[ei]s|conclusions?|experiments?|papier|étude|travaux|Artikel\w*|"
    r"Studien?|Arbeit(?:en)?|Veröffentlichung(?:en)?|Publikation(?:en)?|Aufs[aä]tze?\w*|Ergebnisse?)"
)
#: Allowed between the word for a publication and that for its retraction: citations, names, years and small words.
_NEAR = (
    r"(?:[\s,(–—-]+(?:\[[^\[\]]*\]\)?|(?-i:[A-ZÄÖÜÉ][\w.’'-]*)|\d+\)?|\w+ly|which|that|has|have|had|was|were|is|are|be|been|"
    r"got|since|later|now|then|in|of|on|by|and|et|al\.?|its|their|from|der|die|das|den|von|und|wurden?|ist|sind|war(?:en)?|"
    r"später|inzwischen|im|am|de|du|des|la|le|par|a|ont|été|est|fut|depuis)){0,8}[\s,(–—-]+"
)
#: Negations such as "has not been retracted", which are ignored.
_DENIED = lazy(
    r"\b(?:not|never|n[o']t|nicht|nie|pas|jamais|non)\b(?:\s+\w+){0,2}\s+(?:retract|withdr|zurückge|rétract|retir)\w*",
    re.IGNORECASE,
)
_SAID = lazy(
    rf"""\b(?:
        (?:since|later|now|subsequently|eventually|recently|afterwards?|been|formally|officially|partially|fully|meanwhile)
            (?:[\s-]+(?:been|was|were|formally|officially|partially|fully)){{0,2}} [\s-]+ retracted
      | retracted (?:\W+\w+){{0,2}}? \W+ {_PAPER}
      | {_PAPER} {_NEAR} (?:retracted|withdrawn)\b (?!\s+(?:from|into|to)\b)
      | (?:retracted|withdrawn) \s+ by \s+ (?:its|the|their|his|her|all|both|some|most)\W+(?:\w+\W+){{0,2}}?
            (?:authors?|journals?|publishers?|editors?)
      | withdrawn \s+ {_PAPER}
      | retraction \s+ (?:of|notice|by|watch)
      | (?:its|their|the|after|before|despite|following|until) \s+ retraction
      | zurückgezogene[nrsm]? \W+ (?:\w+\W+){{0,2}}? {_PAPER}
      | {_PAPER} {_NEAR} (?:zurückgezogen|zurückgenommen|widerrufen)
      | (?:Retraktion|Rücknahme|Rückzug) \s+ de[rs]
      | rétractée?s? | rétractation
      | (?:article|étude|publication) {_NEAR} retirée?s?
    )\b
    | \] [)\s,]* (?:which\s+)? (?:has|have|had|was|were|is|are) (?:\s+(?:since|later|now|then|been|\w+ly)){{0,3}}
        \s+ (?:retracted|withdrawn)\b (?!\s+(?:from|into|to)\b)
    | [\[(] \s* (?:now\s+|since\s+)? (?:retracted|zurückgezogen) \s* [\]),;:]""",
    re.IGNORECASE | re.VERBOSE,
)
_HINTS = ("etract", "ithdraw", "urückge", "iderruf", "ücknahme", "ückzug", "étract", "etiré", "ETRACT")


def says_retracted(text: str) -> bool:
    """Whether a sentence says that a publication was retracted."""
    if not any(hint in text for hint in _HINTS):
        return False
    return _SAID.search(_DENIED.sub("", text)) is not None
