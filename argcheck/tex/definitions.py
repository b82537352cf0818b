r"""Commands that define or declare something: what they look like, and the `Definition` each of them is.

Every reader takes the scanner, the offsets of the command and its name.  It tells the
scanner of the definition and returns the offset at which the scan goes on, or None
where the command has no arguments that can be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.tex.arguments import BLANK, MAX_BODY, arguments, group_end, names
from argcheck.tex.commands import Slot, words
from argcheck.tex.macros import Definition, delimited_openers, xparse_openers

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.scan import Scanner

_CONTROL = lazy(r"\s*(?:\{\s*)?\\([A-Za-z@]+|.)\s*\}?")
_LET = lazy(r"\s*(\{)?\s*\\([A-Za-z@]+)\s*(?(1)\})\s*=?\s*(\{)?\s*\\([A-Za-z@]+)(?(3)\s*\})")
_DEF = lazy(r"\s*\\([A-Za-z@]+|.)([^{}\n]{0,200})\{")
_SHORTVERB = lazy(r"(?:\[[^\]]*\])?\s*\{?\\?([^\w\s{}\\])\}?")
_NAME_VALUE = lazy(r"\b(?:name|title|heading)\s*=\s*(?:\{([^{}]*)\}|([^,{}]+))")
_XARGS_OPTIONAL = lazy(r"(?:^|,)\s*([1-9])\s*(?:=|,|$)")
_DEFAULT = lazy(r"\s*O\s*\{([^{}]+)\}")  # of the first argument of an xparse specification
_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")


def _blank(text: str, position: int) -> int:
    return BLANK.match(text, position).end()  # type: ignore[union-attr]


def _newcommand(scanner: Scanner, start: int, position: int, name: str) -> int | None:
    text = scanner.text
    control = _CONTROL.match(text, position)
    if control is None:
        return None
    spans, here = arguments(text, control.end(), (_OPTION, _OPTION))
    here = _blank(text, here)
    end = group_end(text, here, MAX_BODY)
    if end < 0:
        follows = _CONTROL.match(text, here)  # \newcommand\mycite\citep
        if follows and spans[0] is None:
            scanner.define(start, follows.end(), Definition("alias", control[1], "", follows[1]))
            return follows.end()
        return None
    count = text[slice(*spans[0])].strip() if spans[0] else "0"
    option = text[slice(*spans[1])] if spans[1] else None
    openers = _openers(natural(count) if count.isdecimal() else 0, option, several=name.endswith("commandx"))
    _define(scanner, start, end, Definition("macro", control[1], openers, text[here + 1 : end - 1]))
    return end


def _define(scanner: Scanner, start: int, end: int, made: Definition) -> None:
    """Take over a macro; one that is sure to print none of its arguments is remembered as such."""
    scanner.define(start, end, made)
    if (
        made.openers
        and not made.openers.strip("{")
        and "#" not in made.body
        and not scanner.arms
        and not scanner.stack
    ):
        scanner.define(start, end, Definition("gobble", made.name, made.openers, ""))


def _openers(count: int, option: str | None, *, several: bool) -> str:
    r"""One bracket per parameter: ``option`` is the default of the first, or for ``\newcommandx`` a list of them."""
    count = min(count, 9)
    if option is None or not count:
        return "{" * count
    if several:
        optional = {int(number) for number in _XARGS_OPTIONAL.findall(option)}
        return "".join("[" if number in optional else "{" for number in range(1, count + 1))
    return "[" + "{" * (count - 1) + (f"\0{option}" if option else "")


def _document_command(scanner: Scanner, start: int, position: int, _name: str) -> int | None:
    text = scanner.text
    control = _CONTROL.match(text, position)
    if control is None:
        return None
    spans, here = arguments(text, control.end(), (_FILE,))
    here = _blank(text, here)
    end = group_end(text, here, MAX_BODY)
    if spans[0] is None or end < 0:
        return None
    default = _DEFAULT.match(text, *spans[0])
    openers = xparse_openers(text[slice(*spans[0])]) + (f"\0{default[1]}" if default else "")
    _define(scanner, start, end, Definition("macro", control[1], openers, text[here + 1 : end - 1]))
    return end


def _def(scanner: Scanner, start: int, position: int, _name: str) -> int | None:
    text = scanner.text
    control = _DEF.match(text, position)
    if control is None:
        return None
    end = group_end(text, control.end() - 1, MAX_BODY)
    if end < 0:
        return None
    openers = delimited_openers(control[2])
    if openers is not None:
        _define(scanner, start, end, Definition("macro", control[1], openers, text[control.end() : end - 1]))
    return end


def _let(scanner: Scanner, start: int, position: int, _name: str) -> int | None:
    match = _LET.match(scanner.text, position)
    if match is None:
        return None
    scanner.define(start, match.end(), Definition("alias", match[2], "", match[4]))
    return match.end()


def _newenvironment(scanner: Scanner, start: int, position: int, name: str) -> int | None:
    text, xparse = scanner.text, "ocument" in name
    head, here = arguments(text, position, (_FILE,) if xparse else (_FILE, _OPTION, _OPTION))
    if head[0] is None:
        return None
    groups = []
    for _ in range(3 if xparse else 2):
        here = _blank(text, here)
        end = group_end(text, here, MAX_BODY)
        if end < 0:
            return None
        groups.append(text[here + 1 : end - 1])
        here = end
    if xparse:
        openers = xparse_openers(groups[0])
    else:
        count = text[slice(*head[1])].strip() if head[1] else "0"
        openers = _openers(natural(count) if count.isdecimal() else 0, "" if head[2] else None, several=False)
    made = Definition("environment", text[slice(*head[0])].strip(), openers, groups[-2])
    scanner.define(start, here, made)
    return here


def _newtheorem(scanner: Scanner, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scanner.text, position, (_FILE, _OPTION, _FILE, _OPTION))
    if spans[0] and spans[2]:
        name, title = (scanner.text[slice(*span)].strip() for span in (spans[0], spans[2]))
        scanner.define(start, end, Definition("theorem", name, "", title))
    return end


def _declaretheorem(scanner: Scanner, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    options = scanner.text[slice(*spans[0])] if spans[0] else ""
    title = _NAME_VALUE.search(options)
    for name, _, _ in names(scanner.text, *spans[1], many=True) if spans[1] else ():
        printed = (title[1] or title[2] or name) if title else name
        scanner.define(start, end, Definition("theorem", name, "", printed))
    return end


def _newtcbtheorem(scanner: Scanner, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE, _FILE, _FILE, _FILE))
    if all(spans[1:]):
        name, title, _, prefix = (scanner.text[slice(*span)].strip() for span in spans[1:] if span)
        prefix = f"{prefix}:" if prefix else ""
        scanner.define(start, end, Definition("boxed", name, "", f"{title}\0{prefix}"))
    return end


def _declares(scanner: Scanner, start: int, position: int, name: str) -> int:
    form, suffix = _DECLARATIONS[name]
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    if name == "newminted":
        language = scanner.text[slice(*spans[1])].strip() if spans[1] else ""
        declared = [scanner.text[slice(*spans[0])].strip() if spans[0] else f"{language}code"]
    elif spans[1]:
        declared = [n for n, _, _ in names(scanner.text, *spans[1], many=True)]
    else:
        return position
    for item in declared:
        scanner.define(start, end, Definition(form, item.lstrip("\\"), "", suffix))
    return end


def _newmint(scanner: Scanner, start: int, position: int, name: str) -> int:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE, _FILE))
    if spans[1]:
        language = scanner.text[slice(*spans[1])].strip()
        called = scanner.text[slice(*spans[0])].strip() if spans[0] else language
        inline = "inline" if name == "newmintinline" and not spans[0] else ""
        scanner.define(start, end, Definition("verb", called.lstrip("\\") + inline, "", ""))
    return end


def _newcites(scanner: Scanner, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scanner.text, position, (_FILE, _FILE))
    for suffix, _, _ in names(scanner.text, *spans[0], many=True) if spans[0] else ():
        for command in ("cite", "citep", "citet", "citeauthor", "citeyear", "nocite"):
            kind = "nocite" if command == "nocite" else "cite"
            scanner.define(start, end, Definition("cite", f"{command}{suffix}", "", kind))
        scanner.define(start, end, Definition("loads", f"bibliography{suffix}", "", "bibliography"))
    return end


def _url_command(scanner: Scanner, start: int, position: int, _name: str) -> int | None:
    control = _CONTROL.match(scanner.text, position)
    if control is None:
        return None
    spans, end = arguments(scanner.text, control.end(), (_FILE,))
    if spans[0]:
        scanner.define(start, end, Definition("alias", control[1], "", "url"))
    return end


def _shortverb(scanner: Scanner, start: int, position: int, name: str) -> int | None:
    match = _SHORTVERB.match(scanner.text, position)
    if match is None:
        return None
    form = "longverb" if name.startswith(("Delete", "lstDelete", "Undefine")) else "shortverb"
    scanner.define(start, match.end(), Definition(form, match[1], "", ""))
    return match.end()


_DECLARATIONS = {
    "DefineVerbatimEnvironment": ("verbatim", ""),
    "lstnewenvironment": ("verbatim", ""),
    "newverbatim": ("verbatim", ""),
    "excludecomment": ("verbatim", ""),
    "excludeversion": ("verbatim", ""),
    "includecomment": ("live", ""),
    "includeversion": ("live", ""),
    "newminted": ("verbatim", ""),
    "newtcblisting": ("verbatim", ""),
    "NewTCBListing": ("verbatim", ""),
    "DeclareTCBListing": ("verbatim", ""),
    "newfloat": ("float", ""),
    "DeclareFloatingEnvironment": ("float", ""),
    "DeclareNewTOC": ("float", ""),
    "DeclareCiteCommand": ("cite", "cite"),
    "DeclareMultiCiteCommand": ("cite", "multicite"),
}

#: what reads which command
READERS: dict[str, Callable[[Scanner, int, int, str], int | None]] = {
    "let": _let,
    "NewCommandCopy": _let,
    "newtheorem": _newtheorem,
    "spnewtheorem": _newtheorem,
    "newmdtheoremenv": _newtheorem,
    "declaretheorem": _declaretheorem,
    "newtcbtheorem": _newtcbtheorem,
    "NewTcbTheorem": _newtcbtheorem,
    "newcites": _newcites,
    "DeclareUrlCommand": _url_command,
    "newmint": _newmint,
    "newmintinline": _newmint,
    **dict.fromkeys(_DECLARATIONS, _declares),
    **dict.fromkeys(["def", "gdef", "edef", "xdef"], _def),
    **dict.fromkeys(
        words(
            "newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd newcommandx "
            "renewcommandx CheckCommand DeclareTextFontCommand"
        ),
        _newcommand,
    ),
    **dict.fromkeys(
        words(
            "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand "
            "NewExpandableDocumentCommand"
        ),
        _document_command,
    ),
    **dict.fromkeys(
        words(
            "newenvironment renewenvironment NewDocumentEnvironment RenewDocumentEnvironment "
            "DeclareDocumentEnvironment ProvideDocumentEnvironment"
        ),
        _newenvironment,
    ),
    **dict.fromkeys(
        words(
            "MakeShortVerb lstMakeShortInline DefineShortVerb DeleteShortVerb lstDeleteShortInline "
            "UndefineShortVerb"
        ),
        _shortverb,
    ),
}
