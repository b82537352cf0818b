r"""Calls of a document's own macros: which arguments are printed in the text, which beside it, which not at all.

``\newcommand{\fn}[1]{\footnote{#1}}`` prints its argument in a note, ``\newcommand{\term}[2]{\emph{#1}\index{#2}}``
only the first one, and ``\newcommand{\quo}[2]{``#1'' \cite{#2}}`` words in quotation marks, and a mark.  A macro is
read once, with a sign in place of each parameter, and tells where the sign is printed.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import COMMENTS, long_words
from argcheck.tex.arguments import calls, command_names
from argcheck.tex.commands import DEFINITIONS, SECTION_LEVELS
from argcheck.tex.flatten import Reader
from argcheck.tex.formulas import FORMULA, OBJECT
from argcheck.tex.model import once
from argcheck.tex.typography import BREAKS, FORMS

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.tex.flatten import Flat, Handler
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

_MAX_BODY, _DEEP = 2_000, 30  # characters of a body, and macros within macros
#: A word in letters that nobody uses for each parameter: some commands look for letters in what they are given.
_SIGNS = tuple(chr(0x10410 + number) * 4 for number in range(9))
_BESIDE = ("footnote", "caption", "title")  # kinds of paragraphs beside the running text
_OPENING, _CLOSING = "“„«»‹›", "”“»«›‹"  # quotation marks of all languages
_MOST_ARGUMENTS = 9
_LONG = 4  # letters of a word: an argument without any, beside names that are cited, is a page or the part of a figure
_MAKING_NEW = ("\\newcommand", "\\NewDocumentCommand")
_NOTES = frozenset(FORMS["footnotes"].split())
#: What these store may be printed elsewhere.
_STORING = frozenset(chain(["g@addto@macro"], *DEFINITIONS.values()))

#: What ends a line, a cell or a paragraph.
_BREAKING = frozenset(chain(BREAKS, SECTION_LEVELS, (
    "begin", "item", "noindent", "newline", "linebreak", "tabularnewline", "centerline", "parbox", "vspace", "vskip",
)))  # fmt: skip


class OwnCall(NamedTuple):
    """A macro with parameters."""

    openers: str  #: one opening bracket, or star, for each parameter
    bodies: tuple[str, ...]  #: of all its definitions
    made_new: bool = False  #: whether the author, no package, made it as one that LaTeX does not have
    breaks: bool = False  #: whether it begins or ends lines, cells or paragraphs

    @property
    def said(self) -> tuple[str, ...]:
        """All of it as texts, for a hash."""
        return self.openers, *self.bodies, str(self.made_new), str(self.breaks)


@once
def own_calls(manuscript: ManuscriptRecords) -> dict[str, OwnCall]:
    r"""Return the document's macros with parameters by name, and those that stand for one, or for ``\footnote``."""
    made: dict[str, OwnCall] = {}
    breaking = _breaking(manuscript)
    for name, definitions in manuscript.macros.items():
        bodies = {definition.body.strip() for definition in definitions}
        target = bodies.pop().removeprefix("\\") if len(bodies) == 1 else ""
        call = _call(definitions)
        if call is not None:
            made_new = all(_is_made_new(manuscript, each) for each in definitions)
            made[name] = call._replace(made_new=made_new, breaks=name in breaking)
        elif target in made:
            made[name] = made[target]
        elif target in _NOTES:
            made[name] = OwnCall("[{", (f"\\{target}{{#2}}",))
    return made


def _breaking(manuscript: ManuscriptRecords) -> set[str]:
    """Return the commands that break the text, and the macros that use one."""
    names = set(_BREAKING)
    used: dict[str, set[str]] = {}
    for name, definitions in manuscript.macros.items():
        bodies = [definition.body for definition in definitions]
        said = COMMENTS.sub("", "\n".join(bodies))
        used[name] = command_names(said)
        empty = not all(line.strip() for body in bodies for line in body.split("\n")[1:-1])
        if empty or "\\\\" in said or "&" in said.replace("\\&", ""):
            names.add(name)
    while more := {name for name in used.keys() - names if not used[name].isdisjoint(names)}:
        names |= more
    return names


