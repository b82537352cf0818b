r"""Reads commands that define or declare something, each as a `Definition`.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import MAX_BODY, arguments, behind_blanks, group_end, names, option_value
from argcheck.tex.commands import DEFINITIONS, OWN_FLOAT_NAME, SECTION_LEVELS, SPECS, words
from argcheck.tex.numerals import natural
from argcheck.tex.tokens import Definition

if TYPE_CHECKING:
    from argcheck.tex.scan_state import CommandReader, ScanState

_CONTROL = lazy(r"\s*(?:\{\s*)?\\(?:csname\s*)?([A-Za-z@]+|.)\s*(?:\\endcsname\s*)?\}?")
_LET = lazy(r"\s*(\{)?\s*\\([A-Za-z@]+)\s*(?(1)\})\s*=?\s*(\{)?\s*\\([A-Za-z@]+)(?(3)\s*\})")
#: \def\name, \expandafter\def\csname name\endcsname and \@namedef{name}
_DEF = lazy(
    r"\s*(?:\\(?:csname\s*)?|(?P<brace>\{))(?P<name>[A-Za-z@]+|.)(?:\s*\\endcsname)?(?(brace)\})"
    r"(?P<parameters>[^{}\n]{0,200})\{"
)
_SHORTVERB = lazy(r"(?:\[[^\]]*\])?\s*\{?\\?([^\w\s{}\\])\}?")
_COLLECT = ("\\collectverb", "\\Collectverb")  # of newverbs: what follows the macro is taken verbatim
_XPARSE = lazy(r"[+!]|(>)\s*|([mosv]|[OgGeE]|t.|[dDrR]..)\s*")
_DEFAULT = lazy(r"\s*O\s*\{([^{}]+)\}")  # of the first argument of an xparse specification


def _newcommand(scan: ScanState, start: int, position: int, name: str) -> int | None:
    text = scan.text
    control = _CONTROL.match(text, position)
    if control is None:
        return None
    spans, here = arguments(text, control.end(), "[[")
    here = behind_blanks(text, here)
    end = group_end(text, here, MAX_BODY)
    if end < 0:
        follows = _CONTROL.match(text, here)  # \newcommand\mycite\citep
        if follows and spans[0] is None:
            scan.define(start, follows.end(), Definition("alias", control[1], "", follows[1]))
            return follows.end()
        return None
    count = text[slice(*spans[0])].strip() if spans[0] else "0"
    option = text[slice(*spans[1])] if spans[1] else None
    openers = _openers(natural(count) if count.isdecimal() else 0, option, several=name.endswith("commandx"))
    made = Definition("macro", control[1], openers, text[here + 1 : end - 1])
    if made.openers and name == "newcommand" and made.name in SPECS:
        scan.define(start, end, made._replace(form="own"))
    _define(scan, start, end, made, provides=name == "providecommand")
    return end


def _define(scan: ScanState, start: int, end: int, made: Definition, *, provides: bool = False) -> None:
    """Add the definition of a macro, and note if it surely prints its arguments, or none of them.

    One that only ``provides`` the macro replaces none of the document, and no heading, which classes have.
    """
    if provides and (made.name in SECTION_LEVELS or made.name in scan.texts or scan.table.knows(made.name)):
        return
    if made.openers and made.name not in SPECS and not scan.arms and not scan.stack:
        scan.define(start, end, made._replace(form="own"))
    scan.define(start, end, made)
    if not made.openers and made.body.lstrip().startswith(_COLLECT):
        scan.define(start, end, Definition("verb", made.name, "", ""))
    if (
        made.openers
        and not made.openers.strip("{")
        and "#" not in made.body
        and not scan.arms
        and not scan.stack
    ):
        scan.define(start, end, Definition("gobble", made.name, made.openers, ""))


def _openers(count: int, option: str | None, *, several: bool) -> str:
    r"""Return a bracket per parameter; ``option`` is the default of the first, or a list of them if ``several``."""
    count = min(count, 9)
    if option is None or not count:
        return "{" * count
    if several:
        optional = {part.partition("=")[0].strip() for part in option.split(",")}
        return "".join("[" if str(number) in optional else "{" for number in range(1, count + 1))
    return "[" + "{" * (count - 1) + (f"\0{option}" if option else "")


def _document_command(scan: ScanState, start: int, position: int, name: str) -> int | None:
    text = scan.text
    control = _CONTROL.match(text, position)
    if control is None:
        return None
    spans, here = arguments(text, control.end(), "{")
    here = behind_blanks(text, here)
    end = group_end(text, here, MAX_BODY)
    if spans[0] is None or end < 0:
        return None
    default = _DEFAULT.match(text, *spans[0])
    openers = _xparse_openers(text[slice(*spans[0])]) + (f"\0{default[1]}" if default else "")
    made = Definition("macro", control[1], openers, text[here + 1 : end - 1])
    _define(scan, start, end, made, provides=name == "ProvideDocumentCommand")
    return end


def _def(scan: ScanState, start: int, position: int, name: str) -> int | None:
    text = scan.text
    control = _DEF.match(text, position)
    if control is None:
        return _active(scan, start, position, name)
    end = group_end(text, control.end() - 1, MAX_BODY)
    if end < 0:
        return None
    openers = _delimited_openers(control["parameters"])
    if openers is not None:
        made = Definition("macro", control["name"], openers, text[control.end() : end - 1])
        _define(scan, start, end, made)
    return end


def _active(scan: ScanState, start: int, position: int, name: str) -> int | None:
    r"""Read the definition of an active character as a short verb: ``\def|{\verb|}``.

    In a group ``\def`` makes none: what follows the group would be read as code.
    """
    text = scan.text
    position = behind_blanks(text, position)
    sign = text[position : position + 1]
    body = behind_blanks(text, position + 1)
    for called in ("{\\verb", "{\\verb*"):
        at = behind_blanks(text, body + len(called)) if text.startswith(called, body) else body
        if at > body and text.startswith(f"{sign}}}", at):
            if name in ("gdef", "xdef") or all(opened == "document" for opened, _ in scan.stack):
                scan.define(start, at + 2, Definition("shortverb", sign, "", ""))
            return at + 2
    return None


def _let(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    match = _LET.match(scan.text, position)
    if match is None:
        return None
    if match[4] == "@gobble":  # defines a macro that drops its argument
        _define(scan, start, match.end(), Definition("macro", match[2], "{", ""))
    else:
        scan.define(start, match.end(), Definition("alias", match[2], "", match[4]))
    return match.end()


def _operator(scan: ScanState, start: int, position: int, name: str) -> int | None:
    r"""Read commands for formulas: ``\DeclareMathOperator\rk{rk}``, ``\DeclarePairedDelimiter\abs{\lvert}{\rvert}``."""
    text = scan.text
    starred = text.startswith("*", position)
    control = _CONTROL.match(text, position + starred)
    if control is None:
        return None
    spans, end = arguments(text, control.end(), "{{" if name == "DeclarePairedDelimiter" else "{")
    if None in spans:
        return None
    printed = [text[slice(*span)].strip() for span in spans if span]
    if len(printed) == 1:
        openers, body = "", f"\\operatorname{'*' * starred}{{{printed[0]}}}"
    else:
        openers, body = "*[{", f"{printed[0]} #3 {printed[1]}"
    scan.define(start, end, Definition("operator", control[1], openers, body))
    return end


def _xparse_openers(spec: str) -> str:
    """Return an opening bracket per argument of an xparse specification (``O{} m`` gives ``[{``)."""
    openers, position = "", 0
    while position < len(spec):
        match = _XPARSE.match(spec, position)
        if match is None:
            position += 1
            continue
        position = match.end()
        kind = match[2]
        if match[1]:
            position = max(position, group_end(spec, position))
        if kind is None:
            continue
        openers += {"m": "{", "v": "{", "o": "[", "O": "[", "s": "*", "t": "*", "g": "{", "G": "{"}.get(
            kind[0], kind[1:2] or "{"
        )
        if kind[0] in "OGDReE":
            position = max(position, group_end(spec, position))
    return openers


def _delimited_openers(parameters: str) -> str | None:
    r"""Return an opening bracket per parameter of a ``\def``, None if the delimiters are not brackets."""
    openers, position = "", 0
    for match in re.finditer(r"#[1-9]", parameters):
        before = parameters[position : match.start()].strip().lstrip("])>")
        if before not in {"", "[", "(", "<"}:
            return None
        openers += before or "{"
        position = match.end()
    return openers if not parameters[position:].strip().strip("])>") else None


def _newenvironment(scan: ScanState, start: int, position: int, name: str) -> int | None:
    r"""Read ``\newenvironment{name}[2][default]{before}{after}``; ``\NewEnviron`` has one body, with ``\BODY``."""
    text, whole = scan.text, name.endswith("Environ")
    (named, counted, default), here = arguments(text, position, "{[[")
    bodies, end = _bodies(text, here, 1 if whole else 2)
    if named is None or end < 0:
        return None
    count = text[slice(*counted)].strip() if counted else "0"
    openers = _openers(natural(count) if count.isdecimal() else 0, "" if default else None, several=False)
    made = Definition("environment", text[slice(*named)].strip(), openers, "\0".join(bodies))
    scan.define(start, end, made)
    if whole and "\\BODY" in bodies[0]:
        return None
    if whole or name == "lstnewenvironment":
        scan.define(start, end, Definition("verbatim", made.name, "", ""))
    return end


def _document_environment(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    r"""Read ``\NewDocumentEnvironment{name}{m +b}{before}{after}``; with an unused argument ``b`` it prints nothing."""
    (named,), here = arguments(scan.text, position, "{")
    bodies, end = _bodies(scan.text, here, 3)
    if named is None or end < 0:
        return None
    specification, *printed = bodies
    openers = _xparse_openers(specification)
    made = Definition("environment", scan.text[slice(*named)].strip(), openers, "\0".join(printed))
    scan.define(start, end, made)
    if specification.split()[-1:] in (["b"], ["+b"]) and f"#{len(openers) + 1}" not in "".join(printed):
        scan.define(start, end, Definition("verbatim", made.name, "", ""))
    return end


def _bodies(text: str, position: int, number: int) -> tuple[list[str], int]:
    """Return the contents of so many groups, and the offset after them, -1 if there are fewer."""
    bodies, end = [], position
    for _ in range(number):
        begin = behind_blanks(text, end)
        end = group_end(text, begin, MAX_BODY)
        if end < 0:
            break
        bodies.append(text[begin + 1 : end - 1])
    return bodies, end


def _newtheorem(scan: ScanState, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scan.text, position, "{[{[")
    if spans[0] and spans[2]:
        name, title = (scan.text[slice(*span)].strip() for span in (spans[0], spans[2]))
        scan.define(start, end, Definition("theorem", name, "", title))
    return end


def _declaretheorem(scan: ScanState, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scan.text, position, "[{")
    title = option_value(scan.text, spans[0], "name", "title", "heading") if spans[0] else None
    for name, _, _ in names(scan.text, *spans[1], many=True) if spans[1] else ():
        printed = (scan.text[slice(*title)] if title else "") or name
        scan.define(start, end, Definition("theorem", name, "", printed))
    return end


def _newtcbtheorem(scan: ScanState, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scan.text, position, "[{{{{")
    if all(spans[1:]):
        name, title, _, prefix = (scan.text[slice(*span)].strip() for span in spans[1:] if span)
        prefix = f"{prefix}:" if prefix else ""
        scan.define(start, end, Definition("boxed", name, "", f"{title}\0{prefix}"))
    return end


def _declares(scan: ScanState, start: int, position: int, name: str) -> int:
    form, suffix = _DECLARATIONS[name]
    spans, end = arguments(scan.text, position, "[{")
    if name == "newminted":
        language = scan.text[slice(*spans[1])].strip() if spans[1] else ""
        declared = [scan.text[slice(*spans[0])].strip() if spans[0] else f"{language}code"]
    elif spans[1]:
        declared = [n for n, _, _ in names(scan.text, *spans[1], many=True)]
    else:
        return position
    for command in declared:
        scan.define(start, end, Definition(form, command.lstrip("\\"), "", suffix))
    return end


def _newmint(scan: ScanState, start: int, position: int, name: str) -> int:
    spans, end = arguments(scan.text, position, "[{{")
    if spans[1]:
        language = scan.text[slice(*spans[1])].strip()
        called = scan.text[slice(*spans[0])].strip() if spans[0] else language
        inline = "inline" if name == "newmintinline" and not spans[0] else ""
        scan.define(start, end, Definition("verb", called.lstrip("\\") + inline, "", ""))
    return end


def _newcites(scan: ScanState, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scan.text, position, "{{")
    for suffix, _, _ in names(scan.text, *spans[0], many=True) if spans[0] else ():
        for command in ("cite", "citep", "citet", "citeauthor", "citeyear", "nocite"):
            kind = "nocite" if command == "nocite" else "cite"
            scan.define(start, end, Definition("cite", f"{command}{suffix}", "", kind))
        scan.define(start, end, Definition("loads", f"bibliography{suffix}", "", "bibliography"))
    return end


def _floatname(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    r"""Read ``\floatname{algorithm}{Procedure}``, which defines a macro of the package ``float``."""
    spans, end = arguments(scan.text, position, "{{")
    if None in spans:
        return None
    name, title = (scan.text[slice(*span)].strip() for span in spans if span)
    scan.define(start, end, Definition("macro", f"{OWN_FLOAT_NAME}{name}", "", title))
    return end


def _url_command(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    control = _CONTROL.match(scan.text, position)
    if control is None:
        return None
    spans, end = arguments(scan.text, control.end(), "{")
    if spans[0]:
        scan.define(start, end, Definition("alias", control[1], "", "url"))
    return end


def _shortverb(scan: ScanState, start: int, position: int, name: str) -> int | None:
    match = _SHORTVERB.match(scan.text, position)
    if match is None:
        return None
    form = "longverb" if name.startswith(("Delete", "lstDelete", "Undefine")) else "shortverb"
    scan.define(start, match.end(), Definition(form, match[1], "", ""))
    return match.end()


_DECLARATIONS = {
    "DefineVerbatimEnvironment": ("verbatim", ""),
    "newverbatim": ("verbatim", ""),
    "excludecomment": ("verbatim", ""),
    "excludeversion": ("verbatim", ""),
    "includecomment": ("live", ""),
    "includeversion": ("live", ""),
    "specialcomment": ("live", ""),
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

#: command -> its reader
READERS: dict[str, CommandReader] = {
    "let": _let,
    "NewCommandCopy": _let,
    "DeclareMathOperator": _operator,
    "DeclarePairedDelimiter": _operator,
    "newtheorem": _newtheorem,
    "spnewtheorem": _newtheorem,
    "newmdtheoremenv": _newtheorem,
    "declaretheorem": _declaretheorem,
    "newtcbtheorem": _newtcbtheorem,
    "NewTcbTheorem": _newtcbtheorem,
    "newcites": _newcites,
    "floatname": _floatname,
    "DeclareUrlCommand": _url_command,
    "newmint": _newmint,
    "newmintinline": _newmint,
    **dict.fromkeys(_DECLARATIONS, _declares),
    **dict.fromkeys(DEFINITIONS["macros"], _newcommand),
    **dict.fromkeys(DEFINITIONS["primitives"], _def),
    **dict.fromkeys(DEFINITIONS["document-commands"], _document_command),
    **dict.fromkeys(
        (*DEFINITIONS["environments"], *DEFINITIONS["whole-environments"], "lstnewenvironment"),
        _newenvironment,
    ),
    **dict.fromkeys(DEFINITIONS["document-environments"], _document_environment),
    **dict.fromkeys(
        words(
            "MakeShortVerb lstMakeShortInline DefineShortVerb DeleteShortVerb lstDeleteShortInline "
            "UndefineShortVerb"
        ),
        _shortverb,
    ),
}
