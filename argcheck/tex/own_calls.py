r"""Calls of a document's own macros: which arguments are printed in the text, which beside it, which not at all.

``\newcommand{\fn}[1]{\footnote{#1}}`` prints its argument in a note, ``\newcommand{\term}[2]{\emph{#1}\index{#2}}``
only the first one, and ``\newcommand{\see}[2]{\hyperref[#1]{#2}}`` a mark, and words.  A macro is read once, with a
sign in place of each parameter, and tells where the sign is printed.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import COMMENTS, long_words
from argcheck.tex.arguments import calls, command_names
from argcheck.tex.commands import DEFINITIONS
from argcheck.tex.flatten import Reader
from argcheck.tex.formulas import FORMULA, OBJECT
from argcheck.tex.model import once

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from argcheck.tex.flatten import Flat, Handler
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

_MAX_BODY, _DEEP = 2_000, 30  # characters of a body, and macros within macros
#: A word in letters that nobody uses for each parameter: some commands look for letters in what they are given.
_SIGNS = tuple(chr(0x10410 + number) * 4 for number in range(9))
_BESIDE = ("footnote", "caption", "title")  # kinds of paragraphs beside the running text
_OPENING, _CLOSING = "“„«»‹›", "”“»«›‹"  # quotation marks of all languages
_LONG = 4  # letters of a word: an argument without any, beside names that are cited, is a page or the part of a figure
#: What these store may be printed elsewhere.
_STORING = frozenset(chain(["g@addto@macro"], *DEFINITIONS.values()))


class OwnCall(NamedTuple):
    """A macro with parameters."""

    openers: str  #: one opening bracket, or star, for each parameter
    bodies: tuple[str, ...]  #: of all its definitions

    @property
    def said(self) -> tuple[str, ...]:
        """All of it as texts, for a hash."""
        return self.openers, *self.bodies


@once
def own_calls(manuscript: ManuscriptRecords) -> dict[str, OwnCall]:
    """Return the document's macros with parameters by name."""
    made = ((name, _call(definitions)) for name, definitions in manuscript.macros.items())
    return {name: call for name, call in made if call is not None}


def _call(definitions: Sequence[MacroDefinition]) -> OwnCall | None:
    """Return the macro with some definitions; None if it has no parameters, others in each, or a long body."""
    forms = [definition.openers.partition("\0")[0] for definition in definitions]
    openers = max(forms, key=len)
    bodies = tuple(definition.body for definition in definitions)
    fits = openers and not openers.strip("*[{") and all(map(openers.startswith, forms))
    return OwnCall(openers, bodies) if fits and max(map(len, bodies)) <= _MAX_BODY else None


class _Parameter(NamedTuple):
    """How a macro prints one of its arguments."""

    kind: str | None  #: of the paragraph, None if it is not printed
    sure: bool = True  #: else a formula or a title page may print it
    quotes: tuple[str, str] = ("", "")  #: around it


_IN_TEXT = _Parameter("prose", sure=False)


class _Argument(NamedTuple):
    """An argument of a call."""

    opener: str
    start: int
    end: int
    parameter: _Parameter
    names: Sequence[str]  #: of works or labels that it cites or refers to