def _is_made_new(manuscript: ManuscriptRecords, definition: MacroDefinition) -> bool:
    path, start, _ = definition.span
    return path.endswith(".tex") and manuscript.files[path].text.startswith(_MAKING_NEW, start)


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
    sure: bool = True  #: else a formula, a title page or an unknown command may print it
    quotes: tuple[str, str] = ("", "")  #: around it


class _Sign(NamedTuple):
    """Where the sign of a parameter was seen."""

    kinds: set[str]  #: of paragraphs
    sure: set[str]  #: the same, outside of the arguments of commands of which nothing is known
    quotes: list[tuple[str, str]]  #: quotation marks around it


_IN_TEXT = _Parameter("prose", sure=False)


class _Argument(NamedTuple):
    """An argument of a call."""

    start: int
    end: int
    parameter: _Parameter
    names: Sequence[str]  #: of works or labels that it cites or refers to

    def says(self, text: str) -> bool:
        """Whether words of it are surely printed; a page beside a citation, or the part of a figure, is none."""
        kind, sure, _ = self.parameter
        return kind is not None and sure and _has_words(text[self.start : self.end])


class CallReader:
    """Reads the calls of a document's macros: each macro at its first use."""

    def __init__(
        self, table: Mapping[str, Handler], macros: Mapping[str, str], known: AbstractSet[str]
    ) -> None:
        self._table = table  # the handlers of all commands
        self._macros = macros  # the bodies of those without arguments
        self._known = known  # the names of commands of which it is known what they print
        self._depth = 0

    def handler(self, call: OwnCall, plain: Handler, namesake: Handler | None = None) -> Handler:
        """Return the handler of a macro.

        :param plain: that of one that prints all its arguments in the text.
        :param namesake: that of a command of a package, used unless the macro surely prints an argument.
        """
        parameters: list[_Parameter] = []

        def handle(reader: Reader, match: re.Match[str]) -> int:
            if not parameters:
                parameters[:] = [_IN_TEXT] * len(call.openers)  # for a macro that calls itself
                parameters[:] = self._parameters(call)
            if namesake and not any(each.kind and each.sure for each in parameters):
                return namesake(reader, match)
            end, names = reader.named(match.start())
            has_options = call.breaks and "[" in call.openers
            if not (names or namesake or has_options) and all(map(_is_plain, parameters, call.openers)):
                return plain(reader, match)
            arguments, behind = _arguments(reader, match.end(), call.openers, parameters, names)
            if names:
                arguments = [each for each in arguments if each.names or each.says(reader.text)]
                held = [name for each in arguments for name in each.names]
                if len(held) < len(names) or all(each.names for each in arguments):
                    return reader.mark((name for _, name in names), match.start(), end)
            # what is directly behind another call is a word of its own
            apart = bool(names or namesake) and reader.text[match.start() - 1 : match.start()] == "}"
            _print(reader, arguments, apart=apart)
            return max(end, behind)

        return handle

    def _parameters(self, call: OwnCall) -> list[_Parameter]:
        """Return how each argument is printed.

        A definition that leaves all of them out, as one that turns notes off, does not count.
        """
        if self._depth >= _DEEP:
            return [_IN_TEXT] * len(call.openers)
        signs = [_Sign(set(), set(), []) for _ in call.openers]
        hidden = False
        for body in call.bodies:
            text = COMMENTS.sub("", body)
            for number, sign in enumerate(_SIGNS, 1):
                text = text.replace(f"#{number}", sign)
            flats = self._read(text)
            surely = [] if call.breaks else self._read(self._without_unknown(text))
            hidden = hidden or any(sign in flat.text for flat in flats for sign in (OBJECT, FORMULA))
            hidden = hidden or not _STORING.isdisjoint(command_names(body))
            for (kinds, sure, quotes), sign in zip(signs, _SIGNS, strict=False):
                there = [flat for flat in flats if sign in flat.text]
                kinds.update(flat.kind for flat in there)
                kinds.update(() if kinds else _keyed(text, sign))
                sure.update(flat.kind for flat in surely if sign in flat.text)
                quotes.extend(_quotes(flat.text, sign) for flat in there)
        return [_parameter(*sign, hidden=hidden) for sign in signs]

    def _read(self, text: str) -> list[Flat]:
        self._depth += 1
        flats = Reader(text, self._table, macros=self._macros).read(0, len(text))
        self._depth -= 1
        return flats

    def _without_unknown(self, text: str) -> str:
        """Return a text without the arguments of commands of which nothing is known: programs may take them.

        Nor has it names of commands.
        """
        reader, kept, behind = Reader(text, self._table), "", 0
        for name, start, end in calls(text):
            known = name in self._known or name.lower().startswith(("if", "@if"))
            if start >= behind and (not known or name == "csname"):
                kept += text[behind:end]
                behind = reader.skip(end, _MOST_ARGUMENTS)
                if name == "csname":
                    behind = max(behind, text.find("\\endcsname", behind))
        return kept + text[behind:]


