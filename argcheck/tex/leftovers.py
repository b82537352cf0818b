r"""What an author meant to replace before printing: markers such as TODO and ??, filler text, notes of todo packages.

Searched for as plain strings first, so that a document without any of them costs next to nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import COMMENTS, last_word, lazy
from argcheck.tex.arguments import CALL_BEFORE, group_end, open_braces
from argcheck.tex.document_language import in_arm_of_another
from argcheck.tex.kinds import kinds
from argcheck.tex.live_source import (
    before_each,
    commented,
    files_with,
    holding,
    in_a_formula,
    is_option,
    live_calls,
    outermost,
)
from argcheck.tex.notes import MARKS, NOTES, NOTHING, is_printed, notes, options_of, sources_wanted
from argcheck.tex.units import in_title
from argcheck.tex.vocabulary import any_of, codes, ends_in, flag, phrases, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.reading_text import Printed


class Leftover(NamedTuple):
    """One thing that is still there."""

    span: Span
    words: str  #: as written


_SIGNS = ("TODO", "FIXME", "TBD", "XX", "xxx", "??", "orem ipsum")
_MARKER = (
    r"(?<![\w\\@/.#&-])(?P<blank>XX+[.,]X+|X[.,]XX+|XX+(?=(?:\\[,;]|[~ ])?\\%))(?![\w/-])"
    r"|(?<![\w\\@/.#&-])(?:(?P<fold>xxx+)(?=-fold\b|\\%)|(?P<low>xxx+)(?![\w/.@-]))"
    r"|(?<![\w\\@.#&-])(?:(?<!/)|(?<=[\s(]/))(?P<word>TODO|FIXME|TBD|XXX+|{markers.words})(?![\w/-])"
    r"|(?:(?<![\w?!\\])|(?<=[^\W\d])(?=\?\?+\]))(?P<marks>\?\?+)(?![\w?!])"
    r"|(?P<filler>[Ll]orem ipsum)(?= dolor)"
    r"|(?P<citation>{markers.citation}|{markers.citation-boxed}(?=\])|(?<=\[){markers.citing}[ ~](?!{markers.left-out}\])[^\[\]\\={}]{2,60}(?=\]))"
)
_QUOTES = tuple("\"'“‘`«„‹")
_IN_CODE = lazy(
    r"\\(?:texttt|code|path|url|verb|lstinline|ttfamily|tt|cmd|keyword|textsf|mintinline)\*?\s*(?:\{[^{}]*|([^\s\w{])(?:(?!\1)[^\n])*)\Z"
)
_NUMBERED = lazy(r"\b([^\W\d_]{3,})[~\s]+(?!XXX\b)[IVXLC]{2,}\b")  # "canto XII", and not "of IV"
_AROUND = 300  # characters of a sentence in which a wildcard explains another
_WILDCARD = lazy(r"\w\?\?\w")  # "the files log??a", and then "where ?? is a year"
_EXPLAINED = r"\b(?:where\s*|{markers.form}\b.{0,20})\Z"  # "where XXX is the year", "of the form HPO:XXXXX"
_REFERS = r"\b{markers.refers}\.?\s*[(\[]?\s*\Z"
_NAME_MACRO = lazy(r"\\[a-z]+name(?:\{\}|[~\s])*\Z")  # "\\tablename~??"
_MODELS = (" chain", " spin", " model", "-chain", "-spin", "-model", "-type")
_SPINS = ("XXZ", "Heisenberg", *(f"XXX{kind}" for kind in _MODELS))
_LINGUISTS = frozenset(("gb4e", "linguex", "expex", "covington", "philex", "tipa"))
_GLOSSES = frozenset(("gll", "glt", "glll", "judgewidth"))  # in the examples of linguists
_WATERMARK = lazy(r"\\(?:usepackage|RequirePackage)[^{}\n]*\{[^{}]*watermark")

#: What the publisher fills in.
_PUBLISHERS = frozenset(
    """history received revised accepted published editor editors handlingeditor doi volume issue firstpage lastpage
    pubyear pubdate copyrightyear articlenumber appnotes""".split()  # noqa: SIM905 - shorter
)
_FONTS = frozenset(("textsc", "textbf", "textit", "textsl", "textrm", "textsf", "emph"))
_PRINTED_MARKER = lazy(r"(?<![\w\\@#-])(?:TODO|FIXME|TBD|XXX+)(?![\w-])")
_NEAR = 60  # characters of the sentence on either side, which tell what a marker is
_REACH = 3_000  # characters: how far a note may have begun before a marker in it


def _marker() -> re.Pattern[str]:
    """Return the pattern of markers in any language: an author notes what is missing in another one than that of the text."""
    return wording(codes(), _MARKER)


def _needles() -> tuple[str, ...]:
    """Return strings of which one stands in every such marker."""
    return (*_SIGNS, *phrases(codes(), "markers.signs"))


def _begins(marker: Printed, text: str, key: str) -> bool:
    """Whether a text begins with a phrase of a list, in the language of the sentence or in English."""
    return any_of(with_english(marker.language), key).match(text.lstrip()) is not None


def _is_determined(marker: Printed, before: str) -> bool:
    """Whether an article or the like stands before a marker."""
    return ends_in(with_english(marker.language), before, "markers.determiners")


def leftovers(
    manuscript: ManuscriptRecords, *others: Callable[[ManuscriptRecords], Iterable[tuple[Span, str]]]
) -> list[Leftover]:
    """Return what was left, in document order; nothing in a document that calls itself a draft.

    ``others`` find what is no marker: what a template left (a macro for notes, too), a merge that was not finished.
    """
    if is_draft(manuscript):
        return []
    calls = list(notes(manuscript)) if not manuscript.commands.isdisjoint(NOTES) else []
    inside = lists_by_key((span.path, (span.start, span.end)) for span, _, _ in calls)
    left = [Leftover(span, words) for span, words, printing in calls if printing]

    def is_free(span: Span) -> bool:
        return not holding(inside.get(span.path, ()), span.start)

    more = [Leftover(*item) for find in others for item in find(manuscript) if is_free(item[0])]
    left += [item for item in more if item[1][1:] not in NOTES or is_printed(manuscript, item[1][1:])]
    left += [Leftover(*call) for call in _own_markers(manuscript) if is_free(call[0])]
    wanted = sources_wanted(manuscript)
    left += [Leftover(span, f"the marker of {name}") for span, name in wanted if is_free(span)]
    for leftover in left:
        inside.setdefault(leftover.span.path, []).append((leftover.span.start, leftover.span.end))
    inside = {path: outermost(ranges) for path, ranges in inside.items()}
    left += [Leftover(mark.span, mark.match[0]) for mark in _markers(manuscript) if is_free(mark.span)]
    left = [leftover for leftover in left if not in_arm_of_another(manuscript, leftover.span)]
    order = {path: rank for rank, path in enumerate(manuscript.files)}
    return sorted(left, key=lambda leftover: (order[leftover.span.path], leftover.span))


def is_draft(manuscript: ManuscriptRecords) -> bool:
    """Whether a document calls itself a draft, or its author, and no class of a journal, puts a watermark on the pages."""
    own = (file.text for path, file in manuscript.files.items() if not path.endswith(".cls"))
    marked = any("watermark" in name for name in manuscript.packages) and any(map(_has_watermark, own))
    return marked or "draft" in options_of(manuscript, manuscript.document_class)


def _has_watermark(text: str) -> bool:
    r"""Whether a file puts a watermark on the pages, and not in a branch of a conditional: ``\ifnumequal{..}{1}{\usepackage{..}}{}``."""
    return any(_opened(text, match.start()) < 0 for match in _WATERMARK.finditer(text))


# -- what the document's own macros print


def _own_markers(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    r"""Yield the calls of macros that print a marker of their own: ``\newcommand{\fTBD}[1]{\textbf{TBD: #1}}``."""
    marked = {
        name: definitions
        for name, definitions in manuscript.macros.items()
        if name not in NOTES and all(any(mark in made.body for mark in MARKS) for made in definitions)
    }
    spins = bool(marked) and _is_of_spins(manuscript)
    printing = {
        name: definitions
        for name, definitions in sorted(marked.items())
        if all(_prints_marker(made.body, spins=spins) for made in definitions)
    }
    if not printing:
        return
    said: set[str] = set()
    for span, match in live_calls(manuscript, printing):
        text = match.string
        if match[1] not in said:
            end = group_end(text, span.end, 20_000) if text.startswith("{", span.end) else span.end
            place = span._replace(end=max(span.end, end))
            if not any("#" in made.body for made in printing[match[1]]):
                said.add(match[1])  # it prints the same everywhere, and is mended where it is defined
                place = next(_defined_at(manuscript, match[1]), place)
            yield place, f"the marker of {match[0]}"


def _defined_at(manuscript: ManuscriptRecords, name: str) -> Iterator[Span]:
    """Yield where the author, and no class or package, defines a macro."""
    for path, start, end in (made.span for made in manuscript.macros[name]):
        if path.endswith(".tex"):
            # behind the command that defines it, which begins with the same letters where the macro is `\new`
            place = manuscript.files[path].text.index(f"\\{name}", start + 1, end)
            yield Span(path, place, place + len(name) + 1)


def _is_of_spins(manuscript: ManuscriptRecords) -> bool:
    """Whether XXX may be the name of a model of magnets."""
    return bool(files_with(manuscript, _SPINS))


def is_of_linguists(manuscript: ManuscriptRecords) -> bool:
    """Whether question marks may be judgements of examples; a copy of a package for these may be called ``styles/our-gb4e``."""
    names = (part for name in manuscript.packages for part in name.replace("/", "-").split("-"))
    return not (_LINGUISTS.isdisjoint(names) and _GLOSSES.isdisjoint(manuscript.commands))


def _prints_marker(body: str, *, spins: bool) -> bool:
    body = COMMENTS.sub("", body)
    marks = [m[0] for m in _PRINTED_MARKER.finditer(body) if "phantom" not in _called(body, m.start())]
    quiet = any(sign in body for sign in ("\\if", "\\typeout", "Warning", "\\message", "\\PackageError"))
    return bool(marks) and not quiet and not (spins and marks[0].startswith("XXX"))


# -- markers in the running text


def _markers(manuscript: ManuscriptRecords) -> Iterator[Printed]:
    lines = manuscript.of_each_file("marked lines", _marked_lines)
    if not any(lines.values()):
        return
    from argcheck.tex.reading_text import printed_in  # here: it brings along all that reads prose

    places = list(printed_in(manuscript, _marker(), lines))
    spins = _is_of_spins(manuscript)
    linguists = is_of_linguists(manuscript)
    if not places:
        return
    passing = _PUBLISHERS | {
        name
        for name, definitions in manuscript.macros.items()
        if any(made.openers and NOTHING.match(made.body) for made in definitions)
    }
    searched = manuscript.files.values() if any(marker.match[0] == "XXX" for marker in places) else ()
    numbered = {word[1] for file in searched for word in _NUMBERED.finditer(file.text)}
    subjects: Counter[str] = Counter()
    kept: list[tuple[str, Printed]] = []
    for marker in places:
        crosses = marker.match[0][0] == "X"
        what = "XXX" if crosses else marker.match[0].upper()[:5]
        text = manuscript.files[marker.span.path].text
        behind = marker.offset + len(marker.match[0])
        before = marker.sentence[max(0, marker.offset - _NEAR) : marker.offset]
        after = marker.sentence[behind : behind + _NEAR]
        line = text[max(0, marker.span.start - 200) : marker.span.start].rpartition("\n")[2]
        word = not (marker.match["filler"] or marker.match["marks"])
        explained = crosses and wording(codes(), _EXPLAINED, re.IGNORECASE).search(before)
        if (
            before.rstrip().endswith(_QUOTES)
            or _IN_CODE.search(line)
            or explained
            or (word and _begins(marker, after, "markers.named"))
        ):
            subjects[what] += 1
            continue
        named = spins or in_a_formula(text, marker.span, "XXX")
        called = _called(text, marker.span.start)
        blank = called in _FONTS and _is_all_of_group(text, marker)
        judged = linguists and marker.match["marks"] and not (blank and _is_enclosed(before, after))
        known = (crosses and named) or judged or is_option(line)
        known = known or (crosses and _is_width(line, text[marker.span.end : marker.span.end + _NEAR]))
        subject = word and _begins(marker, after, "markers.going-on")
        if known or (subject and not (crosses and wording(codes(), _REFERS).search(before))):
            continue
        if crosses and _numeral(marker, before, after, numbered):
            continue
        titled = bool(marker.match["marks"]) and in_title(manuscript, marker.span)
        if (blank or _left(marker, before, after, line, titled=titled)) and called not in passing:
            kept.append((what, marker))
    numbers = Counter(what for what, _ in kept)
    for what, marker in kept:
        if subjects[what] < numbers[what] or marker.match["marks"] or _is_paragraph(manuscript, marker):
            yield marker


def _marked_lines(text: str) -> list[tuple[int, int]]:
    """Return the lines in which a marker stands that is not commented out; only lines with a needle are looked at."""
    lines: set[tuple[int, int]] = set()
    needles = _needles()
    closed = before_each("]", text, needles)
    for needle in needles:
        # One sign is found faster than several.
        may_stand = needle in closed if needle[-1] == "]" else max(needle) in text
        place = text.find(needle) if may_stand else -1
        while place >= 0:
            end = text.find("\n", place)
            line = text.rfind("\n", 0, place) + 1, end if end >= 0 else len(text)
            markers = _marker().finditer(text, *line) if line not in lines else ()
            if not all(commented(text, marker.start()) for marker in markers):
                lines.add(line)
            place = text.find(needle, line[1])
    return sorted(lines)


def _is_paragraph(manuscript: ManuscriptRecords, marker: Printed) -> bool:
    """Whether a paragraph begins with a marker and its colon: that is one also where the text speaks of such markers elsewhere."""
    path, start, end = marker.span
    text = manuscript.files[path].text
    above = text[max(0, start - _AROUND) : start].split("\n")
    return text.startswith(":", end) and len(above) > 2 and not "".join(above[-2:]).strip()


def _is_all_of_group(text: str, marker: Printed) -> bool:
    """Whether three question marks or more are all that a command prints, as in place of a name."""
    _, start, end = marker.span
    around = text[start - 1 : start] + text[end : end + 1]
    return bool(marker.match["marks"]) and end - start > 2 and around == "{}"


def _is_width(line: str, behind: str) -> bool:
    r"""Whether a text is all of the argument of a list, which takes its widest label: ``\begin{labeling}{XXX} \item``."""
    head, _, opened = line.rpartition("{")
    closed, _, item = behind.partition("}")
    alone = "\\begin" in head and head.rstrip().endswith(("}", "]")) and not (opened + closed).strip()
    return alone and item.lstrip().startswith("\\item")


def _is_enclosed(before: str, after: str) -> bool:
    """Whether brackets have nothing in them but what stands between two texts."""
    return before.rstrip().endswith(("(", "[", "（")) and after.lstrip().startswith((")", "]", "）"))


def _left(marker: Printed, before: str, after: str, line: str, *, titled: bool) -> bool:
    """Whether a marker stands where one would be put, not where the text speaks of it."""
    match = marker.match
    enclosed = _is_enclosed(before, after)
    word = last_word(before)
    refers = wording(codes(), _REFERS).search(before) is not None or word.lower() in kinds()
    follows = after.lstrip()
    if match["filler"]:
        return True
    if match["citation"]:
        return enclosed
    if match["low"]:
        return enclosed or refers
    if match["blank"] or match["fold"]:
        return "YY" not in marker.sentence
    if match["marks"]:
        ends = not follows or follows[0].isupper()  # the sentence: not "every report.???, by its name"
        if len(match[0]) > 2 and before.endswith(".") and before[-2:-1].isalnum() and ends:
            return True  # "It falls with the distance.???"
        loose = (not before or before[-1] in " \xa0([{") and not _WILDCARD.search(
            marker.sentence, max(0, marker.offset - _AROUND), marker.offset + _AROUND
        )
        opened = line.rpartition("[")[0].split()[-1:]  # "[find out when??]", and no \item[why??]
        if follows.startswith("]") and before.rfind("[") > before.rfind("]") and not enclosed:
            return not (opened and opened[0].startswith("\\"))
        loose = loose and not _begins(marker, after, "markers.instead")
        if after.startswith((".??", ",??")):  # "??.??s"
            return loose
        hangs = next(reversed(before.split()), "") in words(marker.language, "sentences.going-on")
        goes_on = hangs or (
            not flag(marker.language, "language.spaced-marks")
            and follows[:1].islower()
            and after[:1].isspace()
        )
        if (
            titled
            and len(match[0]) > 2
            and not flag(marker.language, "language.spaced-marks")
            and not _begins(marker, marker.sentence, "markers.asks")
        ):
            return loose and bool(before.strip())  # "Towards ???"
        cell = len(match[0]) > 2 and line.rstrip().endswith("&") and (not follows or after[:2].isspace())
        refers = refers or cell or _NAME_MACRO.search(line) is not None
        return loose and (enclosed or refers or goes_on or (bool(before.strip()) and follows[:1] == "%"))
    noted = follows.startswith((":", "：")) or (
        after.startswith(("(", "（")) and not {*")）"}.isdisjoint(after[:30])
    )
    if match[0].startswith("XXX"):
        heads = not before.strip(" ([")
        return (noted or not follows.strip(".! ")) if heads and not enclosed else not marker.quoted
    heads = not before.strip(" ([*–—-")
    if match[0] == "TBD":
        return enclosed or refers or follows.startswith(":") or (heads and not follows.strip(".! "))
    ordinary = match[0] in words(marker.language, "markers.ordinary")
    headed = follows.startswith("(") and follows.partition(")")[2].startswith(":")  # "TODO (limits): say"
    if enclosed or refers or noted or (heads and (headed or not ordinary)):
        return True
    marks = match[0] in ("TODO", "FIXME") and not ordinary
    return bool(marker.language) and marks and not _is_determined(marker, before)


def _numeral(marker: Printed, before: str, after: str, numbered: Collection[str]) -> bool:
    """Whether XXX is thirty, or the number of a name: "Louis XXX", "the XXX Olympiad", "canto XXX" beside "canto XII"."""
    if marker.match[0] != "XXX":
        return False
    word = last_word(before)
    if _is_determined(marker, before):
        return after.lstrip()[:1].isupper()
    if word[:1].isupper():
        return not wording(codes(), _REFERS).search(before) or bool(
            wording(with_english(marker.language), r"{markers.numbered}\w*\.?\s*\Z", re.IGNORECASE).search(
                before
            )
        )
    return word in numbered


def _called(text: str, offset: int) -> str:
    """Return the name of the command in whose argument an offset stands, empty without one."""
    opened = _opened(text, offset)
    command = CALL_BEFORE.search(text, max(0, opened - 100), opened) if opened >= 0 else None
    return command[1] if command else ""


def _opened(text: str, offset: int) -> int:
    """Return where the group opens in which an offset stands, -1 without one."""
    return next(open_braces(text, offset, max(0, offset - _REACH)), -1)
