"""The words that the fields of a line of the verdict file may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

VERSION = 1
LONGEST_QUOTE = 300  #: characters of one span of a source

#: What an entry's check can come to.
OUTCOMES = ("accessible", "inaccessible", "ghost", "mismatch", "unknown")
#: What a publisher's notice can say of a work.
STATUSES = ("retracted", "concern", "corrected", "replaced", "withdrawn")
#: What a mention can come to; ``pointed`` only names the passages that a reader should compare.
MENTION_VERDICTS = ("supported", "miscited", "undecidable", "not-checkable", "pointed")
CLASSES = ("attribution", "validity", "content", "scope", "characterisation")
#: What the search for a quotation can come to.
QUOTATION_OUTCOMES = ("verbatim", "differs", "not-found", "not-readable")
#: What a reader of a source can say to a sentence that cites it.
LOOK_UPS = ("supports", "partly", "does-not")
ACCEPTED, DISPUTED = "accepted", "disputed"


class VerdictError(ValueError):
    """A line that is no verdict; the message says what is wrong with it, for its author."""


def is_recent(checked: str, today: date, days: int) -> bool:
    """Whether a verdict was made today or fewer than ``days`` before; one without a day was not.

    :param checked: the day that it names, ISO 8601.
    """
    from datetime import date

    try:
        return 0 <= (today - date.fromisoformat(checked)).days < days
    except ValueError:
        return False


class EvidenceSpan(NamedTuple):
    """A passage of a source: its place, and its words or, where quoting is switched off, their hash."""

    page: str = ""  #: as printed; empty where there are none
    line: int = 0  #: from 1; 0 where it is a page
    quote: str = ""  #: the words; empty where quoting is switched off
    hash: str = ""  #: of the words, where quoting is switched off
    uncertain: bool = False  #: from a region of the text that may have been read wrongly

    @property
    def place(self) -> str:
        """Where it stands, as ``p. 12`` or ``line 40``; empty where that is not known."""
        return f"p. {self.page}" if self.page else f"line {self.line}" if self.line else ""
