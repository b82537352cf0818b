"""What reading gives: records of citations, labels, references, environments, each with its `Span`, and what holds them.

The records are named tuples because a thesis has tens of thousands of them and they are made again in every run.  What
is worked out of them is a function of the module of its subject, kept by `Analyses`; `Manuscript` shows all to rules.
"""

from __future__ import annotations

import enum
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile

    #: Keeps between runs what depends on one text alone: (kind, digest of the text, how to find it).
    Remember = Callable[[str, str, Callable[[], Any]], Any]
    #: Keeps for the next run of this process what depends on some inputs: (what it is, the inputs, how to find it).
    Keep = Callable[[tuple[Any, ...], tuple[Any, ...], Callable[[], Any]], Any]

_Result = TypeVar("_Result")
_Of = TypeVar("_Of", bound="ManuscriptRecords")
_Named = TypeVar("_Named", "Citation", "Reference")
_EMPTY: Mapping[str, Any] = MappingProxyType({})


class Citation(NamedTuple):
    """One key in one citation command; ``key`` has no blanks around it."""

    key: str  #: as written, without the blanks around it
    span: Span  #: of the key itself
    command: str  #: without backslash, with its star
    command_span: Span  #: from the backslash to the end of the last argument
    nocite: bool  #: whether the command is ``\nocite``, which prints nothing in the text
    group: int  #: citations of one command have one number
    blank_after: bool = False  #: a blank follows the key, and TeX takes it for a part of it


class Label(NamedTuple):
    r"""One ``\label``, ``label=`` option or what a label macro makes; ``name`` has its prefix applied."""

    name: str  #: with the prefix that its macro adds
    span: Span  #: of the name
    command: str  #: without backslash; empty for an option ``label=``
    arms: tuple[tuple[int, int], ...]  #: (conditional, arm) pairs it stands in
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Reference(NamedTuple):
    """One label name in one reference command."""

    name: str  #: of the label that is meant
    span: Span  #: of the name
    command: str  #: without backslash, with its star
    command_span: Span  #: from the backslash to the end of the last argument
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Use(NamedTuple):
    r"""One name in a macro of the argument: ``\uses``, ``\proves`` and their kin."""

    name: str  #: of the label that is meant
    span: Span  #: of the name
    command: str  #: without backslash
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Environment(NamedTuple):
    r"""``\begin{name}`` to ``\end{name}``; ``end`` of the span is after the closing command."""

    name: str  #: with its star
    span: Span  #: from ``\begin`` to behind the closing command
    begin: Span  #: of ``\begin{name}`` with its optional argument
    option: str | None  #: text of the first optional argument, None without one
    parent: int  #: index of the enclosing environment, -1 at the top


class Caption(NamedTuple):
    r"""A ``\caption`` and its kin; ``text`` is the span of its main argument."""

    text: Span  #: of its main argument
    command: str  #: without backslash, with its star
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Section(NamedTuple):
    """A sectioning command; ``level`` is -1 part, 0 chapter, 1 section and so on."""

    level: int  #: -1 part, 0 chapter, 1 section, 2 subsection, 3 subsubsection, 4 paragraph, 5 subparagraph
    starred: bool  #: whether its command prints no number; in the front and back matter no chapter has one, starred or not
    title: Span  #: of the argument in braces
    span: Span  #: from the backslash to behind the closing brace


class Footnote(NamedTuple):
    r"""A ``\footnote`` and its kin, with its text."""

    text: Span  #: of the argument
    span: Span  #: from the backslash to behind the closing brace; in Markdown of the text `[^a]: ...`, not its mark


class InputPlace(enum.Enum):
    """Where in a document a file is read, which tells what it can hold."""

    PREAMBLE = "preamble"  #: in the preamble, a package or a class: definitions
    SENTENCE = "sentence"  #: among words of one line: words and numbers
    TABLE = "table"  #: in a table that has its label, or a tabular, or a drawing: what is shown there
    FIGURE = "figure"  #: in a figure that has its label: a drawing, or parts of it with labels of their own
    FRONT = "front"  #: before the table of contents: title pages, abstracts; and the list of references
    THANKS = "thanks"  #: called after an abstract or acknowledgements: no labels, no definitions
    BODY = "body"  #: anywhere else: anything


class Input(NamedTuple):
    """A file that the document reads, each time that it does; packages and classes are none."""

    span: Span  #: of the name in the command that reads
    path: str  #: of the file, as in `Manuscript.files`


class Missing(NamedTuple):
    """A file that the document asks for and that could not be used."""

    span: Span  #: of the name in the command that asks
    target: str  #: as written, macros expanded
    command: str  #: that asks, without backslash
    reason: str  #: ``missing``, ``unsafe``, ``unreadable``, ``limit``, ``outside``, ``elsewhere`` or ``unresolved``
    detail: str  #: what was looked for and where, the limit, or the file that is read in its place
    kind: str  #: ``text`` or ``bibliography``
    place: InputPlace = InputPlace.BODY  #: where it is read, which tells what it can hold


