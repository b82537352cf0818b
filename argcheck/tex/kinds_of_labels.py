r"""Finds type words that name another kind of thing than the label after them: ``Figure~\ref{tab:x}``.

The kind of a label comes from the environments around it or the heading right before it, not from its name.  Other
targets (an item, a line, a footnote) are unknown, and nothing is reported for them.
"""

# ruff: noqa: SIM905 - lists of names read best as text

from __future__ import annotations

from bisect import bisect_right
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.tex.by_file import labels_by_file, references_by_file, sections_by_file
from argcheck.tex.document_language import language
from argcheck.tex.kinds import kinds, kinds_in, kinds_in_name
from argcheck.tex.model import once
from argcheck.tex.names_of_floats import float_kind, printed_names
from argcheck.tex.vocabulary import flag, in_any_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Environment, Label, ManuscriptRecords, Reference, Section


class Mistyped(NamedTuple):
    """A reference whose type word does not fit its label."""

    reference: Reference
    word: str  #: as written
    kind: str  #: the kind that the word names
    actual: str  #: the kind of the label
    label: Label | None  #: None if only the name of the label tells its kind
    by_name: bool = False  #: whether the name of the label agrees with the word


STATEMENTS = frozenset(("theorem", "lemma", "proposition", "corollary", "definition", "remark", "conjecture"))
_RESULTS = frozenset(("theorem", "lemma", "proposition", "corollary"))
_FLOATS = frozenset(("figure", "table", "algorithm", "listing"))
_HEADINGS = frozenset(("section", "chapter"))
#: Kind that a word names -> kinds of labels for which it is wrong.  Other pairs may be right: a definition may be a
#: section, an equation may be a condition of a theorem, and many call an algorithm a listing.
_ACCUSED = {
    **dict.fromkeys(("figure", "table"), (_FLOATS | STATEMENTS | _HEADINGS | {"equation"})),
    **dict.fromkeys(("algorithm", "listing"), frozenset(("figure", "table")) | _RESULTS | _HEADINGS),
    # "Chapter 3.2" leads to the right place and is common for a section, and vice versa
    **dict.fromkeys(_HEADINGS, _FLOATS | STATEMENTS | {"equation"}),
    **dict.fromkeys(_RESULTS, STATEMENTS | _FLOATS | _HEADINGS | {"equation"}),
    **dict.fromkeys(STATEMENTS - _RESULTS, STATEMENTS | {"figure", "table"}),
    "equation": frozenset(("figure", "table")) | STATEMENTS | _HEADINGS,
}
_PRINTS_NUMBER = frozenset(("ref", "ref*", "eqref", "eqref*"))
_BEFORE = 40  # characters before a reference that are searched for its type word
#: A word and what may join it to a reference; the last part of a hyphenated word counts alone.
_WORD = lazy(
    r"(?<![^\W\d_])([^\W\d_]+)\.?(?:[ \t~]|\n(?!\s*\n)|\\[ ,;@/]|\\nobreakspace(?:\{\})?|\{\}|[(\[])*\Z"
)
_GENITIVES = ("'s", "’s", "s'", "s’")  # "Shapiro's Lemma" is a name, not a kind of statement
_NAMES = {"figurename": "Figure", "tablename": "Table"}  # as babel prints them
#: What joins two references after one word; a parenthesis after the first reference begins an aside instead.
_AND = r"(?:(?!\s*\()|\))(?:,?[ \t~]*(?:{lists.and}|{lists.through}|\\&|--?|–)?[ \t~\n]*\(?)"
#: A number that continues after the reference: \ref{chap:x}.\ref{fig:y}, Figure \ref{chap:x}-3.
_GOES_ON = lazy(r"[.–-]{1,2}(?:\d|\\[a-z]*ref|\$)|[ ~]?\\S|\\[a-z]*ref")
_BLANKS = " \t~\n"
_OF_A_PART = ("(", "[", "*", "\\", "$", "{", "-", "'", "’", "′")  # after a reference: Figure \ref{x}(b)
_CLOSES = (".", ",", ";", ":", "!", "?", ")", "%")  # signs after the last reference of a clause
_EQUATIONS = frozenset(
    """equation equations align alignat xalignat xxalignat gather multline eqnarray flalign IEEEeqnarray
    dmath""".split()
)
#: What gives a float another kind or another name.
_OTHER_CAPTION = tuple(
    "captionof @captype captype ttabbox ffigbox floatbox type= name= tabcaption figcaption renewcommand".split()
)
#: Environments that do not change the kind of a label in them; a tabular is not one, as the label may be of a row.
_PLAIN = frozenset(
    """center flushleft flushright minipage small footnotesize scriptsize threeparttable adjustbox subfigure
    subtable subequations split aligned restatable adjustwidth tcolorbox framed
    mdframed landscape""".split()
)
#: What may come between a heading and its label, the command that sets the label included: commands that print
#: nothing.  A label that is a further argument of a macro belongs to what the macro makes.
_BEHIND = lazy(
    r"(?:[\s~]|\{(?=\s*\\)|%[^\n]*\n|\\(?:index|addcontentsline|markboth|chaptermark|sectionmark|minitoc|vspace\*?|setcounter"
    r"|thispagestyle|makeatletter|makeatother|phantomsection|noindent|def\\[A-Za-z@]+)(?:\{[^{}]*\})*)*+"
    r"(?:\\[A-Za-z@]+\*?\s*(?:\[[^\[\]]*\]\s*)?\{?\s*)?"
)