class CallReader:
    """Reads the calls of a document's macros: each macro at its first use."""

    def __init__(self, table: Mapping[str, Handler], macros: Mapping[str, str]) -> None:
        self._table = table  # the handlers of all commands
        self._macros = macros  # the bodies of those without arguments
        self._depth = 0

    def handler(self, call: OwnCall, plain: Handler) -> Handler:
        """Return the handler of a macro.

        :param plain: that of one that prints all its arguments in the text.
        """
        parameters: list[_Parameter] = []

        def handle(reader: Reader, match: re.Match[str]) -> int:
            if not parameters:
                parameters[:] = [_IN_TEXT] * len(call.openers)  # for a macro that calls itself
                parameters[:] = self._parameters(call)
            end, names = reader.named(match.start())
            if not names and all(map(_is_plain, parameters, call.openers)):
                return plain(reader, match)
            arguments, behind = _arguments(reader, match.end(), call.openers, parameters, names)
            if names:
                arguments = [each for each in arguments if each.names or _says(reader, each)]
                held = [name for each in arguments for name in each.names]
                if len(held) < len(names) or all(each.names for each in arguments):
                    return reader.mark((name for _, name in names), match.start(), end)
            _print(reader, arguments)
            return max(end, behind)

        return handle

    def _parameters(self, call: OwnCall) -> list[_Parameter]:
        """Return how each argument is printed.

        A definition that leaves all of them out, as one that turns notes off, does not count.
        """
        if self._depth >= _DEEP:
            return [_IN_TEXT] * len(call.openers)
        flats: list[Flat] = []
        for body in call.bodies:
            text = COMMENTS.sub("", body)
            for number, sign in enumerate(_SIGNS, 1):
                text = text.replace(f"#{number}", sign)
            self._depth += 1
            flats += Reader(text, self._table, macros=self._macros).read(0, len(text))
            self._depth -= 1
        hidden = any(sign in flat.text for flat in flats for sign in (OBJECT, FORMULA))
        hidden = hidden or not _STORING.isdisjoint(command_names("".join(call.bodies)))
        return [_parameter(flats, sign, hidden=hidden) for sign, _ in zip(_SIGNS, call.openers, strict=False)]


def _parameter(flats: Sequence[Flat], sign: str, *, hidden: bool) -> _Parameter:
    there = [flat for flat in flats if sign in flat.text]
    beside = [kind for kind in _BESIDE if any(flat.kind == kind for flat in there)]
    if any(flat.kind not in _BESIDE for flat in there):
        return _Parameter("prose", quotes=_quotes(there[-1].text, sign))
    if hidden and not there:  # a formula may print it, or a title page
        return _IN_TEXT
    return _Parameter(beside[0] if beside else None)


def _quotes(text: str, sign: str) -> tuple[str, str]:
    """Return the quotation marks around a sign in a text, empty strings without any."""
    before, _, behind = text.partition(sign)
    opening, closing = before.rstrip()[-1:], behind.lstrip()[:1]
    quoted = opening and closing and opening in _OPENING and closing in _CLOSING
    return (opening, closing) if quoted else ("", "")


def _is_plain(parameter: _Parameter, opener: str) -> bool:
    """Whether an argument is printed as that of any command is."""
    return parameter.kind == "prose" and not any(parameter.quotes) and not (opener == "[" and parameter.sure)


def _arguments(
    reader: Reader,
    position: int,
    openers: str,
    parameters: Sequence[_Parameter],
    names: Sequence[tuple[int, str]],
) -> tuple[list[_Argument], int]:
    """Return the arguments that a call has, and the offset behind them."""
    given: list[_Argument] = []
    for opener, parameter in zip(openers, parameters, strict=False):
        if opener == "*":
            continue  # belongs to the name
        span = reader.group(position) if opener == "{" else reader.option(position)
        if span is not None:
            held = [name for at, name in names if span[0] <= at < span[1]]
            given.append(_Argument(opener, *span, parameter, held))
            position = span[1] + 1
        elif opener == "{":
            break
    return given, position


def _says(reader: Reader, argument: _Argument) -> bool:
    """Whether words of an argument are surely printed; a page beside a citation, or the part of a figure, is none."""
    kind, sure, _ = argument.parameter
    text = reader.text[argument.start : argument.end]
    in_names = sum(len(long_words(name, _LONG)) for name, _, _ in calls(text))
    return kind is not None and sure and "://" not in text and len(long_words(text, _LONG)) > in_names


def _print(reader: Reader, arguments: Sequence[_Argument]) -> None:
    """Print the arguments of a call, each as its kind of paragraph; those in the running text with blanks between."""
    before = False
    for opener, start, end, (kind, _, quotes), names in arguments:
        if kind in _BESIDE and not names:
            reader.aside(kind, start, end, apart=kind == "title")
            continue
        if not names and (kind is None or opener == "["):
            continue
        if before:
            reader.put(" ", start, start)
        before = True
        if names:
            reader.mark(names, start - 1, end + 1)
            continue
        reader.put(quotes[0], start - 1, start)
        reader.inside(start, end)
        reader.put(quotes[1], end, end + 1)
