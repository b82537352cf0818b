r"""Arms of conditionals that a document switches off: what its author keeps for a longer version, or for other eyes.

A flag is off where the document declares it and sets it nowhere (``\newif\iflong``, ``\newtoggle{long}``), and on where
it is set outside of any group and conditional and reset nowhere.  Of any other flag both arms may be printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.grouping import lists_by_key
from argcheck.tex.arguments import TOKEN, arguments, behind_blanks, group_end
from argcheck.tex.commands import NOT_CONDITIONALS
from argcheck.tex.live_source import files_with, holding, joined, live_calls
from argcheck.tex.model import once
from argcheck.tex.notes import options_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_DECLARED = ("\\newif", "\\newtoggle", "\\newbool", "\\providebool", "\\providetoggle", "{ifdraft}")
_DECLARING = frozenset(
    ("newtoggle", "newbool", "newboolean", "providetoggle", "providebool", "provideboolean")
)
#: Commands that set the flag which is their argument; of some the value is a second one.
_SETTING = {"booltrue": True, "toggletrue": True, "boolfalse": False, "togglefalse": False}
_SETTING_TO = frozenset(("setbool", "setboolean", "settoggle"))
#: Conditionals with a group for each arm behind the name of the flag, and whether the first is printed where it is on.
_FLAGGED = {"iftoggle": True, "ifbool": True, "nottoggle": False, "notbool": False}
_OF_DRAFTS = frozenset(("ifdraft", "ifoptiondraft", "ifoptionfinal"))  # of a package, with two groups
_LONGEST = 200_000  # characters of an arm in a group


def is_switched_off(manuscript: ManuscriptRecords, span: Span) -> bool:
    """Whether a place stands in an arm that this document does not print; never where files of it are missing."""
    if not files_with(manuscript, _DECLARED):
        return False
    return holding(_switched_off(manuscript).get(span.path, ()), span.start) is not None


@once
def _switched_off(manuscript: ManuscriptRecords) -> Mapping[str, list[tuple[int, int]]]:
    """Return what each file has switched off, in order; what a macro of the document puts into such an arm is, too."""
    flags = _flags(manuscript)
    if not flags:
        return {}
    ranges = {path: list(_arms(file.text, flags)) for path, file in manuscript.files.items()}
    dropping = {
        name: made[-1].openers
        for name, made in manuscript.macros.items()
        if made[-1].openers.startswith("{") and all(_drops(each.body, flags) for each in made)
    }
    for span, match in live_calls(manuscript, dropping) if dropping else ():
        _, end = arguments(match.string, span.end, dropping[match[1]].partition("\0")[0])
        ranges[span.path].append((span.start, end))
    off = {path: joined(sorted(here)) for path, here in ranges.items()}
    everything = all(
        holding(off.get(lost.span.path, ()), lost.span.start)
        for lost in manuscript.missing
        if lost.kind == "text"
    )
    return off if everything else {}  # what is missing may set any of them


def _drops(body: str, flags: Mapping[str, bool]) -> bool:
    """Whether each argument in the body of a macro stands in an arm that is switched off."""
    off = joined(sorted(_arms(body, flags)))
    places = [place for place, sign in enumerate(body) if sign == "#"]
    return bool(off and places) and all(holding(off, place) for place in places)


def _flags(manuscript: ManuscriptRecords) -> dict[str, bool]:
    """Return the flags of which it is known how they are, by the commands that ask for them."""
    said = [event for file in manuscript.files.values() for event in _events(file.text)]
    values = lists_by_key((name, value) for name, value in said if value is not None)
    flags = {}
    for name, value in said:
        told = set(values.get(name, (False,)))
        if value is None and len(told) == 1 and "unsure" not in told:
            flags[name] = True in told
    options = options_of(manuscript, manuscript.document_class) | options_of(manuscript, "ifdraft")
    if "ifdraft" in manuscript.packages and "draft" not in options:
        flags |= {"ifdraft": False, "ifoptiondraft": False, "ifoptionfinal": "final" in options}
    return flags


def _events(text: str) -> Iterator[tuple[str, bool | str | None]]:
    """Yield what a file says of flags: None where it declares one, else what it sets it to, ``unsure`` if in some cases."""
    groups = conditionals = 0
    before = ""
    for token in TOKEN.finditer(text):
        name = token[1] or ""
        groups += (token[0] == "{") - (token[0] == "}")
        if name.startswith("if") and before in ("newif", "let"):
            yield name, None if before == "newif" else "unsure"
        elif _opens(text, token.end(), name):
            conditionals += 1
        elif name == "fi":
            conditionals = max(0, conditionals - 1)
        elif name in _DECLARING:
            yield f"if{_argument(text, token.end())[0]}", None
        elif name in _SETTING or name in _SETTING_TO:
            flag, end = _argument(text, token.end())
            value = _SETTING[name] if name in _SETTING else "true" in _argument(text, end)[0]
            yield f"if{flag}", "unsure" if value and (groups or conditionals) else value
        elif name.endswith("true"):
            yield f"if{name.removesuffix('true')}", "unsure" if groups or conditionals else True
        elif name.endswith("false"):
            yield f"if{name.removesuffix('false')}", False
        before = name


def _arms(text: str, flags: Mapping[str, bool]) -> Iterator[tuple[int, int]]:
    """Yield the arms of a text that are not printed."""
    opened: list[
        tuple[bool | None, int]
    ] = []  # whether the arm is printed, None if nobody knows, and where it begins
    before = ""
    for token in TOKEN.finditer(text):
        name = token[1] or ""
        if name in ("else", "fi") and opened:
            printed, start = opened.pop()
            if printed is False:
                yield start, token.start()
            if name == "else":
                opened.append((None if printed is None else not printed, token.end()))
        elif before not in ("newif", "let") and _opens(text, token.end(), name):
            printed = flags.get(name)
            opened.append(
                (not printed if printed is not None and before == "unless" else printed, token.end())
            )
        elif (printed := _first_printed(text, token.end(), name, flags)) is not None:
            behind = token.end() if name in _OF_DRAFTS else _argument(text, token.end())[1]
            _, end = _argument(text, behind)
            yield (end, _argument(text, end)[1]) if printed else (behind, end)
        before = name


def _first_printed(text: str, position: int, name: str, flags: Mapping[str, bool]) -> bool | None:
    """Return whether the first of the two groups of a conditional is printed; None where that is not known."""
    if name in _OF_DRAFTS:
        return flags.get(name)
    if name not in _FLAGGED and name != "ifthenelse":
        return None
    asked, straight = _argument(text, position)[0].strip(), _FLAGGED.get(name, True)
    if name == "ifthenelse":
        straight = not asked.startswith(("\\NOT", "\\not"))
        asked = asked.removeprefix("\\NOT").removeprefix("\\not").strip()
        if not (asked.startswith("\\boolean{") and asked.endswith("}")):
            return None
        asked = asked[len("\\boolean{") : -1]
    value = flags.get(f"if{asked}")
    return None if value is None else value == straight


def _opens(text: str, position: int, name: str) -> bool:
    return name.startswith("if") and name not in NOT_CONDITIONALS and not text.startswith("{", position)


def _argument(text: str, position: int) -> tuple[str, int]:
    """Return what stands in the group behind a place, and where that ends; nothing, and the place, without one."""
    start = behind_blanks(text, position)
    end = group_end(text, start, _LONGEST)
    return (text[start + 1 : end - 1].strip(), end) if end >= 0 else ("", position)
