"""The state of a scan of one file: its tokens, open groups and the commands of the document.

The readers of commands (`argcheck.tex.definition_commands` and its neighbours) take it, the offsets of the command and
of the end of its name, and the name.  They add tokens, and return the offset at which the scan continues, or None
for the end of the name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments, names
from argcheck.tex.commands import BIBLIOGRAPHIES
from argcheck.tex.macro_text import LookedUp, expand
from argcheck.tex.macros import MOST_COMMANDS
from argcheck.tex.open_groups import LIMITS, OpenGroups, ScanLimits
from argcheck.tex.tokens import (
    BibitemToken,
    CaptionToken,
    CiteToken,
    DefineToken,
    Definition,
    FootnoteToken,
    LabelToken,
    NociteAllToken,
    RefToken,
    ResourceToken,
    UseToken,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.commands import Spec
    from argcheck.tex.macros import MacroTable
    from argcheck.tex.tokens import InputToken, Named, PackageToken

    CommandReader = Callable[["ScanState", int, int, str], int | None]

_BEFORE_KEY = lazy(r"\*?(?:\[[^\]]*\])*(?=.)")
_MARKS = frozenset("*[")  # before a key
_NO_KEY = frozenset("\\{}$")  # not in keys
_INDENT = 1_000  # blanks at the beginning of a line


class ScanState(OpenGroups):
    """The state of a scan."""

    def __init__(
        self, text: str, table: MacroTable, *, style: bool = False, limits: ScanLimits = LIMITS
    ) -> None:
        super().__init__(text, table.opens, style=style, limits=limits)
        self.table = table
        self.texts = LookedUp(table.text)
        self.seen: set[str] = set()
        self.before: list[tuple[tuple[str, int], ...] | None] = []  # the stack at each conditional
        self.plain: set[str] = set()  # unknown commands met since the last definition
        self.pause = False
        self.exploded = False  # whether a macro that expands to too many commands was reported

    def read_file(self, token: InputToken | PackageToken) -> None:
        """Pause the scan after a command that reads another file, which may define commands for the rest."""
        self.tokens.append(token)
        self.pause = True

    def define(self, start: int, end: int, definition: Definition) -> None:
        """Add a definition, as a token for later runs and to the table for the rest of this one."""
        self.tokens.append(DefineToken(start, end, *definition))
        self.table.define(definition)
        if self.table.commands.get(definition.name, 0) > MOST_COMMANDS and not self.exploded:
            self.exploded = True
            message = f"\\{definition.name} stands for more than {MOST_COMMANDS:,} commands"
            self.problem(
                "limit", start, end, message, "macros that double each other have no end that TeX could reach"
            )
        self.plain.clear()

    def name_things(self, start: int, position: int, command: str, spec: Spec) -> None:
        """Add the names in the arguments at ``position`` of a command or an environment with this spec."""
        kind = spec.kind
        if kind == "multicite":
            self._multicite(start, position, spec)
            return
        if not spec.slots:  # a flag such as \leanok, which names only itself
            self.tokens.append(UseToken(start, position, command, ((command, start, position),)))
            return
        spans, end = arguments(self.text, position, spec.openers)
        named: list[Named] = []
        empty = None
        for slot, span in zip(spec.slots, spans, strict=True):
            if span is None or slot.prefix is None:
                continue
            empty = empty or span
            if kind == "caption":
                self.tokens.append(CaptionToken(start, end, command, *span))
            elif kind == "footnote":
                self.tokens.append(FootnoteToken(start, end, *span))
            else:
                inner = self._expanded(
                    names(self.text, *span, many=spec.many),
                    built=kind == "label",
                    cited=kind in {"cite", "nocite"},
                )
                if slot.prefix or slot.suffix:
                    inner = [(slot.prefix + name + slot.suffix, s, e) for name, s, e in inner]
                named += inner
        self.add_named(kind, start, end, command, named, empty=None if spec.asks else empty)
        if spec.more is not None:
            self.name_things(start, position, command, spec.more)

    def add_named(
        self,
        kind: str,
        start: int,
        end: int,
        command: str,
        named: list[Named],
        *,
        empty: tuple[int, int] | None = None,
    ) -> None:
        """Add the names in a command; ``empty`` is the inside of its first argument for names."""
        if not named and empty and kind in {"cite", "ref"} and not self.text[slice(*empty)].strip():
            named = [("", *empty)]
        if kind in {"cite", "nocite"}:
            if any(name == "*" for name, _, _ in named):
                # \cite{*} asks BibTeX for the same, but prints a question mark
                self.tokens.append(NociteAllToken(start, end))
                named = [item for item in named if item[0] != "*" or kind == "cite"]
            if named:
                self.tokens.append(CiteToken(start, end, command, kind == "nocite", tuple(named)))
        elif kind == "ref" and named:
            self.tokens.append(RefToken(start, end, command, tuple(named)))
        elif kind == "uses" and named:
            self.tokens.append(UseToken(start, end, command, tuple(named)))
        elif kind == "label":
            arms = self.open_arms()
            self.tokens += [LabelToken(s, e, command, name, arms) for name, s, e in named]
        elif kind in BIBLIOGRAPHIES and named:
            self.tokens.append(ResourceToken(start, end, kind, tuple(named)))
        elif kind == "bibitem":  # the arguments after the key are what the entry prints
            self.tokens += [BibitemToken(start, e + 1, name, s, e) for name, s, e in named]

    def _expanded(self, named: list[Named], *, built: bool = False, cited: bool = False) -> list[Named]:
        """Return names with text macros expanded, without those with parameters or, unless ``built``, other macros.

        :param cited: whether they are keys, which may have marks before them.
        """
        plain = []
        for name, start, end in named:
            if cited and name[0] in _MARKS:
                name, start = _bare(name, start, end)  # noqa: PLW2901
            if "\\" in name:
                name = expand(name, self.texts)  # noqa: PLW2901
            if "#" not in name and (built if "\\" in name else "{" not in name):
                plain.append((name, start, end))
        return plain

    def _multicite(self, start: int, position: int, spec: Spec) -> None:
        text, empty = self.text, None
        named: list[Named] = []
        command = text[start + 1 : position]
        position = arguments(text, position, "((")[1]
        while True:
            spans, end = arguments(text, position, spec.openers)
            span = spans[-1]
            if span is None or (named and not _NO_KEY.isdisjoint(text[slice(*span)])):
                break
            empty = empty or span
            named += self._expanded(names(text, *span, many=True), cited=True)
            position = end
        self.add_named("cite", start, position, command, named, empty=empty)


def _bare(name: str, start: int, end: int) -> tuple[str, int]:
    r"""Remove the star and the notes before a key: ``\cite{a,*[see][p.~3]b}`` of REVTeX and mcite."""
    marks = _BEFORE_KEY.match(name)
    return (name[marks.end() :], end - len(name) + marks.end()) if marks else (name, start)


def begins_line(text: str, offset: int) -> bool:
    """Whether only blanks come before a place on its line."""
    before = text[max(0, offset - _INDENT) : offset].rstrip(" \t")
    return before.endswith("\n") or (not before and offset <= _INDENT)
