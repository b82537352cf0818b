"""One document as rules see it: its records, and what is worked out of them when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.model import ManuscriptRecords

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.reading.title_page import Author
    from argcheck.tex.graphics import Graphic
    from argcheck.tex.hidden_instructions import Hidden
    from argcheck.tex.items import Item
    from argcheck.tex.kinds_of_labels import Mistyped
    from argcheck.tex.leftovers import Leftover
    from argcheck.tex.model import (
        Citation,
        Environment,
        Float,
        Label,
        Reference,
        Section,
        Sentence,
        Statement,
    )
    from argcheck.tex.reading_text import Printed
    from argcheck.tex.tables import Table


class Manuscript(ManuscriptRecords):
    """One document, whole: every live record in the order in which TeX meets it.

    It never changes; what is dear to work out is worked out once.
    ``files`` are in order of first visit, the root first.
    """

    def cited_unseen(self) -> frozenset[str]:
        """What may be keys: the arguments of commands that argcheck does not know and that have "cite" in their names.

        While a file that defines macros is missing, of all commands that argcheck does not know.
        """
        from argcheck.tex.units import cited_unseen

        return cited_unseen(self)

    @property
    def class_unseen(self) -> bool:
        """Whether the class is neither a usual one nor in the project: what it does is not known."""
        from argcheck.tex.units import class_unseen

        return class_unseen(self)

    def named_elsewhere(self, names: Collection[str]) -> frozenset[str]:
        """Which of ``names`` are an argument that is no label, reference or citation: an unknown macro may mean them."""
        from argcheck.tex.label_macros import named_elsewhere

        return named_elsewhere(self, names)

    @property
    def floats(self) -> tuple[Float, ...]:
        """Figures, tables and other floats, in document order (a float in a float belongs to the outer one)."""
        from argcheck.tex.units import floats

        return floats(self)

    def typed_numbers(self) -> frozenset[tuple[str, str]]:
        """Which figures and tables the source names by a typed number, such as ``("table", "1")`` or ``("figure", "3.2")``.

        None of them where the document may number the floats of its chapters in a way of its own.
        """
        from argcheck.tex.chapters import floats_numbered_otherwise
        from argcheck.tex.units import typed_numbers

        return frozenset() if floats_numbered_otherwise(self) else typed_numbers(self)

    def chapter_number(self, span: Span) -> str | None:
        r"""The number of the chapter in which ``span`` stands, as ``\thechapter`` prints it there: ``3``, behind ``\appendix`` ``A``.

        In a chapter without a number, starred or in the front or back matter, that of the last one that has one, empty
        before the first. None in all of a document whose class is not known, or that may number its chapters in a way
        of its own.
        """
        from argcheck.tex.positions import positions

        return positions(self).chapter_number(span)

    def is_set_aside(self, span: Span) -> bool:
        r"""Whether ``span`` begins in filler text (lorem ipsum), or in an arm of a conditional whose flag is never set."""
        from argcheck.tex.filler import is_filler
        from argcheck.tex.switched_off import is_switched_off

        return is_filler(self, span) or is_switched_off(self, span)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every ``tabular`` or its kin with its cells, in document order."""
        from argcheck.tex.tables import tables

        return tables(self)

    def tables_of(self, float_: Float) -> tuple[Table, ...]:
        """The tables in a float, in the order of the text, also those of a file that the float reads."""
        around = ((table, self.around(table.environment)) for table in self.tables)
        return tuple(
            table
            for table, outer in around
            if float_.environment in map(self.environments.__getitem__, outer)
        )

    def plain(self, span: Span) -> str:
        """The words of ``span``, such as a caption or a title, as they are read: the sentences in it, joined by blanks."""
        from argcheck.tex.live_source import within
        from argcheck.tex.reading_text import plain

        return plain(self, *within(self.pieces, span))

    def position(self, span: Span) -> int:
        """Where ``span`` begins in the document that is printed, in characters of source from its beginning.

        For the order of two places in different files, and for their distance.
        """
        from argcheck.tex.sections import order

        return order(self).position(span)

    def section_of(self, span: Span, level: int | None = None) -> Section | None:
        r"""The innermost section that ``span`` stands in, of ``level`` or above: 0 leaves chapters; None before the first heading.

        Without a level a ``\paragraph`` is one, too.
        """
        from argcheck.tex.sections import order

        return order(self).section_of(span, level)

    def extent(self, section: Section) -> tuple[Span, ...]:
        """The ranges of a section, from behind its heading to the next heading of the same or a higher level.

        Several where it goes over several files.
        """
        from argcheck.tex.sections import order

        return order(self).extent(section)

    def paragraph_of(self, span: Span) -> tuple[Sentence, ...]:
        """The sentences of the running text in whose paragraph ``span`` stands, or that it follows, as a footnote does."""
        from argcheck.tex.positions import positions

        return positions(self).paragraph_of(span)

    def sentences_of(self, part: Section | Item | Span) -> tuple[Sentence, ...]:
        """The sentences of a section, with its subsections and their headings, of an item or of a range, files that it reads too."""
        from argcheck.tex.positions import positions

        return positions(self).sentences_in(part)

    def words_of(self, part: Section | Item | Span | Sentence) -> tuple[str, ...]:
        """The words of a sentence, or of what `sentences_of` gives, in order, as a reader counts them.

        ``SVM-RFE``, ``isn't`` and ``2.5`` are one each; keys of citations and references, and formulas, are none.
        """
        from argcheck.tex.positions import positions

        return positions(self).words_in(part)

    def items_of(self, environment: Environment) -> tuple[Item, ...]:
        r"""The items of a list itself, without those of lists in it; none where no ``\item`` stands in ``environment``."""
        from argcheck.tex.items import items_of

        return items_of(self, environment)

    def item_of(self, span: Span) -> Item | None:
        """The innermost item of a list that ``span`` stands in; None outside any."""
        from argcheck.tex.items import item_of

        return item_of(self, span)

    def names_authors(self, citation: Citation) -> bool | None:
        r"""Whether the command prints the names of the authors into the sentence: ``\citet``, ``\citeauthor``, not ``\citep``.

        ``\cite`` does under natbib and biblatex with a style of author and year, under natbib without a note; None
        where that is up to a class.
        """
        from argcheck.tex.names_in_citations import names_authors

        return names_authors(self, citation)

    def labels_of(self, section: Section) -> tuple[Label, ...]:
        """The labels of a section: in its heading or right behind it, whatever environment both stand in."""
        from argcheck.tex.kinds_of_labels import labels_of_heading

        return labels_of_heading(self, section)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Theorem-like environments, in document order."""
        from argcheck.tex.units import statements

        return statements(self)

    @property
    def equations(self) -> tuple[Environment, ...]:
        """Formulas that LaTeX numbers, or would without the star: ``equation``, ``align*``; in document order."""
        from argcheck.tex.kinds_of_labels import equations

        return equations(self)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The prose of the document, sentence by sentence; captions and footnotes are sentences of their own."""
        from argcheck.tex.reading_text import document_sentences

        return document_sentences(self)

    def sentence_of(self, span: Span) -> Sentence | None:
        """The innermost sentence that holds the start of ``span``: of a place in a footnote the footnote's; None outside any."""
        from argcheck.tex.reading_text import sentence_of

        return sentence_of(self, span)

    def places_of(self, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
        """Where a pattern finds printed words in the source, in document order: no comments, keys, verbatim text or displays."""
        from argcheck.tex.reading_text import places_of

        return places_of(self, pattern)

    def places_in_source(self, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
        """Where a pattern finds source, commands and preamble too, file by file: no comments, verbatim text or what is switched off."""
        from argcheck.tex.live_source import places_in_source

        return places_in_source(self, pattern)

    def places_of_label(self, name: str) -> tuple[Span, ...]:
        """Every place that names a label: where it is set, referred to or used, and in comments of argcheck."""
        from argcheck.tex.label_places import places_of_label

        return places_of_label(self, name)

    def printed(self, pattern: re.Pattern[str], needles: Iterable[str]) -> Iterator[Printed]:
        """Yield what ``pattern`` finds in the source and the document prints as it is written there.

        ``needles`` are strings of which every match has one: 500 characters before and behind each of them are
        searched.
        """
        from argcheck.tex.reading_text import printed

        return printed(self, pattern, needles)

    @property
    def citations_in_macros(self) -> tuple[Citation, ...]:
        r"""Citations in the bodies of macros that the text calls, each once: ``\newcommand{\tool}{Tool~\cite{t}}``."""
        from argcheck.tex.names_in_macros import citations_in_macros

        return citations_in_macros(self)

    @property
    def references_in_macros(self) -> tuple[Reference, ...]:
        r"""References in the bodies of macros that the text calls, each once."""
        from argcheck.tex.names_in_macros import references_in_macros

        return references_in_macros(self)

    def mistyped_references(self) -> Iterator[Mistyped]:
        r"""References whose type word says another kind than their label is of: ``Figure~\ref{tab:x}``."""
        from argcheck.tex.kinds_of_labels import mistyped

        return mistyped(self)

    def references_named_again(self) -> Iterator[tuple[Reference, str]]:
        r"""References joined to another one to the same label, with their type word or none: ``Figures~\ref{x} and~\ref{x}``."""
        from argcheck.tex.kinds_of_labels import named_again

        return named_again(self)

    def named_kinds(self) -> dict[Reference, str]:
        r"""References behind a type word, with the kind that it names: ``figure`` of ``Fig.~\ref{x}``."""
        from argcheck.tex.kinds_of_labels import named_kinds

        return named_kinds(self)

    def asked_kinds(self, reference: Reference) -> frozenset[str]:
        r"""Kinds that the name of a label or the word before says, empty where neither does: ``section`` of ``\ref{sec:x}``."""
        from argcheck.tex.kinds_of_labels import asked_kinds

        return asked_kinds(self, reference)

    def undefined_acronyms(self) -> Iterator[tuple[Span, str]]:
        r"""Places of acronyms and terms that nothing defines, with their keys: ``\gls{cpu}``, ``\ac{cpu}``."""
        from argcheck.tex.acronyms import undefined_acronyms

        return undefined_acronyms(self)

    def calls_itself_draft(self) -> bool:
        r"""Whether the document says that it is a draft: ``\documentclass[draft]``, a watermark of the author's."""
        from argcheck.tex.leftovers import is_draft

        return is_draft(self)

    def leftovers(self) -> list[Leftover]:
        """Notes to oneself, placeholders and filler text that are printed, in document order."""
        from argcheck.reading.title_page import author_words
        from argcheck.tex.author_notes import author_notes
        from argcheck.tex.leftovers import leftovers
        from argcheck.tex.markers import markers
        from argcheck.tex.stubs import stubs
        from argcheck.tex.templates import template_text
        from argcheck.tex.unfinished import unfinished

        def notes(records: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
            return author_notes(records, lambda: author_words(records))

        return leftovers(self, markers, template_text, unfinished, stubs, notes)

    @property
    def graphics(self) -> tuple[Graphic, ...]:
        r"""The pictures that the document includes by a name that can be worked out, in document order."""
        from argcheck.tex.graphics import graphics

        return graphics(self)

    @property
    def graphics_folders(self) -> list[str] | None:
        r"""Folders of every ``\graphicspath``, relative to that of the root; None if one cannot be worked out."""
        from argcheck.tex.graphics import graphics_folders

        return graphics_folders(self)

    def hidden(self) -> list[Hidden]:
        """Text that no reader sees and that instructs whoever judges the document, in document order."""
        from argcheck.tex.hidden_instructions import hidden

        return hidden(self)

    @property
    def language(self) -> str:
        """The code of the language that the document is in: ``en``, ``de``, ``fr``, or empty for one without word lists."""
        from argcheck.tex.document_language import language

        return language(self)

    def language_of(self, span: Span) -> str:
        """Return the code of the language of a passage: ``en``, ``de``, ``fr``, or empty for one without word lists."""
        from argcheck.tex.document_language import language_of

        return language_of(self, span)

    @property
    def argues(self) -> bool:
        """Whether the document says outright how it argues: annotations, theorems, numbered questions."""
        from argcheck.tex.units import argues

        return argues(self)

    def lists_terms(self, float_: Float) -> bool:
        """Whether the caption of a float says that it lists abbreviations or symbols."""
        from argcheck.tex.units import lists_terms

        return lists_terms(self, float_)

    @property
    def appendix(self) -> tuple[Span, ...]:
        r"""The pieces of the live text behind ``\appendix`` or inside of ``appendices``, in document order."""
        from argcheck.tex.sections import appendix

        return appendix(self)

    @property
    def title(self) -> Span | None:
        r"""The span of the argument of ``\title``; None where there is none."""
        from argcheck.reading.title_page import title

        return title(self)

    @property
    def authors(self) -> tuple[Author, ...]:
        r"""Whom ``\author`` and its kin name, in order; none where a class of its own names them in another way."""
        from argcheck.reading.title_page import authors

        return authors(self)

    @property
    def abstract(self) -> Span | None:
        r"""The span of what stands between ``\begin{abstract}`` and ``\end{abstract}``, or in ``\abstract{...}``; None where there is neither."""
        from argcheck.tex.units import abstract

        return abstract(self)
