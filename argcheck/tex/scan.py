r"""One pass over one file: text and a `MacroTable` in, a list of events out.

No tree is built.  A command is found, then only its own arguments are matched, so
unbalanced input costs nothing but a finding.  A scan pauses after each command that
reads another file, because that file may define commands for the rest of this one;
what lies between two pauses is a `Segment`, the unit of the cache.

`argcheck.tex.events` says what the events are, `argcheck.tex.groups` keeps what is open; the
readers of commands that stand by themselves are in `argcheck.tex.definitions` and its neighbours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from argcheck.language import NAMES
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex import babel, definitions, files, items, verbatim
from argcheck.tex.arguments import BLANK, MAX_BODY, arguments, group_end, names
from argcheck.tex.commands import (
    BIBLIOGRAPHIES,
    LISTING_OPTIONS,
    NO_OPTION_LABEL,
    NOT_CONDITIONALS,
    OPTION_LABEL,
    SECTION_LEVELS,
    Slot,
)
from argcheck.tex.events import (
    ABSTRACT,
    BEGIN,
    BEGIN_DOCUMENT,
    BIBITEM,
    CAPTION,
    CITE,
    DEAD,
    DEFINE,
    DIRECTIVE,
    END,
    END_DOCUMENT,
    END_INPUT,
    FILECONTENTS,
    FOOTNOTE,
    LABEL,
    LANGUAGE,
    NOCITE_ALL,
    REF,
    RESOURCE,
    SECTION,
    USES,
)
from argcheck.tex.groups import LIMITS, Groups, Limits
from argcheck.tex.macros import MOST_COMMANDS, Definition, expand

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.commands import Spec
    from argcheck.tex.events import Event
    from argcheck.tex.macros import MacroTable

_IF = lazy(r"\\(if[A-Za-z@]*|else|fi|unless)(?![A-Za-z@])|\\(?s:.)|%[^\n]*")
_DIRECTIVE = lazy(r"%+\s*argcheck:\s*", re.IGNORECASE)
_OPTION_LABEL = lazy(r"(?<![\w\\-])label\s*=\s*(?:\{([^{}]*)\}|([^,{}\[\]\s]+))")
_OPTION_CAPTION = lazy(r"(?<![\w\\-])(?:caption|title)\s*=\s*(\{|[^,\]]+)")
_CALL = lazy(r"\\([A-Za-z@]+)\*?")
_BEFORE_KEY = lazy(r"\*?(?:\[[^\]]*\])*(?=.)")
_MARKS = frozenset("*[")  # before a key
_OPTION_CITE = lazy(r"(?<![\w\\-])cite\s*=\s*(?:\{([^{}\[\]\\]*)\}|([^,{}\[\]\s]+))")
#: Environments that write what they hold to a file that the document reads in the same run.
_WRITING = frozenset(("VerbatimOut", "verbatimwrite", "tcbverbatimwrite"))
_OF_VERBATIM = ("verbatim", "Verbatim")  # smallverbatim: so classes call what they make of it
_BEFORE_AT = ("verb@", "lstinline@")  # no letter is the @ there, but a delimiter
_MAX_KEPT = 64  # groups and conditionals, each in the other
_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")
#: Up to the columns of a table, whose bars are no short verbs.
_COLUMNS = {
    **dict.fromkeys(("array", "longtable", "tabular"), (_OPTION, _FILE)),
    **dict.fromkeys(("tabular*", "tabularx", "tabulary"), (_FILE, _OPTION, _FILE)),
}
#: Up to a second end, unless a second document begins before it, or something that may only show one.
_SECOND_END = lazy(
    r"(?:[^\\%]++|%[^\n]*+|\\(?!begin|verb|if|end\s*\{document\})(?s:.))*+(\\end\s*\{document\})"
)
_NEWIF = lazy(r"\s*\\if[A-Za-z@]*")
_OVERLAY = Slot("<", "", "")
_FALSE = lazy(
    r"if\s*(?:0(?!0)|1(?!1))(?=[\s\d\\])\s?\d?|ifodd\s*[02468](?!\d)"
    r"|ifnum\s*(?:0\s*=\s*1|1\s*=\s*0|0\s*>\s*[01]|1\s*<\s*[01])(?!\d)"
)


class Segment(NamedTuple):
    """What one stretch of a file holds; ``state`` is what the scan of the rest starts from."""

    events: list[Event]
    end: int  #: offset at which the scan goes on; the length of the text at its end
    seen: tuple[str, ...]  #: unknown commands met, for macros with names in their bodies
    state: tuple[Any, ...]


_INDENT = 1_000  # blanks before what is the first on its line


class Scanner(Groups):
    """Reads one file; call `segment` until its end is the end of the text."""

    def __init__(self, text: str, table: MacroTable, *, style: bool = False, limits: Limits = LIMITS) -> None:
        super().__init__(text, table, style=style, limits=limits)
        self.seen: set[str] = set()
        self.before: list[tuple[tuple[str, int], ...] | None] = []  # the stack at each conditional
        self.plain: set[str] = set()  # commands met that mean nothing, as long as nothing is defined
        self.pause = False
        self.exploded = False  # whether a macro was reported that stands for too much
        self.comments = 0, 0  # the last stretch of comment and blank lines that was looked through

    def segment(self, start: int, state: tuple[Any, ...] | None = None) -> Segment:
        """Scan from ``start`` to after the next command that reads a file, or to the end."""
        if state:
            stack, arms, self.reported_nesting, loose, before = state
            self.loose, self.before = set(loose), list(before)
            self.stack, self.arms = [tuple(item) for item in stack], [list(arm) for arm in arms]
        self.events, self.seen, self.pause = [], set(), False
        end = self._run(start)
        if end >= len(self.text) or self.stop:
            self.finish()
            end = len(self.text)
        arms = tuple(tuple(arm) for arm in self.arms)
        loose, before = tuple(sorted(self.loose)), tuple(self.before)
        state = (tuple(self.stack), arms, self.reported_nesting, loose, before)
        return Segment(self.events, end, tuple(sorted(self.seen)), state)

    def _run(self, position: int) -> int:
        text, specs, includes, seen = self.text, self.table.specs, self.table.includes, self.seen
        handlers, plain = self._HANDLERS, self.plain
        hidden, setters = self.table.hidden, self.table.setters
        gobbles, stack, most = self.table.gobbles, self.stack, self.limits.nesting
        verbs, short = self.table.verbs, self.table.short_verbs
        token = _tokens(short)
        while (match := token(text, position)) is not None:
            position = match.end()
            which = match.lastindex
            if which == _COMMAND:
                name = match[_COMMAND]
                if name in plain:
                    continue
                start = match.start(_COMMAND) - 1
                spec = specs.get(name)
                if spec is not None:
                    self._named(start, position, text[start + 1 : position], spec)
                    if name in hidden:
                        seen.add(name)
                    if name in setters:
                        files.set_macros(self, start, position, name)
                    continue
                handler = handlers.get(name)
                if handler is not None:
                    moved = handler(self, start, position, name)
                    position = position if moved is None else moved
                    if self.table.short_verbs != short:
                        short = self.table.short_verbs
                        token = _tokens(short)
                elif name in includes:
                    if name in hidden:
                        seen.add(name)
                    position = files.read_includes(self, start, position, name)
                elif name in verbs:
                    position = verbatim.read_verb(self, start, position, name) or position
                elif name.startswith(_BEFORE_AT) and not self.style:
                    called, _, _ = name.partition("@")
                    position = verbatim.read_verb(self, start, start + 1 + len(called), called) or position
                elif name[:2] == "if":
                    position = self._conditional(start, position, name)
                else:
                    seen.add(name)
                    if name in setters:
                        files.set_macros(self, start, position, name)
                    elif name not in gobbles:
                        plain.add(name)
                    if name in gobbles:
                        position = self._gobbled(position, name)
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
                    self.events.append((DEAD, position - 1, closing + 1))
                    position = closing + 1
        return len(text)

    def _gobbled(self, position: int, name: str) -> int:
        """Skip the arguments of a macro that prints none of them."""
        spans, end = arguments(
            self.text, position, tuple(Slot("{", None, "") for _ in self.table.gobbles[name])
        )
        if None in spans:
            return position
        self.events.append((DEAD, position, end))
        return end

    # -- names

    def _named(self, start: int, position: int, command: str, spec: Spec) -> None:
        """Take over what the arguments at ``position`` name, for a command or an environment of that shape."""
        kind = spec.kind
        if kind == "multicite":
            self._multicite(start, position, spec)
            return
        if not spec.slots:  # a flag of the argument, such as \leanok: it names nothing but itself
            self.events.append((USES, start, position, command, ((command, start, position),)))
            return
        spans, end = arguments(self.text, position, spec.slots)
        found: list[tuple[str, int, int]] = []
        for slot, span in zip(spec.slots, spans, strict=True):
            if span is None or slot.prefix is None:
                continue
            if kind == "caption":
                self.events.append((CAPTION, start, end, command, *span))
            elif kind == "footnote":
                self.events.append((FOOTNOTE, start, end, *span))
            else:
                inner = names(self.text, *span, many=spec.many)
                inner = self._expanded(inner)
                if slot.prefix or slot.suffix:
                    inner = [(slot.prefix + n + slot.suffix, s, e) for n, s, e in inner]
                found += inner
        self._emit(kind, start, end, command, found, empty=None if found else self._empty(spec, spans))
        if spec.more is not None:
            self._named(start, position, command, spec.more)

    @staticmethod
    def _empty(spec: Spec, spans: list[tuple[int, int] | None]) -> tuple[int, int] | None:
        """Find the inside of the first argument for names, for a command that names nothing."""
        return next(
            (s for slot, s in zip(spec.slots, spans, strict=True) if s and slot.prefix is not None), None
        )

    def _emit(
        self,
        kind: str,
        start: int,
        end: int,
        command: str,
        found: list[tuple[str, int, int]],
        *,
        empty: tuple[int, int] | None,
    ) -> None:
        if kind in {"cite", "nocite"}:
            if any(name == "*" for name, _, _ in found):
                # A \cite asks BibTeX for the same, but prints a question mark.
                self.events.append((NOCITE_ALL, start, end))
                found = [item for item in found if item[0] != "*" or kind == "cite"]
            elif not found and empty and kind == "cite" and not self.text[slice(*empty)].strip():
                found = [("", *empty)]
            if found:
                self.events.append((CITE, start, end, command, kind == "nocite", tuple(found)))
        elif kind in {"ref", "uses"}:
            if not found and empty and kind == "ref" and not self.text[slice(*empty)].strip():
                found = [("", *empty)]
            if found:
                self.events.append((REF if kind == "ref" else USES, start, end, command, tuple(found)))
        elif kind == "label":
            arms = tuple((a, b) for a, b in self.arms)
            self.events += [(LABEL, s, e, command, name, arms) for name, s, e in found]
        elif kind in BIBLIOGRAPHIES and found:
            self.events.append((RESOURCE, start, end, kind, tuple(found)))
        elif kind == "bibitem":  # the arguments after the key are what the entry prints
            self.events += [(BIBITEM, start, e + 1, name, s, e) for name, s, e in found]

    def _expanded(self, found: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
        """Names with text macros expanded; what still holds a macro or a parameter is no name."""
        plain = []
        for name, start, end in found:
            if name[0] in _MARKS:
                name, start = _bare(name, start, end)  # noqa: PLW2901
            if "\\" in name:
                name = expand(name, self.table.text)  # noqa: PLW2901
            if "\\" not in name and "#" not in name and "{" not in name:
                plain.append((name, start, end))
        return plain

    def _multicite(self, start: int, position: int, spec: Spec) -> None:
        text, empty = self.text, None
        found: list[tuple[str, int, int]] = []
        command = text[start + 1 : position]
        position = arguments(text, position, (Slot("(", None, ""), Slot("(", None, "")))[1]
        while True:
            spans, end = arguments(text, position, spec.slots)
            span = spans[-1]
            if span is None or (found and re.search(r"[\\{}$]", text[slice(*span)])):
                break
            empty = empty or span
            found += self._expanded(names(text, *span, many=True))
            position = end
        self._emit("cite", start, position, command, found, empty=empty)

    # -- environments

    def _begin(self, start: int, position: int, _name: str) -> int | None:
        text = self.text
        here = BLANK.match(text, position).end()  # type: ignore[union-attr]
        end = group_end(text, here, 200)
        if end < 0:
            return None
        name = text[here + 1 : end - 1].strip()
        if name == "document":
            self.events.append((BEGIN_DOCUMENT, start, end))
            for sign in sorted(self.table.short_verbs_of_text):
                self.define(start, end, Definition("shortverb", sign, "", ""))
            return end
        known = name in self.table.verbatim or name.endswith(_OF_VERBATIM)
        if known or (name in self.table.alltt and self._has_percent(end, name)):
            return self._verbatim(start, end, name)
        if name in {"filecontents", "filecontents*"}:
            return self._filecontents(start, end, name)
        option = arguments(text, end, (_OVERLAY, _OPTION) if name == "frame" else (_OPTION,))[0][-1]
        self.events.append((BEGIN, start, option[1] + 1 if option else end, name, *(option or (-1, -1))))
        self.open(name, start)
        if option and name not in NO_OPTION_LABEL:
            self._option_names(start, option, name)
        spec = self.table.environments.get(name)
        if spec is not None:
            self._named(start, end, name, spec)
        if name in {"otherlanguage", "otherlanguage*"}:
            language = arguments(text, end, (_FILE,))[0][0]
            if language:
                named = text[slice(*language)].strip()
                self.events.append((LANGUAGE, start, language[1] + 1, "switch", (named,)))
        elif name in NAMES:
            self.events.append((LANGUAGE, start, end, "switch", (name,)))
        return arguments(text, end, _COLUMNS[name])[1] if self.table.short_verbs and name in _COLUMNS else end

    def _has_percent(self, start: int, name: str) -> bool:
        """Whether a percent sign, which is no comment there, stands in an environment of the ``alltt`` kind."""
        closing = self.text.find(f"\\end{{{name}}}", start)
        return closing >= 0 and self.text.find("%", start, closing) >= 0

    def _option_names(self, start: int, option: tuple[int, int], name: str) -> None:
        label = _OPTION_LABEL.search(self.text, *option)
        if label:
            group = 1 if label[1] is not None else 2
            text = label[group].strip()
            if text and not re.search(r"[\\#()]", text) and (":" in text or self._has_label_option(name)):
                offset = label.start(group) + label[group].index(text[0])
                arms = tuple((a, b) for a, b in self.arms)
                self.events.append((LABEL, offset, offset + len(text), "label=", text, arms))
        caption = _OPTION_CAPTION.search(self.text, *option)
        if caption and name not in self.table.theorems and name != "frame":
            self.events.append((CAPTION, start, option[1] + 1, "caption=", *caption.span(1)))

    def _named_within(self, option: tuple[int, int]) -> None:
        """Take over the citations and references in an option that the scan does not go through."""
        for match in _CALL.finditer(self.text, *option):
            spec = self.table.specs.get(match[1])
            if spec is not None and spec.kind in {"cite", "nocite", "multicite", "ref"}:
                self._named(match.start(), match.end(), match[1], spec)

    def _has_label_option(self, name: str) -> bool:
        """Whether a ``label=`` of this environment is known to be a label; in a list it may be what is printed."""
        table = self.table
        known = name in LISTING_OPTIONS or name in OPTION_LABEL
        return known or name in table.theorems or name in table.floats or name in table.environments

    def _listing(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[0] and spans[1]:
            self._option_names(start, spans[0], "lstlisting")
            self._named_within(spans[0])
            return end
        return position

    def _verbatim(self, start: int, end: int, name: str) -> int:
        text = self.text
        option = arguments(text, end, (_OPTION,))[0][0]
        after = option[1] + 1 if option else end
        closing = text.find(f"\\end{{{name}}}", end)
        self.events.append((BEGIN, start, after, name, *(option or (-1, -1))))
        if option and name in LISTING_OPTIONS:
            self._option_names(start, option, name)
            self._named_within(option)
        if closing < 0:
            self.unclosed(name, start)
            stop = after_close = len(text)
        else:
            stop, after_close = closing, closing + len(name) + 6
        if name in _WRITING:
            self._written(start, end, stop)
        self.events.append((DEAD, after, stop))
        self.events.append((END, stop, after_close, name))
        return after_close

    def listing(self, start: int) -> int | None:
        r"""Return where an environment ends that begins a document by the ``\documentclass`` at ``start``: it prints one.

        So does every environment of that name from here on, unless it was an option that made this one a listing.
        """
        text = self.text
        if not self.stack or self.stack[-1][0] == "{" or not _begins_line(text, start):
            return None
        name, begin = self.stack[-1]
        closing = text.find(f"\\end{{{name}}}", start)
        if closing < 0:
            return None
        self.events.append((DEAD, start, closing))
        if text[begin : begin + len(name) + 9] != f"\\begin{{{name}}}[":
            self.define(start, closing, Definition("verbatim", name, "", ""))
        return closing

    def _written(self, start: int, position: int, stop: int) -> None:
        """Take over the file that an environment writes: its name is the argument at ``position``."""
        spans, body = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1]:
            target = self.text[slice(*spans[1])].strip()
            self.events.append((FILECONTENTS, start, stop, target, body, stop))

    def _filecontents(self, start: int, end: int, name: str) -> int:
        closing = self.text.find(f"\\end{{{name}}}", end)
        stop = len(self.text) if closing < 0 else closing
        self._written(start, end, stop)
        self.events.append((DEAD, start, stop))
        return stop if closing < 0 else closing + len(name) + 6

    def _end(self, start: int, position: int, _name: str) -> int | None:
        here = BLANK.match(self.text, position).end()  # type: ignore[union-attr]
        end = group_end(self.text, here, 200)
        if end < 0:
            return None
        name = self.text[here + 1 : end - 1].strip()
        if name == "document" and self.alone(start, end):
            return end
        if name == "document":
            if not self.style and self.stack and not self.arms and not self.reported_nesting:
                self.unclosed(*self.stack[0])
            again = None if self.style or self.arms else _SECOND_END.match(self.text, end)
            if again:
                message = (
                    "a second \\end{document}: the first one ends the document, and nothing behind it is read"
                )
                self.problem("ended", *again.span(1), message, "remove the one that does not belong here")
            self.events.append((END_DOCUMENT, start, end))
            self.stop = True
            return end
        self.events.append((END, start, end, name))
        self.end_environment(name, start, end)
        return end

    # -- conditionals

    def _conditional(self, start: int, position: int, name: str) -> int:
        if name in NOT_CONDITIONALS or self.text[position : position + 1] == "{":
            return position
        if name in {"if", "ifnum", "ifodd"} and _FALSE.match(self.text, start + 1):
            return self._iffalse(start, position, name) or position
        self._enter(start, 0)
        return position

    def _enter(self, start: int, arm: int) -> None:
        few = len(self.stack) <= _MAX_KEPT and len(self.arms) <= _MAX_KEPT
        self.before.append(tuple(self.stack) if few else None)
        self.arms.append([start, arm])

    def _newif(self, _start: int, position: int, _name: str) -> int | None:
        match = _NEWIF.match(self.text, position)
        return match.end() if match else None

    def _else(self, _start: int, _position: int, _name: str) -> None:
        if self.arms:
            self.arms[-1][1] += 1
            before = self.before[-1]
            if before is not None:  # the other branch starts from the same groups
                self.stack[:] = before

    def _fi(self, _start: int, _position: int, _name: str) -> None:
        if self.arms:
            self.arms.pop()
            self.before.pop()

    def _iffalse(self, start: int, position: int, _name: str) -> int | None:
        if self.alone(start, position):
            return None
        end, word = self._skip_arm(position)
        self.events.append((DEAD, start, end))
        if word == "else":
            self._enter(start, 1)
        return end

    def _iftrue(self, start: int, _position: int, _name: str) -> None:
        self._enter(start, -1)  # the arm 0 that follows \else is dead

    def _skip_arm(self, position: int) -> tuple[int, str]:
        depth = 0
        for match in _IF.finditer(self.text, position):
            word = match[1]
            if word is None or word == "unless":
                continue
            if word == "fi":
                if not depth:
                    return match.end(), "fi"
                depth -= 1
            elif word == "else":
                if not depth:
                    return match.end(), "else"
            elif word not in NOT_CONDITIONALS and self.text[match.end() : match.end() + 1] != "{":
                depth += 1
        return len(self.text), "end"

    def _dead_else(self, start: int, position: int, name: str) -> int | None:
        if self.arms and self.arms[-1][1] == -1:
            self._fi(start, position, name)
            end, _ = self._skip_arm(position)
            self.events.append((DEAD, start, end))
            return end
        self._else(start, position, name)
        return None

    def _acronym(self, start: int, position: int, _name: str) -> None:
        r"""Read what an acronym of ``acro`` cites: ``\DeclareAcronym{id}{short=A, cite={a,b}}``."""
        spans, end = arguments(self.text, position, (_FILE, _FILE))
        given = _OPTION_CITE.search(self.text, *spans[1]) if spans[1] else None
        if given:
            found = names(self.text, *given.span(1 if given[1] is not None else 2), many=True)
            self._emit("cite", start, end, "DeclareAcronym", found, empty=None)

    # -- structure

    def _section(self, start: int, position: int, name: str) -> None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1]:
            starred = self.text[position - 1] == "*"
            self.events.append((SECTION, start, end, SECTION_LEVELS[name], starred, *spans[1]))

    def _abstract(self, _start: int, position: int, _name: str) -> None:
        position = BLANK.match(self.text, position).end()  # type: ignore[union-attr]
        end = group_end(self.text, position, MAX_BODY)
        if end > 0:
            self.events.append((ABSTRACT, position + 1, end - 1))

    def _endinput(self, start: int, position: int, _name: str) -> None:
        if not self.arms:
            self.events.append((END_INPUT, start, position))
            self.stop = True

    def _directive(self, start: int, end: int) -> None:
        text = self.text
        match = _DIRECTIVE.match(text, start, end)
        if match is None:
            return
        own_line = _begins_line(text, start)
        following = end
        if self.comments[0] <= end < self.comments[1]:
            following = self.comments[1]
        while True:  # the next line with live text: past blank and comment lines
            following = BLANK.match(text, following).end()  # type: ignore[union-attr]
            if text[following : following + 1] == "\n":
                following += 1
                continue
            break
        self.comments = end, following
        self.events.append((DIRECTIVE, start, end, text[match.end() : end].strip(), own_line, following))

    def define(self, start: int, end: int, definition: Definition) -> None:
        """Take over a definition: as an event, for a later run, and for the rest of this one."""
        self.events.append((DEFINE, start, end, *definition))
        self.table.define(definition)
        if self.table.commands.get(definition.name, 0) > MOST_COMMANDS and not self.exploded:
            self.exploded = True
            said = f"\\{definition.name} stands for more than {MOST_COMMANDS:,} commands"
            self.problem(
                "limit", start, end, said, "macros that double each other have no end that TeX could reach"
            )
        self.plain.clear()

    _HANDLERS: ClassVar[dict[str, Callable[[Scanner, int, int, str], int | None]]] = {
        "begin": _begin,
        "end": _end,
        "else": _dead_else,
        "fi": _fi,
        "iffalse": _iffalse,
        "iftrue": _iftrue,
        "DeclareAcronym": _acronym,
        "abstract": _abstract,
        "newif": _newif,
        "lstinputlisting": _listing,
        "endinput": _endinput,
        **dict.fromkeys(SECTION_LEVELS, _section),
        **babel.READERS,
        **definitions.READERS,
        **files.READERS,
        **items.READERS,
        **verbatim.READERS,
    }


def _bare(name: str, start: int, end: int) -> tuple[str, int]:
    r"""Take off a key what joins it to the one before, and its notes: ``\cite{a,*[see][p.~3]b}`` of REVTeX and mcite."""
    marks = _BEFORE_KEY.match(name)
    return (name[marks.end() :], end - len(name) + marks.end()) if marks else (name, start)


_COMMAND, _BRACE, _COMMENT = 1, 2, 3  # groups of a token; without one it is a short verb
_COMPILED: dict[str, Callable[..., re.Match[str] | None]] = {}


def _tokens(short_verbs: str) -> Callable[..., re.Match[str] | None]:
    """Return what finds the next token from an offset on, and its end: what lies between means nothing.

    Groups in which nothing stands but text, control symbols and comments for the reader are no tokens.
    """
    if short_verbs not in _COMPILED:
        verbs = re.escape(short_verbs)
        text = rf"[^\\%{{}}{verbs}]*+"
        passed = rf"\\[^A-Za-z@]|\{{{text}\}}|%(?!%*[^\S\n]*+(?i:argcheck:))[^\n]*+"
        tokens = r"\\([A-Za-z@]++)\*?+|([{}])|(%[^\n]*+)" + (f"|[{verbs}]" if verbs else "")
        _COMPILED[short_verbs] = lazy(f"{text}(?:(?:{passed}){text})*+(?:{tokens})").match
    return _COMPILED[short_verbs]


def _begins_line(text: str, offset: int) -> bool:
    """Whether nothing but blanks stands before a place on its line."""
    before = text[max(0, offset - _INDENT) : offset].rstrip(" \t")
    return before.endswith("\n") or (not before and offset <= _INDENT)