def mistyped(manuscript: ManuscriptRecords) -> Iterator[Mistyped]:
    """Yield the references whose type word names a kind other than that of their label, file by file."""
    targets, by_name, kind_of_word = _Targets(manuscript), manuscript.labels_by_name, kinds()
    capitals = cache(lambda: flag(language(manuscript), "language.capitals"))  # whether all nouns have one
    for reference, word, loose, _ in _worded(manuscript):
        if not (kind := kind_of_word.get(word.lower(), "")):
            continue
        labels = by_name.get(reference.name, [])
        actual: frozenset[str] = targets.kinds_of(labels[0]) if len(labels) == 1 else frozenset()
        if kind in actual:
            continue
        if by_its_name := _kind_by_name(manuscript, reference):
            fits = actual <= {by_its_name} and word[0].isupper() and not loose
            if fits and by_its_name != kind and by_its_name in _ACCUSED[kind]:
                yield Mistyped(reference, word, kind, by_its_name, labels[0] if actual else None)
            continue
        if loose and ("equation" in actual or (actual <= _HEADINGS and (word.islower() or capitals()))):
            continue  # "the algorithm (2.3)": the parenthesis says where
        if actual and actual <= _ACCUSED[kind] and not _goes_on(manuscript, reference):
            yield Mistyped(
                reference, word, kind, min(actual), labels[0], kind in kinds_in_name(reference.name)
            )


def named_kinds(manuscript: ManuscriptRecords) -> dict[Reference, str]:
    """Return the references that print a number after a type word, with the kind that it names."""
    kind_of_word = kinds()
    worded = ((reference, kind_of_word.get(word.lower(), "")) for reference, word, *_ in _worded(manuscript))
    return {reference: kind for reference, kind in worded if kind and reference.command in _PRINTS_NUMBER}


def asked_kinds(manuscript: ManuscriptRecords, reference: Reference) -> frozenset[str]:
    """Return the kinds that a reference expects, by the name of its label, else by the word before it; may be empty."""
    if by_name := kinds_in_name(reference.name):
        return by_name
    if reference.command.startswith("eqref"):
        return frozenset(("equation",))
    word = _kinds_by_word(manuscript).get(reference)
    return frozenset((word,)) if word else frozenset()


@once
def _kinds_by_word(manuscript: ManuscriptRecords) -> dict[Reference, str]:
    """Return `named_kinds`, cached."""
    return named_kinds(manuscript)


def named_again(manuscript: ManuscriptRecords) -> Iterator[tuple[Reference, str]]:
    """Yield the references joined to another to the same label, with the type word before both, empty without one."""
    for reference, word, _, again in _worded(manuscript):
        if not (again and reference.name in manuscript.labels_by_name):
            continue
        path, _, end = reference.command_span
        behind = manuscript.files[path].text[end : end + 1]
        if behind.isalnum() or behind in _OF_A_PART or _goes_on(manuscript, reference):
            continue
        if word.lower() in kinds():
            yield reference, word
        elif _stand_alone(manuscript, reference):
            yield reference, ""


