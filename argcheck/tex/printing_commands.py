r"""The handlers of commands in reading text: one for each form, and the table of commands with that form.

A handler prints, and returns the offset at which reading continues; an argument after that is read as running text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.accents import MARKS
from argcheck.tex.arguments import group_end, names, verb_end
from argcheck.tex.commands import (
    BIBLIOGRAPHIES,
    DEFINITIONS,
    INCLUDES,
    PACKAGES,
    SECTION_LEVELS,
    SPECS,
    behind_arm,
)
from argcheck.tex.flatten import Reader
from argcheck.tex.formulas import OBJECT, quantity
from argcheck.tex.typography import BREAKS, DROPPED, FORMS, QUANTITIES, SILENT, WORDS

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable

    from argcheck.tex.commands import Spec
    from argcheck.tex.flatten import Handler

_MAX_URL, _MAX_NOTE = 2_000, 500

_VERB = lazy(r"[ \t]*([^A-Za-z\s*])")
_DEFINED = lazy(r"\*?\s*(?:\{\s*\\[^{}]{1,80}\}|\\(?:[A-Za-z@]+|.)|\{[^{}\\\n]{1,80}\})\s*")
_PARAMETERS = lazy(r"[^{}\\\n]{0,100}(?=\{)")
_LET = lazy(r"\s*\\(?:[A-Za-z@]+|.)\s*=?\s*(?:\\(?:[A-Za-z@]+|.)|\S)?")
_GLUE = r"(?:\s*(?:plus|minus)\s*[\d.]+\s*\w+)*"
_LENGTH = r"-?(?:\d+[.,]?\d*|[.,]\d+)\s*(?:true\s*)?(?:pt|em|ex|cm|mm|in|bp|sp|mu|pc|dd|cc)\b"
#: The value of a register of TeX: ``0em``, ``=2pt plus 1fil``, ``.5\textwidth``, ``by -1``, ``0=7``, ``"2E``.
_SETTING = lazy(
    r"(?:\s*(?:(?:\d+(?:\\font\b)?|`\\?.)(?=\s*(?:=|by\b)))?\s*(?P<sign>=|by\b))?"
    rf"(?:\s*(?:(?P<length>{_LENGTH})|-?[\d.]*\\[A-Za-z@]++(?!\s*=?\s*-?\d)|-?\d+|\"[\dA-F]+|`\\?.)"
    rf"{_GLUE}(?:\s*\\relax\b)?)?"
)


# -- forms of many commands


def silent(_reader: Reader, match: re.Match[str]) -> int:
    """Print nothing."""
    return match.end()


def _word(reader: Reader, match: re.Match[str]) -> int:
    words = WORDS[match[1]]
    reader.put(words, match.start(), match.end(1))
    if match.end() > match.end(1) and not words.isalpha():
        reader.put(" ", match.end() - 1, match.end())
    return match.end()


def _break(reader: Reader, match: re.Match[str]) -> int:
    reader.close()
    return _behind_setting(reader, match.end(), numbers=True)


def _behind_setting(reader: Reader, position: int, *, numbers: bool = False) -> int:
    """Return the offset after an option with a key, ``[title=References]``, or with ``numbers`` also after ``[4]``."""
    start, end = (reader.text.startswith("[", position) and reader.option(position)) or (position, position)
    inside = reader.text[start:end]
    return end + 1 if "=" in inside or (numbers and inside.isdigit()) else position


def _drop(arguments: int) -> Handler:
    """Return the handler of a command whose first ``arguments`` print nothing."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        return reader.skip(match.end(), arguments)

    return handle


def _partial_rule(reader: Reader, match: re.Match[str]) -> int:
    r"""Print nothing for ``\cmidrule[width](trim){columns}``."""
    return reader.skip(_skip_notes(reader, match.end(), many=True), 1)


def label(reader: Reader, match: re.Match[str]) -> int:
    """Skip a label or a colour and the option before it; brackets after it are printed."""
    option = reader.option(match.end())
    group = reader.group(option[1] + 1 if option else match.end())
    return group[1] + 1 if group else match.end()


def _argument(act: Callable[[Reader, int, int, int], None], drops: int = 0) -> Handler:
    """Return the handler of a command with one argument, and ``drops`` more that print nothing.

    ``act`` takes the reader, the offset of the command, and the start and end of the argument.
    """

    def handle(reader: Reader, match: re.Match[str]) -> int:
        group = reader.group(match.end())
        if group is None:
            return match.end()
        act(reader, match.start(), *group)
        return reader.skip(group[1] + 1, drops) if drops else group[1] + 1

    return handle


def _aside(kind: str, drops: int = 0, *, apart: bool = False) -> Handler:
    """Return the handler of a command whose argument, after ``drops`` others, is text beside the running text."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        position = reader.skip(match.end(), drops)
        group = reader.group(position)
        if group is None:
            return position
        reader.aside(kind, *group, apart=apart)
        return group[1] + 1

    return handle


def _define(arguments: int, *, parameters: bool = False) -> Handler:
    """Return the handler of a command that defines a name with so many more arguments; it prints nothing."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        named = _DEFINED.match(reader.text, match.end(1), reader.end)
        if named is None:
            return match.end()
        given = _PARAMETERS.match(reader.text, named.end(), reader.end) if parameters else None
        return reader.skip((given or named).end(), arguments)

    return handle


