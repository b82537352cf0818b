r"""Commands of glossaries, acronym and acro: how an acronym or term is defined, and what each use of it prints."""

from __future__ import annotations

from itertools import product
from pathlib import PurePath
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import command_names, group_end, names
from argcheck.tex.model import once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

PACKAGES = frozenset(("glossaries", "glossaries-extra", "acro", "acronym"))
_ACRONYM = ("newacronym", "newabbreviation")
_LISTED = ("acro", "acrodef", "newacro")
PLURALS = ("acroplural", "acrodefplural", "newacroplural")
_ENTRY = ("newglossaryentry", "provideglossaryentry", "longnewglossaryentry", "DeclareAcronym")
#: Commands that define an acronym, or its plural -> what their arguments begin with.
DEFINING = {
    **dict.fromkeys(_ACRONYM, "[{{{"), **dict.fromkeys((*_LISTED, *PLURALS), "{[{"), **dict.fromkeys(_ENTRY, "{{"),
}  # fmt: skip
#: The form that a setting of a definition gives.
_SETTINGS = {
    "short": "short", "long": "long", "name": "name", "text": "text", "first": "first",
    "plural": "texts", "firstplural": "firsts", "shortplural": "shorts", "longplural": "longs",
    "short-plural-form": "shorts", "long-plural-form": "longs",
}  # fmt: skip
_ENDINGS = {"short-plural": "short", "long-plural": "long"}  # what is given is put behind the form


def _commands() -> dict[str, str]:
    """Return the commands that use an acronym -> the form that they print, "" for what stands in a second argument."""
    entry = {
        **{name: name for name in ("short", "long", "full", "text", "first", "desc", "symbol")},
        "shortpl": "shorts", "longpl": "longs", "fullpl": "fulls", "plural": "texts", "firstplural": "firsts",
        "name": "name",
    }  # fmt: skip
    glossaries = {
        "": "text", "pl": "texts", "disp": "", "link": "",
        **{form: entry[form] for form in ("text", "first", "desc", "symbol", "plural", "firstplural", "name")},
        **{f"{kind}{form}": entry[form] for kind, form in product(("entry", "xtr", "fmt"), entry)},
    }  # fmt: skip
    acronym = {
        "": "text", "s": "short", "l": "long", "f": "full", "p": "texts", "sp": "shorts", "lp": "longs", "fp": "fulls",
        **{f"r{form}": entry[form] for form in ("short", "long", "full", "shortpl", "longpl", "fullpl")},
    }  # fmt: skip
    return {
        **{f"{gls}{ending}": form for gls in ("gls", "Gls", "GLS") for ending, form in glossaries.items()},
        **{f"{ac}{ending}": form for ac in ("ac", "Ac") for ending, form in acronym.items()},
    }


COMMANDS = _commands()
#: How commands begin that use one.
BEGINNINGS = ("\\gls", "\\Gls", "\\GLS", "\\ac", "\\Ac")
_CALL = r"\\([aA]c[a-z]*+|[gG]ls[a-z]*+|GLS[a-z]*+)[*+]?\s*+(?:\[[^\[\]]*+\]\s*+)?"
#: What may be a use: groups 1 and 2 are the command and the key.
USE = lazy(rf"{_CALL}\{{\s*+((?:[^{{}}\\#,\s]++|\s++(?!\}}))++)\s*+\}}")
#: What stands in braces, a use or not.
BRACED = lazy(rf"(?:{_CALL})?\{{\s*+((?:[^{{}}\\\s]++|\s++(?!\}}))++)\s*+\}}")


def keys_in(text: str) -> list[str]:
    """Return the keys that a text may use, sorted."""
    keys, use = set(), USE.search(text)
    while use:
        keys.add(use[2])
        use = USE.search(text, use.start() + 1)  # one may stand in the option of another
    return sorted(keys)


@once
def own_commands(manuscript: ManuscriptRecords) -> frozenset[str]:
    """Return the names of such commands that the document defines as something else."""
    return frozenset(
        name
        for name in COMMANDS.keys() & manuscript.macros.keys()
        if not all(map(_is_kin, manuscript.macros[name]))
    )


def _is_kin(macro: MacroDefinition) -> bool:
    r"""Whether a macro of such a name is of the package or made of it: ``\newcommand{\ac}[1]{\gls{#1}}``."""
    within = command_names(macro.body)
    return (
        PurePath(macro.span.path).stem in PACKAGES
        or not within.isdisjoint(COMMANDS)
        or any("gls" in name for name in within)
    )


def definition(command: str, given: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the key and the forms that a defining command gives.

    :param given: its arguments, "" for each that is missing.
    """
    if command in _ENTRY:
        return given[0], _forms(given[1])
    if command in _ACRONYM:
        options, key, short, long = given
        plurals = {form: words for form, words in _forms(options).items() if form in ("shorts", "longs")}
        return key, {"short": short, "long": long, **plurals}
    key, short, long = given
    if command in PLURALS:
        return key, {"shorts": short, "longs": long}
    return key, {"short": short or key, "long": long}


def _forms(settings: str) -> dict[str, str]:
    r"""Return the forms in settings such as ``short = CPU, long = {unit, central}``."""
    pieces = (settings[first:last] for _, first, last in names(settings, 0, len(settings), many=True))
    given = {
        name.strip(): _bare(value.strip()) for name, _, value in (piece.partition("=") for piece in pieces)
    }
    forms = {form: given[name] for name, form in _SETTINGS.items() if name in given}
    for name, form in _ENDINGS.items():
        if name in given and form in given:
            forms.setdefault(f"{form}s", given[form] + given[name])
    return forms


def _bare(value: str) -> str:
    return value[1:-1].strip() if group_end(value, 0) == len(value) else value


def forms_of(given: Mapping[str, str]) -> dict[str, str]:
    """Return every form of an acronym, with those that its definition does not give made of those that it gives."""
    short, long, own = (given.get(form, "") for form in ("short", "long", "name"))
    own = given.get("text", own)
    shorts, longs, owns = (
        given.get(f"{form}s") or (words and f"{words}s")
        for form, words in (("short", short), ("long", long), ("text", own))
    )
    text, texts = (own, owns) if own else (short, shorts)
    full, fulls = (
        f"{whole} ({part})" if whole and part else "" for whole, part in ((long, short), (longs, shorts))
    )
    first = given.get("first") or full or text
    firsts = given.get("firsts") or ("first" in given and f"{first}s") or fulls or texts
    return {
        "short": short, "shorts": shorts, "long": long, "longs": longs, "full": full, "fulls": fulls,
        "text": text, "texts": texts, "first": first, "firsts": firsts, "name": given.get("name") or text,
    }  # fmt: skip


def printed(command: str, forms: Mapping[str, str]) -> str:
    """Return what a command prints of an acronym, the first use like all others; "" where that is unknown."""
    words = forms.get(COMMANDS[command], "")
    if command.startswith("GLS"):
        return words.upper()
    return words[:1].upper() + words[1:] if command[0].isupper() else words