def _stand_alone(manuscript: ManuscriptRecords, reference: Reference) -> bool:
    r"""Whether a repeated reference is surely a slip: nothing around it makes it a range, a list, a part or a variant.

    These may be right: "example \ref{a}, \ref{a}", "by \eqref{a} and \eqref{a} with $n+1$", "\ref{a} to \ref{a}".
    """
    path, start, end = reference.command_span
    text = manuscript.files[path].text
    before = text[max(0, start - _BEFORE) : start].rstrip(f"{_BLANKS}(")
    behind = text[end : end + _BEFORE].lstrip(_BLANKS)[:1]
    if before[-1:] in (",", "}", ")") or before.endswith((" to", "~to", "\nto")) or behind in _OF_A_PART:
        return False
    kinds_of = _Targets(manuscript).kinds_of(manuscript.labels_by_name[reference.name][0])
    return behind in ("", *_CLOSES) or kinds_of.isdisjoint(STATEMENTS | {"equation"})


def labels_of_heading(manuscript: ManuscriptRecords, section: Section) -> tuple[Label, ...]:
    """Return the labels that surely have the number of a section: in its heading, or right after it or such a label."""
    path, _, end = section.span
    text = manuscript.files[path].text
    labels = labels_by_file(manuscript).get(path, [])
    own: list[Label] = []
    for label in islice(labels, bisect_right(labels, section.span, key=_place), None):
        if label.span.start > end and not _BEHIND.fullmatch(text, end, label.span.start):
            break
        own.append(label)
        end = max(end, label.span.end + 1)  # the brace
    return tuple(own)


def equations(manuscript: ManuscriptRecords) -> tuple[Environment, ...]:
    """Return the formulas that LaTeX numbers, or would without the star; the parts of ``subequations`` separately."""
    names = _EQUATIONS - {"equations"} | {"subeqnarray"}
    return tuple(e for e in manuscript.environments if e.name.removesuffix("*") in names)


def _place(label: Label) -> Span:
    return label.span


def _kind_by_name(manuscript: ManuscriptRecords, reference: Reference) -> str:
    """Return the kind of a label by its name, in notations where the name decides; empty in others."""
    if reference.command != "cref":
        return ""
    kinds_by_prefix = getattr(manuscript.files[reference.command_span.path], "kinds", None) or {}
    return str(kinds_by_prefix.get(reference.name.replace("-", ":").partition(":")[0], ""))


_Worded = tuple["Reference", str, bool, bool]


def _worded(manuscript: ManuscriptRecords) -> Iterator[_Worded]:
    """Yield the references that print a number after a word: reference, word, is it loose, is it a repetition.

    In order of files.  A file is searched again only if it, its references or the macros that print type words have
    changed since the last run.
    """
    macros = _type_words(manuscript)
    for path, references in references_by_file(manuscript).items():
        slot = ("worded", manuscript.root, path)
        inputs = (manuscript.files[path].digest, references, macros)
        worded = partial(_worded_in, manuscript, path, references, macros)
        yield from manuscript.analyses.keep(slot, inputs, worded)


@once
def _type_words(manuscript: ManuscriptRecords) -> dict[str, str]:
    """Return the type words that macros without arguments print, by macro."""
    return {
        name: word
        for name, body in manuscript.text_macros.items()
        if (word := body.strip()).lower() in kinds()
    }