class InputProblem(NamedTuple):
    """Something wrong with the input itself, found while reading."""

    kind: str  #: ``unbalanced``, ``undecodable``, ``limit``, ``cycle``
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
    """A figure, table or other float with what stands in it; a ``longtable``, which does not float, is one too."""

    environment: Environment  #: the outermost one
    labels: tuple[Label, ...]  #: in it, in the order of the text
    captions: tuple[Caption, ...]  #: in it, in the order of the text
    captioned: bool  #: whether it has a caption, or some command named after one
    continued: bool  #: whether it goes on with the float before it


class Statement(NamedTuple):
    """A theorem-like environment; ``kind`` is its printed title in lower case, such as ``lemma``."""

    kind: str  #: printed title in lower case
    environment: Environment  #: as written, with its own title as ``option``
    labels: tuple[Label, ...]  #: in it, but not in a float or a formula in it
    starred: bool  #: whether it has no number


def _made_anew(_kind: Any, _inputs: Any, make: Callable[[], Any]) -> Any:
    return make()


class Analyses:
    """What was worked out of one document: once a run, and what depends on one text alone, once for all runs."""

    def __init__(self, remember: Remember = _made_anew, keep: Keep = _made_anew) -> None:
        self.remember = remember
        self.keep = keep
        self.results: dict[Callable[..., Any], Any] = {}  #: of what runs `once`, by its function


def once(analysis: Callable[[_Of], _Result]) -> Callable[[_Of], _Result]:
    """Run an analysis of a document once; its result is kept in the `Analyses` of the document."""

    @wraps(analysis)
    def lookup(manuscript: _Of) -> _Result:
        results = manuscript.analyses.results
        if lookup not in results:
            results[lookup] = analysis(manuscript)
        result: _Result = results[lookup]
        return result

    return lookup


class Sentence(NamedTuple):
    r"""One sentence; ``text`` is plain, with single blanks, and begins with the label of an ``\item[...]``."""

    text: str  #: with citations and references as their keys in brackets, and U+FFFC for long formulas
    span: Span  #: from its first to behind its last character in the source
    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    paragraph: int  #: sentences of one paragraph have one number, in document order
    language: str  #: ``en``, ``de``, ``fr``, or empty for a language without word lists


class MacroDefinition(NamedTuple):
    """One definition of a macro, by the document or by a class or package of the project."""

    openers: str  #: one opening bracket for each parameter; after a NUL the default of the first
    body: str  #: of ``\\let`` the command that it stands for
    span: Span  #: of the whole definition


