r"""Reads ``\begin`` and ``\end``: environments and names in their options, listings, files that the document writes.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import TOKEN, arguments, behind_blanks, group_end, names, option_value
from argcheck.tex.commands import LISTING_OPTIONS, NO_OPTION_LABEL, OPTION_LABEL
from argcheck.tex.live_source import commented
from argcheck.tex.tokens import (
    BeginDocumentToken,
    BeginToken,
    CaptionToken,
    DeadToken,
    Definition,
    EndDocumentToken,
    EndToken,
    FilecontentsToken,
    LabelToken,
    LanguageToken,
)
from argcheck.tex.vocabulary import language_names

if TYPE_CHECKING:
    from argcheck.tex.scan_state import CommandReader, ScanState

_OPTION_CAPTION = lazy(r"(?<![\w\\-])(?:caption|title)\s*=\s*(\{|[^,\]]+)")
#: Environments that write their body to a file that the document reads in the same run.
_WRITING = frozenset(("VerbatimOut", "verbatimwrite", "tcbverbatimwrite"))
_NO_LABEL = frozenset("#()")  # signs of a format; so is a backslash if the option may be that of a list
_OF_VERBATIM = ("verbatim", "Verbatim")  # smallverbatim: classes name their variants so
#: The arguments up to the columns of a table, in which bars are no short verbs.
_COLUMNS = {
    **dict.fromkeys(("array", "longtable", "tabular"), "[{"),
    **dict.fromkeys(("tabular*", "tabularx", "tabulary"), "{[{"),
}
#: The text up to a second end, unless a second document or something that may only show one begins before it.
_SECOND_END = lazy(
    r"(?:[^\\%]++|%[^\n]*+|\\(?!begin|verb|if|end\s*\{document\})(?s:.))*+(\\end\s*\{document\})"
)


def _name_at(text: str, position: int) -> tuple[str, int]:
    """Return the name of an environment, and the offset after its brace, -1 without one."""
    here = behind_blanks(text, position)
    end = group_end(text, here, 200)
    return text[here + 1 : end - 1].strip() if end >= 0 else "", end


def _begin(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    text, table = scan.text, scan.table
    name, end = _name_at(text, position)
    if end < 0:
        return None
    if name == "document":
        scan.tokens.append(BeginDocumentToken(start, end))
        for sign in sorted(table.verbs_of_text):
            scan.define(start, end, Definition("shortverb", sign, "", ""))
        return end
    known = name in table.verbatim or name.endswith(_OF_VERBATIM)
    if known or (name in table.alltt and _has_percent(text, end, name)):
        return _verbatim(scan, start, end, name)
    if name in {"filecontents", "filecontents*"}:
        return _filecontents(scan, start, end, name)
    option = arguments(text, end, "<[" if name == "frame" else "[")[0][-1]
    scan.tokens.append(BeginToken(start, option[1] + 1 if option else end, name, *(option or (-1, -1))))
    scan.open(name, start)
    if option and name not in NO_OPTION_LABEL:
        _name_in_option(scan, start, option, name)
    spec = table.environments.get(name)
    if spec is not None:
        scan.name_things(start, end, name, spec)
    if name in {"otherlanguage", "otherlanguage*"}:
        language = arguments(text, end, "{")[0][0]
        if language:
            named = text[slice(*language)].strip()
            scan.tokens.append(LanguageToken(start, language[1] + 1, "switch", (named,)))
    elif name in language_names():
        scan.tokens.append(LanguageToken(start, end, "switch", (name,)))
    return arguments(text, end, _COLUMNS[name])[1] if table.short_verbs and name in _COLUMNS else end


def _has_percent(text: str, start: int, name: str) -> bool:
    """Whether an environment like ``alltt`` contains a percent sign, which begins no comment there."""
    closing = text.find(f"\\end{{{name}}}", start)
    return closing >= 0 and text.find("%", start, closing) >= 0


def _name_in_option(scan: ScanState, start: int, option: tuple[int, int], name: str) -> None:
    label = option_value(scan.text, option, "label")
    if label:
        text = scan.text[slice(*label)].strip()
        known = _has_label_option(scan, name)
        if text and (known or (":" in text and "\\" not in text)) and _NO_LABEL.isdisjoint(text):
            offset = scan.text.index(text, label[0])
            scan.tokens.append(LabelToken(offset, offset + len(text), "label=", text, scan.open_arms()))
    caption = _OPTION_CAPTION.search(scan.text, *option)
    if caption and name not in scan.table.theorems and name != "frame":
        first, last = caption.span(1)
        if caption[1] == "{" and (closed := group_end(scan.text, first)) > 0:
            first, last = last, closed - 1
        scan.tokens.append(CaptionToken(start, option[1] + 1, "caption=", first, last))


def _has_label_option(scan: ScanState, name: str) -> bool:
    """Whether a ``label=`` of this environment is surely a label; in a list it may be a printed one."""
    table = scan.table
    known = name in LISTING_OPTIONS or name in OPTION_LABEL
    return known or name in table.theorems or name in table.floats or name in table.environments


def _cite_in_option(scan: ScanState, option: tuple[int, int]) -> None:
    """Add the citations and references in an option that the scan skips."""
    for match in TOKEN.finditer(scan.text, *option):
        spec = scan.table.specs.get(match[1])
        if spec is not None and spec.kind in {"cite", "nocite", "multicite", "ref"}:
            scan.name_things(match.start(), match.end(), match[1], spec)


def _listing(scan: ScanState, start: int, position: int, _name: str) -> int:
    spans, end = arguments(scan.text, position, "[{")
    if spans[0] and spans[1]:
        _name_in_option(scan, start, spans[0], "lstlisting")
        _cite_in_option(scan, spans[0])
        return end
    return position


def _verbatim(scan: ScanState, start: int, end: int, name: str) -> int:
    text = scan.text
    option = arguments(text, end, "[")[0][0]
    after = option[1] + 1 if option else end
    closing = text.find(f"\\end{{{name}}}", end)
    own = scan.table.environments.get(name)  # of the document: its arguments come before verbatim text
    if own is not None and after < (behind := arguments(text, end, own.openers)[1]) <= closing:
        scan.name_things(start, end, name, own)
        after = behind
    scan.tokens.append(BeginToken(start, after, name, *(option or (-1, -1))))
    if option and name in LISTING_OPTIONS:
        _name_in_option(scan, start, option, name)
        _cite_in_option(scan, option)
    if closing < 0:
        scan.unclosed(name, start)
        stop = after_close = len(text)
    else:
        stop, after_close = closing, closing + len(name) + 6
        if name == "comment" and commented(text, closing):
            scan.loose.add(name)  # the package of that name does not end it there
    if name in _WRITING:
        _writes(scan, start, end, stop)
    scan.tokens += [DeadToken(after, stop), EndToken(stop, after_close, name)]
    return after_close


def _writes(scan: ScanState, start: int, position: int, stop: int) -> None:
    """Add the file that an environment writes, whose name is the argument at ``position``."""
    spans, body = arguments(scan.text, position, "[{")
    if spans[1]:
        target = scan.text[slice(*spans[1])].strip()
        scan.tokens.append(FilecontentsToken(start, stop, target, body, stop))


def _filecontents(scan: ScanState, start: int, end: int, name: str) -> int:
    closing = scan.text.find(f"\\end{{{name}}}", end)
    stop = len(scan.text) if closing < 0 else closing
    _writes(scan, start, end, stop)
    scan.tokens.append(DeadToken(start, stop))
    return stop if closing < 0 else closing + len(name) + 6


def _end(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    name, end = _name_at(scan.text, position)
    if end < 0:
        return None
    if name != "document":
        scan.tokens.append(EndToken(start, end, name))
        scan.end_environment(name, start, end)
    elif not scan.alone(start, end):
        _end_document(scan, start, end)
    return end


def _end_document(scan: ScanState, start: int, end: int) -> None:
    if not scan.style and scan.stack and not scan.arms and not scan.reported_nesting:
        scan.open_at_end(end)
    again = None if scan.style or scan.arms else _SECOND_END.match(scan.text, end)
    if again:
        message = "a second \\end{document}: the first one ends the document, and nothing behind it is read"
        scan.problem("ended", *again.span(1), message, "remove the one that does not belong here")
    scan.tokens.append(EndDocumentToken(start, end, bool(scan.arms)))
    scan.stop = True


def _acronym(scan: ScanState, start: int, position: int, _name: str) -> None:
    r"""Read the citations of an acronym of ``acro``: ``\DeclareAcronym{id}{short=A, cite={a,b}}``."""
    spans, end = arguments(scan.text, position, "{{")
    given = option_value(scan.text, spans[1], "cite") if spans[1] else None
    if given:
        keys = names(scan.text, *given, many=True)
        scan.add_named("cite", start, end, "DeclareAcronym", keys)


def _multicolumn(scan: ScanState, _start: int, position: int, _name: str) -> int | None:
    r"""Pass over the columns of a cell, whose bars are lines where a bar is short for ``\verb``."""
    return arguments(scan.text, position, "{{")[1] if scan.table.short_verbs else None


READERS: dict[str, CommandReader] = {
    "begin": _begin,
    "multicolumn": _multicolumn,
    "end": _end,
    "DeclareAcronym": _acronym,
    "lstinputlisting": _listing,
}
