"""The records of a document: citations, labels, references, environments and so on, each with its `Span`.

The records are named tuples because a thesis has tens of thousands of them, made anew in every run.  Each analysis of
them is a function in the module of its subject, and `Analyses` keeps its result; `Manuscript` shows all to rules.
"""

from __future__ import annotations

import enum
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile

    #: Keeps between runs a result that depends on one text alone: (kind, digest of the text, function that makes it).
    Remember = Callable[[str, str, Callable[[], Any]], Any]
    #: Keeps a result for the next run of this process: (what it is, inputs it depends on, function that makes it).
    Keep = Callable[[tuple[Any, ...], tuple[Any, ...], Callable[[], Any]], Any]

_Result = TypeVar("_Result")
_Of = TypeVar("_Of", bound="ManuscriptRecords")
_EMPTY: Mapping[str, Any] = MappingProxyType({})


class Citation(NamedTuple):
    """One key in one citation command."""

    key: str  #: as written, without the blanks around it
    span: Span  #: of the key itself
    command: str  #: without backslash, with its star
    command_span: Span  #: from the backslash to the end of the last argument
    nocite: bool  #: whether the command is ``\nocite``, which prints nothing in the text
    group: int  #: number of the citation command, the same for all its keys
    blank_after: bool = False  #: whether a blank follows the key; TeX takes it as part of the key


class Label(NamedTuple):
    r"""One label, set by ``\label``, by an option ``label=`` or by a macro."""

    name: str  #: with the prefix that its macro adds
    span: Span  #: of the name
    command: str  #: without backslash; empty for an option ``label=``
    arms: tuple[tuple[int, int], ...]  #: (conditional, arm) pairs around it
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Reference(NamedTuple):
    """One label name in one reference command."""

    name: str  #: of the label
    span: Span  #: of the name
    command: str  #: without backslash, with its star
    command_span: Span  #: from the backslash to the end of the last argument
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Use(NamedTuple):
    r"""One name in a macro about the argument, such as ``\uses`` or ``\proves``."""

    name: str  #: of the label
    span: Span  #: of the name
    command: str  #: without backslash
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Environment(NamedTuple):
    r"""One environment, from ``\begin{name}`` to ``\end{name}``."""

    name: str  #: with its star
    span: Span  #: from ``\begin`` to the end of the closing command
    begin: Span  #: of ``\begin{name}`` with its optional argument
    option: str | None  #: text of the first optional argument, None without one
    parent: int  #: index of the enclosing environment, -1 at the top


class Caption(NamedTuple):
    r"""A ``\caption`` or a similar command."""

    text: Span  #: of its main argument
    command: str  #: without backslash, with its star
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Section(NamedTuple):
    """A sectioning command."""

    level: int  #: -1 part, 0 chapter, 1 section, 2 subsection, 3 subsubsection, 4 paragraph, 5 subparagraph
    starred: bool  #: whether its command prints no number; False for ``\chapter``, which may print none for another cause
    title: Span  #: of the argument in braces
    span: Span  #: from the backslash to the closing brace, included


class Footnote(NamedTuple):
    r"""A ``\footnote`` or a similar command, with its text."""

    text: Span  #: of the argument
    span: Span  #: from the backslash to the closing brace, included; in Markdown that of `[^a]: ...`, not of the mark


class InputPlace(enum.Enum):
    """Where in a document a file is read, which limits what it can contain."""

    PREAMBLE = "preamble"  #: in the preamble, in a package or in a class: definitions
    SENTENCE = (
        "sentence"  #: among words on one line, or in a title, a date or a list of authors: words and numbers
    )
    TABLE = "table"  #: in a labelled table, in a tabular or as a drawing: only what is shown there
    FIGURE = "figure"  #: in a labelled figure: a drawing, or subfigures with labels of their own
    FRONT = "front"  #: before the table of contents: title pages, abstracts; or a list of references
    THANKS = "thanks"  #: a file named like an abstract or acknowledgements: no labels, no definitions
    BODY = "body"  #: anywhere else: anything


class Input(NamedTuple):
    """One reading of a file by the document; packages and classes are left out."""

    span: Span  #: of the name in the command that reads it
    path: str  #: of the file, as in `Manuscript.files`


class Missing(NamedTuple):
    """A file that the document asks for but that could not be used."""

    span: Span  #: of the name in the command that asks for it
    target: str  #: as written, macros expanded
    command: str  #: that asks for it, without backslash
    reason: str  #: ``missing``, ``unsafe``, ``unreadable``, ``limit``, ``outside``, ``elsewhere`` or ``unresolved``
    detail: str  #: what was looked for and where, the limit, or the file that is read instead
    kind: str  #: ``text`` or ``bibliography``
    place: InputPlace = InputPlace.BODY  #: where it is read, which limits what it can contain


class InputProblem(NamedTuple):
    """A fault in the input itself, met while reading."""

    kind: str  #: ``unbalanced``, ``ended``, ``undecodable``, ``limit`` or ``cycle``
    span: Span
    message: str
    help: str | None


