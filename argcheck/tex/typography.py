"""What commands and environments of LaTeX print as text. Their names stand in ``argcheck/data/tex/print.toml``."""

from __future__ import annotations

from functools import cache

from argcheck.files.data import pairs, tables

_TABLES = tables("tex/print")
_ENVIRONMENTS = _TABLES["environments"]
_BLANKS = str.maketrans("␣⍽", " \xa0")

#: what a command without arguments prints
WORDS = {name: words.translate(_BLANKS) for name, words in pairs(_TABLES["words"]["printed"]).items()}
#: declarations that print nothing and eat the blank after them
SILENT = frozenset(_TABLES["words"]["silent"].split())
#: commands between paragraphs
BREAKS = frozenset(_TABLES["words"]["breaks"].split())
#: commands of siunitx, by how many arguments they print
QUANTITIES: dict[str, str] = _TABLES["quantities"]
#: commands whose first n arguments in braces (and whatever options stand between) print nothing in running text
DROPPED: dict[str, str] = _TABLES["dropped"]
#: commands by what they print: the names of the handlers in `argcheck.tex.printing_commands`
FORMS: dict[str, str] = _TABLES["forms"]

DISPLAYS = frozenset(name + star for name in _ENVIRONMENTS["displays"].split() for star in ("", "*"))
#: environments that hold no text of the document
SKIPPED = frozenset(_ENVIRONMENTS["skipped"].split())
#: environments of tables, with how many arguments they have
TABLES = {name: int(count) for name, count in pairs(_ENVIRONMENTS["tables"]).items()}
LISTS = frozenset(_ENVIRONMENTS["lists"].split())
#: other environments with arguments that print nothing
ARGUMENTS = {name: int(count) for name, count in pairs(_ENVIRONMENTS["arguments"]).items()}
#: environments around text that goes on in the same sentence
TRANSPARENT = frozenset(_ENVIRONMENTS["transparent"].split())
#: what citation commands and styles print, by kinds of names of theirs
CITATIONS = {kind: tuple(names.split()) for kind, names in _TABLES["citations"].items()}


@cache
def printed_by(command: str) -> str:
    """Say what a citation command prints that counts, whatever the style.

    ``authors`` for the names alone, ``sentence`` for them and more where the sentence stands, ``other`` for what is
    neither with names nor a mark, empty for a mark.
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
