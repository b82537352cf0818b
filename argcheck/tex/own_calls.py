r"""Calls of a document's own macros: which arguments are printed in the text, which beside it, which not at all.

``\newcommand{\fn}[1]{\footnote{#1}}`` prints its argument in a note, ``\newcommand{\term}[2]{\emph{#1}\index{#2}}``
only the first one.  A macro is read once, with a sign in place of each parameter, and tells where the sign is printed.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import command_names
from argcheck.tex.commands import DEFINITIONS
from argcheck.tex.flatten import Reader
from argcheck.tex.formulas import FORMULA, OBJECT
from argcheck.tex.model import once
from argcheck.tex.typography import FORMS

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.tex.flatten import Handler
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

_MAX_BODY, _DEEP = 2_000, 30  # characters of a body, and macros within macros
#: A word in letters that nobody uses for each parameter: some commands look for letters in what they are given.
_SIGNS = tuple(chr(0x10410 + number) * 4 for number in range(9))
_BESIDE = ("footnote", "caption", "title")  # kinds of paragraphs beside the running text
_NOTES = frozenset(FORMS["footnotes"].split())
#: What these store may be printed elsewhere.
_STORING = frozenset(chain(["g@addto@macro"], *DEFINITIONS.values()))


class OwnCall(NamedTuple):
    """A macro with parameters."""

    openers: str  #: one opening bracket, or star, for each parameter
    bodies: tuple[str, ...]  #: of all its definitions


@once
def own_calls(manuscript: ManuscriptRecords) -> dict[str, OwnCall]:
    r"""Return the document's macros with parameters by name, and those that stand for one, or for ``\footnote``."""
    calls: dict[str, OwnCall] = {}
    for name, definitions in manuscript.macros.items():
        bodies = {definition.body.strip() for definition in definitions}
        target = bodies.pop().removeprefix("\\") if len(bodies) == 1 else ""
        call = _call(definitions)
        if call is not None:
            calls[name] = call
        elif target in calls:
            calls[name] = calls[target]
        elif target in _NOTES:
            calls[name] = OwnCall("[{", (f"\\{target}{{#2}}",))
    return calls


def _call(definitions: Sequence[MacroDefinition]) -> OwnCall | None:
    """Return the macro with some definitions; None if it has no parameters, others in each, or a long body."""
    forms = [definition.openers.partition("\0")[0] for definition in definitions]
    openers = max(forms, key=len)
    bodies = tuple(definition.body for definition in definitions)
    fits = openers and not openers.strip("*[{") and all(map(openers.startswith, forms))
    return OwnCall(openers, bodies) if fits and max(map(len, bodies)) <= _MAX_BODY else None


class CallReader:
    """Reads the calls of a document's macros: each macro at its first use."""

    def __init__(self, table: Mapping[str, Handler], macros: Mapping[str, str]) -> None:
        self._table = table  # the handlers of all commands
        self._macros = macros  # the bodies of those without arguments
        self._depth = 0

    def handler(self, call: OwnCall, plain: Handler) -> Handler:
        """Return the handler of a macro; ``plain`` is that of one that prints all its arguments in the text."""
        kinds: list[str | None] = []

        def handle(reader: Reader, match: re.Match[str]) -> int:
            if not kinds:
                kinds[:] = ["prose"] * len(call.openers)  # for a macro that calls itself
                kinds[:] = self._kinds(call)
            if all(kind == "prose" for kind in kinds):
                return plain(reader, match)
            return _read(reader, match.end(), call.openers, kinds)

        return handle

    def _kinds(self, call: OwnCall) -> list[str | None]:
        """Return the kind of paragraph in which each parameter is printed, None for one that is not.

        A definition that leaves all of them out, as one that turns notes off, does not count.
        """
        if self._depth >= _DEEP:
            return ["prose"] * len(call.openers)
        printed: list[set[str]] = [set() for _ in call.openers]
        hidden = False
        for body in call.bodies:
            text = body
            for number, sign in enumerate(_SIGNS, 1):
                text = text.replace(f"#{number}", sign)
            self._depth += 1
            flats = Reader(text, self._table, macros=self._macros).read(0, len(text))
            self._depth -= 1
            hidden = hidden or any(sign in flat.text for flat in flats for sign in (OBJECT, FORMULA))
            hidden = hidden or not _STORING.isdisjoint(command_names(body))
            for kinds, sign in zip(printed, _SIGNS, strict=False):
                kinds.update(flat.kind for flat in flats if sign in flat.text)
                kinds.update(() if kinds else _keyed(text, sign))
        return [_kind_of(kinds, hidden=hidden) for kinds in printed]


def _read(reader: Reader, position: int, openers: str, kinds: Sequence[str | None]) -> int:
    """Read the arguments of a call, each as its kind of paragraph, and return the offset behind them."""
    before = False
    for opener, kind in zip(openers, kinds, strict=True):
        if opener == "*":
            continue  # belongs to the name
        span = reader.group(position) if opener == "{" else reader.option(position)
        if span is None:
            if opener == "{":
                break
            continue
        if kind in _BESIDE:
            reader.aside(kind, *span, apart=kind == "title")
        elif kind and opener == "{":
            if before:
                reader.put(" ", span[0], span[0])
            reader.inside(*span)
            before = True
        position = span[1] + 1
    return position


def _keyed(body: str, sign: str) -> Iterator[str]:
    """Yield the kind of paragraph of what an option names: ``[frametitle={...}]``."""
    packed = "".join(body.split()).replace("{", "")
    for kind in ("title", "caption"):
        if f"{kind}={sign}" in packed and f"pdf{kind}={sign}" not in packed:
            yield kind


def _kind_of(kinds: set[str], *, hidden: bool) -> str | None:
    beside = [kind for kind in _BESIDE if kind in kinds]
    if len(kinds) > len(beside) or (hidden and not kinds):  # a formula may print it, or a title page
        return "prose"
    return beside[0] if beside else None