class Directive(NamedTuple):
    """A ``% argcheck: ...`` comment; ``text`` is what follows the colon."""

    text: str
    span: Span  #: from the percent sign (or at sign, in a .bib) to the end of the comment
    own_line: bool
    next_start: int  #: offset of the first live text after the comment
    in_bib: bool


class Resource(NamedTuple):
    r"""A bibliography that the document loads: one name in ``\bibliography`` or ``\addbibresource``."""

    target: str  #: as written
    span: Span  #: of the name
    command: str  #: without backslash


class Float(NamedTuple):
    """A figure, table or other float; a ``longtable``, which does not float, counts too."""

    environment: Environment  #: the outermost float environment
    labels: tuple[Label, ...]  #: in it, in the order of the text
    captions: tuple[Caption, ...]  #: in it, in the order of the text
    captioned: bool  #: whether it has a caption, or a command with "caption" in its name
    continued: bool  #: whether it continues the float before it


class Statement(NamedTuple):
    """A theorem-like environment, such as a lemma; a proof is not included."""

    kind: str  #: printed title in lower case, such as ``lemma``
    environment: Environment  #: as written, with its own title as ``option``
    labels: tuple[Label, ...]  #: directly in it, not in an environment within it
    starred: bool  #: whether it has no number


def _made_anew(_kind: Any, _inputs: Any, make: Callable[[], Any]) -> Any:
    return make()


class Analyses:
    """The results of analyses of one document; those that depend on one text alone are kept for all runs."""

    def __init__(self, remember: Remember = _made_anew, keep: Keep = _made_anew) -> None:
        self.remember = remember
        self.keep = keep
        self.results: dict[Callable[..., Any], Any] = {}  #: of functions that run `once`, by function


def once(analysis: Callable[[_Of], _Result]) -> Callable[[_Of], _Result]:
    """Run an analysis once for each document and keep its result in the document's `Analyses`."""

    @wraps(analysis)
    def lookup(manuscript: _Of) -> _Result:
        results = manuscript.analyses.results
        if lookup not in results:
            results[lookup] = analysis(manuscript)
        result: _Result = results[lookup]
        return result

    return lookup


class Sentence(NamedTuple):
    r"""One sentence as reading text; that of an ``\item[...]`` begins with its label."""

    text: str  #: plain, with single blanks, keys of citations and references in brackets, U+FFFC for long formulas
    span: Span  #: from its first to its last character in the source
    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    paragraph: int  #: number of its paragraph, in document order
    language: str  #: code such as ``en``, empty for a language without word lists


class MacroDefinition(NamedTuple):
    """One definition of a macro, by the document or by a class or package of the project."""

    openers: str  #: one opening bracket for each parameter; after a NUL the default of the first
    body: str  #: for ``\\let`` the command that it stands for
    span: Span  #: of the whole definition


