r"""Finds markers left in the running text, such as TODO, ??, XXX or filler, as opposed to text about such markers.

Plain strings are searched for first, so that a document without any costs next to nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import last_word, lazy
from argcheck.tex.arguments import DEFINERS, TOKEN, called, in_a_name
from argcheck.tex.fields_of_study import is_of_linguists, is_of_spins
from argcheck.tex.kinds import kinds
from argcheck.tex.live_source import commented, files_with, in_a_formula, is_option, needles_in, opens_link
from argcheck.tex.notes import NOTHING, TODO_LISTS
from argcheck.tex.units import in_title
from argcheck.tex.vocabulary import any_of, codes, ends_in, flag, phrases, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.tex.model import MacroDefinition, ManuscriptRecords
    from argcheck.tex.reading_text import Printed

_SIGNS = ("TODO", "FIXME", "TBD", "XX", "xxx", "??", "orem ipsum")
_MARKER = (
    r"(?<![\w\\@/.#&-])(?P<blank>XX+[.,]X+|X[.,]XX+|XX+(?=(?:\\[,;]|[~ ])?\\%))(?![\w/-])"
    r"|(?<![\w\\@/.#&-])(?:(?P<fold>xxx+)(?=-fold\b|\\%)|(?P<low>xxx+)(?![\w/@-]|\.\w))"
    r"|(?<![\w\\@.#&-])(?:(?<!/)|(?<=[\s(]/))(?P<word>TODO|FIXME|TBD|XXX+|{markers.words})(?![\w/-]|\.[a-z]{2,4}\b)"
    r"|(?:(?<![\w?!\\])|(?<=[^\W\d])(?=\?\?+\]))(?P<marks>\?\?+)(?![\w?!])"
    r"|(?P<filler>[Ll]orem ipsum)(?= dolor)"
    r"|(?P<citation>{markers.citation}|{markers.citation-boxed}(?=\])|(?<=\[){markers.citing}[ ~](?!{markers.left-out}\])[^\[\]\\={}]{2,60}(?=\]))"
)
_QUOTES = tuple("\"'“‘`«„‹")
_IN_CODE = lazy(
    r"\\(?:texttt|code|path|url|verb|lstinline|ttfamily|tt|cmd|keyword|textsf|mintinline)\*?\s*(?:\{(?:[^{}]|\{[^{}]*\})*(?:\{[^{}]*)?|([^\s\w{])(?:(?!\1)[^\n])*)\Z"
)
_NUMBERED = lazy(r"\b([^\W\d_]{3,})[~\s]+(?!XXX\b)[IVXLC]{2,}\b")  # "canto XII", and not "of IV"
_AROUND = 300  # characters around a marker that are searched for wildcards, states of tasks and lines above
_WILDCARD = lazy(r"\w\?\?\w")  # "the files log??a", and then "where ?? is a year"
_EXPLAINED = r"\b(?:where\s*|{markers.form}\b.{0,20})\Z|\A\W*{markers.example}\b"  # "where XXX is a year"
#: "by a comment (TODO)", "markers such as TODO", "TODO, FIXME and XXX": control signs stand for the marker itself.
_NAMED = (
    r"\b{markers.named}(?:,? {markers.introducing}(?: a)?)?\s*[(\[]?\s*\0"
    r"|\b(?:TODO|FIXME|HACK)s?\s*(?:[,/]|,? {sentences.conjunctions} )\s*[\0\1]"
    r"|[\0\1]\s*(?:[,/]|,? {sentences.conjunctions} )\s*(?:TODO|FIXME|HACK)"
)
_STATES = ("DOING", "DONE")  # of tasks: "open (TODO), under way (DOING)"
_REFERS = r"\b{markers.refers}\.?\s*[(\[]?\s*\Z"
_AMONG_ARGUMENTS = lazy(r"\\([A-Za-z@]+)\*?(?:\{[^{}]*\}|\[[^\[\]]*\])*\{[^{}]*\Z")
_NAME_MACRO = lazy(r"\\[a-z]+name(?:\{\}|[~\s])*\Z")  # "\\tablename~??"

#: Commands whose arguments the publisher fills in.
_PUBLISHERS = frozenset(
    """history received revised accepted published editor editors handlingeditor doi volume issue firstpage lastpage
    pubyear pubdate copyrightyear articlenumber appnotes""".split()  # noqa: SIM905 - shorter
)
_REFERRING = tuple(f"\\verb{sign}\\{name}" for sign in "|\"+!'" for name in ("ref", "cite"))  # beside ??
_FONTS = frozenset(("textsc", "textbf", "textit", "textsl", "textrm", "textsf", "emph"))
_NEAR = 60  # characters of the sentence on either side of a marker that decide what it is
_LINE = 200  # at most so many characters of the line before a marker


def markers(manuscript: ManuscriptRecords) -> Iterator[Printed]:
    """Yield the markers left in the text, in document order.

    Of a word that the text mentions as often as it seems to leave it, only those that head a paragraph are.
    """
    lines = manuscript.of_each_file("marked lines", _marked_lines)
    if not any(lines.values()):
        return
    from argcheck.tex.reading_text import printed_in  # imported here, as it loads everything that reads prose

    places = [_place_of(manuscript, marker) for marker in printed_in(manuscript, _marker(), lines)]
    if not places:
        return
    document = _document_of(manuscript, places)
    spoken_of = Counter(place.word for place in places if _is_spoken_of(place))
    left = [
        place
        for place in places
        if not _is_spoken_of(place)
        if not _is_something_else(place, document)
        if place.command not in document.passing
        if place.is_all_of_group or _LEFT[place.kind](place)
    ]
    numbers = Counter(place.word for place in left)
    for place in left:
        if spoken_of[place.word] < numbers[place.word] or place.kind == "marks" or _is_paragraph(place):
            yield place.marker


class _Document(NamedTuple):
    """Facts about a whole document that bear on its markers."""

    spins: bool  #: whether XXX may be the name of a model of magnets
    linguists: bool  #: whether question marks may be judgements of examples
    passing: frozenset[str]  #: commands whose argument the author need not fill in
    defining: frozenset[str]  #: macros that define others from their arguments
    numbered: frozenset[str]  #: words that a Roman numeral follows somewhere, such as "canto"


class _Place(NamedTuple):
    """A marker and its surroundings."""

    manuscript: ManuscriptRecords
    marker: Printed
    before: str  #: of its sentence, up to ``_NEAR`` characters
    after: str  #: of its sentence, up to ``_NEAR`` characters
    line: str  #: the source of its line before it, up to ``_LINE`` characters

    @property
    def kind(self) -> str:
        """The name of its group in the pattern of markers."""
        return self.marker.match.lastgroup or ""

    @property
    def word(self) -> str:
        """The name of such a marker in a text about it."""
        return "XXX" if self.is_cross else self.marker.match[0].upper()[:5]

    @property
    def text(self) -> str:
        """The source of its file."""
        return self.manuscript.files[self.marker.span.path].text

    @property
    def command(self) -> str:
        """The command whose argument it is in, empty without one."""
        return called(self.text, self.marker.span.start)

    @property
    def is_cross(self) -> bool:
        return self.marker.match[0].startswith("X")

    @property
    def is_enclosed(self) -> bool:
        """Whether the marker is alone in brackets."""
        opened = self.before.rstrip().endswith(("(", "[", "（"))
        return opened and self.after.lstrip().startswith((")", "]", "）"))

    @property
    def is_referred_to(self) -> bool:
        """Whether words that refer the reader precede it: "see XXX"."""
        return wording(codes(), _REFERS).search(self.before) is not None

    @property
    def is_target(self) -> bool:
        """Whether it takes the place of a reference: "see XXX", "Figure XXX"."""
        return self.is_referred_to or last_word(self.before).lower() in kinds()

    @property
    def is_all_of_group(self) -> bool:
        """Whether three or more question marks are the whole argument of a font command, as for a missing name."""
        _, start, end = self.marker.span
        around = self.text[start - 1 : start] + self.text[end : end + 1]
        return self.kind == "marks" and end - start > 2 and around == "{}" and self.command in _FONTS

    @property
    def heads(self) -> bool:
        """Whether it begins its sentence."""
        return not self.before.strip(" ([*–—-")

    @property
    def hangs(self) -> bool:
        """Whether a word precedes it that no sentence ends with: "in", "of the"."""
        return next(reversed(self.before.split()), "") in words(self.marker.language, "sentences.going-on")

    @property
    def closes(self) -> bool:
        """Whether a sentence or a part of one ends with it."""
        return self.after.lstrip()[:1] in (*".,;)", "")

    def goes_on_with(self, key: str) -> bool:
        """Whether a phrase of a list follows it, in the language of the sentence or in English."""
        return _begins(self.after, self.marker.language, key)

    def is_determined(self) -> bool:
        """Whether an article or another determiner precedes it."""
        return ends_in(with_english(self.marker.language), self.before, "markers.determiners")


def _begins(text: str, language: str, key: str) -> bool:
    return any_of(with_english(language), key).match(text.lstrip()) is not None


def _place_of(manuscript: ManuscriptRecords, marker: Printed) -> _Place:
    text = manuscript.files[marker.span.path].text
    behind = marker.offset + len(marker.match[0])
    return _Place(
        manuscript,
        marker,
        marker.sentence[max(0, marker.offset - _NEAR) : marker.offset],
        marker.sentence[behind : behind + _NEAR],
        text[max(0, marker.span.start - _LINE) : marker.span.start].rpartition("\n")[2],
    )


def _document_of(manuscript: ManuscriptRecords, places: list[_Place]) -> _Document:
    silent = (
        name
        for name, definitions in manuscript.macros.items()
        if any(made.openers and NOTHING.match(made.body) for made in definitions)
    )
    crosses = any(place.marker.match[0] == "XXX" for place in places)
    searched = manuscript.files.values() if crosses else ()
    return _Document(
        is_of_spins(manuscript),
        is_of_linguists(manuscript),
        _PUBLISHERS.union(silent),
        frozenset(name for name, definitions in manuscript.macros.items() if any(map(_defines, definitions))),
        frozenset(word[1] for file in searched for word in _NUMBERED.finditer(file.text)),
    )


def _defines(macro: MacroDefinition) -> bool:
    return not DEFINERS.isdisjoint(command[1] for command in TOKEN.finditer(macro.body))


def _marker() -> re.Pattern[str]:
    """Return the pattern of markers in all languages, as authors may write notes in another than that of the text."""
    return wording(codes(), _MARKER)


def _needles() -> tuple[str, ...]:
    """Return strings, one of which is in every such marker."""
    return (*_SIGNS, *phrases(codes(), "markers.signs"))


def _marked_lines(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the lines with a marker that is not commented out; only lines with a needle are searched."""
    lines: set[tuple[int, int]] = set()
    begin = end = 0
    for place, _ in needles_in(text, _needles()):
        if not begin <= place < end:
            begin, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
            end = end if end >= 0 else len(text)
            markers = _marker().finditer(text, begin, end) if (begin, end) not in lines else ()
            if not all(commented(text, marker.start()) for marker in markers):
                lines.add((begin, end))
    return sorted(lines)