def _quantity(arguments: int) -> Handler:
    """Return the handler of a number with its unit, or of a range of numbers, without options."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        option = reader.option(match.end())
        position = option[1] + 1 if option else match.end()
        words: list[str] = []
        while len(words) < arguments and (group := reader.group(position)):
            words.append(quantity(reader.text[group[0] : group[1]]))
            position = group[1] + 1
        if match[1].endswith("range") and len(words) > 1:
            words[:2] = [f"{words[0]}–{words[1]}"]
        reader.put("\xa0".join(words) + ("°" if match[1] == "ang" else ""), match.start(), position)
        return position

    return handle


# -- citations and references


def cite(reader: Reader, match: re.Match[str]) -> int:
    """Print the keys of a citation or the names of a reference; multicites have several groups."""
    printed: list[str] = []
    position, many = match.end(), match[1].endswith("s")
    while True:
        position = _skip_notes(reader, position, many)
        group = reader.group(position, adjacent=bool(printed))
        if group is None:
            break
        printed.append(_names(reader.text, *group))
        position = group[1] + 1
        if not many:
            break
    if printed:
        reader.put(f"[{', '.join(printed)}]", match.start(), position)
    return position


def _names(text: str, start: int, end: int) -> str:
    return ", ".join(name for name, _, _ in names(text, start, end, many=True))


def _skip_notes(reader: Reader, position: int, many: bool) -> int:
    position = reader.skip(position, 0)
    if many and reader.text.startswith("(", position):
        closing = reader.text.find(")", position, min(reader.end, position + _MAX_NOTE))
        if closing > 0:
            return _skip_notes(reader, closing + 1, many)
    return position


def _cite_range(reader: Reader, match: re.Match[str]) -> int:
    first = reader.group(match.end())
    last = reader.group(first[1] + 1) if first else None
    if first is None or last is None:
        return match.end()
    printed = ", ".join(_names(reader.text, *group) for group in (first, last))
    reader.put(f"[{printed}]", match.start(), last[1] + 1)
    return last[1] + 1


# -- commands with unique forms


def unknown(reader: Reader, match: re.Match[str]) -> int:
    """Print the argument of an unknown command, unless it is dead, but not an option or a value that it is set to."""
    dead = reader.behind_dead(match.end(1))
    if dead > match.end(1):
        return dead
    end = match.end()
    if reader.text.startswith("=", reader.blanks(end)):
        setting = _SETTING.match(reader.text, end, reader.end)
        if setting and (setting["length"] or reader.text.startswith("{", reader.blanks(setting.end()))):
            return setting.end()
    if reader.text.startswith("[", end) and (option := reader.option(end)) and reader.group(option[1] + 1):
        return option[1] + 1
    if end > match.end(1) and not reader.text.startswith("{", end):
        reader.put(" ", end - 1, end)
    return _behind_setting(reader, end)


def _enquoted(reader: Reader, command: int, start: int, end: int) -> None:
    reader.put("“", command, start)
    reader.inside(start, end)
    reader.put("”", end, end + 1)


def _left_out(reader: Reader, command: int, _: int, end: int) -> None:
    reader.put("[…]", command, end + 1)


def _inserted(reader: Reader, command: int, start: int, end: int) -> None:
    reader.put("[", command, start)
    reader.inside(start, end)
    reader.put("]", end, end + 1)


def _formula(reader: Reader, command: int, start: int, end: int) -> None:
    reader.formula((start, end), command, end + 1)


def _option_caption(reader: Reader, match: re.Match[str]) -> int:
    option = reader.option(match.end())
    if option is None:
        return match.end()
    reader.aside("caption", *option)
    return option[1] + 1


def _url(reader: Reader, match: re.Match[str]) -> int:
    closing = reader.text.find("}", match.end(), min(reader.end, match.end() + _MAX_URL))
    if closing < 0 or not reader.text.startswith("{", match.end()):
        return match.end()
    reader.put(reader.text[match.end() + 1 : closing].strip(), match.start(), closing + 1)
    return closing + 1


def _verb(reader: Reader, match: re.Match[str]) -> int:
    option = reader.option(match.end())
    position = option[1] + 1 if option else match.end(1) + (match[0][len(match[1]) + 1 :][:1] == "*")
    opened = _VERB.match(reader.text, position, reader.end)
    if opened is None:
        return position
    if opened[1] == "{":
        begin, line = opened.end() - 1, reader.text.find("\n", opened.end(), reader.end)
        limit = line if line >= 0 and match[1] == "verb" else reader.end
        end = group_end(reader.text, begin, limit - begin, reading="raw")
    else:
        end = verb_end(reader.text, opened.end() - 1, reader.end)
    if end <= 0:
        return position
    reader.put(OBJECT, match.start(), end)
    return end


def _object(arguments: int) -> Handler:
    """Return the handler of a command that prints something without words."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        end = reader.skip(match.end(), arguments)
        reader.put(OBJECT, match.start(), end)
        return end

    return handle


