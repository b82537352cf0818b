"""The vocabulary of findings: severity, place, fix, diagnostic."""

from __future__ import annotations

import enum
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Code and name of findings that no rule makes: a rule failed, or a document could not be analysed.
FAILED_CODE, FAILED_NAME = "TEX099", "failed-part"
#: Code and name of findings that only a comparison with an earlier version makes.
WEAKENED_CODE, WEAKENED_NAME = "ARG099", "weakened-claim"


class Severity(enum.IntEnum):
    """How much a finding matters; orderable, so a threshold is ``>=``."""

    NOTE = 10  #: fails no run unless ``fail-on`` says so
    WARNING = 20  #: fails a run
    ERROR = 30  #: the document is wrong

    @property
    def label(self) -> str:
        """The word that every format prints: ``note``, ``warning`` or ``error``."""
        return self.name.lower()


class Span(NamedTuple):
    r"""A half-open range in one file: offsets into its decoded text, in code points.

    ``path`` has forward slashes and is relative to the project root.  The decoded
    text always has ``\n`` line ends.  Each output format computes lines and columns
    itself, in its own unit.
    """

    path: str  #: relative to the project, with forward slashes
    start: int  #: offset of the first character, from 0
    end: int  #: offset behind the last one

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies in this span: in the same file, with both ends."""
        return self.path == other.path and self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether some character is in both spans."""
        return self.path == other.path and self.start < other.end and other.start < self.end

    def starts_in(self, other: Span) -> bool:
        """Whether the first character of this span is in ``other``."""
        return self.path == other.path and other.start <= self.start < other.end


class Related(NamedTuple):
    """A second place that explains a finding, such as "first defined here"."""

    span: Span  #: the place
    message: str  #: words such as "first defined here"


class Edit(NamedTuple):
    """Replace the text of ``span`` by ``replacement``."""

    span: Span  #: what is replaced; empty for an insertion
    replacement: str  #: the new text, with ``\n`` line ends


class Fix(NamedTuple):
    """A mechanical repair.

    ``safe`` means that no printed word can change, or that a committed verdict is certain of the change.
    """

    message: str  #: what it does, as an order: "name the paper"
    edits: tuple[Edit, ...]  #: all of them are made, or none
    safe: bool = False  #: whether no printed word can change; `--fix` alone makes no other


def clash_among(edits: Iterable[Edit]) -> bool:
    """Whether two different edits touch the same text, so that a fix with both can never be applied."""
    ordered = sorted(set(edits), key=attrgetter("span"))
    return any(map(overlap, ordered, ordered[1:]))


def overlap(edit: Edit, other: Edit) -> bool:
    """Whether two edits touch the same text; an insertion also touches text that it is at an end of."""
    if edit.span.path != other.span.path:
        return False
    if edit.span.start == edit.span.end or other.span.start == other.span.end:
        return edit.span.start <= other.span.end and other.span.start <= edit.span.end
    return edit.span.start < other.span.end and other.span.start < edit.span.end


def places_in(record: object) -> str:
    """Return a clause that names the spans of a record, for a rule that passed the record instead of its span."""
    names: list[str] = []
    for name in getattr(record, "_fields", ()):
        value = getattr(record, name)
        if isinstance(value, Span):
            names.append(name)
        elif isinstance(getattr(value, "span", None), Span):
            names.append(f"{name}.span")
    if getattr(record, "places", ()):
        names.append("places[0]")
    return f"; its places are {', '.join(names)}" if names else ""


def shortened(text: str, length: int = 80) -> str:
    """Return the first words of a text on one line, for a message; an ellipsis marks what is omitted or not words."""
    words = " ".join(text.split()).replace("\ufffc", "⟨…⟩")
    if len(words) <= length:
        return words
    cut = words[: length - 1]
    whole = cut.rpartition(" ")[0].rstrip(" ,;:")
    return (whole if 2 * len(whole) > length else cut) + "…"  # a long word is cut rather than omitted


def printable(text: str) -> str:
    """Return the text without controls, direction marks and surrogates, and with every blank as a space."""
    return "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or sign.isprintable())


class Unchecked(NamedTuple):
    """Why a rule cannot judge a document or a part of it, in a clause that follows "because".

    A rule yields it besides its findings, by `RuleContext.unchecked`; the run prints it.
    """

    because: str  #: such as ``chapters/method.tex is missing``: something that the author can act on
    span: Span | None = None  #: the place to look at, None for the whole document


class Diagnostic(NamedTuple):
    """One finding, anchored to the words that the author has to change.

    Built by `RuleContext.report`, which fills in the fields of the rule, so that a
    rule never spells its own code.  ``_replace`` returns a copy with other values.
    """

    code: str  #: of the rule
    name: str  #: of the rule
    severity: Severity  #: of the rule, as configured
    span: Span  #: what has to change
    message: str  #: one clause
    help: str | None = None  #: what the author can do, None if the message says it
    related: tuple[Related, ...] = ()  #: other places
    fix: Fix | None = None  #: a repair, None without one
    roots: tuple[str, ...] = ()  #: the documents that have the finding, filled in by the engine
    stands_for: tuple[Related, ...] = ()  #: place and message of each finding, if this one stands for many
    more: str = ""  #: the end of the message that is about the others, if this one stands for many

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """By place, then code, then message: the order of every report."""
        return (self.span.path, self.span.start, self.span.end, self.code, self.message)