# -- markers that were not left


def _is_spoken_of(place: _Place) -> bool:
    """Whether the text mentions the marker: in quotation marks, as code, "where XXX is the year", "TODO comments"."""
    return bool(
        place.before.rstrip(" \n[").endswith(_QUOTES)  # also "[citation needed]" with its brackets
        or _IN_CODE.search(place.line)
        or (place.is_cross and wording(codes(), _EXPLAINED, re.IGNORECASE).search(place.before))
        or (place.word == "TODO" and place.is_enclosed and files_with(place.manuscript, TODO_LISTS))
        or (place.kind not in ("filler", "marks") and _is_named(place))
        or (place.kind == "marks" and any(map(place.line.__contains__, _REFERRING)))
    )


def _is_named(place: _Place) -> bool:
    """Whether a marker is called one, or is listed with others ("TODO, FIXME and XXX") or with states of tasks."""
    _, start, end = place.marker.span
    around = place.text[max(0, start - _AROUND) : end + _AROUND]
    beside = place.before + ("\1" if place.is_cross else "\0") + place.after
    return bool(
        place.goes_on_with("markers.named")
        or wording(codes(), _NAMED).search(beside)
        or any(state in around for state in _STATES)
    )


def _is_something_else(place: _Place, document: _Document) -> bool:
    """Whether it is a name, a numeral, a judgement of an example, an option of a command or the width of a list."""
    around = _AMONG_ARGUMENTS.search(place.line)
    if is_option(place.line) or (around and around[1] in document.defining):
        return True
    if place.kind == "marks":
        return document.linguists and not (place.is_all_of_group and place.is_enclosed)
    if place.is_cross:
        return (
            document.spins
            or in_a_formula(place.text, place.marker.span, "XXX")
            or in_a_name(place.text, *place.marker.span[1:])
            or _is_width(place)
            or (place.goes_on_with("markers.going-on") and not place.is_referred_to)
            or _is_numeral(place, document)
        )
    return place.kind != "filler" and place.goes_on_with("markers.going-on")