class ManuscriptRecords:
    """All records of one document, in the order in which TeX meets them; immutable.

    Made by `argcheck.tex.document.DocumentReader`; ``files`` are in order of first visit, the root first.
    """

    root: str  #: path of the root file
    files: Mapping[str, SourceFile]  #: path -> the file, in order of first visit, the root first
    citations: tuple[Citation, ...] = ()  #: every key of every citation command
    labels: tuple[Label, ...] = ()  #: every label, however it is set
    references: tuple[Reference, ...] = ()  #: every label name in every reference command
    uses: tuple[Use, ...] = ()  #: every name in ``\uses``, ``\proves`` and similar macros
    environments: tuple[Environment, ...] = ()  #: every environment, in the order of their beginnings
    captions: tuple[Caption, ...] = ()  #: every caption
    sections: tuple[Section, ...] = ()  #: every heading
    footnotes: tuple[Footnote, ...] = ()  #: every footnote
    missing: tuple[Missing, ...] = ()  #: files that the document asks for but that could not be used
    #: files for which another is read: ``detail`` names that one, ``reason`` says why
    read_instead: tuple[Missing, ...] = ()
    problems: tuple[InputProblem, ...] = ()
    directives: tuple[Directive, ...] = ()
    resources: tuple[Resource, ...] = ()  #: every bibliography that the document loads
    inputs: tuple[Input, ...] = ()  #: every reading of a file
    parts: frozenset[str] = frozenset()  #: the files that the text, not the preamble, reads
    begun: bool = False  #: whether it has a ``\begin{document}``
    packages: Mapping[str, str] = _EMPTY  #: package or class -> its options
    document_class: str = ""  #: such as ``article``
    nocite_all: Span | None = None
    backend: str = "bibtex"  # or "biber", "either" if that is open, "none" without a bibliography
    theorem_kinds: Mapping[str, str] = _EMPTY  # environment -> printed title in lower case
    macros: Mapping[str, tuple[MacroDefinition, ...]] = _EMPTY  # in the order in which TeX meets them
    #: environment -> what its last definition prints before its text, and after it
    environment_macros: Mapping[str, tuple[MacroDefinition, ...]] = _EMPTY
    text_macros: Mapping[str, str] = _EMPTY  # argument-free macros, for reading
    # macro or operator -> an opening bracket for each argument, and its body in a formula
    formula_macros: Mapping[str, tuple[str, str]] = _EMPTY
    # form of a label put together by a call or a loop -> the source that does so; in the form, "\0" stands for a
    # part known only at the call, and "\1" for the value of a counter
    built_labels: Mapping[str, str] = _EMPTY
    hidden_keys: frozenset[str] = frozenset()  # keys in macro bodies
    hidden_labels: frozenset[str] = frozenset()  # the same for labels
    hidden_references: frozenset[str] = frozenset()  # the same for names in reference commands
    fragment_reason: str = ""  # why a document is only a part of one, as a clause
    float_names: frozenset[str] = frozenset()
    bibitems: tuple[tuple[str, Span, Span], ...] = ()  # key, place of the command, place of the key
    contents: Mapping[str, Span] = _EMPTY  # name -> body of a filecontents environment
    abstract_spans: tuple[Span, ...] = ()  # arguments of \abstract{...}
    dead: Mapping[str, tuple[tuple[int, int], ...]] = _EMPTY  # path -> ranges that are never typeset
    commands: frozenset[str] = frozenset()  # names of commands that the scanner does not interpret
    languages: tuple[str, ...] = ()  # every language that the document names
    set_language: str = ""  # the main language that the configuration sets, empty if it sets none
    declared_language: str = ""  # the main language that the document declares, as with polyglossia
    # (path, offset, name): where the language changes, in document order; an empty name is the main language
    switches: tuple[tuple[str, int, str], ...] = ()
    foreign: tuple[tuple[Span, str], ...] = ()  # passages in a language other than the surrounding one
    # the live text in document order, cut at includes; an abstract of the preamble first
    pieces: tuple[Span, ...] = ()
    text_start: int = 0  # offset after the \begin{document} of the root
    analyses: Analyses

    def __init__(
        self, root: str, files: Mapping[str, SourceFile], analyses: Analyses | None = None, **records: Any
    ) -> None:
        vars(self).update(records, root=root, files=files, analyses=analyses or Analyses())

    def __setattr__(self, name: str, value: object) -> None:
        """Raise `AttributeError`: a document that was read never changes."""
        raise AttributeError(f"{type(self).__name__}.{name} never changes")

    def changed(self, **records: Any) -> Self:
        """Return a copy of the document with some records replaced; all analyses run anew on it."""
        fields = {name: value for name, value in vars(self).items() if name != "analyses"}
        return type(self)(**fields | records, analyses=Analyses(self.analyses.remember, self.analyses.keep))

    @property
    def complete(self) -> bool:
        """Whether every file that the document asks for was read."""
        return not self.missing

    @property
    def labels_by_name(self) -> Mapping[str, list[Label]]:
        """Every label name with its places, in document order."""
        return _labels_by_name(self)

    @property
    def referenced(self) -> frozenset[str]:
        """Every label name in a reference command, those in bodies of macros included."""
        return _referenced(self)

    @property
    def cited_keys(self) -> frozenset[str]:
        r"""Every key that is cited, ``\nocite`` included, as written."""
        return _cited_keys(self)

    @property
    def macros_missing(self) -> bool:
        """Whether a file that may define macros is missing, so that it may define any unknown command."""
        return any(file.place in {InputPlace.PREAMBLE, InputPlace.FRONT} for file in self.missing)

    def around(self, environment: Environment | int) -> list[int]:
        """Return the indexes of the environments around ``environment``, given as record or index, innermost first."""
        indexes: list[int] = []
        if isinstance(environment, int):
            index = self.environments[environment].parent if environment >= 0 else -1
        else:
            index = environment.parent
        while index >= 0:
            indexes.append(index)
            index = self.environments[index].parent
        return indexes

    def text_files(self) -> frozenset[str]:
        """Return the paths of the files with text: those with a section, label, reference or citation."""
        return _text_files(self)

    def remember(self, kind: str, digest: str, make: Callable[[], Any]) -> Any:
        """Return what ``make`` returns, kept for all runs; it must depend only on ``kind`` and the digested text."""
        return self.analyses.remember(kind, digest, make)

    def of_each_file(self, kind: str, find: Callable[[str], _Result]) -> dict[str, _Result]:
        """Return the result of ``find`` for the text of each file, by path; kept for all runs under ``kind``."""
        remember = self.analyses.remember
        return {
            path: remember(kind, file.digest, lambda text=file.text: find(text))  # type: ignore[misc]
            for path, file in self.files.items()
        }


@once
def _labels_by_name(records: ManuscriptRecords) -> Mapping[str, list[Label]]:
    return grouped(records.labels, lambda label: label.name)


@once
def _referenced(records: ManuscriptRecords) -> frozenset[str]:
    return frozenset(reference.name for reference in records.references) | records.hidden_references


@once
def _text_files(records: ManuscriptRecords) -> frozenset[str]:
    groups = (records.sections, records.labels, records.references, records.citations)
    return frozenset(record.span.path for group in groups for record in group)


@once
def _cited_keys(records: ManuscriptRecords) -> frozenset[str]:
    return frozenset(citation.key for citation in records.citations)
