r"""Finds arms of conditionals that a document switches off, as for a longer version or for other readers.

A flag is off if the document declares but never sets it (``\newif\iflong``, ``\newtoggle{long}``).  It is on if the
preamble sets it outside of groups and conditionals and nothing resets it.  For other flags both arms may be printed,
and for all flags if a macro builds the name of the flag that it sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import DEFINERS, TOKEN, arguments, behind_blanks, group_end
from argcheck.tex.commands import NOT_CONDITIONALS
from argcheck.tex.live_source import files_with, holding, joined, live_calls
from argcheck.tex.model import once
from argcheck.tex.notes import options_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_DECLARED = ("\\newif", "\\newtoggle", "\\newbool", "\\providebool", "\\providetoggle", "{ifdraft}")
_DECLARING = frozenset(
    ("newtoggle", "newbool", "newboolean", "providetoggle", "providebool", "provideboolean")
)
#: Commands that set the flag in their argument -> its value; those of `_SETTING_TO` have the value as second argument.
_SETTING = {"booltrue": True, "toggletrue": True, "boolfalse": False, "togglefalse": False}
_SETTING_TO = frozenset(("setbool", "setboolean", "settoggle"))
#: Conditionals with a group for each arm after the name of the flag -> whether the first is printed if it is on.
_FLAGGED = {"iftoggle": True, "ifbool": True, "nottoggle": False, "notbool": False}
_VALUES = {"true": True, "false": False}
_OF_DRAFTS = frozenset(("ifdraft", "ifoptiondraft", "ifoptionfinal"))  # of a package, with two groups
_NAMING = frozenset(("csuse", "@nameuse"))  # commands that call another one by its name
#: What every file that mentions a flag contains: most chapters do not.
_SPEAKS = lazy(
    r"\\(?:[A-Za-z@]*(?:true|false|bool|boolean|toggle)|csname|csuse|@nameuse)(?![A-Za-z@])|\\if|\.is if"
)
_KEY = ".is if"  # follows a key of ``pgfkeys`` that sets a flag
_ANY = "if"  # stands for any flag, if a macro builds the name
_LONGEST = 200_000  # characters of an arm in a group
_NAME = 200  # characters of the name of a command between \csname and \endcsname


def is_switched_off(manuscript: ManuscriptRecords, span: Span) -> bool:
    """Whether a place is in an arm that the document does not print; False if a file that may set flags is missing."""
    return holding(_switched_off(manuscript).get(span.path, ()), span.start) is not None


@once
def _switched_off(manuscript: ManuscriptRecords) -> Mapping[str, list[tuple[int, int]]]:
    """Return the ranges that are switched off, by file, sorted; with arguments that macros put into such an arm."""
    if not files_with(manuscript, _DECLARED):
        return {}
    flags = _flags(manuscript)
    if all(value is None for value in flags.values()):
        return {}
    known = [name.removeprefix("if") for name, value in flags.items() if value is not None]

    def asks(text: str) -> bool:  # false for most files and macros
        return any(name in text for name in known)

    ranges = {
        path: list(_arms(file.text, flags)) if asks(file.text) else []
        for path, file in manuscript.files.items()
    }
    dropping = {
        name: made[-1].openers
        for name, made in manuscript.macros.items()
        if made[-1].openers.startswith("{")
        and all(asks(each.body) and _drops(each.body, flags) for each in made)
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
    return off if everything else {}  # a missing file may set any flag


def _drops(body: str, flags: Mapping[str, bool | None]) -> bool:
    """Whether the body of a macro uses its arguments only in arms that are switched off."""
    off = joined(sorted(_arms(body, flags)))
    places = [place for place, sign in enumerate(body) if sign == "#"]
    return bool(off and places) and all(holding(off, place) for place in places)


def _flags(manuscript: ManuscriptRecords) -> dict[str, bool | None]:
    r"""Return the value of each flag, None if unknown, by its conditional, such as ``iflong``."""
    events: list[tuple[str, bool | str | None]] = []
    live = lists_by_key((path, (start, end)) for path, start, end in manuscript.pieces)
    for path, file in manuscript.files.items():
        if not _SPEAKS.search(file.text):
            continue
        body = joined(sorted(live.get(path, ())))  # what is set here had another value before
        for name, value, place in _events(file.text):
            late = value is True and holding(body, place) is not None
            events.append((name, "unsure" if late else value))
    values = lists_by_key((name, value) for name, value in events if value is not None)
    flags: dict[str, bool | None] = {}
    for name, value in events:
        if value is None:
            values_set = set(values.get(name, (False,))) | set(values.get(_ANY, ()))
            flags[name] = True in values_set if len(values_set) == 1 and "unsure" not in values_set else None
    options = options_of(manuscript, manuscript.document_class) | options_of(manuscript, "ifdraft")
    if "ifdraft" in manuscript.packages and "draft" not in options:
        flags |= {"ifdraft": False, "ifoptiondraft": False, "ifoptionfinal": "final" in options}
    return flags


def _events(text: str) -> Iterator[tuple[str, bool | str | None, int]]:
    """Yield conditional, event and offset for each flag: None declares it, a bool sets it, ``unsure`` may set it."""
    groups = conditionals = 0
    before = ""
    for token in TOKEN.finditer(text):
        name, place = token[1] or "", token.end()
        groups += (token[0] == "{") - (token[0] == "}")
        nested = groups or conditionals
        if name.startswith("if") and (before in ("newif", "let") or before in DEFINERS):
            yield name, None if before == "newif" else "unsure", place
        elif _opens(text, place, name, {}):
            conditionals += 1
        elif name == "fi":
            conditionals = max(0, conditionals - 1)
        elif name in _DECLARING:
            yield f"if{_argument(text, place)[0]}", None, place
        elif name in _SETTING or name in _SETTING_TO:
            flag, end = _argument(text, place)
            value = _SETTING[name] if name in _SETTING else _VALUES.get(_argument(text, end)[0].lower())
            unsure = value is None or (value and nested)
            yield _named(flag), "unsure" if unsure else value, place
        elif name == "csname" or name in _NAMING:
            called = (
                text[place : place + _NAME].partition("\\endcsname")[0]
                if name == "csname"
                else _argument(text, place)[0]
            )
            made = called.strip()
            if made.endswith("true"):
                yield _named(made.removesuffix("true")), "unsure", place
            elif made.startswith("if"):
                yield made, "unsure", place
        elif name.endswith("true"):
            yield f"if{name.removesuffix('true')}", "unsure" if nested else True, place
        elif name.endswith("false"):
            yield f"if{name.removesuffix('false')}", False, place
        before = before if token[0] == "{" else name
    for part in text.split(_KEY)[1:]:
        yield f"if{part.partition('=')[2].partition('}')[0].partition(',')[0].strip()}", "unsure", 0


def _named(flag: str) -> str:
    return _ANY if "#" in flag or "\\" in flag else f"if{flag}"


def _arms(text: str, flags: Mapping[str, bool | None]) -> Iterator[tuple[int, int]]:
    """Yield the arms of a text that are not printed."""
    # whether the arm is printed, None if unknown, and where it begins
    opened: list[tuple[bool | None, int]] = []
    before = ""
    for token in TOKEN.finditer(text):
        name = token[1] or ""
        if name in ("else", "fi") and opened:
            printed, start = opened.pop()
            if printed is False:
                yield start, token.start()
            if name == "else":
                opened.append((None if printed is None else not printed, token.end()))
        elif before not in ("newif", "let") and _opens(text, token.end(), name, flags):
            printed = flags.get(name)
            opened.append(
                (not printed if printed is not None and before == "unless" else printed, token.end())
            )
        elif (printed := _first_printed(text, token.end(), name, flags)) is not None:
            behind = token.end() if name in _OF_DRAFTS else _argument(text, token.end())[1]
            _, end = _argument(text, behind)
            yield (end, _argument(text, end)[1]) if printed else (behind, end)
        before = name


def _first_printed(text: str, position: int, name: str, flags: Mapping[str, bool | None]) -> bool | None:
    """Return whether the first of the two groups of a conditional is printed, None if unknown."""
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


def _opens(text: str, position: int, name: str, flags: Container[str]) -> bool:
    if name in flags and name not in _OF_DRAFTS:
        return True  # also before a group: ``\iflong{\em more}\fi``
    return name.startswith("if") and name not in NOT_CONDITIONALS and not text.startswith("{", position)


def _argument(text: str, position: int) -> tuple[str, int]:
    """Return the text and the end of the group after a place; an empty text and the place without one."""
    start = behind_blanks(text, position)
    end = group_end(text, start, _LONGEST)
    return (text[start + 1 : end - 1].strip(), end) if end >= 0 else ("", position)
