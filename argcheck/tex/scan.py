r"""One pass over one file: text and a `MacroTable` in, a list of events out.

No tree is built.  A command is found, then only its own arguments are matched, so
unbalanced input costs nothing but a finding.  A scan pauses after each command that
reads another file, because that file may define commands for the rest of this one;
what lies between two pauses is a `Segment`, the unit of the cache.

`argcheck.tex.events` says what the events are, `argcheck.tex.groups` keeps what is open,
`argcheck.tex.definitions` reads what is defined.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from argcheck.language import NAMES
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.arguments import BLANK, MAX_BODY, arguments, group_end, names, verb_end
from argcheck.tex.commands import (
    BIBLIOGRAPHIES,
    LISTING_OPTIONS,
    NO_OPTION_LABEL,
    NOT_CONDITIONALS,
    OPTION_LABEL,
    PACKAGE_SPECS,
    PACKAGE_VERBATIM,
    PACKAGES,
    SECTION_LEVELS,
    Slot,
    words,
)
from argcheck.tex.definitions import READERS
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
    INCLUDEONLY,
    INPUT,
    LABEL,
    LANGUAGE,
    NOCITE_ALL,
    PACKAGE,
    REF,
    RESOURCE,
    SECTION,
    USES,
)
from argcheck.tex.groups import LIMITS, Groups, Limits
from argcheck.tex.macros import Definition

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.commands import Include, Spec
    from argcheck.tex.events import Event
    from argcheck.tex.macros import MacroTable

_IF = lazy(r"\\(if[A-Za-z@]*|else|fi|unless)(?![A-Za-z@])|\\(?s:.)|%[^\n]*")
_DIRECTIVE = lazy(r"%+\s*argcheck:\s*", re.IGNORECASE)
_OPTION_LABEL = lazy(r"(?<![\w\\-])label\s*=\s*(?:\{([^{}]*)\}|([^,{}\[\]\s]+))")
_OPTION_CAPTION = lazy(r"(?<![\w\\-])(?:caption|title)\s*=\s*(\{|[^,\]]+)")
_CALL = lazy(r"\\([A-Za-z@]+)\*?")
_JOINED = lazy(r"\*(?:\[[^\]]*\])*(?=.)")
_PATH_MARK = lazy(r"\\(?:subfix|detokenize)\s*\{([^{}]*)\}")
_OPTION_CITE = lazy(r"(?<![\w\\-])cite\s*=\s*(?:\{([^{}\[\]\\]*)\}|([^,{}\[\]\s]+))")
_WORD = lazy(r"[^\s{}\\%~&$]+")
_NEXT = lazy(r"[ \t]*(?:\\(?:[A-Za-z@]+|(?s:.))|[{}])")
_MAX_VERB = 4_000  # characters in the argument of a \verb or \url
_MAX_KEPT = 64  # groups and conditionals, each in the other
_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")
_NEWIF = lazy(r"\s*\\if[A-Za-z@]*")
_OVERLAY = Slot("<", "", "")
_MAIN_LANGUAGE = words("setmainlanguage setdefaultlanguage")
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


class Scanner(Groups):
    """Reads one file; call `segment` until its end is the end of the text."""

    def __init__(self, text: str, table: MacroTable, *, style: bool = False, limits: Limits = LIMITS) -> None:
        super().__init__(text, table, style=style, limits=limits)
        self.seen: set[str] = set()
        self.before: list[tuple[tuple[str, int], ...] | None] = []  # the stack at each conditional
        self.plain: set[str] = set()  # commands met that mean nothing, as long as nothing is defined
        self.pause = False

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
        hidden, stack, most = self.table.hidden, self.stack, self.limits.nesting
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
                    continue
                handler = handlers.get(name)
                if handler is not None:
                    moved = handler(self, start, position, name)
                    position = position if moved is None else moved
                    if self.table.short_verbs != short:
                        short = self.table.short_verbs
                        token = _tokens(short)
                elif name in includes:
                    position = self._include(start, position, name)
                elif name in verbs:
                    position = self._verb(start, position, name) or position
                elif name[:2] == "if":
                    position = self._conditional(start, position, name)
                else:
                    seen.add(name)
                    plain.add(name)
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
                    position = closing + 1
        return len(text)

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
            found = [_unstarred(item) if item[0][:1] == "*" else item for item in found]
            if kind == "nocite" and any(name == "*" for name, _, _ in found):
                self.events.append((NOCITE_ALL, start, end))
                found = [item for item in found if item[0] != "*"]
            elif not found and empty and kind == "cite" and not self.text[slice(*empty)].strip():
                found = [("", *empty)]
            if found:
                self.events.append((CITE, start, end, command, kind == "nocite", tuple(found)))
        elif kind in {"ref", "uses"}:
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
            if "\\" in name:
                name = self._expand(name)  # noqa: PLW2901
            if "\\" not in name and "#" not in name and "{" not in name:
                plain.append((name, start, end))
        return plain

    def _expand(self, text: str) -> str:
        return expand(text, self.table.text)

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
            return end
        if name in self.table.verbatim or (name in self.table.alltt and self._has_percent(end, name)):
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
        return end

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
        self.events.append((DEAD, after, stop))
        self.events.append((END, stop, after_close, name))
        return after_close

    def _typewriter(self, _start: int, position: int, _name: str) -> int | None:
        r"""Read ``\begintt ... \endtt``, the listings of The TeXbook and of the manuals that took its macros."""
        closing = self.text.find("\\endtt", position)
        if closing < 0:
            return None
        self.events.append((DEAD, position, closing))
        return closing + len("\\endtt")

    def _filecontents(self, start: int, end: int, name: str) -> int:
        spans, body = arguments(self.text, end, (_OPTION, _FILE))
        closing = self.text.find(f"\\end{{{name}}}", body)
        stop = len(self.text) if closing < 0 else closing
        if spans[1]:
            target = self.text[slice(*spans[1])].strip()
            self.events.append((FILECONTENTS, start, stop, target, body, stop))
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

    # -- dead text in a line

    def _verb(self, _start: int, position: int, name: str) -> int | None:
        text = self.text
        position = arguments(text, position, (_OPTION,) if name != "verb" else ())[1]
        if name in {"mint", "mintinline", "SaveVerb"}:
            here = group_end(text, position, 200)
            if name == "mint" and (
                here < 0 or text[here : here + 1].isalnum() or text[here : here + 1].isspace()
            ):
                return None  # a macro of that name that is not of minted, such as an integral
            position = here if here > 0 else position
        if position >= len(text) or (text[position].isspace() and name == "verb"):
            return None
        if text[position] != "{":
            end = verb_end(text, position, position + _MAX_VERB)
        elif name != "verb":
            reading = "plain" if name == "mintinline" else "raw"
            end = group_end(text, position, _MAX_VERB, reading=reading)
        else:  # that of another package, such as slatex: hardly anybody delimits by an opening brace
            line = text.find("\n", position)
            end = group_end(text, position, (line if line >= 0 else len(text)) - position, reading="plain")
            end = end if end > 0 else verb_end(text, position, position + _MAX_VERB)
        return end if end > 0 else None

    def _url(self, _start: int, position: int, _name: str) -> int | None:
        position = arguments(self.text, position, (_OPTION,))[1]
        position = BLANK.match(self.text, position).end()  # type: ignore[union-attr]
        end = group_end(self.text, position, _MAX_VERB, reading="plain")
        return end if end > 0 else None

    def _string(self, _start: int, position: int, _name: str) -> int | None:
        r"""Skip what ``\string`` prints instead of obeying it."""
        printed = _NEXT.match(self.text, position)
        return printed.end() if printed else None

    def _chunk(self, start: int, position: int, name: str) -> int | None:
        """Skip a chunk of code as noweb writes it."""
        closing = self.text.find(f"\\{name.replace('begin', 'end')}", position)
        if closing < 0:
            return None
        self.events.append((DEAD, start, closing))
        return closing

    # -- files

    def _include(self, start: int, position: int, name: str) -> int:
        for include in self.table.includes[name]:
            position = max(position, self._one_include(start, position, name, include))
        return position

    def _one_include(self, start: int, position: int, name: str, include: Include) -> int:
        text = self.text
        arms = tuple((a, b) for a, b in self.arms)
        here = BLANK.match(text, position).end()  # type: ignore[union-attr]
        if include.openers == "{" and text[here : here + 1] not in {"{", "["}:
            word = (
                _WORD.match(text, here)
                if include.command in {"input", "@@input"} and here > position
                else None
            )
            if not word or include.name != "#1":
                return position
            self.events.append((INPUT, start, word.end(), name, "", word[0], word.start(), word.end(), arms))
            self.pause = True
            return word.end()
        slots = tuple(Slot(opener, "", "") for opener in include.openers)
        if include.command == "includestandalone":
            slots = (_OPTION, *slots)
        spans, end = arguments(text, position, slots)
        spans = spans[len(slots) - len(include.openers) :]
        if include.openers and spans[-1] is None:
            return position
        values = [self._written(span) if span else "" for span in spans]
        if include.default and spans[0] is None:
            values[0] = include.default
        last = next((span for span in reversed(spans) if span), (start, end))
        folder, target = (_fill(template, values) for template in (include.folder, include.name))
        if "#" in target or not target or target.startswith("\\CurrentFile"):
            return position
        self.events.append(
            (
                INPUT,
                start,
                end,
                include.command if name == include.command else name,
                folder,
                target,
                *last,
                arms,
            )
        )
        self.pause = True
        return end

    def _written(self, span: tuple[int, int]) -> str:
        """Give a file name as written, without the comments in it."""
        inner = names(self.text, *span, many=False)
        return inner[0][0] if inner else ""

    def _resource(self, start: int, position: int, name: str) -> int:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1] is None:
            if name == "putbib" and spans[0]:
                spans[1] = spans[0]
            else:
                return position
        if spans[0] and "remote" in self.text[slice(*spans[0])]:
            return end
        many = name in {"bibliography", "nobibliography", "putbib"}
        found = names(self.text, *spans[1], many=many)  # type: ignore[misc]
        expanded = tuple((self._expand(n), s, e) for n, s, e in found)
        self.events.append((RESOURCE, start, end, name, tuple(i for i in expanded if "#" not in i[0])))
        return end

    def _package(self, start: int, position: int, name: str) -> int:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1] is None:
            return position
        options = self.text[slice(*spans[0])] if spans[0] else ""
        command = "documentclass" if name == "documentstyle" else name  # which is that of LaTeX 2.09
        found = tuple(names(self.text, *spans[1], many=command != "documentclass"))
        self.events.append((PACKAGE, start, end, command, options, found))
        for package, _, _ in found:
            if package in PACKAGE_SPECS:
                self.define(start, end, Definition("package", package, "", ""))
            for listing in PACKAGE_VERBATIM.get(package, ()):
                self.define(start, end, Definition("verbatim", listing, "", ""))
        self.pause = True
        return end

    def _includeonly(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_FILE,))
        if spans[0]:
            self.events.append((INCLUDEONLY, start, end, tuple(names(self.text, *spans[0], many=True))))
        return end

    def _bibitem(self, start: int, position: int, _name: str) -> int:
        r"""Read an item of a list of references; the ``\citeauthoryear{...}`` in its label cites nothing."""
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        for name, first, last in names(self.text, *spans[1], many=False) if spans[1] else ():
            if "#" not in name and "\\" not in name:
                self.events.append((BIBITEM, start, end, name, first, last))
        return spans[0][1] + 1 if spans[0] else position

    def _acronym(self, start: int, position: int, _name: str) -> None:
        r"""Read what an acronym of ``acro`` cites: ``\DeclareAcronym{id}{short=A, cite={a,b}}``."""
        spans, end = arguments(self.text, position, (_FILE, _FILE))
        given = _OPTION_CITE.search(self.text, *spans[1]) if spans[1] else None
        if given:
            found = names(self.text, *given.span(1 if given[1] is not None else 2), many=True)
            self._emit("cite", start, end, "DeclareAcronym", found, empty=None)

    def _harvarditem(self, start: int, position: int, _name: str) -> None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE, _FILE, _FILE))
        for name, first, last in names(self.text, *spans[3], many=False) if spans[3] else ():
            self.events.append((BIBITEM, start, end, name, first, last))

    def _bib(self, start: int, position: int, _name: str) -> None:
        r"""Read an entry of amsrefs: ``\bib{key}{type}{fields}``."""
        spans, end = arguments(self.text, position, (_FILE, _FILE, _FILE))
        if spans[2] and spans[1] and self.text[slice(*spans[1])].isalpha():
            for name, first, last in names(self.text, *spans[0], many=False):  # type: ignore[misc]
                self.events.append((BIBITEM, start, end, name, first, last))

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

    def _language(self, start: int, position: int, name: str) -> int | None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1] is None:
            return None
        named = tuple(part.strip() for part in self.text[slice(*spans[1])].split(","))
        if name in _MAIN_LANGUAGE or (name == "babelprovide" and spans[0] and self._is_main(spans[0])):
            self.events.append((LANGUAGE, start, end, "main", named))
        elif name != "selectlanguage":
            self.events.append((LANGUAGE, start, end, "known", named))
        elif self.stack and self.stack[-1][0] == "{" and (close := self._group(self.stack[-1][1])) > end:
            self.events.append((LANGUAGE, end, close, "foreign", named))
        else:
            self.events.append((LANGUAGE, start, end, "switch", named))
        return end

    def _is_main(self, options: tuple[int, int]) -> bool:
        return "main" in re.split(r"[\s,=]+", self.text[slice(*options)])

    def _foreign(self, _start: int, position: int, name: str) -> int | None:
        r"""Read ``\foreignlanguage{german}{...}`` and ``\textgerman{...}``; what stands in it is scanned."""
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        language = name.removeprefix("text")
        if language == name:
            if spans[1] is None:
                return None
            language, position = self.text[slice(*spans[1])].strip(), end
        opened = BLANK.match(self.text, position).end()  # type: ignore[union-attr]
        close = self._group(opened)
        if close > 0:
            self.events.append((LANGUAGE, opened + 1, close - 1, "foreign", (language,)))
        return position

    def _group(self, start: int) -> int:
        return group_end(self.text, start, MAX_BODY)

    def _endinput(self, start: int, position: int, _name: str) -> None:
        if not self.arms:
            self.events.append((END_INPUT, start, position))
            self.stop = True

    def _directive(self, start: int, end: int) -> None:
        text = self.text
        match = _DIRECTIVE.match(text, start, end)
        if match is None:
            return
        line = text.rfind("\n", 0, start) + 1
        own_line = not text[line:start].strip()
        following = end
        while True:  # the next line with live text: past blank and comment lines
            following = BLANK.match(text, following).end()  # type: ignore[union-attr]
            if text[following : following + 1] == "\n":
                following += 1
                continue
            break
        self.events.append((DIRECTIVE, start, end, text[match.end() : end].strip(), own_line, following))

    def define(self, start: int, end: int, definition: Definition) -> None:
        """Take over a definition: as an event, for a later run, and for the rest of this one."""
        self.events.append((DEFINE, start, end, *definition))
        self.table.define(definition)
        self.plain.clear()

    _HANDLERS: ClassVar[dict[str, Callable[[Scanner, int, int, str], int | None]]] = {
        "begin": _begin,
        "end": _end,
        "begintt": _typewriter,
        "else": _dead_else,
        "fi": _fi,
        "iffalse": _iffalse,
        "iftrue": _iftrue,
        "documentclass": _package,
        "documentstyle": _package,
        "includeonly": _includeonly,
        "bibitem": _bibitem,
        "DeclareAcronym": _acronym,
        "harvarditem": _harvarditem,
        "bib": _bib,
        "abstract": _abstract,
        "newif": _newif,
        "string": _string,
        "lstinputlisting": _listing,
        "endinput": _endinput,
        **dict.fromkeys(PACKAGES, _package),
        **dict.fromkeys(BIBLIOGRAPHIES, _resource),
        **dict.fromkeys(SECTION_LEVELS, _section),
        **dict.fromkeys(words("verb Verb lstinline mint mintinline SaveVerb"), _verb),
        **dict.fromkeys(words("url nolinkurl path href"), _url),
        **dict.fromkeys(words("nwbegincode begincode"), _chunk),
        **dict.fromkeys(
            (*words("selectlanguage setotherlanguage setotherlanguages babelprovide"), *_MAIN_LANGUAGE),
            _language,
        ),
        **dict.fromkeys(words("foreignlanguage textenglish textgerman textfrench"), _foreign),
        **READERS,
    }


def _unstarred(item: tuple[str, int, int]) -> tuple[str, int, int]:
    r"""Take the mark off a key that joins the one before it, as in ``\cite{a,*b}`` of REVTeX and mcite."""
    name, start, end = item
    mark = _JOINED.match(name)
    return (name[mark.end() :], start + mark.end(), end) if mark and "\n" not in name else item


def expand(text: str, macros: dict[str, str]) -> str:
    """``text`` with argument-free macros replaced, at most eight deep, and what marks it as a path taken off."""
    text = _PATH_MARK.sub(r"\1", text) if "\\" in text else text
    for _ in range(8):
        if "\\" not in text:
            break
        replaced = re.sub(
            r"\\([A-Za-z@]+)(?:\{\}|\s*)", lambda m: macros[m[1]].strip() if m[1] in macros else m[0], text
        )
        if replaced == text or len(replaced) > 4_000:
            break
        text = replaced
    return text


def _fill(template: str, values: list[str]) -> str:
    """Fill the template with its arguments; an argument that is not there takes the slash after it along."""

    def value(match: re.Match[str]) -> str:
        number = int(match[1])
        given = values[number - 1] if number <= len(values) else ""
        return given + match[2] if given else ""

    return re.sub(r"#([1-9])(/?)", value, template)


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
