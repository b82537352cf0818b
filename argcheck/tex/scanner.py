r"""One pass over one file: text and a `MacroTable` in, a list of tokens out.

No tree is built.  The scanner matches each command and then only its own arguments, so unbalanced input costs nothing
but a finding.  It pauses after each command that reads another file, because that file may define commands for the
rest of this one; the stretch between two pauses is a `Segment`, the unit of the cache.

`argcheck.tex.tokens` says what the tokens are, `argcheck.tex.scan_state` keeps what is open; the
readers of commands are in `argcheck.tex.definition_commands` and its neighbours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from argcheck.files.patterns import lazy
from argcheck.tex import (
    bibitem_commands,
    conditional_commands,
    definition_commands,
    environment_commands,
    include_commands,
    language_commands,
    verbatim_commands,
)
from argcheck.tex.arguments import MAX_BODY, arguments, behind_blanks, group_end
from argcheck.tex.commands import SECTION_LEVELS, UNNUMBERED_SECTIONS
from argcheck.tex.open_groups import LIMITS, ScanLimits
from argcheck.tex.scan_state import ScanState, begins_line
from argcheck.tex.tokens import AbstractToken, DeadToken, DirectiveToken, EndInputToken, SectionToken, Segment

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.macros import MacroTable
    from argcheck.tex.scan_state import CommandReader

_DIRECTIVE = lazy(r"%+\s*argcheck:\s*", re.IGNORECASE)
_BEFORE_AT = ("verb@", "lstinline@")  # the @ is a delimiter, not a letter


class Scanner(ScanState):
    """Scans one file; call `segment` until its end is the end of the text."""

    def __init__(
        self, text: str, table: MacroTable, *, style: bool = False, limits: ScanLimits = LIMITS
    ) -> None:
        super().__init__(text, table, style=style, limits=limits)
        self.comments = 0, 0  # the last stretch of comment and blank lines that was searched

    def segment(self, start: int, state: tuple[Any, ...] | None = None) -> Segment:
        """Scan from ``start`` to the end of the next command that reads a file, or to the end of the text."""
        if state:
            stack, arms, self.reported_nesting, loose, before = state
            self.loose, self.before = set(loose), list(before)
            self.stack, self.arms = [tuple(item) for item in stack], [list(arm) for arm in arms]
        self.tokens, self.seen, self.pause = [], set(), False
        end = self._run(start)
        if end >= len(self.text) or self.stop:
            self.finish()
            end = len(self.text)
        loose, before = tuple(sorted(self.loose)), tuple(self.before)
        state = (tuple(self.stack), tuple(map(tuple, self.arms)), self.reported_nesting, loose, before)
        return Segment(self.tokens, end, tuple(sorted(self.seen)), state)

    def _run(self, position: int) -> int:
        text, plain, stack, most = self.text, self.plain, self.stack, self.limits.nesting
        short = self.table.short_verbs
        next_match = _tokens(short)
        while (match := next_match(text, position)) is not None:
            position = match.end()
            which = match.lastindex
            if which == _COMMAND:
                name = match[_COMMAND]
                if name in plain:
                    continue
                position = self._command(match.start(_COMMAND) - 1, position, name)
                if self.table.short_verbs != short:
                    short = self.table.short_verbs
                    next_match = _tokens(short)
                if self.pause or self.stop:
                    return position
            elif which == _BRACE:
                brace = position - 1
                if text[brace] == "{":
                    if len(stack) < most:
                        stack.append(("{", brace))
                    else:
                        self.open("{", brace)
                elif stack and stack[-1][0] == "{" and not self.reported_nesting:
                    stack.pop()
                else:
                    self.close_brace(brace)
            elif which == _COMMENT:
                self._directive(match.start(_COMMENT), position)
            else:
                closing = text.find(text[position - 1], position)
                newline = text.find("\n", position)
                if closing >= 0 and (newline < 0 or closing < newline):
                    self.tokens.append(DeadToken(position - 1, closing + 1))
                    position = closing + 1
        return len(text)

    def _command(self, start: int, position: int, name: str) -> int:
        """Read one command; return where the scan continues."""
        table = self.table
        spec = table.specs.get(name)
        if spec is not None:
            self.name_things(start, position, self.text[start + 1 : position], spec)
            if name in table.hidden:
                self.seen.add(name)
            if name in table.includes:  # \chapterof{Title}{file} with \label{cap:#2}\input{#2} in its body
                return include_commands.read_includes(self, start, position, name)
            include_commands.set_macros(self, start, position, name)
            return position
        reader = _READERS.get(name)
        if reader is not None:
            moved = reader(self, start, position, name)
            return position if moved is None else moved
        if name in table.includes:
            if name in table.hidden:
                self.seen.add(name)
            return include_commands.read_includes(self, start, position, name)
        if name in table.verbs:
            return verbatim_commands.read_verb(self, start, position, name) or position
        if name.startswith(_BEFORE_AT) and not self.style:
            called, _, _ = name.partition("@")
            return verbatim_commands.read_verb(self, start, start + 1 + len(called), called) or position
        if name[:2] == "if" and name not in table.gobbles:
            return conditional_commands.read_conditional(self, start, position, name)
        self.seen.add(name)
        if name in table.setters:
            include_commands.set_macros(self, start, position, name)
        elif name not in table.gobbles:
            self.plain.add(name)
        return self._gobbled(position, name) if name in table.gobbles else position

    def _gobbled(self, position: int, name: str) -> int:
        """Skip the arguments of a macro that prints none of them."""
        end = position
        for _ in self.table.gobbles[name]:
            end = group_end(self.text, behind_blanks(self.text, end), MAX_BODY)
            if end < 0:
                return position
        self.tokens.append(DeadToken(position, end))
        return end

    def _directive(self, start: int, end: int) -> None:
        text = self.text
        match = _DIRECTIVE.match(text, start, end)
        if match is None:
            return
        following = end
        if self.comments[0] <= end < self.comments[1]:
            following = self.comments[1]
        while True:  # the next line with live text: past blank and comment lines
            following = behind_blanks(text, following)
            if text[following : following + 1] != "\n":
                break
            following += 1
        self.comments = end, following
        directive = text[match.end() : end].strip()
        self.tokens.append(DirectiveToken(start, end, directive, begins_line(text, start), following))


def _section(scan: ScanState, start: int, position: int, name: str) -> int | None:
    # \newcommand{\addchap}[1]{\newpage\input{chapters/#1}}
    own = [include for include in scan.table.includes.get(name, ()) if "#" in include.name]
    spans, end = arguments(scan.text, position, "[{")
    if spans[1] and all(len(include.openers) > 1 for include in own):
        starred = scan.text[position - 1] == "*" or name in UNNUMBERED_SECTIONS
        scan.tokens.append(SectionToken(start, end, SECTION_LEVELS[name], starred, *spans[1]))
    return include_commands.read_includes(scan, start, position, name) if own else None


def _abstract(scan: ScanState, start: int, position: int, name: str) -> int | None:
    if name in scan.table.includes:  # \renewcommand{\abstract}[1]{\chapter*{Abstract}\input{#1}}
        return include_commands.read_includes(scan, start, position, name)
    position = behind_blanks(scan.text, position)
    end = group_end(scan.text, position, MAX_BODY)
    if end > 0:
        scan.tokens.append(AbstractToken(position + 1, end - 1))
    return None


def _endinput(scan: ScanState, start: int, position: int, _name: str) -> None:
    if not scan.arms:
        scan.tokens.append(EndInputToken(start, position))
        scan.stop = True


_READERS: dict[str, CommandReader] = {
    "abstract": _abstract,
    "endinput": _endinput,
    **dict.fromkeys(SECTION_LEVELS, _section),
    **conditional_commands.READERS,
    **environment_commands.READERS,
    **language_commands.READERS,
    **definition_commands.READERS,
    **include_commands.READERS,
    **bibitem_commands.READERS,
    **verbatim_commands.READERS,
}

_COMMAND, _BRACE, _COMMENT = 1, 2, 3  # groups of a match; without one it is a short verb
_COMPILED: dict[str, Callable[..., re.Match[str] | None]] = {}


def _tokens(short_verbs: str) -> Callable[..., re.Match[str] | None]:
    """Return a function that matches from an offset to the end of the next token that matters.

    Text, control symbols, ordinary comments and groups of plain text are skipped.
    """
    if short_verbs not in _COMPILED:
        verbs = re.escape(short_verbs)
        text = rf"[^\\%{{}}{verbs}]*+"
        passed = rf"\\[^A-Za-z@]|\{{{text}\}}|%(?!%*[^\S\n]*+(?i:argcheck:))[^\n]*+"
        tokens = r"\\([A-Za-z@]++)\*?+|([{}])|(%[^\n]*+)" + (f"|[{verbs}]" if verbs else "")
        _COMPILED[short_verbs] = lazy(f"{text}(?:(?:{passed}){text})*+(?:{tokens})").match
    return _COMPILED[short_verbs]
