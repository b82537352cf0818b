r"""One pass over one file: text and a `MacroTable` in, a list of events out.

No tree is built.  A command is found, then only its own arguments are matched, so
unbalanced input costs nothing but a finding.  A scan pauses after each command that
reads another file, because that file may define commands for the rest of this one;
what lies between two pauses is a `Segment`, the unit of the cache.

Events are plain tuples of strings and integers (they are cached with `marshal`);
the first item is one of the constants below, the next two are start and end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.tex.arguments import BLANK, MAX_BODY, arguments, group_end, names, option_end
from argcheck.tex.commands import (
    BIBLIOGRAPHIES,
    CLOSER,
    LISTING_OPTIONS,
    NO_OPTION_LABEL,
    NOT_CONDITIONALS,
    PACKAGES,
    SECTION_LEVELS,
    SPECS,
    Slot,
)
from argcheck.tex.macros import Definition, MacroTable, delimited_openers, xparse_openers

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.commands import Include, Spec

Event = tuple[Any, ...]

CITE = 0  # start, end, command, nocite, ((key, start, end), ...)
LABEL = 1  # start, end, command, name, arms
REF = 2  # start, end, command, ((name, start, end), ...)
INPUT = 3  # start, end, command, folder, name, name start, name end, arms
BEGIN = 4  # start, end, name, option start, option end (-1 without)
END = 5  # start, end, name
CAPTION = 6  # start, end, command, text start, text end
SECTION = 7  # start, end, level, starred, title start, title end
FOOTNOTE = 8  # start, end, text start, text end
RESOURCE = 9  # start, end, command, ((name, start, end), ...)
BIBITEM = 10  # start, end, key, key start, key end
FILECONTENTS = 11  # start, end, name, body start, body end
DEFINE = 12  # start, end, form, name, openers, body
PACKAGE = 13  # start, end, command, options, ((name, start, end), ...)
DIRECTIVE = 14  # start, end, text, own line, next live offset
PROBLEM = 15  # start, end, kind, message, help
BEGIN_DOCUMENT = 16  # start, end
END_DOCUMENT = 17  # start, end
INCLUDEONLY = 18  # start, end, ((name, start, end), ...)
ABSTRACT = 19  # start, end
LANGUAGE = 20  # start, end, name
END_INPUT = 21  # start, end
DEAD = 22  # start, end: text that is never typeset
NOCITE_ALL = 23  # start, end
USES = 24  # start, end, command, ((name, start, end), ...)

_TOKEN = r"\\(?:([A-Za-z@]+)\*?|(?s:.))|%[^\n]*|[{}]"
_IF = re.compile(r"\\(if[A-Za-z@]*|else|fi|unless)(?![A-Za-z@])|\\(?s:.)|%[^\n]*")
_DIRECTIVE = re.compile(r"%+\s*argcheck:\s*", re.IGNORECASE)
_OPTION_LABEL = re.compile(r"(?:^|[,\s])label\s*=\s*(?:\{([^{}]*)\}|([^,{}\[\]\s]+))")
_OPTION_CAPTION = re.compile(r"(?:^|[,\s])(?:caption|title)\s*=\s*(\{|[^,\]]+)")
_NAME_VALUE = re.compile(r"\b(?:name|title|heading)\s*=\s*(?:\{([^{}]*)\}|([^,{}]+))")
_CONTROL = re.compile(r"\s*(?:\{\s*)?\\([A-Za-z@]+|.)\s*\}?")
_WORD = re.compile(r"[^\s{}\\%~&$]+")
_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")


class Segment(NamedTuple):
    """What one stretch of a file holds; ``state`` is what the scan of the rest starts from."""

    events: list[Event]
    end: int  #: offset at which the scan goes on; the length of the text at its end
    seen: tuple[str, ...]  #: unknown commands met, for macros with names in their bodies
    state: tuple[Any, ...]


class Limits(NamedTuple):
    """What one scan may spend; the rest is a finding."""

    nesting: int = 1_000


class Scanner:
    """Reads one file; call `segment` until its end is the end of the text."""

    def __init__(self, text: str, table: MacroTable, *, style: bool = False, limits: Limits = Limits()) -> None:
        self.text = text
        self.table = table
        self.style = style  # a package or class: no findings on its shape
        self.limits = limits
        self.events: list[Event] = []
        self.seen: set[str] = set()
        self.stack: list[tuple[str, int]] = []  # ("{" or environment name, offset)
        self.arms: list[list[int]] = []
        self.reported_nesting = False
        self.pause = False
        self.stop = False

    def segment(self, start: int, state: tuple[Any, ...] | None = None) -> Segment:
        """Scan from ``start`` to after the next command that reads a file, or to the end."""
        if state:
            stack, arms, self.reported_nesting = state
            self.stack, self.arms = [tuple(item) for item in stack], [list(arm) for arm in arms]
        self.events, self.seen, self.pause = [], set(), False
        end = self._run(start)
        if end >= len(self.text) or self.stop:
            self._finish()
            end = len(self.text)
        state = (tuple(self.stack), tuple(tuple(arm) for arm in self.arms), self.reported_nesting)
        return Segment(self.events, end, tuple(sorted(self.seen)), state)

    def _run(self, position: int) -> int:
        text, specs, includes, seen = self.text, self.table.specs, self.table.includes, self.seen
        search = self._token()
        while True:
            match = search(text, position)
            if match is None:
                return len(text)
            position = match.end()
            name = match[1]
            if name is not None:
                spec = specs.get(name)
                if spec is not None:
                    self._named(match.start(), position, name, spec)
                    continue
                handler = _HANDLERS.get(name)
                if handler is not None:
                    moved = handler(self, match.start(), position, name)
                    position = position if moved is None else moved
                    search = self._token()
                elif name in includes:
                    position = self._include(match.start(), position, name)
                elif name[:2] == "if":
                    self._conditional(match.start(), position, name)
                else:
                    seen.add(name)
                if self.pause or self.stop:
                    return position
                continue
            first = text[match.start()]
            if first == "{":
                self._open("{", match.start())
            elif first == "}":
                self._close_brace(match.start())
            elif first == "%":
                if "rgcheck:" in match[0].lower():
                    self._directive(match.start(), position)
            elif first in self.table.short_verbs:
                closing = text.find(first, position)
                newline = text.find("\n", position)
                if closing >= 0 and (newline < 0 or closing < newline):
                    position = closing + 1

    def _token(self) -> Callable[..., re.Match[str] | None]:
        return _tokens(self.table.short_verbs)

    # -- names

    def _named(self, start: int, position: int, name: str, spec: Spec) -> None:
        kind = spec.kind
        if kind == "multicite":
            self._multicite(start, position)
            return
        if not spec.slots:  # a flag of the argument, such as \leanok: it names nothing but itself
            self.events.append((USES, start, position, name, ((name, start, position),)))
            return
        spans, end = arguments(self.text, position, spec.slots)
        command = self.text[start + 1 : position]
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
                found += [(slot.prefix + n + slot.suffix, s, e) for n, s, e in self._expanded(inner)]
        self._emit(kind, start, end, command, found, empty=self._empty(spec, spans))

    @staticmethod
    def _empty(spec: Spec, spans: list[tuple[int, int] | None]) -> tuple[int, int] | None:
        """The inside of the first argument for names, for a command that names nothing."""
        return next((s for slot, s in zip(spec.slots, spans, strict=True) if s and slot.prefix is not None), None)

    def _emit(
        self,
        kind: str,
        start: int,
        end: int,
        command: str,
        found: list[tuple[str, int, int]],
        empty: tuple[int, int] | None,
    ) -> None:
        if kind in {"cite", "nocite"}:
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

    def _multicite(self, start: int, position: int) -> None:
        text, found, empty = self.text, [], None
        command = text[start + 1 : position]
        spans, position = arguments(text, position, (Slot("(", None, ""), Slot("(", None, "")))
        while True:
            spans, end = arguments(text, position, SPECS["cite"].slots)
            span = spans[-1]
            if span is None or (found and re.search(r"[\\{}$]", text[slice(*span)])):
                break
            empty = empty or span
            found += self._expanded(names(text, *span, many=True))
            position = end
        self._emit("cite", start, position, command, found, empty)

    # -- braces and environments

    def _open(self, what: str, offset: int) -> None:
        if len(self.stack) < self.limits.nesting:
            self.stack.append((what, offset))
        elif not self.reported_nesting:
            self.reported_nesting = True
            message = f"more than {self.limits.nesting} groups are open here"
            self._problem("limit", offset, offset + 1, message, "close them, or raise limits.max-nesting")

    def _close_brace(self, offset: int) -> None:
        if self.reported_nesting:
            return
        if self.stack and self.stack[-1][0] == "{":
            self.stack.pop()
            return
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth][0] == "{":
                name, opened = self.stack[-1]
                self._unclosed(name, opened)
                del self.stack[depth:]
                return
        self._unbalanced(offset, offset + 1, "this closing brace has no opening brace", "remove it, or open the group")

    def _end_environment(self, name: str, start: int, end: int) -> None:
        if self.reported_nesting:
            return
        if self.stack and self.stack[-1][0] == name:
            self.stack.pop()
            return
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth][0] == name:
                self._unclosed(*self.stack[depth + 1])
                del self.stack[depth:]
                return
        if name not in self.table.opens:
            message = f"\\end{{{name}}} has no \\begin{{{name}}} before it in this file"
            self._unbalanced(start, end, message, "remove it, or begin the environment")

    def _unclosed(self, what: str, offset: int) -> None:
        if what == "{":
            self._unbalanced(offset, offset + 1, "this opening brace is never closed", "close the group")
        elif what not in self.table.opens:
            end = self.text.find("}", offset) + 1 or offset + 6
            message = f"\\begin{{{what}}} is never ended in this file"
            self._unbalanced(offset, end, message, f"add \\end{{{what}}}")

    def _unbalanced(self, start: int, end: int, message: str, help_: str) -> None:
        if not self.style and not self.arms:
            self._problem("unbalanced", start, end, message, help_)

    def _problem(self, kind: str, start: int, end: int, message: str, help_: str) -> None:
        self.events.append((PROBLEM, start, end, kind, message, help_))

    def _finish(self) -> None:
        if not self.stop and self.stack and not self.reported_nesting:
            innermost_brace = next((item for item in self.stack if item[0] == "{"), None)
            self._unclosed(*(innermost_brace or self.stack[0]))
        self.stack = []

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
        if name in self.table.verbatim:
            return self._verbatim(start, end, name)
        if name in {"filecontents", "filecontents*"}:
            return self._filecontents(start, end, name)
        option = arguments(text, end, (_OPTION,))[0][0]
        self.events.append((BEGIN, start, option[1] + 1 if option else end, name, *(option or (-1, -1))))
        self._open(name, start)
        if option and name not in NO_OPTION_LABEL:
            self._option_names(start, option, name)
        if name in self.table.boxed_theorems:
            self._boxed(end, name)
        if name in {"otherlanguage", "otherlanguage*"}:
            language = arguments(text, end, (_FILE,))[0][0]
            if language:
                self.events.append((LANGUAGE, start, language[1] + 1, text[slice(*language)].strip()))
        return end

    def _option_names(self, start: int, option: tuple[int, int], name: str) -> None:
        label = _OPTION_LABEL.search(self.text, *option)
        if label:
            group = 1 if label[1] is not None else 2
            text = label[group].strip()
            if text and not re.search(r"[\\#()]", text):
                offset = label.start(group) + label[group].index(text[0])
                arms = tuple((a, b) for a, b in self.arms)
                self.events.append((LABEL, offset, offset + len(text), "label=", text, arms))
        caption = _OPTION_CAPTION.search(self.text, *option)
        if caption and name not in self.table.theorems:
            self.events.append((CAPTION, start, option[1] + 1, "caption=", *caption.span(1)))

    def _boxed(self, position: int, name: str) -> None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE, _FILE))
        label = spans[2]
        if label and self.text[slice(*label)].strip():
            text = self.table.boxed_theorems[name] + self.text[slice(*label)].strip()
            arms = tuple((a, b) for a, b in self.arms)
            self.events.append((LABEL, label[0], label[1], name, text, arms))

    def _verbatim(self, start: int, end: int, name: str) -> int:
        text = self.text
        option = arguments(text, end, (_OPTION,))[0][0]
        after = option[1] + 1 if option else end
        closing = text.find(f"\\end{{{name}}}", end)
        self.events.append((BEGIN, start, after, name, *(option or (-1, -1))))
        if option and name in LISTING_OPTIONS:
            self._option_names(start, option, name)
        if closing < 0:
            self._unclosed(name, start)
            stop = after_close = len(text)
        else:
            stop, after_close = closing, closing + len(name) + 6
        self.events.append((DEAD, after, stop))
        self.events.append((END, stop, after_close, name))
        return after_close

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
        if name == "document":
            if not self.style and self.stack and not self.arms and not self.reported_nesting:
                self._unclosed(*self.stack[0])
            self.events.append((END_DOCUMENT, start, end))
            self.stop = True
            return end
        self.events.append((END, start, end, name))
        self._end_environment(name, start, end)
        return end

    # -- conditionals

    def _conditional(self, start: int, position: int, name: str) -> None:
        if name in NOT_CONDITIONALS or self.text[position : position + 1] == "{":
            return
        self.arms.append([start, 0])

    def _else(self, _start: int, _position: int, _name: str) -> None:
        if self.arms:
            self.arms[-1][1] += 1

    def _fi(self, _start: int, _position: int, _name: str) -> None:
        if self.arms:
            self.arms.pop()

    def _iffalse(self, start: int, position: int, _name: str) -> int:
        end, word = self._skip_arm(position)
        self.events.append((DEAD, start, end))
        if word == "else":
            self.arms.append([start, 1])
        return end

    def _iftrue(self, start: int, _position: int, _name: str) -> None:
        self.arms.append([start, -1])  # the arm 0 that follows \else is dead

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
            self.arms.pop()
            end, _ = self._skip_arm(position)
            self.events.append((DEAD, start, end))
            return end
        self._else(start, position, name)
        return None

    # -- dead text in a line

    def _verb(self, _start: int, position: int, name: str) -> int | None:
        text = self.text
        spans, position = arguments(text, position, (_OPTION,) if name != "verb" else ())
        if name in {"mintinline", "SaveVerb"}:
            here = group_end(text, position, 200)
            position = here if here > 0 else position
        if position >= len(text) or text[position].isspace() and name == "verb":
            return None
        delimiter = text[position]
        if delimiter == "{" and name != "verb":
            end = group_end(text, position, 4_000, raw=True)
            return end if end > 0 else None
        closing = text.find(delimiter, position + 1)
        newline = text.find("\n", position + 1)
        if closing < 0 or 0 <= newline < closing:
            return None
        return closing + 1

    def _url(self, _start: int, position: int, _name: str) -> int | None:
        spans, position = arguments(self.text, position, (_OPTION,))
        if self.text[position : position + 1] == "{":
            end = group_end(self.text, position, 4_000, raw=True)
            return end if end > 0 else None
        return None

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
            word = _WORD.match(text, here) if include.command in {"input", "@@input"} and here > position else None
            if not word or not include.name == "#1":
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
        values = [text[slice(*span)].strip() if span else "" for span in spans]
        last = next((span for span in reversed(spans) if span), (start, end))
        folder, target = (_fill(template, values) for template in (include.folder, include.name))
        if "#" in target or not target or "\\" in target and target.startswith("\\CurrentFile"):
            return position
        self.events.append((INPUT, start, end, include.command if name == include.command else name, folder, target, *last, arms))
        self.pause = True
        return end

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
        found = tuple(names(self.text, *spans[1], many=name != "documentclass"))
        self.events.append((PACKAGE, start, end, name, options, found))
        self.pause = True
        return end

    def _includeonly(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_FILE,))
        if spans[0]:
            self.events.append((INCLUDEONLY, start, end, tuple(names(self.text, *spans[0], many=True))))
        return end

    def _bibitem(self, start: int, position: int, _name: str) -> None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        for name, first, last in names(self.text, *spans[1], many=False) if spans[1] else ():
            if "#" not in name and "\\" not in name:
                self.events.append((BIBITEM, start, end, name, first, last))

    # -- structure

    def _section(self, start: int, position: int, name: str) -> None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1]:
            starred = self.text[position - 1] == "*"
            self.events.append((SECTION, start, end, SECTION_LEVELS[name], starred, *spans[1]))

    def _abstract(self, _start: int, position: int, _name: str) -> None:
        end = group_end(self.text, position)
        if end > 0:
            self.events.append((ABSTRACT, position + 1, end - 1))

    def _language(self, start: int, position: int, _name: str) -> int | None:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if spans[1] is None:
            return None
        self.events.append((LANGUAGE, start, end, self.text[slice(*spans[1])].strip()))
        return end

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

    # -- definitions

    def _define(self, start: int, end: int, definition: Definition) -> None:
        self.events.append((DEFINE, start, end, *definition))
        self.table.define(definition)

    def _newcommand(self, start: int, position: int, name: str) -> int | None:
        text = self.text
        control = _CONTROL.match(text, position)
        if control is None:
            return None
        spans, here = arguments(text, control.end(), (_OPTION, _OPTION))
        if name == "newcommandx" or name == "renewcommandx":
            spans = [spans[0], spans[1] and (spans[1] if "1" in text[slice(*spans[1])] else None)]
        here = BLANK.match(text, here).end()  # type: ignore[union-attr]
        end = group_end(text, here, MAX_BODY)
        count = text[slice(*spans[0])].strip() if spans[0] else "0"
        if end < 0:
            follows = _CONTROL.match(text, here)  # \newcommand\mycite\citep
            if follows and spans[0] is None:
                self._define(start, follows.end(), Definition("alias", control[1], "", follows[1]))
                return follows.end()
            return None
        openers = "{" * (int(count) if count.isdigit() else 0)
        if spans[1] and openers:
            openers = "[" + openers[1:]
        self._define(start, end, Definition("macro", control[1], openers, text[here + 1 : end - 1]))
        return end

    def _document_command(self, start: int, position: int, _name: str) -> int | None:
        text = self.text
        control = _CONTROL.match(text, position)
        if control is None:
            return None
        spans, here = arguments(text, control.end(), (_FILE, Slot("{", None, "")))
        if spans[0] is None or spans[1] is None:
            here = BLANK.match(text, here).end()  # type: ignore[union-attr]
            end = group_end(text, here, MAX_BODY)
            if spans[0] is None or end < 0:
                return None
            spans[1], here = (here + 1, end - 1), end
        openers = xparse_openers(text[slice(*spans[0])])
        self._define(start, here, Definition("macro", control[1], openers, text[slice(*spans[1])]))
        return here

    def _def(self, start: int, position: int, _name: str) -> int | None:
        text = self.text
        control = re.compile(r"\s*\\([A-Za-z@]+|.)([^{}\n]*)\{").match(text, position)
        if control is None:
            return None
        end = group_end(text, control.end() - 1, MAX_BODY)
        if end < 0:
            return None
        openers = delimited_openers(control[2])
        body = text[control.end() : end - 1]
        if openers is not None:
            self._define(start, end, Definition("macro", control[1], openers, body))
        return end

    def _let(self, start: int, position: int, _name: str) -> int | None:
        match = re.compile(r"\s*\{?\s*\\([A-Za-z@]+)\s*\}?\s*=?\s*\{?\s*\\([A-Za-z@]+)\s*\}?").match(self.text, position)
        if match is None:
            return None
        self._define(start, match.end(), Definition("alias", match[1], "", match[2]))
        return match.end()

    def _newenvironment(self, start: int, position: int, _name: str) -> int | None:
        text = self.text
        head, here = arguments(text, position, (_FILE, _OPTION, _OPTION))
        if head[0] is None:
            return None
        bodies = []
        for _ in range(2 if "ocument" not in _name else 3):
            here = BLANK.match(text, here).end()  # type: ignore[union-attr]
            end = group_end(text, here, MAX_BODY)
            if end < 0:
                return None
            bodies.append(text[here + 1 : end - 1])
            here = end
        body = bodies[-2]
        self._define(start, here, Definition("environment", text[slice(*head[0])].strip(), "", body))
        return here

    def _newtheorem(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_FILE, _OPTION, _FILE, _OPTION))
        if spans[0] and spans[2]:
            name, title = (self.text[slice(*span)].strip() for span in (spans[0], spans[2]))
            self._define(start, end, Definition("theorem", name, "", title))
        return end

    def _declaretheorem(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        options = self.text[slice(*spans[0])] if spans[0] else ""
        title = _NAME_VALUE.search(options)
        for name, _, _ in names(self.text, *spans[1], many=True) if spans[1] else ():
            printed = (title[1] or title[2] or name) if title else name
            self._define(start, end, Definition("theorem", name, "", printed))
        return end

    def _newtcbtheorem(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_OPTION, _FILE, _FILE, _FILE, _FILE))
        if all(spans[1:]):
            name, title, _, prefix = (self.text[slice(*span)].strip() for span in spans[1:] if span)
            prefix = f"{prefix}:" if prefix else ""
            self._define(start, end, Definition("boxed", name, "", f"{title}\0{prefix}"))
        return end

    def _declares(self, start: int, position: int, name: str) -> int:
        form, suffix = _DECLARATIONS[name]
        spans, end = arguments(self.text, position, (_OPTION, _FILE))
        if name == "newminted":
            language = self.text[slice(*spans[1])].strip() if spans[1] else ""
            declared = [self.text[slice(*spans[0])].strip() if spans[0] else f"{language}code"]
        elif spans[1]:
            declared = [n for n, _, _ in names(self.text, *spans[1], many=True)]
        else:
            return position
        for item in declared:
            self._define(start, end, Definition(form, item.lstrip("\\"), "", suffix))
        return end

    def _newcites(self, start: int, position: int, _name: str) -> int:
        spans, end = arguments(self.text, position, (_FILE, _FILE))
        for suffix, _, _ in names(self.text, *spans[0], many=True) if spans[0] else ():
            for command in ("cite", "citep", "citet", "citeauthor", "citeyear", "nocite"):
                kind = "nocite" if command == "nocite" else "cite"
                self._define(start, end, Definition("cite", f"{command}{suffix}", "", kind))
        return end

    def _shortverb(self, start: int, position: int, name: str) -> int | None:
        match = re.compile(r"(?:\[[^\]]*\])?\s*\{?\\?([^\w\s{}\\])\}?").match(self.text, position)
        if match is None:
            return None
        self._define(start, match.end(), Definition("shortverb", match[1], "", ""))
        return match.end()


def expand(text: str, macros: dict[str, str]) -> str:
    """``text`` with argument-free macros replaced, at most eight deep."""
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
    """The template with its arguments; an argument that is not there takes the slash after it along."""

    def value(match: re.Match[str]) -> str:
        number = int(match[1])
        given = values[number - 1] if number <= len(values) else ""
        return given + match[2] if given else ""

    return re.sub(r"#([1-9])(/?)", value, template)


_COMPILED: dict[str, Callable[..., re.Match[str] | None]] = {}


def _tokens(short_verbs: str) -> Callable[..., re.Match[str] | None]:
    if short_verbs not in _COMPILED:
        extra = f"|[{re.escape(short_verbs)}]" if short_verbs else ""
        _COMPILED[short_verbs] = re.compile(_TOKEN + extra).search
    return _COMPILED[short_verbs]


_DECLARATIONS = {
    "DefineVerbatimEnvironment": ("verbatim", ""),
    "lstnewenvironment": ("verbatim", ""),
    "newverbatim": ("verbatim", ""),
    "excludecomment": ("verbatim", ""),
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

_HANDLERS: dict[str, Callable[[Scanner, int, int, str], int | None]] = {
    "begin": Scanner._begin,
    "end": Scanner._end,
    "else": Scanner._dead_else,
    "fi": Scanner._fi,
    "iffalse": Scanner._iffalse,
    "iftrue": Scanner._iftrue,
    "documentclass": Scanner._package,
    "includeonly": Scanner._includeonly,
    "bibitem": Scanner._bibitem,
    "abstract": Scanner._abstract,
    "endinput": Scanner._endinput,
    "let": Scanner._let,
    "NewCommandCopy": Scanner._let,
    "newenvironment": Scanner._newenvironment,
    "renewenvironment": Scanner._newenvironment,
    "newtheorem": Scanner._newtheorem,
    "spnewtheorem": Scanner._newtheorem,
    "newmdtheoremenv": Scanner._newtheorem,
    "declaretheorem": Scanner._declaretheorem,
    "newtcbtheorem": Scanner._newtcbtheorem,
    "NewTcbTheorem": Scanner._newtcbtheorem,
    "newcites": Scanner._newcites,
    **dict.fromkeys(PACKAGES, Scanner._package),
    **dict.fromkeys(BIBLIOGRAPHIES, Scanner._resource),
    **dict.fromkeys(SECTION_LEVELS, Scanner._section),
    **dict.fromkeys(_DECLARATIONS, Scanner._declares),
    **dict.fromkeys("verb Verb lstinline mintinline SaveVerb".split(), Scanner._verb),
    **dict.fromkeys("url nolinkurl path href".split(), Scanner._url),
    **dict.fromkeys("selectlanguage setdefaultlanguage setmainlanguage foreignlanguage".split(), Scanner._language),
    **dict.fromkeys("def gdef edef xdef".split(), Scanner._def),
    **dict.fromkeys(
        "newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd newcommandx "
        "renewcommandx CheckCommand DeclareTextFontCommand".split(),
        Scanner._newcommand,
    ),
    **dict.fromkeys(
        "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand "
        "NewExpandableDocumentCommand".split(),
        Scanner._document_command,
    ),
    **dict.fromkeys("NewDocumentEnvironment RenewDocumentEnvironment".split(), Scanner._newenvironment),
    **dict.fromkeys("MakeShortVerb lstMakeShortInline DefineShortVerb".split(), Scanner._shortverb),
}
