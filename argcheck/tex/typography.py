"""The text that commands and environments of LaTeX print, from ``argcheck/data/tex/print.toml``."""

from __future__ import annotations

from functools import cache

from argcheck.files.data import pairs, tables

_TABLES = tables("tex/print")
_ENVIRONMENTS = _TABLES["environments"]
_BLANKS = str.maketrans("␣⍽", " \xa0")

#: command without arguments -> text that it prints
WORDS = {name: words.translate(_BLANKS) for name, words in pairs(_TABLES["words"]["printed"]).items()}
#: declarations that print nothing and eat the blank after them
SILENT = frozenset(_TABLES["words"]["silent"].split())
#: commands between paragraphs
BREAKS = frozenset(_TABLES["words"]["breaks"].split())
#: commands of siunitx, by the number of arguments that they print
QUANTITIES: dict[str, str] = _TABLES["quantities"]
#: commands whose first n arguments in braces, and options between, print nothing in running text
DROPPED: dict[str, str] = _TABLES["dropped"]
DROPPED_NAMES = frozenset(name for names in DROPPED.values() for name in names.split())
#: commands by the form in which they print, as in `argcheck.tex.printing_commands`
FORMS: dict[str, str] = _TABLES["forms"]

DISPLAYS = frozenset(name + star for name in _ENVIRONMENTS["displays"].split() for star in ("", "*"))
#: environments without text of the document
SKIPPED = frozenset(_ENVIRONMENTS["skipped"].split())
#: environments of tables -> number of their arguments
TABLES = {name: int(count) for name, count in pairs(_ENVIRONMENTS["tables"]).items()}
LISTS = frozenset(_ENVIRONMENTS["lists"].split())
#: other environments with arguments that print nothing
ARGUMENTS = {name: int(count) for name, count in pairs(_ENVIRONMENTS["arguments"]).items()}
#: environments in which the sentence around them continues
TRANSPARENT = frozenset(_ENVIRONMENTS["transparent"].split())
#: names, and parts of names, of citation commands and styles, by what they print
CITATIONS = {kind: tuple(names.split()) for kind, names in _TABLES["citations"].items()}


@cache
def printed_by(command: str) -> str:
    """Return the kind of text that a citation command prints in any style.

    ``authors`` is the names alone, ``sentence`` names and more within the sentence, ``other`` neither names nor a
    mark, and an empty string a mark.
    """
    name = command.rstrip("*")
    lower = name.lower()
    if _has(lower, "authors") and "authoryear" not in lower:
        return "authors"
    if name in CITATIONS["whole-sentences"]:
        return "sentence"
    if name in CITATIONS["whole-others"] or _has(lower, "others"):
        return "other"
    return "sentence" if _has(lower, "sentences") else ""


def _has(lower: str, kind: str) -> bool:
    return any(part in lower for part in CITATIONS[kind])
