"""TEX008: a note to oneself, a placeholder or filler text in what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Severity, Span, rule

from ._folding import CLOSE, MANY, folded
from ._keys import MARKDOWN
from ._pictures import OF_TEX, exists, folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Findings, RuleContext

_NOTES = (
    "todo",
    "fixme",
    "tbd",
    "\\todo",
    "\\missingfigure",
    "\\fixme",
    "\\xxx",
    "\\tbd",
    "the marker of ",
    "the note of ",
)
# mostly in templates, whose authors leave it
_FILLER_TEXT = ("lorem ipsum", "\\lipsum", "\\kant", "\\blind")
_FILLER = (*_FILLER_TEXT, "xxxx")

#: Words of authors for whom ``##Methods`` is a heading: other kinds of Markdown, slides that pandoc does not make.
_OTHER_HEADINGS = (
    "space_in_atx_header", "markdown_strict", "markdown_mmd", "markdown_phpextra", "xaringan::",
)  # fmt: skip
_SIGN = "\\#"  #: of a heading, as text
_DEEPEST = 6  #: most signs of a heading
_BEGUN = f"\n\n{_SIGN}"  #: a paragraph that begins with one

_ENDS = (".", "!", "?", ":")  #: of a caption that needs no full stop
_BLUEPRINT = ("leanok", "mathlibok", "notready")  #: marks of blueprints, which track open work by themselves


@rule("TEX008", "leftover", severity=Severity.WARNING, since="0.1.0", stage="submission")
def leftover(ctx: RuleContext) -> Findings:
    r"""A note to oneself, a placeholder or filler text is still in what is printed.

    ## Why is this bad?

    It is printed. A reviewer who meets "TODO" or "Section ??" on page seven wonders what else is unfinished.

    ## Example

    ```tex
    TODO: say how the sample was drawn.

    The rest is shown in Section ?? below.
    ```

    ## Use instead

    ```tex
    \section{Sample} \label{sec:sample}
    % TODO: say more about the weights
    We drew 400 of the 9,000 households at random. The rest is shown in Section~\ref{sec:sample}.
    ```

    ## Limits

    Reported in text, tables and captions:
    - Markers: TODO, FIXME, TBD, XXX, ??; lorem ipsum; the marks of an unfinished merge (`<<<<<<< HEAD`).
    - A missing source, in English, German and French: "[citation needed]", "[add reference here]", "[ref here]",
      "(Beleg fehlt)", "[source manquante]", "[cite?]", "(Quelle?)", "[cite our paper]"; "(REF)" and "(CITE)", if the
      document has no such word.
    - Brackets of a template: "[Your Name]", "[Describe the data here.]", "[REF]".
    - Missing numbers: "X,XXX", "??.??s", `\SI{XX}{\metre}`, ??? in a cell of a table or behind a word that no
      sentence ends with ("a size of ??? GB"), ?? behind a blank and before a full stop, comma or semicolon.
    - In Markdown, a heading without a blank behind its signs (`##Methods`), which pandoc prints with them. With one
      sign (`#Methods`): if it is one line and has a capital letter.
    - A full stop behind the closing brace of a caption (`\caption{The rates}.`), which is printed beside the picture or
      table. The fix moves it behind a plain word, or takes it away where the caption ends in a mark.
    - A paragraph of 60 characters or more that breaks off ("the measure of", in English, German, French and
      Spanish), and a percent sign that makes a comment of the words behind it ("in 50% of all cases").
    - `\todo`, `\missingfigure`, `\fixme`, `\lipsum`, `\blindtext` and the like, if they print: the package is
      loaded and not told to be quiet, or the document defines them. An empty `\todo{}` counts with todonotes,
      unless the document makes it a colour.
    - Macros of the document: those that print a marker or hand their argument to `\todo` (what is inline only if it is
      called so, as `\itodo`); those whose name asks for a source and that print in colour or bold (`\needcite`,
      `\citationNeeded`); coloured macros with the name or initials of an author
      (`\newcommand{\ann}[1]{\textcolor{red}{Ann: #1}}`).

    Reported only in some places:
    - TBD: at the beginning of a passage, in brackets, before a colon, or behind what names a figure or section.
      TODO in a language without a word list: there, too, behind a number, and at the end of a sentence or clause,
      unless the document has the word "todo".
    - XX: in English and German, unless the document has XY, XIX or a column XX; in any language behind the sign of
      a statistic ("n = XX"), as digits of a fraction ("p < 0.XX") and in a colour of its own, also in inline
      formulas.
    - xxx: in brackets, before "%" or "-fold", behind what names a figure or section, and before a comma,
      semicolon or bracket behind a word that needs another one ("a mean of xxx, and").

    Not reported:
    - Comments, code, displayed formulas, what a publisher fills in (`\received`, `\editor`), and a `\title`,
      `\author` or `\date` that nothing prints, without `\maketitle`.
    - `\todo`, `\fixme` and the like, if the document makes them print their text in black or as it is.
    - What ends in a question mark in the words of reviewers: in a macro or an environment called after them
      (`\referee`), but for one that is called after the answer, too (`\refereereply`).
    - A document that calls itself a draft (`\documentclass[draft]`, a watermark); the run says so. With some classes
      (`agujournal2019`) the option is what the journal asks for, and says nothing.
    - Markers that the text is about: "the TODO list", "markers such as TODO", "TODO, DOING, DONE", in quotes, in
      `\texttt`; all markers of a kind, if the text is about at least half of them.
    - "(TODO)" in a document that speaks of a to-do list or TodoMVC; XXX in a name (`run\_\textit{XXX}`).
    - ?? at the end of a question; XXX beside spins, as a number ("Louis XXX"), or explained ("where XXX is the
      year").

    A note instead of a warning:
    - All leftovers of a blueprint (`\leanok`, `\notready`), which keeps count of open work itself.
    - Filler text (lorem ipsum, `\lipsum`, the pictures `example-image` of TeX): most of it stands in templates.
      What other rules find in a paragraph of lorem ipsum is a note, too.

    Grouped as one finding, at the first:
    - More than two pieces of filler text (XXXX included), or placeholders in brackets with the same words but for
      numbers.
    - More than two headings of a file without a blank.
    - More than five lines with the same words, or notes of the author (TODO, FIXME, TBD, `\todo`,
      `\missingfigure`, `\xxx`) in a document.
    """
    if ctx.manuscript.calls_itself_draft():
        yield ctx.unchecked("the document calls itself a draft")
        return
    blueprint = any(use.command in _BLUEPRINT for use in ctx.manuscript.uses)
    filler: list[Diagnostic] = []
    notes: list[Diagnostic] = []
    skeleton: dict[str, list[Diagnostic]] = {}
    lines: dict[tuple[str, int], str] = {}
    for remains in ctx.manuscript.leftovers():
        message = f"{remains.words} is still in what is printed"
        words = remains.words.lower()
        note = blueprint or words.startswith(_FILLER_TEXT)
        help_ = "finish the passage, or make it a comment"
        diagnostic = ctx.report(remains.span, message, help=help_, note=note)
        if words.startswith(_FILLER):
            filler.append(diagnostic)
        elif words.startswith(_NOTES):
            notes.append(diagnostic)
        else:
            in_brackets = remains.words.startswith("[")
            same = _without_digits(remains.words) if in_brackets else _line(ctx, remains.span, lines)
            skeleton.setdefault(same, []).append(diagnostic)
    stand_ins = [graphic for graphic in ctx.manuscript.graphics if graphic.target.startswith(OF_TEX)]
    places = folders(ctx.manuscript) if stand_ins else []
    for graphic in stand_ins:
        if not exists(ctx, graphic, places):
            message = f"the picture '{graphic.target}' is still in what is printed"
            filler.append(
                ctx.report(graphic.span, message, help="put the picture there that is meant", note=True)
            )
    for span, word in ctx.numbers.broken_off:
        help_ = "finish it, or take out the blank line behind it if it goes on there"
        if word.endswith("%"):
            help_ = "write “\\%”: the rest of the line is a comment"
        yield ctx.report(span, f"the sentence breaks off behind “{word}”", help=help_)
    yield from _stops_behind_captions(ctx)
    help_ = "headings of this file have no blank there: write it"
    for alike in _unspaced_headings(ctx):
        yield from folded(ctx, alike, ", and so are those of other headings", help_, many=CLOSE)
    for words, alike in skeleton.items():
        many = CLOSE if words.startswith("[") else MANY
        help_ = "places have the same words: write what shall stand there, or make them comments"
        yield from folded(ctx, alike, ", and the same words stand in other places", help_, many=many)
    help_ = "notes of the author are still there: finish the passages, or make the notes comments"
    yield from folded(ctx, notes, ", and so are more notes of the author", help_, apart=True)
    help_ = "pieces of filler text are: write what shall stand there, or leave it out"
    yield from folded(ctx, filler, ", and so is more filler text", help_, many=CLOSE)


def _stops_behind_captions(ctx: RuleContext) -> Iterator[Diagnostic]:
    """Report full stops behind the closing brace of a caption in a float."""
    for caption in ctx.manuscript.captions:
        path, start, end = caption.text
        file = ctx.manuscript.files[path]
        behind = file.text[end : end + 3]
        if behind[:2] != "}." or behind[2:].strip(" \n\t\\%") or not file.verbatim(end, end + 2):
            continue
        if caption.environment >= 0:
            words = file.text[start:end].rstrip()
            stop = Span(path, end + 1, end + 2)
            last = next(reversed(words.split()), "")
            fix = None  # behind a brace, a command or a sign it may stand where it is not printed, or twice
            if words.endswith(_ENDS):
                fix = Fix("take it away, as the caption ends in one", (Edit(stop, ""),), safe=True)
            elif last.replace("-", "").isalnum() and "%" not in words:
                place = Span(path, start + len(words), start + len(words))
                fix = Fix("take it into the caption", (Edit(place, "."), Edit(stop, "")), safe=True)
            message = "the full stop behind the caption is printed beside it"
            yield ctx.report(stop, message, help="write it before the brace", fix=fix)


def _unspaced_headings(ctx: RuleContext) -> Iterator[list[Diagnostic]]:
    """Yield for each file in Markdown its paragraphs that begin as headings do, but for a blank behind the signs."""
    files = [file for file in ctx.manuscript.files.values() if file.original.path.endswith(MARKDOWN)]
    if any(word in file.original.text for file in files for word in _OTHER_HEADINGS):
        return
    for file in files:
        headings: list[Diagnostic] = []
        at = file.text.find(_BEGUN)
        while at >= 0:
            start = at + len(_BEGUN) - len(_SIGN)
            paragraph = file.text[start : file.text.find("\n\n", start)]
            words = paragraph.lstrip(_SIGN)
            depth = (len(paragraph) - len(words)) // len(_SIGN)
            is_title = depth > 1 or (words[:1].isupper() and "\n" not in words)
            if words[:1].isalpha() and depth <= _DEEPEST and is_title:
                place = Span(file.path, start, start + len(_SIGN) * depth + len(words.split(maxsplit=1)[0]))
                headings += _unspaced_heading(ctx, place)
            at = file.text.find(_BEGUN, start)
        yield headings


def _unspaced_heading(ctx: RuleContext, place: Span) -> Iterator[Diagnostic]:
    """Report a heading by its line in the original file, unless a backslash says that the signs are meant."""
    file = ctx.manuscript.files[place.path]
    written = file.original.text
    start = file.range(place.start, place.end)[0]
    if written[max(0, start - 1) : start] != "\\":
        title = written[start:].partition("\n")[0].lstrip("#").partition("{")[0].strip()
        help_ = "write a blank behind them: without one pandoc takes them for text"
        yield ctx.report(place, f"the signs before the heading '{title}' are printed", help=help_)


def _line(ctx: RuleContext, span: Span, lines: dict[tuple[str, int], str]) -> str:
    """Return the line of the start of a passage, stripped and without digits; ``lines`` caches it by its offset."""
    text = ctx.manuscript.files[span.path].text
    begin = text.rfind("\n", 0, span.start) + 1
    if (span.path, begin) not in lines:
        end = text.find("\n", begin)
        lines[span.path, begin] = _without_digits(text[begin : end if end >= 0 else len(text)].strip())
    return lines[span.path, begin]


def _without_digits(text: str) -> str:
    return "".join(sign for sign in text if not sign.isdigit())