class ManuscriptRecords:
    """All that was read of one document, in the order in which TeX meets it; it never changes.

    Made by `argcheck.tex.document.DocumentReader`; ``files`` are in order of first visit, the root first.
    """

    root: str  #: path of the root file
    files: Mapping[str, SourceFile]  #: path -> the file, in order of first visit, the root first
    citations: tuple[Citation, ...] = ()  #: every key of every citation command
    labels: tuple[Label, ...] = ()  #: every ``\label`` and its kin
    references: tuple[Reference, ...] = ()  #: every label name in every reference command
    uses: tuple[Use, ...] = ()  #: every name in ``\uses``, ``\proves`` and their kin
    environments: tuple[Environment, ...] = ()  #: every environment, in the order of their beginnings
    captions: tuple[Caption, ...] = ()  #: every caption
    sections: tuple[Section, ...] = ()  #: every heading
    footnotes: tuple[Footnote, ...] = ()  #: every footnote
    missing: tuple[Missing, ...] = ()  #: files that the document asks for and that could not be used
    #: read in place of those named, as ``reason`` and ``detail`` of `Missing` say
    read_instead: tuple[Missing, ...] = ()
    problems: tuple[InputProblem, ...] = ()
    directives: tuple[Directive, ...] = ()
    resources: tuple[Resource, ...] = ()  #: every bibliography that the document loads
    inputs: tuple[Input, ...] = ()  #: every file that it reads, once for each time
    parts: frozenset[str] = frozenset()  #: the files that the text reads, not the preamble
    begun: bool = False  #: whether it has a ``\begin{document}``
    packages: Mapping[str, str] = _EMPTY  #: package or class -> its options
    document_class: str = ""  #: such as ``article``
    nocite_all: Span | None = None
    backend: str = "bibtex"  # "biber", "either" where a macro names it, or "none" for a document with neither
    theorem_kinds: Mapping[str, str] = _EMPTY  # environment -> printed title in lower case
    macros: Mapping[str, tuple[MacroDefinition, ...]] = _EMPTY  # in the order in which TeX meets them
    text_macros: Mapping[str, str] = _EMPTY  # argument-free macros, for reading
    # macro -> an opening bracket for each argument, and what it stands for in a formula; operators included
    formula_macros: Mapping[str, tuple[str, str]] = _EMPTY
    # Forms of labels that what is called, or a loop, puts together, each by what: "\0" for what is worked out at
    # the call, "\1" for the number of a counter.
    built_labels: Mapping[str, str] = _EMPTY
    hidden_keys: frozenset[str] = frozenset()  # keys in macro bodies
    hidden_labels: frozenset[str] = frozenset()  # the same for labels
    hidden_references: frozenset[str] = frozenset()  # the same for names in reference commands
    fragment_reason: str = ""  # what is missing around a document that is no whole one, in words
    float_names: frozenset[str] = frozenset()
    bibitems: tuple[tuple[str, Span, Span], ...] = ()  # key, place of the command, place of the key
    contents: Mapping[str, Span] = _EMPTY  # name -> body of a filecontents environment
    abstract_spans: tuple[Span, ...] = ()  # arguments of \abstract{...}
    dead: Mapping[str, tuple[tuple[int, int], ...]] = _EMPTY  # path -> ranges that are never typeset
    commands: frozenset[str] = frozenset()  # names met that mean nothing to the reading
    languages: tuple[str, ...] = ()  # every name of a language that the document gives
    set_language: str = ""  # the main language by the configuration, empty for what the document says
    declared_language: str = ""  # the main one, declared outright, as polyglossia does
    # (path, offset, name): where the language changes, in document order; an empty name is the main language
    switches: tuple[tuple[str, int, str], ...] = ()
    foreign: tuple[tuple[Span, str], ...] = ()  # passages in another language than the text around them
    # the live text in document order, cut at includes; an abstract of the preamble first
    pieces: tuple[Span, ...] = ()
    text_start: int = 0  # where the text of the root begins, behind its \begin{document}
    analyses: Analyses

    def __init__(
        self, root: str, files: Mapping[str, SourceFile], analyses: Analyses | None = None, **records: Any
    ) -> None:
        vars(self).update(records, root=root, files=files, analyses=analyses or Analyses())

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a document that was read never changes."""
        raise AttributeError(f"{type(self).__name__}.{name} never changes")

    def changed(self, **records: Any) -> Self:
        """Return the same document with other records; what was worked out of it is worked out again."""
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
        """Every label name that some reference command names."""
        return _referenced(self)

    @property
    def cited_keys(self) -> frozenset[str]:
        r"""Every key that is cited, ``\nocite`` included, as written."""
        return _cited_keys(self)

    @property
    def macros_missing(self) -> bool:
        """Whether a file that defines macros is not there: any command that nothing defines may be one of them."""
        return any(file.place in {InputPlace.PREAMBLE, InputPlace.FRONT} for file in self.missing)

    def around(self, environment: Environment | int) -> list[int]:
        """Give the indexes of the environments that ``environment``, or that of this index, stands in, from the inside out."""
        indexes: list[int] = []
        if isinstance(environment, int):
            index = self.environments[environment].parent if environment >= 0 else -1
        else:
            index = environment.parent
        while index >= 0:
            indexes.append(index)
            index = self.environments[index].parent
        return indexes

    def text_files(self) -> set[str]:
        """Give the paths of the files that hold text: what has no section, label, reference or citation is a frame."""
        groups = (self.sections, self.labels, self.references, self.citations)
        return {record.span.path for group in groups for record in group}

    def remember(self, kind: str, digest: str, make: Callable[[], Any]) -> Any:
        """Give what ``make`` gives, which depends on ``kind`` and on the text of that digest alone, once for all runs."""
        return self.analyses.remember(kind, digest, make)

    def of_each_file(self, kind: str, find: Callable[[str], _Result]) -> dict[str, _Result]:
        """Give what ``find`` finds in the text of each file, by path; once for all runs, under ``kind``."""
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
def citations_by_file(records: ManuscriptRecords) -> Mapping[str, list[Citation]]:
    """Return the citations that stand in each file, in document order."""
    return _by_file(records.citations)


@once
def references_by_file(records: ManuscriptRecords) -> Mapping[str, list[Reference]]:
    """Return the references that stand in each file, in document order."""
    return _by_file(records.references)


@once
def labels_by_file(records: ManuscriptRecords) -> Mapping[str, list[Label]]:
    """Return the labels of each file by place, each once, however often the file is read."""
    once_each = {label.span: label for label in records.labels}
    return grouped((once_each[span] for span in sorted(once_each)), lambda label: label.span.path)


@once
def sections_by_file(records: ManuscriptRecords) -> Mapping[str, list[Section]]:
    """Return the sections that begin in each file, in document order."""
    return grouped(records.sections, lambda section: section.span.path)


def _by_file(records: Iterable[_Named]) -> dict[str, list[_Named]]:
    return grouped(records, lambda record: record.command_span.path)


@once
def _cited_keys(records: ManuscriptRecords) -> frozenset[str]:
    return frozenset(citation.key for citation in records.citations)