def _arguments(
    reader: Reader,
    position: int,
    openers: str,
    parameters: Sequence[_Parameter],
    names: Sequence[tuple[int, str]],
) -> tuple[list[_Argument], int]:
    """Return the arguments that a call has, and the offset behind them."""
    given: list[_Argument] = []
    for opener, parameter in zip(openers, parameters, strict=True):
        if opener == "*":
            continue  # belongs to the name
        span = reader.group(position) if opener == "{" else reader.option(position)
        if span is not None:
            start, end = span
            held = [name for at, name in names if start <= at < end]
            given.append(_Argument(start, end, parameter, held))
            position = end + 1
        elif opener == "{":
            break
    return given, position


def _print(reader: Reader, arguments: Sequence[_Argument], *, apart: bool) -> None:
    """Print the arguments of a call, each as its kind of paragraph; those in the running text with blanks between.

    :param apart: whether a blank comes before the first of these, too.
    """
    before = apart
    for start, end, (kind, sure, quotes), names in arguments:
        if kind in _BESIDE and not names:
            reader.aside(kind, start, end, apart=kind == "title")
            continue
        is_option = reader.text[start - 1] == "["
        if not names and (kind is None or (is_option and not (sure and _is_text(reader.text[start:end])))):
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


def _keyed(body: str, sign: str) -> Iterator[str]:
    """Yield the kind of paragraph of what an option names: ``[frametitle={...}]``."""
    packed = "".join(body.split()).replace("{", "")
    for kind in ("title", "caption"):
        if f"{kind}={sign}" in packed and f"pdf{kind}={sign}" not in packed:
            yield kind


def _parameter(kinds: set[str], sure: set[str], quotes: list[tuple[str, str]], *, hidden: bool) -> _Parameter:
    beside = [kind for kind in _BESIDE if kind in kinds]
    if len(kinds) > len(beside):
        return _Parameter("prose", not sure.issubset(_BESIDE), quotes[-1])
    if hidden and not kinds:  # a formula may print it, or a title page
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
    kind, sure, (opening, _) = parameter
    return kind == "prose" and not opening and not (opener == "[" and sure)


def _is_text(option: str) -> bool:
    """Whether an option has words in a row: a single one may be a setting, or who notes something."""
    return "=" not in option and _has_words_in_a_row(option)


def _has_words(text: str) -> bool:
    words_of_names = sum(len(long_words(name, _LONG)) for name, _, _ in calls(text))
    return len(long_words(text, _LONG)) > words_of_names or _has_words_in_a_row(text)


def _has_words_in_a_row(text: str) -> bool:
    return any(map(all, pairwise(map(str.isalpha, text.split()))))
