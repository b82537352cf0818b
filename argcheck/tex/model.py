"""What reading gives: a `Manuscript` of citations, labels, references, environments, each with its `Span`.

The records are named tuples because a thesis has tens of thousands of them and
they are made again in every run.
"""

from __future__ import annotations

import enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from argcheck.diagnostic import Span
    from argcheck.source import SourceFile
    from argcheck.tex.graphics import Graphic
    from argcheck.tex.hidden import Hidden
    from argcheck.tex.kinds_of_labels import Mistyped
    from argcheck.tex.leftovers import Leftover
    from argcheck.tex.order import Order
    from argcheck.tex.printed import Printed
    from argcheck.tex.tables import Table
    from argcheck.tex.text import Sentence

#: A command by whose name it may cite, and the argument behind its options.
_CITING = lazy(r"\\([A-Za-z]*[Cc][Ii][Tt][Ee][A-Za-z]*)\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}\\]*)\}")

_CALLING = lazy(r"\\([A-Za-z]+)\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}\\]*)\}")


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
    option: str | None  #: text of the first optional argument
    parent: int  #: index of the enclosing environment, -1 at the top


class Caption(NamedTuple):
    r"""A ``\caption`` and its kin; ``text`` is the span of its main argument."""

    text: Span  #: of its main argument
    command: str  #: without backslash, with its star
    environment: int  #: index into `Manuscript.environments`, -1 outside any


class Section(NamedTuple):
    """A sectioning command; ``level`` is -1 part, 0 chapter, 1 section and so on."""

    level: int  #: -1 part, 0 chapter, 1 section, 2 subsection and so on
    starred: bool  #: whether it has no number
    title: Span  #: of the argument in braces
    span: Span  #: from the backslash to behind the closing brace


class Footnote(NamedTuple):
    """The span of the text of a footnote."""

    text: Span  #: of the argument


class Place(enum.Enum):
    """Where in a document a file is read, which tells what it can hold."""

    PREAMBLE = "preamble"  #: in the preamble, a package or a class: definitions
    SENTENCE = "sentence"  #: among words of one line: words and numbers
    TABLE = "table"  #: in a table that has its label, or a tabular, or a drawing: what is shown there
    FRONT = "front"  #: before the table of contents: title pages, abstracts
    BODY = "body"  #: anywhere else: anything


class Missing(NamedTuple):
    """A file that the document asks for and that could not be used."""

    span: Span  #: of the name in the command that asks
    target: str  #: as written, macros expanded
    command: str  #: that asks, without backslash
    reason: str  #: ``missing``, ``unsafe``, ``unreadable``, ``limit``, ``outside`` or ``unresolved``
    detail: str  #: what was looked for and where, or the limit
    kind: str  #: ``text`` or ``bibliography``
    place: Place = Place.BODY  #: where it is read, which tells what it can hold


class Problem(NamedTuple):
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
    """A figure, table or other float with what stands in it."""

    environment: Environment  #: the outermost one
    labels: tuple[Label, ...]  #: in it, in the order of the text
    captions: tuple[Caption, ...]  #: in it, in the order of the text
    captioned: bool  #: whether it has a caption, or some command named after one
    continued: bool  #: whether it goes on with the float before it


class Statement(NamedTuple):
    """A theorem-like environment; ``kind`` is its printed title in lower case, such as ``lemma``."""

    kind: str  #: printed title in lower case
    environment: Environment  #: as written, with its own title as ``option``
    labels: tuple[Label, ...]  #: in it
    starred: bool  #: whether it has no number


