"""TEX008: a note to oneself, a placeholder or filler text in what is printed."""

from argcheck.api import Diagnostic, Findings, RuleContext, Severity, Span, rule

from ._folding import CLOSE, MANY, folded
from ._pictures import OF_TEX, exists, folders

_NOTES = ("todo", "fixme", "tbd", "\\todo", "\\fixme", "\\xxx", "\\tbd", "the marker of ", "the note of ")
# mostly in templates, whose authors leave it
_FILLER_TEXT = ("lorem ipsum", "\\lipsum", "\\kant", "\\blind")
_FILLER = (*_FILLER_TEXT, "xxxx")

_BLUEPRINT = ("leanok", "mathlibok", "notready")  #: marks of blueprints, which track open work by themselves


@rule("TEX008", "leftover", severity=Severity.WARNING, since="0.1.0", stage="submission")
def leftover(ctx: RuleContext) -> Findings:
    r"""A note to oneself, a placeholder or filler text is still in what is printed.

    ## Why is this bad?

    It is printed. A reviewer who meets "TODO" or "Section ??" on page seven wonders what else was
    not finished.

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

    Looks for TODO, FIXME, TBD, XXX, ??, "[citation needed]" and its kin in English, German and French ("[citation
    missing]", "[add reference here]", "(Beleg fehlt)", "[source manquante]"), for what a template left in brackets
    ("[Your Name]", "[Describe the data here.]", "[REF]"), for "(REF)" and "(CITE)" where the document has no such word,
    for "[cite?]" and "(Quelle?)", for brackets that begin with "cite" ("[cite our paper]"), for numbers to come
    ("X,XXX", "??.??s", `\SI{XX}{\metre}`), for ??? in a cell of a table and ?? behind a word that no sentence ends with
    ("a size of ??? GB"), and lorem ipsum in the running text, tables and captions, for the marks of a merge that git
    could not finish (`<<<<<<< HEAD`), for a paragraph that ends with a word that goes on ("the measure of", in English,
    German, French and Spanish), for a share whose sign makes a comment of the words behind it ("in 50% of all cases"),
    and for `\todo`, `\missingfigure`, `\fixme`, `\lipsum`, `\blindtext` and their kin
    where they are known to print: the package is loaded and not told to be quiet, or the document defines them. A macro
    of the document's own that prints such a marker is one, so is one whose name says that a source is to come
    (`\needcite`, `\citationNeeded`) and that prints a sign in colour or bold, and so is what authors write to each
    other by coloured macros with their name or initials (`\newcommand{\ann}[1]{\textcolor{red}{Ann: #1}}`, where Ann is
    an author). Without a word in it, `\todo{}` is one where it prints more than its words: with todonotes, and not
    where the document makes it a colour.

    TBD is short for other things, too: it is one at the beginning of a passage, in brackets, behind what names a figure
    or section, or before a colon. In a language without a word list so is TODO; and where a number stands before it, or
    a sentence or a part of one ends with it, unless the document has the word "todo".

    In a blueprint, which keeps count of what is to be done itself (`\leanok`, `\notready`), it is a note, and so is
    filler text (lorem ipsum, `\lipsum`, the pictures `example-image` of TeX): most of it stands in templates.
    What any rule finds in a paragraph of lorem ipsum, such as a key that no bibliography has, is a note.

    Comments, code and displayed formulas are the author's own, and the dates, editors and numbers of pages that a
    journal fills in (`\received`, `\editor`) its publisher's. So is a document that calls itself a draft
    (`\documentclass[draft]`, a watermark): the run says that it was not looked through. A marker that the text speaks
    of ("the TODO list", "markers such as TODO", "TODO and FIXME", "TODO, DOING, DONE", in quotes, in `\texttt`) is
    none, and where it speaks of markers of a kind at least as often as it seems to have some, none of them is; `??` at
    the end of a question is none, nor is XXX where spins are at hand, where it is a number ("Louis XXX") or explained
    ("where XXX is the year"). A lone XX is read as a blank in English and German, and in no document that has XY, XIX
    or a column called XX; behind the sign of a statistic ("n = XX"), as digits of a fraction ("p < 0.XX") and set apart
    by its colour it is one in any, in formulas of a line as well. Small xxx is one in brackets, behind what names a
    figure or section, and where a sentence or a part of one ends with it behind a word that goes on ("a mean of xxx").
    More than two pieces of filler text, such as XXXX, are one finding, at the first of them: a template that nobody has
    filled in. So are more than two placeholders in
    brackets with the same words but for numbers ("[Describe the data here.]"), more than five lines with the same
    words, and more than five notes of the author (TODO, FIXME, TBD, `\todo`, `\xxx`) in one document, which is being
    written.
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
    for words, alike in skeleton.items():
        many = CLOSE if words.startswith("[") else MANY
        help_ = "places have the same words: write what shall stand there, or make them comments"
        yield from folded(ctx, alike, ", and the same words stand in other places", help_, many=many)
    help_ = "notes of the author are still there: finish the passages, or make the notes comments"
    yield from folded(ctx, notes, ", and so are more notes of the author", help_, apart=True)
    help_ = "pieces of filler text are: write what shall stand there, or leave it out"
    yield from folded(ctx, filler, ", and so is more filler text", help_, many=CLOSE)


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
