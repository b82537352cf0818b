r"""Finds commands that are printed as words, since no backslash stands before them, or two, or a slash: ``ref{fig:a}``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import CALL_BEFORE, open_braces
from argcheck.tex.reading_text import printed_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

#: Common commands by what their argument is.
_KINDS = {
    **dict.fromkeys(("ref", "eqref", "pageref", "autoref", "nameref", "cref", "Cref", "vref"), "label"),
    **dict.fromkeys(("cite", "parencite", "textcite", "autocite", "citep", "citet"), "key"),
    **dict.fromkeys(("emph", "textbf", "textit", "texttt", "textsc", "underline", "footnote"), "text"),
}
#: What they end with, so that few searches find all of them.
_ENDINGS = (
    "ref{", "cite{", "citep{", "citet{",
    "emph{", "textbf{", "textit{", "texttt{", "textsc{", "underline{", "footnote{",
)  # fmt: skip
_COMMAND = re.compile(r"([A-Za-z]+)\{([^{}\\%]*)")
_WORD_BOUNDARY = " \t\n~([{,;:/"  #: signs before a word; a name behind others may be of code, as ".footnote{"
_BEFORE_SLASH = frozenset(("", *" \t\n~("))
#: What prints a backslash before them.
_BACKSLASHES = ("\\textbackslash", "\\textbackslash{}", "{\\textbackslash}", "\\string", "`")
#: Commands whose argument shows code.
_SHOWING = (
    "texttt",
    "ttfamily",
    "tt",
    "code",
    "cmd",
    "lstinline",
    "mintinline",
    "verb",
    "path",
    "detokenize",
    "directlua",
)
_TYPEWRITER = ("\\tt ", "\\ttfamily")  #: at the beginning of a group
_AROUND = 1000  # characters before a place that are searched for open braces


class PrintedCommand(NamedTuple):
    """The name of a command and the brace behind it, as printed words."""

    span: Span  #: from the wrong sign before the name, if there is one, to the end of the name
    name: str
    argument: str  #: the plain words at the beginning of its argument
    kind: str  #: of the argument: ``label``, ``key`` or ``text``
    sign: str  #: what stands in place of a backslash: two of them, ``/`` or nothing


def printed_commands(manuscript: ManuscriptRecords) -> Iterator[PrintedCommand]:
    """Yield each of them, as far as its name is that of a common command."""
    ranges = manuscript.of_each_file("printed commands", _without_a_backslash)
    for words in printed_in(manuscript, _COMMAND, ranges):
        name, argument = words.match.groups()
        path, start, _ = words.span
        source = manuscript.files[path].text
        before = source[max(0, start - 2) : start]
        # a slash behind a word or another reference parts the two
        sign = (
            before
            if before == "\\" * 2
            else "/"
            if before[-1:] == "/" and before[:-1] in _BEFORE_SLASH
            else ""
        )
        span = words.span._replace(start=start - len(sign), end=start + len(name))
        if not _is_shown(manuscript, source, span):
            yield PrintedCommand(span, name, argument, _KINDS[name], sign)


def _is_shown(manuscript: ManuscriptRecords, source: str, span: Span) -> bool:
    """Whether a text about LaTeX shows the command: in typewriter, alone in quotes, or behind a printed backslash."""
    start = span.start
    if source[max(0, start - 40) : start].rstrip().endswith(_BACKSLASHES):
        return True
    for brace in open_braces(source, start, max(0, start - _AROUND)):
        command = CALL_BEFORE.search(source, max(0, brace - 100), brace)
        name = command[1] if command else ""
        bodies = (macro.body for macro in manuscript.macros.get(name, ()))
        begin = source[brace + 1 : start].lstrip()
        if name in _SHOWING or begin.startswith(_TYPEWRITER) or any(map(_shows, bodies)):
            return True
        if name == "enquote" and brace == start - 1:
            return True
    return any(
        environment.name == "alltt"
        and environment.span.path == span.path
        and environment.span.start <= start < environment.span.end
        for environment in manuscript.environments
    )


def _shows(body: str) -> bool:
    return any(f"\\{name}" in body for name in _SHOWING)


def _without_a_backslash(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the names of commands, with their plain arguments, that are no commands."""
    ranges = []
    for ending in _ENDINGS:
        at = text.find(ending)
        while at >= 0:
            brace = at + len(ending) - 1
            start = at
            while start and text[start - 1].isalpha():
                start -= 1
            before = text[max(0, start - 3) : start]
            doubled = before.endswith("\\\\") and before != "\\" * 3
            if (doubled or not before or before[-1] in _WORD_BOUNDARY) and text[start:brace] in _KINDS:
                match = _COMMAND.match(text, start)
                ranges += [match.span()] if match else []
            at = text.find(ending, brace)
    return sorted(ranges)