class Manuscript:
    """One document, whole: every live record in the order in which TeX meets it.

    Built by `argcheck.tex.document.read_document`; immutable from then on.
    ``files`` are in order of first visit, the root first.
    """

    def __init__(self, root: str, files: Mapping[str, SourceFile]) -> None:
        self.root = root  #: path of the root file
        self.files = files  #: path -> the file, in order of first visit, the root first
        self.citations: list[Citation] = []  #: every key of every citation command
        self.labels: list[Label] = []  #: every ``\label`` and its kin
        self.references: list[Reference] = []  #: every label name in every reference command
        self.uses: list[Use] = []  #: every name in ``\uses``, ``\proves`` and their kin
        self.environments: list[Environment] = []  #: every environment, in the order of their beginnings
        self.captions: list[Caption] = []  #: every caption
        self.sections: list[Section] = []  #: every heading
        self.footnotes: list[Footnote] = []  #: every footnote
        self.missing: list[Missing] = []  #: files that the document asks for and that could not be used
        #: files that were read, of which the document writes the names in other case; ``detail`` is the path
        self.in_other_case: list[Missing] = []
        self.problems: list[Problem] = []
        self.directives: list[Directive] = []
        self.resources: list[Resource] = []  #: every bibliography that the document loads
        self.inputs: list[tuple[Span, str]] = []  # (place of the name, path of the file read)
        self.parts: set[str] = set()  #: the files that the text reads, not the preamble
        self.begun = False  #: whether it has a ``\begin{document}``
        self.packages: dict[str, str] = {}  #: package or class -> its options
        self.document_class: str = ""  #: such as ``article``
        self.nocite_all: Span | None = None
        self.backend = "bibtex"  # "biber", or "none" for a document with neither
        self.theorem_kinds: dict[str, str] = {}  # environment -> printed title in lower case
        self.text_macros: dict[str, str] = {}  # argument-free macros, for reading
        self.hidden_keys: set[str] = set()  # keys in macro bodies and chapters left out by \includeonly
        #: forms of labels that what is called puts together, each by what: "\0" for what is worked out at
        #: the call, "\1" for the number of a counter
        self.built_labels: dict[str, str] = {}
        self.hidden_labels: set[str] = set()  # the same for labels
        self.left_out: list[Span] = []  # \include commands that \includeonly leaves out
        #: what a document that is no whole one lacks around its files, in words; empty for a whole one
        self.lacks = ""
        self.hidden_references: set[str] = set()  # the same for names in reference commands
        self.float_names: frozenset[str] = frozenset()
        self.bibitems: list[tuple[str, Span, Span]] = []  # key, place of the command, place of the key
        self.contents: dict[str, Span] = {}  # name -> body of a filecontents environment
        self.abstract_spans: list[Span] = []  # arguments of \abstract{...}
        self.dead: dict[str, list[tuple[int, int]]] = {}  # path -> ranges that are never typeset
        self.commands: frozenset[str] = frozenset()  # names met that mean nothing to the reading
        self.languages: tuple[str, ...] = ()  # every name of a language that the document gives
        self.set_language = ""  # the main language by the configuration, empty for what the document says
        self.declared_language = ""  # the main one, declared outright, as polyglossia does
        #: (path, offset, name): where the language changes, in document order; an empty name is the main language
        self.switches: list[tuple[str, int, str]] = []
        self.foreign: list[tuple[Span, str]] = []  # passages in another language than the text around them
        #: keeps what is dear to find and depends on one text alone: (kind, digest of the text, how to find it)
        self.remember: Callable[[str, str, Callable[[], Any]], Any] = lambda _kind, _digest, make: make()
        self.pieces: list[Span] = []  # the live text in document order, cut at includes

    @property
    def complete(self) -> bool:
        """Whether every file that the document asks for was read."""
        return not self.missing

    def text_files(self) -> set[str]:
        """Give the paths of the files that hold text: what has no section, label, reference or citation is a frame."""
        groups = (self.sections, self.labels, self.references, self.citations)
        return {one.span.path for group in groups for one in group}

    @cached_property
    def labels_by_name(self) -> Mapping[str, list[Label]]:
        """Every label name with its places, in document order."""
        found: dict[str, list[Label]] = {}
        for label in self.labels:
            found.setdefault(label.name, []).append(label)
        return found

    @cached_property
    def referenced(self) -> frozenset[str]:
        """Every label name that some reference command names."""
        return frozenset(reference.name for reference in self.references) | self.hidden_references

    @property
    def macros_missing(self) -> bool:
        """Whether a file that defines macros is not there: any command that nothing defines may be one of them."""
        return any(one.place in {Place.PREAMBLE, Place.FRONT} for one in self.missing)

    def cited_unseen(self) -> frozenset[str]:
        """What may be keys: the arguments of commands that argcheck does not know and that have "cite" in their names.

        While a file that defines macros is missing, of all commands that argcheck does not know.
        """
        unseen = self.macros_missing
        if not (unseen or any("cite" in name.lower() for name in self.commands)):
            return frozenset()
        citing = _CALLING if unseen else _CITING
        calls = (call for file in self.files.values() for call in citing.finditer(file.text))
        lists = (call[2] for call in calls if call[1] in self.commands)
        return frozenset(key.strip() for found in lists for key in found.split(","))

    @property
    def class_unseen(self) -> bool:
        """Whether the class is neither a usual one nor in the project: what it does is not known."""
        from argcheck.tex.commands import CLASSES

        name = self.document_class
        own = f"/{name}.cls"
        return bool(name) and name not in CLASSES and not any(f"/{path}".endswith(own) for path in self.files)

    def named_elsewhere(self, names: Collection[str]) -> frozenset[str]:
        """Which of ``names`` are an argument that is no label, reference or citation: an unknown macro may mean them."""
        from argcheck.tex.structure import named_elsewhere

        return named_elsewhere(self, names)

    def around(self, environment: Environment) -> list[int]:
        """Give the indexes of the environments that ``environment`` stands in, from the inside out."""
        found: list[int] = []
        index = environment.parent
        while index >= 0:
            found.append(index)
            index = self.environments[index].parent
        return found

    @cached_property
    def cited_keys(self) -> frozenset[str]:
        r"""Every key that is cited, ``\nocite`` included, as written."""
        return frozenset(citation.key for citation in self.citations)

    @cached_property
    def floats(self) -> tuple[Float, ...]:
        """Figures, tables and other floats, in document order (a float in a float belongs to the outer one)."""
        from argcheck.tex.structure import floats

        return floats(self)

    def typed_numbers(self) -> frozenset[tuple[str, int]]:
        """Which figures and tables the source names by a typed number, such as ``("table", 1)``."""
        from argcheck.tex.structure import typed_numbers

        return typed_numbers(self)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Every ``tabular`` or its kin with its cells, in document order."""
        from argcheck.tex.tables import tables

        return tables(self)

    def plain(self, span: Span) -> str:
        """The words of ``span``, such as a caption or a title, as they are read: the sentences in it, joined by blanks."""
        from argcheck.tex.text import sentences_in

        return " ".join(sentence.text for sentence in sentences_in(self, [span]))

    def position(self, span: Span) -> int:
        """Where ``span`` begins in the document that is printed, in characters of source from its beginning.

        For the order of two places in different files, and for their distance.
        """
        return self._order.position(span)

    def section_of(self, span: Span) -> Section | None:
        """The innermost section that ``span`` stands in; None before the first heading."""
        return self._order.section_of(span)

    def extent(self, section: Section) -> tuple[Span, ...]:
        """The ranges of a section, from behind its heading to the next heading of the same or a higher level.

        Several where it goes over several files.
        """
        return self._order.extent(section)

    def sentences_of(self, section: Section) -> tuple[Sentence, ...]:
        """The sentences of a section, those of its subsections and their headings included."""
        return self._order.sentences_in(section)

    @cached_property
    def _order(self) -> Order:
        from argcheck.tex.order import Order

        return Order(self)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Theorem-like environments, in document order."""
        from argcheck.tex.structure import statements

        return statements(self)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The prose of the document, sentence by sentence; captions and footnotes are sentences of their own."""
        from argcheck.tex.text import document_sentences

        return document_sentences(self)

    def sentence_at(self, span: Span) -> str:
        """The words of the sentence that holds the start of ``span``, empty outside any."""
        from argcheck.tex.text import sentence_at

        sentence = sentence_at(self, span)
        return sentence.text if sentence else ""

    def printed(self, pattern: re.Pattern[str], needles: Iterable[str]) -> Iterator[Printed]:
        """Yield what ``pattern`` finds in the source and the document prints as it is written there.

        ``needles`` are strings of which every match has one: files without any of them are not searched.
        """
        from argcheck.tex.printed import printed

        return printed(self, pattern, needles)

    def mistyped_references(self) -> Iterator[Mistyped]:
        r"""References whose type word says another kind than their label is of: ``Figure~\ref{tab:x}``."""
        from argcheck.tex.kinds_of_labels import mistyped

        return mistyped(self)

    def leftovers(self) -> list[Leftover]:
        """Notes to oneself, placeholders and filler text that are printed, in document order."""
        from argcheck.tex.leftovers import leftovers

        return leftovers(self)

    @cached_property
    def graphics(self) -> tuple[Graphic, ...]:
        r"""The pictures that the document includes by a name that can be worked out, in document order."""
        from argcheck.tex.graphics import graphics

        return tuple(graphics(self))

    @property
    def graphics_folders(self) -> list[str] | None:
        r"""Folders of every ``\graphicspath``, relative to that of the root; None if one cannot be worked out."""
        from argcheck.tex.graphics import graphics_folders

        return graphics_folders(self)

    def hidden(self) -> list[Hidden]:
        """Text that no reader sees and that instructs whoever judges the document, in document order."""
        from argcheck.tex.hidden import hidden

        return hidden(self)

    @cached_property
    def language(self) -> str:
        """The code of the language that the document is in: ``en``, ``de``, ``fr``, or empty for one without word lists."""
        from argcheck.language import code
        from argcheck.tex.language import main_language

        return code(main_language(self))

    def language_of(self, span: Span) -> str:
        """Return the code of the language of a passage: ``en``, ``de``, ``fr``, or empty for one without word lists."""
        from argcheck.tex.language import language_of

        return language_of(self, span)

    @cached_property
    def argues(self) -> bool:
        """Whether the document says outright how it argues: annotations, theorems, numbered questions."""
        from argcheck.tex.structure import argues

        return argues(self)

    @cached_property
    def lists_contributions(self) -> bool:
        """Whether some list may be one of contributions."""
        from argcheck.tex.structure import lists_contributions

        return lists_contributions(self)

    @cached_property
    def appendix(self) -> tuple[Span, ...]:
        r"""The pieces of the live text behind ``\appendix`` or inside of ``appendices``, in document order."""
        from argcheck.tex.structure import appendix

        return appendix(self)

    @cached_property
    def abstract(self) -> Span | None:
        r"""The span of the ``abstract`` environment or of ``\abstract{...}``."""
        from argcheck.tex.structure import abstract

        return abstract(self)
