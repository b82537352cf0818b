"""The vocabulary of findings: severity, place, fix, diagnostic."""

from __future__ import annotations

import enum
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

#: What a finding is called that is no rule's: a rule failed, or a document could not be analysed.
FAILED_CODE, FAILED_NAME = "TEX099", "failed-part"
#: And what only a comparison with an earlier version can find.
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
    text has ``\n`` line ends whatever the file has.  Each output format works out
    lines and columns at its own edge, in its own unit.
    """

    path: str  #: relative to the project, with forward slashes
    start: int  #: offset of the first character, from 0
    end: int  #: offset behind the last one

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies in this span: in the same file, and with both of its ends."""
        return self.path == other.path and self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether a character stands in both spans."""
        return self.path == other.path and self.start < other.end and other.start < self.end

    def starts_in(self, other: Span) -> bool:
        """Whether the first character of this span stands in ``other``."""
        return self.path == other.path and other.start <= self.start < other.end


class Related(NamedTuple):
    """A second place that explains a finding, such as "first defined here"."""

    span: Span  #: the place
    message: str  #: words such as "first defined here"


class Edit(NamedTuple):
    """Replace the text of ``span`` by ``replacement``."""

    span: Span  #: what is replaced; empty where text is put in
    replacement: str  #: the new text, with ``\n`` line ends


class Fix(NamedTuple):
    """A mechanical repair.

    ``safe`` means that no printed word can change, or that a committed verdict is certain of the change.
    """

    message: str  #: what it does, as an order: "name the paper"
    edits: tuple[Edit, ...]  #: all of them are made, or none
    safe: bool = False  #: whether no printed word can change; `--fix` alone makes no other


def clash_among(edits: Iterable[Edit]) -> bool:
    """Whether two of some edits touch the same text, so that a fix of them can never be made; the same edit twice does not."""
    ordered = sorted(set(edits), key=attrgetter("span"))
    return any(map(overlap, ordered, ordered[1:]))


def overlap(edit: Edit, other: Edit) -> bool:
    """Whether two edits touch the same text; an insertion does where it stands at an end of the other."""
    if edit.span.path != other.span.path:
        return False
    if edit.span.start == edit.span.end or other.span.start == other.span.end:
        return edit.span.start <= other.span.end and other.span.start <= edit.span.end
    return edit.span.start < other.span.end and other.span.start < edit.span.end


def places_in(record: object) -> str:
    """Say which attributes of a record are its spans, as a clause: a rule may have written the record for its place."""
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
    """Return the first words of a text, on one line, for a message; an ellipsis stands for what is left out, or had no words."""
    words = " ".join(text.split()).replace("\ufffc", "⟨…⟩")
    if len(words) <= length:
        return words
    cut = words[: length - 1]
    whole = cut.rpartition(" ")[0].rstrip(" ,;:")
    return (whole if 2 * len(whole) > length else cut) + "…"  # a long word is cut before it is left out


class Unchecked(NamedTuple):
    """Why a rule holds back what it would say of a document, in a clause that goes on "because".

    A rule yields it beside its findings, by `RuleContext.unchecked`; the run prints it.
    """

    because: str  #: such as ``chapters/method.tex is missing``; what the author can act on
    span: Span | None = None  #: the place to look at, None for the whole document


class Diagnostic(NamedTuple):
    """One finding, anchored to the words that the author has to change.

    Built by `RuleContext.report`, which fills in what belongs to the rule, so a
    rule never spells its own code.  ``_replace`` gives a copy with other values.
    """

    code: str  #: of the rule
    name: str  #: of the rule
    severity: Severity  #: of the rule, as configured
    span: Span  #: what has to change
    message: str  #: one clause
    help: str | None = None  #: what the author can do, None where the message says it
    related: tuple[Related, ...] = ()  #: other places
    fix: Fix | None = None  #: a repair, None without one
    roots: tuple[str, ...] = ()  #: the documents that have the finding, filled in by the engine
    stands_for: tuple[Related, ...] = ()  #: where many are told as this one: place and words of each
    more: str = ""  #: what the message then says of the others, behind what it would say of the first alone

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """By place, then code, then message: the order of every report."""
        return (self.span.path, self.span.start, self.span.end, self.code, self.message)
