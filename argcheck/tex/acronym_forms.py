r"""Commands of glossaries, acronym and acro: how an acronym or term is defined, and what each use of it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.arguments import option_value

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGES = frozenset(("glossaries", "glossaries-extra", "acro", "acronym"))
#: Commands that define an acronym -> what their arguments begin with.
DEFINING = {
    "newacronym": "[{{{", "newabbreviation": "[{{{", "acro": "{[{", "acrodef": "{[{",
    "newglossaryentry": "{{", "DeclareAcronym": "{{",
}  # fmt: skip
#: How commands begin that use one.
BEGINNINGS = ("\\gls", "\\Gls", "\\GLS", "\\ac", "\\Ac")
_NAMES = (
    r"(?:[gG]ls|GLS)(?:pl|desc|symbol|text|first|firstplural|plural|xtrshort|xtrlong|xtrfull|disp|link|entry[a-z]+)?"
    r"|[aA]c(?:[slf]p?|p|fp|r(?:short|long|full)(?:pl)?)?"
)
#: A use: groups 1 and 2 are the command and the key.
USE = rf"\\({_NAMES})\*?\s*(?:\[[^\[\]]*\]\s*)?\{{\s*([^{{}}\\#,]+?)\s*\}}"
#: What stands in braces, a use or not.
BRACED = rf"(?:\\({_NAMES})\*?\s*(?:\[[^\[\]]*\]\s*)?)?\{{\s*([^{{}}\\#]+?)\s*\}}"

_SHORT = frozenset(
    ("gls", "glstext", "glsxtrshort", "glsentryshort", "glsentrytext", "ac", "acs", "acrshort")
)
_LONG = frozenset(("acl", "acrlong", "glsxtrlong", "glsentrylong"))
_FULL = frozenset(("acf", "acrfull", "glsxtrfull"))
_MARKUP = frozenset("\\{}$~%&#")


def forms(given: Sequence[str]) -> tuple[str, str, str]:
    """Return the key, the short and the long form that the arguments of a defining command give; "" where unknown."""
    if len(given) == 2:
        key, settings = given
        return key, _value(settings, "short") or _value(settings, "name"), _value(settings, "long")
    *_, first, second, long = given
    if len(given) == 4:
        return first, second, long
    return first, second or first, long


def _value(settings: str, name: str) -> str:
    place = option_value(settings, (0, len(settings)), name)
    return settings[slice(*place)].strip() if place else ""


def printed(command: str, short: str, long: str) -> str:
    """Return what a command prints of an acronym, the first use like all others; "" where markup is in it, or unknown."""
    name = command.lower()
    singular = name.removesuffix("pl" if name.endswith("pl") else "p")
    if name != singular:
        short, long = (f"{form}s" if form else "" for form in (short, long))
    full = f"{long} ({short})" if short and long else ""
    by_form = ((_SHORT, short), (_LONG, long), (_FULL, full))
    words = next((words for names, words in by_form if singular in names), "")
    if not words or not _MARKUP.isdisjoint(words):
        return ""
    if command.startswith("GLS"):
        return words.upper()
    return words[0].upper() + words[1:] if command[0].isupper() else words