def _is_width(place: _Place) -> bool:
    r"""Whether it is the widest label in the argument of a list: ``\begin{labeling}{XXX} \item``."""
    end = place.marker.span.end
    head, _, opened = place.line.rpartition("{")
    closed, _, item = place.text[end : end + _NEAR].partition("}")
    alone = "\\begin" in head and head.rstrip().endswith(("}", "]")) and not (opened + closed).strip()
    return alone and item.lstrip().startswith("\\item")


def _is_numeral(place: _Place, document: _Document) -> bool:
    """Whether XXX is a Roman numeral: "Louis XXX", "the XXX Olympiad", "canto XXX" beside "canto XII"."""
    if place.marker.match[0] != "XXX":
        return False
    word = last_word(place.before)
    if place.is_determined():
        return place.after.lstrip()[:1].isupper()
    if word[:1].isupper():
        languages = with_english(place.marker.language)
        numbered = wording(languages, r"{markers.numbered}\w*\.?\s*\Z", re.IGNORECASE)
        return not place.is_referred_to or numbered.search(place.before) is not None
    return word in document.numbered


def _is_paragraph(place: _Place) -> bool:
    """Whether a paragraph begins with the marker and a colon: it was left even if the text mentions such markers."""
    _, start, end = place.marker.span
    above = place.text[max(0, start - _AROUND) : start].split("\n")
    return place.text.startswith(":", end) and len(above) > 2 and not "".join(above[-2:]).strip()