def _set(reader: Reader, match: re.Match[str]) -> int:
    r"""Skip the value in ``\hskip 1em``, ``\count0=7``, ``\everypar={}`` and in ``\setlength\parindent{0pt}``."""
    setting = _SETTING.match(reader.text, match.end(), reader.end)
    end = setting.end() if setting else match.end()
    if end > match.end() and reader.text[end - 1] != "=":
        return end
    group = reader.group(end)
    if group is None:
        return end
    setting = _SETTING.match(reader.text, *group)
    sets = end > match.end() or (setting and reader.text[setting.end()] in "}-+*/")
    return group[1] + 1 if sets else end  # else it is that of a box: \hbox to\textwidth{Text}


def _let(reader: Reader, match: re.Match[str]) -> int:
    definition = _LET.match(reader.text, match.end(1), reader.end)
    return definition.end() if definition else match.end()


def _iffalse(reader: Reader, match: re.Match[str]) -> int:
    r"""Skip to the end of the ``\fi`` or ``\else`` of this conditional."""
    return behind_arm(reader.text, match.end(1), reader.end)[0]


def _at(reader: Reader, match: re.Match[str]) -> int:
    r"""Print a no-break space after ``etc.\@``, as the full stop does not end the sentence."""
    end = match.end(1)
    if reader.text[match.start() - 1 : match.start()] == "." and match.end() > end:
        reader.put("\xa0", end, match.end())
        return match.end()
    return end


def _preamble(reader: Reader, match: re.Match[str]) -> int:
    reader.close()
    reader.preamble = True
    return reader.skip(match.end(), 1)


# -- the table of commands


def _all(names: Iterable[str], handler: Handler) -> dict[str, Handler]:
    return dict.fromkeys(names, handler)


def _specified(*kinds: str) -> Iterable[str]:
    return (name for name, spec in SPECS.items() if spec.kind in kinds)


def _named(spec: Spec) -> int:
    """Return the number of arguments in braces of a command, up to the last one with names."""
    last = max((number for number, slot in enumerate(spec.slots) if slot.prefix is not None), default=-1)
    return spec.openers[: last + 1].count("{")


#: form in the data -> handler
_FORMS: dict[str, Handler] = {
    "ranges": _cite_range,
    "option-captions": _option_caption,
    "titles": _aside("title", apart=True),
    "prose": _aside("prose", apart=True),
    "footnotes": _aside("footnote"),
    "lengths": _define(1),
    "lets": _let,
    "quoted": _argument(_enquoted),
    "addresses": _url,
    "code": _verb,
    "registers": _set,
}

#: form of definitions -> handler
_DEFINING: dict[str, Handler] = {
    "macros": _define(1),
    "primitives": _define(1, parameters=True),
    "document-commands": _define(2),
    "environments": _drop(3),
    "whole-environments": _drop(2),
    "document-environments": _drop(4),
}

HANDLERS: dict[str, Handler] = {
    **{name: _drop(_named(spec)) for name, spec in SPECS.items() if spec.kind in ("nocite", "uses")},
    **{name: _drop(len(ways[0].openers)) for name, ways in INCLUDES.items()},
    **_all((*PACKAGES, *BIBLIOGRAPHIES), _drop(1)),
    **{name: handler for form, handler in _DEFINING.items() for name in DEFINITIONS[form]},
    **_all(_specified("cite", "multicite", "ref"), cite),
    **_all(_specified("caption"), _aside("caption")),
    **_all(SECTION_LEVELS, _FORMS["titles"]),
    **{name: handler for form, handler in _FORMS.items() for name in FORMS[form].split()},
    "captionof": _aside("caption", 1),
    "tablenotetext": _aside("footnote", 1),
    **_all(WORDS, _word),
    **_all(SILENT, silent),
    **_all(BREAKS, _break),
    **{name: _drop(int(count)) for count, names in DROPPED.items() for name in names.split()},
    "cmidrule": _partial_rule,
    **{name: _quantity(int(count)) for count, names in QUANTITIES.items() for name in names.split()},
    **_all(filter(str.isalpha, MARKS), Reader.accented),
    "textelp": _argument(_left_out),
    "textins": _argument(_inserted),
    "iffalse": _iffalse,
    "ensuremath": _argument(_formula),
    "texorpdfstring": _argument(lambda reader, _, start, end: reader.inside(start, end), 1),
    "mintinline": _object(2),
    "Sexpr": _object(1),
    "hyperref": unknown,
    "documentclass": _preamble,
    "selectlanguage": _argument(lambda reader, *_: reader.close()),
    "@": _at,
    "label": label,
    "color": label,
}
