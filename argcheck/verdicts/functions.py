"""What a citation is for: most claim something of their source, some only name a tool, a topic or further reading.

A citation that claims nothing that its source could confirm or deny is ``not-checkable``, and asking about it would
only cost money.  Patterns err on the side of checking.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from argcheck.files.patterns import BRACKETED

_PLACE = "\ue000"  # stands for the citation in question
_OTHER = "\ue001"  # for the others


class Function(NamedTuple):
    """What a citation is for."""

    name: str  #: ``claim``, ``tool``, ``method``, ``topic`` or ``pointer``
    checkable: bool
    reason: str = ""  #: why it is not, for an author


CLAIM = Function("claim", checkable=True)
_POINTER = Function("pointer", checkable=False, reason="the citation points to further reading")
_TOOL = Function("tool", checkable=False, reason="the citation names a tool that was used")
_METHOD = Function("method", checkable=False, reason="the citation names a method that was followed")
_TOPIC = Function("topic", checkable=False, reason="the citation says only that the topic was studied")

_SEE = r"(?:see|cf\.?|compare|e\.\s?g\.,?|vgl\.|siehe|z\.\s?B\.|voir|p\.\s?ex\.)"
_HERE = r"[\s,(]*(?:\ue001[\s,;]*)*\ue000"
_POINTERS = re.compile(
    rf"""\b(?:see\s+also|siehe\s+auch|voir\s+aussi){_HERE}
      | \b{_SEE}\s+(?:the\s+)?(?:reviews?|surveys?|books?|discussions?|chapters?)\s+(?:by|in|of){_HERE}
      | \b{_SEE}{_HERE}[\s\ue001,;]*(?:for|für|pour)\s+(?:an?|the|more|further|recent|details?|reviews?|surveys?|eine?n?|weitere|plus|une?)\b
      | \b(?:for|an?)\s+(?:an?\s+)?(?:\w+\s+){{0,2}}(?:reviews?|overviews?|introductions?|details?|discussions?|surveys?|treatments?|proofs?)
        \b[^.;]{{0,40}}\b(?:see|(?<!quoted\s)(?<!cited\s)in|refer|consult|found)\b[^.;]{{0,40}}\ue000
      | \b(?:we|readers?)\s+(?:\w+\s+){{0,3}}(?:refer|referred)\s+(?:the\s+(?:\w+\s+){{0,2}}reader\s+)?to\b[^.;]{{0,40}}\ue000""",
    re.VERBOSE | re.IGNORECASE,
)
#: "See [x]." points; "Dunes move (see [x])." claims something of it.
_OPENING = re.compile(rf"\W*(?:(?:and|but|also|please|und|et)\s+)?{_SEE}{_HERE}", re.IGNORECASE)
_TOOLS = re.compile(
    r"""\b(?:using|with|in|by|via|through|mit|avec)\s+(?:the\s+)?(?:\w+\s+){0,3}
        (?:packages?|library|libraries|software|toolkits?|toolbox|frameworks?|implementations?|code|programs?|Paket|logiciel)
        \b[^.;]{0,40}\ue000
      | \b(?:packages?|library|software|toolkit|toolbox)\s+[A-Z][\w.+-]*\s*\ue000
      | \b(?:implemented|written|computed|performed|plotted|fitted|trained|run)\s+(?:in|with|using)\s+[A-Z][\w.+-]*\s*(?:\ue001\s*)*\ue000""",
    re.VERBOSE,
)
_METHODS = re.compile(
    r"""^(?:\w+,?\s+){0,4}(?:we|our|I|my|wir|nous)\b[^.;]{0,60}?
        \b(?:follow|use|used|adopt|adopted|employ|employed|apply|applied|extend|extended|adapt|adapted|build|built|borrow|borrowed
          |implement|implemented|compare|compared|propose|proposed|verwenden|nutzen|folgen|utilisons|suivons)\b
        (?!\s+(?:that|because))[^.;]*\ue000[\s\ue001.,;)]*$""",
    re.VERBOSE | re.IGNORECASE,
)
_TOPICS = re.compile(
    r"""\b(?:(?:has|have)\s+been\s+(?:\w+ly\s+)?(?:studied|investigated|explored|considered|discussed|addressed|examined|reviewed)
          |(?:large|vast|rich|growing|extensive|considerable|substantial)\s+(?:body\s+of\s+)?(?:literature|work|research)
          |(?:a\s+(?:number|variety)\s+of|many|several|numerous|various)\s+(?:\w+\s+){0,2}(?:studies|papers|authors|approaches|methods|works|models)
           \s+(?:have|has|exist|address|consider|study|studied))\b[^.;:]{0,90}\ue000[\s\ue001.,;)]*$""",
    re.VERBOSE | re.IGNORECASE,
)
_FOUND = r"""\b(?:show\w*|found|find\w*|demonstrat\w+|report\w*|conclud\w+|prove[ds]?|increas\w+|decreas\w+|improv\w+|lower\w*|rais\w+|reduc\w+|caus\w+
        |significant\w*|outperform\w*|more|less|than|because|no|not|zeig\w+|fanden|montr\w+|trouv\w+)\b"""
_EFFECT = re.compile(_FOUND, re.VERBOSE | re.IGNORECASE)
_FINDING = re.compile(
    rf"\d|{_FOUND}", re.VERBOSE | re.IGNORECASE
)  # names of tools hold digits, those of topics none


def function_of(sentence: str, key: str) -> Function:
    """Tell what the citation of ``key`` in ``sentence`` is for; ``sentence`` reads citations as keys in brackets."""
    text = BRACKETED.sub(lambda match: _marked(match[1], key), sentence)
    if _PLACE not in text:
        return CLAIM
    if _POINTERS.search(text):
        return _POINTER
    words = re.sub("[\ue000\ue001]", " ", text)
    if _TOOLS.search(text) and not _EFFECT.search(words):
        return _TOOL
    if not _FINDING.search(words):
        if _OPENING.match(text):
            return _POINTER
        if _TOPICS.search(text):
            return _TOPIC
        if _METHODS.search(text):
            return _METHOD
    return CLAIM


def _marked(inside: str, key: str) -> str:
    keys = [part.strip() for part in inside.split(",")]
    if key not in keys:
        return _OTHER
    return (_OTHER if len(keys) > 1 else "") + _PLACE