# -- markers that were left


def _blank_left(place: _Place) -> bool:
    """Whether it is a blank for a number, "XX.X %", and not in a pattern of dates."""
    return "YY" not in place.marker.sentence


def _word_left(place: _Place) -> bool:
    """Whether TODO, FIXME or the like is where an author would put a marker, not a word of the text."""
    word, follows = place.marker.match[0], place.after.lstrip()
    if word == "TBD":
        ends = follows.startswith(":") or (place.heads and not follows.strip(".! "))
        return place.is_enclosed or place.is_target or ends
    ordinary = word in words(place.marker.language, "markers.ordinary")
    headed = follows.startswith("(") and follows.partition(")")[2].startswith(":")  # "TODO (limits): say"
    if place.is_enclosed or place.is_target or _is_noted(place) or (place.heads and (headed or not ordinary)):
        return True
    if not place.marker.language:  # "TODO list" may follow, and it may be a word
        closes = place.closes or place.before.rstrip()[-1:].isdigit()
        ordinary = not closes or bool(files_with(place.manuscript, (" todo ",)))
    return word in ("TODO", "FIXME") and not ordinary and not place.is_determined()


def _cross_left(place: _Place) -> bool:
    """Whether XXX takes the place of a word, and is not a numeral before a noun."""
    if place.before.strip(" ([") or place.is_enclosed:
        return not place.marker.quoted
    return _is_noted(place) or not place.after.lstrip().strip(" .!")


def _is_noted(place: _Place) -> bool:
    """Whether a note follows: "TODO: say why", "TODO(ask her)", "of the dead [TODO add source]"."""
    if place.before.endswith("[") and not place.heads and "]" in place.after:
        return True
    bracketed = place.after.startswith(("(", "（")) and not {*")）"}.isdisjoint(place.after[:30])
    return bracketed or place.after.lstrip().startswith((":", "："))


def _marks_left(place: _Place) -> bool:
    """Whether question marks take the place of words, and ask nothing."""
    before, after, line, follows = place.before, place.after, place.line, place.after.lstrip()
    is_long = len(place.marker.match[0]) > 2
    if is_long and before.endswith(".") and before[-2:-1].isalnum() and (not follows or follows[0].isupper()):
        return True  # "It falls with the distance.???"
    if follows.startswith("]") and before.rfind("[") > before.rfind("]") and not place.is_enclosed:
        opening = line.rpartition("[")[0].split()
        return not (opening and opening[-1].startswith("\\"))  # "[find out when??]", and no \item[why??]
    if not _is_loose(place):
        return False
    spaced = flag(place.marker.language, "language.spaced-marks")
    asks = spaced or _begins(place.marker.sentence, place.marker.language, "markers.asks")
    goes_on = place.hangs or (not spaced and follows[:1].islower() and after[:1].isspace())
    is_cell = is_long and line.rstrip().endswith("&") and (not follows or after[:2].isspace())
    begun = bool(before.strip())
    in_place = place.is_enclosed or place.is_target or goes_on or is_cell or (begun and follows[:1] == "%")
    if not asks and (is_long if begun else follows[:1].isalpha()):  # "Towards ???", "?? Approaches"
        in_place = in_place or in_title(place.manuscript, place.marker.span)
    stops = begun and not asks and after[:1] in (".", ",", ";") and after[1:2] != "."  # as no question does
    return in_place or stops or after.startswith((".??", ",??")) or bool(_NAME_MACRO.search(line))  # "??.??s"


def _is_loose(place: _Place) -> bool:
    """Whether a blank or a bracket precedes the question marks, and no wildcard or word such as "instead" is near."""
    sentence, offset = place.marker.sentence, place.marker.offset
    wildcard = _WILDCARD.search(sentence, max(0, offset - _AROUND), offset + _AROUND)
    return place.before[-1:] in " \xa0([{" and not wildcard and not place.goes_on_with("markers.instead")


#: Kind of a marker -> function that tells whether it was left.
_LEFT: dict[str, Callable[[_Place], bool]] = {
    "filler": lambda _: True,
    "citation": lambda place: place.is_enclosed and not opens_link(place.line),
    "low": lambda place: place.is_enclosed or place.is_target or (place.hangs and place.closes),
    "blank": _blank_left,
    "fold": _blank_left,
    "marks": _marks_left,
    "word": lambda place: _cross_left(place) if place.is_cross else _word_left(place),
}
