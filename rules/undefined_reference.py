"""REF001: a reference to a label that the document does not have."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from argcheck.api import Needs, Related, Severity, closest, rule, same_but_for_prefix, surely_meant

from ._folding import folded, repeated
from ._loaded_labels import LoadedLabels

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.api import Diagnostic, Entry, Manuscript, Reference, RuleContext, Unchecked

_OF_PACKAGES = frozenset(
    {"LastPage", "TotPages", "VeryLastPage", "FirstPage", "LastPageOfDocument", "lastpage"}
)
#: patterns for the computed parts of labels: anything, or the number of a counter
_WORKED_OUT = {"\0": ".*", "\1": r"(?:\d+|[IVXLCDM]+|[ivxlcdm]+|[A-Za-z])(?:[.:-](?:\d+|[A-Za-z]))*"}
_XS = 3  #: least letters x of a placeholder; ``xx`` may be a number
_SHARE = 2  #: most labels with a prefix for each lost name with it, if these have the same cause
_TOGETHER = 2  #: more references whose labels other files set are grouped
_COPIED = 2  #: least number of labels that a copy of a part shares with the document
#: environments whose labels may be within a figure
_IN_FIGURES = frozenset(("figure", "listing", "algorithm"))
_WORD = 3  #: least letters of a word at the end of a label that may lack one or have one too many
_ROMAN = frozenset("ivx")  #: letters of numbers that count labels
_MOST = 100  #: most undefined references for which similar labels are searched; more have another cause


@rule("REF001", "undefined-reference", severity=Severity.WARNING, since="0.1.0")
def undefined_reference(ctx: RuleContext) -> Iterator[Diagnostic | Unchecked]:
    r"""A reference names a label that the document does not have.

    ## Why is this bad?

    The document prints "Section ??", and LaTeX only says so in the log.

    ## Example

    ```tex
    \section{Results} \label{sec:results}
    See Section~\ref{sec:result}.
    ```

    ## Use instead

    ```tex
    \section{Results} \label{sec:results}
    See Section~\ref{sec:results}.
    ```

    ## Limits

    A blank within the braces of `\label` or of a reference counts, the end of a line too. The help names similar
    labels, an entry with that key, and a leftover copy of a part of the document (`backup.tex`) that still sets the
    label.

    Not reported:
    - Names in the argument of an unknown macro, or in an option `label` or (pgfplots) `legend to name`, which may
      set the label.
    - Labels in a listing or a file shown as one, which LaTeX obeys between escape characters; labels that packages
      set (`LastPage`, those of lists of `glossaries`); names in R code (`.Rnw`) or in a string of other code
      (`\py{show(rates, "tab:rates")}`).
    - Lists of labels in a command that the document redefines.

    A note instead of a warning:
    - Labels that other files of the project set, if the document reads none of these: a chapter is left out for
      now, or another document is meant, whose labels the package `xr` reads. More than two are one finding.

    Held back, but for names that are surely a known label mistyped (`sec:introdction`, and `sec:introductio` if the
    text has the whole word alone) or with another prefix (`figure:x` for `fig:x`), or that are unfinished (`lem:`,
    `fig:XXX`), while
    - a file of the document, or its end, is missing that could hold a label;
    - the label may come from another document (`xr`) that is not in the project;
    - the document prints a chapter or two of another, which is checked as a whole.

    Held back, but for names close to a known label, if
    - a macro or environment that argcheck does not know may add the prefix, which no label has (`img:tux` for
      `\includeimage{tux}`, `wa-heat` for `\begin{warning}{Heat}{heat}`);
    - R code that prints LaTeX, a chunk of Markdown that prints text (`output: asis`, `results='asis'`), or a macro or
      loop of the document, may compose the label (`\label{\chaptername:#1}`);
    - `\ExecuteMetaData` takes parts of files that are still to be made, as from literate Agda.

    The run says what was not checked, and why.

    Missing files that hold no label:
    - A file of the preamble (it may define macros that set labels), and one before the table of contents.
    - A file read among the words of a line, in `\title`, `\author` or `\date`, inside of a table that has its label,
      or into a scaled box.
    - A file that is called a bibliography, an abstract or acknowledgements.
    - A file in a figure that has its label: it holds labels of parts of the figure only.

    A chapter that `\includeonly` leaves out is a part of the document.

    Grouped as one finding:
    - More than two references to one label.
    - More than five to labels with one prefix (`lst:`), unless more than twice as many labels with it exist.
    """
    m = ctx.manuscript
    yield from _empty(ctx)
    yield from _parted_by_blanks(ctx)
    known = m.labels_by_name.keys() | m.hidden_labels
    there = known | _OF_PACKAGES
    references = (*m.references, *m.references_in_macros)
    lost = [r for r in references if r.name and _as_set(r.name) not in there]
    if lost:
        elsewhere = m.named_elsewhere({reference.name for reference in lost})
        lost = [r for r in lost if r.name not in elsewhere and not _of_own_list(m, r, there)]
        yield from _without_label(ctx, lost, sorted(known - _OF_PACKAGES))


def _without_label(
    ctx: RuleContext, lost: Sequence[Reference], known: list[str]
) -> Iterator[Diagnostic | Unchecked]:
    """Report references to labels that are not ``known``, and yield the uncertain ones as unchecked."""
    m = ctx.manuscript
    loaded = LoadedLabels(ctx)
    lost = [reference for reference in lost if not loaded.sets(reference.name)]
    outside = ctx.project.labels_outside(m.files)
    copies = _copies(outside, m.labels_by_name)
    unchecked: dict[Unchecked, None] = {}
    in_other_files: dict[Diagnostic, str] = {}  # with the file that sets the label
    by_prefix: dict[str, list[Diagnostic]] = {}
    reported: list[Diagnostic] = []
    for reference in lost:
        sure, near = _near(m, reference.name, known) if len(lost) <= _MOST else (False, [])
        if not sure and (doubts := _doubts(ctx, reference, loaded, near)):
            unchecked |= dict.fromkeys(doubts)
            continue
        file = outside.get(reference.name)
        prefix, colon, _ = reference.name.partition(":")
        if file in copies:
            advice = (
                f"{file}, a copy of a part of this document, still sets it: add the label where it belongs"
            )
            reported.append(_report(ctx, reference, advice))
        elif file is not None and not sure:
            advice = f"{file} sets it, which this document does not read"
            in_other_files[_report(ctx, reference, advice, note=True)] = file
        elif near:
            words = " or ".join(f"'{name}'" for name in near)
            reported.append(_report(ctx, reference, f"did you mean {words}?"))
        elif (entry := ctx.bibliography.find(reference.name)) is not None:
            reported.append(_of_entry(ctx, reference, entry))
        else:
            diagnostic = _report(ctx, reference, "add the label where it belongs, or correct the name")
            (by_prefix.setdefault(prefix, []) if colon else reported).append(diagnostic)
    # labels that programs make are known only by the references to them
    made = {reference.name for reference in ctx.manuscript.references} - {
        reference.name for reference in lost
    }
    prefixes = Counter(name.partition(":")[0] for name in made.union(known) if ":" in name)
    for prefix, together in by_prefix.items():
        if _lost_together(together, prefixes[prefix]):
            begins = f"begin with '{prefix}:'"
            more = f", nor are others that {begins}" if prefixes[prefix] else f", nor does any {begins}"
            advice = f"references go to labels that {begins}: add what sets them"
            yield from folded(ctx, together, more, advice)
        else:
            reported += together
    yield from repeated(ctx, reported, ", and many references ask for it", "references")
    files = " and ".join(dict.fromkeys(in_other_files.values()))
    advice = f"references go to labels of {files}: read what is left out, or load the labels of another document with xr"
    more = ", nor are others that stand in files which this document does not read"
    yield from folded(ctx, list(in_other_files), more, advice, many=_TOGETHER)
    yield from unchecked


def _doubts(
    ctx: RuleContext, reference: Reference, loaded: LoadedLabels, near: Collection[str]
) -> Sequence[Unchecked]:
    """Return what may set a label that the document does not seem to have."""
    name = reference.name
    if _is_unwritten(name.rpartition(":")[2]):  # a placeholder, which nothing sets
        return []
    kinds = ctx.manuscript.asked_kinds(reference)
    why = (
        ctx.missing(Needs.LABELS if kinds <= _IN_FIGURES else Needs.OTHER_LABELS)
        or loaded.doubts(name)
        or _unread(ctx, name)
        or ([] if near else loaded.taken)
    )
    return why or ([] if near else _built(ctx, name))


def _is_unwritten(name: str) -> bool:
    """Whether a name, after its prefix, is empty or a placeholder: ``XXX``, ``??``, ``todo``."""
    sign = set(name)
    return (
        not sign
        or sign == {"?"}
        or (sign == {"X"} and len(name) >= _XS)
        or name.upper() in {"TODO", "FIXME", "TBD"}
    )


def _lost_together(together: list[Diagnostic], labels: int) -> bool:
    """Whether names with a prefix are lost for the same reason: no label has it, or not many more than are lost."""
    names = len({diagnostic.message for diagnostic in together})
    return not labels or (names > _TOGETHER and _SHARE * names >= labels)


def _empty(ctx: RuleContext) -> Iterator[Diagnostic]:
    """Report commands without the name of a label; those in the same line are grouped."""
    m = ctx.manuscript
    alike: dict[tuple[str, str, int], list[Diagnostic]] = {}
    for empty in (reference for reference in m.references if not reference.name):
        path, start, _ = empty.command_span
        message = f"\\{empty.command} names no label: its argument is empty"
        diagnostic = ctx.report(empty.command_span, message, help="name the label, or take the command out")
        line, _ = m.files[path].position(start)
        alike.setdefault((message, path, line), []).append(diagnostic)
    for together in alike.values():
        help_ = "commands in this line: name the labels, or take the commands out"
        yield from folded(ctx, together, "; this line has more such commands", help_, many=1)


def _parted_by_blanks(ctx: RuleContext) -> Iterator[Diagnostic]:
    for reference, written, label in ctx.manuscript.references_parted_by_blanks():
        message = f"no label is called '{written}': a blank at the beginning or end of a name counts"
        related = [Related(label, "the label that may be meant")]
        advice = "take the blank, or the end of the line, out of the braces"
        yield ctx.report(reference.span, message, help=advice, related=related)


def _copies(outside: Mapping[str, str], known: Collection[str]) -> set[str]:
    """Return the other files with many labels of which at least half are also in the document."""
    shared = Counter(file for name, file in outside.items() if name in known)
    labels = Counter(outside.values())
    return {file for file, count in shared.items() if count >= _COPIED and 2 * count >= labels[file]}


def _report(ctx: RuleContext, reference: Reference, advice: str, *, note: bool = False) -> Diagnostic:
    r"""Report a reference; as a note if it prints its own words and lacks only the link: ``\hyperref[x]{there}``."""
    message = f"no label is called '{reference.name}'"
    return ctx.report(reference.span, message, help=advice, note=note or reference.command == "hyperref")


def _of_entry(ctx: RuleContext, reference: Reference, entry: Entry) -> Diagnostic:
    """Report a reference to the key of an entry."""
    message = f"'{reference.name}' is the key of an entry, and of no label"
    help_ = f"write \\cite{{{reference.name}}}: \\{reference.command} is for labels"
    related = [Related(entry.key_span, "the entry is here")]
    return ctx.report(reference.span, message, help=help_, related=related)


def _near(m: Manuscript, name: str, known: list[str]) -> tuple[bool, list[str]]:
    """Return whether a known name is surely meant, and the similar names."""
    same = same_but_for_prefix(name, known)
    near = same or closest(name, known) or same_but_for_prefix(name, known, lacking=True)
    sure = bool(same) or any(surely_meant(name, other) or _is_word_mistyped(m, name, other) for other in near)
    return sure, near


def _is_word_mistyped(m: Manuscript, name: str, other: str) -> bool:
    """Whether the last letter of a word of the text is lost or typed twice: ``sec:introductio``, ``sec:onee``.

    ``fig:method`` may be a label beside ``fig:methoda``, and so may ``fig:methods`` beside ``fig:method``.
    """
    lost = other[:-1] == name and other[-1:] != "s"
    doubled = name[:-1] == other and name[-1:] == other[-1:]
    if not (lost or doubled):
        return False
    written, meant = (re.split("[^a-z]", label.lower())[-1] for label in (name, other))
    if min(len(written), len(meant)) < _WORD or _ROMAN.issuperset(meant):
        return False
    text = {word.lower() for sentence in m.sentences for word in m.words_of(sentence)}
    return meant in text and written not in text


def _unread(ctx: RuleContext, name: str) -> list[Unchecked]:
    """Return that an unknown macro may read a file that sets the label; empty if none does, or no macro is unknown."""
    if not ctx.manuscript.macros_missing:
        return []
    file = ctx.project.labels_outside(ctx.manuscript.files).get(name)
    return [*ctx.missing(Needs.MACROS), ctx.unchecked(f"a macro may read {file}")] if file else []


def _built(ctx: RuleContext, name: str) -> list[Unchecked]:
    """Return which macro may have composed the label ``name``; empty without one."""
    built = ctx.manuscript.built_labels.items()
    makers = sorted(maker for form, maker in built if _fits(name, form))
    return [ctx.unchecked(f"{maker} puts labels together") for maker in makers[:1]]


def _of_own_list(m: Manuscript, reference: Reference, known: AbstractSet[str]) -> bool:
    """Whether a reference is a list of known labels, as the argument of the document's own macro."""
    names = [name.strip() for name in reference.name.split(",")]
    if len(names) == 1 or not known >= set(names):
        return False
    return reference.command.rstrip("*") in m.macros


def _as_set(name: str) -> str:
    """Return the label from which a package has derived this one.

    beamer derives one for each slide of a frame (``plan<2>``), and packages of subfigures one for the letter alone
    (``sub@fig:a``).
    """
    name = name.removeprefix("sub@")
    if "<" not in name:
        return name
    label, _, slide = name.rpartition("<")
    return label if slide.endswith(">") and slide[:-1].isdecimal() else name


def _fits(name: str, form: str) -> bool:
    """Whether a macro that composes labels in this form may have made ``name``."""
    pieces = (_WORKED_OUT.get(piece) or re.escape(piece) for piece in re.split("([\0\1])", form))
    return re.fullmatch("".join(pieces), name) is not None
