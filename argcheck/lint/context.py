"""What a rule sees of one document, as immutable indexes; and the checks of what it yields."""

from __future__ import annotations

from functools import cached_property
from posixpath import splitext
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.diagnostic import (
    Diagnostic,
    Edit,
    Fix,
    Related,
    Severity,
    Span,
    Unchecked,
    clash_among,
    places_in,
    shortened,
)
from argcheck.files.opening import InputError
from argcheck.lint.gate import missing
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from argcheck.argument.extract.argument import Argument
    from argcheck.bib.bibliography import Bibliography
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.lint.document_trust import DocumentTrust
    from argcheck.lint.rule import Needs, Rule
    from argcheck.lint.suppress import Suppressions
    from argcheck.prose.numbers import Numbers
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.read_document import Document
    from argcheck.verdicts.file import VerdictFile
    from argcheck.verdicts.replay import Verdicts


def _related(place: Related | tuple[Span, str]) -> Related:
    if isinstance(place, Related):
        return place
    if isinstance(place, tuple) and len(place) == 2:
        return Related(*place)
    raise TypeError(f'{place!r} is no related place: write (span, "words")')


class DocumentAnalyses:
    """The analyses that all rules of a document share, each computed when a rule first needs it."""

    def __init__(
        self,
        project: Project,
        document: Document,
        argument: Callable[[Verdicts], Argument],
        verdict_files: dict[str, VerdictFile] | None = None,
    ) -> None:
        """Compute nothing yet.

        :param argument: builds the argument from the verdicts on the sources.
        :param verdict_files: verdict files read so far, by path; those of this document are added.
        """
        self._project = project
        self._document = document
        self._argument = argument
        self._verdict_files = verdict_files
        self._missing: dict[Needs, tuple[Unchecked, ...]] = {}

    def missing(self, needs: Needs) -> tuple[Unchecked, ...]:
        """Return what is missing that could hold one of ``needs``; kept, since many rules have the same needs."""
        if needs not in self._missing:
            self._missing[needs] = missing(needs, *self._document)
        return self._missing[needs]

    @cached_property
    def verdicts(self) -> Verdicts:
        """The verdicts on the sources."""
        return read_verdicts(self._project, *self._document, self._verdict_files)

    @cached_property
    def graph(self) -> Argument:
        """The argument."""
        return self._argument(self.verdicts)

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers."""
        from argcheck.prose.numbers import Numbers

        return Numbers(self._document.manuscript)

    @cached_property
    def trust(self) -> DocumentTrust | None:
        """How far the argument can be trusted; None if there is nothing to score."""
        from argcheck.lint.document_trust import trust_of

        return trust_of(self._project, self._document, self.graph.full)


class RuleContext(NamedTuple):
    """All that a rule may look at: immutable, and shared by all rules of one document.

    A rule reads these prepared indexes and does no I/O.
    """

    # The same for every rule of a document:
    project: Project
    manuscript: Manuscript  #: the document
    bibliography: Bibliography  #: what it cites from
    suppressions: Suppressions
    analyses: DocumentAnalyses
    # This rule's own:
    rule: Rule  #: the rule itself
    options: Mapping[str, Any]  #: option -> value, defaults filled in

    @property
    def graph(self) -> Argument:
        """The argument of the document, with analyses that all rules share.

        .. versionadded:: 0.1
        """
        return self.analyses.graph

    @property
    def this_year(self) -> int:
        """The year of the run; read it only if it matters, since the stored report is then valid for this year only.

        .. versionadded:: 0.1
        """
        return self.project.this_year

    @property
    def verdicts(self) -> Verdicts:
        """The verdicts on the document's sources; empty, and false, without a verdict file.

        .. versionadded:: 0.1
        """
        return self.analyses.verdicts

    @property
    def numbers(self) -> Numbers:
        """The numbers in the document with their places, and the disagreements among them.

        .. versionadded:: 0.1
        """
        return self.analyses.numbers

    @property
    def trust(self) -> DocumentTrust | None:
        """The score of `argcheck score` with its graph; None if no hypothesis reaches a conclusion.

        .. versionadded:: 0.1
        """
        return self.analyses.trust

    @property
    def keys_printed_since(self) -> frozenset[str]:
        """The keys in the document's ``.bbl`` if git says it changed after the ``.bib`` files, else none; not cached.

        .. versionadded:: 0.1
        """
        path = splitext(self.manuscript.root)[0] + ".bbl"
        files = sorted(file for file in self.bibliography.files if file.endswith(".bib"))
        if not files or not self.project.is_file(path):
            return frozenset()
        if not self.project.repository.changed_after(path, files):
            return frozenset()
        from argcheck.bib.bbl import scan_bbl

        try:
            return frozenset(entry[0] for entry in scan_bbl(self.project.read(path).text).entries)
        except InputError:
            return frozenset()

    def missing(self, needs: Needs) -> tuple[Unchecked, ...]:
        """Return what is missing of the document that could hold one of ``needs``.

        .. versionadded:: 0.1
        """
        return self.analyses.missing(needs)

    def unchecked(self, because: str, span: Span | None = None) -> Unchecked:
        """Return the reason why this rule cannot judge the document, or the part of it at ``span``.

        :param because: a clause that follows "because", such as ``"the labels are set by a program"``.

        .. versionadded:: 0.1
        """
        return Unchecked(because, span)

    def report(
        self,
        span: Span,
        message: str,
        *,
        help: str | None = None,  # noqa: A002 - the word that the reader of a report sees
        related: Iterable[Related | tuple[Span, str]] = (),
        fix: Fix | None = None,
        note: bool = False,
    ) -> Diagnostic:
        """Build a finding of this rule at ``span``.

        :param message: what is wrong, in one clause without a full stop.
        :param help: what the author can do.
        :param related: other places that explain it, each a span and words such as "first defined here".
        :param fix: a mechanical repair.
        :param note: whether it is a note, regardless of the severity of the rule.
        """
        this = self.rule
        severity = Severity.NOTE if note else this.severity
        return Diagnostic(
            this.code, this.name, severity, span, message, help, tuple(map(_related, related)), fix
        )

    def source(self, span: Span) -> str:
        """The source text of ``span``, in a file of the manuscript or of the bibliography, as written.

        .. versionadded:: 0.1
        """
        file = self.project.known(span.path)
        return file.text[span.start : span.end] if file else ""


def all_validated(
    outcomes: Iterable[object] | None, files: Mapping[str, SourceFile]
) -> list[Diagnostic | Unchecked]:
    """Return what a rule yielded, as `validated` accepts it; ``files`` are those that were read.

    :raises TypeError: the rule returned None or a single finding, or yielded something else.
    :raises ValueError: a span outside of its file, or edits that clash.
    """
    if outcomes is None:
        raise TypeError("it gives nothing: is `yield` missing before ctx.report(...)?")
    if isinstance(outcomes, Diagnostic | Unchecked):
        raise TypeError("write `yield`, not `return`, before ctx.report(...)")
    return [validated(outcome, files) for outcome in outcomes]


def validated(outcome: object, files: Mapping[str, SourceFile]) -> Diagnostic | Unchecked:
    """Return what a rule yielded if it is valid; ``files`` are those that were read.

    :raises TypeError: not a finding or a reason, or a field of a type that `RuleContext.report` does not make.
    :raises ValueError: a span outside of its file, or edits that clash.
    """
    if isinstance(outcome, Unchecked):
        if not isinstance(outcome.because, str) or not isinstance(outcome.span, Span | None):
            raise TypeError(f"{shortened(repr(outcome))} is not what ctx.unchecked(because, span) makes")
        return outcome
    if not isinstance(outcome, Diagnostic):
        raise TypeError(f"{shortened(repr(outcome))} is no finding, as ctx.report(span, message) makes them")
    parts: tuple[Diagnostic | Related, ...] = (outcome, *outcome.related)
    for part in parts:
        if not (isinstance(part.span, Span) and isinstance(part.message, str)):
            raise TypeError(f"{part.span!r} is no Span, or {part.message!r} no text{places_in(part.span)}")
        _refuse_outside(part.span, files)
    if not isinstance(outcome.help, str | None):
        raise TypeError(f"the help {outcome.help!r} is no text")
    if not isinstance(outcome.fix, Fix | None):
        raise TypeError(f"{outcome.fix!r} is no Fix")
    edits = outcome.fix.edits if outcome.fix else ()
    if isinstance(edits, Edit):
        raise TypeError("the edits of a Fix are a tuple: (Edit(...),)")
    for edit in edits:
        if not isinstance(edit, Edit) or not isinstance(edit.replacement, str):
            raise TypeError(f"{edit!r} is no Edit with a text")
        _refuse_outside(edit.span, files)
    if clash_among(edits):
        raise ValueError("two edits of one Fix change the same text, so that it could never be made")
    return outcome


def _refuse_outside(span: Span, files: Mapping[str, SourceFile]) -> None:
    source = files.get(span.path)
    if source is None:
        if span.end == 0:  # a file that could not be read is reported at its beginning
            return
        raise ValueError(f"'{span.path}' is no file of the document")
    if not 0 <= span.start <= span.end <= len(source.text):
        raise ValueError(f"{span} lies outside of the file, which ends at {len(source.text)}")