def _worded_in(
    manuscript: ManuscriptRecords, path: str, references: Iterable[Reference], macros: Mapping[str, str]
) -> list[_Worded]:
    r"""Return the references in one file that have a word before them, two in "Figures \ref{a} and \ref{b}".

    Those in parentheses are loose: "by Bayes' theorem \eqref{eq:bayes}", "on global sections (\ref{eq:map})", "the
    algorithm (\ref{sec:em})".
    """
    text = manuscript.files[path].text
    worded: list[_Worded] = []
    end, word, names = 0, "", list[str]()
    for reference in references:
        if reference.command not in _PRINTS_NUMBER and not _kind_by_name(manuscript, reference):
            continue
        _, start, after = reference.command_span
        loose = reference.command.startswith("eq")
        if not (names and start >= end and in_any_language(_AND).fullmatch(text, end, start)):
            names = []
            type_word = _WORD.search(text, max(0, start - _BEFORE), start)
            word = type_word[1] if type_word and "%" not in type_word[0] else ""
            first = type_word.start() if type_word else 0
            before = text[max(0, first - _BEFORE) : first]
            part = before.endswith("-") and kinds().get(word.lower()) in _HEADINGS  # "Code-Abschnitt"
            if part or before.rstrip(" ~\n").endswith(_GENITIVES):
                word = ""
            if before.endswith("\\"):
                word = _NAMES.get(word) or macros.get(word, "")
            loose = loose or (type_word is not None and "(" in type_word[0])
        else:
            # "in Figure \ref{a}, (\ref{eq:b}) fits", and "by Lemma \ref{a} and \ref{P2}"
            loose = loose or "(" in text[end:start] or not word.endswith("s")
        end = after
        again = names.count(reference.name) == 1
        if word or again:
            worded.append((reference, word, loose, again))
        names.append(reference.name)
    return worded


def _goes_on(manuscript: ManuscriptRecords, reference: Reference) -> bool:
    path, _, end = reference.command_span
    return _GOES_ON.match(manuscript.files[path].text, end) is not None


class _Targets:
    """The kinds of the labels of a document."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self.manuscript = manuscript
        self.chapters = any(section.level == 0 for section in manuscript.sections)
        self._headings = sections_by_file(manuscript)
        self._known: dict[Span, frozenset[str]] = {}

    def kinds_of(self, label: Label) -> frozenset[str]:
        """Return every kind that a label may have, empty if unknown."""
        if label.span not in self._known:
            self._known[label.span] = self._kinds_of(label)
        return self._known[label.span]

    def _kinds_of(self, label: Label) -> frozenset[str]:
        m = self.manuscript
        if label.environment < 0:
            return self._heading(label.span)
        kinds_around: set[str] = set()
        innermost = m.environments[label.environment]
        for index in (label.environment, *m.around(innermost)):
            environment = m.environments[index]
            kind = self._kind(environment)
            if kind is None:
                return frozenset()
            kinds_around |= kind
            if environment.name == "document":
                break
        heading = self._heading(label.span)
        return frozenset() if kinds_around and heading else frozenset(kinds_around) or heading

    def _kind(self, environment: Environment) -> frozenset[str] | None:
        """Return the kinds of one environment, empty if it numbers nothing, None if unknown."""
        m, name = self.manuscript, environment.name
        plain = name.removesuffix("*")
        title = m.theorem_kinds.get(name) or m.theorem_kinds.get(plain)
        if title:
            return kinds_in(title) or None
        if name in m.float_names or plain in ("lstlisting", "minted", "algorithm", "longtable"):
            return self._float(environment)
        if plain.removeprefix("sub") in _EQUATIONS:
            return frozenset(("equation",))
        return frozenset() if name in _PLAIN or name in ("document", "appendices", "appendix") else None

    def _float(self, environment: Environment) -> frozenset[str] | None:
        path, start, end = environment.span
        text = self.manuscript.files[path].written[start:end]
        of_listing = "listing" in text and "caption=" in text and "listing" not in environment.name
        if of_listing or any(sign in text for sign in _OTHER_CAPTION):
            return None
        kind = float_kind(environment.name)
        printed = printed_names(self.manuscript)
        said = f"{printed.get(min(kind, default=''), '')} {printed.get('', '')}"
        return kind | kinds_in(said) if kind else None

    def _heading(self, span: Span) -> frozenset[str]:
        """Return the kinds of the heading that contains a label or comes right before it, empty for other labels."""
        text = self.manuscript.files[span.path].text
        for section in reversed(self._headings.get(span.path, ())):
            if section.span.start <= span.start:
                inside = span.start < section.span.end
                if (
                    not (inside or _BEHIND.fullmatch(text, section.span.end, span.start))
                    or section.level < 0
                    or section.starred
                ):
                    return frozenset()
                title = text[section.title.start : section.title.end]  # "Lemma", if each has a heading
                return kinds_in(title) | {"section" if section.level or not self.chapters else "chapter"}
        return frozenset()
