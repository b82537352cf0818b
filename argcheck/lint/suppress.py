"""Suppressions: ``% argcheck: ignore[...]`` and its kin, one grammar and one parser.

A `Suppressions` belongs to one document.  The engine asks it about every finding,
tells it which rules ran, and joins the usage of documents that share a file; only then
may a rule ask which selectors are `Suppressions.unused`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Edit, Fix, Span
from argcheck.files.patterns import ENTRY, lazy
from argcheck.settings.mistyped import nearest
from argcheck.tex.arguments import group_end

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.tex.model import Directive

#: Directives that silence a rule.
IGNORE_VERBS = ("ignore", "ignore-begin", "ignore-end", "ignore-file")
_MEANT = {  # what other linters call these
    "allow": "ignore",
    "disable": "ignore",
    "noqa": "ignore",
    "nolint": "ignore",
    "off": "ignore-begin",
    "on": "ignore-end",
    "ignore-start": "ignore-begin",
    "ignore-stop": "ignore-end",
}
# a suppression that covers more characters is tried for every finding in its file
_LONG = 2_000
_LONGEST = 60  # characters of a mistyped name
_DIRECTIVE = lazy(r"\s*(?P<verb>[^\s\[\]:]*)\s*(?P<list>\[(?P<inside>[^\[\]]*)(?P<closed>\])?)?")
_SELECTOR = lazy(r"[^\s,]+(?: +[^\s,]+)*")
_OWN_FAMILY = "SUP"  # findings about suppressions: never a reason to call one unused


class SuppressionProblem(NamedTuple):
    """Something wrong with a directive, at the words that have to change."""

    span: Span
    message: str
    help: str | None
    fix: Fix | None = None


class Selector(NamedTuple):
    """One rule name, code or code prefix in the brackets of a directive."""

    text: str
    start: int
    end: int


class Ignore(NamedTuple):
    """A parsed suppression: what it names and where it holds."""

    directive: Directive
    verb: str
    selectors: tuple[Selector, ...]
    start: int  #: a finding that starts or ends in this range is silenced
    end: int
    closing: Directive | None = None  #: the ``ignore-end`` of an ``ignore-begin``

    @property
    def place(self) -> tuple[str, int]:
        """File and offset, the same in every document that reads the file."""
        return self.directive.span.path, self.directive.span.start


class SuppressionUsage:
    """Which selectors silenced something, had a rule that ran, or had one that could not; shared between documents."""

    def __init__(self) -> None:
        self.used: set[tuple[str, int, int]] = set()
        self.judged: set[tuple[str, int, int]] = set()
        self.doubtful: set[tuple[str, int, int]] = set()


class Suppressions:
    """The suppressions of one document.

    :param directives: every ``argcheck:`` comment of the document, bibliographies included.
    :param sources: the files that contain them, by path.
    :param known_names: every rule, code to kebab name, running or not.
    """

    def __init__(
        self,
        directives: Iterable[Directive],
        sources: Mapping[str, SourceFile],
        known_names: Mapping[str, str],
    ) -> None:
        self._sources = sources
        self._known = known_names
        self._meanings: dict[str, list[tuple[str, str]]] = {}
        self.usage = SuppressionUsage()
        self.ignores: list[Ignore] = []
        self.unknown_directives: list[SuppressionProblem] = []
        self.unclosed: list[SuppressionProblem] = []
        self._open: dict[str, list[Ignore]] = {}
        by_place = {(directive.span.path, directive.span.start): directive for directive in directives}
        for place in sorted(by_place):
            self._add(by_place[place])
        for ignore in [ignore for opened in self._open.values() for ignore in opened]:
            self._leave_open(ignore)
        self.ignores.sort(key=lambda ignore: ignore.place)
        self._long: dict[str, list[Ignore]] = {}
        self._short: dict[str, list[Ignore]] = {}
        for ignore in self.ignores:
            kind = self._long if ignore.end - ignore.start > _LONG else self._short
            kind.setdefault(ignore.directive.span.path, []).append(ignore)
        for ignores in self._short.values():
            ignores.sort(key=lambda ignore: ignore.start)

    # --- what the engine calls ---

    def matches(self, diagnostic: Diagnostic) -> bool:
        """Whether a suppression covers ``diagnostic``; every one that does counts as used."""
        matches = False
        for ignore in self._near(diagnostic.span):
            if not _covers(ignore, diagnostic.span):
                continue
            for number, selector in enumerate(ignore.selectors):
                if _names(selector.text, diagnostic.code, diagnostic.name):
                    self.usage.used.add((*ignore.place, number))
                    matches = True
        return matches

    def _near(self, span: Span) -> list[Ignore]:
        """Return the suppressions that may cover a place: long ones, and short ones that begin close to it."""
        short = self._short.get(span.path, [])
        first = bisect_left(short, span.start - _LONG, key=lambda ignore: ignore.start)
        last = bisect_right(short, span.end, key=lambda ignore: ignore.start)
        return self._long.get(span.path, []) + short[first:last]

    def judge(self, ran: Collection[str], doubtful: Collection[str] = ()) -> None:
        """Record which rules (kebab names) ran on this document, and which could not: held back or failed."""
        for ignore in self.ignores:
            for number, selector in enumerate(ignore.selectors):
                meant = {
                    name for code, name in self._meant(selector.text) if not code.startswith(_OWN_FAMILY)
                }
                if not meant.isdisjoint(ran):
                    self.usage.judged.add((*ignore.place, number))
                if not meant.isdisjoint(doubtful):
                    self.usage.doubtful.add((*ignore.place, number))

    @staticmethod
    def merge(documents: Iterable[Suppressions]) -> None:
        """Share usage between documents: a selector that is used in one counts as used in all."""
        joint = SuppressionUsage()
        for document in documents:
            joint.used |= document.usage.used
            joint.judged |= document.usage.judged
            joint.doubtful |= document.usage.doubtful
            document.usage = joint

    # --- what the rules about suppressions read ---

    @property
    def unused(self) -> list[SuppressionProblem]:
        """Selectors that silenced nothing although their rules ran, each with a fix that removes it."""
        return [problem for ignore in self.ignores for problem in self._unused_in(ignore)]

    @property
    def unknown_rules(self) -> list[SuppressionProblem]:
        """Selectors that name no rule."""
        return [
            self._unknown_rule(ignore, selector)
            for ignore in self.ignores
            for selector in ignore.selectors
            if not self._meant(selector.text)
        ]

    # --- parsing ---

    def _add(self, directive: Directive) -> None:
        source = self._sources[directive.span.path]
        begin, text = _text_of(directive, source)
        match = _DIRECTIVE.match(text)
        assert match is not None
        verb = match["verb"].lower()
        start = min(begin + match.start("verb"), len(source.text) - 1)  # the file may end before a verb
        span = Span(source.path, start, max(begin + match.end("verb"), start + 1))
        if verb not in IGNORE_VERBS:
            from argcheck.tex.directives import VERBS  # here: most directives silence a rule

            if verb not in VERBS:
                self.unknown_directives.append(_unknown_verb(verb, span))
            return
        selectors = tuple(_selectors(match, begin))
        if verb == "ignore-end":
            self._close(directive, span, selectors)
        elif not selectors or not match["closed"]:
            self.unknown_directives.append(_malformed(verb, span))
        else:
            self._scope(Ignore(directive, verb, selectors, 0, 0), source)

    def _scope(self, ignore: Ignore, source: SourceFile) -> None:
        directive = ignore.directive
        if ignore.verb == "ignore-begin":
            opened = ignore._replace(start=directive.span.start, end=len(source.text))
            self._open.setdefault(source.path, []).append(opened)
            return
        if ignore.verb == "ignore-file":
            start, end = 0, len(source.text)
        elif not directive.own_line:
            start, end = _line_around(source.text, directive.span.start)
        elif directive.in_bib:
            start, end = directive.next_start, _entry_end(source.text, directive.next_start)
        else:
            start, end = _line_around(source.text, directive.next_start)
        self.ignores.append(ignore._replace(start=start, end=end))

    def _close(self, directive: Directive, span: Span, selectors: tuple[Selector, ...]) -> None:
        opened = self._open.get(span.path, [])
        names = {selector.text for selector in selectors}
        for index in range(len(opened) - 1, -1, -1):
            if not names or names & {selector.text for selector in opened[index].selectors}:
                begun = opened.pop(index)
                self.ignores.append(begun._replace(end=directive.span.start, closing=directive))
                return
        fix = Fix("Remove the comment", (self._removal(directive),), safe=True)
        self.unclosed.append(
            SuppressionProblem(span, "ignore-end without an ignore-begin before it in this file", None, fix)
        )

    def _leave_open(self, ignore: Ignore) -> None:
        self.ignores.append(ignore)
        span = _whole(ignore)
        advice = f"add `% argcheck: ignore-end` where it should stop, or write {_as_file(ignore)}"
        self.unclosed.append(
            SuppressionProblem(span, "ignore-begin is never ended; it holds to the end of the file", advice)
        )

    # --- problems ---

    def _meant(self, selector: str) -> list[tuple[str, str]]:
        if selector not in self._meanings:
            self._meanings[selector] = [
                (code, name) for code, name in self._known.items() if _names(selector, code, name)
            ]
        return self._meanings[selector]

    def _unknown_rule(self, ignore: Ignore, selector: Selector) -> SuppressionProblem:
        known = tuple(word for pair in self._known.items() for word in pair)
        near = _nearest(selector.text, known, 0.6)
        advice = f"did you mean '{near}'?" if near else "`argcheck rules` lists the rules"
        span = Span(ignore.directive.span.path, selector.start, selector.end)
        return SuppressionProblem(
            span, f"no rule is called '{selector.text}', so this silences nothing", advice
        )

    def _is_unused(self, ignore: Ignore, number: int) -> bool:
        key = (*ignore.place, number)
        usage = self.usage
        return key in usage.judged and key not in usage.used and key not in usage.doubtful

    def _unused_in(self, ignore: Ignore) -> Iterator[SuppressionProblem]:
        unused = [number for number in range(len(ignore.selectors)) if self._is_unused(ignore, number)]
        if not unused:
            return
        if len(unused) == len(ignore.selectors):
            edits = tuple(
                self._removal(directive) for directive in (ignore.directive, ignore.closing) if directive
            )
            names = ", ".join(selector.text for selector in ignore.selectors)
            yield _unused(_whole(ignore), names, Fix("Remove the comment", edits, safe=True))
            return
        for number in unused:
            selector = ignore.selectors[number]
            span = Span(ignore.directive.span.path, selector.start, selector.end)
            edit = Edit(_with_comma(ignore, number, unused), "")
            yield _unused(span, selector.text, Fix(f"Remove '{selector.text}'", (edit,), safe=True))

    def _removal(self, directive: Directive) -> Edit:
        """Remove a whole comment without changing what is printed.

        A comment at the end of a line swallows the line end, so a percent sign stays
        where something precedes it directly.
        """
        span = directive.span
        text = self._sources[span.path].text
        line_start, line_end = _line_around(text, span.start)
        before = text[line_start : span.start]
        after = text[span.end : line_end]
        if not before.strip() and not after.strip():
            return Edit(Span(span.path, line_start, min(line_end + 1, len(text))), "")
        if before[-1:].isspace() or directive.in_bib:
            kept = before.rstrip(" \t")
            kept = before if kept.endswith("\\") else kept
            return Edit(Span(span.path, line_start + len(kept), span.end), "")
        return Edit(span, "%")


def _names(selector: str, code: str, name: str) -> bool:
    return selector in (code, name) or (
        selector[:1].isupper() and len(selector) >= 3 and code.startswith(selector)
    )


def _covers(ignore: Ignore, span: Span) -> bool:
    return ignore.start <= span.start <= ignore.end or ignore.start < span.end <= ignore.end


def _text_of(directive: Directive, source: SourceFile) -> tuple[int, str]:
    span = directive.span
    colon = source.text.find(":", span.start, span.end)
    begin = colon + 1 if colon >= 0 else span.start
    end = source.text.find("\n", begin, span.end)
    return begin, source.text[begin : span.end if end < 0 else end]


def _selectors(match: re.Match[str], begin: int) -> Iterator[Selector]:
    if match["list"] is None:
        return
    offset = match.start("inside")
    for word in _SELECTOR.finditer(match["inside"]):
        yield Selector(word[0], begin + offset + word.start(), begin + offset + word.end())


def _line_around(text: str, offset: int) -> tuple[int, int]:
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end


def _entry_end(text: str, start: int) -> int:
    """Return the end of the entry at ``start``: its closing brace, or at the latest the start of the next entry."""
    next_entry = ENTRY.search(text, start + 1)
    following = next_entry.start() if next_entry else len(text)
    opened = text.find("{", start, following)
    if opened < 0 or "(" in text[start:opened]:
        return following
    end = group_end(text, opened, following - opened, reading="plain")
    return end if end > 0 else following


def _whole(ignore: Ignore) -> Span:
    return Span(ignore.directive.span.path, ignore.selectors[0].start, ignore.selectors[-1].end)


def _with_comma(ignore: Ignore, number: int, unused: list[int]) -> Span:
    """Return the span of a selector and one comma, chosen so that several removals never overlap."""
    path, selectors = ignore.directive.span.path, ignore.selectors
    trailing = all(later in unused for later in range(number, len(selectors)))
    if trailing:
        return Span(path, selectors[number - 1].end, selectors[number].end)
    return Span(path, selectors[number].start, selectors[number + 1].start)


def _unused(span: Span, names: str, fix: Fix) -> SuppressionProblem:
    return SuppressionProblem(span, f"nothing here is silenced by 'ignore[{names}]'", "remove it", fix)


def _as_file(ignore: Ignore) -> str:
    return f"`% argcheck: ignore-file[{', '.join(selector.text for selector in ignore.selectors)}]`"


def _malformed(verb: str, span: Span) -> SuppressionProblem:
    message = f"{verb} names no rule"
    return SuppressionProblem(
        span, message, f"write the rules in brackets, such as `{verb}[undefined-citation]`"
    )


@lru_cache(maxsize=1_000)
def _nearest(word: str, known: tuple[str, ...], cutoff: float) -> str:
    """Return the known word that a mistyped one is most like; cached, since mistakes are repeated."""
    return nearest(word[:_LONGEST], known, cutoff)


def _unknown_verb(verb: str, span: Span) -> SuppressionProblem:
    from argcheck.tex.directives import VERBS

    known = tuple(sorted({*IGNORE_VERBS, *VERBS}))
    near = _MEANT.get(verb) or _nearest(verb, known, 0.5)
    advice = f"did you mean '{near}'?" if near else "known are " + ", ".join(known)
    message = f"'{verb}' is no argcheck directive" if verb else "an argcheck directive without a verb"
    return SuppressionProblem(span, message, advice)
