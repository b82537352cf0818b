"""One document as rules see it: its records, and analyses of them that are computed on demand."""

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
    """One whole document: every live record in the order in which TeX meets it.

    It never changes; what is expensive to compute is computed once.
    ``files`` are in order of first visit, the root first.
    """

    def cited_unseen(self) -> frozenset[str]:
        """What may be keys: the arguments of commands that argcheck does not know and that have "cite" in their names.

        If a file that defines macros is missing, the arguments of all commands that argcheck does not know.
        """
        from argcheck.tex.units import cited_unseen

        return cited_unseen(self)

    @property
    def class_unseen(self) -> bool:
        """Whether the class is neither a common one nor in the project, so that its behaviour is not known."""
        from argcheck.tex.units import class_unseen

        return class_unseen(self)

    def named_elsewhere(self, names: Collection[str]) -> frozenset[str]:
        """Those of ``names`` that are an argument of no label, reference or citation: a macro may mean them."""
        from argcheck.tex.label_macros import named_elsewhere

        return named_elsewhere(self, names)

    @property
    def floats(self) -> tuple[Float, ...]:
        """Figures, tables and other floats, in document order (a float in a float belongs to the outer one)."""
        from argcheck.tex.units import floats

        return floats(self)

    def typed_numbers(self) -> frozenset[tuple[str, str]]:
        """Floats that the source names by a typed number, such as ``("table", "1")`` or ``("figure", "3.2")``.

        Empty if the document may number the floats of its chapters in a way of its own, or two chapters alike.
        """
        from argcheck.tex.positions import typed_floats

        return typed_floats(self)

    def chapter_number(self, span: Span) -> str | None:
        r"""The number of the chapter of ``span``, as ``\thechapter`` prints it there: ``3``, or ``A`` in an appendix.

        In a chapter without a number (starred, in the front or back matter, or left out by ``secnumdepth``) it is that
        of the last numbered one, empty before the first. None if the class of the document is not known, or if the
        number is made in a way that is not followed, such as by ``\Asbuk`` or in a macro of the document.
        """
        from argcheck.tex.positions import positions

        return positions(self).chapter_number(span)

    def is_set_aside(self, span: Span) -> bool:
        r"""Whether ``span`` begins in filler text (lorem ipsum), in a conditional whose flag is never set, or in an unlisted term."""
        from argcheck.tex.acronyms import is_unlisted
        from argcheck.tex.filler import is_filler
        from argcheck.tex.switched_off import is_switched_off

        return is_filler(self, span) or is_switched_off(self, span) or is_unlisted(self, span)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every ``tabular`` or similar environment with its cells, in document order."""
        from argcheck.tex.tables import tables

        return tables(self)

    def tables_of(self, float_: Float) -> tuple[Table, ...]:
        """The tables in a float, in document order, including those in files that the float reads."""
        from argcheck.tex.tables import tables_of

        return tables_of(self, float_)

    def plain(self, span: Span) -> str:
        """The text of ``span``, such as a caption or a title, as it is printed: its sentences, joined by spaces."""
        from argcheck.tex.live_source import within
        from argcheck.tex.reading_text import plain

        return plain(self, *within(self.pieces, span))

    def position(self, span: Span) -> int:
        """Where ``span`` begins in the printed document, in characters of source from the beginning.

        Gives the order and the distance of two places in different files.
        """
        from argcheck.tex.sections import order

        return order(self).position(span)

    def section_of(self, span: Span, level: int | None = None) -> Section | None:
        r"""The innermost section around ``span``, of ``level`` or above (0: chapters); None before the first heading.

        Without a level, a ``\paragraph`` counts, too.
        """
        from argcheck.tex.sections import order

        return order(self).section_of(span, level)

    def extent(self, section: Section) -> tuple[Span, ...]:
        """The ranges of a section, from the end of its heading to the next heading of the same or a higher level.

        There are several if the section spans several files.
        """
        from argcheck.tex.sections import order

        return order(self).extent(section)

    def paragraph_of(self, span: Span) -> tuple[Sentence, ...]:
        """The sentences of the running text whose paragraph holds ``span``, or that it follows, as a footnote does."""
        from argcheck.tex.positions import positions

        return positions(self).paragraph_of(span)

    def sentences_of(self, part: Section | Item | Span) -> tuple[Sentence, ...]:
        """The sentences of a section, item or range, with subsections, headings and the files that it reads."""
        from argcheck.tex.positions import positions

        return positions(self).sentences_in(part)

    def words_of(self, part: Section | Item | Span | Sentence) -> tuple[str, ...]:
        """The words of a sentence, or of what `sentences_of` takes, in order, as a reader counts them.

        ``SVM-RFE``, ``isn't`` and ``2.5`` are one word each; formulas and keys of citations and references are none.
        """
        from argcheck.tex.positions import positions

        return positions(self).words_in(part)

    def items_of(self, environment: Environment) -> tuple[Item, ...]:
        r"""The items of a list, without those of nested lists; empty if ``environment`` has no ``\item``."""
        from argcheck.tex.items import items_of

        return items_of(self, environment)

    def item_of(self, span: Span) -> Item | None:
        """The innermost list item that ``span`` is in; None outside of lists."""
        from argcheck.tex.items import item_of

        return item_of(self, span)

    def names_authors(self, citation: Citation) -> bool | None:
        r"""Whether the command prints the authors' names in the sentence: ``\citet``, ``\citeauthor``, not ``\citep``.

        ``\cite`` does with an author-year style of natbib or biblatex, under natbib only without a note; None
        if that is up to a class.
        """
        from argcheck.tex.names_in_citations import names_authors

        return names_authors(self, citation)

    def labels_of(self, section: Section) -> tuple[Label, ...]:
        """The labels of a section: in its heading, right after it, or after another of these labels."""
        from argcheck.tex.kinds_of_labels import labels_of_heading

        return labels_of_heading(self, section)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Theorem-like environments, in document order."""
        from argcheck.tex.units import statements

        return statements(self)

    @property
    def equations(self) -> tuple[Environment, ...]:
        """Formulas that LaTeX numbers, or would without the star (``equation``, ``align*``), in document order."""
        from argcheck.tex.kinds_of_labels import equations

        return equations(self)

    @property
    def displays(self) -> tuple[Span, ...]:
        r"""Displayed formulas, numbered or not, in document order: environments, ``\[...\]`` and ``$$...$$``."""
        from argcheck.tex.displays import displays

        return displays(self)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The prose of the document, sentence by sentence; captions and footnotes are sentences of their own."""
        from argcheck.tex.reading_text import document_sentences

        return document_sentences(self)

    def sentence_of(self, span: Span) -> Sentence | None:
        """The innermost sentence that holds the start of ``span``, in a footnote the footnote's; None outside any."""
        from argcheck.tex.reading_text import sentence_of

        return sentence_of(self, span)

    def places_of(self, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
        """Places of a pattern in printed words, in document order: not in comments, keys, verbatim text or displays."""
        from argcheck.tex.reading_text import places_of

        return places_of(self, pattern)

    def places_in_source(self, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
        """Places of a pattern in the source, with commands, by file: not in comments, verbatim or switched-off text."""
        from argcheck.tex.live_source import places_in_source

        return places_in_source(self, pattern)

    def places_of_label(self, name: str) -> tuple[Span, ...]:
        """Every place that names a label: where it is set, referred to or used, and in comments of argcheck."""
        from argcheck.tex.label_places import places_of_label

        return places_of_label(self, name)

    def printed(self, pattern: re.Pattern[str], needles: Iterable[str]) -> Iterator[Printed]:
        """Yield the matches of ``pattern`` in the source that the document prints as written.

        Every match must contain one of the strings ``needles``: only the 500 characters before and after each of them
        are searched.
        """
        from argcheck.tex.reading_text import printed

        return printed(self, pattern, needles)

    @property
    def citations_in_macros(self) -> tuple[Citation, ...]:
        r"""Citations in macros that the text calls and environments that it begins, each once: ``\newcommand{\tool}{Tool~\cite{t}}``."""
        from argcheck.tex.names_in_macros import citations_in_macros

        return citations_in_macros(self)

    @property
    def references_in_macros(self) -> tuple[Reference, ...]:
        r"""References in macros that the text calls and environments that it begins, each once."""
        from argcheck.tex.names_in_macros import references_in_macros

        return references_in_macros(self)

    def references_parted_by_blanks(self) -> Iterator[tuple[Reference, str, Span]]:
        """References that differ from a label by a blank: each with its name as written, and the label's place."""
        from argcheck.tex.label_places import parted_by_blanks

        return parted_by_blanks(self)

    def mistyped_references(self) -> Iterator[Mistyped]:
        r"""Yield references whose type word names another kind than their label has: ``Figure~\ref{tab:x}``."""
        from argcheck.tex.kinds_of_labels import mistyped

        return mistyped(self)

    def references_named_again(self) -> Iterator[tuple[Reference, str]]:
        r"""Yield references joined to another to one label, with type word: ``Figures~\ref{x} and~\ref{x}``."""
        from argcheck.tex.kinds_of_labels import named_again

        return named_again(self)

    def named_kinds(self) -> dict[Reference, str]:
        r"""References after a type word, with the kind that it names: ``figure`` for ``Fig.~\ref{x}``."""
        from argcheck.tex.kinds_of_labels import named_kinds

        return named_kinds(self)

    def asked_kinds(self, reference: Reference) -> frozenset[str]:
        r"""Kinds that the label's name or the word before implies: ``section`` for ``\ref{sec:x}``; may be empty."""
        from argcheck.tex.kinds_of_labels import asked_kinds

        return asked_kinds(self, reference)

    def undefined_acronyms(self) -> Iterator[tuple[Span, str]]:
        r"""Yield places of acronyms and terms that nothing defines, with their keys: ``\gls{cpu}``, ``\ac{cpu}``."""
        from argcheck.tex.acronyms import undefined_acronyms

        return undefined_acronyms(self)

    def calls_itself_draft(self) -> bool:
        r"""Whether the document says that it is a draft: ``\documentclass[draft]``, a watermark of the author's."""
        from argcheck.tex.leftovers import is_draft

        return is_draft(self)

    def is_of_linguists(self) -> bool:
        """Whether the document has examples of speech that are glossed or transcribed word by word."""
        from argcheck.tex.fields_of_study import is_of_linguists

        return is_of_linguists(self)

    def leftovers(self) -> list[Leftover]:
        """Printed notes to oneself, placeholders and filler text, in document order."""
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
        r"""The pictures that the document includes under a name that can be determined, in document order."""
        from argcheck.tex.graphics import graphics

        return graphics(self)

    @property
    def graphics_folders(self) -> list[str] | None:
        r"""Folders of every ``\graphicspath``, relative to that of the root; None if one cannot be determined."""
        from argcheck.tex.graphics import graphics_folders

        return graphics_folders(self)

    def hidden(self) -> list[Hidden]:
        """Invisible text with instructions to whoever judges the document, in document order."""
        from argcheck.tex.hidden_instructions import hidden

        return hidden(self)

    @property
    def language(self) -> str:
        """The language of the document: ``en``, ``de``, ``es``, ``fr``, ``it``, ``pt``, or empty for any other."""
        from argcheck.tex.document_language import language

        return language(self)

    def language_of(self, span: Span) -> str:
        """The language of a passage: ``en``, ``de``, ``es``, ``fr``, ``it``, ``pt``, or empty for any other."""
        from argcheck.tex.document_language import language_of

        return language_of(self, span)

    @property
    def argues(self) -> bool:
        """Whether the document says outright how it argues: annotations, theorems, numbered questions."""
        from argcheck.tex.units import argues

        return argues(self)

    @property
    def appendix(self) -> tuple[Span, ...]:
        r"""The pieces of the live text after ``\appendix`` or in ``appendices``, in document order."""
        from argcheck.tex.sections import appendix

        return appendix(self)

    @property
    def title(self) -> Span | None:
        r"""The span of the argument of ``\title``; None if there is none."""
        from argcheck.reading.title_page import title

        return title(self)

    @property
    def authors(self) -> tuple[Author, ...]:
        r"""The authors named by ``\author`` and similar commands, in order; empty if a class uses other commands."""
        from argcheck.reading.title_page import authors

        return authors(self)

    @property
    def abstract(self) -> Span | None:
        r"""The text in ``abstract``, an environment of a class such as ``abstracts``, or ``\abstract{...}``; None without."""
        from argcheck.tex.units import abstract

        return abstract(self)
